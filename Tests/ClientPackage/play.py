"""Has the client of `Tests/ClientPackage`, which knows the library products alone, play a whole game with the real server."""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "realserver"))

from server_process import ServerProcess  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True, help="the server")
    parser.add_argument("--client", required=True, help="the client")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(arguments.binary, folder)
        server.start()
        try:
            words = ROOT / "config" / "words" / "en" / "answers-5.txt"
            played = subprocess.run(
                [arguments.client, str(server.port), str(words)], capture_output=True, text=True, timeout=60)
        finally:
            server.kill()
    print(played.stdout, played.stderr, sep="", end="")
    lines = played.stdout.splitlines()
    ended = re.fullmatch(r"(Home|Out) in (\d+): [a-z]{5}", lines[-1]) if lines else None
    # One line a guess, and the end.
    if played.returncode != 0 or not ended or int(ended[2]) != len(lines) - 1:
        sys.exit("error: the client did not play a game to its end")
    print(f"Client test: 1 game, {ended[2]} guesses, over the library products alone")


main()
