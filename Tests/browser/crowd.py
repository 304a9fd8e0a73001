"""Racers without browsers: many of them, over the socket, in the time in which one page loads."""

import asyncio
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from marking import marks
from server import words

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))
from game_socket import GameSocket, new_guest  # noqa: E402 - it lies in a folder beside this one

# A bound on what takes a few seconds, for a machine that is busy with something else.
PATIENCE = 60


def race(port, games, room=None):
    """Each of `games`, a list of guesses, is raced today by somebody new, all at once; who has a `room` takes a seat in it.
    Their names in the order of the games."""
    with ThreadPoolExecutor(1) as thread:  # The browser's driver has a loop of its own in this one.
        return thread.submit(asyncio.run, _race(port, games, room)).result()


async def _race(port, games, room):
    return await asyncio.gather(*(_race_once(port, guesses, room) for guesses in games))


async def _race_once(port, guesses, room):
    _, token = await new_guest(port)
    socket = await GameSocket.connect(port)
    try:
        welcome = await socket.request("hello", protocol=1, token=token)
        if room:
            await socket.request("join", room=room)
        puzzle = welcome["today"]["puzzle"]
        await socket.request("open", puzzle=puzzle, hard="off")
        for row, word in enumerate(guesses):
            await socket.request("guess", puzzle=puzzle, row=row, word=word)
    finally:
        socket.close()
    return welcome["player"]["name"]


class Racer:
    """Somebody with a seat whose line stays up."""

    async def come(self, port, name, room=None):
        """Takes a seat; without a `room`, in a new one."""
        self.boards = asyncio.Queue()
        _, token = await new_guest(port)
        self.socket = await GameSocket.connect(port, self.hear)
        welcome = await self.socket.request("hello", protocol=1, token=token)
        self.today = welcome["today"]["puzzle"]
        await self.socket.request("rename", name=name)
        if room:
            self.room = (await self.socket.request("join", room=room))["room"]
        else:
            self.room = (await self.socket.request("create_room", name="Thursday evening of the Kytes"))["room"]
        return self

    def hear(self, message):
        if message["type"] == "board":
            self.boards.put_nowait(message["board"])

    async def leave(self):
        self.socket.close()
        await asyncio.wait([self.socket.closed])

    async def race_today(self, guesses):
        await self.socket.request("open", puzzle=self.today, hard="off")
        for row, word in enumerate(guesses):
            await self.socket.request("guess", puzzle=self.today, row=row, word=word)

    async def begin(self):
        """The round that was dealt, once it has started."""
        board = await self.boards.get()
        now = (await self.socket.request("ping"))["time"]
        await asyncio.sleep(max(0, board["starts"] - now) / 1000 + 0.05)
        return board["race"]

    async def play(self, guesses):
        """Plays the round that was dealt, from its start."""
        race = await self.begin()
        for row, word in enumerate(guesses):
            await self.socket.request("play", room=self.room, race=race, row=row, word=word)

    async def solve(self, luck, rows, pause=0.0):
        """Plays the round that was dealt like somebody who knows the list. The word, or None without luck."""
        race = await self.begin()
        fitting = luck.sample(words("answers"), len(words("answers")))
        for row in range(rows):
            await asyncio.sleep(pause * luck.uniform(0.5, 1.5))
            word = fitting[0]
            found = (await self.socket.request("play", room=self.room, race=race, row=row, word=word))["marks"]
            if found == "22222":
                return word
            fitting = [one for one in fitting[1:] if marks(one, word) == found]
        return None


class Crowd:
    """Racers in one room, whose lines stay up until `close`. The first of them is the host."""

    def __init__(self, port):
        self.port = port
        self.racers = []
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def await_(self, *work):
        """What all of the work came to."""
        return asyncio.run_coroutine_threadsafe(_all(work), self.loop).result(PATIENCE)

    def come(self, names):
        """More racers take seats, in this order. The room's code."""
        for name in names:
            room = self.racers[0].room if self.racers else None
            self.racers += self.await_(Racer().come(self.port, name, room))
        return self.racers[0].room

    def ask(self, type, **fields):
        """The host does something with the room."""
        host = self.racers[0]
        return self.await_(host.socket.request(type, room=host.room, **fields))[0]

    def close(self):
        self.await_(*[racer.leave() for racer in self.racers])
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(PATIENCE)
        self.loop.close()


async def _all(work):
    return await asyncio.gather(*work)
