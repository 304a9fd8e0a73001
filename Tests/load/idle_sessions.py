"""Memory of the server for each plain connection with a session of its own that watches a room and does nothing.

    swift build -c release --product tilerace
    python3 Tests/load/idle_sessions.py [--sessions 5000] [--rounds 3]

The bar is 1,200 bytes of resident memory each; the exit code says whether it is met. The kernel's socket buffers are not in
it. What a first thousand sessions bring along (the room, tables that grow) is not counted.
Only the standard library.
"""

import argparse
import asyncio
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))

from game_socket import GameSocket, new_guest  # noqa: E402
from server_process import ROOT, ServerProcess  # noqa: E402
from watching import Watchers  # noqa: E402

FIRST = 1000
BAR = 1200


async def room(port, members=4):
    """A room with players in it, who stay."""
    players, code = [], None
    for number in range(members):
        _, token = await new_guest(port)
        player = await GameSocket.connect(port)
        await player.request("hello", protocol=1, token=token)
        await player.request("rename", name=f"Player {number}")
        if code is None:
            code = (await player.request("create_room", name="Arena"))["room"]
        else:
            await player.request("join", room=code)
        players.append(player)
    return code, players


async def measure(server, sessions):
    code, players = await room(server.port)
    crowd = Watchers(server.port)
    # All at first: the database's cache fills with them, and is full then.
    tokens = [(await new_guest(server.port))[1] for _ in range(FIRST + sessions)]
    sizes, last = [], time.time()
    for count in (FIRST, sessions):
        for _ in range(count):
            crowd.add(tokens[len(crowd.sockets)], code)
            # The server's pings want answers, however slow the machine.
            if time.time() - last > 0.5:
                crowd.run(time.time() + 0.01)
                await asyncio.sleep(0)
                last = time.time()
        crowd.run(time.time() + 2)
        sizes.append(server.resident_kilobytes() * 1024)
    crowd.close()
    for player in players:
        player.close()
    return (sizes[1] - sizes[0]) / sessions


def main():
    arguments = argparse.ArgumentParser(description="Measures the memory of an idle session.")
    arguments.add_argument("--binary", type=Path, default=ROOT / ".build" / "release" / "tilerace")
    arguments.add_argument("--sessions", type=int, default=5000)
    arguments.add_argument("--rounds", type=int, default=3)
    options = arguments.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    figures = []
    for _ in range(options.rounds):
        with tempfile.TemporaryDirectory(prefix="tilerace-load-") as folder:
            server = ServerProcess(options.binary.resolve(), folder, "--log", "warning")
            server.start()
            try:
                figures.append(asyncio.run(measure(server, options.sessions)))
            finally:
                server.terminate()
    middle = statistics.median(figures)
    print(f"{middle:.0f} bytes for each of {options.sessions} idle sessions ({', '.join(f'{one:.0f}' for one in figures)})")
    sys.exit(0 if middle <= BAR else 1)


if __name__ == "__main__":
    main()
