"""Plays on a whole cluster while its parts are killed, stopped and cut off from each other, and proves that it forgot nothing that
it had told, and told nobody what did not happen.

    python3 Tests/cluster/cluster_test.py --binary .build/debug/tilerace [--rounds 1] [--seed 1] [--only hand-over]

PostgreSQL, NATS, three machines and HAProxy (deploy/cluster/local_cluster.py) run here; the crash test's players come through
HAProxy. A round does each fault of `harm.py` once. Checked: no acknowledged move is lost or doubled, every picture is that of the
log, nobody is told a word or tiles too early, no generation of the lease has commits of two servers, sockets at machines that stayed
are not closed, and nobody goes without an answer for longer than each fault's bound.

TILERACE_FULL=1 means 100 rounds, else 1. Exit code 0 if nothing was wrong, 1 otherwise. Needs Debian's `postgresql`, `nats-server`,
`libnats3.4`, `libpq5`, `haproxy` and `faketime`.
"""

import asyncio
import gc
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
for folder in ("realserver", "crash"):
    sys.path.insert(0, str(HERE.parent / folder))
sys.path.insert(0, str(HERE.parents[1] / "deploy" / "cluster"))

import harm  # noqa: E402
from anagrams import LINES  # noqa: E402
from crash_test import words_by_length, zone_by_day  # noqa: E402
from disk import DATABASE, Disk  # noqa: E402
from ledger import Ledger  # noqa: E402
from links import Links  # noqa: E402
from local_cluster import LocalCluster  # noqa: E402
from programs import PATIENCE, status  # noqa: E402
from party import Party, Pulse, Standstill  # noqa: E402
from players import Table  # noqa: E402
from roll_call import ask_everybody  # noqa: E402
from sprinters import Layer, Track  # noqa: E402
from trial import Trial  # noqa: E402
from wall_clock import WallClock  # noqa: E402

NODES = 3
TABLES = 3
PULSES = 2
# How often a fault is done at least before the median of its gaps is judged: few of them fall on the same busy minute.
OFTEN = 20
# Seconds for all players to look at all their games.
LOOK = 1800
# Seconds for which somebody who was spared may go without an answer while what was done is mended, as when a sleeper
# wakes.
MENDING = 1.5
# Rounds between two looks at all that is stored.
BETWEEN_LOOKS = 5
# Every commit is noted with the generation of the lease under which it was made, and the process of PostgreSQL that
# made it: one server has one at a time, and a new one under a new generation.
AUDIT = """
    CREATE TABLE public.commits (generation bigint, process int, PRIMARY KEY (generation, process));
    CREATE FUNCTION public.note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO public.commits SELECT generation, pg_backend_pid() FROM tilerace.lease ON CONFLICT DO NOTHING;
        RETURN NULL;
    END $$;
    CREATE TRIGGER note AFTER INSERT ON tilerace.moves FOR EACH STATEMENT EXECUTE FUNCTION public.note();
    CREATE TRIGGER note AFTER INSERT ON tilerace.room_events FOR EACH STATEMENT EXECUTE FUNCTION public.note();
"""


def busy(loads):
    """How busy the machine was, the cluster and its players among what ran: load averages over a minute."""
    return f"the load average was {statistics.median(loads):.1f} in the middle, {max(loads):.1f} at most, on {os.cpu_count()} cores"


class ClusterTest:
    """The run: play, do harm, look, mend."""

    # The index of the node whose clock can be set.
    CLOCKED = NODES - 1

    def __init__(self, binary, folder, rounds, seed, only=None):
        self.random = random.Random(seed)
        self.rounds = rounds
        self.kinds = [kind for kind in harm.ALL if only is None or only in kind.name]
        self.binary = binary
        self.folder = Path(folder)
        self._links, self.ways = Links(), {}
        self.clock = WallClock(self.folder / "clock")
        self.cluster = LocalCluster(
            binary, folder, NODES, shards=2, ways=self._way, front=["http-response set-header X-Node %s"],
            environments=lambda number: self.clock.environment if number == self.CLOCKED else {},
            # The machine keeps what it is given: no power fails here.
            settings=["-c", "fsync=off", "-c", "max_connections=200"],
            flags=[
                "--zone", zone_by_day(), "--log", "info", "--metrics", "on", "--lines", LINES, "--guests-per-minute", "60000",
                "--requests-per-second", "100000", "--connections-per-address", "100000", "--connection-rate", "100000"])
        self.ledger = Ledger()
        self.party = Party(self.cluster.port, self.ledger, words_by_length(), seed)
        self.gaps = {kind.name: [] for kind in self.kinds}
        # The longest times without a move, of all players together.
        self.standstills = {kind.name: [] for kind in self.kinds}
        # The load average at the end of each.
        self.loads = {kind.name: [] for kind in self.kinds}
        # The longest times without an answer while a fault was mended.
        self.mendings = []
        self.done = 0
        self.looks = 0
        self._rooms = None

    def _way(self, kind, node, port):
        if (kind, node) not in self.ways:
            self.ways[kind, node] = self._links.add(port)
        return self.ways[kind, node].port

    async def run(self):
        # To look through all that thousands of players have left takes Python seconds, in which no answer is read: it
        # is done where nothing is measured.
        gc.disable()
        await asyncio.to_thread(self.cluster.start)
        await asyncio.to_thread(self.cluster.sql, AUDIT, "tilerace")
        self.ledger.started()
        for number in range(self.rounds):
            # What has lasted until now mostly stays, and is looked through again between looks at all that is stored
            # alone.
            if number % BETWEEN_LOOKS == 0:
                gc.unfreeze()
            gc.collect()
            gc.freeze()
            self._play()
            kinds = list(self.kinds)
            if number > 0:
                self.random.shuffle(kinds)
            for kind in kinds:
                await self._harm(kind(self))
                if self.ledger.faults:
                    break
            if (number + 1) % BETWEEN_LOOKS == 0 or number + 1 == self.rounds or self.ledger.faults:
                await self._rest()
                await self._look()
            if self.ledger.faults:
                break
        self._judge_middles()
        # Whose socket a fault has left open loses it now.
        self.party.excused = {f"node{number + 1}" for number in range(NODES)}
        bad = await asyncio.to_thread(self.cluster.stop)
        self.ledger.expect(not bad, f"told to stop, these did not end in order: {bad}")

    # Players.

    def _play(self):
        if self._rooms is not None:
            return
        rooms = [Table(self.party, self.looks * 10 + number + 1) for number in range(TABLES)]
        rooms.append(Track(self.party, 2 * self.looks + 1, Layer, {"kind": "anagram", "limit": 30, "rounds": 20}))
        rooms.append(Track(self.party, 2 * self.looks + 2))
        self._rooms = asyncio.gather(*(room.run() for room in rooms))

    async def _rest(self):
        """Ends the play."""
        rooms, self._rooms = self._rooms, None
        rooms.cancel()
        await asyncio.gather(rooms, return_exceptions=True)

    async def _moves(self, more, seconds=PATIENCE):
        """Waits until so many more moves are acknowledged."""
        begun, start = time.perf_counter(), self.ledger.counts["moves"]
        while self.ledger.counts["moves"] < start + more:
            if self._rooms is not None and self._rooms.done():
                self._rooms.result()
            if time.perf_counter() - begun > seconds:
                self.ledger.fault(f"{self.ledger.counts['moves'] - start} moves of {more} within {seconds} s")
                break
            await asyncio.sleep(0.02)

    # Harm.

    async def _hub(self):
        """The index of the node that decides."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            hub = await asyncio.to_thread(self.cluster.hub)
            if hub is not None:
                return hub
            await asyncio.sleep(0.05)
        raise RuntimeError("not one node decides")

    async def _ready(self):
        """Waits until all nodes are ready, and HAProxy knows."""
        deadline = time.monotonic() + PATIENCE
        while True:
            states = [await asyncio.to_thread(status, port, "/readyz") for port in self.cluster.ports]
            if states == [200] * NODES:
                return
            if time.monotonic() > deadline:
                return self.ledger.fault(f"not all are ready: {states}")
            await asyncio.sleep(0.05)

    async def _harm(self, fault):
        hub = await self._hub()
        fault.choose(hub, self.random.choice([node for node in range(NODES) if node != hub]))
        spared = [node for node in range(NODES) if node not in fault.loses | fault.silences]
        pulses = [Pulse(node, self.cluster.ports[node]) for node in spared for _ in range(PULSES)]
        try:
            for pulse in pulses:
                await pulse.begin()
            await self._moves(20)
            await asyncio.sleep(self.random.uniform(0, 0.5))
            for pulse in pulses:
                pulse.reset()
            self.party.excused = {f"node{node + 1}" for node in fault.loses}
            self.ledger.ended()
            standstill = Standstill(self.ledger)
            await fault.do()
            await self._heard(pulses)
            await self._moves(1)
            gap = max(pulse.silence for pulse in pulses)
            standstill.end()
            self.ledger.started()
            for pulse in pulses:
                pulse.reset()
            await fault.undo()
            await self._ready()
            await self._moves(20)
            mending = max(pulse.silence for pulse in pulses)
            self.mendings.append(mending)
            self.ledger.expect(mending <= MENDING, f"{fault.name}: {mending:.2f} s without an answer while it was mended")
            self.party.excused = set()
            self._judge(fault, gap, standstill, pulses)
        finally:
            for pulse in pulses:
                pulse.end()

    async def _heard(self, pulses):
        """Waits until everybody who is spared has answers again."""
        deadline = time.monotonic() + PATIENCE
        await asyncio.sleep(1)
        while any(not pulse.is_closed and pulse.is_silent for pulse in pulses):
            if time.monotonic() > deadline:
                return self.ledger.fault("players at machines that stayed have no answers any more")
            await asyncio.sleep(0.02)

    def _judge(self, fault, gap, standstill, pulses):
        self.done += 1
        self.gaps[fault.name].append(gap)
        self.standstills[fault.name].append(standstill.worst)
        self.loads[fault.name].append(os.getloadavg()[0])
        circumstances = f"{busy(self.loads[fault.name][-1:])}; the test itself stood still for {standstill.own:.2f} s"
        self.ledger.expect(gap <= fault.bound, f"{fault.name}: {gap:.2f} s without an answer; {circumstances}")
        closed = sorted({pulse.node + 1 for pulse in pulses if pulse.is_closed})
        self.ledger.expect(not closed, f"{fault.name}: sockets at nodes {closed} were closed")
        self.ledger.expect(
            standstill.worst <= fault.bound,
            f"{fault.name}: {standstill.worst:.2f} s without a move of anybody; {circumstances}")
        print(
            f"{self.done}: {fault.name}: {gap:.2f} s, {standstill.worst:.2f} s without a move, {self.ledger.counts['moves']} moves",
            flush=True)

    def _judge_middles(self):
        for kind in self.kinds:
            gaps = self.gaps[kind.name]
            if kind.middle is not None and len(gaps) >= OFTEN:
                middle = statistics.median(gaps)
                self.ledger.expect(
                    middle <= kind.middle,
                    f"{kind.name}: {middle:.2f} s without an answer, the median of {len(gaps)}; {kind.middle} s is the bound of a "
                    f"quiet machine, and {busy(self.loads[kind.name])}")

    # What is stored.

    async def _look(self):
        """Holds what is stored against all that was told, by a backup, which is read with another program's eyes."""
        await asyncio.wait_for(ask_everybody(self.party), LOOK)
        self.looks += 1
        copy = Path(tempfile.mkdtemp(prefix="tilerace-cluster-image-"))
        try:
            made = await asyncio.to_thread(
                subprocess.run,
                [self.binary, "backup", copy / DATABASE, "--data", self.cluster.data(0), "--storage", self.cluster.storage(0)],
                capture_output=True, text=True)
            self.ledger.expect(made.returncode == 0, f"no backup: {made.stderr}")
            if made.returncode == 0:
                disk = Disk(copy)
                self.party.answers = disk.answers
                self.ledger.faults += disk.check(self.ledger)
        finally:
            shutil.rmtree(copy, ignore_errors=True)
        twice = await asyncio.to_thread(
            self.cluster.sql, "SELECT generation FROM public.commits GROUP BY 1 HAVING count(*) > 1", "tilerace")
        self.ledger.expect(not twice, f"generations with commits of two servers: {twice.split()}")
        self._generations()

    def _generations(self):
        """No two nodes say that they decide under one generation."""
        holders = {}
        for node in range(NODES):
            log = self.folder / "logs" / f"node{node + 1}.log"
            for found in re.finditer(r"(?m)^.* hub .*?generation=(\d+)", log.read_text(errors="replace")):
                holders.setdefault(int(found[1]), set()).add(node)
        shared = {generation for generation, nodes in holders.items() if len(nodes) > 1}
        self.ledger.expect(holders and not shared, f"generations {shared} of {len(holders)} are said by two")

    def summary(self, seconds):
        counts = self.ledger.counts
        lines = [
            f"{name}: {len(gaps)} times, {statistics.median(gaps):.2f} s in the middle, {max(gaps):.2f} s at most; no move for "
            f"{statistics.median(self.standstills[name]):.2f} s in the middle, {max(self.standstills[name]):.2f} s at most"
            for name, gaps in self.gaps.items() if gaps]
        return "\n".join([
            *lines, f"while that was mended: {max(self.mendings, default=0):.2f} s without an answer at most",
            f"{len(self.party.guests)} players, {len(self.ledger.rooms)} rooms; {counts['moves']} moves acknowledged, "
            f"{counts['repeats']} times told again; {counts['events']} events told",
            f"another server behind a socket: {self.party.lapses} times; sockets that ended with their machine: {self.party.closed}",
            f"under way and never acknowledged: {counts['kept']} moves are there, {counts['lost']} are not",
            f"Cluster test: {self.done} faults done, {counts['moves']} moves, {len(self.ledger.faults)} wrong, {seconds:.0f} s"])


def main():
    only = None
    if "--only" in sys.argv:
        place = sys.argv.index("--only")
        only = sys.argv[place + 1]
        del sys.argv[place:place + 2]
    trial = Trial("Does harm to a cluster under load, and looks for what it forgot.", "rounds", 1, full=100)
    folder = tempfile.mkdtemp(prefix="tilerace-cluster-")
    # PostgreSQL's user has to come to its folder.
    os.chmod(folder, 0o711)
    test = ClusterTest(trial.binary, folder, trial.count, trial.seed, only)
    try:
        asyncio.run(test.run())
    finally:
        test.cluster.kill()
        if test.ledger.faults:
            kept = Path("test-output") / "cluster-logs"
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(Path(folder) / "logs", kept)
            print(f"the logs are in {kept}")
        shutil.rmtree(folder, ignore_errors=True)
    return trial.end(test.ledger.faults, test.summary(trial.seconds()))


if __name__ == "__main__":
    sys.exit(main())
