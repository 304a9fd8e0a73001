"""What somebody pastes who runs an installed server."""

import hashlib
import json
import re
import sqlite3
import unittest
import urllib.error
import urllib.request
from contextlib import closing

import pages
import receiver
from claims import runs
from machine import PROGRAM, ReaderTest
from server_process import PATIENCE, free_port
from test_install import certificate



class Operate(ReaderTest):
    @runs("docs/operations.md", "sudo systemctl restart")
    def test_a_restart_keeps_the_port(self, block):
        self.install()
        listener, before = self.machine.supervisor.listener, self.machine.supervisor.process.pid
        self.installed(block)
        self.assertIs(self.machine.supervisor.listener, listener)
        self.assertNotEqual(self.machine.supervisor.process.pid, before)
        self.assertTrue(self.fetch("/")[0].startswith("HTTP/1.1 200"))

    @runs("docs/backups.md", "sudo install -d -m 700 /backups")
    @runs("docs/backups.md", "sudo systemctl stop")
    @runs("docs/doctor.md", "sudo tilerace doctor")
    def test_a_backup_is_restored_and_sound(self, backup, restore, doctor):
        self.install()
        root = self.machine.root
        said = self.installed(backup)
        (written,) = (root / "backups").iterdir()
        self.assertIn(f"{written} has everything that is in {root}/var/lib/tilerace.", said)
        self.assertEqual(written.stat().st_mode & 0o777, 0o600)
        seed = root / "var/lib/tilerace/seed"
        kept = seed.read_bytes()
        seed.write_bytes(b"0" * len(kept))
        # Midnight may have come since.
        said = self.installed(restore, changes={"tilerace-2026-11-21": written.name})
        self.assertIn("has everything that is in", said)
        self.assertEqual(seed.read_bytes(), kept)
        self.assertNotEqual((root / "var/lib/tilerace-before/seed").read_bytes(), kept)
        self.assertTrue(self.fetch("/")[0].startswith("HTTP/1.1 200"))
        self.installed(doctor)
        self.assertEqual(self.machine.supervisor.mode_of_state(), 0o700)

    @runs("docs/identity.md", "sudo tilerace rotate-key")
    def test_a_new_key_signs(self, block):
        self.install()
        self.installed(block)
        self.eventually(lambda: "session_keys_read_again" in self.machine.supervisor.log.read_text())
        self.assertIn("keys=2", self.machine.supervisor.log.read_text())
        # What the page says of it below.
        self.assertIn("`tilerace rotate-key --forget 1`", pages.text_of("docs/identity.md"))
        self.installed("sudo tilerace rotate-key --forget 1 --data /var/lib/tilerace")

    @runs("docs/private-server.md", "sudo tilerace set-password")
    @runs("docs/private-server.md", "access = password")
    def test_a_private_server(self, command, setting):
        self.install()
        # Whoever pastes the command types the password: it is no part of what the shell remembers.
        self.assertNotRegex(command.text, r"kites|<|\||printf|echo")
        said = self.installed(command, typed="friday kites\n")
        self.assertIn("The password is set.", said)
        self.assertNotIn("kites", said)
        kept = self.machine.root / "var/lib/tilerace/password"
        self.assertEqual(kept.stat().st_mode & 0o777, 0o600)
        self.assertNotIn("kites", kept.read_text())
        (self.repository / "settings").write_text(setting.text)
        data = self.repository / "data"
        data.mkdir(mode=0o700)
        serve = f"{PROGRAM} serve --config settings --data data --port {free_port()}"
        self.assertIn("no password is set", self.paste(serve, status=1))
        (data / "password").write_bytes(kept.read_bytes())
        (data / "password").chmod(0o600)
        port, interrupt = self.serve(serve)
        head, body = self.fetch("/api/v1/today", port)
        self.assertTrue(head.startswith("HTTP/1.1 403"), head)
        self.assertIn(b"password_needed", body)
        interrupt()

    @runs("docs/private-server.md", "sudo tilerace invite")
    def test_an_invitation_is_made_listed_and_taken_back(self, block):
        self.install()
        self.add_setting("public-address = https://play.example.org/tilerace")
        said = self.installed(block)
        self.assertRegex(said, r"(?m)^https://play\.example\.org/tilerace/#invite=[\w-]{22}\nInvitation 1: for 30 newcomers, until \d{4}-\d\d-\d\d\.\n")
        self.assertRegex(said, r"\n1  for 30 more, until \d{4}-\d\d-\d\d  Class 7b\n")
        self.assertTrue(said.rstrip().endswith("Invitation 1 is taken back."), said)

    @runs("docs/classroom.md", "access = classroom")
    @runs("docs/classroom.md", "sudo tilerace classroom add")
    @runs("docs/classroom.md", "sudo tilerace classroom list")
    def test_a_class_is_added_printed_and_changed(self, setting, add, change):
        self.install()
        self.add_setting("public-address = https://play.example.org")
        said = self.installed(add)
        for line in (r"1  Ms Ada  \(teacher\)", r"2  Mika", r"3  Noor B", r"4  Chidi"):
            code = r"[A-Z2-9]{4}-[A-Z2-9]{4}"
            self.assertRegex(said, rf"{line}\n   Code ({code})\n   https://play\.example\.org/#code={code}\n")
        codes = re.findall(r"Code (\S+)", said)
        said = self.installed(change)
        self.assertIn("1  Ms Ada  (teacher)\n2  Mika\n3  Noor B\n4  Chidi\n", said)
        self.assertNotIn(codes[2], said)
        renewed = re.findall(r"Code (\S+)", said)
        self.assertEqual(len(renewed), 1)
        self.assertTrue(said.rstrip().endswith("Taken off the roster: 4."), said)
        kept = self.machine.root / "var/lib/tilerace/classroom"
        self.assertEqual(kept.stat().st_mode & 0o777, 0o600)
        (self.repository / "settings").write_text(setting.text)
        data = self.repository / "data"
        data.mkdir(mode=0o700)
        (data / "classroom").write_bytes(kept.read_bytes())
        (data / "classroom").chmod(0o600)
        port, interrupt = self.serve(f"{PROGRAM} serve --config settings --data data --port {free_port()}")
        for code, status in ((codes[1], 200), (renewed[0], 200), (codes[2], 403), (codes[3], 403)):
            request = urllib.request.Request(
                f"http://127.0.0.1:{port}/api/v1/session", data=json.dumps({"code": code}).encode(),
                headers={"Content-Type": "application/json"})
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    self.assertEqual(answer.status, status, code)
            except urllib.error.HTTPError as error:
                self.assertEqual(error.code, status, code)
        interrupt()

    @runs("docs/webhooks.md", "webhook = https")
    @runs("docs/webhooks.md", "sudo tilerace webhook list")
    def test_webhooks_are_set_and_dead_letters_are_sent_again(self, setting, block):
        self.install()
        dead = self.machine.root / "var/lib/tilerace/webhooks/dead"
        self.installed("sudo tilerace webhook list --data /var/lib/tilerace")
        address = "https://chat.example/hooks/1"
        name = f"{'0' * 32}-{hashlib.sha256(address.encode()).hexdigest()[:8]}"
        (dead / f"{name}.json").write_text(json.dumps(
            {"id": "0" * 32, "event": "record", "address": address, "body": "{}", "made": 1, "tries": 8, "next": 0, "reason": "no"}))
        said = self.installed(block)
        self.assertIn(f"{name}  dead  record", said)
        self.assertTrue(said.rstrip().endswith("To be sent again: 1."), said)
        (self.repository / "settings").write_text(setting.text)
        data = self.repository / "data"
        port, interrupt = self.serve(f"{PROGRAM} serve --config settings --data data --port {free_port()}")
        self.assertTrue(self.fetch("/", port)[0].startswith("HTTP/1.1 200"))
        self.assertEqual((data / "webhook-secret").stat().st_mode & 0o777, 0o600)
        # What the page says of it.
        self.assertIn("`webhook-secret` in the data folder", pages.text_of("docs/webhooks.md"))
        interrupt()

    @runs("docs/webhooks.md", "sudo tilerace webhook test")
    def test_a_webhook_is_tried_before_midnight(self, block):
        self.install()
        server = receiver.listen()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        address = f"http://127.0.0.1:{server.server_port}"
        for line in (f"webhook = {address}/hooks/1", "webhook-rooms = KYTE7", "webhook-format = text"):
            self.add_setting(line)
        server.answers.put(204)
        self.assertEqual(self.installed(block), f"{address} answered 204: it took the test.\n")
        fields, body = server.got.get(timeout=PATIENCE)
        self.assertTrue(json.loads(body)["text"].startswith("This is a test of the webhook."), body)
        secret = (self.machine.root / "var/lib/tilerace/webhook-secret").read_text().strip().encode()
        self.assertTrue(receiver.is_signed(fields["Tilerace-Signature"], body, secret), fields)
        server.answers.put(404)
        self.assertIn("there is no webhook at its path", self.installed(block, status=1))

    @runs("docs/proxies.md", "trusted-proxies")
    def test_a_file_of_settings_is_read(self, block):
        (self.repository / "settings").write_text(block.text)
        command = f"{PROGRAM} serve --config settings --port {free_port()}"
        port, interrupt = self.serve(command)
        # Whoever asks from a proxy that is trusted came by HTTPS if the proxy says so.
        head, body = self.fetch("/api/v1/address?scheme=https", port, "X-Forwarded-Proto: https", "X-Forwarded-For: 192.0.2.7")
        self.assertTrue(head.startswith("HTTP/1.1 200"), head)
        self.assertNotIn("proxy_not_trusted", interrupt())
        (self.repository / "settings").write_text("untrusted" + block.text)
        self.assertIn("untrusted", self.paste(command, status=1))

    @runs("docs/page-files.md", "find web")
    def test_every_script_and_style_is_packed(self, block):
        self.paste(block)
        web = self.repository / "web"
        files = [path for path in web.rglob("*") if path.suffix in (".css", ".js")]
        self.assertGreater(len(files), 50)
        for path in files:
            self.assertTrue(path.with_name(f"{path.name}.br").exists(), path)
        # The server takes the folder with them.
        port, interrupt = self.serve(f"{PROGRAM} serve --port {free_port()}")
        self.assertTrue(self.fetch("/", port)[0].startswith("HTTP/1.1 200"))
        interrupt()


class Refusals(ReaderTest):
    """The sentences of “When it does not start”, each provoked where that takes no more than a moment."""

    def refused(self, sentence, arguments, before=""):
        """Has the program refuse to start with a sentence that the page has; `…` stands for anything."""
        page = pages.text_of("docs/operations.md").partition("## When it does not start")[2].partition("\n## ")[0]
        self.assertIn(f"`{sentence}`", page)
        said = self.paste(f"{before}{PROGRAM} serve {arguments}", status=1)
        place = 0
        for part in sentence.split("…"):
            place = said.find(part.strip(), place)
            self.assertGreaterEqual(place, 0, f"{sentence}: {said}")

    def test_ports_and_addresses(self):
        port, interrupt = self.serve(f"{PROGRAM} serve --port {free_port()}")
        self.refused("cannot listen on …: another program listens there already", f"--port {port} --data other")
        self.refused("cannot listen on …: this machine has no such address", "--address 203.0.113.77 --data other")
        interrupt()
        self.refused(
            "metrics-address: … is an address of port, which the server itself has",
            f"--port {port} --metrics-address 127.0.0.1:{port} --data other")
        self.refused(
            "inherited descriptor 3 (…) must be a listening TCP socket", "--port 0",
            before="exec 3</dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec ")

    def test_keys_and_schemas(self):
        certificate(self.repository)
        (self.repository / "privkey.pem").chmod(0o644)
        self.refused("tls-key: … can be read by others than its owner", "--port 0 --tls-certificate fullchain.pem --tls-key privkey.pem")
        self.serve(f"{PROGRAM} serve --port {free_port()}")[1]()
        with closing(sqlite3.connect(self.repository / "data" / "tilerace.db")) as database:
            database.execute("PRAGMA user_version = 1000000")
        self.refused("the data was written by a newer tilerace", "--port 0")

    def test_folders_and_files(self):
        data = self.repository / "data"
        self.serve(f"{PROGRAM} serve --port {free_port()}")[1]()
        data.chmod(0o777)
        self.refused("data folder: … can be written to by others than its owner (mode 777)", "--port 0")
        data.chmod(0o700)
        seed = (data / "seed").rename(self.repository / "seed")
        self.refused("data folder: … has a database and no seed", "--port 0")
        seed.rename(data / "seed")
        for written, sentence in [
                (b"U" * 8_192, "tilerace.db is damaged"),
                ((self.backup()).read_bytes(), "tilerace.db is not a Tilerace database")]:
            for path in data.glob("tilerace.db*"):
                path.unlink()
            (data / "tilerace.db").write_bytes(written)
            (data / "tilerace.db").chmod(0o600)
            self.refused(sentence, "--port 0")

    def backup(self):
        other = self.repository / "whole"
        self.serve(f"{PROGRAM} serve --port {free_port()} --data whole")[1]()
        self.paste(f"{PROGRAM} backup {other}.backup --data whole")
        return other.with_name("whole.backup")


if __name__ == "__main__":
    unittest.main()
