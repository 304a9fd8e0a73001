"""Thousands of sockets that ask and do not read, while four players race in a room: memory and the players' time.

    swift build -c release --product tilerace
    python3 Tests/load/stalled.py [--sockets 5000] [--output-memory 64] [--seconds 20]

Half of the sockets ask for a file again and again, half are WebSockets that ask to be shown the players' room. None reads.
The bar: resident memory stays below what it was before they asked plus `--output-memory`, and a guess is answered within
30 ms for 99 of 100; the exit code says whether it is met. Only the standard library.
"""

import argparse
import asyncio
import base64
import json
import os
import random
import resource
import socket
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))

from game_socket import TEXT, GameSocket, client_frame, handshake, new_guest  # noqa: E402
from server_process import ROOT, ServerProcess  # noqa: E402

PLAYERS = 4
# ms
BAR = 30
ASK = b"GET /fonts/sora.woff2 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 20


class Stalled:
    """One socket that never reads."""

    def __init__(self, port, greeting, request):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setblocking(False)
        self.request = request
        self.is_cut = False
        self._send(greeting)

    def ask(self):
        """Asks once more. What the server does not take any more is its own decision."""
        self._send(self.request)

    def _send(self, data):
        if self.is_cut:
            return
        try:
            self.socket.send(data)
        except BlockingIOError:
            return
        except OSError:
            self.is_cut = True


def text(message):
    """A message as a client's frame."""
    return client_frame(TEXT, json.dumps(message).encode())


def web_socket(port, token, code):
    """A WebSocket that has said hello and asks for a room."""
    hello = text({"id": 1, "type": "hello", "protocol": 1, "token": token})
    watch = text({"id": 2, "type": "watch", "room": code})
    greeting = handshake(base64.b64encode(os.urandom(16))) + hello
    # The burst that the server allows; then two a second.
    return Stalled(port, greeting + watch * 50, watch * 2)


async def seated(port):
    """Players in one room, with every game of the day open."""
    players, code, day = [], None, None
    for number in range(PLAYERS):
        _, token = await new_guest(port)
        player = await GameSocket.connect(port)
        day = (await player.request("hello", protocol=1, token=token))["today"]["day"]
        await player.request("rename", name=f"Player {number}")
        if code is None:
            code = (await player.request("create_room", name="Arena"))["room"]
        else:
            await player.request("join", room=code)
        for length in range(4, 9):
            await player.request("open", puzzle=f"guess-en-{length}/{day}", hard="off")
        players.append(player)
    return players, code, day


async def race(players, day, seconds):
    """Guesses at even times. Returns how long each took from its due time to its answer, in ms."""
    folder = ROOT / "config" / "words" / "en"
    moves = []
    for row in range(6):
        for length in range(4, 9):
            answers = set((folder / f"answers-{length}.txt").read_text().split())
            words = [word for word in (folder / f"guesses-{length}.txt").read_text().split() if word not in answers]
            moves += [(player, f"guess-en-{length}/{day}", row, random.choice(words)) for player in players]
    times = []

    async def move(due, player, puzzle, row, word):
        await asyncio.sleep(due - time.perf_counter())
        await player.request("guess", puzzle=puzzle, row=row, word=word)
        times.append((time.perf_counter() - due) * 1000)

    begun = time.perf_counter() + 0.1
    await asyncio.gather(*(move(begun + seconds * index / len(moves), *moves[index]) for index in range(len(moves))))
    return sorted(times)


async def measure(server, arguments):
    players, code, day = await seated(server.port)
    tokens = [(await new_guest(server.port))[1] for _ in range(arguments.sockets // 2)]
    before = server.resident_kilobytes()
    highest, stalled, cut = before, [], 0
    task = asyncio.create_task(race(players, day, arguments.seconds))
    deadline = time.perf_counter() + arguments.seconds
    while time.perf_counter() < deadline:
        for _ in range(25):
            if len(stalled) < arguments.sockets:
                stalled.append(web_socket(server.port, tokens.pop(), code) if tokens and len(stalled) % 2 else
                               Stalled(server.port, ASK, ASK))
        for one in random.sample(stalled, min(50, len(stalled))):
            one.ask()
        highest = max(highest, server.resident_kilobytes())
        await asyncio.sleep(0.005)
    times = await task
    cut = sum(one.is_cut for one in stalled)
    p50, p99 = statistics.median(times), times[int(len(times) * 0.99)]
    bound = before / 1024 + arguments.output_memory
    print(f"{len(stalled)} sockets that do not read; {cut} found out that they had been cut")
    print(f"memory before them {before / 1024:.1f} MiB, highest {highest / 1024:.1f} MiB, bound {bound:.1f} MiB")
    print(f"{len(times)} guesses: p50 {p50:.2f} ms, p99 {p99:.2f} ms, most {times[-1]:.2f} ms")
    for one in stalled:
        one.socket.close()
    return highest / 1024 <= bound and p99 <= BAR


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / ".build/release/tilerace"))
    parser.add_argument("--sockets", type=int, default=5000)
    parser.add_argument("--output-memory", type=int, default=64)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--shards", default="0")
    arguments = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(
            arguments.binary, folder, "--output-memory", str(arguments.output_memory), "--shards", arguments.shards)
        try:
            server.start()
            is_met = asyncio.run(measure(server, arguments))
        finally:
            server.kill_if_alive()
    sys.exit(0 if is_met else 1)


if __name__ == "__main__":
    main()
