"""How long the real server takes to start: from its process to the line that says that it serves.

    swift build -c release --product tilerace
    python3 Tests/load/start_time.py [--binary .build/release/tilerace] [--starts 11]

For information: no figure here is a bar. Only the standard library.
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))

from server_process import ROOT, ServerProcess  # noqa: E402


def start_times(binary, folder, starts):
    """ms of each start."""
    server = ServerProcess(binary, folder, "--log", "warning")
    times = []
    for _ in range(starts):
        times.append(server.start() * 1000)
        if (code := server.terminate()) != 0:
            raise RuntimeError(f"told to stop, the server ended with {code}")
    return times


def main():
    arguments = argparse.ArgumentParser(description="Measures how long the real server takes to start.")
    arguments.add_argument("--binary", type=Path, default=ROOT / ".build" / "release" / "tilerace")
    arguments.add_argument("--starts", type=int, default=11)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="tilerace-load-") as folder:
        first, *others = start_times(options.binary.resolve(), folder, options.starts)
    print(f"start: {first:.0f} ms on a new folder, then {statistics.median(others):.0f} ms in the middle "
          f"of {len(others)}, {max(others):.0f} ms at most")


if __name__ == "__main__":
    main()
