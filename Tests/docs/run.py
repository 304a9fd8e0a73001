#!/usr/bin/env python3
"""Runs the tests of this folder, two files at once: most of their time they wait.

    Tests/docs/run.py --binary .build/debug/tilerace
"""

import argparse
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
COUNTED = re.compile(r"^Ran (\d+) tests? in ", re.MULTILINE)


def run(file, binary):
    """Whether all of a file's tests passed, how many there were, and what they said."""
    done = subprocess.run(
        [sys.executable, "-m", "unittest", file.stem], cwd=FOLDER, env={**os.environ, "TILERACE_BINARY": str(binary)},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    counts = COUNTED.findall(done.stdout)
    count = int(counts[-1]) if counts else 0
    return done.returncode == 0 and count > 0, count, done.stdout


def main():
    arguments = argparse.ArgumentParser(description="Pastes every command of the docs into a clean shell.")
    arguments.add_argument("--binary", type=Path, required=True)
    binary = arguments.parse_args().binary.resolve()
    begun = time.monotonic()
    # The longest first.
    files = sorted(FOLDER.glob("test_*.py"), key=lambda file: (file.stem != "test_measure", file.stem))
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda file: run(file, binary), files))
    for file, (_, _, said) in zip(files, results):
        print(f"{file.name}\n{said}")
    print(f"Ran {sum(count for _, count, _ in results)} tests in {time.monotonic() - begun:.0f} s")
    return 0 if all(passed for passed, _, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
