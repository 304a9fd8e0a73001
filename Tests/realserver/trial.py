"""What tests of the real server that make random choices have in common: their command line, and their last words."""

import argparse
import os
import random
import time
from pathlib import Path

from server_process import ROOT

# Faults shown; the first tell the story.
SHOWN = 20


class Trial:
    """One run: how often to do `what`, `count` or `full` times with TILERACE_FULL=1, and with which choices."""

    def __init__(self, description, what, count, full):
        arguments = argparse.ArgumentParser(description=description)
        arguments.add_argument("--binary", type=Path, default=ROOT / ".build" / "debug" / "tilerace")
        arguments.add_argument(f"--{what}", type=int, default=full if os.environ.get("TILERACE_FULL") else count)
        arguments.add_argument("--seed", type=int, help="repeats the choices (not the instants) of another run")
        options = arguments.parse_args()
        self.binary = options.binary.resolve()
        self.count = getattr(options, what)
        self.seed = random.randrange(2**32) if options.seed is None else options.seed
        self._begun = time.monotonic()

    def seconds(self):
        """Since the beginning."""
        return time.monotonic() - self._begun

    def end(self, faults, summary):
        """Prints how it was. Returns the exit code."""
        for fault in faults[:SHOWN]:
            print(f"FAIL: {fault}")
        if len(faults) > SHOWN:
            print(f"… and {len(faults) - SHOWN} more")
        print(f"seed {self.seed}")
        print(summary)
        return 1 if faults else 0
