"""Webhooks of the packaged server, under the unit of its service: the commands of docs/webhooks.md on a clean machine with systemd.

    TILERACE_STATIC=.build/static/release/tilerace python3 -m unittest discover --start-directory Tests/package --pattern webhook_test.py

Needs root, debootstrap, and the packages of Debian. Tests/restart/webhook_process_test.py has what needs no unit.
"""

import json
import re
import select
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from clean_root import PATIENCE
from debian_package import ROOT
from installed import DATA, SETTINGS, InstalledTest

sys.path.insert(0, str(ROOT / "Tests/realserver"))

import receiver  # noqa: E402
import self_signed  # noqa: E402

PAGE = "docs/webhooks.md"
NAME = "chat.example"
# The same time of the day in both, summer and winter, on two days that follow each other.
TODAY, TOMORROW = "Pacific/Pago_Pago", "Pacific/Tongatapu"
# The data folder, where DynamicUser= has it.
HOOKS = "/var/lib/private/tilerace/webhooks"


class WebhookTest(InstalledTest):
    def receive(self, *statuses):
        """Begins a receiver in the network of the machine, which believes it."""
        folder = Path(tempfile.mkdtemp(prefix="tilerace-receiver-"))
        self.addCleanup(shutil.rmtree, folder)
        certificate, key = folder / "certificate.pem", folder / "key.pem"
        self_signed.write(certificate, key, NAME)
        self.root.trust(receiver=certificate.read_text())
        self.receiver = subprocess.Popen(
            [*self.root.network(), "python3", receiver.__file__, "443", certificate, key, *map(str, statuses)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, bufsize=0)
        self.addCleanup(self.receiver.stdout.close)
        self.addCleanup(self.receiver.wait, PATIENCE)
        self.addCleanup(self.receiver.kill)
        self.assertEqual(self.heard(), {"listening": True})

    def heard(self):
        """The next that the receiver says."""
        ready, _, _ = select.select([self.receiver.stdout], [], [], PATIENCE)
        self.assertTrue(ready, self.journal())
        return json.loads(self.receiver.stdout.readline())

    def delivery(self):
        """The key and the body of the next delivery, which is signed."""
        heard = self.heard()
        fields, body = heard["fields"], heard["body"]
        secret = (self.root.root / "var/lib/private/tilerace/webhook-secret").read_text().strip().encode()
        self.assertTrue(receiver.is_signed(fields["Tilerace-Signature"], body.encode(), secret), fields)
        self.assertEqual(fields["Tilerace-Event"], "day_over")
        return fields["Idempotency-Key"], json.loads(body)

    def listed(self):
        return self.root.inside("tilerace", "webhook", "list", "--data", DATA)

    def test_a_day_is_told_and_what_was_refused_is_sent_again(self):
        self.root.inside("apt-get", "update")
        self.install(1)
        # While the network is still that of this machine.
        self.apt("install", "libcurl4", "ca-certificates")
        self.root.hosts(NAME)
        settings = self.root.root / SETTINGS.lstrip("/")
        with settings.open("a") as file:
            file.write(f"zone = {TODAY}\n")
        self.root.boot()
        room = self.visit(8080, "room")["room"]
        self.receive(200, 404, 200)
        self.assertIn("All is well", self.paste(PAGE, "sudo apt-get install --yes libcurl4", KYTE7=room))
        self.assertEqual(self.active(), "active", self.journal())
        # Root tries it, with the service's address and secret.
        self.assertIn("answered 200: it took the test.", self.paste(PAGE, "sudo tilerace webhook test"))
        self.assertTrue(self.delivery()[1]["text"].startswith("This is a test of the webhook."))
        # What was before is told to nobody.
        self.eventually(lambda: self.exists(f"{HOOKS}/told"))
        self.assertEqual(self.listed(), "Nothing waits, and there is no dead letter.\n")

        # Midnight, for a server that was down then.
        text = settings.read_text()
        self.assertIn(TODAY, text)
        settings.write_text(text.replace(TODAY, TOMORROW))
        self.root.inside("systemctl", "restart", "tilerace")
        key, body = self.delivery()
        self.assertEqual(list(body), ["text"])
        self.assertTrue(body["text"].startswith("Friday Kites: the day is over"), body)
        self.eventually(lambda: "dead" in self.listed())
        self.assertRegex(self.listed(), rf"^{key}-[0-9a-f]{{8}}  dead  day_over  .*  1 try: the receiver answered 404\n$")
        (dead,) = (self.root.root / f"{HOOKS}/dead".lstrip("/")).iterdir()
        self.assertEqual(self.root.inside("stat", "--format", "%a %U", f"{HOOKS}/dead/{dead.name}"), "600 tilerace\n")
        self.assertRegex(self.journal(), r"webhook_dead")

        said = self.paste(PAGE, "sudo tilerace webhook list")
        self.assertTrue(said.endswith("To be sent again: 1.\n"), said)
        self.assertEqual(self.delivery(), (key, body))
        self.eventually(lambda: self.listed().startswith("Nothing waits"))
        self.assertEqual(self.active(), "active")
        # Addresses are secrets.
        self.assertNotRegex(self.journal() + self.root.inside("tilerace", "config", "print", "--config", SETTINGS), re.escape(f"{NAME}/hooks"))


if __name__ == "__main__":
    unittest.main()
