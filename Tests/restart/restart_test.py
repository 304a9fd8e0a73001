"""Restarts the real server again and again while people play, and proves that nobody was refused and nothing forgotten.

    python3 Tests/restart/restart_test.py --binary .build/debug/tilerace [--restarts 20] [--seed 1]

This program holds the listening socket, as systemd does for a service with a socket unit. Racers, watchers and a crowd sit
on WebSockets, visitors ask over HTTP. The server is told to go with SIGTERM, and its successor is started, in turn, after
it has gone and already before. Everybody must hear 1001 with the time to return, and comes back then. Counted: connections
refused, requests failed, sockets cut off without a word, acknowledged moves lost; all must be 0. Moves, answered requests
and those sent away must not be.

TILERACE_FULL=1 means 20 restarts, else 4. Exit code 0 if all is well, 1 otherwise. Only the standard library.
"""

import asyncio
import random
import re
import socket
import statistics
import sys
import tempfile
import time
from pathlib import Path

for folder in ("realserver", "crash"):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / folder))

from anagrams import LINES  # noqa: E402
from crash_test import words_by_length, zone_by_day  # noqa: E402
from disk import Disk  # noqa: E402
from game_socket import ConnectionRefused, Disconnected, Refused  # noqa: E402
from ledger import Ledger  # noqa: E402
from players import Arena, Guest, Table  # noqa: E402
from server_process import PATIENCE, ServerProcess  # noqa: E402
from sprinters import Layer, Track  # noqa: E402
from trial import Trial  # noqa: E402
from visitors import Tally, Visitor  # noqa: E402

TABLES = 4
# A room that sprints, in the anagrams of which some rounds end in the run.
SPRINT = {"kind": "anagram", "limit": 30, "rounds": 20}
CROWD = 120
VISITORS = 8
# Seconds of play before a restart: from among those who are still coming back, to when all are there.
PLAY = (0.1, 2.0)
# Seconds that a client adds to the time it was told, at most.
JITTER = 0.1
# Connections that wait in the socket while nobody accepts.
BACKLOG = 4_096
RETRY = re.compile(r"retry=(\d+)")


class Stage(Arena):
    """What the players share, and what became of them at each restart."""

    def __init__(self, server, ledger, words, seed):
        super().__init__(server, ledger, words, seed)
        # By guest who was sent away and is not back: when the Close came.
        self.away = {}
        self.gaps = []
        self.hints = []
        self.refused = 0

    def welcomed(self, guest):
        left = self.away.pop(guest, None)
        if left is not None:
            self.gaps.append(time.monotonic() - left)

    async def survive(self, visit):
        """Runs `visit`, and again when the server says so, until it comes to its end."""
        guest = visit.__self__
        while True:
            try:
                return await visit()
            except Refused as refusal:
                return self.ledger.fault(f"the server refused what it should not: {refusal}")
            except ConnectionRefused as error:
                self.refused += 1
                return self.ledger.fault(f"a connection was refused: {error}")
            except Disconnected as error:
                hint = RETRY.fullmatch(error.reason)
                if error.code != 1001 or hint is None:
                    return self.ledger.fault(f"cut off without a word: {error} {error.reason}")
                # A second Close on the way back does not end the gap.
                self.away.setdefault(guest, time.monotonic())
                self.hints.append(int(hint[1]))
                await asyncio.sleep(int(hint[1]) / 1000 + self.random.uniform(0, JITTER))


class Sitter(Guest):
    """Says hello, and stays."""

    async def visit(self):
        await self.greet()
        await self.socket.closed


class RestartTest:
    """The run: play, restart, and at the end look."""

    def __init__(self, binary, folder, restarts, seed, listening):
        flags = ("--zone", zone_by_day(), "--log", "warning", "--lines", LINES)
        # Two of them, for the moments in which one goes and the other comes.
        self._servers = [ServerProcess(binary, folder, *flags, socket=listening) for _ in range(2)]
        self.ledger = Ledger()
        self.stage = Stage(self._servers[0], self.ledger, words_by_length(), seed)
        self.tally = Tally()
        self.restarts = restarts
        self.stops = []
        self._random = random.Random(seed)

    async def run(self):
        await asyncio.to_thread(self._servers[0].start)
        self.ledger.started()
        port = self._servers[0].port
        load = asyncio.gather(
            *(Table(self.stage, number + 1).run() for number in range(TABLES)),
            Track(self.stage, TABLES + 1, Layer, SPRINT).run(),
            *(self.stage.survive(Sitter(self.stage).visit) for _ in range(CROWD)),
            *(Visitor(port, self.tally, keeps_connection=number % 2 == 0).run() for number in range(VISITORS)))
        try:
            for number in range(self.restarts):
                # Nobody waits for this instant: it is the chance itself that is being tested.
                await asyncio.wait([load], timeout=self._random.uniform(*PLAY))
                if load.done():
                    load.result()
                await self._restart(overlapping=number % 2 == 1)
                if self.ledger.faults or self.tally.faults:
                    break
            if not self.ledger.faults:
                await asyncio.wait_for(self._all_there(), PATIENCE)
        finally:
            load.cancel()
            await asyncio.gather(load, return_exceptions=True)
        await self._stop(self._servers[0])
        self.ledger.faults += Disk(self._servers[0].folder).check(self.ledger)
        self._expect_load()

    def _expect_load(self):
        """Nothing is lost where nothing was done: then the run has shown nothing."""
        self.ledger.expect(self.ledger.counts["moves"] > 0, "nobody made a move")
        self.ledger.expect(self._laid("anagram-") > 0, "nobody laid a word of the day's anagram")
        self.ledger.expect(self._laid("/sprint-") > 0, "nobody laid a word in a round of sprints")
        self.ledger.expect(self.tally.answered > 0, "no request was answered")
        self.ledger.expect(len(self.stage.hints) > 0, "nobody was sent away by a restart")

    def _laid(self, part):
        """Words that were laid in the games whose name has this in it."""
        return sum(len(game.rows) for (_, puzzle), game in self.ledger.games.items() if part in puzzle)

    async def _restart(self, overlapping):
        old, new = self._servers
        if overlapping:
            starting = asyncio.create_task(asyncio.to_thread(new.start))
            await self._stop(old)
            await starting
        else:
            await self._stop(old)
            await asyncio.to_thread(new.start)
        self.ledger.started()
        self._servers.reverse()

    async def _stop(self, server):
        begun = time.monotonic()
        code = await asyncio.to_thread(server.terminate)
        self.ledger.ended()
        self.stops.append(time.monotonic() - begun)
        self.ledger.expect(code == 0, f"told to stop, the server ended with {code}: {server.last_words()}")

    async def _all_there(self):
        """Waits until everybody who was sent away is back, and a round's tiles were dealt."""
        while (self.stage.away or not self._laid("/sprint-")) and not self.ledger.faults:
            await asyncio.sleep(0.01)

    def kill(self):
        for server in self._servers:
            server.kill_if_alive()

    def faults(self):
        return self.ledger.faults + self.tally.faults

    def summary(self, seconds):
        gaps = sorted(self.stage.gaps) or [0.0]
        hints = sorted(self.stage.hints) or [0]
        percentiles = statistics.quantiles(gaps, n=100) if len(gaps) > 1 else [gaps[0]] * 99
        counts = self.ledger.counts
        return "\n".join([
            f"restarted {len(self.stops) - 1} times; {len(self.stage.guests)} players, {len(self.ledger.rooms)} rooms",
            f"{counts['moves']} moves acknowledged, {counts['repeats']} times told again; {counts['events']} events told, "
            f"{counts['gap']} of them to {counts['resumes']} who came back to a room",
            f"{self.tally.answered} requests answered, the slowest in {self.tally.slowest * 1000:.0f} ms; "
            f"{self.tally.repeated} sent again on a new connection, as the old one was closed while idle",
            f"{len(self.stage.hints)} times sent away, for {hints[0]} to {hints[-1]} ms; from the Close to the welcome: "
            f"{percentiles[49]:.2f} s in the middle, {percentiles[98]:.2f} s at p99, {gaps[-1]:.2f} s at most",
            f"stop: {statistics.median(self.stops) * 1000:.0f} ms in the middle, {max(self.stops) * 1000:.0f} ms at most",
            f"Restart test: {len(self.stops) - 1} restarts, {self.stage.refused} connections refused, "
            f"{len(self.tally.faults)} requests failed, {counts['moves']} moves, {len(self.faults())} faults, "
            f"{seconds:.0f} s"])


def main():
    trial = Trial("Restarts the server under load, and looks for whom it refused.", "restarts", 4, full=20)
    with tempfile.TemporaryDirectory(prefix="tilerace-restart-") as folder, socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(BACKLOG)
        test = RestartTest(trial.binary, folder, trial.count, trial.seed, listening)
        try:
            asyncio.run(test.run())
        finally:
            test.kill()
    return trial.end(test.faults(), test.summary(trial.seconds()))


if __name__ == "__main__":
    sys.exit(main())
