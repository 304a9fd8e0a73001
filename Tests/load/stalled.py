"""Thousands of sockets that ask and stop reading, while eight players race in a room: memory and the players' time.

    swift build -c release --product tilerace
    python3 Tests/load/stalled.py [--sockets 5000] [--output-memory 64] [--seconds 20]

Half of the sockets ask for a file again and again, half are WebSockets that ask to be shown the players' room. First they
all read, so that the server's memory with them, their sessions and its warm heap is known. Then none reads any more, and all
ask on; in the place of one that is cut comes another that does not read from its beginning. The bar: resident memory stays
below what it was while they read plus `--output-memory`, and a guess is answered within 30 ms for 99 of 100; the exit code
says whether it is met. The players' times while everybody reads are for comparison. Only the standard library.
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

PLAYERS = 8
# Of six rows of each puzzle: those played while everybody reads, and after.
QUIET, LOUD = range(2), range(2, 6)
# ms
BAR = 30
ASK_ONCE = b"GET /fonts/sora.woff2 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


class Stalled:
    """One socket that reads only when it is told to."""

    def __init__(self, port, greeting, request):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setblocking(False)
        self.request = request
        self.is_cut = False
        self._send(greeting)

    def read(self):
        """Takes what has come. Answers whether there was anything."""
        try:
            return len(self.socket.recv(1 << 20)) > 0
        except BlockingIOError:
            return False
        except OSError:
            self.is_cut = True
            return False

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
    # Once; then the burst that the server allows, and two a second.
    return Stalled(port, greeting + watch, watch * 20)


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


async def race(players, day, rows, seconds):
    """Guesses at even times, for some rows of every puzzle. Returns how long each took from its due time to its answer, in ms."""
    folder = ROOT / "config" / "words" / "en"
    moves = []
    for row in rows:
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


async def connected(port, count, code):
    """Sockets that have asked once and read the answer, and the tokens of those that are players; None for the others."""
    tokens = [(await new_guest(port))[1] if index % 2 else None for index in range(count)]
    stalled = []
    for index, token in enumerate(tokens):
        stalled.append(one_more(port, token, code))
        if index % 25 == 0:
            await asyncio.sleep(0.005)
    quiet = 0
    while quiet < 3:
        quiet = 0 if sum([one.read() for one in stalled]) else quiet + 1
        await asyncio.sleep(0.1)
    return stalled, tokens


def one_more(port, token, code):
    return Stalled(port, ASK_ONCE, ASK_ONCE * 20) if token is None else web_socket(port, token, code)


def summary(times):
    p50, p99 = statistics.median(times), times[int(len(times) * 0.99)]
    return p99, f"{len(times)} guesses: p50 {p50:.2f} ms, p99 {p99:.2f} ms, most {times[-1]:.2f} ms"


async def measure(server, arguments):
    players, code, day = await seated(server.port)
    start = server.resident_kilobytes()
    stalled, tokens = await connected(server.port, arguments.sockets, code)
    print(f"everybody reads: {summary(await race(players, day, QUIET, arguments.seconds / 2))[1]}")
    before = highest = server.resident_kilobytes()
    cut = 0
    task = asyncio.create_task(race(players, day, LOUD, arguments.seconds))
    while not task.done():
        for index in random.sample(range(len(stalled)), min(50, len(stalled))):
            stalled[index].ask()
            if stalled[index].is_cut:
                cut += 1
                stalled[index].socket.close()
                stalled[index] = one_more(server.port, tokens[index], code)
        highest = max(highest, server.resident_kilobytes())
        await asyncio.sleep(0.005)
    p99, text = summary(await task)
    bound = before / 1024 + arguments.output_memory
    print(f"{len(stalled)} stop reading: {text}; {cut} were cut and came again")
    print(f"memory without them {start / 1024:.1f} MiB, while they read {before / 1024:.1f} MiB, "
          f"highest {highest / 1024:.1f} MiB, bound {bound:.1f} MiB")
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
