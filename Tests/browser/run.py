"""Runs the browser tests, three files at a time: most of what they do is to wait for clocks and browsers. What is red is run
once more with the machine to itself, and only that counts: some hold the page to times, and three browsers share two cores.

    run.py [FILE…]      all test_*.py if none is named
"""

import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).parent
AT_ONCE = 3
# Those that take longest begin first.
FIRST = ["test_sprint", "test_sprint_looks", "test_series", "test_looks", "test_replay"]


def run(module):
    """One file in a process of its own. Its exit code and what it printed."""
    done = subprocess.run([sys.executable, "-m", "unittest", "--verbose", module], cwd=FOLDER, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout


def main():
    """The number of files that failed, 1 at most."""
    begun = time.monotonic()
    modules = [Path(name).stem for name in sys.argv[1:]] or [file.stem for file in sorted(FOLDER.glob("test_*.py"))]
    modules.sort(key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))
    count = failed = 0
    red = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for module, (code, output) in zip(modules, pool.map(run, modules)):
            print(f"── {module}\n{output}", flush=True)
            if code != 0:
                red.append(module)
            count += sum(int(number) for number in re.findall(r"^Ran (\d+) test", output, re.MULTILINE))
    for module in red:
        code, output = run(module)
        failed += code != 0
        print(f"── {module}, alone: {'red' if code else 'green'}\n{output}", flush=True)
    if red:
        print(f"Red at first: {', '.join(red)}")
    print(f"Ran {count} tests in {time.monotonic() - begun:.0f} s")
    return 1 if failed or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
