"""The faults of the cluster test: what is done to the cluster, how it is undone, and who is to notice."""

import asyncio
import signal
import time

from programs import PATIENCE
from wall_clock import seconds_ahead

# Seconds for which the one that decides is stopped: longer than its lease, and than others need to take it over.
SLEEP = 7
# Seconds that PostgreSQL and NATS are away.
AWAY = 0.3
# Seconds by which a machine's clock is set, and for which it stays so.
STEP = 3600
ASTRAY = 2


class Harm:
    """One fault. `bound` is the most seconds that a player whom it concerns less goes without an answer, and `middle` the bound of
    the median on a quiet machine, where it was done often. While it lasts sockets of the `loses` may close; `spares` says whose
    players must hear on."""

    name = ""
    bound = 6.0
    middle = None

    def __init__(self, test):
        self.cluster = test.cluster
        self.test = test
        self.hub = None
        # Nodes whose sockets end with it, and those that hear nothing while it lasts.
        self.loses, self.silences = set(), set()

    def choose(self, hub, other):
        """Takes its victims, by index."""

    async def do(self):
        raise NotImplementedError

    async def undo(self):
        """Mends what was done. The others have gone on by then."""

    async def call(self, function, *arguments):
        return await asyncio.to_thread(function, *arguments)


class KillHub(Harm):
    name = "kill -9 of the one that decides"

    def choose(self, hub, other):
        self.victim = hub
        self.loses = {hub}

    async def do(self):
        await self.call(self.cluster.nodes[self.victim].kill)

    async def undo(self):
        await self.call(self.cluster.restart_node, self.victim)


class KillNode(KillHub):
    name = "kill -9 of another"
    # Nobody else has to notice. The one that decides may wait for a node that is gone before it ends a round.
    bound = 1.5

    def choose(self, hub, other):
        self.victim = other
        self.loses = {other}


class HandOver(KillHub):
    name = "hand-over"
    # It takes 0.07 s in the middle, and 0.19 s at most (docs/performance.md). No step waits for a clock, so that the
    # median shows one that would. A few may fall on checkpoints, or on a machine that is busy with others: so the
    # median of many is judged, and the failure says how busy the machine was.
    bound = 0.5
    middle = 0.3

    async def do(self):
        # Its end takes longer: it says good-bye to its own players.
        self.cluster.nodes[self.victim].signal(signal.SIGTERM)

    async def undo(self):
        code = await self.call(self.cluster.nodes[self.victim].process.wait, 30)
        self.test.ledger.expect(code == 0, f"told to stop, {self.cluster.nodes[self.victim].name} ended with {code}")
        await super().undo()


class KillNATS(Harm):
    name = "kill -9 of NATS"

    async def do(self):
        await self.call(self.cluster.nats.kill)
        await asyncio.sleep(AWAY)
        await self.call(self.cluster.start_nats)


class RestartPostgres(Harm):
    name = "restart of PostgreSQL (immediate)"
    # Its own recovery is among them.
    bound = 12.0

    async def do(self):
        await self.call(self.cluster.crash_postgres)
        await asyncio.sleep(AWAY)
        await self.call(self.cluster.start_postgres)


class StopHub(Harm):
    name = "SIGSTOP of the one that decides"

    def choose(self, hub, other):
        self.victim = hub
        self.silences = {hub}

    async def do(self):
        self.cluster.nodes[self.victim].signal(signal.SIGSTOP)
        await asyncio.sleep(SLEEP)

    async def undo(self):
        self.cluster.nodes[self.victim].signal(signal.SIGCONT)


class Cut(Harm):
    """Ways that deliver nothing, or are cut with a word, until they are mended."""

    seconds = SLEEP

    def choose(self, hub, other):
        self.victim = hub
        self.silences = {hub}

    def links(self):
        raise NotImplementedError

    async def do(self):
        holds = self.test.random.random() < 0.5
        for link in self.links():
            (link.hold if holds else link.drop)()
        await asyncio.sleep(self.seconds)

    async def undo(self):
        for link in self.links():
            link.mend()


class CutHubPostgres(Cut):
    name = "cut between the one that decides and PostgreSQL"

    def links(self):
        return [self.test.ways["postgres", self.victim]]


class CutHubNATS(Cut):
    name = "cut between the one that decides and NATS"
    # On a way that only falls silent the library asks twice before it says so, 3 s at most; after 1.5 s more the lease
    # is given up, and whoever has the bus looks for it every 0.25 s. Then players come back, as after a kill.
    bound = 7.5

    def links(self):
        return [self.test.ways["nats", self.victim]]


class IsolateHub(Cut):
    name = "cut between the one that decides and all others"

    def links(self):
        return [self.test.ways[kind, self.victim] for kind in ("postgres", "nats")]


class CutNodeNATS(CutHubNATS):
    name = "cut between another and NATS"
    bound = 1.5
    seconds = 4

    def choose(self, hub, other):
        self.victim = other
        self.silences = {other}


class CutNodePostgres(CutHubPostgres):
    name = "cut between another and PostgreSQL"
    # Nobody has to notice.
    bound = 1.5
    seconds = 2

    def choose(self, hub, other):
        self.victim = other


class StepClock(Harm):
    """One machine's clock is set, whether it decides or not: an hour ahead, then an hour behind."""

    name = "clock an hour ahead, then an hour behind"
    # Nobody has to notice.
    bound = 1.5

    async def _set(self, ahead):
        self.test.clock.set(ahead)
        port = self.cluster.ports[self.test.CLOCKED]
        deadline = time.monotonic() + PATIENCE
        while True:
            shown = await self.call(seconds_ahead, port)
            if shown is not None and abs(shown - ahead) < 60:
                return
            if time.monotonic() > deadline:
                return self.test.ledger.fault(f"a clock that was set {ahead} s ahead is {shown} s ahead")
            await asyncio.sleep(0.1)

    async def do(self):
        for ahead in (STEP, -STEP):
            await self._set(ahead)
            await asyncio.sleep(ASTRAY)

    async def undo(self):
        await self._set(0)


ALL = [
    KillHub, HandOver, KillNATS, CutHubPostgres, KillNode, StopHub, CutNodeNATS, RestartPostgres, CutHubNATS, CutNodePostgres,
    StepClock, IsolateHub]
