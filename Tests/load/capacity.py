"""What the real server needs: time to start, memory for each player who is there, processor time for a guess.

    swift build -c release --product tilerace
    python3 Tests/load/capacity.py --binary .build/release/tilerace [--players 10000]

For information: no figure here is a bar. Only the standard library.
"""

import argparse
import asyncio
import random
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))

from game_socket import GameSocket, new_guest  # noqa: E402
from server_process import ROOT, ServerProcess  # noqa: E402

SEATS = 4
ROWS = 6
LENGTHS = range(4, 9)
STARTS = 11
# Players who send 30 guesses each at once: less than the commits that the server lets wait.
GUESSERS = 400
# Connections that this program sets up at once.
AT_ONCE = 50


async def for_all(items, work):
    """Does `work` for each item, `AT_ONCE` at a time."""
    at_once = asyncio.Semaphore(AT_ONCE)

    async def one(item):
        async with at_once:
            return await work(item)

    return await asyncio.gather(*(one(item) for item in items))


class Crowd:
    """Players of one server, and how they get there step by step."""

    def __init__(self, server, count):
        self.server = server
        self.rooms = range(count // SEATS)
        self.count = len(self.rooms) * SEATS
        self.tokens = []
        self.sockets = []

    async def connect(self):
        self.tokens = [token for _, token in await for_all(range(self.count), lambda _: new_guest(self.server.port))]
        self.sockets = await for_all(range(self.count), lambda _: GameSocket.connect(self.server.port))

    async def greet(self):
        async def one(number):
            socket = self.sockets[number]
            welcome = await socket.request("hello", protocol=1, token=self.tokens[number])
            # Guests' names are drawn by chance; two of a kind may not sit in one room.
            await socket.request("rename", name=f"Player {number}")
            return welcome["today"]["day"]

        return (await for_all(range(self.count), one))[0]

    async def sit_down(self):
        async def one(room):
            members = self.sockets[room * SEATS:(room + 1) * SEATS]
            code = (await members[0].request("create_room", name="A room under load"))["room"]
            for member in members[1:]:
                await member.request("join", room=code)

        await for_all(self.rooms, one)

    async def open(self, puzzles):
        async def one(socket):
            for puzzle in puzzles:
                await socket.request("open", puzzle=puzzle, hard="off")

        await for_all(self.sockets, one)


async def memory(server, count):
    """Resident memory at each step on the way into a room."""
    crowd = Crowd(server, count)
    await for_all(range(100), lambda _: new_guest(server.port))
    before = server.resident_kilobytes()
    print(f"memory of the server before the first player: {before / 1024:.1f} MiB")
    last = before
    for name, step in (("connected", crowd.connect), ("said hello", crowd.greet), ("sits in a room of four", crowd.sit_down)):
        await step()
        now = server.resident_kilobytes()
        print(f"  a player who {'is ' if name == 'connected' else ''}{name}: "
              f"+{(now - last) / crowd.count:.1f} KiB, {(now - before) / crowd.count:.1f} KiB in all")
        last = now
    print(f"memory with {crowd.count} players: {last / 1024:.1f} MiB")
    for socket in crowd.sockets:
        socket.close()


async def saturation(server, count):
    """Every player sends every guess of every game of the day at once: each waits for its turn in the server."""
    folder = ROOT / "config" / "words" / "en"
    words = {}
    for length in LENGTHS:
        answers = set((folder / f"answers-{length}.txt").read_text().split())
        guesses = (folder / f"guesses-{length}.txt").read_text().split()
        words[length] = [word for word in guesses if word not in answers]
    crowd = Crowd(server, count)
    await crowd.connect()
    day = await crowd.greet()
    await crowd.sit_down()
    await crowd.open([f"guess-en-{length}/{day}" for length in LENGTHS])
    cpu, own = server.cpu_seconds(), time.process_time()
    begun = time.perf_counter()
    answers = [
        socket.send("guess", puzzle=f"guess-en-{length}/{day}", row=row, word=random.choice(words[length]))
        for row in range(ROWS) for length in LENGTHS for socket in crowd.sockets]
    refused = [answer for answer in await asyncio.gather(*answers) if answer["type"] != "judged"]
    seconds = time.perf_counter() - begun
    if refused:
        raise RuntimeError(f"{len(refused)} guesses refused, the first: {refused[0]}")
    used, own = server.cpu_seconds() - cpu, time.process_time() - own
    print(f"{len(answers)} guesses of {crowd.count} players at once: {len(answers) / seconds:.0f} a second, "
          f"{used / len(answers) * 1e6:.0f} µs of the server's processor time each "
          f"({own / seconds:.0%} of a core went to this program)")
    for socket in crowd.sockets:
        socket.close()


def start_times(binary, folder):
    """ms from the start of the process to the line that says that it serves."""
    server = ServerProcess(binary, folder, "--log", "warning")
    times = []
    for _ in range(STARTS):
        times.append(server.start() * 1000)
        if (code := server.terminate()) != 0:
            raise RuntimeError(f"told to stop, the server ended with {code}")
    print(f"start: {times[0]:.0f} ms on a new folder, then {statistics.median(times[1:]):.0f} ms in the middle "
          f"of {STARTS - 1}, {max(times[1:]):.0f} ms at most")


def main():
    arguments = argparse.ArgumentParser(description="Measures what the real server needs.")
    arguments.add_argument("--binary", type=Path, default=ROOT / ".build" / "release" / "tilerace")
    arguments.add_argument("--players", type=int, default=10000)
    options = arguments.parse_args()
    binary = options.binary.resolve()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory(prefix="tilerace-load-") as folder:
        start_times(binary, folder)
    for measure, count in ((memory, options.players), (saturation, GUESSERS)):
        with tempfile.TemporaryDirectory(prefix="tilerace-load-") as folder:
            server = ServerProcess(binary, folder, "--log", "warning")
            server.start()
            try:
                asyncio.run(measure(server, count))
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
