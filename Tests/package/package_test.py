"""Looks through the Debian package: what is in it, what it needs, and that nothing in it is another copy that could differ.

    TILERACE_STATIC=.build/static/release/tilerace python3 -m unittest discover --start-directory Tests/package --pattern package_test.py

The program is one that was built with --static-swift-stdlib. install_test.py installs the package.
"""

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import debian_package
from debian_package import ROOT

sys.path.insert(0, str(ROOT / "Tests/realserver"))

import self_signed  # noqa: E402

BINARY = Path(os.environ.get("TILERACE_STATIC", ROOT / ".build/static/release/tilerace")).resolve()
# One that looks for Swift's library on the machine.
DEBUG = Path(os.environ.get("TILERACE_BINARY", ROOT / ".build/debug/tilerace")).resolve()
# A setting that is switched off by a # in front of it.
OFFERED = re.compile(r"^#(?=[a-z-]+ = )", re.MULTILINE)


def output_of(*command, **options):
    return subprocess.run(
        command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options).stdout


class PackageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="tilerace-package-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.package, cls.said = debian_package.make(BINARY, cls.folder)
        cls.root = cls.folder / "root"
        output_of("dpkg-deb", "--raw-extract", cls.package, cls.root)

    def text(self, path):
        return (self.root / path).read_text()

    def test_lintian_has_neither_errors_nor_warnings(self):
        done = subprocess.run(
            ["lintian", "--allow-root", "--fail-on", "error,warning", self.package], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotRegex(done.stdout, r"(?m)^[EW]: ")

    def test_it_needs_the_packages_of_its_libraries_and_no_others(self):
        libraries = re.findall(r"^\s*NEEDED\s+(\S+)", output_of("objdump", "-p", self.root / "usr/bin/tilerace"), re.MULTILINE)
        paths = dict(re.findall(r"^\s*(\S+) => (\S+)", output_of("ldd", self.root / "usr/bin/tilerace"), re.MULTILINE))
        owners = {self.owner(paths[library]) for library in libraries if library in paths}
        self.assertGreater(len(owners), 6)
        needed = {re.match(r"[a-z0-9.+-]+", part)[0] for part in debian_package.field(self.package, "Depends").split(", ")}
        # A user for the service, `kill` for its reload, and days that begin at midnight somewhere.
        self.assertEqual(needed - owners, {"systemd", "procps", "tzdata"})
        self.assertRegex(self.text("lib/systemd/system/tilerace.service"), r"(?m)^ExecReload=/bin/kill ")
        self.assertEqual(owners - needed, set())

    def owner(self, library):
        """The package that has a library. Its path may lead over the link /lib, which no package has."""
        path = os.path.realpath(library)
        for candidate in (path, path.removeprefix("/usr")):
            done = subprocess.run(["dpkg-query", "--search", candidate], capture_output=True, text=True, check=False)
            if done.returncode == 0:
                return done.stdout.partition(":")[0]
        self.fail(f"no package has {library}")

    def test_libraries_that_are_loaded_when_wanted_are_only_suggested(self):
        suggested = r"^libpq5 \(>= 14\), libnats3\.4, libcurl4t64 \| libcurl4, ca-certificates$"
        self.assertRegex(debian_package.field(self.package, "Suggests"), suggested)
        for library in ("libpq", "libnats", "libcurl"):
            self.assertNotIn(library, debian_package.field(self.package, "Depends"))

    def test_the_units_and_the_settings_are_those_of_the_repository(self):
        places = {
            "etc/tilerace/tilerace.conf": "tilerace.conf", "lib/systemd/system/tilerace.service": "tilerace.service",
            "lib/systemd/system/tilerace.socket": "tilerace.socket",
            "lib/systemd/system/tilerace-redirect.socket": "tilerace-redirect.socket",
            "usr/lib/sysusers.d/tilerace.conf": "tilerace.sysusers"}
        for place, source in places.items():
            text = (ROOT / "deploy" / source).read_text()
            self.assertEqual(self.text(place), text.replace("/usr/local/", "/usr/"), place)
            self.assertNotIn("/usr/local", self.text(place).replace("writes /usr for /usr/local.", ""), place)

    def test_the_user_of_the_service_is_the_one_that_is_made(self):
        self.assertRegex(self.text("usr/lib/sysusers.d/tilerace.conf"), r"(?m)^u tilerace ")
        # systemd takes the user of a unit's own name.
        self.assertIn("\nDynamicUser=yes\n", self.text("lib/systemd/system/tilerace.service"))
        self.assertIn("\nRuntimeDirectory=tilerace\n", self.text("lib/systemd/system/tilerace.service"))
        self.assertNotRegex(self.text("lib/systemd/system/tilerace.service"), r"(?m)^(User|Group)=")

    def here(self, text):
        """The settings with the paths of the unpacked package, and a folder for data that can be made."""
        text = text.replace("/var/lib/tilerace-acme", f"{self.root}/var/lib/tilerace-acme")
        return text.replace("/usr/share/tilerace", f"{self.root}/usr/share/tilerace").replace(
            "= /var/lib/tilerace\n", f"= {self.folder}/data\n")

    def check(self, text):
        file = self.folder / "tilerace.conf"
        file.write_text(text)
        done = subprocess.run(
            [self.root / "usr/bin/tilerace", "config", "check", "--config", file], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, done.stdout

    def test_the_settings_are_good_as_they_come(self):
        self.assertEqual(self.check(self.here(self.text("etc/tilerace/tilerace.conf")))[0], 0)
        self.assertEqual(self.text("DEBIAN/conffiles"), "/etc/tilerace/tilerace.conf\n")

    def test_every_setting_that_the_file_offers_is_one(self):
        text = self.here(self.text("etc/tilerace/tilerace.conf"))
        self.assertGreater(len(OFFERED.findall(text)), 6)
        # The certificate is the one thing that is not there yet.
        key, certificate = self.folder / "privkey.pem", self.folder / "fullchain.pem"
        self_signed.write(certificate, key)
        # And the password of a private server.
        (self.folder / "data").mkdir(mode=0o700, exist_ok=True)
        subprocess.run([self.root / "usr/bin/tilerace", "set-password", "--data", self.folder / "data"], input=b"kites at dawn\n", check=True)
        text = OFFERED.sub("", text)
        for file in (key, certificate):
            self.assertIn(f"/etc/tilerace/{file.name}", text)
            text = text.replace(f"/etc/tilerace/{file.name}", str(file))
        status, said = self.check(text)
        self.assertEqual((status, said.splitlines()[-1][:11]), (0, "All is well"), said)
        self.assertNotIn("tilerace: ", said)
        # A slip would be seen.
        self.assertEqual(self.check(text.replace("zone = ", "zonne = "))[0], 1)

    def test_the_variables_of_the_container_are_settings(self):
        text = "".join((ROOT / "deploy/container" / name).read_text() for name in ("compose.yaml", "Dockerfile"))
        pairs = dict(re.findall(r"^ +(?:# )?(TILERACE_[A-Z_]+): (.*)$", text, re.MULTILINE))
        self.assertGreater(len(pairs), 3)
        said = output_of(
            self.root / "usr/bin/tilerace", "config", "print", env={**os.environ, **pairs})
        for variable, value in pairs.items():
            self.assertRegex(said, rf"(?m)^# environment, {variable}$")
            self.assertIn(f"{variable[9:].lower().replace('_', '-')} = {value}\n", said)

    def test_the_manual_is_what_the_program_says(self):
        page = gzip.decompress((self.root / "usr/share/man/man1/tilerace.1.gz").read_bytes())
        shown = subprocess.run(
            ["man", "--warnings", "--local-file", "-"], input=page, check=True, capture_output=True,
            env={**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "200"})
        self.assertEqual(shown.stderr.decode(), "")
        words = " ".join(shown.stdout.decode().split())
        usage = output_of(BINARY, "--help")
        commands = set(re.findall(r"^ +tilerace ([a-z][a-z-]+)", usage, re.MULTILINE))
        self.assertIn("backup", commands)
        for text in [usage, *(output_of(BINARY, command, "--help") for command in commands)]:
            for line in filter(str.strip, text.splitlines()):
                self.assertIn(" ".join(line.split()), words)

    def test_the_licences_are_there(self):
        said = " ".join(self.text("usr/share/doc/tilerace/copyright").split())
        for file in ("config/words/en/LICENSE", "config/names/LICENSE", "web/fonts/OFL.txt"):
            for line in filter(str.strip, (ROOT / file).read_text().splitlines()):
                self.assertIn(" ".join(line.split()), said, file)
        shipped = {path.name for path in (self.root / "usr/share/tilerace/words").iterdir()}
        for language in shipped:
            self.assertIn(f"Files: /usr/share/tilerace/words/{language}/*", said)

    def test_the_page_is_there_and_what_only_its_makers_need_is_not(self):
        self.assertTrue((self.root / "usr/share/tilerace/web/index.html").exists())
        found = [str(path) for path in (self.root / "usr/share/tilerace").rglob("*")
                 if path.suffix in (".py", ".md") or path.name in ("tests", "jsconfig.json", "requirements.txt")]
        self.assertEqual(found, [])

    def test_the_same_sources_make_the_same_package(self):
        again, _ = debian_package.make(BINARY, self.folder / "again")
        self.assertEqual(again.name, self.package.name)
        self.assertEqual(again.read_bytes(), self.package.read_bytes())

    def test_the_version_is_that_of_the_program(self):
        version = output_of(BINARY, "--version").split()[1]
        self.assertRegex(debian_package.field(self.package, "Version"), rf"^{re.escape(version)}(~\d{{8}}\.\d{{6}})?-1$")

    def test_a_version_without_changes_is_refused(self):
        other = self.folder / "other"
        other.write_text("#!/bin/sh\necho tilerace 0.0.7\n")
        other.chmod(0o755)
        made, said = debian_package.make(other, self.folder / "refused", status=1)
        self.assertIsNone(made)
        self.assertIn("0.0.7, which CHANGELOG.md does not have", said)
        self.assertFalse((self.folder / "refused").exists())

    def test_a_program_that_needs_the_library_of_swift_is_refused(self):
        made, said = debian_package.make(DEBUG, self.folder / "from-debug", status=1)
        self.assertIsNone(made)
        self.assertIn("was it built with --static-swift-stdlib?", said)


if __name__ == "__main__":
    unittest.main()
