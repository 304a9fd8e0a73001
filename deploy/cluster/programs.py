"""The programs of a cluster on this machine, each a process, and what it takes to wait for them."""

import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

# A bound, in seconds, on what takes milliseconds: for machines that are busy with something else.
PATIENCE = 60


class Failure(Exception):
    """A reason why the cluster does not run, in words for whoever started it."""


def free_port():
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def found(name, *places):
    """The path of a program, also where only root looks for it."""
    path = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", *map(str, places)]))
    if path is None:
        raise Failure(f"{name} is not installed")
    return path


def wait_for(condition, what, program=None, seconds=PATIENCE):
    """Waits until something is so."""
    deadline = time.monotonic() + seconds
    while not condition():
        if program is not None and not program.is_alive():
            raise Failure(f"{program.name} has ended: {what}\n{program.last_words()}")
        if time.monotonic() > deadline:
            words = f"\n{program.last_words()}" if program is not None else ""
            raise Failure(f"not within {seconds} s: {what}{words}")
        time.sleep(0.02)


def listens(port):
    """Whether somebody takes connections at a port."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def status(port, path):
    """The status of an HTTP answer; 0 for none."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def metric(port, name):
    """A figure without labels that a node tells at `/metrics`, a whole number; None if it tells none."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
            told = re.search(rf"(?m)^{name} (\d+)$", answer.read().decode())
    except OSError:
        return None
    return int(told[1]) if told else None


class Program:
    """A process of the cluster: in a group of its own, so that Ctrl-C is ours alone, and gone when we are."""

    def __init__(self, name, command, log, stop=signal.SIGTERM, user=None, environment=None):
        """`environment` is added to this program's own."""
        self.name = name
        self._environment = {**os.environ, **(environment or {})}
        self.log = Path(log)
        self._stop = stop
        # With a user of its own it would forget whose child it is, were it not told behind that.
        as_user = [f"--reuid={user}", f"--regid={user}", "--clear-groups"] if user else []
        self.command = [found("setpriv"), *as_user, "--pdeathsig", signal.Signals(stop).name[3:], *map(str, command)]
        self.process = None

    def start(self):
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, cwd="/",
                env=self._environment)

    @property
    def pid(self):
        return self.process.pid

    def is_alive(self):
        return self.process is not None and self.process.poll() is None

    def signal(self, number):
        if self.is_alive():
            self.process.send_signal(number)

    def kill(self):
        """Ends it as a crash does."""
        self.signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self, seconds=PATIENCE):
        """Ends it in order. Returns its exit code, None if that took too long."""
        self.signal(self._stop)
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            return None

    def last_words(self):
        """The end of its log."""
        if not self.log.exists():
            return ""
        return "\n".join(f"  {line}" for line in self.log.read_text(errors="replace").splitlines()[-12:])
