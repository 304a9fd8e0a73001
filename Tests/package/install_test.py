"""Installs the Debian package into a clean root, plays, upgrades, removes and purges: first without systemd, then under it.

There the commands of docs/https.md and deploy/README.md are pasted; hosting_test.py has those of docs/hosting.md, and webhook_test.py
those of docs/webhooks.md.

    TILERACE_STATIC=.build/static/release/tilerace python3 -m unittest discover --start-directory Tests/package --pattern install_test.py

Needs root, debootstrap, and the packages of Debian. The fresh root is kept in .build/clean-root.
"""

import contextlib
import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import certbot
import debian_package
from clean_root import PATIENCE, run
from installed import BINARY, DATA, SETTINGS, InstalledTest

NAME = "play.example.org"


class InstallTest(InstalledTest):
    revisions = (1, 2)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # The second ships other settings than the first.
        debian_package.with_other_file(cls.packages[1], SETTINGS, lambda text: text + "# of the second package\n")

    def test_it_is_installed_played_and_purged_where_no_systemd_runs(self):
        self.root.inside("apt-get", "update")
        # Nothing of ours is there: no compiler, and no library that a build needs.
        self.gone("/usr/bin/swift")
        self.gone("/usr/share/doc/libsqlite3-0")
        said = self.install(1)
        self.assertNotIn("Failed", said)
        self.assertEqual(
            self.root.inside("tilerace", "--version"), run(BINARY, "--version"))
        self.assertIn("All is well: 3 of ", self.root.inside("tilerace", "config", "check", "--config", SETTINGS))
        self.assertEqual(self.root.inside("id", "-un", "tilerace"), "tilerace\n")
        self.assertNotIn("libpq5", self.root.inside("dpkg-query", "--show", "--showformat", "${Package} "))
        # What is missing for PostgreSQL, a host is told.
        _, said = self.root.inside(
            "tilerace", "serve", "--config", SETTINGS, "--data", "/tmp/data", "--port", "0",
            "--storage", "postgresql://tilerace@localhost/tilerace", check=False)
        self.assertIn("libpq5", said)
        self.root.inside("install", "-d", "-m", "700", "-o", "tilerace", "-g", "tilerace", DATA)
        port = self.serve()
        found = self.visit(port, "play")
        self.assertEqual((found["status"], found["title"], found["rows"]), (200, True, 1), found)
        self.stop()
        self.assertIn("All is well", self.root.inside("tilerace", "doctor", "--config", SETTINGS))
        # As the unit makes it, which does not run here.
        backups = "/var/lib/tilerace-backups"
        self.root.inside("install", "-d", "-m", "700", backups)
        self.root.inside("touch", f"{backups}/one")
        self.apt("remove", "tilerace")
        self.gone("/usr/bin/tilerace")
        self.gone("/usr/share/tilerace")
        self.there(f"{DATA}/tilerace.db")
        self.there(SETTINGS)
        self.apt("purge", "tilerace")
        self.there(f"{backups}/one")
        self.gone(DATA)
        self.gone("/etc/tilerace")
        self.gone("/lib/systemd/system/tilerace.service")
        self.assertEqual(run("find", self.root.root / "etc/systemd", "-name", "tilerace*"), "")

    def serve(self):
        """The installed server as its user, with its settings, at a port that is free. Returns the port."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.server = subprocess.Popen(
            self.root.command("setpriv", "--reuid=tilerace", "--regid=tilerace", "--clear-groups", "--no-new-privs", "tilerace", "serve",
                              "--config", SETTINGS, "--address", "127.0.0.1", "--port", str(port)),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(self.server.stdout.close)
        self.addCleanup(self.server.kill)
        said = []
        while "is serving" not in "".join(said[-1:]):
            said.append(self.server.stdout.readline())
            self.assertTrue(said[-1], "".join(said))
        self.assertNotEqual(os.stat(f"/proc/{self.server.pid}").st_uid, 0)
        return port

    def stop(self):
        self.server.terminate()
        self.assertEqual(self.server.wait(PATIENCE), 0)

    # Under systemd.

    def assert_confined(self, pid):
        """Of what the unit forbids, all that shows from outside."""
        status = dict(re.findall(r"(?m)^(\w+):\s*(.*)$", self.root.inside("cat", f"/proc/{pid}/status")))
        self.assertEqual((status["Seccomp"], status["NoNewPrivs"], int(status["CapEff"], 16)), ("2", "1", 0))
        # Two users have names inside: root, and its own.
        self.assertEqual(len(self.root.inside("cat", f"/proc/{pid}/uid_map").splitlines()), 2)
        mounts = [line.split() for line in self.root.inside("cat", f"/proc/{pid}/mountinfo").splitlines()]
        self.assertIn("ro", {place: options for _, _, _, _, place, options, *_ in mounts}["/"].split(","))

    def test_under_systemd_an_upgrade_refuses_nobody_and_keeps_all(self):
        # The needs, while the network is still that of this machine; systemd is one of them.
        self.root.inside("apt-get", "update")
        self.install(1)
        self.apt("purge", "tilerace")
        self.assertEqual(self.root.boot(), "running")

        said = self.paste("deploy/README.md", "deploy/package")
        self.assertEqual((self.active("tilerace.socket"), self.active()), ("active", "active"), said + self.journal())
        self.assertEqual(self.root.inside("systemctl", "is-enabled", "tilerace.socket", "tilerace.service"), "enabled\nenabled\n")
        facts = self.show("tilerace.service", "MainPID", "User", "StateDirectory", "RuntimeDirectory", "NotifyAccess")
        self.assertEqual(facts["RuntimeDirectory"], "tilerace")
        self.assertEqual(facts["StateDirectory"], "tilerace tilerace-backups")
        user = self.root.inside("ps", "-o", "user=", "-p", facts["MainPID"]).strip()
        self.assertEqual(user, "tilerace")
        self.assert_confined(facts["MainPID"])
        found = self.visit(8080, "play")
        self.assertEqual((found["status"], found["title"], found["rows"]), (200, True, 1), found)
        token = found["token"]

        # The host's own settings stay.
        with (self.root.root / SETTINGS.lstrip("/")).open("a") as settings:
            settings.write("name = Kites\nzone = Europe/Berlin\nmetrics-address = 127.0.0.1:9464\n")
        self.assertIn("All is well: 6 of ", self.root.inside("tilerace", "config", "check", "--config", SETTINGS))
        self.root.inside("systemctl", "restart", "tilerace")
        self.assertEqual(self.visit(8080, "return", token), {"player": found["player"], "rows": 1})
        # The unit lets the server have that port, and no other.
        figures = run(*self.root.network(), "curl", "--silent", "--show-error", "--max-time", "30", "http://127.0.0.1:9464/metrics")
        self.assertIn("tilerace_", figures)
        facts = self.show("tilerace.service", "MainPID")
        opened = self.show("tilerace.socket", "ActiveEnterTimestampMonotonic")
        visitor = subprocess.Popen(
            self.root.visitor(8080, "stay", token), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(visitor.stdout.close)
        self.addCleanup(visitor.kill)
        self.assertEqual(json.loads(visitor.stdout.readline()), {"staying": True})
        # The host has changed the settings, and so has the package: without the option apt-get asks which are to stay.
        (option,) = re.findall(r"apt-get install --yes (-o [^ ]+) ", (debian_package.ROOT / "docs/hosting.md").read_text())
        self.install(2, *option.split())
        time.sleep(0.5)
        said, _ = visitor.communicate("\n", PATIENCE)
        stayed = json.loads(said)
        self.assertEqual(stayed["faults"], [], stayed)
        self.assertGreater(stayed["came"], 20, stayed)
        self.assertEqual(stayed["code"], 1001, stayed)
        self.assertRegex(stayed["reason"], r"^retry=\d+$")
        print(f"During the upgrade {stayed['came']} came, {len(stayed['faults'])} were refused, the slowest waited {stayed['slowest']:.2f} s.")
        self.assertEqual(self.show("tilerace.socket", "ActiveEnterTimestampMonotonic"), opened)
        self.assertNotEqual(self.show("tilerace.service", "MainPID")["MainPID"], facts["MainPID"])
        self.assertEqual(self.visit(8080, "return", token), {"player": found["player"], "rows": 1})
        self.assertIn("Kites is serving.", self.journal())
        settings = self.root.inside("cat", SETTINGS)
        self.assertIn("name = Kites", settings)
        self.assertNotIn("# of the second package", settings)
        self.assertIn("# of the second package", self.root.inside("cat", f"{SETTINGS}.dpkg-dist"))
        # What a host types on that machine.
        self.paste("docs/backups.md", "sudo install -d -m 700 /backups")
        self.assertIn("All is well", self.root.inside("tilerace", "doctor", "--config", SETTINGS))
        self.root.inside("tilerace", "admin", "--config", SETTINGS, "players", "a")
        self.root.inside("systemctl", "reload", "tilerace")

        # Who has stopped it does not find it started by an upgrade.
        self.root.inside("systemctl", "stop", "tilerace.socket", "tilerace.service")
        self.root.inside("dpkg", "--install", f"/srv/{self.packages[1].name}")
        self.assertEqual((self.active("tilerace.socket"), self.active()), ("inactive", "inactive"))

        # An upgrade brings the data of an older program's schema to its own.
        self.age("/var/lib/private/tilerace/tilerace.db")
        self.apt("remove", "tilerace")
        self.there("/var/lib/private/tilerace/tilerace.db")
        self.there(SETTINGS)
        self.assertEqual(self.root.inside("systemctl", "list-units", "--failed", "--no-legend").strip(), "")
        self.install(2)
        self.assertEqual(self.visit(8080, "return", token), {"player": found["player"], "rows": 1})
        self.assertEqual(self.root.inside("tilerace", "admin", "--config", SETTINGS, "left-out"), "No word is left out.\n")
        said = self.root.inside("tilerace", "doctor", "--config", SETTINGS)
        self.assertRegex(said, r"(?m)^Schema 13: ")
        self.apt("remove", "tilerace")
        self.assertEqual((self.active("tilerace.socket"), self.active()), ("inactive", "inactive"))
        self.apt("purge", "tilerace")
        for path in ("/var/lib/private/tilerace", DATA, "/etc/tilerace", "/usr/share/tilerace"):
            self.gone(path)
        self.assertEqual(run("find", self.root.root / "etc/systemd", "-name", "*tilerace*"), "")

    def age(self, database):
        """Makes a database of a stopped server what version 12 of the schema left."""
        with contextlib.closing(sqlite3.connect(self.root.root / database.lstrip("/"))) as old:
            self.assertEqual(old.execute("PRAGMA user_version").fetchone(), (13,), "another schema: say here what it adds")
            old.executescript("DROP TABLE words_left_out; DROP INDEX races_running; PRAGMA user_version = 12;")

    def curl(self, *words):
        """What a visitor of that machine gets, who looks at who signed the certificate."""
        return run(*self.root.network(), "curl", "--silent", "--show-error", "--max-time", "30", "--cacert", self.issuer,
                   "--resolve", f"{NAME}:80:127.0.0.1", "--resolve", f"{NAME}:443:127.0.0.1", *words)

    def kept(self):
        """The number of the certificate that the hook has put where the service reads it."""
        said = run("openssl", "x509", "-in", self.root.root / "etc/tilerace/fullchain.pem", "-noout", "-serial")
        return said.strip().partition("=")[2].lower()

    def shown(self):
        """The number of the certificate that is shown."""
        said = self.curl("--write-out", "%{certs}", "--output", "/dev/null", f"https://{NAME}/api/v1/health")
        return re.search(r"(?im)^serial number:\s*([0-9a-f:]+)", said)[1].replace(":", "").lower()

    def start_authority(self):
        """What certbot is to ask. Nobody is there to answer its questions."""
        folder = Path(tempfile.mkdtemp(prefix="tilerace-authority-"))
        self.addCleanup(shutil.rmtree, folder)
        asked = certbot.authority(self.root, folder, f"email = {certbot.EMAIL}", "agree-tos = true", "no-eff-email = true")
        self.addCleanup(asked.close)
        self.issuer = folder / "issuer.pem"
        self.issuer.write_text(asked.issuer())

    def test_under_systemd_certbot_gets_a_certificate_and_renews_it_without_a_stop(self):
        self.root.inside("apt-get", "update")
        self.install(1)
        # While the network is still that of this machine.
        self.apt("install", "certbot")
        self.root.hosts(NAME)
        self.root.boot()
        self.start_authority()
        self.paste("docs/https.md", "printf '%s\\n' 'acme")
        self.paste("docs/https.md", "sudo mkdir -p /etc/systemd")
        for unit in ("tilerace.socket", "tilerace-redirect.socket", "tilerace.service"):
            self.assertEqual(self.active(unit), "active", f"{unit}\n{self.journal()}")
        # As uacme does.
        hook, token = "/usr/share/tilerace/certificate-hook", "LoqXcYV8q5ONbJQxbmR7SCTNo3tiAXDfowyjxAjEuX0"
        address = f"http://{NAME}/.well-known/acme-challenge/{token}"
        self.root.inside(hook, "begin", "http-01", NAME, token, f"{token}.digest")
        self.assertEqual(self.curl(address), f"{token}.digest")
        self.assertIn("Successfully received certificate", self.paste("docs/https.md", "sudo apt-get install --yes certbot"))
        first = self.kept()
        self.paste("docs/https.md", "printf '%s\\n' 'tls")
        self.assertEqual(self.shown(), first)
        self.assertEqual(
            self.root.inside("stat", "--format", "%a %U %G", "/etc/tilerace/privkey.pem"), "640 root tilerace\n")
        # Plain HTTP leads to it, but for challenges.
        self.assertEqual(self.curl("--write-out", "%{http_code} %{redirect_url}", "--output", "/dev/null", f"http://{NAME}/"),
                         f"308 https://{NAME}/")
        self.assertEqual(self.curl(address), f"{token}.digest")
        before = self.show("tilerace.service", "MainPID")
        # What certbot's timer does, but at once.
        self.root.inside("certbot", "renew", "--force-renewal", "--no-random-sleep-on-renew")
        second = self.kept()
        self.assertNotEqual(second, first)
        self.eventually(lambda: self.shown() == second)
        self.assertEqual(self.show("tilerace.service", "MainPID"), before)
        self.root.inside(hook, "done", "http-01", NAME, token, f"{token}.digest")
        self.assertIn('"status":404', self.curl(address))
        self.apt("purge", "tilerace")
        for unit in ("tilerace.socket", "tilerace-redirect.socket", "tilerace.service"):
            self.assertEqual(self.active(unit), "inactive", unit)
        for path in ("/etc/tilerace", "/var/lib/private/tilerace", "/var/lib/tilerace-acme"):
            self.gone(path)


if __name__ == "__main__":
    unittest.main()
