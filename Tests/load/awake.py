"""Keeps the cores of this machine from sleeping: a virtual machine's core that sleeps is woken by the host, which takes longer than
what is measured."""

import os
import sys
import time

# Seconds after which a spinner ends by itself, and between two looks whether it is still wanted.
LONGEST = 600
LOOK = 0.05


class Awake:
    """From `with` to its end, each core has a process that turns in place whenever nothing else wants the core."""

    def __init__(self):
        self._spinners = []

    def __enter__(self):
        sys.stdout.flush()
        sys.stderr.flush()
        parent = os.getpid()
        try:
            for core in sorted(os.sched_getaffinity(0)):
                spinner = os.fork()
                if spinner == 0:
                    spin(core, parent)
                self._spinners.append(spinner)
        except OSError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for spinner in self._spinners:
            os.kill(spinner, 9)
            os.waitpid(spinner, 0)
        self._spinners = []


def spin(core, parent):
    """Turns in place on a core, and never returns. Whoever wants the core has it at once."""
    try:
        os.sched_setaffinity(0, {core})
        os.nice(19)
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        end = time.monotonic() + LONGEST
        while time.monotonic() < end and os.getppid() == parent:
            look = time.monotonic() + LOOK
            while time.monotonic() < look:
                pass
    finally:
        os._exit(0)
