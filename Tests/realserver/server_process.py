"""The real server as a process: `tilerace serve` on a free port, over a data folder, to be killed and started again."""

import os
import signal
import socket
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# A bound, in seconds, on what takes milliseconds: for machines that are busy with something else.
PATIENCE = 30


# Hands a listening socket over as systemd does: as descriptor 3, with variables that name the process they are for.
WITH_SOCKET = 'exec 3<&"$0"; LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=http exec "$@"'
# Hard and soft: the server raises the soft limit itself.
WITH_OPEN_FILES = 'ulimit -n "$0"; exec "$@"'


class ServerProcess:
    """Starts, kills and starts again on the same port and folder. With a listening `socket`, the server is given that
    one, which stays open over its restarts. With `open_files` it may have no more of them; `environment` is added to
    this program's own."""

    def __init__(self, binary, folder, *flags, socket=None, open_files=None, environment=None):
        self.folder = Path(folder)
        self.port = free_port() if socket is None else socket.getsockname()[1]
        self._socket = socket
        self._open_files = open_files
        self._environment = {**os.environ, **(environment or {})}
        self.log = self.folder / "server.log"
        self._command = [
            str(binary), "serve", "--address", "127.0.0.1", "--port", str(self.port), "--data", str(self.folder),
            "--web", str(ROOT / "web"), "--words", str(ROOT / "config" / "words"),
            "--guests-per-minute", "60000", "--requests-per-second", "100000", "--connections-per-address", "100000",
            "--connection-rate", "100000", *flags]
        self._process = None

    @property
    def pid(self):
        return self._process.pid

    def start(self):
        """Starts the program. Returns, when it serves, how long that took in seconds."""
        command, inherited = self._command, ()
        if self._socket is not None:
            inherited = (self._socket.fileno(),)
            command = ["bash", "-c", WITH_SOCKET, str(inherited[0]), *command]
        if self._open_files is not None:
            command = ["bash", "-c", WITH_OPEN_FILES, str(self._open_files), *command]
        with self.log.open("ab") as log:
            begun = time.perf_counter()
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, pass_fds=inherited,
                env=self._environment)
        # Its first line comes when it listens; the end of its output comes if it does not.
        line = self._process.stdout.readline()
        took = time.perf_counter() - begun
        if not line:
            raise RuntimeError(f"the server did not start:\n{self.last_words()}")
        return took

    def flags(self, *flags):
        """Has the next start have these settings too."""
        self._command += flags

    def has_died(self):
        """Whether it has ended without being asked to."""
        return self._process.poll() is not None

    def kill(self):
        """SIGKILL: no chance to write anything more."""
        self._process.kill()
        self._end()

    def kill_if_alive(self):
        """Leaves no process behind, whatever has happened."""
        if self._process is not None and not self.has_died():
            self.kill()

    def terminate(self):
        """SIGTERM, as a host stops it. Returns the exit code."""
        self._process.send_signal(signal.SIGTERM)
        return self._end()

    def _end(self):
        code = self._process.wait(PATIENCE)
        self._process.stdout.close()
        return code

    def resident_kilobytes(self):
        """Memory that it holds now, in KiB."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        raise RuntimeError("the kernel does not tell the server's memory")

    def cpu_seconds(self):
        """Processor time that it has used, of all its threads, in user and kernel mode."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def last_words(self):
        """The end of its log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-20:])


def free_port():
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
