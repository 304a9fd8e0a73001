"""Follows docs/hosting.md as a new host would: runs each of its commands, in their order, on a clean machine with systemd.

    TILERACE_STATIC=.build/static/release/tilerace python3 -m unittest discover --start-directory Tests/package --pattern hosting_test.py

Needs root, debootstrap, and the packages of Debian. test-output/hosting.txt gets every command with its answer and its time.

The machine is a fresh Debian with systemd, its bus, sudo, and a user who may use it. What is not as on the page, and why:

- `deploy/package` and `scp`: the package is made of a program that was built before, and laid into the user's home.
- `certbot`: no authority asks a machine without a network. The test makes a certificate that the machine trusts, and looks whether
  nginx would answer the challenge.
- The name play.example.org stands in /etc/hosts.
- The machine has no network, so the packages of Debian are fetched before, and `apt-get update` finds the lists that are there. The
  fetching counts towards the ten minutes.
- Nobody is there to say yes to apt-get. The password is typed on a terminal.
"""

import json
import os
import re
import shutil
import subprocess
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
TRANSCRIPT = ROOT / "test-output/hosting.txt"
PAGE = "docs/hosting.md"
NAME = "play.example.org"
SITE = f"https://{NAME}/tilerace"
PASSWORD = "friday kites"
# The password of the user of the machine is asked for by no command.
SUDOERS = "host ALL=(ALL:ALL) NOPASSWD: ALL\n"
APT = 'APT::Get::Assume-Yes "true"; Acquire::Retries "0";\n'
# What the page says that one sees, by the beginning of the block. Each is on the page, in backticks.
SEEN = {
    "sudo apt-get update": ["active"],
    "sudo tilerace set-password": ["The password is set."],
    "sudo tee --append": ["All is well"],
    "sudo mkdir -p": ['"status":"ready"'],
    "sudo tee /etc/nginx": ["test is successful", "200"],
    "sudo tilerace admin": [],
    "sudo tilerace invite": [],
    "sudo install -d": ["has everything"],
    "sudo systemctl stop": ["All is well"],
}


class HostingTest(unittest.TestCase):
    def setUp(self):
        folder = Path(tempfile.mkdtemp(prefix="tilerace-hosting-"))
        self.addCleanup(shutil.rmtree, folder)
        self.package = debian_package.make(BINARY, folder)[0]
        self.root = CleanRoot(CACHE)
        self.addCleanup(self.root.close)
        self.seconds = 0.0
        TRANSCRIPT.parent.mkdir(exist_ok=True)
        self.transcript = TRANSCRIPT.open("w")
        self.addCleanup(self.transcript.close)

    def tell(self, text):
        """Writes into the transcript, and to whoever looks on."""
        for stream in (self.transcript, sys.stdout):
            print(text, file=stream, flush=True)

    def write(self, path, text):
        file = self.root.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def machine(self, commands):
        """Makes the fresh machine, with the packages of Debian that the page installs in reach."""
        self.root.inside("apt-get", "update")
        self.root.inside("apt-get", "install", "--yes", "--no-install-recommends", "systemd", "systemd-sysv", "dbus", "sudo")
        # Nothing of ours is there.
        for path in ("usr/bin/swift", "usr/bin/tilerace", "usr/share/doc/libsqlite3-0", "usr/sbin/nginx"):
            self.assertFalse(os.path.lexists(self.root.root / path), path)
        self.root.inside("useradd", "--create-home", "--shell", "/bin/bash", "host")
        self.write("/etc/sudoers.d/host", SUDOERS)
        self.write("/etc/apt/apt.conf.d/yes", APT)
        self.write("/etc/hosts", f"127.0.0.1 localhost {os.uname().nodename}\n127.0.0.1 {NAME}\n")
        shutil.copy(self.package, self.root.root / "home/host/tilerace.deb")
        (wanted,) = re.findall(r"(?m)^sudo apt-get install (.*)$", commands)
        begun = time.monotonic()
        self.root.inside("sh", "-c", f"cd /home/host && apt-get install --yes --download-only {wanted}")
        self.seconds += time.monotonic() - begun
        self.tell(f"# The packages of Debian were fetched in {self.seconds:.0f} s, before the machine lost its network.")
        self.assertIn(self.root.boot(), ("running", "degraded"))

    def typed(self, text):
        """Runs lines in a terminal of the machine's user, who types the password when asked. Returns what the terminal showed."""
        self.write("/home/host/step", text)
        shell = subprocess.Popen(
            ["nsenter", "--target", str(self.root.first), "--all", "runuser", "-l", "host", "-c",
             "script --quiet --return --command 'bash -ev step' /dev/null"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0)
        self.addCleanup(shell.stdout.close)
        self.addCleanup(shell.kill)
        said = b""
        while part := shell.stdout.read(4_096):
            said += part
            if said.endswith((b"Password: ", b"Once more: ")):
                shell.stdin.write(f"{PASSWORD}\n".encode())
        shell.stdin.close()
        shown = said.decode().replace("\r\n", "\n")
        self.assertEqual(shell.wait(PATIENCE), 0, f"{shown}\n{self.journal()}")
        return shown

    def journal(self):
        return self.root.inside("journalctl", "--no-pager", "--lines", "60", "--output", "cat", check=False)[1]

    def certificate(self):
        """What certbot leaves, under a certificate that the machine trusts."""
        token = "/.well-known/acme-challenge/LoqXcYV8q5ONbJQxbmR7SCTNo3tiAXDfowyjxAjEuX0"
        self.write(f"/var/www/html{token}", "answer")
        self.assertEqual(self.curl(f"http://{NAME}{token}"), "answer")
        live = self.root.root / f"etc/letsencrypt/live/{NAME}"
        live.mkdir(parents=True)
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "90", "-subj",
            f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", live / "privkey.pem", "-out", live / "fullchain.pem")
        self.write("/usr/local/share/ca-certificates/self.crt", (live / "fullchain.pem").read_text())
        self.root.inside("update-ca-certificates")
        return token

    def curl(self, *words):
        """What a visitor on that machine gets, who trusts what the machine trusts."""
        return self.root.inside("curl", "--silent", "--show-error", "--max-time", "30", *words)

    def enter(self, **shown):
        """The status for a newcomer who shows a password or an invitation, and the code of a refusal or the player."""
        body = ["--header", "Content-Type: application/json", "--data", json.dumps(shown)] if shown else ["--data", ""]
        said = self.curl("--write-out", "\n%{http_code}", *body, f"{SITE}/api/v1/session?token=1")
        body, _, status = said.rpartition("\n")
        answer = json.loads(body)
        return int(status), answer.get("code") or answer

    def run_block(self, block):
        """Runs one block of the page, and tells how that went. Returns what was said."""
        begun = time.monotonic()
        said = self.typed(block.text)
        took = time.monotonic() - begun
        self.seconds += took
        self.tell(f"\n# {block.page}:{block.line}, {took:.1f} s\n{said.rstrip()}")
        (phrases,) = [phrases for beginning, phrases in SEEN.items() if block.text.startswith(beginning)]
        for phrase in phrases:
            self.assertIn(f"`{phrase}`", pages.text_of(PAGE))
            self.assertIn(phrase, said)
        return said

    def test_a_new_host_is_done_in_ten_minutes(self):
        blocks = [block for block in pages.blocks_of(PAGE, pages.text_of(PAGE)) if block.language == "sh"]
        self.machine("".join(block.text for block in blocks))
        said = {}
        for block in blocks:
            first = block.text.partition("\n")[0]
            if first == "deploy/package":
                self.assertRegex(block.text, rf"^deploy/package\nscp .build/package/tilerace.deb {re.escape(NAME)}:\n$")
                self.tell(f"\n# {PAGE}:{block.line}, in place of it: the package was made before, and lies in the user's home.")
            elif first.startswith("sudo certbot"):
                self.assertIn(f"--webroot-path /var/www/html --domain {NAME} ", first)
                token = self.certificate()
                self.tell(f"\n# {PAGE}:{block.line}, in place of it: a certificate of the test's own.")
            else:
                said[first.partition(" $(")[0]] = self.run_block(block)
            if first.startswith("sudo install -d"):
                # Who comes after the backup is not in it.
                invitation = re.search(rf"(?m)^{SITE}/#invite=([\w-]{{22}})$", "".join(said.values()))[1]
                status, late = self.enter(invitation=invitation)
                self.assertEqual(status, 201, late)
                listed = self.root.inside("tilerace", "invite", "--list", "--config", "/etc/tilerace/tilerace.conf")
                self.assertIn("for 29 more", listed)
        self.tell(f"\n# All of it took {self.seconds:.0f} s.")
        self.assertLess(self.seconds, 600)
        restored = next(text for first, text in said.items() if first.startswith("sudo systemctl stop"))
        self.restored(restored, late)
        self.served(token, invitation)

    def restored(self, said, late):
        """The backup is what the server goes on from: the two words are there, and nothing of what came later."""
        self.assertIn("for 30 more", said)
        for days, word in ((7, "maple"), (14, "river")):
            day = self.root.inside("date", f"--date={days} days", "+%F").strip()
            self.assertRegex(said, rf"(?m)^.*{day}.*\b{word}\b")
        found = self.curl(
            "--write-out", "%{http_code}", "--output", "/dev/null", "--header", f"Authorization: Bearer {late['token']}",
            f"{SITE}/api/v1/me/export")
        self.assertNotEqual(found, "200")

    def served(self, token, invitation):
        """The page answers below its path over HTTPS alone, and lets in who has the password or the invitation."""
        self.assertIn('data-site="/tilerace"', self.curl(f"{SITE}/"))
        self.assertEqual(self.enter(), (403, "password_needed"))
        self.assertEqual(self.enter(password="friday knots"), (403, "wrong_password"))
        self.assertEqual(self.enter(password=PASSWORD)[0], 201)
        self.assertEqual(self.enter(invitation=invitation)[0], 201)
        _, upgraded = self.root.inside(
            "curl", "--silent", "--include", "--http1.1", "--max-time", "2", "--header", "Connection: Upgrade", "--header", "Upgrade: websocket",
            "--header", "Sec-WebSocket-Version: 13", "--header", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "--header",
            "Sec-WebSocket-Protocol: tilerace.v1", "--header", f"Origin: https://{NAME}", f"{SITE}/api/v1/socket", check=False)
        self.assertRegex(upgraded, r"^HTTP/1.1 101 ")
        moved = self.curl("--output", "/dev/null", "--write-out", "%{http_code} %{redirect_url}", f"http://{NAME}/tilerace/")
        self.assertEqual(moved, f"308 {SITE}/")
        # Renewals go on as the first certificate came.
        self.assertEqual(self.curl(f"http://{NAME}{token}"), "answer")
        journal = self.root.inside("journalctl", "--unit", "tilerace", "--no-pager", "--output", "cat")
        self.assertIn("Kites is serving.", journal)
        for fault in ("origin_refused", "proxy_not_trusted"):
            self.assertNotIn(fault, journal)
        # Nobody reaches the server's own port from outside.
        self.assertIn("127.0.0.1:8080", self.root.inside("systemctl", "show", "tilerace.socket", "--property=Listen"))


if __name__ == "__main__":
    unittest.main()
