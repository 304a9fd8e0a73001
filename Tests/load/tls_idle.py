#!/usr/bin/env python3
"""Measures what an idle TLS connection costs a server in memory, and what encryption costs it in processor time.

    python3 Tests/load/tls_idle.py --program .build/release/tilerace-echo [--connections 2000]

Starts the program twice, with and without `--tls`, opens WebSockets to it from this machine, lets them rest, and compares the
server's resident memory; then sends messages and large ones over one connection. Needs `openssl` for a certificate.
"""

import argparse
import os
import pathlib
import re
import resource
import select
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "realserver"))

import self_signed  # noqa: E402

UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


class Server:
    """The program under test, on a port of its own choice."""

    def __init__(self, program: str, arguments: list[str]):
        self.process = subprocess.Popen([program, "--port", "0", *arguments], stdout=subprocess.PIPE, text=True)
        self.port = int(re.search(r":(\d+)\s*$", self.process.stdout.readline()).group(1))

    def resident(self) -> int:
        """Bytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) * 1024

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)


def connect(port: int, context: ssl.SSLContext | None):
    """An open WebSocket, by hand."""
    plain = socket.create_connection(("127.0.0.1", port), timeout=20)
    connection = context.wrap_socket(plain, server_hostname="localhost") if context else plain
    connection.sendall(UPGRADE)
    head = b""
    while b"\r\n\r\n" not in head:
        head += connection.recv(4096)
    assert head.startswith(b"HTTP/1.1 101 "), head
    return connection


def frame(payload: bytes) -> bytes:
    """A binary message, masked with zeros."""
    size = len(payload)
    if size < 126:
        head = bytes([0x82, 0x80 | size])
    elif size < 65_536:
        head = b"\x82\xfe" + struct.pack(">H", size)
    else:
        head = b"\x82\xff" + struct.pack(">Q", size)
    return head + bytes(4) + payload


def echo(connection, payload: bytes, times: int) -> None:
    """Sends the payload so often, one after the other, and reads the answers meanwhile. In one thread: an `SSLSocket` is not to
    be used by two."""
    message = memoryview(frame(payload))
    connection.setblocking(False)
    for _ in range(times):
        unsent, left = message, len(message) - 4
        while left > 0:
            moved = 0
            if unsent:
                moved = attempt(lambda: connection.send(unsent[:65_536]))
                unsent = unsent[moved:]
            received = attempt(lambda: len(connection.recv(262_144)))
            left -= received
            if not moved and not received:
                select.select([connection], [connection] if unsent else [], [], 20)


def attempt(call) -> int:
    """Bytes moved: 0 if the call would have to wait."""
    try:
        count = call()
    except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
        return 0
    assert count, "the server has ended"
    return count


def measure(server: Server, context: ssl.SSLContext | None, count: int) -> None:
    """Prints the figures of one server."""
    warm = [connect(server.port, context) for _ in range(50)]
    time.sleep(0.5)
    before, cpu = server.resident(), server.cpu()
    idle = [connect(server.port, context) for _ in range(count)]
    shaken = server.cpu() - cpu
    time.sleep(1)
    each = (server.resident() - before) / count
    print(f"  {each:8.0f} bytes of memory for an idle connection ({count} of them)")
    print(f"  {shaken / count * 1e6:8.0f} µs of processor time to connect and upgrade")
    cpu = server.cpu()
    echo(warm[0], b"x" * 32, 5_000)
    print(f"  {(server.cpu() - cpu) / 5_000 * 1e6:8.1f} µs for a message of 32 bytes, there and back, one in flight")
    cpu, start = server.cpu(), time.monotonic()
    echo(warm[0], bytes(8 << 20), 20)
    print(f"  {(server.cpu() - cpu) / 320 * 1e3:8.2f} ms for a MiB in and out; {320 / (time.monotonic() - start):.0f} MiB/s")
    for connection in idle + warm:
        connection.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=".build/release/tilerace-echo")
    parser.add_argument("--connections", type=int, default=2_000)
    options = parser.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    with tempfile.TemporaryDirectory() as folder:
        certificate, key = f"{folder}/certificate.pem", f"{folder}/key.pem"
        self_signed.write(certificate, key)
        trusting = ssl.create_default_context()
        trusting.check_hostname = False
        trusting.verify_mode = ssl.CERT_NONE
        old = ssl.create_default_context()
        old.check_hostname = False
        old.verify_mode = ssl.CERT_NONE
        old.maximum_version = ssl.TLSVersion.TLSv1_2
        tls = ["--tls", certificate, key]
        for name, arguments, context in [("plain", [], None), ("TLS 1.3", tls, trusting), ("TLS 1.2", tls, old)]:
            server = Server(options.program, arguments)
            print(name)
            try:
                measure(server, context, options.connections)
            finally:
                server.stop()


if __name__ == "__main__":
    main()
