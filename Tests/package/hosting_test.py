"""Follows docs/hosting.md as a new host would: runs each of its commands, in their order, on a clean machine with systemd.

    TILERACE_STATIC=.build/static/release/tilerace python3 -m unittest discover --start-directory Tests/package --pattern hosting_test.py

Needs root, debootstrap, and the packages of Debian. test-output/hosting.txt gets every command with its answer and its time.

The machine is a fresh Debian with systemd, its bus, sudo, and a user who may use it. What is not as on the page, and why:

- `deploy/package` and `scp`: the package is made of a program that was built before, and laid into the user's home.
- Each block gets a shell of its own, which has the variables that blocks before it have set.
- `certbot` asks an authority on that machine, which it trusts, as Let's Encrypt cannot ask a machine without a network. Its settings
  name that one; the host answers its questions on the terminal.
- The name play.example.org stands in /etc/hosts.
- The machine has no network, so the packages of Debian are fetched before, and `apt-get update` finds the lists that are there. The
  fetching counts towards the ten minutes.
- The password is typed on a terminal, and nobody has to give one to sudo.

Before the restore of the page is run, it is run with backups that cannot be restored, as a shell at a terminal does: on after a fault.
"""

import json
import os
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import certbot
import debian_package
from clean_root import PATIENCE, CleanRoot
from debian_package import ROOT
from installed import BINARY, CACHE, DATA, pages

TRANSCRIPT = ROOT / "test-output/hosting.txt"
PAGE = "docs/hosting.md"
NAME = "play.example.org"
SITE = f"https://{NAME}/tilerace"
PASSWORD = "friday kites"
# The password of the user of the machine is asked for by no command.
SUDOERS = "host ALL=(ALL:ALL) NOPASSWD: ALL\n"
APT = 'Acquire::Retries "0";\n'
BEFORE = f"{DATA}-before"
# Where the page has the server make backups by itself.
BACKUPS = "/var/lib/private/tilerace-backups"
# How the page brings back what was there before a restore that failed. It stands in a sentence.
WAY_BACK = f"sudo test -e {BEFORE}/seed && sudo find {DATA}/ -mindepth 1 -delete && sudo cp --archive {BEFORE}/. {DATA}/"
# What programs ask on the terminal, and what the host types. The last question of certbot is whether the address may be
# passed on.
ANSWERS = {
    b"Password: ": PASSWORD, b"Once more: ": PASSWORD, b"(Enter 'c' to cancel): ": certbot.EMAIL, b"(Y)es/(N)o: ": "Y",
    b"Word: ": "river",
}
# Seconds for one block.
BLOCK_PATIENCE = 600
# What the page says that one sees, by the beginning of the block. Each is on the page, in backticks.
SEEN = {
    "sudo mkdir -p": ["active"],
    "sudo tilerace set-password": ["The password is set."],
    "sudo tee --append": ["All is well"],
    "sudo systemctl restart": ['"status":"ready"'],
    "sudo certbot": ["Successfully received certificate"],
    "sudo tee /etc/nginx": ["test is successful", "HTTP/1.1 200"],
    "first=": [],
    "sudo tilerace invite": [],
    "backup=": ["has everything"],
    "sudo ls": ["All is well"],
    "sudo rm -r": [],
    "curl --fail": ['"status":"ready"'],
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
        self.write("/etc/apt/apt.conf.d/offline", APT)
        self.write("/home/host/variables", "")
        self.root.inside("chown", "host", "/home/host/variables")
        self.root.hosts(NAME)
        shutil.copy(self.package, self.root.root / "home/host/tilerace.deb")
        (wanted,) = re.findall(r"(?m)^sudo apt-get install --yes (.*)$", commands)
        begun = time.monotonic()
        self.root.inside("sh", "-c", f"cd /home/host && apt-get install --yes --download-only {wanted}")
        self.seconds += time.monotonic() - begun
        self.tell(f"# The packages of Debian were fetched in {self.seconds:.0f} s, before the machine lost its network.")
        self.assertIn(self.root.boot(), ("running", "degraded"))

    def typed(self, text, goes_on=False):
        """Runs lines in a terminal of the machine's user, who answers what is asked. Returns what the terminal showed.

        A line that fails is a fault, or with `goes_on` the next one follows, as in a shell that somebody types into."""
        kept = "".join(f"declare -p {name} >>variables\n" for name in re.findall(r"(?m)^(\w+)=", text) if not goes_on)
        self.write("/home/host/step", f". ./variables\n{text}{kept}")
        flags = "-v" if goes_on else "-ev"
        shell = subprocess.Popen(
            ["nsenter", "--target", str(self.root.first), "--all", "runuser", "-l", "host", "-c",
             f"script --quiet --return --command 'bash {flags} step' /dev/null"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0)
        self.addCleanup(shell.stdout.close)
        self.addCleanup(shell.kill)
        said, deadline = b"", time.monotonic() + BLOCK_PATIENCE
        while True:
            ready, _, _ = select.select([shell.stdout], [], [], max(0.0, deadline - time.monotonic()))
            self.assertTrue(ready, f"it waits after {BLOCK_PATIENCE} s: {said.decode(errors='replace')}")
            part = shell.stdout.read(4_096)
            if not part:
                break
            said += part
            for question, answer in ANSWERS.items():
                if said.endswith(question):
                    shell.stdin.write(f"{'N' if b'Frontier' in said else answer}\n".encode())
        shell.stdin.close()
        shown = said.decode().replace("\r\n", "\n")
        status = shell.wait(PATIENCE)
        if not goes_on:
            self.assertEqual(status, 0, f"{shown}\n{self.journal()}")
        return shown

    def variable(self, name):
        """What a variable is that a block of the page has set."""
        kept = (self.root.root / "home/host/variables").read_text()
        return re.search(rf'(?m)^declare -- {name}="([^"]*)"$', kept)[1]

    def state(self):
        return self.root.inside("systemctl", "is-active", "tilerace", check=False)[1].strip()

    def seed(self, folder=DATA):
        """A digest of the secret of the server whose data is in a folder."""
        return self.root.inside("sha256sum", f"{folder}/seed").split()[0]

    def restores_that_fail(self, block):
        """Nobody loses data who pastes the restore with a backup that is missing or damaged, or once more after that."""
        def paste(backup):
            said = self.typed(f"backup={backup}\n{block.text}", goes_on=True)
            self.tell(f"\n# With the backup “{backup}”:\n{said.rstrip()}")

        seed = self.seed()
        for missing in ("/backups/missing", ""):
            paste(missing)
            self.assertEqual((self.seed(), self.state()), (seed, "active"))
            self.assertNotEqual(self.root.inside("test", "-e", BEFORE, check=False)[0], 0)
        self.write("/backups/damaged", "U" * 8_192)
        (self.root.root / "backups/damaged").chmod(0o600)
        # The second time finds the folder of the first, and leaves it as it is.
        for _ in range(2):
            paste("/backups/damaged")
            self.assertEqual((self.seed(BEFORE), self.state()), (seed, "inactive"))
        self.assertIn(f"`{WAY_BACK}`", pages.text_of(PAGE))
        self.assertIn("`sudo systemctl start tilerace.socket tilerace.service`", pages.text_of(PAGE))
        self.typed(f"{WAY_BACK}\nsudo systemctl start tilerace.socket tilerace.service\nsudo rm -r {BEFORE}\n")
        self.assertEqual((self.seed(), self.state()), (seed, "active"))

    def journal(self):
        return self.root.inside("journalctl", "--no-pager", "--lines", "60", "--output", "cat", check=False)[1]

    def start_authority(self):
        """What certbot is to ask."""
        folder = Path(tempfile.mkdtemp(prefix="tilerace-authority-"))
        self.addCleanup(shutil.rmtree, folder)
        self.addCleanup(certbot.authority(self.root, folder).close)

    def shown(self):
        """The certificates that nginx shows."""
        return self.curl("--output", "/dev/null", "--write-out", "%{certs}", f"{SITE}/")

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
            else:
                if first.startswith("sudo certbot"):
                    self.start_authority()
                if first.startswith("sudo ls"):
                    self.restores_that_fail(block)
                said[first] = self.run_block(block)
            if first.startswith("sudo mkdir -p"):
                # Nobody reaches the server from outside, from the first moment on.
                self.assertEqual(self.root.inside("systemctl", "show", "tilerace.socket", "--property=Listen").strip(),
                                 "Listen=127.0.0.1:8080 (Stream)")
            if first.startswith("backup="):
                # Who comes after the backup is not in it.
                invitation = re.search(rf"(?m)^{SITE}/#invite=([\w-]{{22}})$", "".join(said.values()))[1]
                status, late = self.enter(invitation=invitation)
                self.assertEqual(status, 201, late)
                listed = self.root.inside("tilerace", "invite", "--list", "--config", "/etc/tilerace/tilerace.conf")
                self.assertIn("for 29 more", listed)
        self.tell(f"\n# All of it took {self.seconds:.0f} s.")
        self.assertLess(self.seconds, 600)
        restored = next(text for first, text in said.items() if first.startswith("sudo ls"))
        self.restored(restored, late)
        self.served(invitation)
        self.kept_by_itself()
        self.renewed()

    def restored(self, said, late):
        """The backup is what the server goes on from: the two words are there, and nothing of what came later."""
        self.assertIn("for 30 more", said)
        for name, word in (("first", "maple"), ("second", "river")):
            self.assertRegex(said, rf"(?m)^.*{self.variable(name)}.*\b{word}\b")
        found = self.curl(
            "--write-out", "%{http_code}", "--output", "/dev/null", "--header", f"Authorization: Bearer {late['token']}",
            f"{SITE}/api/v1/me/export")
        self.assertNotEqual(found, "200")

    def kept_by_itself(self):
        """The server has made a backup by itself, under its unit, which doctor finds good; a look takes up to a minute."""
        deadline = time.monotonic() + BLOCK_PATIENCE
        while not list((self.root.root / BACKUPS.lstrip("/")).glob("tilerace-*")):
            self.assertLess(time.monotonic(), deadline, self.journal())
            time.sleep(1)
        said = self.root.inside("tilerace", "doctor", "--config", "/etc/tilerace/tilerace.conf", check=False)[1]
        for fault in ("tilerace-backups", "may not"):
            self.assertNotIn(fault, said)

    def served(self, invitation):
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
        journal = self.root.inside("journalctl", "--unit", "tilerace", "--no-pager", "--output", "cat")
        self.assertIn("Kites is serving.", journal)
        for fault in ("origin_refused", "proxy_not_trusted"):
            self.assertNotIn(fault, journal)
        # nginx itself refuses the figures.
        self.assertIn("<center>nginx", self.curl(f"{SITE}/metrics"))

    def renewed(self):
        """certbot's timer is set; what it does gets another certificate, by way of the nginx of the page, and nginx shows it."""
        self.assertEqual(self.root.inside("systemctl", "is-active", "certbot.timer").strip(), "active")
        before = self.shown()
        self.assertIn("-----BEGIN CERTIFICATE-----", before)
        self.root.inside("certbot", "renew", "--force-renewal", "--no-random-sleep-on-renew")
        deadline = time.monotonic() + PATIENCE
        while self.shown() == before:
            self.assertLess(time.monotonic(), deadline, self.journal())
            time.sleep(0.1)


if __name__ == "__main__":
    unittest.main()
