"""The examples of deploy/proxies, which docs/proxies.md speaks of: each runs in the real proxy, in front of the real server.

    TILERACE_BINARY=.build/debug/tilerace python3 -m unittest discover --start-directory Tests/proxies --pattern proxies_test.py

Only the standard library, nginx, Caddy and HAProxy.
"""

import asyncio
import base64
import http.server
import json
import os
import re
import shutil
import socket
import ssl
import tempfile
import threading
import time
import unittest
import urllib.request
from pathlib import Path

from proxy import PATIENCE, ROOT, Caddy, ContainerFront, HAProxy, Nginx
from game_socket import GameSocket, new_guest
from server_process import ServerProcess

BINARY = Path(os.environ.get("TILERACE_BINARY", ROOT / ".build" / "debug" / "tilerace")).resolve()
VISITORS = 6
# Of all three examples, and of most proxies: a line on which nothing comes for so long is cut.
IDLE = 60
TRUSTED = ("--trusted-proxies", "127.0.0.1, ::1")


class ProxyCase(unittest.TestCase):
    """A server, and a proxy in front of it."""

    kind = None

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="tilerace-proxy-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        (self.folder / "data").mkdir(mode=0o700)
        self.listener = None

    def serve(self, *flags, held=False):
        """The server; with `held` its socket is kept open over restarts, as systemd does."""
        if held:
            self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
            self.addCleanup(self.listener.close)
        self.server = ServerProcess(BINARY, self.folder / "data", *flags, socket=self.listener)
        self.server.start()
        self.addCleanup(self.server.kill_if_alive)

    def proxy(self, change=lambda text: text):
        self.front = self.kind(self.folder, self.server.port, change)
        self.front.start()
        self.addCleanup(self.front.stop)

    def ask(self, line, *fields, host=None, source="127.0.0.2"):
        """The head of the answer, and what has come behind it."""
        with self.front.connect(host or "localhost", source) as line_to:
            head = [f"{line} HTTP/1.1", f"Host: {host or f'localhost:{self.front.secure}'}", *fields]
            line_to.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
            answer = b""
            while b"\r\n\r\n" not in answer:
                part = line_to.recv(65536)
                if not part:
                    break
                answer += part
            head, _, body = answer.partition(b"\r\n\r\n")
            length = re.search(rb"(?im)^content-length: (\d+)", head)
            while length and len(body) < int(length[1]):
                body += line_to.recv(65536)
            return head.decode(), body

    def status(self, *arguments, **options):
        return int(self.ask(*arguments, **options)[0].split(" ")[1])

    @property
    def origin(self):
        return f"Origin: https://localhost:{self.front.secure}"

    def upgrade(self, site=""):
        key = base64.b64encode(os.urandom(16)).decode()
        return self.ask(
            f"GET {site}/api/v1/socket", "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: tilerace.v1", self.origin)[0]

    def log(self):
        return self.server.log.read_text()

    def assertLogged(self, form):
        """The log is written behind the answer."""
        deadline = time.monotonic() + PATIENCE
        while not re.search(form, self.log()):
            self.assertLess(time.monotonic(), deadline, self.log())
            time.sleep(0.05)


class ProxyTest(ProxyCase):
    """What holds for every proxy. The classes below say for which."""

    def test_the_page_and_its_socket_are_served(self):
        self.serve(*TRUSTED)
        self.proxy()
        self.assertEqual(self.status("GET /", "Connection: close"), 200)
        head, _ = self.ask("POST /api/v1/session", self.origin, "Content-Length: 0", "Connection: close")
        self.assertRegex(head, r"^HTTP/1.1 201")
        # The server knows that the visitor's side is encrypted, and by which name it is found.
        self.assertRegex(head, r"(?i)set-cookie: [^\r]*; Secure")
        _, body = self.ask("GET /api/v1/address?scheme=https", "Connection: close")
        self.assertEqual(json.loads(body)["url"], f"https://localhost:{self.front.secure}")
        self.assertRegex(self.upgrade(), r"^HTTP/1.1 101")
        self.assertNotIn("origin_refused", self.log())
        self.assertNotIn("proxy_not_trusted", self.log())

    def below_a_path(self, *prefixes, change=lambda text: text):
        """Serves below the path that docs/address.md names, and plays there."""
        (setting,) = re.findall(r"```ini\n(public-address = .*)\n```", (ROOT / "docs/address.md").read_text())
        self.serve(*TRUSTED)
        self.proxy(change)
        address = setting.removeprefix("public-address = ").replace("example.org", f"localhost:{self.front.secure}")
        self.assertEqual(self.server.terminate(), 0)
        self.server.flags("--public-address", address)
        self.server.start()
        for prefix in prefixes:
            with self.subTest(prefix=prefix):
                self.assertEqual(self.status(f"GET {prefix}/games/tilerace/", "Connection: close"), 200)
                head, _ = self.ask(
                    f"POST {prefix}/games/tilerace/api/v1/session", self.origin, "Content-Length: 0", "Connection: close")
                self.assertRegex(head, r"^HTTP/1.1 201")
                self.assertRegex(head, r"(?i)set-cookie: [^\r]*; Path=/games/tilerace; [^\r]*; Secure")
                self.assertRegex(self.upgrade(f"{prefix}/games/tilerace"), r"^HTTP/1.1 101")
        _, body = self.ask("GET /games/tilerace/api/v1/address?scheme=https", "Connection: close")
        self.assertEqual(json.loads(body)["url"], address)
        self.assertNotIn("origin_refused", self.log())

    def test_a_server_below_a_path(self):
        self.below_a_path("")

    def test_the_addresses_of_visitors_arrive(self):
        self.serve(*TRUSTED, "--guests-per-minute", "1")
        self.proxy()

        def guest(source, *fields):
            return self.status("POST /api/v1/session", self.origin, "Content-Length: 0", "Connection: close", *fields, source=source)
        # Each address has one guest a minute, whatever it says of itself.
        self.assertEqual([guest("127.0.0.2"), guest("127.0.0.2"), guest("127.0.0.3")], [201, 429, 201])
        self.assertEqual(guest("127.0.0.3", "X-Forwarded-For: 203.0.113.9"), 429)

    def test_another_name_is_sent_to_the_one(self):
        self.serve(*TRUSTED)
        self.proxy()
        head, _ = self.ask("GET /r/KYTE7?x=1", "Connection: close", host="www.localhost")
        self.assertRegex(head, r"^HTTP/1.1 308")
        self.assertRegex(head, r"(?im)^location: https://localhost/r/KYTE7\?x=1\r?$")

    def test_figures_are_not_for_everybody(self):
        self.serve(*TRUSTED, "--metrics", "on")
        self.proxy()
        # The server decodes a path before it looks what is meant.
        for path in ("/metrics", "/%6detrics", "/metric%73", "/metrics?x=1"):
            with self.subTest(path=path):
                self.assertEqual(self.status(f"GET {path}", "Connection: close"), 404)
        with urllib.request.urlopen(f"http://127.0.0.1:{self.server.port}/metrics", timeout=PATIENCE) as answer:
            self.assertIn(b"tilerace_connections_open", answer.read())

    def restart(self):
        """Restarts the server while some ask all the time. Returns the statuses of the answers."""
        statuses, ended = [], threading.Event()

        def visit():
            while not ended.is_set():
                try:
                    statuses.append(self.status("GET /api/v1/health", "Connection: close"))
                except (OSError, IndexError) as error:
                    statuses.append(repr(error))

        visitors = [threading.Thread(target=visit) for _ in range(VISITORS)]
        for visitor in visitors:
            visitor.start()
        try:
            for _ in range(2):
                time.sleep(0.2)
                self.assertEqual(self.server.terminate(), 0)
                self.server.start()
            # Whoever waited is answered, and comes again.
            deadline, so_many = time.monotonic() + PATIENCE, len(statuses) + 2 * VISITORS
            while len(statuses) < so_many:
                self.assertLess(time.monotonic(), deadline, statuses)
                time.sleep(0.02)
        finally:
            ended.set()
            for visitor in visitors:
                visitor.join(PATIENCE)
        return statuses

    def test_a_restart_refuses_nobody_where_the_port_is_held(self):
        self.serve(*TRUSTED, held=True)
        self.proxy()
        self.assertEqual(set(self.restart()), {200})


class NginxTest(ProxyTest):
    kind = Nginx

    def plain(self, path):
        with socket.create_connection(("127.0.0.1", self.front.plain), PATIENCE) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            return line.makefile("rb").read().decode()

    def test_who_comes_without_tls_is_sent_there(self):
        self.serve(*TRUSTED)
        self.proxy()
        self.assertRegex(self.plain("/r/KYTE7"), r"(?is)^HTTP/1.1 308.*location: https://localhost/r/KYTE7\r")

    def test_a_server_below_a_path_of_another_site(self):
        """With the path passed on, as on the page, and taken off."""
        (below,) = re.findall(r"```nginx\n(location /games/tilerace/.*?)```", (ROOT / "docs/address.md").read_text(), re.DOTALL)
        taking_off = below.replace("/games/tilerace/", "/taken/games/tilerace/").replace(":8080;", ":8080/;")
        # Elsewhere stands what the host has besides.
        self.below_a_path(
            "", "/taken", change=lambda text: text.replace("    location / {\n        proxy_pass", f"{below}{taking_off}    location /other/ {{\n        proxy_pass"))
        # nginx itself refuses the figures.
        head, body = self.ask("GET /games/tilerace/metrics", "Connection: close")
        self.assertRegex(head, r"^HTTP/1.1 404")
        self.assertIn("<center>nginx", str(body))

    def test_challenges_are_answered_without_tls(self):
        self.serve(*TRUSTED)
        self.proxy()
        challenges = self.folder / ".well-known/acme-challenge"
        challenges.mkdir(parents=True)
        (challenges / "token").write_text("token.thumbprint")
        self.assertRegex(self.plain("/.well-known/acme-challenge/token"), r"(?s)^HTTP/1.1 200.*\r\n\r\ntoken.thumbprint$")

    def test_a_proxy_that_loses_the_port_is_told_of(self):
        self.serve(*TRUSTED)
        self.proxy(lambda text: text.replace("$http_host", "$host"))
        self.assertRegex(self.upgrade(), r"^HTTP/1.1 403")
        self.assertLogged(r"origin_refused .*the proxy leaves out the port")

    def test_a_proxy_that_is_not_trusted_is_told_of(self):
        self.serve()
        self.proxy()
        self.assertRegex(self.upgrade(), r"^HTTP/1.1 101")
        self.assertLogged(r"proxy_not_trusted .*set trusted-proxies")


class CaddyTest(ProxyTest):
    kind = Caddy

    def test_a_restart_refuses_nobody_where_nothing_holds_the_port(self):
        self.serve(*TRUSTED)
        self.proxy()
        self.assertEqual(set(self.restart()), {200})


class HAProxyTest(ProxyTest):
    kind = HAProxy

    def test_who_comes_without_tls_is_sent_there(self):
        self.serve(*TRUSTED)
        self.proxy()
        with socket.create_connection(("127.0.0.1", self.front.plain), PATIENCE) as line:
            line.sendall(b"GET /r/KYTE7 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            self.assertRegex(line.makefile("rb").read().decode(), r"(?is)^HTTP/1.1 308.*location: https://localhost/r/KYTE7\r")

    def test_a_restart_refuses_nobody_where_nothing_holds_the_port(self):
        self.serve(*TRUSTED)
        self.proxy()
        self.assertEqual(set(self.restart()), {200})

    def said(self, form):
        deadline = time.monotonic() + PATIENCE
        while not re.search(form, said := (self.folder / "proxy.log").read_text()):
            self.assertLess(time.monotonic(), deadline, said)
            time.sleep(0.05)

    def test_a_server_that_is_not_ready_is_left_for_another_and_kept_where_there_is_none(self):
        self.serve(*TRUSTED)
        unready = Unready()
        self.addCleanup(unready.close)
        # The one that cannot take guesses comes first, and the real one is not asked before that is found out.
        self.proxy(lambda text: text.replace(
            "127.0.0.1:8080 check", f"127.0.0.1:{unready.port} check").replace("127.0.0.1:8080 backup", "127.0.0.1:8080 check backup"))
        self.said("Server tilerace/tilerace is DOWN.*503")
        self.assertEqual(self.status("GET /api/v1/health", "Connection: close"), 200)
        self.front.stop()
        self.front = self.kind(self.folder, unready.port)
        self.front.start()
        self.addCleanup(self.front.stop)
        self.said("Server tilerace/tilerace is DOWN.*503")
        self.assertEqual(self.ask("GET /", "Connection: close")[1], b"a page")


class IdleTest(ProxyCase):
    def test_a_player_plays_on_behind_every_proxy_after_a_minute_without_a_word(self):
        """Behind all of them at once, as it takes its time."""
        self.serve(*TRUSTED)
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE

        async def play(kind):
            folder = self.folder / kind.name
            folder.mkdir()
            front = kind(folder, self.server.port)
            front.start()
            self.addCleanup(front.stop)
            _, token = await new_guest(self.server.port)
            client = await asyncio.wait_for(GameSocket.connect(
                front.secure, host=f"localhost:{front.secure}", ssl=context, server_hostname="localhost"), PATIENCE)
            welcome = await client.request("hello", protocol=1, token=token)
            self.assertEqual(welcome["type"], "welcome")
            puzzle = welcome["today"]["puzzle"]
            await client.request("open", puzzle=puzzle)
            await asyncio.sleep(IDLE + 5)
            # A whole answer with what it costs to make it, and not a frame alone.
            judged = await asyncio.wait_for(client.request("guess", puzzle=puzzle, row=0, word="crane"), PATIENCE)
            self.assertEqual(judged["type"], "judged", kind.name)
            self.assertFalse(client.closed.done(), kind.name)
            client.close()

        async def all_of_them():
            await asyncio.gather(*(play(kind) for kind in (Nginx, Caddy, HAProxy)))

        asyncio.run(all_of_them())


class ContainerFrontTest(ProxyCase):
    kind = ContainerFront

    def test_what_a_visitor_says_of_itself_is_thrown_away(self):
        """A network of containers shows many visitors as its gateway, which is among the addresses that are trusted there."""
        self.serve("--trusted-proxies", "127.0.0.0/8", "--guests-per-minute", "1")
        self.proxy()

        def guest(number):
            return self.status(
                "POST /api/v1/session", self.origin, "Content-Length: 0", "Connection: close", f"X-Forwarded-For: 203.0.113.{number}")
        self.assertEqual([guest(1), guest(2)], [201, 429])

    def test_figures_are_not_for_everybody(self):
        self.serve("--trusted-proxies", "127.0.0.0/8", "--metrics", "on")
        self.proxy()
        for path in ("/metrics", "/%6detrics"):
            with self.subTest(path=path):
                self.assertEqual(self.status(f"GET {path}", "Connection: close"), 404)


class Unready(http.server.ThreadingHTTPServer):
    """A server that says that it is not ready, and serves pages."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = b"a page"
            self.send_response(503 if self.path == "/readyz" else 200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    def handle_error(self, *_):
        """A proxy that looks for health goes without reading the rest."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), self.Answer)
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def close(self):
        self.shutdown()
        self.server_close()


# Only those of a proxy.
del ProxyCase, ProxyTest


if __name__ == "__main__":
    unittest.main()
