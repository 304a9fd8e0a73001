"""A machine for a reader of the documentation: folders of its own, a clean shell, and stand-ins for what needs root.

A block is pasted as it stands. Only this takes the place of something else:

- Absolute paths outside the repository (`/etc`, `/usr/local`, `/var/lib`, `/backups`, `/tmp`) lead into a folder.
- `sudo`, `systemctl`, `journalctl`, `swift` and `brotli` are those of `stand-ins/`. `Supervisor` answers `systemctl`: it reads the
  installed units and runs what they say. `swift build` leaves what was built before where a build would leave it.
- What a test names as `changes`: ports, host names, codes of rooms, and numbers that would take minutes.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

import pages
from supervisor import Supervisor
from server_process import PATIENCE, ROOT, free_port

BINARY = Path(os.environ.get("TILERACE_BINARY", ROOT / ".build" / "debug" / "tilerace")).resolve()
STAND_INS = Path(__file__).resolve().parent / "stand-ins"
ELSEWHERE = re.compile(r"(?<![\w.}/~$-])/(?=(?:usr/local|var/lib|etc|backups|tmp)(?:[/\s\"']|$))", re.MULTILINE)
# How the block begins that installs the service.
INSTALL = "swift build -c release --product tilerace --static-swift-stdlib\nsudo install"
# The program that is tested, to a shell.
PROGRAM = '"$TILERACE_BUILT/tilerace"'
# The line with which a server says that it serves.
SERVES = re.compile(r"^ +here +https?://localhost:(\d+)/?", re.MULTILINE)


def not_copied(folder, names):
    """What a clone has not; and, as they take time and no reader looks at them, the sources and the inputs of the fuzz targets."""
    unread = names if Path(folder) == ROOT / "Tests/fuzz/corpus" else ["Sources"]
    return {*pages.GENERATED, "__pycache__", *unread}


class Machine:
    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="tilerace-docs-"))
        self.home, self.repository, self.root = (self.folder / name for name in ("home", "repository", "root"))
        for path in (self.home, self.root / "usr/local/bin", self.root / "etc/systemd/system", self.root / "tmp", self.root / "var/lib"):
            path.mkdir(parents=True)
        shutil.copytree(ROOT, self.repository, ignore=not_copied, symlinks=True)
        stand_ins = self.folder / "stand-ins"
        stand_ins.mkdir()
        for file in STAND_INS.iterdir():
            (stand_ins / file.stem).symlink_to(file)
        self.port = free_port()
        self.supervisor = Supervisor(self.root, self.port)
        self.environment = {
            "PATH": f"{stand_ins}:{self.root}/usr/local/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": str(self.home),
            "LANG": "C.UTF-8", "TMPDIR": str(self.root / "tmp"), "TILERACE_BUILT": str(BINARY.parent),
            "TILERACE_SYSTEMCTL": str(self.supervisor.path)}

    def close(self):
        self.supervisor.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def mapped(self, text, changes=None):
        """A block's text for this machine. What is to be changed must be there."""
        for told, here in (changes or {}).items():
            if told not in text:
                raise LookupError(f"“{told}” is not in {text!r}")
            text = text.replace(told, str(here))
        return ELSEWHERE.sub(
            lambda match: match[0] if text.startswith(str(self.folder), match.start()) else f"{self.root}/", text)

    def popen(self, text, folder, changes=None, stdin=subprocess.DEVNULL):
        # As a terminal has it, whatever this program was started with.
        def own_signals():
            signal.signal(signal.SIGINT, signal.SIG_DFL)

        return subprocess.Popen(
            ["bash", "--norc", "-e", "-o", "pipefail", "-c", self.mapped(text, changes)], cwd=folder, env=self.environment,
            stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
            preexec_fn=own_signals)


class ReaderTest(unittest.TestCase):
    """Somebody who pastes."""

    def setUp(self):
        self.machine = Machine()
        self.addCleanup(self.machine.close)
        self.repository = self.machine.repository

    def end(self, shell, listener=None):
        """Leaves no process of a shell behind."""
        try:
            os.killpg(shell.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        shell.wait(PATIENCE)
        if listener is not None:
            listener.join(PATIENCE)
        shell.stdout.close()

    def paste(self, block, folder=None, changes=None, status=0, typed=None):
        """Runs a block, or a text, to its end, and returns all that it said. Every line has to succeed. `typed` is what it reads."""
        text = getattr(block, "text", block)
        stdin = subprocess.DEVNULL if typed is None else subprocess.PIPE
        shell = self.machine.popen(text, folder or self.repository, changes, stdin)
        try:
            said, _ = shell.communicate(typed, timeout=4 * PATIENCE)
        finally:
            self.end(shell)
        self.assertEqual(shell.returncode, status, f"{block}\n{said}")
        return said

    def serve(self, block, folder=None, changes=None):
        """Runs a block that ends with a server; returns the server's port and a function that presses Ctrl-C."""
        shell = self.machine.popen(getattr(block, "text", block), folder or self.repository, changes)
        said, found = [], threading.Event()

        def listen():
            for line in shell.stdout:
                said.append(line)
                if SERVES.search(line):
                    found.set()
            found.set()

        listener = threading.Thread(target=listen, daemon=True)
        listener.start()
        self.addCleanup(self.end, shell, listener)
        self.assertTrue(found.wait(PATIENCE), f"{block}\n{''.join(said)}")
        port = SERVES.search("".join(said))
        self.assertIsNotNone(port, f"{block}\n{''.join(said)}")

        def interrupt():
            os.killpg(shell.pid, signal.SIGINT)
            self.assertEqual(shell.wait(PATIENCE), 0, "".join(said))
            listener.join(PATIENCE)
            return "".join(said)
        return int(port[1]), interrupt

    def install(self):
        """The machine of somebody who has installed the service by deploy/README.md, and is not in the repository's folder."""
        self.paste(pages.find("deploy/README.md", INSTALL))
        # Commands that read the service's settings find its data here, as the service does.
        settings = self.machine.root / "etc/tilerace/tilerace.conf"
        settings.write_text(self.machine.mapped(settings.read_text()))

    def add_setting(self, line):
        """Adds a line to the settings of the installed service, which its server does not read until it starts anew."""
        with (self.machine.root / "etc/tilerace/tilerace.conf").open("a") as settings:
            settings.write(f"{line}\n")

    def installed(self, block, **options):
        return self.paste(block, folder=self.machine.home, **options)

    def fetch(self, path, port=None, *fields):
        """The head and the body of what a server on this machine answers."""
        with socket.create_connection(("127.0.0.1", port or self.machine.port), PATIENCE) as line:
            head = "".join(f"{one}\r\n" for one in (f"GET {path} HTTP/1.1", "Host: localhost", "Connection: close", *fields))
            line.sendall(f"{head}\r\n".encode())
            answer = b""
            while part := line.recv(65_536):
                answer += part
        head, _, body = answer.partition(b"\r\n\r\n")
        return head.decode(), body

    def eventually(self, condition):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
