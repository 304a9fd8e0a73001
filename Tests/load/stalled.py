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
import multiprocessing
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
        self.socket.setblocking(False)
        self.request = request
        self.is_cut = False
        # Begun and not taken yet: half a message must not be followed by the beginning of another.
        self._unsent = greeting
        self.socket.connect_ex(("127.0.0.1", port))

    def read(self):
        """Takes what has come. Answers whether there was anything."""
        self._send()
        try:
            return len(self.socket.recv(1 << 20)) > 0
        except BlockingIOError:
            return bool(self._unsent)
        except OSError:
            self.is_cut = True
            return False

    def ask(self):
        """Asks once more, if all that was asked before has been taken."""
        self._unsent = self._unsent or self.request
        self._send()

    def _send(self):
        if self.is_cut or not self._unsent:
            return
        try:
            self._unsent = self._unsent[self.socket.send(self._unsent):]
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
        await player.request("rename", name=f"Kyt {number}")
        if code is None:
            code = (await player.request("create_room", name="HQ"))["room"]
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


def one_more(port, token, code):
    return Stalled(port, ASK_ONCE, ASK_ONCE * 20) if token is None else web_socket(port, token, code)


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


def crowd(port, count, code, pipe):
    """The sockets, in a process of their own: the players' times are not to be those of a busy client. Says when all are open
    and have read; stops reading and asks on when told so, until told to end; and says how many were cut."""
    stalled, tokens = asyncio.run(connected(port, count, code))
    pipe.send(None)
    pipe.recv()
    cut = 0
    while not pipe.poll(0.005):
        for index in random.sample(range(count), min(50, count)):
            stalled[index].ask()
            if stalled[index].is_cut:
                cut += 1
                stalled[index].socket.close()
                stalled[index] = one_more(port, tokens[index], code)
    pipe.send(cut)


def summary(times):
    p50, p99 = statistics.median(times), times[int(len(times) * 0.99)]
    return p99, f"{len(times)} guesses: p50 {p50:.2f} ms, p99 {p99:.2f} ms, most {times[-1]:.2f} ms"


async def highest_memory(server, task):
    """KiB that the server takes at most until the task is done."""
    highest = server.resident_kilobytes()
    while not task.done():
        await asyncio.sleep(0.02)
        highest = max(highest, server.resident_kilobytes())
    return highest


async def measure(server, arguments):
    players, code, day = await seated(server.port)
    start = server.resident_kilobytes()
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=crowd, args=(server.port, arguments.sockets, code, theirs), daemon=True)
    process.start()
    await asyncio.to_thread(ours.recv)
    print(f"everybody reads: {summary(await race(players, day, QUIET, arguments.seconds / 2))[1]}")
    before = server.resident_kilobytes()
    ours.send(None)
    task = asyncio.create_task(race(players, day, LOUD, arguments.seconds))
    highest = await highest_memory(server, task)
    # A player who was lost ends it here.
    p99, text = summary(await task)
    ours.send(None)
    cut = await asyncio.to_thread(ours.recv)
    process.join()
    bound = before / 1024 + arguments.output_memory
    print(f"{arguments.sockets} stop reading: {text}; {cut} were cut and came again")
    print(f"memory without them {start / 1024:.1f} MiB, while they read {before / 1024:.1f} MiB, "
          f"highest {highest / 1024:.1f} MiB, bound {bound:.1f} MiB")
    is_met = highest / 1024 <= bound and p99 <= arguments.bar
    print(f"Stalled test: {len(players)} players kept, {arguments.sockets} sockets, "
          f"{highest / 1024:.0f} of {bound:.0f} MiB, p99 {p99:.0f} of {arguments.bar} ms: {'met' if is_met else 'NOT MET'}")
    return is_met


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / ".build/release/tilerace"))
    parser.add_argument("--sockets", type=int, default=5000)
    parser.add_argument("--output-memory", type=int, default=64)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--bar", type=int, default=BAR, help="ms for 99 of 100 guesses")
    parser.add_argument("--shards", default="0")
    arguments = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        lines = ",".join(f"guess-en-{length}" for length in range(4, 9))
        server = ServerProcess(arguments.binary, folder, "--lines", lines, "--output-memory", str(arguments.output_memory),
                               "--shards", arguments.shards)
        try:
            server.start()
            is_met = asyncio.run(measure(server, arguments))
        finally:
            server.kill_if_alive()
    sys.exit(0 if is_met else 1)


if __name__ == "__main__":
    main()
