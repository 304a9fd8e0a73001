"""How long a guess takes on the real server: to its answer, and to the slowest rival who sees it.

    swift build -c release --product tilerace
    python3 Tests/load/guess_latency.py --binary .build/release/tilerace [--rooms 50] [--seconds 30]

Rooms of four; every player guesses once a second, at an instant of its own, over a socket of its own. A guess is judged,
committed to the disk, answered, and shown to the three rivals. Time counts from the instant at which the guess was due,
not from when this program came to send it, so a stall counts for every guess that was due in it.

A daily game has six rows, so every six seconds a player gives up the seat and a new guest takes it, plays on, and is
connected before the next guess is due: about 33 newcomers a second at 200 players, which the server serves meanwhile.

First the same players send `ping` at the same rate: what that takes is this program's own cost and the kernel's.
Exit code 1 if the figures miss the bar. Only the standard library.
"""

import argparse
import asyncio
import os
import random
import resource
import select
import selectors
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))

from game_socket import GameSocket, Refused, new_guest  # noqa: E402
from server_process import ROOT, ServerProcess  # noqa: E402

SEATS = 4
ROWS = 6
# ms: (half of all, 99 of 100).
BAR = (5, 25)
WARM_UP = 3
PING_SECONDS = 5


class FineSelector(selectors.EpollSelector):
    """Waits to the microsecond: epoll alone rounds up to the millisecond, and every guess would be sent late."""

    def select(self, timeout=None):
        if timeout is not None and timeout > 0:
            select.select([self.fileno()], [], [], timeout)
            timeout = 0
        return super().select(timeout)


class Samples:
    """Durations in seconds."""

    def __init__(self):
        self.values = []

    def line(self, name):
        return f"{name:34}" + "".join(f"{self.at(share):9.2f}" for share in (0.5, 0.9, 0.99, 0.999, 1)) + \
            f"  ms of {len(self.values)}"

    def at(self, share):
        """The value in ms below which this share of all lies."""
        ordered = sorted(self.values)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000

    HEAD = f"{'':34}" + "".join(f"{name:>9}" for name in ("p50", "p90", "p99", "p99.9", "most"))


class Room:
    """A room and the guesses that are on their way to its members."""

    def __init__(self):
        self.code = None
        self.present = set()
        # By (seat, row): [instant due, rivals who have not heard of it, latest arrival so far].
        self.pending = {}


class Player:
    """One guest in its room."""

    def __init__(self, load, room):
        self.load = load
        self.room = room
        self.seat = None
        self.socket = None
        self.puzzle = None
        self.due = {}

    async def arrive(self):
        """Everything before the first guess."""
        _, token = await new_guest(self.load.port)
        self.socket = await GameSocket.connect(self.load.port, self.hear)
        welcome = await self.socket.request("hello", protocol=1, token=token)
        self.puzzle = welcome["today"]["puzzle"]
        # Guests' names are drawn by chance; two of a kind may not sit in one room.
        self.load.named += 1
        await self.socket.request("rename", name=f"Player {self.load.named}")
        if self.room.code is None:
            entry = await self.socket.request("create_room", name="A room under load")
            self.room.code = entry["room"]
        else:
            entry = await self.socket.request("join", room=self.room.code)
        self.seat = entry["seat"]
        await self.socket.request("open", puzzle=self.puzzle, hard="off")
        self.room.present.add(self)

    async def depart(self):
        """Makes room for the next. What is on its way to this player is no longer waited for."""
        self.room.present.discard(self)
        for key in list(self.room.pending):
            self.load.heard(self.room, key, self, None)
        await self.socket.request("leave", room=self.room.code)
        self.socket.close()

    def guess(self, row, due):
        """Sends a guess that was due at `due`. Returns the future of the answer."""
        self.load.lateness.values.append(time.monotonic() - due)
        self.due[row] = due
        rivals = self.room.present - {self}
        # All three may be changing places with their successors just now.
        if rivals:
            self.room.pending[self.seat, row] = [due, rivals, None]
        return self.socket.send("guess", puzzle=self.puzzle, row=row, word=self.load.word())

    def hear(self, message):
        now = time.monotonic()
        if message["type"] == "judged":
            self.load.sample(self.load.answers, self.due.pop(message["row"]), now)
        elif message["type"] == "event" and message["event"]["kind"] == "guessed":
            event = message["event"]
            self.load.heard(self.room, (event["seat"], event["row"]), self, now)
        elif message["type"] == "error":
            raise RuntimeError(f"refused: {message}")


class Load:
    """All players, and what they measured between two instants."""

    def __init__(self, port):
        self.port = port
        words = ROOT / "config" / "words" / "en"
        answers = set((words / "answers-5.txt").read_text().split())
        # Words that are no answers never end a game before its sixth row.
        self._words = [word for word in (words / "guesses-5.txt").read_text().split() if word not in answers]
        self.named = 0
        self.answers, self.rivals, self.lateness, self.pings = Samples(), Samples(), Samples(), Samples()
        self.begin = self.end = float("inf")
        self.set_ups_late = 0

    def word(self):
        return random.choice(self._words)

    def sample(self, samples, due, now):
        if self.begin <= due < self.end:
            samples.values.append(now - due)

    def heard(self, room, key, player, now):
        """`player` has heard of a guess, or (with `now` nil) will not."""
        pending = room.pending.get(key)
        if pending is None or player not in pending[1]:
            return
        pending[1].discard(player)
        pending[2] = now or pending[2]
        if not pending[1]:
            del room.pending[key]
            if pending[2] is not None:
                self.sample(self.rivals, pending[0], pending[2])

    async def ping(self, player, start, seconds):
        """Sends a ping each second, as guesses are sent later."""
        for count in range(seconds):
            due = start + count
            await asyncio.sleep(due - time.monotonic())
            await player.socket.request("ping")
            self.pings.values.append(time.monotonic() - due)

    async def play(self, player, start):
        """A seat: guesses each second to the end, by one guest after the other."""
        number = 0
        while True:
            for row in range(ROWS):
                due = start + number
                number += 1
                if due >= self.end:
                    if row > 0:
                        await answer
                    return
                await asyncio.sleep(due - time.monotonic())
                answer = player.guess(row, due)
            await answer
            await player.depart()
            player = Player(self, player.room)
            await player.arrive()
            self.set_ups_late += time.monotonic() > start + number


async def run(server, rooms, seconds):
    load = Load(server.port)
    players = []
    for _ in range(rooms):
        room = Room()
        for _ in range(SEATS):
            players.append(Player(load, room))
            await players[-1].arrive()
    phases = [random.random() for _ in players]
    start = time.monotonic() + 1
    await asyncio.gather(*(load.ping(*pair) for pair in zip(
        players, (start + phase for phase in phases), [PING_SECONDS] * len(players))))
    start = time.monotonic() + 1
    load.begin, load.end = start + WARM_UP, start + WARM_UP + seconds
    playing = asyncio.gather(*(load.play(player, start + phase) for player, phase in zip(players, phases)))
    await asyncio.sleep(load.begin - time.monotonic())
    cpu = server.cpu_seconds(), time.process_time(), os.getloadavg()[0]
    await playing
    used = server.cpu_seconds() - cpu[0], time.process_time() - cpu[1]
    # The last events are on their way: a ping on each socket is answered after them.
    await asyncio.gather(*(player.socket.request("ping") for room in {p.room for p in players}
                           for player in room.present))
    lost = sum(len(room.pending) for room in {player.room for player in players})
    return report(load, used, seconds, lost, len(players))


def report(load, used, seconds, lost, players):
    print(f"{players} players in rooms of {SEATS}, a guess a second each, {seconds} s")
    print(Samples.HEAD)
    print(load.pings.line("ping → pong (this program's share)"))
    print(load.answers.line("guess → answer"))
    print(load.rivals.line("guess → slowest rival's event"))
    print(load.lateness.line("sent late by (counted above)"))
    print(f"processor: server {used[0] / seconds:.0%} of a core, this program {used[1] / seconds:.0%}; "
          f"load average of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"newcomers not ready when their guess was due: {load.set_ups_late}; events that never came: {lost}")
    is_met = lost == 0 and all(
        samples.at(0.5) < BAR[0] and samples.at(0.99) < BAR[1] for samples in (load.answers, load.rivals))
    print(f"bar: p50 < {BAR[0]} ms and p99 < {BAR[1]} ms: {'met' if is_met else 'MISSED'}")
    return 0 if is_met else 1


def main():
    arguments = argparse.ArgumentParser(description="Measures guesses on the real server.")
    arguments.add_argument("--binary", type=Path, default=ROOT / ".build" / "release" / "tilerace")
    arguments.add_argument("--rooms", type=int, default=50)
    arguments.add_argument("--seconds", type=int, default=30)
    arguments.add_argument("--folder", help="where to put the database; the disk below it is what is measured")
    options = arguments.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory(prefix="tilerace-load-", dir=options.folder) as folder:
        server = ServerProcess(options.binary.resolve(), folder, "--log", "warning")
        server.start()
        try:
            with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(FineSelector())) as runner:
                return runner.run(run(server, options.rooms, options.seconds))
        finally:
            server.terminate()


if __name__ == "__main__":
    sys.exit(main())
