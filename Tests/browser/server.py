"""The real server: the built program on a free port, with a data folder of its own."""

import hashlib
import json
import os
import queue
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("TILERACE_BINARY", str(ROOT / ".build" / "debug" / "tilerace"))
# A bound on what takes milliseconds, for a machine that is busy with something else.
PATIENCE = 30


class Server:
    """`tilerace serve`, to be started, killed and started again on the same port and folder."""

    def __init__(self, seed, days=0, public=None, lines=None, port=None, password=None, invitations=False, teacher=None, pupils=()):
        """`public`: the address that links begin with; else that of this machine, and not one of the networks that it is in.
        `lines`: the setting of that name; else it is left as it is. `password`: of a private server;
        `invitations`: for those only who have one. `teacher`, `pupils`: of a class, whose codes are in `codes`."""
        self.folder = Path(tempfile.mkdtemp(prefix="tilerace-browser-"))
        (self.folder / "seed").write_text(hashlib.sha256(seed.encode()).hexdigest() + "\n")
        (self.folder / "seed").chmod(0o600)
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.public = public or self.url
        self.process = None
        self.settings = ["--lines", lines] if lines else []
        self.password = password
        self.lines = []
        if password:
            subprocess.run([BINARY, "set-password", "--data", str(self.folder)], input=password + "\n", text=True,
                           check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
            self.settings += ["--access", "password"]
        if invitations:
            self.settings += ["--access", "invitation"]
        self.codes = {}
        for name, options in [(teacher, ["--teacher"]), *((pupil, []) for pupil in pupils)] if teacher else []:
            said = subprocess.run([BINARY, "classroom", "add", name, *options, "--data", str(self.folder)], text=True,
                                  check=True, capture_output=True, timeout=PATIENCE).stdout
            self.codes[name] = said.split("Code ")[1].split()[0]
            self.settings = [*[one for one in self.settings if one not in ("--access", "classroom")], "--access", "classroom"]
        self.is_private = bool(password or invitations or teacher)
        self.start(days)

    def start(self, days=0):
        """Starts the program, so many `days` later than it is, or earlier, and returns when it serves. (Then it does nothing
        from time to time: that library keeps its timers from firing.)"""
        self.days = days
        self.process = subprocess.Popen(
            # Swift finds a program's arguments from its environment, which that library moves; below another program it
            # need not.
            [*(["env"] if days else []), BINARY, "serve", "--port", str(self.port), "--data", str(self.folder),
             "--web", str(ROOT / "web"), "--words", str(ROOT / "config" / "words"),
             "--public-address", self.public, *self.settings],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, **(days_later(days) if days else {})})
        arrived = queue.Queue()
        threading.Thread(target=self._read, args=(self.process, arrived), daemon=True).start()
        deadline = time.monotonic() + PATIENCE
        # It prints its address when it listens.
        while True:
            line = arrived.get(timeout=max(0.1, deadline - time.monotonic()))
            if line is None:
                raise AssertionError("the server did not start:\n" + "\n".join(self.lines[-20:]))
            if f":{self.port}" in line:
                break
        with urllib.request.urlopen(self.url + "/api/v1/health", timeout=PATIENCE) as response:
            assert response.status == 200

    def _read(self, process, arrived):
        with process.stdout:
            for line in process.stdout:
                self.lines.append(line.rstrip())
                arrived.put(line)
        arrived.put(None)

    def kill(self):
        """SIGKILL: no chance to say goodbye or to write anything more."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def terminate(self):
        """SIGTERM, as an operator stops it. The exit code; None on another day, where the timers of its way down may not
        fire, and it is killed: what it has acknowledged it has kept."""
        if self.days:
            return self.kill()
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def close(self):
        """Ends it and removes its folder."""
        if self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder)

    def answer(self):
        """Today's word, read from the database behind the server's back. Asking for the day pins it."""
        headers = {"Authorization": f"Bearer {self.token()}"} if self.is_private else {}
        with urllib.request.urlopen(urllib.request.Request(self.url + "/api/v1/today", headers=headers), timeout=PATIENCE):
            pass
        with sqlite3.connect(f"file:{self.database()}?mode=ro", uri=True) as connection:
            (packed,) = connection.execute(
                "SELECT answer FROM pinned_puzzles WHERE line = 'guess-en-5' AND day = (SELECT max(day) FROM days)").fetchone()
        return unpacked(packed)

    def answer_before(self, days):
        """The word of so many days before today, if it was wanted."""
        with sqlite3.connect(f"file:{self.database()}?mode=ro", uri=True) as connection:
            (packed,) = connection.execute(
                "SELECT answer FROM pinned_puzzles WHERE line = 'guess-en-5' AND day = "
                "(SELECT max(day) FROM days) - ?", (days,)).fetchone()
        return unpacked(packed)

    def token(self):
        """The token of a guest who knows the password, or is invited."""
        if self.codes:
            proof = {"code": next(iter(self.codes.values()))}
        else:
            proof = {"password": self.password} if self.password else {"invitation": self.invite().partition("#invite=")[2]}
        request = urllib.request.Request(
            self.url + "/api/v1/session?token=1", method="POST", data=json.dumps(proof).encode(),
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return json.load(response)["token"]

    def invite(self, *options):
        """The link of a new invitation."""
        said = subprocess.run(
            [BINARY, "invite", "--data", str(self.folder), "--public-address", self.public, *options],
            check=True, capture_output=True, text=True, timeout=PATIENCE)
        return said.stdout.splitlines()[0]

    def database(self):
        """The database file in the data folder."""
        (file,) = (file for file in self.folder.iterdir() if file.is_file() and file.read_bytes()[:15] == b"SQLite format 3")
        return file


def days_later(days):
    """What makes a program's calendar run ahead, or behind."""
    (library,) = Path("/usr/lib").glob("*/faketime/libfaketime.so.1")
    return {"LD_PRELOAD": str(library), "FAKETIME": f"{days:+}d"}


def unpacked(packed):
    """The word in its stored form: five bits a letter from bit 50 downwards, the length above."""
    return "".join(chr(ord("a") + (packed >> (50 - 5 * place) & 31)) for place in range(packed >> 55))


def free_port():
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def words(name, length=5):
    """A committed list, `answers` or `guesses`."""
    return (ROOT / "config" / "words" / "en" / f"{name}-{length}.txt").read_text().split()
