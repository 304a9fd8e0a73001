"""The crash test's players on several machines: they come through the load balancer, and go on where a machine goes behind their
socket."""

import asyncio
import time

from game_socket import Disconnected, GameSocket, Refused, new_guest
from players import Arena
from server_process import PATIENCE

# Refusals that say that nothing was recorded, and that it may be tried again.
PASSING = {"storage_unavailable"}


class Lapsed(Disconnected):
    """Another server stands behind the socket: what was asked has no answer."""


class PartySocket(GameSocket):
    """A socket that outlives the one that decides (docs/protocol.md, "Another server behind your socket")."""

    def __init__(self, on_message, host="127.0.0.1"):
        super().__init__(on_message, host)
        # Of the machine that holds it, as the load balancer says; None before the handshake.
        self.node = None
        # Whether hello is to be said again.
        self.has_lapsed = False
        self.on_lost = lambda socket: None
        self.on_unasked = lambda message: None
        # Numbers of requests without an answer when another server came to stand behind the socket.
        self._given_up = set()
        self.is_left = False

    def renew(self):
        """Says hello next."""
        self.has_lapsed = False
        if self.closed.done():
            self.closed = self._loop.create_future()
        return self

    def send(self, type, **fields):
        if self.has_lapsed:
            answer = self._loop.create_future()
            answer.set_exception(Lapsed("hello comes first"))
            return answer
        return super().send(type, **fields)

    def close(self):
        """Nobody hears what comes from now on: after `resync` that is refusals of what was asked in that room."""
        self.is_left = True
        super().close()

    def _take_handshake(self):
        end = self._received.find(b"\r\n\r\n")
        head = bytes(self._received[:max(0, end)]).lower()
        _, found, rest = head.partition(b"x-node: ")
        if found:
            self.node = rest.split(b"\r\n")[0].decode()
        return super()._take_handshake()

    def _handle(self, message):
        if self.is_left:
            return
        if message["type"] == "error" and message["code"] == "hello_first" and "re" not in message:
            return self._lapse()
        if "re" in message and message["re"] not in self._answers:
            # One that was under way when the push came reaches a server that has heard no hello yet.
            if message["re"] in self._given_up and message.get("code") == "hello_first":
                return self._given_up.discard(message["re"])
            self.on_unasked(message)
            message = {name: value for name, value in message.items() if name != "re"}
        super()._handle(message)

    def _lapse(self):
        self.has_lapsed = True
        self._given_up |= set(self._answers)
        waiting, self._answers = [self.closed, *self._answers.values()], {}
        for future in waiting:
            if not future.done():
                future.set_exception(Lapsed("another server stands behind the socket"))
                future.exception()

    def connection_lost(self, error):
        if self.is_open and not self.is_left:
            self.on_lost(self)
        super().connection_lost(error)


class Party(Arena):
    """What the players share. `excused` are machines whose sockets may be closed now."""

    def __init__(self, port, ledger, words, seed):
        super().__init__(None, ledger, words, seed)
        self._port = port
        self.excused = set()
        self.lapses = 0
        self.closed = 0
        self.serving.set()

    async def new_guest(self):
        return await self._come(lambda: new_guest(self._port))

    async def connect(self, guest):
        if guest.socket is not None and guest.socket.is_open and guest.socket.has_lapsed and not guest.socket.is_left:
            self.lapses += 1
            guest.has_moved = False
            return guest.socket.renew()
        if guest.socket is not None:
            guest.socket.close()
            guest.has_moved = True
        socket = await self._come(lambda: PartySocket.connect(self._port, guest.hear))
        socket.on_lost = self._lost
        socket.on_unasked = lambda message: self.ledger.fault(f"{guest.player} was answered what it did not ask: {message}")
        return socket

    async def _come(self, way):
        """Comes in. While no machine decides the answer may be 503, and one that goes may be gone before it answers."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return await way()
            except (RuntimeError, Disconnected) as error:
                if isinstance(error, RuntimeError) and "503" not in str(error) and "502" not in str(error):
                    raise
                if time.monotonic() > deadline:
                    raise RuntimeError(f"nobody lets visitors in: {error}") from error
                await asyncio.sleep(0.1)

    def _lost(self, socket):
        self.closed += 1
        if socket.node not in self.excused:
            self.ledger.fault(f"a socket at {socket.node} was closed, while {sorted(self.excused)} had to go")

    def may_repeat(self, refusal):
        return refusal.code in PASSING

    def told_to_resync(self, guest, message):
        # What was told is true for ever here, too: the ledger holds what comes now to it.
        guest.socket.close()

    def told_of_day(self, guest, message):
        # One that decides, and whose clock is set, says when the day ends now. No day begins here.
        self.ledger.expect(message["today"]["day"] == guest.day, f"{guest.player} was told {message}")

    async def survive(self, visit):
        while True:
            try:
                return await visit()
            except Disconnected:
                await asyncio.sleep(0.01)
            except Refused as refusal:
                if not self.may_repeat(refusal):
                    self.ledger.fault(f"a server refused what it should not: {refusal}")
                    return None
                await asyncio.sleep(0.05)


class Pulse:
    """A client at one machine that asks all the time: how long it goes without an answer is what players see."""

    def __init__(self, node, port, room=None):
        self.node = node
        self._port = port
        self.room = room
        self.socket = None
        self.again = 0
        self.is_closed = False
        self._last = time.perf_counter()
        self.worst = 0.0
        self._task = None

    async def begin(self):
        self._token = await self._guest()
        self.socket = await PartySocket.connect(self._port)
        self.socket.on_lost = lambda socket: setattr(self, "is_closed", True)
        await self._greet()
        self._task = asyncio.create_task(self._beat())

    async def _guest(self):
        """The token of a new guest. Nothing is measured yet: one that decides may just be followed by another."""
        deadline = time.perf_counter() + PATIENCE
        while True:
            try:
                return (await new_guest(self._port))[1]
            except RuntimeError as refusal:
                if " 503 " not in str(refusal) or time.perf_counter() > deadline:
                    raise
            await asyncio.sleep(0.2)

    def end(self):
        if self._task is not None:
            self._task.cancel()
        if self.socket is not None:
            self.socket.close()

    def reset(self):
        """Counts from now on."""
        self.worst, self._last, self.again = 0.0, time.perf_counter(), 0

    @property
    def silence(self):
        """Seconds of the longest time without an answer, the one that goes on included."""
        return max(self.worst, time.perf_counter() - self._last)

    @property
    def is_silent(self):
        """Whether it has no answers now."""
        return time.perf_counter() - self._last > 0.5

    async def _greet(self):
        await self.socket.renew().request("hello", protocol=1, token=self._token)
        if self.room is not None:
            await self.socket.request("watch", room=self.room)
        self._heard()

    def _heard(self):
        now = time.perf_counter()
        self.worst, self._last = max(self.worst, now - self._last), now

    async def _beat(self):
        while True:
            try:
                if self.socket.has_lapsed:
                    self.again += 1
                    await self._greet()
                else:
                    await self.socket.request("ping")
                    self._heard()
                await asyncio.sleep(0.02)
            except Refused:
                await asyncio.sleep(0.02)
            except Lapsed:
                pass
            except Disconnected:
                return


class Standstill:
    """The longest time in which nobody's move was acknowledged: answers to `ping` need no database, and moves do. `own` is how long
    this program itself did nothing at most, which is not the cluster's."""

    def __init__(self, ledger):
        self._ledger = ledger
        self._moves, self._last, self.worst, self.own = ledger.counts["moves"], time.perf_counter(), 0.0, 0.0
        self._task = asyncio.create_task(self._look())

    def end(self):
        self._task.cancel()

    async def _look(self):
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.02)
            moves, now = self._ledger.counts["moves"], time.perf_counter()
            self.own = max(self.own, now - before - 0.02)
            # A standstill counts while it lasts, too.
            self.worst = max(self.worst, now - self._last)
            if moves != self._moves:
                self._moves, self._last = moves, now
