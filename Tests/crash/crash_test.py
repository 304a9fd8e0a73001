"""Kills the real server again and again while people play, and proves that it forgot nothing that it had told.

    python3 Tests/crash/crash_test.py --binary .build/debug/tilerace [--kills 60] [--seed 1]

Players race over real sockets. At random instants the server is killed with SIGKILL. After each kill the database, as the
kill left it, is held against everything that any client was ever told; then the server is started again on the same
folder, and everybody comes back by the protocol to find what was there. A move that was not acknowledged may be there or
not, but whole and once. At the end two rounds of anagrams are killed in their middle: one ends while the server runs again, the
other one while it is gone, which takes two kills more.

TILERACE_FULL=1 means 60 kills, else 5. Exit code 0 if nothing was lost, 1 otherwise. Only the standard library.
"""

import asyncio
import random
import sys
import tempfile
import time
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))

from anagrams import LINES  # noqa: E402
from disk import Disk  # noqa: E402
from instants import SLACK  # noqa: E402
from ledger import Ledger, wall  # noqa: E402
from players import LENGTHS, Arena, Table  # noqa: E402
from roll_call import ask_everybody  # noqa: E402
from server_process import PATIENCE, ROOT, ServerProcess  # noqa: E402
from sprinters import Layer, Track  # noqa: E402
from trial import Trial  # noqa: E402

TABLES = 5
# Rooms that sprint with words to guess, and with anagrams: seconds of the shortest of these rounds, and between two.
TRACKS = 2
LAYING = 2
LIMIT = 30
APART = 3
# ms for which the server is gone at the instant at which a round ends: from so long before it to so long after it.
GONE = (800, 400)
# Orderly stops at the end.
STOPS = 5
# Seconds of play before a kill: from among those who are still coming back, to well into their games.
PLAY = (0.02, 1.2)


def zone_by_day():
    """A zone in which it is neither late nor early, so that no midnight falls into the test."""
    zones = ("UTC", "Asia/Tokyo", "America/Los_Angeles")
    return min(zones, key=lambda zone: abs(datetime.now(ZoneInfo(zone)).hour - 12))


def words_by_length():
    folder = ROOT / "config" / "words" / "en"
    return {length: (folder / f"guesses-{length}.txt").read_text().split() for length in LENGTHS}


class CrashTest:
    """The run: play, kill, look, start again."""

    def __init__(self, binary, folder, kills, seed):
        self.server = ServerProcess(
            binary, folder, "--zone", zone_by_day(), "--log", "warning", "--lines", LINES)
        self.ledger = Ledger()
        self.arena = Arena(self.server, self.ledger, words_by_length(), seed)
        self.kills = kills
        self.killed = 0
        self.starts = []
        self._random = random.Random(seed)

    async def run(self):
        await self._start()
        rooms = [Table(self.arena, number + 1) for number in range(TABLES)]
        # Those of anagrams end at different instants.
        rooms += [
            Track(self.arena, number + 1, Layer, {"kind": "anagram", "limit": LIMIT + APART * number, "rounds": 20})
            for number in range(LAYING)]
        rooms += [Track(self.arena, LAYING + number + 1) for number in range(TRACKS)]
        tables = asyncio.gather(*(room.run() for room in rooms))
        try:
            while self.killed < self.kills and not self.ledger.faults:
                # Nobody waits for this instant: it is the chance itself that is being tested.
                await asyncio.wait([tables], timeout=self._random.uniform(*PLAY))
                if self._random.random() < 0.5:
                    await self._sprint()
                if tables.done():
                    tables.result()
                await self._kill()
                await self._start()
            if not self.ledger.faults:
                await self._outlast()
        finally:
            tables.cancel()
            await asyncio.gather(tables, return_exceptions=True)
        if not self.ledger.faults:
            await ask_everybody(self.arena)
        await self._stop()
        for _ in range(STOPS):
            # A server that has only just started stops in good order too.
            await asyncio.to_thread(self.server.start)
            self.ledger.started()
            await self._stop()
        self.ledger.faults += Disk(self.server.folder).check(self.ledger)

    async def _sprint(self):
        """Waits until a guess of a sprint has just left: there are few of them beside the others."""
        self.arena.sprinted.clear()
        try:
            await asyncio.wait_for(self.arena.sprinted.wait(), 2)
        except TimeoutError:
            return
        await asyncio.sleep(self._random.uniform(0, 0.004))

    async def _outlast(self):
        """Kills the server in the middle of two rounds of anagrams; lets one end while the server runs again, and the other one
        while it is gone."""
        await self._wait_for(lambda: len(self._rounds()) == LAYING, "rounds of anagrams do not run")
        if self.ledger.faults:
            return
        (first, *up), (second, *down) = [self._rounds()[index] for index in (0, -1)]
        await self._sleep_until(first - 1_000 * LIMIT // 2)
        await self._kill()
        await self._start()
        await self._wait_for(lambda: self._is_over(*up), f"{up} does not end")
        await self._sleep_until(second - GONE[0])
        await self._kill()
        await self._sleep_until(second + GONE[1])
        await self._start()
        await self._wait_for(lambda: self._is_over(*down), f"{down} does not end")

    def _rounds(self):
        """The rounds of anagrams that run: the instant at which the server ends each, its room and its race."""
        return sorted(
            (event["ends"] + SLACK, code, event["race"]) for code, room in self.ledger.rooms.items()
            for _, event in room.events.values()
            if event["kind"] == "round" and event.get("game") == "anagram" and not self._is_over(code, event["race"]))

    def _is_over(self, code, race):
        return any(
            event["kind"] == "round_over" and event["race"] == race
            for _, event in self.ledger.rooms[code].events.values())

    async def _wait_for(self, condition, what):
        """Waits until it is so; a fault if it never is."""
        deadline = time.monotonic() + LIMIT + PATIENCE
        while not condition() and not self.ledger.faults:
            if time.monotonic() > deadline:
                return self.ledger.fault(what)
            await asyncio.sleep(0.02)

    async def _sleep_until(self, instant):
        """Sleeps until an instant of the server's clock."""
        await asyncio.sleep(max(0, instant - wall()) / 1_000)

    async def _start(self):
        self.starts.append(await asyncio.to_thread(self.server.start))
        self.ledger.started()
        self.arena.life += 1
        self.arena.serving.set()

    async def _stop(self):
        code = await asyncio.to_thread(self.server.terminate)
        self.ledger.ended()
        self.ledger.expect(code == 0, f"told to stop, the server ended with {code}: {self.server.last_words()}")

    async def _kill(self):
        if self.server.has_died():
            self.ledger.fault(f"the server died by itself: {self.server.last_words()}")
        self.arena.serving.clear()
        self.server.kill()
        self.ledger.ended()
        self.killed += 1
        # What the server had written into its sockets is still being read: the kernel delivers it, so it counts as
        # told.
        await asyncio.sleep(0)
        await self._all_disconnected()
        disk = Disk(self.server.folder)
        self.arena.answers = disk.answers
        self.ledger.faults += disk.check(self.ledger)

    async def _all_disconnected(self):
        """Waits until every client has read its socket to the end."""
        deadline = time.monotonic() + PATIENCE
        while any(guest.socket is not None and guest.socket.is_open for guest in self.arena.guests):
            if time.monotonic() > deadline:
                raise RuntimeError("sockets outlive the server")
            await asyncio.sleep(0.001)

    def summary(self, seconds):
        counts = self.ledger.counts
        games = self.ledger.games.values()
        sprints = {puzzle for _, puzzle in self.ledger.games if "sprint" in puzzle}
        laid = [puzzle for (_, puzzle), game in self.ledger.games.items() if None in game.sent]
        words = sum(len(game.rows) for game in games if None in game.sent)
        over = sum("sprint" in puzzle and self._is_over(*puzzle.split("/")) for puzzle in set(laid))
        finished = sum(1 for game in games if game.finish is not None)
        solved = sum(1 for game in games if game.finish is not None and game.finish[0])
        return "\n".join([
            f"killed {self.killed} times; {len(self.arena.guests)} players, {len(self.ledger.rooms)} rooms",
            f"{counts['moves']} moves acknowledged and {counts['repeats']} times told again; "
            f"{len(games)} games, {finished} finished, {solved} of them solved; {len(sprints)} rounds of sprints",
            f"{words} of the moves are words laid in {len(laid)} games of anagrams, {over} of whose rounds ended",
            f"under way at a kill and never acknowledged: {counts['kept']} moves are there, {counts['lost']} are not",
            f"{counts['events']} events told; {counts['resumes']} times somebody came back to a room, "
            f"and was told the {counts['gap']} events missed",
            f"start on the same folder: {sorted(self.starts)[len(self.starts) // 2] * 1000:.0f} ms in the middle, "
            f"{max(self.starts) * 1000:.0f} ms at most",
            f"Crash test: {self.killed} kills, {counts['moves']} moves, {len(self.ledger.faults)} faults, "
            f"{seconds:.0f} s"])


def main():
    trial = Trial("Kills the server under load, and looks for what it forgot.", "kills", 5, full=60)
    with tempfile.TemporaryDirectory(prefix="tilerace-crash-") as folder:
        test = CrashTest(trial.binary, folder, trial.count, trial.seed)
        try:
            asyncio.run(test.run())
        finally:
            if not test.server.has_died():
                test.server.kill()
    return trial.end(test.ledger.faults, test.summary(trial.seconds()))


if __name__ == "__main__":
    sys.exit(main())
