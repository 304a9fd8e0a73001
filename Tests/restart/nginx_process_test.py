"""The examples of a proxy in docs/hosting.md and docs/operations.md, pasted as they are into a real nginx.

    TILERACE_BINARY=.build/debug/tilerace python3 -m unittest discover --start-directory Tests/restart --pattern nginx_process_test.py

Only the standard library.
"""

import base64
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import unittest
import urllib.request
from pathlib import Path

from process_test import BINARY
from server_process import PATIENCE, ROOT, ServerProcess, free_port

NGINX = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
# What a real machine has from its distribution, and one process that stays with us.
FRAME = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    include {folder}/tilerace.conf;
}}
"""


def example(page="docs/hosting.md", piece="map $http_upgrade"):
    """The site of a page, as it stands there."""
    (site,) = [block for block in re.findall(r"```nginx\n(.*?)```", (ROOT / page).read_text(), re.DOTALL) if piece in block]
    return site


class NginxTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="tilerace-nginx-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        data = self.folder / "data"
        data.mkdir(mode=0o700)
        self.port = free_port()
        # The page says so further up.
        self.server = ServerProcess(BINARY, data, "--trusted-proxies", "127.0.0.1, ::1")
        self.server.start()
        self.addCleanup(self.server.kill)

    def proxy(self, change=lambda site: site):
        """nginx before the server, with the example; only what names this machine's own ports and files is put in."""
        key, certificate = self.folder / "privkey.pem", self.folder / "fullchain.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
             "-subj", "/CN=localhost", "-keyout", key, "-out", certificate], check=True, capture_output=True)
        # Whoever comes by another name has a server too: before the other, as in a file of its own that is read first.
        site = example(piece="server_name www.") + change(example())
        for told, here in [
                ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"), ("127.0.0.1:8080", f"127.0.0.1:{self.server.port}"),
                ("/etc/letsencrypt/live/play.example.org", str(self.folder)), ("play.example.org", "localhost")]:
            self.assertIn(told, site)
            site = site.replace(told, here)
        (self.folder / "tilerace.conf").write_text(site)
        (self.folder / "nginx.conf").write_text(FRAME.format(folder=self.folder))
        process = subprocess.Popen(
            [NGINX, "-p", self.folder, "-c", self.folder / "nginx.conf"], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait, PATIENCE)
        self.addCleanup(process.terminate)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self.connect().close()
            except ConnectionRefusedError:
                self.assertIsNone(process.poll(), process.stderr.read().decode() if process.poll() is not None else "")
                self.assertLess(time.monotonic(), deadline)

    def connect(self, name="localhost"):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context.wrap_socket(socket.create_connection(("127.0.0.1", self.port), PATIENCE), server_hostname=name)

    def ask(self, line, *fields, host=None):
        """The head of the answer, and what has come behind it."""
        with self.connect(host or "localhost") as line_to:
            head = [f"{line} HTTP/1.1", f"Host: {host or f'localhost:{self.port}'}", *fields]
            line_to.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
            answer = b""
            while b"\r\n\r\n" not in answer:
                answer += line_to.recv(65536)
            head, _, body = answer.partition(b"\r\n\r\n")
            return head.decode(), body

    def test_another_name_is_sent_to_the_one(self):
        self.proxy()
        head, _ = self.ask("GET /r/KYTE7?x=1", "Connection: close", host="www.localhost")
        self.assertTrue(head.startswith("HTTP/1.1 308"), head)
        self.assertRegex(head, r"(?im)^location: https://localhost/r/KYTE7\?x=1\r?$")

    def test_figures_are_not_for_everybody(self):
        self.server.kill()
        self.server = ServerProcess(BINARY, self.folder / "data", "--trusted-proxies", "127.0.0.1", "--metrics", "on")
        self.server.start()
        self.addCleanup(self.server.kill)
        refused = example("docs/operations.md", "/metrics")
        self.proxy(lambda site: site.replace("    location / {", f"{refused}    location / {{"))
        head, _ = self.ask("GET /metrics", "Connection: close")
        self.assertTrue(head.startswith("HTTP/1.1 404"), head)
        with urllib.request.urlopen(f"http://127.0.0.1:{self.server.port}/metrics", timeout=PATIENCE) as answer:
            self.assertIn(b"tilerace_connections_open", answer.read())

    def upgrade(self, site=""):
        key = base64.b64encode(os.urandom(16)).decode()
        return self.ask(
            f"GET {site}/api/v1/socket", "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Protocol: tilerace.v1", f"Origin: https://localhost:{self.port}")[0]

    def log(self):
        return self.server.log.read_text()

    def assertLogged(self, form):
        """The log is written behind the answer."""
        deadline = time.monotonic() + PATIENCE
        while not re.search(form, self.log()):
            self.assertLess(time.monotonic(), deadline, self.log())
            time.sleep(0.05)

    def test_the_example_serves_the_page_and_its_socket(self):
        self.proxy()
        head, _ = self.ask("GET /", "Connection: close")
        self.assertTrue(head.startswith("HTTP/1.1 200"), head)
        origin = f"Origin: https://localhost:{self.port}"
        head, _ = self.ask("POST /api/v1/session", origin, "Content-Length: 0", "Connection: close")
        self.assertTrue(head.startswith("HTTP/1.1 201"), head)
        # The server knows that the visitor's side is encrypted, and by which name it is found.
        self.assertRegex(head, r"(?i)set-cookie: [^\r]*; Secure")
        _, body = self.ask("GET /api/v1/address?scheme=https", "Connection: close")
        self.assertEqual(json.loads(body)["url"], f"https://localhost:{self.port}")
        self.assertTrue(self.upgrade().startswith("HTTP/1.1 101"))
        self.assertNotIn("origin_refused", self.log())
        self.assertNotIn("proxy_not_trusted", self.log())

    def test_a_server_below_a_path(self):
        """With the path passed on, as on the page, and taken off."""
        (setting,) = re.findall(r"```ini\n(public-address = .*)\n```", (ROOT / "docs/hosting.md").read_text())
        setting = setting.removeprefix("public-address = ").replace("example.org", f"localhost:{self.port}")
        self.server.kill()
        self.server = ServerProcess(
            BINARY, self.folder / "data", "--trusted-proxies", "127.0.0.1, ::1", "--public-address", setting)
        self.server.start()
        self.addCleanup(self.server.kill)
        below = example(piece="location /games/tilerace/")
        taking_off = below.replace("/games/tilerace/", "/taken/games/tilerace/").replace(":8080;", ":8080/;")
        # Elsewhere stands what has the host besides.
        self.proxy(lambda site: site.replace("    location / {", below + taking_off + "    location /other/ {"))
        for prefix in ("", "/taken"):
            with self.subTest(prefix=prefix):
                head, body = self.ask(f"GET {prefix}/games/tilerace/", "Connection: close")
                self.assertTrue(head.startswith("HTTP/1.1 200"), head)
                head, _ = self.ask(f"POST {prefix}/games/tilerace/api/v1/session", f"Origin: https://localhost:{self.port}",
                                   "Content-Length: 0", "Connection: close")
                self.assertTrue(head.startswith("HTTP/1.1 201"), head)
                self.assertRegex(head, r"(?i)set-cookie: [^\r]*; Path=/games/tilerace; [^\r]*; Secure")
                self.assertTrue(self.upgrade(f"{prefix}/games/tilerace").startswith("HTTP/1.1 101"))
        _, body = self.ask("GET /games/tilerace/api/v1/address?scheme=https", "Connection: close")
        self.assertEqual(json.loads(body)["url"], setting)
        self.assertNotIn("origin_refused", self.log())

    def test_a_proxy_that_loses_the_port_is_told_of(self):
        self.proxy(lambda site: site.replace("$http_host", "$host"))
        self.assertTrue(self.upgrade().startswith("HTTP/1.1 403"))
        self.assertLogged(r"origin_refused .*the proxy leaves out the port")

    def test_a_proxy_that_is_not_trusted_is_told_of(self):
        self.server.kill()
        self.server = ServerProcess(BINARY, self.folder / "data")
        self.server.start()
        self.addCleanup(self.server.kill)
        self.proxy()
        self.assertTrue(self.upgrade().startswith("HTTP/1.1 101"))
        self.assertLogged(r"proxy_not_trusted .*set trusted-proxies")


if __name__ == "__main__":
    unittest.main()
