"""The real proxies with the files of deploy/proxies, each a process of its own in front of a server."""

import shutil
import socket
import ssl
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))

import self_signed  # noqa: E402
from server_process import PATIENCE, ROOT, free_port  # noqa: E402

SEARCH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# What a real machine has from its distribution, and one process that stays with us.
NGINX_FRAME = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    include {folder}/tilerace.conf;
}}
"""


class Proxy:
    """A proxy that listens at `secure` with TLS, and at `plain` without. `upstream` is the server's port.

    Of the file only what names the machine's own ports and files is changed, and each such text must be there."""

    name, file, command = "", "", ()
    place = "deploy/proxies"
    # The name of the server there, and here.
    names = (("play.example.org", "localhost"),)

    def __init__(self, folder, upstream, change=lambda text: text):
        self.folder, self.secure, self.plain = folder, free_port(), free_port()
        certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
        self_signed.write(certificate, key, "localhost", "www.localhost")
        (folder / "play.pem").write_text(certificate.read_text() + key.read_text())
        text = (ROOT / self.place / self.file).read_text()
        body = "\n" + "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
        body = change(body)
        for told, here in [*self.changes(), ("127.0.0.1:8080", f"127.0.0.1:{upstream}"), *self.names]:
            if told not in body:
                raise LookupError(f"“{told}” is not in {self.place}/{self.file}")
            body = body.replace(told, here)
        self.write(body)

    def write(self, body):
        (self.folder / self.file).write_text(body + "\n")

    def start(self):
        program = shutil.which(self.command[0], path=SEARCH)
        if program is None:
            raise LookupError(f"{self.name} is not installed; ./test installs it")
        self._log = (self.folder / "proxy.log").open("wb")
        self._process = subprocess.Popen(
            [program, *(word.format(folder=self.folder, file=self.folder / self.file) for word in self.command[1:])],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log, cwd=self.folder,
            env={"PATH": SEARCH, "HOME": str(self.folder)})
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self.connect().close()
            except OSError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise AssertionError((self.folder / "proxy.log").read_text()) from None
                time.sleep(0.02)

    def stop(self):
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(PATIENCE)
        self._log.close()

    def connect(self, name="localhost", source="127.0.0.2"):
        """A connection of TLS, from an address of this machine that is not the proxy's own."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        line = socket.create_connection(("127.0.0.1", self.secure), PATIENCE, source_address=(source, 0))
        return context.wrap_socket(line, server_hostname=name)


class Nginx(Proxy):
    name, file, command = "nginx", "nginx.conf", ("nginx", "-p", "{folder}", "-c", "{folder}/frame.conf")

    def changes(self):
        return [
            ("listen 443 ssl", f"listen 127.0.0.1:{self.secure} ssl"), ("listen 80;", f"listen 127.0.0.1:{self.plain};"),
            ("listen [::]:443 ssl", f"listen [::1]:{self.secure} ssl"), ("listen [::]:80;", f"listen [::1]:{self.plain};"),
            ("/etc/letsencrypt/live/play.example.org", str(self.folder)), ("/var/www/html", str(self.folder))]

    def write(self, body):
        (self.folder / "tilerace.conf").write_text(body)
        (self.folder / "frame.conf").write_text(NGINX_FRAME.format(folder=self.folder))


class Caddy(Proxy):
    name, file, command = "Caddy", "Caddyfile", ("caddy", "run", "--config", "{file}", "--adapter", "caddyfile")

    def changes(self):
        # Where it would get certificates from nobody here.
        own = f"\n\tbind 127.0.0.1\n\ttls {self.folder}/fullchain.pem {self.folder}/privkey.pem"
        return [("www.play.example.org {", f"https://www.localhost:{self.secure} {{{own}"),
                ("\nplay.example.org {", f"\nhttps://localhost:{self.secure} {{{own}")]

    def write(self, body):
        super().write(f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {self.folder}/storage\n}}\n{body}")


class HAProxy(Proxy):
    name, file, command = "HAProxy", "haproxy.cfg", ("haproxy", "-f", "{file}")

    def changes(self):
        return [("bind :::443 v4v6 ssl", f"bind 127.0.0.1:{self.secure} ssl"), ("bind :::80 v4v6", f"bind 127.0.0.1:{self.plain}"),
                ("/etc/haproxy/play.pem", f"{self.folder}/play.pem")]


class ContainerFront(HAProxy):
    """The front of deploy/cluster/compose.yaml, which speaks plain HTTP."""

    place, file, names = "deploy/cluster", "haproxy-container.cfg", ()

    def changes(self):
        nodes = [(f"node{number}:8080", "127.0.0.1:8080") for number in (1, 2, 3)]
        return [("bind :8080", f"bind 127.0.0.1:{self.plain}"), *nodes]

    def connect(self, name="localhost", source="127.0.0.2"):
        return socket.create_connection(("127.0.0.1", self.plain), PATIENCE, source_address=(source, 0))
