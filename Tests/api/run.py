#!/usr/bin/env python3
"""Holds a real server to docs/openapi.yaml, with schemathesis: every operation is asked for with what the description allows and
with what it does not, in sequences too; every answer must be as described.

    .build/api-venv/bin/python Tests/api/run.py --binary .build/debug/tilerace

The number of examples for each operation is --examples (20), or 100 where TILERACE_FULL is set. The run fails too where an operation
was never once done with success: then it would not be tested.
"""

import argparse
import asyncio
import datetime
import json
import os
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "realserver"))

from game_socket import GameSocket, new_guest  # noqa: E402
from server_process import PATIENCE, ROOT, ServerProcess  # noqa: E402

# A daily race is public from the second day on, by the server's clock: RaceAnswerTests have one.
LATER = {"GET /api/v1/rooms/{room}/races/{line}/{day}"}
# For a player who has finished the day's race, which who asks here has not: RaceAnswerTests have one.
FINISHED = {"GET /api/v1/rooms/{room}/boards/{line}/{day}"}
# For a session that a link opens, which is made on the machine: AdminPageTests have one. Here they are asked for by
# strangers.
ADMINISTRATION = {
    "POST /api/v1/admin", "GET /api/v1/admin/session", "POST /api/v1/admin/session", "DELETE /api/v1/admin/session",
    "GET /api/v1/admin/figures"}


class Stage:
    """A room with a race that is over, somebody in it, in the lobby; so that there is something to be found."""

    def __init__(self, port):
        self.port = port
        self.boards = asyncio.Queue()
        self.over = asyncio.Event()

    def listen(self, message):
        if message["type"] == "board":
            self.boards.put_nowait(message["board"])
        if message.get("event", {}).get("kind") == "round_over":
            self.over.set()

    async def open(self):
        _, token = await new_guest(self.port)
        self.host = await GameSocket.connect(self.port, self.listen)
        puzzle = (await self.host.request("hello", protocol=1, token=token))["today"]["puzzle"]
        self.room = (await self.host.request("create_room", name="Kytes"))["room"]
        await self.host.request("list", room=self.room, listed=True)
        # Two who have finished, so that rankings have two pages.
        self.guest = await GameSocket.connect(self.port, lambda message: None)
        _, other = await new_guest(self.port)
        await self.guest.request("hello", protocol=1, token=other)
        await self.guest.request("join", room=self.room)
        for player in [self.host, self.guest]:
            await player.request("open", puzzle=puzzle)
            for row, word in enumerate(["crane", "slimy", "bound", "jumpy", "width", "vexed"]):
                judged = await player.request("guess", puzzle=puzzle, row=row, word=word)
                if judged["state"] != "playing":
                    break
        # It would be waited for in the sprint.
        await self.guest.request("leave", room=self.room)
        # Two rounds: where the word below is by chance the sprint's, its round is over at once, the series is not.
        await self.host.request("settings", room=self.room, rounds=2, rows=4)
        await self.host.request("start", room=self.room)
        board = await asyncio.wait_for(self.boards.get(), PATIENCE)
        now = (await self.host.request("ping"))["time"]
        await asyncio.sleep(max(0, board["starts"] - now) / 1_000)
        await self.host.request("play", room=self.room, race=board["race"], row=0, word="crane")
        await self.host.request("end_series", room=self.room)
        await asyncio.wait_for(self.over.wait(), PATIENCE)

    def close(self):
        self.host.close()
        self.guest.close()


def description(folder, room):
    """The description with examples that are there: this room, and a day that has been."""
    text = (ROOT / "docs" / "openapi.yaml").read_text(encoding="utf-8")
    yesterday = datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(days=1)
    path = folder / "openapi.yaml"
    path.write_text(text.replace("KYTE7", room).replace("2026-11-21", str(yesterday)), encoding="utf-8")
    return path


async def check(server, folder, examples, seed):
    """Runs schemathesis while somebody is in the room. Returns its exit code and what was answered to each operation."""
    stage = Stage(server.port)
    await stage.open()
    statuses = folder / "statuses.json"
    base = f"http://127.0.0.1:{server.port}"
    environment = {**os.environ, "TILERACE_API": base, "TILERACE_STATUSES": str(statuses),
                   "SCHEMATHESIS_HOOKS": str(HERE / "hooks.py"), "PYTHONPATH": str(HERE)}
    command = [
        Path(sys.executable).with_name("schemathesis"), "--config-file", HERE / "schemathesis.toml", "run",
        description(folder, stage.room), "--url", base, "--checks", "all", "--max-examples", str(examples),
        "--seed", str(seed), "--phases", "examples,coverage,fuzzing,stateful", "--no-color"]
    process = await asyncio.create_subprocess_exec(*command, env=environment, cwd=folder)
    code = await process.wait()
    stage.close()
    return code, json.loads(statuses.read_text(encoding="utf-8"))


def operations():
    import yaml

    document = yaml.safe_load((ROOT / "docs" / "openapi.yaml").read_text(encoding="utf-8"))
    return {f"{method.upper()} {path}" for path, item in document["paths"].items() for method in item}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, required=True)
    parser.add_argument("--examples", type=int, default=100 if os.environ.get("TILERACE_FULL") else 20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tilerace-api-") as name:
        folder = Path(name)
        server = ServerProcess(options.binary.resolve(), folder, "--trusted-proxies", "127.0.0.1")
        server.start()
        try:
            code, statuses = asyncio.run(check(server, folder, options.examples, options.seed))
            died = server.has_died()
        finally:
            server.kill_if_alive()
        asked = sum(sum(counts.values()) for counts in statuses.values())
        never = sorted(
            operation for operation in operations() - LATER - FINISHED - ADMINISTRATION
            if not any(status.startswith("2") for status in statuses.get(operation, {})))
        for operation in sorted(statuses):
            print(f"  {operation}: {dict(sorted(statuses[operation].items()))}")
        if never:
            print(f"error: never once done: {', '.join(never)}")
        if died:
            print(f"error: the server died:\n{server.last_words()}")
        verdict = "as described" if code == 0 and not never and not died else "NOT as described"
        print(f"API test: {asked} requests for {len(statuses)} operations, {verdict}")
        sys.exit(0 if code == 0 and not never and not died else 1)


if __name__ == "__main__":
    main()
