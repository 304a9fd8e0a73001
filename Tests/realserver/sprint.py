"""A round of sprints that is over, on a real server."""

import asyncio

from game_socket import GameSocket, new_guest
from server_process import PATIENCE


async def play_sprint(port, words):
    """Plays these words in a round of sprints, or until one happens to be its word. Returns the room, the race, which is
    over, and how many were played."""
    boards = asyncio.get_running_loop().create_future()
    over = asyncio.get_running_loop().create_future()

    def listen(message):
        if message["type"] == "board":
            boards.set_result(message["board"])
        if message.get("event", {}).get("kind") == "round_over":
            over.set_result(None)

    _, token = await new_guest(port)
    host = await GameSocket.connect(port, listen)
    await host.request("hello", protocol=1, token=token)
    room = (await host.request("create_room", name="Kytes"))["room"]
    # Two rounds: where a word is by chance the sprint's, its round is over at once, the series is not.
    await host.request("settings", room=room, rounds=2, rows=4)
    await host.request("start", room=room)
    board = await asyncio.wait_for(boards, PATIENCE)
    now = (await host.request("ping"))["time"]
    await asyncio.sleep(max(0, board["starts"] - now) / 1_000)
    played = 0
    for row, word in enumerate(words):
        played += 1
        if (await host.request("play", room=room, race=board["race"], row=row, word=word))["state"] != "playing":
            break
    await host.request("end_series", room=room)
    await asyncio.wait_for(over, PATIENCE)
    host.close()
    return room, board["race"], played
