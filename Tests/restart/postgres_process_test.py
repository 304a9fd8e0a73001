"""The real server moved to PostgreSQL and back: `tilerace migrate`, killed on the way, then `backup`, `restore`, `doctor` and
`admin` beside a server whose database is there.

    TILERACE_BINARY=.build/debug/tilerace python3 -m unittest discover --start-directory Tests/restart --pattern postgres_process_test.py

Needs Debian's `postgresql`, of which it starts a server of its own, and else the standard library.
"""

import asyncio
import json
import os
import re
import shlex
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest
import urllib.request
from contextlib import closing
from pathlib import Path

from data_process_test import MISS, Play, run
from process_test import BINARY, ProcessTest
from game_socket import GameSocket, new_guest
from server_process import PATIENCE, ROOT, ServerProcess

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[4]))
# Rows that make a copy take long enough to be killed in it.
MANY = 20_000
# The server does not run as root.
AS_USER = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []


class Database:
    """A PostgreSQL server in a folder, on a socket there."""

    def __init__(self, folder):
        self.folder, self.bin = folder, PROGRAMS[-1].parent
        folder.mkdir()
        if AS_USER:
            subprocess.run(["chown", "postgres", folder], check=True)
        self.run("initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C")
        self.process = subprocess.Popen(
            [*AS_USER, self.bin / "postgres", "-D", folder / "data", "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"],
            cwd="/tmp", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        begun = time.monotonic()
        while subprocess.run([self.bin / "pg_isready", "-qh", folder], check=False).returncode != 0:
            if time.monotonic() - begun > PATIENCE:
                raise RuntimeError("PostgreSQL did not start")
            time.sleep(0.02)

    def run(self, program, *arguments):
        done = subprocess.run(
            [*AS_USER, self.bin / program, *map(str, arguments)], cwd="/tmp", stdin=subprocess.DEVNULL, capture_output=True,
            text=True, check=True)
        return done.stdout.strip()

    def psql(self, sql, name="postgres"):
        return self.run("psql", "-h", self.folder, "-U", "postgres", "-d", name, "-XAtqc", sql)

    def make(self, name):
        """The address of a new database."""
        self.psql(f"CREATE DATABASE {name}")
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def stop(self):
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(PATIENCE)


@unittest.skipUnless(PROGRAMS, "NOT TESTED: PostgreSQL is not installed")
class OnPostgreSQL(ProcessTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = tempfile.TemporaryDirectory(prefix="tilerace-process-")
        cls.addClassCleanup(folder.cleanup)
        # The server's user must reach its folder.
        Path(folder.name).chmod(0o755)
        cls.database = Database(Path(folder.name) / "pg")
        cls.addClassCleanup(cls.database.stop)

    def setUp(self):
        super().setUp()
        self.data = self.folder / "data"
        self.data.mkdir(mode=0o700)

    def serve(self, folder, *flags):
        server = ServerProcess(BINARY, folder, *flags)
        self.addCleanup(server.kill_if_alive)
        server.start()
        return server

    def does(self, *arguments):
        """What a command says that succeeds."""
        code, out, err = run(*arguments)
        self.assertEqual((code, err), (0, ""), out)
        return out

    def refused(self, *arguments):
        """The sentence of a command that is refused. It says no secret."""
        code, out, err = run(*arguments)
        self.assertEqual((code, out), (1, ""), err)
        # A server that starts has a log, too.
        sentences = [line for line in err.splitlines() if " warning " not in line]
        self.assertEqual(len(sentences), 1, err)
        for name in ("seed", "session-key"):
            if (self.data / name).exists():
                self.assertNotIn((self.data / name).read_text().split()[0], err)
        return err

    def play(self, server):
        """A guest with a move in today's game and a room. Returns the token."""
        async def play():
            _, token = await new_guest(server.port)
            socket = await GameSocket.connect(server.port)
            today = (await socket.request("hello", protocol=1, token=token))["today"]["puzzle"]
            await socket.request("open", puzzle=today, hard="off")
            await Play(server.port).guess(socket, today, 0, MISS)
            await socket.request("create_room", name="Kytes")
            socket.close()
            return token

        token = asyncio.run(play())
        self.exported = self.export(server, token)
        return token

    def export(self, server, token):
        """All that the server has of a player, but for the instant at which it was asked."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{server.port}/api/v1/me/export", headers={"Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return {name: value for name, value in json.load(response).items() if name != "made"}

    def assert_is_back(self, server, token):
        """Whoever played before is there, with game and room."""
        async def look():
            socket = await GameSocket.connect(server.port)
            welcome = await socket.request("hello", protocol=1, token=token)
            self.assertEqual([room["name"] for room in welcome["rooms"]], ["Kytes"])
            game = await socket.request("open", puzzle=welcome["today"]["puzzle"], hard="off")
            self.assertEqual([guess["word"] for guess in game["guesses"]], [MISS])
            socket.close()

        asyncio.run(look())
        # Each engine, and every copy, tells the player the same.
        self.assertIn(MISS, json.dumps(self.exported))
        self.assertEqual(self.export(server, token), self.exported)

    def fill(self):
        """Players who never came."""
        with closing(sqlite3.connect(self.data / "tilerace.db")) as database:
            with database:
                database.executemany(
                    "INSERT INTO players (id, name, created_at) VALUES (?, ?, 5)",
                    ((n.to_bytes(16, "big"), f"p{n}") for n in range(1, MANY + 1)))

    def kill_in_the_middle(self, command, is_there):
        """Kills a migration as soon as the target says that it is under way."""
        process = subprocess.Popen(
            [BINARY, *command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.eventually(is_there)
        self.assertIsNone(process.poll(), "the copy takes longer than to look for it")
        process.kill()
        process.wait(PATIENCE)

    def test_a_server_moves_there_and_back_and_is_backed_up_there(self):
        address = self.database.make("race")
        data, on = ("--data", self.data), ("--storage", address)
        server = self.serve(self.data)
        token = self.play(server)
        self.assertIn("another tilerace server", self.refused("migrate", "to-postgresql", *data, *on))
        self.assertEqual(server.terminate(), 0)
        self.fill()

        # Killed, and started again.
        def is_filled():
            return self.database.psql("SELECT to_regclass('tilerace.unfinished') IS NOT NULL", "race") == "t"

        self.kill_in_the_middle(("migrate", "to-postgresql", *data, *on), is_filled)
        serve = ("serve", "--port", "0", "--web", ROOT / "web", "--words", ROOT / "config/words")
        for command in ((*serve, *data, *on), ("backup", self.folder / "none", *data, *on)):
            self.assertIn("did not come to its end", self.refused(*command))
        said = self.does("migrate", "to-postgresql", *data, *on)
        self.assertIn(f"players: {MANY + 1}\n", said)
        self.assertIn("room_events: ", said)
        self.assertIn("Every row was copied and compared.", said)
        self.assertIn("has what was played on another server", self.refused("migrate", "to-postgresql", *data, *on))

        # Served, looked after and backed up.
        server = self.serve(self.data, *on)
        self.assert_is_back(server, token)
        self.assertIn("another tilerace server", self.refused("migrate", "to-sqlite", *data, *on))
        backup = self.folder / "backup"
        self.does("backup", backup, *data, *on)
        self.assertEqual(backup.stat().st_mode & 0o777, 0o600)
        self.assertRegex(self.does("doctor", *data, *on), rf"^Schema \d+: {MANY + 1} players, .*\nAll is well\.\n$")
        self.assertIn("Kytes", self.does("admin", *data, "rooms", "kytes"))
        self.assertEqual(server.terminate(), 0)

        # Back.
        self.assertIn("already", self.refused("migrate", "to-sqlite", *data, *on))
        (self.data / "tilerace.db").rename(self.folder / "before.db")
        self.kill_in_the_middle(
            ("migrate", "to-sqlite", *data, *on), (self.data / "tilerace.db.migrating").exists)
        self.assertIn("did not come to its end", self.refused(*serve, *data))
        self.assertIn(f"players: {MANY + 1}\n", self.does("migrate", "to-sqlite", *data, *on))
        self.does("doctor", *data)
        server = self.serve(self.data)
        self.assert_is_back(server, token)
        self.assertEqual(server.terminate(), 0)

        # The backup goes to either engine.
        other = self.database.make("other")
        for name, flags in (("file", ()), ("database", ("--storage", other))):
            folder = self.folder / name
            self.does("restore", backup, "--data", folder, *flags)
            self.assertEqual((folder / "tilerace.db").exists(), not flags)
            self.does("doctor", "--data", folder, *flags)
            server = self.serve(folder, *flags)
            self.assert_is_back(server, token)
            self.assertEqual(server.terminate(), 0)
        self.assertIn(
            "has what was played on another server",
            self.refused("restore", backup, "--data", self.folder / "third", "--storage", other))
        self.assertFalse((self.folder / "third").exists())

    def test_what_the_page_on_postgresql_shows_can_be_typed(self):
        address = self.database.make("page")
        server = self.serve(self.data)
        self.play(server)
        self.assertEqual(server.terminate(), 0)
        page = (ROOT / "docs/postgresql.md").read_text()
        block = next(block for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL) if block.startswith("sudo tilerace migrate"))
        for line in block.splitlines():
            # What is installed there is what was built here.
            line = line.replace("postgresql://tilerace@db.example/tilerace", shlex.quote(address))
            line = line.replace("/var/lib/tilerace", str(self.data)).removeprefix("sudo ")
            command = [str(BINARY) if word == "tilerace" else word for word in shlex.split(line)]
            subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
        self.assertTrue((self.folder / "data-before.db").exists())
        server = self.serve(self.data, "--storage", address)
        self.assertEqual(server.terminate(), 0)

    def test_an_address_with_a_password_is_refused_and_not_repeated(self):
        self.data.joinpath("settings").write_text("storage = postgresql://mika:geheim@db/race\n")
        for arguments in (
            ("migrate", "to-postgresql", "--data", self.data, "--config", self.data / "settings"),
            ("backup", self.folder / "backup", "--data", self.data, "--config", self.data / "settings"),
            ("migrate", "to-sqlite", "--data", self.data, "--storage", "postgresql://mika@db/race?password=geheim"),
        ):
            code, out, err = run(*arguments)
            self.assertEqual((code, out), (1, ""))
            self.assertNotIn("geheim", err)
        for arguments in ((), ("sideways",), ("to-postgresql", "--data", self.data)):
            self.assertEqual(run("migrate", *arguments)[0], 1)


if __name__ == "__main__":
    unittest.main()
