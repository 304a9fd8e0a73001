"""Every player of a whole run comes once more and looks at every game; the ledger compares."""

import asyncio
import time
from collections import defaultdict

from instants import SLACK
from server_process import PATIENCE

# ms from the opening of a day's anagram to its end by the clock.
DAY = 90_000 + SLACK


async def ask_everybody(arena):
    """Has all guests of an arena come, twenty at a time. On several machines another server may come to stand behind a socket
    meanwhile."""
    ledger, at_once = arena.ledger, asyncio.Semaphore(20)
    opened = defaultdict(list)
    for (player, puzzle), game in ledger.games.items():
        if game.is_open and "sprint" not in puzzle:
            opened[player].append(puzzle)

    async def ask(guest):
        await guest.greet()
        for puzzle in opened[guest.player]:
            await look_at(guest, puzzle)
        if guest.room is not None:
            await guest.enter("watch", guest.room)
        guest.socket.close()

    async def come(guest):
        async with at_once:
            # One connection at a time: what it left open plays no more.
            if guest.socket is not None:
                guest.socket.close()
            await arena.survive(lambda: ask(guest))

    await asyncio.gather(*(come(guest) for guest in arena.guests))


async def look_at(guest, puzzle):
    """Opens a game once more. The clock has ended it, if it has one whose time is over."""
    deadline = time.monotonic() + PATIENCE
    while True:
        game = await guest.request("open", puzzle=puzzle)
        if "tiles" not in game or game["state"] != "playing" or game["elapsed"] < DAY:
            return
        if time.monotonic() > deadline:
            return guest.arena.ledger.fault(f"{puzzle} of {guest.player} goes on after {game['elapsed']} ms")
        await asyncio.sleep(0.05)
