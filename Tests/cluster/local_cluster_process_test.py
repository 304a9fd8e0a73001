"""A cluster on this machine as people start it: `./run --cluster 3`, after the build.

    TILERACE_BINARY=.build/debug/tilerace python3 -m unittest discover --start-directory Tests/cluster --pattern '*_process_test.py'
"""

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "realserver"))
sys.path.insert(0, str(HERE.parents[1] / "deploy" / "cluster"))

from game_socket import GameSocket, new_guest  # noqa: E402
from local_cluster import LocalCluster  # noqa: E402
from programs import PATIENCE, free_port, status  # noqa: E402
from server_process import ROOT  # noqa: E402

BINARY = Path(os.environ.get("TILERACE_BINARY", ROOT / ".build" / "debug" / "tilerace")).resolve()
PROGRAM = ROOT / "deploy" / "cluster" / "local_cluster.py"


def commands():
    """The arguments of all processes, as everybody on the machine reads them."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            yield (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            # It has ended meanwhile.
            continue


class LocalClusterTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="tilerace-local-"))
        self.folder.chmod(0o711)
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.port = free_port()
        self.process = None
        self.addCleanup(self._end)

    def _end(self):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(PATIENCE)

    def start(self, *flags, nodes=3):
        """Starts it. Returns what it said until people can play, or until its end."""
        self.process = subprocess.Popen(
            [sys.executable, PROGRAM, "--binary", BINARY, "--folder", self.folder, "--nodes", str(nodes), "--port", str(self.port),
             *flags], stdout=subprocess.PIPE, text=True,
            # Whatever runs in a shell's background ignores Ctrl-C, and so would its children.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.addCleanup(self.process.stdout.close)
        said = ""
        for line in self.process.stdout:
            said += line
            if "Ctrl-C ends it" in line:
                break
        return said

    def stop(self):
        """Ctrl-C. Returns the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)

    def test_it_starts_is_played_on_ends_and_goes_on(self):
        said = self.start()
        self.assertIn(f"Play at http://127.0.0.1:{self.port}/", said)
        processes = [int(number) for number in re.findall(r"process (\d+)", said)]
        self.assertEqual(len(processes), 5, said)

        async def found():
            player, token = await new_guest(self.port)
            socket = await GameSocket.connect(self.port)
            await socket.request("hello", protocol=1, token=token)
            created = await socket.request("create_room", name="Friday Kites")
            socket.close()
            return player, token, created["room"]

        player, token, room = asyncio.run(found())
        password = (self.folder / "password").read_text().strip()
        self.assertFalse([command for command in commands() if password in command], "no password is an argument")
        for name in ("password", "seed", "session-key", "pgpass", "nats.conf", "nats-password"):
            self.assertEqual((self.folder / name).stat().st_mode & 0o777, 0o600, name)
        self.assertEqual(self.stop(), 0)
        for number in processes:
            self.assertFalse(Path(f"/proc/{number}").exists(), f"{number} is still there")

        self.assertIn("Play at", self.start())

        async def come_back():
            socket = await GameSocket.connect(self.port)
            welcome = await socket.request("hello", protocol=1, token=token)
            socket.close()
            return welcome

        welcome = asyncio.run(come_back())
        self.assertEqual(welcome["player"]["id"], player)
        self.assertEqual([known["room"] for known in welcome["rooms"]], [room])
        # A machine that dies is named, and the others go on.
        log = (self.folder / "logs" / "node1.log").read_text()
        self.assertNotIn(" error ", log)
        self.assertEqual(self.stop(), 0)

    def test_a_machine_that_dies_is_named_and_the_others_go_on(self):
        said = self.start(nodes=2)
        number = int(re.search(r"node 1: .*process (\d+)", said)[1])
        os.kill(number, signal.SIGKILL)
        line = ""
        while "has ended" not in line:
            line = self.process.stdout.readline()
            self.assertTrue(line, "it has ended")
        self.assertIn("node 1 has ended", line)
        deadline = time.monotonic() + PATIENCE
        while status(self.port, "/readyz") != 200:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)
        self.assertEqual(self.stop(), 0)

    def test_what_keeps_it_from_starting_is_said_and_nothing_is_left(self):
        with socket.create_server(("127.0.0.1", self.port)):
            said = self.start()
        self.assertEqual(self.process.wait(PATIENCE), 1)
        self.assertIn(f"somebody listens at port {self.port} already", said)
        said = self.start("--zone", "Nowhere/Land")
        self.assertEqual(self.process.wait(PATIENCE), 1)
        self.assertIn("node 1 has ended", said)
        self.assertIn("Nowhere/Land", said)
        self.assertFalse([command for command in commands() if str(self.folder) in command])

    def test_ctrl_c_while_the_database_is_made_leaves_no_password(self):
        cluster = LocalCluster("/bin/true", self.folder, 1)
        cluster._prepare()
        cluster._bin = self.folder
        with unittest.mock.patch("local_cluster.subprocess.run", side_effect=KeyboardInterrupt):
            with self.assertRaises(KeyboardInterrupt):
                cluster._make_database(self.folder / "postgres", None)
        self.assertFalse((self.folder / "postgres-password").exists())
        self.assertFalse((self.folder / "postgres").exists(), "half a database")

    def test_a_setting_without_its_value_is_said(self):
        for words in (["--cluster", "2", "--data"], ["--port"], ["--cluster"]):
            done = subprocess.run([ROOT / "run", *words], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("wants a", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
