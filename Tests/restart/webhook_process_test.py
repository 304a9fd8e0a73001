"""Webhooks of a real server: what a receiver on this machine is sent, by a server that is killed in between, and by hand.

    TILERACE_BINARY=.build/debug/tilerace python3 -m unittest discover --start-directory Tests/restart --pattern webhook_process_test.py

Needs libcurl, and else the standard library.
"""

import hashlib
import json
import signal
import subprocess
import time
import unittest
from pathlib import Path

# It has the folder of what tests share looked through.
from process_test import BINARY, PATIENCE, ProcessTest
import receiver

SECRET = "a secret of the tests, which is long enough"
BODY = '{"text":"Friday Kites: the day is over"}'


class WebhookTest(ProcessTest):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o700)
        self.receiver = receiver.listen()
        self.addCleanup(self.receiver.server_close)
        self.addCleanup(self.receiver.shutdown)
        self.address = f"http://127.0.0.1:{self.receiver.server_port}/hooks/1"
        (self.folder / "webhook-secret").write_text(SECRET + "\n")
        (self.folder / "webhook-secret").chmod(0o600)
        self.settings = ("--webhook", self.address, "--webhook-rooms", "KYTE7")

    def spool(self, key="5b0c51a6ab1f2e7d9c3f4b8a1d2e6f70"):
        """Puts a delivery where a server has it that died before it was sent."""
        name = f"{key}-{hashlib.sha256(self.address.encode()).hexdigest()[:8]}"
        waiting = self.folder / "webhooks" / "waiting"
        waiting.mkdir(parents=True, mode=0o700, exist_ok=True)
        (waiting / f"{name}.json").write_text(json.dumps({
            "id": key, "event": "day_over", "address": self.address, "body": BODY, "made": 1, "tries": 0, "next": 0, "reason": ""}))
        return name

    def got(self):
        headers, body = self.receiver.got.get(timeout=PATIENCE)
        self.assertTrue(receiver.is_signed(headers["Tilerace-Signature"], body, SECRET.encode()), headers["Tilerace-Signature"])
        self.assertEqual(body.decode(), BODY)
        self.assertEqual(headers["Content-Type"], "application/json")
        self.assertEqual(headers["Tilerace-Event"], "day_over")
        return headers["Idempotency-Key"]

    def webhook(self, *words):
        done = subprocess.run([BINARY, "webhook", *words, "--data", str(self.folder)], capture_output=True, text=True,
                              timeout=PATIENCE)
        return done.returncode, done.stdout.strip(), done.stderr.strip()

    def eventually(self, condition):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)

    def test_a_kill_in_mid_delivery_has_it_delivered_again_under_the_same_key(self):
        self.spool()
        server = self.start(*self.settings)
        self.receiver.answers.put(None)
        key = self.got()
        server.kill()
        self.receiver.answers.put(204)
        server.start()
        self.assertEqual(self.got(), key)
        self.eventually(lambda: not any((self.folder / "webhooks" / "waiting").iterdir()))
        self.assertEqual(self.webhook("list"), (0, "Nothing waits, and there is no dead letter.", ""))

    def test_a_dead_letter_is_shown_and_sent_again_by_hand(self):
        name = self.spool()
        self.receiver.answers.put(404)
        self.start(*self.settings)
        self.got()
        self.eventually(lambda: "dead" in self.webhook("list")[1])
        status, said, _ = self.webhook("list")
        self.assertEqual(status, 0)
        self.assertRegex(said, rf"^{name}  dead  day_over  1970-01-01T00:00:00Z  1 try: the receiver answered 404$")
        self.assertEqual(self.webhook("show", name), (0, BODY, ""))
        self.receiver.answers.put(200)
        self.assertEqual(self.webhook("resend", "--all"), (0, "To be sent again: 1.", ""))
        self.got()
        self.eventually(lambda: self.webhook("list")[1].startswith("Nothing waits"))
        self.assertEqual(self.webhook("drop", name)[0], 1)

    def test_a_receiver_is_tried_by_hand_and_the_spool_is_left_alone(self):
        name = self.spool()
        settings = self.folder / "settings"
        settings.write_text(f"webhook = {self.address}\nwebhook-rooms = KYTE7\n")
        for status in (204, 404):
            self.receiver.answers.put(status)
        code, said, _ = self.webhook("test", "--config", str(settings))
        self.assertEqual((code, said), (0, f"http://127.0.0.1:{self.receiver.server_port} answered 204: it took the test."))
        headers, body = self.receiver.got.get(timeout=PATIENCE)
        self.assertTrue(receiver.is_signed(headers["Tilerace-Signature"], body, SECRET.encode()), headers["Tilerace-Signature"])
        self.assertIs(json.loads(body)["test"], True)
        code, said, _ = self.webhook("test", "--config", str(settings))
        self.assertEqual(code, 1)
        self.assertIn("did not take the test: the receiver answered 404. Look at the address", said)
        self.receiver.shutdown()
        self.receiver.server_close()
        code, said, _ = self.webhook("test", "--config", str(settings))
        self.assertEqual(code, 1)
        self.assertIn("Look whether the receiver runs", said)
        # A trial is no delivery.
        self.assertRegex(self.webhook("list")[1], rf"\A{name}  waits  day_over  1970-01-01T00:00:00Z  0 tries\Z")
        self.assertEqual(self.webhook("test")[0], 1)

    def test_who_hangs_up_cannot_end_the_server_by_a_signal(self):
        server = self.start(*self.settings)
        status = dict(line.split(":", 1) for line in Path(f"/proc/{server.pid}/status").read_text().splitlines())
        self.assertTrue(int(status["SigIgn"], 16) >> (signal.SIGPIPE - 1) & 1)

    def test_nothing_is_sent_where_the_receiver_is_not_on_this_machine_and_speaks_no_https(self):
        with self.assertRaisesRegex(RuntimeError, "is not https"):
            self.start("--webhook", "http://192.0.2.1/", "--webhook-rooms", "KYTE7")


if __name__ == "__main__":
    unittest.main()
