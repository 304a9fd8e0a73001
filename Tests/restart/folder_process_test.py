"""What commands say of a data folder that they may not look into, and of a disk that is full."""

import hashlib
import json
import os
import pty
import select
import subprocess
import time
import unittest

from data_process_test import BINARY, PATIENCE, ROOT, DataTest, run

# The user to whom nothing belongs.
NOBODY = 65534


class FolderTests(DataTest):
    def nobody(self, *arguments):
        """What a command says to a user to whom nothing of the server belongs."""
        try:
            done = subprocess.run(
                [BINARY, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT,
                user=NOBODY, group=NOBODY, extra_groups=[], check=False)
        except PermissionError:
            self.skipTest("the program is in a folder that not every user enters")
        return done.returncode, done.stdout + done.stderr

    @unittest.skipUnless(os.geteuid() == 0, "only root can be somebody else")
    def test_what_another_user_may_not_look_at_is_not_told_as_missing(self):
        self.make_folder()
        private = ("--data", self.data, "--access", "password")
        # First the data folder lies in one that is another user's, and then it is one itself.
        for mode in (0o700, 0o755):
            self.folder.chmod(mode)
            for code, arguments in [
                (1, ("invite", "--list", "--data", self.data)),
                (1, ("classroom", "list", "--data", self.data)),
                (1, ("webhook", "list", "--data", self.data)),
                (1, ("backup", "/tmp/none/backup", "--data", self.data)),
                (1, ("rotate-key", "--data", self.data)),
                (1, ("set-password", "--data", self.data)),
                (1, ("config", "check", *private)),
                (2, ("doctor", *private)),
            ]:
                with self.subTest(mode=oct(mode), command=arguments[0]):
                    ended, said = self.nobody(*arguments)
                    self.assertEqual(ended, code, said)
                    self.assertIn("is another user’s: run this as that user, or as root", said)
                    self.assertNotRegex(said, "There is nobody|There are no|is not there|no password")
            ended, said = self.nobody("serve", "--port", "0", *private)
            self.assertEqual(ended, 1, said)
            self.assertNotRegex(said, "is not there|no password")

    @unittest.skipUnless(os.geteuid() == 0, "only root can be somebody else")
    def test_root_follows_no_link_that_the_server_s_user_made(self):
        """`webhook` works in folders of the server's user: as root it would give that user whatever a link there names."""
        self.make_folder()
        # As the folder in which systemd keeps those of its dynamic users.
        self.folder.chmod(0o700)
        target = self.folder / "of-root"
        target.mkdir(mode=0o755)
        spool = self.data / "webhooks"
        for place in (self.data, *self.data.rglob("*")):
            os.chown(place, NOBODY, NOBODY)
        # Where nothing is wrong, what the command makes is the server's.
        code, said, _ = run("webhook", "list", "--data", self.data)
        self.assertEqual((code, said.strip()), (0, "Nothing waits, and there is no dead letter."))
        self.assertEqual({place.stat().st_uid for place in (spool, *spool.iterdir())}, {NOBODY})
        (spool / "waiting").rmdir()
        (spool / "waiting").symlink_to(target)
        os.chown(spool / "waiting", NOBODY, NOBODY, follow_symlinks=False)
        for arguments in (("list",), ("resend", "--all"), ("drop", "--all"), ("nonsense",)):
            code, _, said = run("webhook", *arguments, "--data", self.data)
            self.assertEqual(code, 1)
            self.assertIn("it must be a folder, and is none, or a link", said)
            self.assertEqual(target.stat().st_uid, 0, arguments)
            self.assertEqual(list(target.iterdir()), [])

    def small_disk(self):
        """A folder with room for 64 KiB."""
        small = self.folder / "small"
        small.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=64k,mode=700", "tilerace-test", small], capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("no file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", small], check=True)
        return small

    def fill(self, folder):
        """Leaves no room on the disk of a folder, and returns what takes it."""
        filler = folder / "filler"
        with open(filler, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                return filler

    def test_on_a_full_disk_nothing_changes_but_what_makes_room(self):
        data = self.small_disk() / "data"
        address = "https://a.example/"
        set_password = [BINARY, "set-password", "--data", data]
        subprocess.run(set_password, input="monday swifts\n", text=True, capture_output=True, check=True)
        dead = data / "webhooks" / "dead"
        self.assertEqual(run("webhook", "list", "--data", data)[0], 0)
        for number in range(2):
            delivery = {
                "id": f"{number:032}", "event": "record", "address": address, "body": "x" * 8000, "made": 1, "tries": 8, "next": 0,
                "reason": ""}
            name = f"{delivery['id']}-{hashlib.sha256(address.encode()).hexdigest()[:8]}"
            (dead / f"{name}.json").write_text(json.dumps(delivery))
        (password, acts), said = ((data / name).read_bytes() for name in ("password", "acts")), "No space left on device"
        self.fill(data)
        refused = subprocess.run(set_password, input="friday kites\n", text=True, capture_output=True, check=False)
        self.assertEqual(refused.returncode, 1)
        self.assertIn(said, refused.stderr)
        self.assertNotIn(".new-", refused.stderr)
        self.assertEqual((password, acts), ((data / "password").read_bytes(), (data / "acts").read_bytes()))
        self.assertEqual(run("webhook", "drop", "--all", "--data", data)[:2], (0, "Removed: 2.\n"))
        self.assertEqual(
            [line.split(" ")[1:] for line in (data / "acts").read_text().splitlines()],
            [["set-password", ""]] + [["drop-letter", f"{number:032}-{name[-8:]}"] for number in range(2)])

    def test_a_full_disk_is_told_by_its_place(self):
        self.make_folder()
        self.assertEqual(run("backup", self.backup, "--data", self.data)[0], 0)
        small = self.small_disk()
        for arguments in [("backup", small / "backup", "--data", self.data), ("restore", self.backup, "--data", small / "restored")]:
            said = self.refused(*arguments)
            self.assertRegex(said, rf"^tilerace: the copy failed: the disk of {small}[^ ]* is full\n$")
            self.assertFalse((small / "backup").exists() or (small / "backup.part").exists())

    def at_a_terminal(self, early, answers):
        """What a terminal shows of `set-password`, into which `early` is typed before it starts, and an answer once it asks."""
        ours, its = pty.openpty()
        self.addCleanup(os.close, ours)
        os.write(ours, early)
        asked = subprocess.Popen([BINARY, "set-password", "--data", self.data], stdin=its, stdout=its, stderr=its)
        self.addCleanup(asked.kill)
        os.close(its)
        shown, answers, deadline = b"", list(answers), time.monotonic() + PATIENCE
        while True:
            self.assertTrue(select.select([ours], [], [], max(0, deadline - time.monotonic()))[0], shown)
            try:
                part = os.read(ours, 4096)
            except OSError:
                break
            shown += part
            if answers and shown.endswith(b": "):
                os.write(ours, answers.pop(0))
        return asked.wait(PATIENCE), shown

    def test_a_password_typed_at_once_or_early_is_taken_and_not_shown(self):
        for _ in range(20):
            code, shown = self.at_a_terminal(b"", [b"kites at dawn\n", b"kites at dawn\n"])
            self.assertEqual(code, 0, shown)
            self.assertNotIn(b"kites", shown)
        # Pasted into the terminal before it has asked: the kernel shows it, as it shows all that nobody reads yet.
        self.assertEqual(self.at_a_terminal(b"kites at dusk\nkites at dusk\n", [])[0], 0)
        code, shown = self.at_a_terminal(b"", [b"kites at dawn\n", b"kites at noon\n"])
        self.assertEqual(code, 1)
        self.assertIn(b"not the same", shown)


if __name__ == "__main__":
    unittest.main()
