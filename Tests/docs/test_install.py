"""What somebody pastes who starts, installs, updates and encrypts a server."""

import socket
import ssl
import unittest

import pages
import self_signed
from claims import runs
from machine import INSTALL, ReaderTest
from server_process import PATIENCE, free_port


def certificate(folder):
    """A certificate and its key, under the names that the docs have."""
    self_signed.write(folder / "fullchain.pem", folder / "privkey.pem")


def shown(port):
    """The certificate that a server shows."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as line, context.wrap_socket(line) as encrypted:
        return ssl.DER_cert_to_PEM_cert(encrypted.getpeercert(binary_form=True))


class Run(ReaderTest):
    @runs("README.md", "./run")
    def test_the_first_command_serves_the_game(self, block):
        port, interrupt = self.serve(block, changes={"./run": f"./run --port {free_port()}"})
        self.assertTrue(self.fetch("/", port)[0].startswith("HTTP/1.1 200"))
        said = interrupt()
        self.assertRegex(said, r"players +http://")
        self.assertTrue((self.repository / "data" / "tilerace.db").exists())
        # What the page says of it below.
        port, interrupt = self.serve("./run --port 0 --data ~/tilerace")
        self.assertIn("./run --port 9000 --data ~/tilerace", pages.text_of("README.md"))
        interrupt()
        self.assertTrue((self.machine.home / "tilerace" / "tilerace.db").exists())
        self.assertIn("--suspicious-seconds", self.paste("./run --help"))
        # From another folder: what is not given lies beside the script.
        port, interrupt = self.serve(f"{self.repository}/run --port 0", folder=self.machine.home)
        self.assertTrue(self.fetch("/", port)[0].startswith("HTTP/1.1 200"))
        interrupt()
        self.assertFalse((self.machine.home / "data").exists())

    @runs("docs/https.md", "./run --port 8443 --tls-certificate")
    def test_https_and_a_redirect(self, block):
        certificate(self.repository)
        plain = free_port()
        port, interrupt = self.serve(block, changes={"8443": free_port(), "8080": plain})
        self.assertEqual(shown(port), (self.repository / "fullchain.pem").read_text())
        head, _ = self.fetch("/r/KYTE7", plain)
        self.assertTrue(head.startswith("HTTP/1.1 308"), head)
        self.assertIn(f"https://localhost:{port}/r/KYTE7", head)
        interrupt()

    @runs("docs/https.md", "./run --port 8443 --connections-per-address")
    def test_the_server_that_is_attacked(self, block):
        certificate(self.repository)
        port, interrupt = self.serve(block, changes={"8443": free_port()})
        self.assertEqual(shown(port), (self.repository / "fullchain.pem").read_text())
        interrupt()


class Install(ReaderTest):
    @runs("deploy/README.md", INSTALL)
    def test_the_service_is_installed_and_serves(self, block):
        self.paste(block)
        head, page = self.fetch("/")
        self.assertTrue(head.startswith("HTTP/1.1 200"), head)
        self.assertIn(b"<title>", page)
        root = self.machine.root
        self.assertEqual(self.machine.supervisor.mode_of_state(), 0o700)
        # The unit refers to it, and the pages to each other.
        unit = (root / "etc/systemd/system/tilerace.service").read_text()
        self.assertRegex((root / "etc/passwd").read_text(), r"(?m)^tilerace:")
        self.assertIn("Documentation=file:///usr/local/share/doc/tilerace/README.md", unit)
        for page in ("README.md", "docs/operations.md", "deploy/README.md"):
            self.assertTrue((root / "usr/local/share/doc/tilerace" / page).exists(), page)
        # Now the program is on the path.
        self.assertIn("--suspicious-seconds", self.installed("tilerace serve --help"))

    @runs("deploy/README.md", "swift build -c release --product tilerace --static-swift-stdlib\nsudo rm")
    def test_an_update_takes_the_place_of_what_was_installed(self, block):
        self.install()
        gone = self.machine.root / "usr/local/share/tilerace/web/gone.txt"
        gone.write_text("of the version before")
        (self.repository / "web" / "new.txt").write_text("of this version")
        before = self.machine.supervisor.process.pid
        self.paste(block)
        self.assertNotEqual(self.machine.supervisor.process.pid, before)
        self.assertFalse(gone.exists())
        self.assertEqual(self.fetch("/new.txt")[1], b"of this version")

    def test_systemd_finds_no_fault_with_the_units(self):
        self.install()
        systemd = self.machine.root / "etc/systemd/system"
        service = systemd / "tilerace.service"
        service.write_text(self.machine.mapped(service.read_text()))
        self.assertEqual(
            self.paste("systemd-analyze verify ./tilerace.service ./tilerace.socket ./tilerace-redirect.socket", folder=systemd), "")


if __name__ == "__main__":
    unittest.main()
