"""Samples what processes, NATS and PostgreSQL do while a load runs, and says how much of it belongs to a part of that time."""

import json
import os
import subprocess
import threading
import time
import urllib.request
from pathlib import Path

# Seconds between two samples.
STEP = 0.1
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
NATS_COUNTERS = ("in_msgs", "out_msgs", "in_bytes", "out_bytes")


def fields(process):
    """What the kernel says of a process behind its name, which may hold blanks."""
    return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()


def family(process):
    """A process and its children: PostgreSQL has one for each connection."""
    children = []
    for thread in Path(f"/proc/{process}/task").iterdir():
        children += (thread / "children").read_text().split()
    return [process, *map(int, children)]


def processor_seconds(process):
    """Processor time of a process and its children, those included that have ended."""
    total = 0
    for number, member in enumerate(family(process)):
        try:
            told = fields(member)
        except OSError:
            # It has ended meanwhile, and counts among the ended ones next time.
            continue
        # Of the children of children nobody asks.
        total += sum(map(int, told[11:15] if number == 0 else told[11:13]))
    return total / TICKS


def resident_bytes(process):
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE


def kernel_bytes():
    """The kernel's own memory for sockets and what hangs on them."""
    slab = next(line for line in Path("/proc/meminfo").read_text().splitlines() if line.startswith("Slab:"))
    tcp = next(line for line in Path("/proc/net/sockstat").read_text().splitlines() if line.startswith("TCP:")).split()
    return int(slab.split()[1]) * 1024 + int(tcp[tcp.index("mem") + 1]) * PAGE


def stolen_seconds():
    """Time that cores of a virtual machine wanted and the host gave to others, of all cores together (`steal` in proc(5))."""
    total = Path("/proc/stat").read_text().splitlines()[0].split()
    return int(total[8]) / TICKS


class Sampler:
    """Samples from `with` to its end. `processes` are numbers by name, `monitor` is NATS's port for that, `psql` the command that
    asks PostgreSQL, with its environment."""

    def __init__(self, processes, monitor, psql):
        self._processes = processes
        self._monitor = monitor
        self._command, self._environment = psql
        self._samples = []
        self._fault = None
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self._psql = subprocess.Popen(
            list(map(str, self._command)), env=self._environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            bufsize=1, cwd="/")
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._is_over.set()
        self._thread.join(10)
        self._psql.stdin.close()
        try:
            self._psql.wait(10)
        except subprocess.TimeoutExpired:
            self._psql.kill()
            self._psql.wait()
        self._psql.stdout.close()

    def _run(self):
        try:
            while not self._is_over.wait(STEP):
                self._samples.append((time.monotonic(), self._sample()))
        except (OSError, ValueError, KeyError, StopIteration) as error:
            self._fault = error

    def _sample(self):
        sample = {"wal": self._wal(), "kernel": kernel_bytes()}
        for name, process in self._processes.items():
            sample[f"processor {name}"] = processor_seconds(process)
            sample[f"resident {name}"] = resident_bytes(process)
        if self._monitor is not None:
            with urllib.request.urlopen(f"http://127.0.0.1:{self._monitor}/varz", timeout=5) as answer:
                told = json.load(answer)
            sample |= {f"nats {name}": told[name] for name in NATS_COUNTERS}
        return sample

    def _wal(self):
        self._psql.stdin.write("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn;\n")
        self._psql.stdin.flush()
        return int(self._psql.stdout.readline())

    def between(self, begin, end):
        """What has changed from one instant of the monotonic clock to another, in seconds; and, as `at end …`, what was at the
        latter."""
        if self._fault is not None or len(self._samples) < 2:
            raise RuntimeError(f"nothing is sampled: {self._fault}")
        first, last = self._at(begin), self._at(end)
        changes = {name: last[name] - first[name] for name in last}
        return changes | {f"at end {name}": value for name, value in last.items()}

    def _at(self, instant):
        """What was so at an instant, by the samples before and after it."""
        before, after = self._samples[0], self._samples[-1]
        for sample in self._samples:
            if sample[0] <= instant:
                before = sample
            else:
                after = sample
                break
        span = after[0] - before[0]
        share = min(1.0, max(0.0, (instant - before[0]) / span)) if span > 0 else 0.0
        return {name: value + (after[1][name] - value) * share for name, value in before[1].items()}
