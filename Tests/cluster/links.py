"""Ways between programs that can be cut: a TCP proxy for each, on a thread of their own."""

import asyncio
import threading

# Bytes read at once.
CHUNK = 1 << 16


class Link:
    """The way to a port of this machine. `hold` delivers nothing until `mend`, as a network that loses everything; `drop` also ends
    all connections, and refuses others."""

    def __init__(self, loop, target):
        self.target = target
        self.port = None
        self._loop = loop
        self._flows = None
        self._refuses = False
        self._writers = set()

    async def open(self):
        self._flows = asyncio.Event()
        self._flows.set()
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]

    def hold(self):
        self._loop.call_soon_threadsafe(self._flows.clear)

    def drop(self):
        self._loop.call_soon_threadsafe(self._drop)

    def _drop(self):
        self._refuses = True
        for writer in list(self._writers):
            writer.transport.abort()

    def mend(self):
        def mend():
            self._refuses = False
            self._flows.set()
        self._loop.call_soon_threadsafe(mend)

    async def _accept(self, reader, writer):
        if self._refuses:
            writer.transport.abort()
            return
        # Who connects while nothing is delivered finds nobody.
        await self._flows.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, far_writer}
        self._writers |= ends
        try:
            await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))
        except OSError:
            pass
        finally:
            self._writers -= ends
            for end in ends:
                end.transport.abort()

    async def _carry(self, reader, writer):
        while True:
            data = await reader.read(CHUNK)
            await self._flows.wait()
            if not data:
                # One end is gone: so is the way.
                writer.transport.abort()
                raise ConnectionError
            writer.write(data)
            await writer.drain()


class Links:
    """The links of a test."""

    def __init__(self):
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def add(self, target):
        """A new way to a port."""
        link = Link(self._loop, target)
        asyncio.run_coroutine_threadsafe(link.open(), self._loop).result(10)
        return link
