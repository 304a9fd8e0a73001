"""The command lines `tilerace backup`, `tilerace restore` and `tilerace doctor`, beside a server on which people play and without.

    TILERACE_BINARY=.build/debug/tilerace python3 -m unittest discover --start-directory Tests/restart --pattern data_process_test.py

Only the standard library.
"""

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import tempfile
import unittest
from contextlib import closing
from pathlib import Path

from process_test import BINARY, ProcessTest
from game_socket import GameSocket, Refused, new_guest
from server_process import PATIENCE, ROOT, ServerProcess

PLAYERS = 6
# Words of five letters that are in the list; a game ends when one happens to be its word.
WORDS = ("crane", "slimy", "bough", "fixed", "jumpy")
# No answer: a game that begins with it goes on, whatever its word.
MISS = "aahed"
# Moves that are acknowledged before the backup begins, and after it has come to its end.
MOVES = 40


def run(*arguments):
    """A command line of the program: its exit code, and what it said on its two outputs."""
    done = subprocess.run(
        [BINARY, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE,
        check=False)
    return done.returncode, done.stdout, done.stderr


class Play:
    """Guests who come, play today's puzzle and go. `told` is what the server acknowledged: (player, row), and `sent` all
    that it was asked for."""

    def __init__(self, port):
        self.port = port
        self.told, self.sent, self.tokens = set(), set(), {}
        self.is_over = False
        self._news = asyncio.Event()

    async def guest(self):
        while not self.is_over:
            player, token = await new_guest(self.port)
            self.tokens[player] = token
            socket = await GameSocket.connect(self.port)
            today = (await socket.request("hello", protocol=1, token=token))["today"]["puzzle"]
            await socket.request("open", puzzle=today, hard="off")
            for row, word in enumerate(WORDS):
                self.sent.add((player, row))
                answer = await self.guess(socket, today, row, word)
                self.told.add((player, row))
                self._news.set()
                if answer["state"] != "playing" or self.is_over:
                    break
            socket.close()

    async def guess(self, socket, puzzle, row, word):
        while True:
            try:
                return await socket.request("guess", puzzle=puzzle, row=row, word=word)
            except Refused as refusal:
                if refusal.code != "rate_limited":
                    raise
                await asyncio.sleep(refusal.reply["retry"] / 1_000)

    async def until(self, count):
        """Waits until so many moves have been acknowledged."""
        while len(self.told) < count:
            self._news.clear()
            await self._news.wait()


class DataTest(ProcessTest):
    def setUp(self):
        super().setUp()
        self.data, self.backup, self.restored = (self.folder / name for name in ("data", "backup", "restored"))
        self.data.mkdir(mode=0o700)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = tempfile.TemporaryDirectory(prefix="tilerace-process-")
        cls.addClassCleanup(folder.cleanup)
        cls.template = Path(folder.name) / "data"

    def serve(self, folder):
        server = ServerProcess(BINARY, folder)
        self.addCleanup(server.kill_if_alive)
        server.start()
        return server

    def make_folder(self):
        """A data folder with a player who has made a move, and no server on it; all tests of a class get the same."""
        if self.template.exists():
            shutil.copytree(self.template, self.data, dirs_exist_ok=True)
            return
        server = self.serve(self.data)

        async def play():
            game = Play(server.port)
            game.is_over = True
            _, token = await new_guest(server.port)
            socket = await GameSocket.connect(server.port)
            today = (await socket.request("hello", protocol=1, token=token))["today"]["puzzle"]
            await socket.request("open", puzzle=today, hard="off")
            await game.guess(socket, today, 0, MISS)
            await socket.request("create_room", name="Kytes")
            socket.close()

        asyncio.run(play())
        self.assertEqual(server.terminate(), 0)
        shutil.copytree(self.data, self.template)

    def refused(self, *arguments):
        """What a command says that fails at once."""
        code, out, err = run(*arguments)
        self.assertEqual((code, out), (1, ""), arguments)
        return err

    def change(self, sql):
        """What a damaged disk might do."""
        with closing(sqlite3.connect(self.data / "tilerace.db")) as database:
            database.executescript(sql)


def moves(folder):
    """(player, row) of all moves in a data folder on which no server runs."""
    with closing(sqlite3.connect(folder / "tilerace.db")) as database:
        rows = database.execute("SELECT lower(hex(player)), row FROM moves JOIN games ON games.id = game")
        return set(rows.fetchall())


class BackupUnderPlay(DataTest):
    async def play_and_back_up(self, port):
        """Returns the play, and what had been acknowledged when the backup began and when it had come to its end."""
        play = Play(port)
        guests = [asyncio.ensure_future(play.guest()) for _ in range(PLAYERS)]
        await asyncio.wait_for(play.until(MOVES), PATIENCE)
        before = set(play.told)
        backup = await asyncio.create_subprocess_exec(
            BINARY, "backup", self.backup, "--data", self.data, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = await asyncio.wait_for(backup.communicate(), PATIENCE)
        self.assertEqual((backup.returncode, err), (0, b""))
        self.assertIn(f"{self.backup} has everything that is in {self.data}.", out.decode())
        await asyncio.wait_for(play.until(len(play.told) + MOVES), PATIENCE)
        play.is_over = True
        await asyncio.wait_for(asyncio.gather(*guests), PATIENCE)
        return play, before

    def test_what_was_acknowledged_is_in_it_or_came_later(self):
        server = self.serve(self.data)
        play, before = asyncio.run(self.play_and_back_up(server.port))
        self.assertEqual(stat.S_IMODE(self.backup.stat().st_mode), 0o600)
        self.assertEqual(server.terminate(), 0)
        code, out, err = run("restore", self.backup, "--data", self.restored)
        self.assertEqual((code, err), (0, ""))
        self.assertIn(f"{self.restored} has everything that is in {self.backup}.", out)
        kept = moves(self.restored)
        self.assertLessEqual(before, kept, "what was acknowledged before the backup began")
        self.assertLessEqual(kept, play.sent)
        self.assertLess(len(kept), len(play.told), "what came later is not in it")
        self.assertEqual(moves(self.data), play.sent, "and is in the folder")
        self.assertEqual(run("doctor", "--data", self.restored)[0], 0)
        # Players are who they were.
        again = self.serve(self.restored)
        player = next(player for player, _ in before)
        asyncio.run(self.comes_back(again.port, play.tokens[player], sum(name == player for name, _ in kept)))
        self.assertEqual(again.terminate(), 0)

    async def comes_back(self, port, token, rows):
        socket = await GameSocket.connect(port)
        today = (await socket.request("hello", protocol=1, token=token))["today"]["puzzle"]
        game = await socket.request("open", puzzle=today, hard="off")
        self.assertEqual([guess["word"] for guess in game["guesses"]], list(WORDS[:rows]))
        socket.close()


class BackupAndRestore(DataTest):
    def test_what_cannot_be_done_is_said_and_changes_nothing(self):
        self.make_folder()
        self.assertEqual(run("backup", self.backup, "--data", self.data)[0], 0)
        whole = self.backup.read_bytes()
        other, empty = self.folder / "other", self.folder / "empty"
        empty.mkdir(mode=0o700)
        for arguments, sentence in [
            (("backup", self.backup, "--data", self.data), "is there already"),
            (("backup", other, "--data", self.folder / "missing"), "missing: is not there"),
            (("backup", other, "--data", empty), "seed: cannot be read"),
            (("backup", self.folder / "none" / "file", "--data", self.data), "none/file"),
            (("backup",), "backup wants a file first"),
            (("backup", "--data", self.data), "backup wants a file first"),
            (("backup", other, "--what", "1"), "there is no setting “what”"),
            (("restore", self.backup, "--data", self.data), "is not empty"),
            (("restore", other, "--data", self.restored), "there is no such file"),
            (("restore", self.data / "tilerace.db", "--data", self.restored), "is no backup of Tilerace"),
            (("restore",), "restore wants a file first"),
        ]:
            code, out, err = run(*arguments)
            self.assertEqual((code, out), (1, ""), arguments)
            self.assertIn(sentence, err)
            self.assertTrue(err.startswith("tilerace: ") and err.count("\n") == 1, err)
        self.assertEqual(self.backup.read_bytes(), whole)
        self.assertFalse(other.exists() or (self.folder / "missing").exists())
        self.assertFalse(self.restored.exists(), "a refused restore leaves no folder behind")

    def test_a_pipe_that_nobody_writes_to_is_not_waited_for(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe, 0o600)
        for code, arguments in [
            (1, ("restore", pipe, "--data", self.restored)),
            (2, ("verify", pipe)),
            (1, ("serve", "--config", pipe, "--data", self.restored)),
            (1, ("serve", "--tls-certificate", pipe, "--data", self.restored, "--port", "0")),
        ]:
            ended, out, err = run(*arguments)
            self.assertEqual((ended, out), (code, ""), arguments)
            self.assertIn(str(pipe), err)
        self.assertFalse(self.restored.exists())

    def test_a_folder_that_is_served_from_is_not_restored_into(self):
        self.make_folder()
        self.assertEqual(run("backup", self.backup, "--data", self.data)[0], 0)
        server = self.serve(self.data)
        code, _, err = run("restore", self.backup, "--data", self.data)
        self.assertEqual(code, 1)
        self.assertIn("another tilerace server is running", err)
        self.assertEqual(server.terminate(), 0)

    def test_a_damaged_backup_is_not_restored(self):
        self.make_folder()
        self.assertEqual(run("backup", self.backup, "--data", self.data)[0], 0)
        damaged = bytearray(self.backup.read_bytes())
        damaged[2 * 4_096:2 * 4_096 + 200] = b"U" * 200
        self.backup.write_bytes(damaged)
        code, out, err = run("restore", self.backup, "--data", self.restored)
        self.assertEqual((code, out), (1, ""))
        self.assertIn("is damaged", err)
        self.assertFalse(self.restored.exists())

    def test_what_cannot_have_been_played_is_restored_and_said(self):
        self.make_folder()
        self.change("UPDATE games SET day = 1 << 62")
        self.assertEqual(run("backup", self.backup, "--data", self.data)[0], 0)
        code, out, err = run("restore", self.backup, "--data", self.restored)
        self.assertEqual(code, 0)
        self.assertIn("has everything", out)
        self.assertIn("no day in column", err)
        self.assertEqual(run("doctor", "--data", self.restored)[0], 1)


class WhoMayWrite(DataTest):
    def serving(self, folder):
        return ("serve", "--address", "127.0.0.1", "--port", "0", "--data", folder, "--web", ROOT / "web",
                "--words", ROOT / "config" / "words")

    def test_a_folder_of_everybodys_is_refused_until_it_is_mended(self):
        self.make_folder()
        self.assertEqual(run("backup", self.backup, "--data", self.data)[0], 0)
        self.data.chmod(0o777)
        sentence = f"tilerace: data folder: {self.data} can be written to by others than its owner (mode 777): chmod go-w {self.data}\n"
        self.assertEqual(self.refused(*self.serving(self.data)), sentence)
        self.assertEqual(self.refused("rotate-key", "--data", self.data), sentence)
        self.restored.mkdir()
        self.restored.chmod(0o777)
        self.assertIn("chmod go-w", self.refused("restore", self.backup, "--data", self.restored))
        self.restored.rmdir()
        self.backup.chmod(0o666)
        self.assertIn(f"chmod go-w {self.backup}", self.refused("restore", self.backup, "--data", self.restored))
        self.assertFalse(self.restored.exists())
        self.assertEqual(run("backup", self.folder / "in-time", "--data", self.data)[0], 0)
        subprocess.run(sentence.split(": ")[-1].split(), check=True)
        self.assertEqual(self.serve(self.data).terminate(), 0)

    def test_what_a_server_makes_is_its_own_under_any_umask(self):
        old = os.umask(0)
        self.addCleanup(os.umask, old)
        folder = self.folder / "made"
        server = ServerProcess(BINARY, folder)
        server.log = self.folder / "log"
        self.addCleanup(server.kill_if_alive)
        server.start()
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in [folder, *folder.iterdir()]}
        self.assertEqual(modes.pop("made"), 0o700)
        self.assertEqual(set(modes.values()), {0o600}, modes)
        self.assertLessEqual({"tilerace.db", "tilerace.db-wal", "tilerace.lock", "seed", "session-key", "clock"}, set(modes))
        self.assertEqual(server.terminate(), 0)


class Doctor(DataTest):
    def doctor(self, *arguments):
        return run("doctor", "--data", self.data, *arguments)

    def test_a_good_folder_is_well_also_while_it_is_served_from(self):
        self.make_folder()
        files = {path.name: path.read_bytes() for path in self.data.iterdir() if path.name in ("tilerace.db", "seed")}
        code, out, err = self.doctor()
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out, r"^Schema \d+: 1 players, 1 games, 1 moves, 1 rooms, \d+ events\.\nAll is well\.\n$")
        self.assertEqual({name: (self.data / name).read_bytes() for name in files}, files, "nothing is changed")
        server = self.serve(self.data)
        self.assertEqual(self.doctor(), (0, out, ""))
        self.assertEqual(server.terminate(), 0)

    def test_every_row_that_cannot_be_is_said(self):
        for sql, sentence in [
            ("UPDATE games SET day = 9223372036854775807", "no day in column"),
            ("UPDATE games SET day = -9223372036854775808", "no day in column"),
            ("UPDATE moves SET elapsed = 9223372036854775807", "no duration in column"),
            ("UPDATE games SET solved = 1, turns = 9223372036854775807, elapsed = 5", "no number of turns in column"),
            ("UPDATE players SET created_at = -1", "no instant in column"),
            ("UPDATE moves SET verdict = CASE verdict & 3 WHEN 0 THEN verdict + 1 ELSE verdict - 1 END", "marks in row 0 that do not follow"),
            (
                "UPDATE room_events SET event = replace(event, '\"seat\":1', '\"seat\":9223372036854775807')",
                "no room event, for a number in it",
            ),
            ("DELETE FROM players", "a row of games refers to a row of players that is not there"),
        ]:
            with self.subTest(sql):
                self.setUp()
                self.make_folder()
                self.change(sql)
                code, out, err = self.doctor()
                self.assertEqual(code, 1, err)
                self.assertIn(sentence, err)
                self.assertTrue(out.startswith("Schema ") and "All is well" not in out, out)

    def test_who_may_read_the_secrets_is_looked_at(self):
        self.make_folder()
        os.chmod(self.data / "seed", 0o644)
        code, _, err = self.doctor()
        self.assertEqual(code, 1)
        self.assertIn("seed is not for its owner alone (mode 644)", err)

    def test_what_cannot_be_looked_through_is_said(self):
        for arguments, sentence in [
            (("--data", self.folder / "missing"), "missing: is not there"),
            (("--data", self.data), "tilerace.db cannot be opened"),
            (("--what", "1"), "there is no setting “what”"),
            (("--data",), "--data"),
        ]:
            code, out, err = run("doctor", *arguments)
            self.assertEqual((code, out), (2, ""), arguments)
            self.assertIn(sentence, err)
        (self.data / "tilerace.db").write_bytes(b"U" * 8_192)
        code, _, err = self.doctor()
        self.assertEqual(code, 2)
        self.assertIn("damaged", err)


if __name__ == "__main__":
    unittest.main()
