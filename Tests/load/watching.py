"""Many watchers of one room in one thread: plain sockets over epoll, as no loop of Python's own keeps up with them.

They read everything; only a sample of them looks at what it reads. A watcher's latency is the time from the instant at which
the server accepted a guess (`time` in the event, the clock of the same machine) to the arrival of the event.
"""

import base64
import json
import os
import select
import socket
import time

# Watchers that look at what they read.
SAMPLE = 200


def masked(message):
    """A client's text frame."""
    payload = json.dumps(message).encode()
    mask = os.urandom(4)
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else bytes([0xFE]) + len(payload).to_bytes(2, "big")
    key = (mask * (len(payload) // 4 + 1))[:len(payload)]
    return b"\x81" + size + mask + bytes(a ^ b for a, b in zip(payload, key))


def frames(data):
    """The text messages in a buffer of a server's frames, and how many bytes they took."""
    start, messages = 0, []
    while len(data) - start >= 2:
        head, length = 2, data[start + 1]
        if length >= 126:
            head = 4 if length == 126 else 10
            length = int.from_bytes(data[start + 2:start + head], "big")
        if len(data) - start < head + length:
            break
        if data[start] == 0x81:
            messages.append(json.loads(data[start + head:start + head + length]))
        start += head + length
    return messages, start


class Watchers:
    """Connections that watch one room."""

    def __init__(self, port):
        self.port = port
        self.sockets = {}
        self.unread = {}
        self.latencies = []
        self.missed = 0
        self.bytes = 0
        self.reads = 0
        self._last = {}
        self._epoll = select.epoll()
        self._buffer = bytearray(1 << 20)

    def add(self, token, code):
        """One more watcher, from the connection to the room's picture; blocks until it has that."""
        connection = socket.create_connection(("127.0.0.1", self.port))
        connection.sendall(
            b"GET /api/v1/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: tilerace.v1\r\nSec-WebSocket-Key: "
            + base64.b64encode(os.urandom(16)) + b"\r\n\r\n"
            + masked({"id": 1, "type": "hello", "protocol": 1, "token": token})
            + masked({"id": 2, "type": "watch", "room": code}))
        received, entry = b"", None
        while entry is None:
            received += connection.recv(65536)
            head = received.find(b"\r\n\r\n")
            messages, used = frames(received[head + 4:]) if head >= 0 else ([], 0)
            entry = next((message for message in messages if message.get("re") == 2), None)
        if entry["type"] != "watching":
            raise RuntimeError(f"no watcher: {entry}")
        connection.setblocking(False)
        number = connection.fileno()
        self.sockets[number] = connection
        if len(self.unread) < SAMPLE:
            self.unread[number] = received[head + 4 + used:]
            self._last[number] = entry["seq"]
        self._epoll.register(number, select.EPOLLIN)

    def run(self, until):
        """Reads until an instant of `time.time()`. Answers how long this program was busy."""
        busy = 0.0
        while (left := until - time.time()) > 0:
            events = self._epoll.poll(min(left, 0.1))
            begun = time.perf_counter()
            for number, _ in events:
                count = self.sockets[number].recv_into(self._buffer)
                if count == 0:
                    raise RuntimeError("a watcher was cut off")
                self.reads += 1
                self.bytes += count
                # The server's ping, wherever it is: no text has these two bytes.
                if self._buffer.find(b"\x89\x00", 0, count) >= 0:
                    self.sockets[number].send(b"\x8a\x80" + os.urandom(4))
                if number in self.unread:
                    self._look(number, bytes(self._buffer[:count]))
            busy += time.perf_counter() - begun
        return busy

    def _look(self, number, data):
        now = time.time() * 1000
        messages, used = frames(self.unread[number] + data)
        self.unread[number] = (self.unread[number] + data)[used:]
        for message in messages:
            if message["type"] == "event":
                self.latencies.append(now - message["time"])
                if message["seq"] != self._last[number] + 1:
                    self.missed += 1
                self._last[number] = message["seq"]

    def close(self):
        for connection in self.sockets.values():
            connection.close()
