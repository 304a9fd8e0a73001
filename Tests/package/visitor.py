#!/usr/bin/env python3
"""A player on a server that was installed: says what it found, as one line of JSON. Run inside the network of that server.

    visitor.py PORT play            a new guest, who opens the page and guesses a word of today
    visitor.py PORT room            a new guest, who opens a room and guesses a word of today
    visitor.py PORT return TOKEN    the same guest comes back
    visitor.py PORT stay TOKEN      the guest stays, and others come all the time, until a line is read from standard input
"""

import asyncio
import json
import socket
import sys
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))

from game_socket import Disconnected, GameSocket, new_guest  # noqa: E402

# Seconds between two who come.
PAUSE = 0.02
PATIENCE = 30


def fetch(port, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
        return answer.status, answer.read().decode()


async def board(port, token, word=None):
    """The player's id, and the words on today's board, after `word` was guessed."""
    client = await GameSocket.connect(port)
    welcome = await client.request("hello", protocol=1, token=token)
    puzzle = welcome["today"]["puzzle"]
    game = await client.request("open", puzzle=puzzle, hard="off")
    rows = len(game["guesses"])
    if word is not None:
        await client.request("guess", puzzle=puzzle, row=rows, word=word)
        rows += 1
    client.close()
    return {"player": welcome["player"]["id"], "rows": rows}


async def play(port):
    status, page = fetch(port, "/")
    health = json.loads(fetch(port, "/api/v1/health")[1])
    player, token = await new_guest(port)
    found = await board(port, token, "crane")
    assert found["player"] == player, found
    return {**found, "token": token, "status": status, "title": "<title>" in page, "health": health}


async def room(port):
    """The code of a room that a new guest has opened, who then guesses a word of today."""
    _, token = await new_guest(port)
    client = await GameSocket.connect(port)
    await client.request("hello", protocol=1, token=token)
    code = (await client.request("create_room", name="Friday Kites"))["room"]
    found = await board(port, token, "crane")
    client.close()
    return {**found, "room": code}


async def stay(port, token):
    """Sits on a socket, and has somebody come every few milliseconds, who must be answered."""
    loop = asyncio.get_running_loop()
    told = loop.run_in_executor(None, sys.stdin.readline)
    client = await GameSocket.connect(port)
    await client.request("hello", protocol=1, token=token)
    came, faults, slowest = 0, [], 0.0
    print(json.dumps({"staying": True}), flush=True)
    while not told.done():
        begun = time.monotonic()
        try:
            await asyncio.to_thread(ask, port)
        except OSError as error:
            faults.append(repr(error))
        came, slowest = came + 1, max(slowest, time.monotonic() - begun)
        await asyncio.sleep(PAUSE)
    try:
        await asyncio.wait_for(client.closed, PATIENCE)
    except Disconnected as error:
        return {"came": came, "faults": faults, "slowest": slowest, "code": error.code, "reason": error.reason}
    return {}


def ask(port):
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
        line.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = b""
        while part := line.recv(4_096):
            answer += part
    if not answer.startswith(b"HTTP/1.1 200"):
        raise OSError(f"answered with {answer[:60]!r}")


async def main():
    port, verb, *rest = int(sys.argv[1]), *sys.argv[2:]
    found = await {"play": play, "room": room, "return": board, "stay": stay}[verb](port, *rest)
    print(json.dumps(found), flush=True)


asyncio.run(main())
