"""The command line `tilerace admin` beside a real server: what it does to names, what it says, and what a kill leaves of it.

    TILERACE_BINARY=.build/debug/tilerace python3 -m unittest discover --start-directory Tests/restart --pattern admin_process_test.py

Only the standard library.
"""

import asyncio
import json
import os
import re
import shlex
import socket
import stat
import subprocess
import unittest
from contextlib import contextmanager
from datetime import date, timedelta

from process_test import BINARY, ProcessTest
from game_socket import Disconnected, GameSocket, Refused, new_guest
from server_process import PATIENCE, ROOT, ServerProcess

BAD_NAME = "Clear the way"
NOBODY = 65534


def said_to_nobody(control):
    """What another user hears who says something to the socket; the error's name for one who cannot."""
    mine, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setuid(NOBODY)
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(PATIENCE)
                client.connect(str(control))
                os.write(theirs, client.makefile("rb").readline())
        except OSError as error:
            os.write(theirs, type(error).__name__.encode())
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(mine) as pipe:
        heard = pipe.read()
    os.waitpid(child, 0)
    return heard


class AdminTest(ProcessTest):
    def setUp(self):
        super().setUp()
        self.server = ServerProcess(BINARY, self.folder)
        self.addCleanup(self.server.kill_if_alive)
        self.control = self.folder / "control"
        # What the pages call /etc/tilerace/tilerace.conf: links are made from it.
        self.settings = self.folder.with_name(f"{self.folder.name}.conf")
        self.settings.write_text(f"data = {self.folder}\npublic-address = https://words.example.org\n")
        self.addCleanup(self.settings.unlink)

    def admin(self, *words, data=None):
        """A command line: its exit code, and what it said on its two outputs."""
        done = subprocess.run(
            [BINARY, "admin", "--data", str(data or self.folder), *words], stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=PATIENCE, check=False)
        return done.returncode, done.stdout, done.stderr

    def does(self, *words):
        code, out, err = self.admin(*words)
        self.assertEqual((code, err), (0, ""), out)
        return out

    async def player(self, name=None):
        """The id, the token and a socket of a new guest."""
        player, token = await new_guest(self.server.port)
        client = await GameSocket.connect(self.server.port)
        await client.request("hello", protocol=1, token=token)
        if name:
            await client.request("rename", name=name)
        return player, token, client

    async def refused(self, client, *request, **fields):
        try:
            await client.request(*request, **fields)
        except Refused as refusal:
            return refusal.code
        return None

    @contextmanager
    def connection(self):
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(PATIENCE)
            client.connect(str(self.control))
            yield client

    def test_a_name_that_was_reset_stays_so_after_a_kill(self):
        self.server.start()

        async def write():
            player, token, client = await self.player(BAD_NAME)
            room = (await client.request("create_room"))["room"]
            client.close()
            return player, token, room

        player, token, room = asyncio.run(write())
        found = self.does("players", "clear THE")
        self.assertIn(player, found)
        self.assertIn(BAD_NAME, found)
        self.assertIn(room, found)
        said = self.does("reset-name", player)
        self.server.kill()
        name = re.search(r"is “([^”]+)” now", said)[1]
        self.assertIn(f"Player {player} was “{BAD_NAME}”", said)
        doctor = subprocess.run([BINARY, "doctor", "--data", self.folder], capture_output=True, text=True, check=False)
        self.assertEqual(doctor.returncode, 0, doctor.stderr)
        self.assertTrue(stat.S_ISSOCK(self.control.stat().st_mode), "a server that was killed leaves its socket")
        self.assertEqual(self.admin("players", "x")[0], 2)
        self.server.start()

        async def look():
            client = await GameSocket.connect(self.server.port)
            welcome = await client.request("hello", protocol=1, token=token)
            self.assertEqual(welcome["player"]["name"], name)
            self.assertEqual([one["name"] for one in welcome["rooms"]], [f"{name}’s room"])
            self.assertEqual(await self.refused(client, "rename", name=BAD_NAME), "name_reset")
            client.close()

        asyncio.run(look())
        self.assertIn("keeps the operator’s name until", self.does("players", name))
        # Of the server that was killed: what was answered just before may not have come to the log.
        self.assertNotIn(BAD_NAME, self.server.log.read_text())

    def test_what_the_page_on_names_shows_can_be_typed(self):
        self.server.start()

        async def play():
            player, _, client = await self.player("Mika")
            room = (await client.request("create_room", name="Friday Kites"))["room"]
            await client.request("list", room=room, listed=True)
            page = (ROOT / "docs" / "names.md").read_text()
            lines = re.findall(r"^sudo tilerace admin .*$", page, re.MULTILINE)
            self.assertEqual(len(lines), 7)
            said = []
            for line in lines:
                words = shlex.split(line, comments=True)[1:]
                known = {"/var/lib/tilerace": str(self.folder), "3f1c9a52b7e84d60a1b2c3d4e5f60718": player, "KYTE7": room}
                done = await asyncio.create_subprocess_exec(
                    BINARY, *[known.get(word, word) for word in words[1:]], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                out, err = await asyncio.wait_for(done.communicate(), PATIENCE)
                self.assertEqual((done.returncode, err), (0, b""), line)
                said.append(out.decode())
                if "unlist-room" in line:
                    self.assertEqual((await client.request("lobby", on=True))["rooms"], [])
                    self.assertEqual(await self.refused(client, "list", room=room, listed=True), "room_barred")
            await client.request("list", room=room, listed=True)
            client.close()
            return said

        said = asyncio.run(play())
        for act in ("reset-name", "reset-room-name room", "rename-room room", "unlist-room room", "list-room room"):
            self.eventually(lambda: f"command: {act}" in self.server.log.read_text())
        for name in ("Friday Kites", "Room of kites"):
            self.assertNotIn(name, self.server.log.read_text())
        self.assertIn("“Mika”", said[0])
        self.assertIn("was “Mika” and is “", said[1])
        self.assertIn("in the lobby; 1 members, 1 here now", said[2])
        self.assertNotIn("Friday Kites", said[3])
        self.assertIn("“Room of kites”", said[4])
        self.assertIn("kept out of the lobby", said[5])
        self.assertIn("not in the lobby", said[6])

    def test_words_of_ones_own_as_their_page_shows_them(self):
        self.server.start()

        async def mika():
            player, _, client = await self.player("Mika")
            client.close()
            return player

        player = asyncio.run(mika())
        days = {f"2027-03-0{number}": (date.today() + timedelta(days=2 + number)).isoformat() for number in (1, 2)}
        page = (ROOT / "docs" / "words.md").read_text()
        said = []
        for line in re.findall(r"^sudo tilerace admin .*$", page, re.MULTILINE):
            for shown, real in {**days, "/etc/tilerace/tilerace.conf": str(self.settings), "3f1c9a52b7e84d60a1b2c3d4e5f60718": player}.items():
                line = line.replace(shown, real)
            done = subprocess.run([BINARY, *shlex.split(line)[2:]], capture_output=True, text=True, timeout=PATIENCE, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), line)
            said.append(done.stdout)
        first, second = (f"guess-en-{length}/{day}" for length, day in zip((5, 6), days.values()))
        self.assertEqual(said[0], f"{first}  maple\n")
        self.assertEqual(said[1], f"{second}  velvet; does not count for player {player}\n")
        self.assertEqual(said[2], said[0] + said[1])
        self.assertEqual(said[3], f"The word of {first} will be drawn.\n")
        self.assertEqual(said[4], "Done. 1 word is left out.\n")
        self.assertRegex(said[5], r"\Awidow  \(since 20.*\)\n1 word is left out\.\n\Z")
        self.assertEqual(said[6], "Done. No word is left out.\n")
        self.assertEqual(self.does("leave-out", "widow"), said[4])
        self.assertEqual(self.does("leave-out", "Widow"), "It was so already. 1 word is left out.\n")
        self.assertIn("Leave words out one by one", self.admin("leave-out", "widow", "crane")[2])
        # It is on the disk, and in no log.
        self.server.kill()
        self.server.start()
        self.assertEqual(self.does("words"), said[1])
        self.assertTrue(self.does("left-out").startswith("widow  (since 20"))
        for word in ("maple", "velvet", "widow"):
            self.assertNotIn(word, self.server.log.read_text())
        tomorrow = (date.today() + timedelta(days=1)).isoformat()
        code, _, err = self.admin("set-word", tomorrow, "maple", "nobody")
        self.assertEqual(code, 1)
        self.assertIn("its seal is public", err)
        for words in [("set-word", tomorrow, "maple"), ("set-word", tomorrow, "maple", "force")]:
            code, _, err = self.admin(*words)
            self.assertEqual(code, 2, "who knows the word must be said")
            self.assertIn("tilerace admin players NAME", err)
        for words in [("set-word",), ("set-word", "tomorrow", "maple", "nobody"), ("set-word", tomorrow, "maple", "Mika"),
                      ("clear-word",), ("words", "all"), ("leave-out",), ("left-out", "all")]:
            self.assertEqual(self.admin(*words)[0], 2, words)

    def test_what_the_page_on_administration_shows_can_be_typed(self):
        self.server.start()

        async def play():
            player, token, client = await self.player("Mika")
            room = (await client.request("create_room", name="Friday Kites"))["room"]
            page = (ROOT / "docs" / "administration.md").read_text()
            said = {}
            for line in re.findall(r"^sudo tilerace admin .*$", page, re.MULTILINE):
                words = shlex.split(line)[1:]
                known = {"/etc/tilerace/tilerace.conf": str(self.settings), "3f1c9a52b7e84d60a1b2c3d4e5f60718": player, "KYTE7": room}
                done = await asyncio.create_subprocess_exec(
                    BINARY, *[known.get(word, word) for word in words[1:]], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                out, err = await asyncio.wait_for(done.communicate(), PATIENCE)
                self.assertEqual((done.returncode, err), (0, b""), line)
                said[words[4]] = out.decode()
                if words[4] == "ban":
                    with self.assertRaises(Disconnected) as gone:
                        await asyncio.wait_for(client.closed, PATIENCE)
                    self.assertEqual(gone.exception.code, 4502)
                    client = await GameSocket.connect(self.server.port)
                    self.assertEqual(await self.refused(client, "hello", protocol=1, token=token), "banned")
            client.close()
            return player, room, said

        player, room, said = asyncio.run(play())
        self.assertIn("is kept out", said["ban"])
        self.assertIn(f"{player}  “Mika”", said["bans"])
        self.assertIn("may come in", said["unban"])
        self.assertIn("The cup begins at 18:00. Good luck!", said["announcement"])
        self.assertEqual(said["withdraw"], "Nothing is announced.\n")
        self.assertIn(f"Room {room}, “Friday Kites”, is closed", said["close-room"])
        self.assertEqual(said["not-in-list"], "Nothing was tried twice or more.\n")
        for number, verb in enumerate(["ban", "unban", "announce", "withdraw", "close-room"], 1):
            self.assertRegex(said["log"], rf"(?m)^{number}  \S+  command  {verb}  ")
        self.assertRegex(said["link"], r"^https://words\.example\.org/admin#[0-9a-f]{64}\nFor one moderator, once, until ")
        self.assertEqual(said["sessions"], "Nobody is in the admin page.\n")
        self.assertEqual(said["end-sessions"], "1 sessions and links are ended.\n")
        # A kill leaves what was done, and the log of it.
        self.does("ban", player)
        self.server.kill()
        self.server.start()
        self.assertIn(player, self.does("bans"))
        self.assertRegex(self.does("log"), rf"command  ban  {player}")
        self.assertNotIn("Mika", self.does("log"))
        self.does("unban", player)
        self.assertEqual(self.does("bans").strip(), "Nobody is banned.")

    def test_the_socket_is_its_owners_and_goes_with_the_server(self):
        self.server.start()
        status = self.control.stat()
        self.assertTrue(stat.S_ISSOCK(status.st_mode))
        self.assertEqual(stat.S_IMODE(status.st_mode), 0o600)
        self.assertEqual(self.server.terminate(), 0)
        self.assertFalse(self.control.exists())
        code, out, err = self.admin("rooms", "x")
        self.assertEqual((code, out), (2, ""))
        self.assertEqual(err, f"tilerace: no server is running on the data folder {self.folder}\n")

    def test_what_is_no_socket_is_not_replaced_and_the_game_is_served(self):
        self.control.write_text("mine")
        self.server.start()
        self.assertEqual(self.control.read_text(), "mine")
        self.eventually(lambda: "no_control_socket" in self.server.log.read_text())
        self.assertEqual(self.admin("rooms", "x")[0], 2)
        self.assertEqual(self.server.terminate(), 0)
        self.assertEqual(self.control.read_text(), "mine")

    def test_a_folder_with_a_long_path_is_reached(self):
        deep = self.folder / ("a" * 100)
        deep.mkdir(mode=0o700)
        server = ServerProcess(BINARY, deep)
        self.addCleanup(server.kill_if_alive)
        server.start()
        self.assertEqual(self.admin("rooms", "x", data=deep)[0], 0)
        self.assertEqual(server.terminate(), 0)

    @unittest.skipUnless(os.geteuid() == 0, "only root can be somebody else")
    def test_another_user_is_refused_whatever_the_modes(self):
        self.server.start()
        os.chmod(self.folder, 0o755)

        self.assertEqual(said_to_nobody(self.control), "PermissionError")
        os.chmod(self.control, 0o666)
        self.assertEqual(json.loads(said_to_nobody(self.control))["error"], "not_allowed")

    def test_every_command_line_ends_with_a_sentence_and_a_code(self):
        self.assertEqual(self.admin("help")[0], 0)
        self.assertIn("reset-room-name CODE", self.admin("help")[1])
        self.server.start()
        for words, code, sentence in [
            ((), 2, ""), (("fly",), 2, "there is no “admin fly”"), (("players",), 2, "wants to know"),
            (("reset-name", "Mika"), 2, "is no player’s ID"), (("reset-name", "0" * 32), 1, "There is no player"),
            (("unlist-room", "KYTE7"), 1, "There is no open room"), (("players", "x" * 61), 1, "1 to 60 characters"),
            (("players", "nobody", "at", "all"), 0, ""), (("--", "players", "--x"), 0, ""),
            (("--colour", "red", "players", "x"), 2, "colour"), (("ban", "Mika"), 2, "is no player’s ID"),
            (("ban", "0" * 32), 1, "There is no player"), (("close-room", "KYTE7"), 1, "There is no open room"),
            (("announce", "x" * 281), 1, "280 characters"), (("link", "king"), 2, "an owner or a moderator"),
            (("link", "--role", "moderator"), 0, ""), (("announce", "--role", "moderator"), 2, "role"),
            (("announce", "--", "Who takes", "--role", "host?"), 0, ""), (("rename", "0" * 32), 2, "and a name"),
            (("rename", "Mika", "Noor"), 2, "is no player’s ID"), (("rename", "0" * 32, "Noor"), 1, "There is no player"),
            (("end-sessions", "9"), 1, "no session"), (("log", "x"), 2, "a number"),
            (("bans", "all"), 2, "wants nothing more"),
        ]:
            done, out, err = self.admin(*words)
            self.assertEqual(done, code, (words, out, err))
            self.assertIn(sentence, err)

    def test_a_line_that_was_not_ended_is_not_a_request(self):
        self.server.start()

        async def guest():
            player, _, client = await self.player("Mika")
            client.close()
            return player

        player = asyncio.run(guest())
        with self.connection() as client:
            client.sendall(json.dumps({"do": "reset-name", "player": player}).encode())
            client.shutdown(socket.SHUT_WR)
            with client.makefile() as answer:
                self.assertEqual(json.loads(answer.readline())["text"], "A request ends with a line feed.")
                self.assertEqual(answer.read(), "")
        self.assertIn("“Mika”", self.does("players", "Mika"))


if __name__ == "__main__":
    unittest.main()
