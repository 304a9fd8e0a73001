"""A real server, a player, and at the same time everybody who means it ill: each is shut out, and the player notices nothing.

    TILERACE_BINARY=.build/debug/tilerace python3 -m unittest discover --start-directory Tests/restart --pattern hostile_process_test.py

Only the standard library. Each attacker has an address of its own in 127.0.0.0/8, so that the limits of one shut out no other.
"""

import asyncio
import collections
import json
import os
import re
import subprocess
import time
import unittest

from process_test import BINARY, PATIENCE, ProcessTest
from game_socket import CLOSE, TEXT, GameSocket, client_frame, handshake, new_guest

# Seconds that the siege lasts at least, and the most that an answer to the player may take on a busy machine.
SIEGE, SLOWEST = 6, 10
# Sockets that one address may have.
OF_AN_ADDRESS = 50
# KiB that the server may hold at the end.
MOST_MEMORY = 200_000
# Words of the list; a game ends when one happens to be its word.
WORDS = ("aahed", "crane", "slimy", "bough", "fixed")
# What a small server has; the last flag of a name counts.
LIMITS = (
    "--connections", "1000", "--connections-per-address", str(OF_AN_ADDRESS), "--connection-rate", "50", "--requests-per-second", "20",
    "--guests-per-minute", "10")


class Attacker:
    """Comes from one address, and counts the statuses of the answers that it gets; None counts connections that ended without one."""

    def __init__(self, port, number):
        self.port, self.source = port, f"127.0.0.{number}"
        self.statuses = collections.Counter()

    async def connect(self):
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.source, 0))

    async def ask(self, line, *fields, body=b"", length=None):
        """One request over a connection of its own. Returns the status and what came behind the head."""
        length = len(body) if length is None else length
        head = [f"{line} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {length}", "Connection: close", *fields]
        return await self.send("\r\n".join(head).encode() + b"\r\n\r\n" + body)

    async def send(self, request):
        status, body, writer = None, b"", None
        try:
            reader, writer = await self.connect()
            writer.write(request)
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
            status = int(head.split(b" ")[1])
            length = re.search(rb"(?im)^content-length: (\d+)", head)
            body = await asyncio.wait_for(reader.readexactly(int(length[1])) if length else reader.read(), PATIENCE)
        except asyncio.TimeoutError:
            raise
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            if writer is not None:
                writer.close()
        self.statuses[status] += 1
        return status, body

    async def post(self, path, text, *fields):
        return await self.ask(f"POST {path}", "Content-Type: application/json", *fields, body=json.dumps(text).encode())

    async def socket(self, *fields):
        """A WebSocket that says nothing by itself."""
        reader, writer = await self.connect()
        request = handshake(b"dGhlIHNhbXBsZSBub25jZQ==")
        writer.write(request[:-2] + "".join(f"{field}\r\n" for field in fields).encode() + b"\r\n")
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        status = int(head.split(b" ")[1])
        self.statuses[status] += 1
        return status, reader, writer

    async def close_code(self, reader):
        """The code with which the server closes; None if it ends without."""
        try:
            while True:
                first, length = await asyncio.wait_for(reader.readexactly(2), PATIENCE)
                if length == 126:
                    length = int.from_bytes(await reader.readexactly(2), "big")
                payload = await asyncio.wait_for(reader.readexactly(length), PATIENCE)
                if first == 0x80 | CLOSE:
                    return int.from_bytes(payload[:2], "big")
        except asyncio.TimeoutError:
            raise
        except (OSError, asyncio.IncompleteReadError):
            return None


class Player:
    """Plays today's word while the others do what they do, and asks for the page now and then, until they have given up."""

    def __init__(self, port, token):
        self.port, self.token, self.slowest = port, token, 0.0

    async def timed(self, work):
        begun = time.monotonic()
        answer = await asyncio.wait_for(work, PATIENCE)
        self.slowest = max(self.slowest, time.monotonic() - begun)
        return answer

    async def play(self, over):
        socket = await self.timed(GameSocket.connect(self.port))
        welcome = await self.timed(socket.request("hello", protocol=1, token=self.token))
        puzzle = welcome["today"]["puzzle"]
        await self.timed(socket.request("open", puzzle=puzzle, hard="off"))
        visitor = Attacker(self.port, 1)
        guesses = list(enumerate(WORDS))
        while guesses or not over.is_set():
            if guesses:
                row, word = guesses.pop(0)
                answer = await self.timed(socket.request("guess", puzzle=puzzle, row=row, word=word))
                if answer["state"] != "playing":
                    guesses = []
            else:
                await self.timed(socket.request("ping"))
            status, _ = await self.timed(visitor.ask("GET /"))
            if status != 200:
                raise AssertionError(f"the page was answered with {status}")
            await asyncio.sleep(SIEGE / len(WORDS))
        socket.close()


class HostileTest(ProcessTest):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o700)

    def besiege(self, server, token, *attacks):
        """Has all attack at once, each from an address of its own, while a player plays. Ends with the server sound."""
        async def siege():
            player = Player(server.port, token)
            attackers = [Attacker(server.port, 10 + number) for number, _ in enumerate(attacks)]
            over = asyncio.Event()

            async def attack_all():
                try:
                    await asyncio.gather(*(attack(attacker) for attack, attacker in zip(attacks, attackers)))
                finally:
                    over.set()

            await asyncio.gather(player.play(over), attack_all())
            return player.slowest

        slowest = asyncio.run(siege())
        self.assertLess(slowest, SLOWEST)
        self.assertLess(server.resident_kilobytes(), MOST_MEMORY)
        self.assertEqual(server.terminate(), 0)
        self.assertNotRegex(server.log.read_text(), r"(?m)^\S+ error ")
        done = subprocess.run([BINARY, "doctor", "--data", str(self.folder)], capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    # Floods.

    async def many_connections(self, attacker):
        lines = await asyncio.gather(*(attacker.connect() for _ in range(200)), return_exceptions=True)
        streams = [line for line in lines if not isinstance(line, BaseException)]
        ended = [asyncio.ensure_future(self.is_ended(reader)) for reader, _ in streams]
        # All others are refused, however long a busy machine takes for it. Those that may stay say nothing.
        begun = time.monotonic()
        while sum(not one.done() for one in ended) > OF_AN_ADDRESS:
            self.assertLess(time.monotonic() - begun, PATIENCE)
            await asyncio.sleep(0.05)
        for one, (_, writer) in zip(ended, streams):
            one.cancel()
            writer.close()
        await asyncio.gather(*ended, return_exceptions=True)

    async def is_ended(self, reader):
        try:
            await reader.read()
        except OSError:
            pass

    async def many_requests(self, attacker):
        reader, writer = await attacker.connect()
        writer.write(b"GET /api/v1/health HTTP/1.1\r\nHost: a\r\n\r\n" * 400)
        statuses = collections.Counter()
        for _ in range(400):
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
            statuses[int(head.split(b" ")[1])] += 1
            await reader.readexactly(int(re.search(rb"(?im)^content-length: (\d+)", head)[1]))
        writer.close()
        self.assertEqual(set(statuses), {200, 429})

    async def many_guests(self, attacker):
        """One address is one address, whatever it says for whom it asks."""
        for number in range(30):
            await attacker.ask("POST /api/v1/session", f"X-Forwarded-For: 203.0.113.{number}", f"Forwarded: for=203.0.113.{number}")
        self.assertEqual(set(attacker.statuses), {201, 429})
        self.assertLess(attacker.statuses[201], 20)

    async def many_messages(self, attacker):
        _, body = await attacker.ask("POST /api/v1/session?token=1")
        status, reader, writer = await attacker.socket()
        self.assertEqual(status, 101)
        hello = {"id": 1_000, "type": "hello", "protocol": 1, "token": json.loads(body)["token"]}
        writer.write(client_frame(TEXT, json.dumps(hello).encode()))
        try:
            for number in range(1_000):
                writer.write(client_frame(TEXT, json.dumps({"id": number, "type": "ping"}).encode()))
                await asyncio.wait_for(writer.drain(), PATIENCE)
        except asyncio.TimeoutError:
            raise
        except OSError:
            pass
        # None: the server has closed while this one still sent, and the kernel answers what comes then with a reset,
        # which throws away a Close that was not read yet.
        self.assertIn(await attacker.close_code(reader), (4500, None))
        writer.close()

    async def slow_requests(self, attacker):
        """Heads and bodies that never end, a byte at a time."""
        begun = time.monotonic()
        streams = [await attacker.connect() for _ in range(30)]
        for number, (_, writer) in enumerate(streams):
            body = b"POST /api/v1/session HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n"
            writer.write(body if number % 2 else b"GET / HTTP/1.1\r\nHost: a\r\nX: ")
        ended = [asyncio.ensure_future(reader.read()) for reader, _ in streams]
        while not all(one.done() for one in ended):
            self.assertLess(time.monotonic() - begun, PATIENCE)
            for _, writer in streams:
                writer.write(b"x")
            await asyncio.sleep(0.3)
        for one, (_, writer) in zip(ended, streams):
            # Cut while it still sends, it may not hear why.
            if one.exception() is None and one.result():
                self.assertTrue(one.result().startswith(b"HTTP/1.1 408"), one.result()[:40])
            writer.close()

    # What is too large, leads elsewhere, or comes from elsewhere.

    async def oversized(self, attacker):
        self.assertEqual((await attacker.ask("GET /" + "x" * 20_000))[0], 414)
        self.assertEqual((await attacker.ask("GET /", "X: " + "x" * 60_000))[0], 431)
        self.assertEqual((await attacker.ask("GET /", *["X: y"] * 200))[0], 431)
        self.assertEqual((await attacker.ask("POST /api/v1/session", length=10**12))[0], 413)
        self.assertIn((await attacker.ask("POST /api/v1/session", length=10**30))[0], (400, 413))
        _, reader, writer = await attacker.socket()
        # Said to be an exabyte: refused at its head.
        writer.write(bytes([0x81, 0xFF]) + (1 << 60).to_bytes(8, "big") + bytes(4))
        self.assertEqual(await attacker.close_code(reader), 1009)
        writer.close()

    async def paths(self, attacker):
        seed = (self.folder / "seed").read_bytes()[:16]
        for path in ("../seed", "%2e%2e/seed", "..%2fseed", "%252e%252e/seed", "..%5cseed", "../../../../etc/passwd", "..;/seed"):
            for start in ("/", "/components/", "/.well-known/acme-challenge/"):
                status, body = await attacker.ask(f"GET {start}{path}")
                self.assertIn(status, (400, 404, 429), path)
                self.assertFalse(seed in body or b"root:" in body, path)

    async def other_sites(self, attacker):
        for origin in ("http://evil.example", "null", "http://127.0.0.1.evil.example", "http://127.0.0.1:1"):
            self.assertEqual((await attacker.ask("POST /api/v1/session", f"Origin: {origin}"))[0], 403, origin)
            self.assertEqual((await attacker.socket(f"Origin: {origin}"))[0], 403, origin)

    async def bad_tokens(self, attacker):
        for number in range(20):
            token = f"1.{os.urandom(16).hex()}.0.{os.urandom(32).hex()}"
            self.assertEqual((await attacker.ask("GET /api/v1/me", f"Authorization: Bearer {token}"))[0], 401)

    def test_a_player_goes_on_while_all_attack_an_open_server(self):
        server = self.start(*LIMITS)
        _, token = asyncio.run(new_guest(server.port))
        self.besiege(
            server, token, self.many_connections, self.many_requests, self.many_guests, self.many_messages, self.slow_requests,
            self.oversized, self.paths, self.other_sites, self.bad_tokens)

    # Guessing.

    async def passwords(self, attacker):
        for number in range(30):
            await attacker.post("/api/v1/session", {"password": f"wrong kites {number}"})
        self.assertEqual(set(attacker.statuses), {403, 429})
        self.assertLess(attacker.statuses[403], 20)

    async def invitations(self, attacker):
        """More may be tried than passwords, 120 in a minute, as a class comes in at once; then this address has to wait."""
        for _ in range(2_000):
            status, body = await attacker.post("/api/v1/session", {"invitation": os.urandom(16).hex()})
            # New connections are to stay below their own limit.
            await asyncio.sleep(0.02)
            if status == 403:
                continue
            self.assertEqual(status, 429)
            if b"Too many tries" in body:
                self.assertGreaterEqual(attacker.statuses[403], 120)
                return
            # The limit of all requests came first; it lets one through every 50 ms.
            await asyncio.sleep(0.1)
        self.fail(f"no end of tries: {attacker.statuses}")

    async def codes_of_devices(self, attacker):
        for number in range(30):
            await attacker.post("/api/v1/link", {"code": f"AAAA22{number:02}".replace("0", "A").replace("1", "B")})
        self.assertEqual(set(attacker.statuses), {404, 429})
        self.assertLess(attacker.statuses[404], 20)

    async def keys_of_the_admin_page(self, attacker):
        for _ in range(30):
            await attacker.post("/api/v1/admin/session", {"key": os.urandom(32).hex()}, "Origin: http://127.0.0.1", "Tilerace-Admin: 1")
        self.assertEqual(set(attacker.statuses), {403, 429})
        self.assertLess(attacker.statuses[403], 20)

    async def secrets(self, attacker):
        for path in ("today", "rooms", "puzzles/guess-en-5", "rooms/22AAA/races"):
            status, body = await attacker.ask(f"GET /api/v1/{path}")
            self.assertEqual((status, json.loads(body)["code"]), (403, "password_needed"), path)

    def test_a_player_goes_on_while_all_guess_at_a_private_server(self):
        subprocess.run(
            [BINARY, "set-password", "--data", str(self.folder)], input="kites at dawn\n", text=True, check=True, capture_output=True)
        server = self.start(*LIMITS, "--access", "password", "--guests-per-minute", "1000")

        async def come_in():
            status, body = await Attacker(server.port, 1).post("/api/v1/session?token=1", {"password": "kites at dawn"})
            self.assertEqual(status, 201, body)
            return json.loads(body)["token"]

        token = asyncio.run(come_in())
        self.besiege(
            server, token, self.passwords, self.invitations, self.codes_of_devices, self.keys_of_the_admin_page, self.secrets,
            self.bad_tokens, self.other_sites)


if __name__ == "__main__":
    unittest.main()
