"""What only a process of its own shows: SIGHUP, keys of sessions, a limit on open files, and `tilerace verify` of what a server gave out.

    TILERACE_BINARY=.build/debug/tilerace python3 -m unittest discover --start-directory Tests/restart --pattern process_test.py

Needs `openssl` for certificates, and else the standard library.
"""

import asyncio
import http.client
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))

import self_signed  # noqa: E402
from game_socket import Disconnected, GameSocket, Refused, new_guest  # noqa: E402
from sprint import play_sprint  # noqa: E402
from server_process import PATIENCE, ROOT, ServerProcess  # noqa: E402

BINARY = Path(os.environ.get("TILERACE_BINARY", ROOT / ".build" / "debug" / "tilerace")).resolve()


class ProcessTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tilerace-process-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def start(self, *flags, **options):
        """A server that serves."""
        server = ServerProcess(BINARY, self.folder, *flags, **options)
        self.addCleanup(server.kill_if_alive)
        server.start()
        return server

    def eventually(self, condition):
        begun = time.monotonic()
        while not condition():
            self.assertLess(time.monotonic() - begun, PATIENCE)
            time.sleep(0.02)


class HangUp(ProcessTest):
    def setUp(self):
        super().setUp()
        self.certificate, self.key = self.folder / "certificate.pem", self.folder / "key.pem"
        self.context = ssl.create_default_context()
        # Whose certificate it is, is compared below.
        self.context.check_hostname = False
        self.context.verify_mode = ssl.CERT_NONE

    def connect(self, server):
        connection = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=PATIENCE, context=self.context)
        self.addCleanup(connection.close)
        connection.connect()
        return connection

    def status(self, connection):
        connection.request("GET", "/api/v1/health")
        answer = connection.getresponse()
        answer.read()
        return answer.status

    def shown(self, connection):
        return ssl.DER_cert_to_PEM_cert(connection.sock.getpeercert(binary_form=True))

    def test_certificates_are_read_again_and_the_supervisor_is_told(self):
        supervisor = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(supervisor.close)
        supervisor.bind(str(self.folder / "notice"))
        supervisor.settimeout(PATIENCE)
        self_signed.write(self.certificate, self.key)
        server = self.start(
            "--tls-certificate", str(self.certificate), "--tls-key", str(self.key),
            environment={"NOTIFY_SOCKET": str(self.folder / "notice")})
        self.assertIn(b"READY=1", supervisor.recv(4_096).splitlines())
        stays = self.connect(server)
        before = self.shown(stays)
        self.assertEqual(before, self.certificate.read_text())
        for _ in range(2):
            self_signed.write(self.certificate, self.key)
            begun = time.monotonic_ns() // 1_000
            os.kill(server.pid, signal.SIGHUP)
            notice = dict(line.split(b"=", 1) for line in supervisor.recv(4_096).splitlines())
            self.assertEqual(notice[b"RELOADING"], b"1")
            # sd_notify(3) wants the time of the monotonic clock, by which an older notice is told from a newer one.
            self.assertTrue(begun <= int(notice[b"MONOTONIC_USEC"]) <= time.monotonic_ns() // 1_000)
            self.assertEqual(supervisor.recv(4_096), b"READY=1")
            self.assertEqual(self.shown(self.connect(server)), self.certificate.read_text())
        self.assertEqual(self.status(stays), 200, "nobody is disconnected")
        self.assertEqual(server.terminate(), 0)
        self.assertIn(b"STOPPING=1", supervisor.recv(4_096).splitlines())

    def test_a_server_that_still_starts_reads_them_again_when_it_serves(self):
        self_signed.write(self.certificate, self.key)
        flags = ("--tls-certificate", str(self.certificate), "--tls-key", str(self.key))
        first, second = self.start(*flags), ServerProcess(BINARY, self.folder, *flags)
        self.addCleanup(second.kill_if_alive)
        starting = threading.Thread(target=second.start)
        starting.start()
        self.addCleanup(starting.join)
        self.eventually(lambda: "data_folder_in_use" in second.last_words())
        # It has read its certificate, and waits for the first to leave the data folder.
        self_signed.write(self.certificate, self.key)
        os.kill(second.pid, signal.SIGHUP)
        self.assertEqual(first.terminate(), 0)
        starting.join(PATIENCE)
        self.eventually(lambda: self.shown(self.connect(second)) == self.certificate.read_text())
        self.assertEqual(second.terminate(), 0)

    def test_a_server_without_certificates_goes_on(self):
        server = self.start()
        os.kill(server.pid, signal.SIGHUP)
        self.eventually(lambda: "session_keys_read_again" in server.last_words())
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.addCleanup(connection.close)
        self.assertEqual(self.status(connection), 200)
        self.assertEqual(server.terminate(), 0)


class Keys(ProcessTest):
    def rotate(self, *arguments):
        done = subprocess.run(
            [BINARY, "rotate-key", "--data", self.folder, *arguments], capture_output=True, text=True, timeout=PATIENCE,
            check=False)
        return done.returncode, done.stdout + done.stderr

    def ask(self, server, method, path, token=None):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.addCleanup(connection.close)
        connection.request(method, path, headers={"Authorization": f"Bearer {token}"} if token else {})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())

    def redeem(self, server, code):
        """The status of the answer to a code that links another device."""
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.addCleanup(connection.close)
        connection.request(
            "POST", "/api/v1/link", json.dumps({"code": code}),
            {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{server.port}"})
        return connection.getresponse().status

    def test_a_new_key_logs_nobody_out_and_an_old_one_is_forgotten(self):
        server = self.start()
        _, made = self.ask(server, "POST", "/api/v1/session?token=1")
        old = made["token"]
        self.assertTrue(old.startswith("1."))
        code, text = self.rotate()
        self.assertEqual(code, 0, text)
        self.assertIn("Key 2 signs from now on", text)
        os.kill(server.pid, signal.SIGHUP)
        self.eventually(lambda: "keys=2 newest=2" in server.last_words())
        status, again = self.ask(server, "POST", "/api/v1/session?token=1", old)
        self.assertEqual((status, again["player"]), (200, made["player"]))
        self.assertTrue(again["token"].startswith("2."))
        self.assertEqual(self.rotate("--forget", "1")[0], 0)
        os.kill(server.pid, signal.SIGHUP)
        self.eventually(lambda: "keys=1 newest=2" in server.last_words())
        self.assertEqual(self.ask(server, "GET", "/api/v1/me", old)[0], 401)
        self.assertEqual(self.ask(server, "GET", "/api/v1/me", again["token"])[0], 200)
        for arguments in [("--forget", "2"), ("--forget", "9"), ("--forget",), ("--forget", "x"), ("--what", "1")]:
            self.assertEqual(self.rotate(*arguments)[0], 1, arguments)
        (self.folder / "session-key").unlink()
        self.assertEqual(self.rotate()[0], 1, "tokens of the keys before would be void")
        os.kill(server.pid, signal.SIGHUP)
        self.eventually(lambda: "session_keys_not_read_again" in server.last_words())
        self.assertEqual(self.ask(server, "GET", "/api/v1/me", again["token"])[0], 200)
        self.assertFalse((self.folder / "session-key").exists())
        missing = subprocess.run(
            [BINARY, "rotate-key", "--data", self.folder / "missing"], capture_output=True, timeout=PATIENCE, check=False)
        self.assertEqual(missing.returncode, 1)
        self.assertFalse((self.folder / "missing").exists())


    def test_a_key_that_is_forgotten_ends_open_sockets_too(self):
        server = self.start()

        async def play():
            _, token = await new_guest(server.port)
            player = await GameSocket.connect(server.port)
            await player.request("hello", protocol=1, token=token)
            self.assertEqual(self.rotate()[0], 0)
            os.kill(server.pid, signal.SIGHUP)
            self.eventually(lambda: "keys=2 newest=2" in server.last_words())
            await player.request("ping")
            _, link = self.ask(server, "POST", "/api/v1/me/link", token)
            self.assertEqual(self.rotate("--forget", "1")[0], 0)
            os.kill(server.pid, signal.SIGHUP)
            self.eventually(lambda: "keys=1 newest=2" in server.last_words())
            with self.assertRaises(Disconnected) as gone:
                await asyncio.wait_for(player.closed, PATIENCE)
            self.assertEqual(gone.exception.code, 1001)
            again = await GameSocket.connect(server.port)
            with self.assertRaises(Refused):
                await again.request("hello", protocol=1, token=token)
            again.close()
            # Nor does a code for another device that was made before.
            self.assertEqual(self.redeem(server, link["code"]), 404)

        asyncio.run(play())


class FewOpenFiles(ProcessTest):
    # As on a machine with many cores: each shard has descriptors of its own.
    SHARDS = 32
    # What the server takes for itself (`ServerParts.otherFiles` and `filesOfShard`, operators' connections and those
    # that read figures), and for saying no (`ServerBounds.refusals`).
    OPEN_FILES, CONNECTIONS = 600, 600 - (64 + 3 * SHARDS + 4 + 16 + 16) - 256

    def ask(self, client, path="/api/v1/health"):
        """The status of an answer, or 0 if there is none within a moment."""
        try:
            client.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
            answer = client.recv(4_096)
        except (ConnectionError, TimeoutError):
            return 0
        return int(answer.split()[1]) if answer else 0

    def test_who_is_too_many_hears_so_and_nobody_else_suffers(self):
        server = self.start("--shards", str(self.SHARDS), open_files=self.OPEN_FILES)
        self.assertIn(f"few_open_files limit={self.OPEN_FILES} connections={self.CONNECTIONS}", server.last_words())
        clients = []
        self.addCleanup(lambda: [client.close() for client in clients])
        for _ in range(self.CONNECTIONS):
            clients.append(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
            self.assertEqual(self.ask(clients[-1]), 200)
        # Far more than the process could open.
        refused = [socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) for _ in range(500)]
        clients += refused
        self.assertEqual([self.ask(client) for client in refused[:50]], [503] * 50)
        self.assertEqual([self.ask(client) for client in clients[:self.CONNECTIONS]], [200] * self.CONNECTIONS)
        self.assertEqual(self.ask(clients[0], "/api/v1/today"), 200, "storage opens its file for a read")
        for client in refused:
            client.close()
        clients.pop(0).close()
        # The place that has become free is taken when the server has seen that it is.
        begun = time.monotonic()
        while True:
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
                if self.ask(client) == 200:
                    break
            self.assertLess(time.monotonic() - begun, PATIENCE)
        self.assertEqual(server.terminate(), 0)


class Verify(ProcessTest):
    def get(self, server, path):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.addCleanup(connection.close)
        connection.request("GET", path)
        answer = connection.getresponse()
        self.assertEqual(answer.status, 200)
        return answer.read()

    def verify(self, *arguments, **options):
        return subprocess.run(
            [BINARY, "verify", *arguments], capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT, **options)

    def test_what_a_server_gives_out_holds_and_what_is_made_of_it_does_not(self):
        server = self.start()
        room, race, played = asyncio.run(play_sprint(server.port, ["crane", "slimy"]))
        document = self.get(server, f"/api/v1/rooms/{room}/races/{race}")
        key = json.loads(self.get(server, f"/api/v1/rooms/{room}/races"))["key"]
        self.assertEqual(server.terminate(), 0)
        path = self.folder / "race.json"
        path.write_bytes(document)
        done = self.verify("--key", key, "--words", "config/words", path)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        moves = "1 move" if played == 1 else f"{played} moves"
        self.assertTrue(done.stdout.startswith(f"verified: {moves} of 1 player in sprint-1-1 of “Kytes”"), done.stdout)
        self.assertEqual(self.verify("-", input=document.decode()).returncode, 0)
        path.write_bytes(document.replace(b'"word":"crane"', b'"word":"bound"'))
        forged = self.verify(path)
        self.assertEqual((forged.returncode, forged.stdout), (1, ""))
        self.assertIn("signature: is not that of this document", forged.stderr)
        for arguments in [[], [self.folder], [self.folder / "nothing"], [BINARY], ["/dev/zero"], ["--what", path]]:
            self.assertEqual(self.verify(*arguments).returncode, 2, arguments)


class Config(ProcessTest):
    """The command `config`, and settings from the environment."""

    def config(self, verb, *arguments, **variables):
        return subprocess.run([BINARY, "config", verb, *arguments], capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT,
                              env={**os.environ, **variables}, check=False)

    def test_all_faults_are_told_and_nothing_is_made(self):
        file = self.folder / "tilerace.conf"
        file.write_text("prot = 80\nzone = Mars/Base\n")
        data = self.folder / "data"
        done = self.config("check", "--config", file, "--data", data, "--web", self.folder / "no", TILERACE_METRICS="yes", TILERACE_PROT="1")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        for part in ("tilerace.conf, line 1: there is no setting “prot”; did you mean port?",
                     "tilerace.conf, line 2: zone: “Mars/Base” is no time zone", "TILERACE_METRICS: “yes”",
                     "/no", "did you mean TILERACE_PORT?", "4 faults; “tilerace serve --help” says what each setting may be"):
            self.assertIn(part, done.stderr)
        self.assertFalse(data.exists())
        done = self.config("check", "--data", data, TILERACE_METRICS="on")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.startswith("All is well: 2 of "), done.stdout)
        self.assertFalse(data.exists())
        self.assertEqual(self.config("look").returncode, 1)

    def test_warnings_are_marked_and_counted(self):
        done = self.config("check", "--data", self.folder / "data", "--backups", self.folder / "none" / "backups")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"^tilerace: warning: command line: backups: .*\n$")
        self.assertTrue(done.stdout.startswith("All is well but for one warning: 2 of "), done.stdout)

    def test_a_password_is_set_before_the_first_start(self):
        data = self.folder / "data"

        def set_password(text):
            return subprocess.run([BINARY, "set-password", "--data", data], input=text, capture_output=True, text=True, timeout=PATIENCE,
                                  check=False)
        self.assertEqual(set_password("short\n").returncode, 1)
        self.assertFalse(data.exists())
        self.assertIn("no password is set", self.config("check", "--data", data, "--access", "password").stderr)
        done = set_password("friday kites\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(data.stat().st_mode & 0o777, 0o700)
        self.assertEqual(self.config("check", "--data", data, "--access", "password").returncode, 0)
        self.folder = data
        self.assertEqual(self.start("--access", "password").terminate(), 0)

    def test_codes_of_a_class_say_that_they_open_nothing_until_the_server_is_a_classroom(self):
        data = self.folder / "data"
        data.mkdir(mode=0o700)
        file = self.folder / "tilerace.conf"
        for access, is_told in (("password", True), ("classroom", False)):
            file.write_text(f"data = {data}\naccess = {access}\n")
            said = subprocess.run([BINARY, "classroom", "add", f"Mika {access[0]}", "--config", file], check=True, capture_output=True,
                                  text=True, timeout=PATIENCE, cwd=ROOT).stdout
            self.assertIn("http://localhost:8080/#code=", said)
            self.assertEqual("The codes let nobody in until" in said, is_told, said)

    def test_an_invitation_to_a_classroom_says_that_nobody_comes_in_by_it(self):
        data = self.folder / "data"
        data.mkdir(mode=0o700)
        for access, is_told in (("classroom", True), ("invitation", False)):
            said = subprocess.run([BINARY, "invite", "--data", data, "--access", access, "--tls-certificate", "c.pem"], check=True,
                                  capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT).stdout
            self.assertTrue(said.startswith("https://localhost:8080/#invite="), said)
            self.assertEqual("Nobody comes in by it" in said, is_told, said)

    def test_what_is_printed_is_a_file_that_says_the_same(self):
        printed = self.config("print", "--name", "Kytes", TILERACE_ZONE="Europe/Paris")
        self.assertEqual((printed.returncode, printed.stderr), (0, ""))
        self.assertIn("# command line\nname = Kytes\n# environment, TILERACE_ZONE\nzone = Europe/Paris\n", printed.stdout)
        file = self.folder / "printed.conf"
        file.write_text(printed.stdout)
        again = self.config("print", TILERACE_CONFIG=str(file))
        lines = [[line for line in text.splitlines() if not line.startswith("#")] for text in (printed.stdout, again.stdout)]
        self.assertEqual(*lines)

    def test_a_server_is_set_up_by_its_environment(self):
        server = self.start(environment={"TILERACE_METRICS": "on"})
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.addCleanup(connection.close)
        connection.request("GET", "/metrics")
        self.assertEqual(connection.getresponse().status, 200)


if __name__ == "__main__":
    unittest.main()
