"""Racers without browsers: many of them, over the socket, in the time in which one page loads."""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))
from game_socket import GameSocket, new_guest  # noqa: E402 - it lies in a folder beside this one


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
