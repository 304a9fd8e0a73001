"""What tests share that install the package into a clean root."""

import json
import os
import re
import shutil
import sys
import tempfile
import time
import unittest
from pathlib import Path

import debian_package
from clean_root import PATIENCE, CleanRoot, run
from debian_package import ROOT

sys.path.insert(0, str(ROOT / "Tests/docs"))

import pages  # noqa: E402

BINARY = Path(os.environ.get("TILERACE_STATIC", ROOT / ".build/static/release/tilerace")).resolve()
CACHE = Path(os.environ.get("TILERACE_CLEAN_ROOT", ROOT / ".build/clean-root")).resolve()
SETTINGS = "/etc/tilerace/tilerace.conf"
DATA = "/var/lib/tilerace"


class InstalledTest(unittest.TestCase):
    """A clean root with packages of several revisions in /srv, where the repository would be."""

    revisions = (1,)

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="tilerace-install-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.packages = [debian_package.make(BINARY, cls.folder, "--revision", str(number))[0] for number in cls.revisions]

    def setUp(self):
        self.root = CleanRoot(CACHE)
        self.addCleanup(self.root.close)
        built = self.root.root / "srv/.build/package"
        built.mkdir(parents=True)
        for package in self.packages:
            shutil.copy(package, self.root.root / "srv")
        (built / "tilerace.deb").symlink_to(f"/srv/{self.packages[0].name}")
        # Nobody is there to say yes.
        (self.root.root / "etc/apt/apt.conf.d/yes").write_text('APT::Get::Assume-Yes "true"; APT::Install-Recommends "false";\n')

    def version(self):
        return self.root.inside("dpkg-query", "--show", "--showformat", "${Version} ${db:Status-Status}", "tilerace", check=False)[1]

    def apt(self, *words):
        """apt-get, as a host types it."""
        return self.root.inside("apt-get", *words)

    def install(self, number, *options):
        said = self.apt("install", *options, f"/srv/{self.packages[number - 1].name}")
        self.assertTrue(self.version().endswith(f"-{number} installed"), self.version())
        return said

    def paste(self, page, beginning, **changes):
        """Runs a block of a page where the repository would be, in a root whose host is root already. `changes` take the place of words
        that stand for something else on every machine."""
        lines = pages.find(page, beginning).text.splitlines()
        # Made before, on a machine with a compiler.
        if lines[0] == "deploy/package":
            lines.pop(0)
        text = "\n".join(re.sub(r"(^|\| )sudo ", r"\1", line) for line in lines)
        for told, here in changes.items():
            self.assertIn(told, text)
            text = text.replace(told, here)
        return self.root.inside("sh", "-ec", f"cd /srv\n{text}")

    def visit(self, port, *words):
        """What a visitor finds."""
        return json.loads(run(*self.root.visitor(port, *words)))

    def exists(self, path):
        """Whether a path is there, as the machine itself sees it."""
        return os.path.lexists(self.root.root / path.lstrip("/"))

    def there(self, path):
        self.assertTrue(self.exists(path), path)

    def gone(self, path):
        self.assertFalse(self.exists(path), path)

    # Under systemd.

    def show(self, unit, *names):
        said = self.root.inside("systemctl", "show", unit, *(f"--property={name}" for name in names))
        return dict(line.split("=", 1) for line in said.splitlines())

    def active(self, unit="tilerace.service"):
        return self.root.inside("systemctl", "is-active", unit, check=False)[1].strip()

    def journal(self):
        return self.root.inside("journalctl", "--unit", "tilerace", "--no-pager", "--output", "cat", check=False)[1]

    def eventually(self, condition):
        """Waits for what a machine shows some time later."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), deadline, self.journal())
            time.sleep(0.1)
