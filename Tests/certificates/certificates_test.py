"""Certificates by themselves, as docs/https.md says: real clients of ACME get and renew one from an authority on this machine, with the
challenges that the server answers and the hook of deploy/.

    TILERACE_BINARY=.build/debug/tilerace python3 -m unittest discover --start-directory Tests/certificates

Needs root, openssl, curl, pebble (the authority), certbot, dehydrated and uacme. install_test.py and hosting_test.py run certbot by the
lines of the pages, in a clean root.
"""

import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))

from authority import Authority  # noqa: E402
from server_process import PATIENCE, ROOT, ServerProcess, free_port  # noqa: E402

BINARY = Path(os.environ.get("TILERACE_BINARY", ROOT / ".build" / "debug" / "tilerace")).resolve()
NAME = "play.tilerace.example"


class CertificatesTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="tilerace-certificates-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        for name in ("settings", "bin", "acme/.well-known/acme-challenge", "data"):
            (self.folder / name).mkdir(parents=True, mode=0o755)
        (self.folder / "data").chmod(0o700)
        self.challenges = self.folder / "acme/.well-known/acme-challenge"
        self.write_hook()
        # Before the first certificate the server has only the port for redirects to answer challenges on.
        self.redirect, self.server = free_port(), None
        self.authority = Authority(self.folder, self.redirect)
        self.authority.start()
        self.addCleanup(self.authority.close)

    # What is there on a real machine.

    def write_hook(self):
        """The hook, where only the machine's folders and group are put in; and `systemctl`, which reloads the test's own server."""
        text = (ROOT / "deploy/certificate-hook").read_text()
        group = subprocess.run(["id", "-gn"], capture_output=True, text=True, check=True).stdout.strip()
        for told, here in [("=/etc/tilerace", f"={self.folder}/settings"), ("group=tilerace", f"group={group}"),
                           ("=/var/lib/tilerace-acme/", f"={self.folder}/acme/")]:
            self.assertIn(told, text)
            text = text.replace(told, here)
        self.hook = self.folder / "certificate-hook"
        systemctl = self.folder / "bin/systemctl"
        systemctl.write_text(
            '#!/bin/sh -e\necho "$*" >> "$0.log"\npid=$(cat "$0.pid" 2>/dev/null) || exit 3\n'
            'case "$*" in "is-active --quiet tilerace.service") ;; "reload tilerace.service") kill -HUP "$pid" ;; *) exit 9 ;; esac\n')
        self.hook.write_text(text)
        for program in (self.hook, systemctl):
            program.chmod(0o755)

    def serve(self, *flags):
        if self.server is not None:
            self.assertEqual(self.server.terminate(), 0)
        self.server = ServerProcess(
            BINARY, self.folder / "data", "--acme-challenges", str(self.challenges), "--tls-redirect-port", str(self.redirect), *flags)
        self.server.start()
        self.addCleanup(self.server.kill_if_alive)
        (self.folder / "bin/systemctl.pid").write_text(str(self.server.pid))

    def run_client(self, *command, status=0):
        done = subprocess.run(
            list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
            timeout=4 * PATIENCE, cwd=self.folder, env={
                "PATH": f"{self.folder}/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": str(self.folder), "LC_ALL": "C.UTF-8",
                "SSL_CERT_FILE": str(self.authority.certificate), "PYTHONWARNINGS": "ignore"})
        self.assertEqual(done.returncode, status, f"{command}\n{done.stdout[-3000:]}\n{self.authority.said()[-1500:]}")
        return done.stdout

    # What must hold.

    def shown(self):
        """The certificate that the server shows."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with socket.create_connection(("127.0.0.1", self.server.port), PATIENCE) as line:
            with context.wrap_socket(line, server_hostname=NAME) as encrypted:
                return ssl.DER_cert_to_PEM_cert(encrypted.getpeercert(binary_form=True))

    def installed(self):
        return (self.folder / "settings/fullchain.pem").read_text().partition("-----END CERTIFICATE-----")[0]

    def ask(self, line):
        line.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        answer = b""
        while not answer.endswith(b'{"status":"ok"}'):
            part = line.recv(4_096)
            self.assertTrue(part, answer)
            answer += part
        self.assertTrue(answer.startswith(b"HTTP/1.1 200"), answer)

    def got_and_renewed(self, get, renew):
        """Gets the first certificate, serves with it, and renews it while somebody is connected."""
        self.serve()
        get()
        self.assertEqual((self.folder / "settings/privkey.pem").stat().st_mode & 0o777, 0o640)
        self.serve("--tls-certificate", f"{self.folder}/settings/fullchain.pem", "--tls-key", f"{self.folder}/settings/privkey.pem")
        first = self.shown()
        self.assertTrue(first.startswith(self.installed()), first)
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        pid = self.server.pid
        with socket.create_connection(("127.0.0.1", self.server.port), PATIENCE) as line, \
                context.wrap_socket(line, server_hostname=NAME) as stayed:
            # Who has asked once may be silent for a minute.
            self.ask(stayed)
            renew()
            deadline = time.monotonic() + PATIENCE
            while self.shown() == first:
                self.assertLess(time.monotonic(), deadline, self.server.last_words())
                time.sleep(0.05)
            self.assertTrue(self.shown().startswith(self.installed()))
            self.ask(stayed)
        self.assertEqual(self.server.pid, pid)
        self.assertFalse(self.server.has_died())
        # Nothing is left of the challenges.
        self.assertEqual(list(self.challenges.iterdir()) if self.challenges.exists() else [], [])
        log = (self.folder / "bin/systemctl.log").read_text().splitlines()
        self.assertEqual(log[-1], "reload tilerace.service")

    def test_certbot(self):
        folders = [word for name in ("config", "work", "logs") for word in (f"--{name}-dir", self.folder / "certbot" / name)]
        common = [*folders, "--server", self.authority.address, "--no-verify-ssl", "--non-interactive", "--no-random-sleep-on-renew"]
        self.got_and_renewed(
            lambda: self.run_client(
                "certbot", "certonly", "--webroot", "--webroot-path", self.folder / "acme", "--domain", NAME, "--deploy-hook", self.hook,
                "--agree-tos", "--register-unsafely-without-email", *common),
            # The hook is remembered.
            lambda: self.run_client("certbot", "renew", "--force-renewal", *common))

    def test_dehydrated(self):
        (self.folder / "dehydrated").mkdir()
        config = self.folder / "dehydrated/config"
        config.write_text(
            f'BASEDIR={self.folder}/dehydrated\nCA={self.authority.address}\nCURL_OPTS=--insecure\nWELLKNOWN={self.challenges}\nHOOK={self.hook}\n')
        common = ["dehydrated", "--config", config]

        def get(*words):
            self.run_client(*common, "--cron", "--domain", NAME, *words)
        self.run_client(*common, "--register", "--accept-terms")
        self.got_and_renewed(get, lambda: get("--force"))

    def test_uacme(self):
        # It believes the machine's own list of authorities alone.
        listed = 'mount --bind "$0" /etc/ssl/certs/ca-certificates.crt && exec "$@"'
        common = ["unshare", "--mount", "sh", "-c", listed, self.authority.certificate, "uacme", "--acme-url", self.authority.address, "--confdir", self.folder / "uacme", "--hook", self.hook]

        def get(*words):
            self.run_client(*common, *words, "issue", NAME)
            self.run_client(self.hook, "install", self.folder / f"uacme/{NAME}/cert.pem", self.folder / f"uacme/private/{NAME}/key.pem")
        self.run_client(*common, "--yes", "new")
        self.got_and_renewed(get, lambda: get("--force"))

    def test_the_hook_refuses_names_that_lead_elsewhere(self):
        for name in ("../privkey.pem", "", "a/b", "a b"):
            self.run_client(self.hook, "begin", "http-01", NAME, name, "x", status=1)
            self.run_client(self.hook, "done", "http-01", NAME, name, "x", status=1)
        # A challenge of another kind is left to another hook.
        self.run_client(self.hook, "begin", "dns-01", NAME, "token", "x", status=1)
        # And so is what dehydrated tells besides.
        self.run_client(self.hook, "startup_hook")


if __name__ == "__main__":
    unittest.main()
