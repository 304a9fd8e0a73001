"""A wall's clock for one machine of a cluster, which can be set while it runs. What counts the time since the boot goes on."""

import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from email.utils import parsedate_to_datetime
from pathlib import Path

# The library looks at its file again after this many seconds, as it sees them.
LOOK = 1
HERE = Path(__file__).resolve().parent


class WallClock:
    """The clock of a program that is started with `environment`."""

    def __init__(self, file):
        self._file = Path(file)
        self._timers = self._file.with_name("machine_timers.so")
        # Swift's toolchain has the one, and what links its programs most often the other.
        compiler = shutil.which("clang") or shutil.which("cc")
        subprocess.run([compiler, "-shared", "-fPIC", "-O", "-o", self._timers, HERE / "machine_timers.c"], check=True)
        self.set(0)

    def set(self, ahead):
        """Sets it to be so many seconds ahead of this machine's: whole or not at all, as it is read meanwhile."""
        new = self._file.with_suffix(".new")
        new.write_text(f"{ahead:+d}\n")
        os.replace(new, self._file)

    @property
    def environment(self):
        # The one for programs with threads.
        (library,) = Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")
        return {
            "LD_PRELOAD": f"{self._timers}:{library}", "FAKETIME_TIMESTAMP_FILE": str(self._file), "FAKETIME_CACHE_DURATION": str(LOOK),
            # One name for each version of the library.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"}


def seconds_ahead(port):
    """How far the clock of the server at a port is ahead of this machine's, by the date of its answers; None without an answer."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
            date = answer.headers["Date"]
    except (urllib.error.HTTPError, OSError):
        return None
    return parsedate_to_datetime(date).timestamp() - time.time()
