"""Fills a data folder with results: a server that has had many players for some days.

    swift build -c release --product tilerace
    python3 Tests/load/results.py FOLDER [--players 1000000] [--days 10] [--binary .build/release/tilerace] [--starts 5]

The folder is made by the server itself. Then each player has a finished game of today's line on each of the last days, without its
moves (no ranking looks at those). At last it is measured how long the server takes to start on that folder, and to answer.
Some 150 bytes a result. Only the standard library.
"""

import argparse
import datetime
import os
import random
import sqlite3
import sys
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))

from server_process import ROOT, ServerProcess  # noqa: E402

LINE = "guess-en-5"
UNSOLVED = 1 << 60


def fill(database, players, days, today):
    """Adds the players and their games."""
    db = sqlite3.connect(database)
    db.executescript("PRAGMA synchronous=OFF; PRAGMA cache_size=-1000000;")
    index = db.execute("SELECT sql FROM sqlite_master WHERE name = 'games_ranked'").fetchone()[0]
    db.execute("DROP INDEX games_ranked")
    ids = sorted(os.urandom(16) for _ in range(players))
    db.executemany("INSERT INTO players (id, name, created_at) VALUES (?, ?, 0)",
                   ((player, f"Guest {number}") for number, player in enumerate(ids)))
    draw = random.Random(1)

    def games():
        for player in ids:
            for day in range(today - days + 1, today + 1):
                turns, elapsed = draw.randrange(1, 8), draw.randrange(5_000, 3_600_000)
                solved = turns < 7
                score = turns << 48 | elapsed if solved else UNSOLVED
                yield player, LINE, day, day * 86_400_000, int(solved), min(turns, 6), elapsed, score

    db.executemany("INSERT INTO games (player, line, day, opened_at, hard_mode, solved, turns, elapsed, score) "
                   "VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?)", games())
    db.execute(index)
    db.commit()
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()


def answer_time(server, path):
    """Seconds until the server has answered."""
    begin = time.monotonic()
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}", timeout=300) as answer:
        answer.read()
    return time.monotonic() - begin


def measure(binary, folder, starts):
    """Prints how long starting and first answers took."""
    for _ in range(starts):
        server = ServerProcess(binary, folder, "--log", "warning")
        started = server.start()
        times = [(path, answer_time(server, path)) for path in (
            "/api/v1/health", "/api/v1/today", f"/api/v1/leaderboards/{LINE}/all?limit=10", "/api/v1/today")]
        server.terminate()
        print(f"start {started * 1000:.0f} ms; " + "; ".join(f"{path} {took * 1000:.0f} ms" for path, took in times))


def main():
    arguments = argparse.ArgumentParser(description="Fills a data folder with results, and starts the server on it.")
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--players", type=int, default=1_000_000)
    arguments.add_argument("--days", type=int, default=10)
    arguments.add_argument("--starts", type=int, default=3)
    arguments.add_argument("--binary", type=Path, default=ROOT / ".build" / "release" / "tilerace")
    options = arguments.parse_args()
    binary = options.binary.resolve()
    database = options.folder / "tilerace.db"
    if not database.exists():
        options.folder.mkdir(parents=True, exist_ok=True)
        server = ServerProcess(binary, options.folder, "--log", "warning")
        server.start()
        server.terminate()
        today = (datetime.datetime.now(datetime.timezone.utc).date() - datetime.date(1970, 1, 1)).days
        begin = time.monotonic()
        fill(database, options.players, options.days, today)
        print(f"{options.players * options.days} results in {database.stat().st_size / 1e9:.1f} GB, "
              f"made in {time.monotonic() - begin:.0f} s")
    measure(binary, options.folder, options.starts)


if __name__ == "__main__":
    main()
