"""Those who ask over HTTP while the server is being restarted: each request must be answered, whenever it comes."""

import asyncio
import time

# Asked in turn. A new guest is something that must not be asked twice.
TARGETS = (("GET", "/api/v1/today"), ("GET", "/"), ("GET", "/api/v1/health"), ("POST", "/api/v1/session"))
# Seconds between two requests of one visitor.
PAUSE = 0.01


class Dropped(Exception):
    """The connection ended before the first byte of an answer."""


class Tally:
    """What became of the requests."""

    def __init__(self):
        self.answered = 0
        # Idle connections that the server had closed when the next request came: sent again, as RFC 9110, 9.2.2 allows.
        self.repeated = 0
        self.slowest = 0.0
        self.faults = []

    def answer(self, status, target, seconds):
        self.answered += 1
        self.slowest = max(self.slowest, seconds)
        if not 200 <= status < 300:
            self.faults.append(f"{target} was answered with {status}")


class Visitor:
    """Asks one thing after the other: each over a connection of its own, or all over one that is kept."""

    def __init__(self, port, tally, keeps_connection):
        self._port = port
        self._tally = tally
        self._keeps = keeps_connection
        self._streams = None
        self._is_used = False

    async def run(self):
        """Asks until cancelled."""
        try:
            number = 0
            while True:
                method, target = TARGETS[number % len(TARGETS)]
                if method == "GET" or not self._is_used:
                    await self._ask(method, target)
                number += 1
                await asyncio.sleep(PAUSE)
        finally:
            self._leave()

    async def _ask(self, method, target):
        begun = time.perf_counter()
        try:
            try:
                status = await self._exchange(method, target)
            except Dropped:
                if not self._is_used:
                    raise
                self._leave()
                self._tally.repeated += 1
                status = await self._exchange(method, target)
            self._tally.answer(status, target, time.perf_counter() - begun)
        except (OSError, Dropped, asyncio.IncompleteReadError) as error:
            self._leave()
            self._tally.faults.append(f"{method} {target} failed: {error!r}")

    async def _exchange(self, method, target):
        """Sends a request and reads its answer. Returns the status."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        connection = "keep-alive" if self._keeps else "close"
        writer.write(
            f"{method} {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\nConnection: {connection}\r\n\r\n"
            .encode())
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except ConnectionResetError as error:
            raise Dropped(str(error)) from error
        except asyncio.IncompleteReadError as error:
            if error.partial:
                raise
            raise Dropped("closed") from error
        lines = head.decode().lower().split("\r\n")
        fields = dict(line.split(": ", 1) for line in lines[1:] if line)
        await reader.readexactly(int(fields.get("content-length", 0)))
        self._is_used = True
        if fields.get("connection") == "close":
            self._leave()
        return int(lines[0].split(" ")[1])

    def _leave(self):
        """The next request takes a new connection."""
        if self._streams is not None:
            self._streams[1].close()
        self._streams = None
        self._is_used = False
