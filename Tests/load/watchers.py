"""A room that 10,000 watch: what it costs the server, and how late watchers and players hear.

    swift build -c release --product tilerace
    python3 Tests/load/watchers.py [--watchers 10000] [--racers 20] [--rate 10] [--seconds 30]

The watchers are a process of their own. Racers whose game is over leave, and others take their seats, beside the guesses.
The bars: at most 20 % of one core, watchers' p99 400 ms, players' p99 30 ms; the exit code says whether they are met.
Only the standard library.
"""

import argparse
import asyncio
import multiprocessing
import random
import resource
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))

from game_socket import GameSocket, new_guest  # noqa: E402
from server_process import ROOT, ServerProcess  # noqa: E402
from watching import Watchers  # noqa: E402

ROWS = 6
# A player may enter so many rooms at once; a guest has as many watching connections.
PER_GUEST = 100
CORE, WATCHERS_P99, PLAYERS_P99 = 0.20, 400, 30


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def watch(port, code, tokens, count, orders, answers):
    """The process of the watchers: fills the room, then reads until told when to stop."""
    crowd, last = Watchers(port), time.time()
    for number in range(count):
        crowd.add(tokens[number // PER_GUEST], code)
        if time.time() - last > 0.5:
            crowd.run(time.time() + 0.01)
            last = time.time()
    crowd.run(time.time() + 2)
    crowd.latencies, crowd.reads, crowd.bytes = [], 0, 0
    answers.put("ready")
    begun = time.time()
    # Orders are looked for once a second.
    busy = 0.0
    while orders.empty():
        busy += crowd.run(time.time() + 1)
    answers.put((crowd.latencies, crowd.missed, crowd.reads, crowd.bytes, busy / (time.time() - begun)))


class Race:
    """Racers in the room, of whom one guesses at each beat."""

    def __init__(self, server):
        self.server = server
        self.code = None
        self.turns = []
        self.answered, self.heard = [], []
        self.sent = {}
        self.newcomers = []

    async def racer(self):
        _, token = await new_guest(self.server.port)
        socket = await GameSocket.connect(self.server.port, self.hear)
        welcome = await socket.request("hello", protocol=1, token=token)
        await socket.request("rename", name=f"Racer {random.randrange(10**6)}")
        if self.code is None:
            self.code = (await socket.request("create_room", name="Arena"))["room"]
        else:
            await socket.request("join", room=self.code)
        self.puzzle = welcome["today"]["puzzle"]
        await socket.request("open", puzzle=self.puzzle, hard="off")
        return socket

    def hear(self, message):
        """Rivals' events: the row and the marks do not name a guess, so the number of the event does."""
        if message["type"] == "event" and message["event"]["kind"] == "guessed":
            self.heard.append(time.time() * 1000 - message["time"])

    async def guess(self, socket, row, word):
        begun = time.perf_counter()
        answer = await socket.request("guess", puzzle=self.puzzle, row=row, word=word)
        self.answered.append((time.perf_counter() - begun) * 1000)
        if answer["state"] != "playing":
            await socket.request("leave", room=self.code)
            socket.close()
            self.turns.append((await self.racer(), 0))

    async def run(self, rate, seconds, words):
        due, tasks = time.perf_counter(), []
        end = due + seconds
        while due < end:
            await asyncio.sleep(max(0, due - time.perf_counter()))
            due += random.expovariate(rate)
            if not self.turns:
                continue
            socket, row = self.turns.pop(0)
            tasks.append(asyncio.create_task(self.guess(socket, row, random.choice(words))))
            if row + 1 < ROWS:
                self.turns.append((socket, row + 1))
        await asyncio.gather(*tasks)


async def measure(server, options):
    folder = ROOT / "config" / "words" / "en"
    words = sorted(set((folder / "guesses-5.txt").read_text().split()) - set((folder / "answers-5.txt").read_text().split()))
    race = Race(server)
    for _ in range(options.racers):
        race.turns.append((await race.racer(), 0))
    random.shuffle(race.turns)
    tokens = [(await new_guest(server.port))[1] for _ in range(options.watchers // PER_GUEST + 1)]
    orders, answers = multiprocessing.Queue(), multiprocessing.Queue()
    crowd = multiprocessing.Process(
        target=watch, args=(server.port, race.code, tokens, options.watchers, orders, answers), daemon=True)
    crowd.start()
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, answers.get)
    print(f"{options.watchers} watch; memory {server.resident_kilobytes() / 1024:.1f} MiB", flush=True)
    await asyncio.sleep(1)
    before, begun = server.cpu_seconds(), time.perf_counter()
    await asyncio.sleep(5)
    print(f"nobody moves: {(server.cpu_seconds() - before) / (time.perf_counter() - begun):.1%} of a core", flush=True)
    race.answered.clear(), race.heard.clear()
    before, begun = server.cpu_seconds(), time.perf_counter()
    await race.run(options.rate, options.seconds, words)
    share = (server.cpu_seconds() - before) / (time.perf_counter() - begun)
    await asyncio.sleep(1)
    orders.put("stop")
    latencies, missed, reads, size, busy = await loop.run_in_executor(None, answers.get)
    crowd.join()
    print(f"{len(race.answered)} guesses: {share:.1%} of a core; {reads / options.seconds / options.watchers:.2f} reads "
          f"and {size / options.seconds / options.watchers:.0f} bytes a second for each watcher "
          f"(their program was busy {busy:.0%} of the time)")
    for name, values in (("watchers", latencies), ("rivals", race.heard), ("answers", race.answered)):
        print(f"  {name:9} p50 {percentile(values, .5):6.1f}  p90 {percentile(values, .9):6.1f}  "
              f"p99 {percentile(values, .99):6.1f}  most {max(values):6.1f} ms  ({len(values)})")
    print(f"  gaps in the events of watchers: {missed}")
    players = max(percentile(race.heard, .99), percentile(race.answered, .99))
    return share <= CORE and percentile(latencies, .99) <= WATCHERS_P99 and players <= PLAYERS_P99 and missed == 0


def main():
    arguments = argparse.ArgumentParser(description="Measures a room that many watch.")
    arguments.add_argument("--binary", type=Path, default=ROOT / ".build" / "release" / "tilerace")
    arguments.add_argument("--watchers", type=int, default=10000)
    arguments.add_argument("--racers", type=int, default=20)
    arguments.add_argument("--rate", type=float, default=10)
    arguments.add_argument("--seconds", type=float, default=30)
    options = arguments.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory(prefix="tilerace-load-") as folder:
        server = ServerProcess(options.binary.resolve(), folder, "--log", "warning")
        server.start()
        try:
            met = asyncio.run(measure(server, options))
        finally:
            server.terminate()
    print("the bars are met" if met else "a bar is missed")
    sys.exit(0 if met else 1)


if __name__ == "__main__":
    main()
