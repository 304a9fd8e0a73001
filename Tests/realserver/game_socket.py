"""A client of `docs/protocol.md` over a real socket: HTTP for the session, then RFC 6455, with asyncio alone."""

import asyncio
import base64
import hashlib
import json
import os

ACCEPT_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Disconnected(Exception):
    """The connection is gone: the server died or closed it."""

    def __init__(self, text, code=None, reason=""):
        super().__init__(text)
        # Of the server's Close; None if there was none.
        self.code = code
        self.reason = reason


class ConnectionRefused(Disconnected):
    """Nobody listens."""


class Refused(Exception):
    """The server answered with an error of the protocol."""

    def __init__(self, reply):
        super().__init__(reply["code"], reply["message"])
        self.code = reply["code"]
        self.reply = reply


async def new_guest(port):
    """A new guest: the player's id and token."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(
                b"POST /api/v1/session?token=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n"
                b"Connection: close\r\n\r\n")
            answer = await reader.read()
        finally:
            writer.close()
    except ConnectionRefusedError as error:
        raise ConnectionRefused(str(error)) from error
    except OSError as error:
        raise Disconnected(str(error)) from error
    head, _, body = answer.partition(b"\r\n\r\n")
    if not head:
        raise Disconnected("no answer")
    if not head.startswith(b"HTTP/1.1 201"):
        raise RuntimeError(f"no guest: {answer!r}")
    try:
        session = json.loads(body)
    except ValueError as error:
        raise Disconnected("half an answer") from error
    return session["player"]["id"], session["token"]


def handshake(key, host="127.0.0.1"):
    """The request that opens a WebSocket; `key` is 16 random bytes in Base64."""
    return (
        f"GET /api/v1/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n".encode() +
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: tilerace.v1\r\nSec-WebSocket-Key: "
        + key + b"\r\n\r\n")


def client_frame(opcode, payload):
    """A whole message, or a control frame, as a client sends it: masked."""
    mask = os.urandom(4)
    length = len(payload)
    size = bytes([0x80 | length]) if length < 126 else bytes([0xFE]) + length.to_bytes(2, "big")
    key = (mask * (length // 4 + 1))[:length]
    masked = (int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")).to_bytes(length, "big")
    return bytes([0x80 | opcode]) + size + mask + masked


class GameSocket(asyncio.Protocol):
    """One WebSocket. `on_message` hears every message in the order of arrival, before anybody who awaits its answer."""

    def __init__(self, on_message, host="127.0.0.1"):
        self.on_message = on_message
        self._host = host
        self.is_open = False
        self._loop = asyncio.get_running_loop()
        self._upgraded = self._loop.create_future()
        # Ends with `Disconnected`.
        self.closed = self._loop.create_future()
        self._key = base64.b64encode(os.urandom(16))
        self._transport = None
        self._received = bytearray()
        self._answers = {}
        self._last_id = 0
        # Of the server's Close frame.
        self._close_code = None
        self._close_reason = ""

    @classmethod
    async def connect(cls, port, on_message=lambda message: None, host="127.0.0.1", **options):
        """An open socket, before `hello`. `options` are those of asyncio's connections, `host` what the request names."""
        loop = asyncio.get_running_loop()
        try:
            _, client = await loop.create_connection(lambda: cls(on_message, host), "127.0.0.1", port, **options)
        except ConnectionRefusedError as error:
            raise ConnectionRefused(str(error)) from error
        except OSError as error:
            raise Disconnected(str(error)) from error
        await client._upgraded
        return client

    async def request(self, type, **fields):
        """Sends a request; returns its answer, or raises `Refused` or `Disconnected`."""
        answer = await self.send(type, **fields)
        if answer["type"] == "error":
            raise Refused(answer)
        return answer

    def send(self, type, **fields):
        """Sends a request at once. Returns the future of its answer, whatever that is."""
        answer = self._loop.create_future()
        if not self.is_open:
            answer.set_exception(Disconnected("closed before the request", self._close_code, self._close_reason))
            return answer
        self._last_id += 1
        self._answers[self._last_id] = answer
        self._write(TEXT, json.dumps({"id": self._last_id, "type": type, **fields}).encode())
        return answer

    def close(self):
        """Closes the connection without ceremony."""
        if self._transport is not None:
            self._transport.abort()

    # What asyncio calls.

    def connection_made(self, transport):
        self._transport = transport
        transport.write(handshake(self._key, self._host))

    def data_received(self, data):
        self._received += data
        if not self.is_open and not self._take_handshake():
            return
        while self._take_frame():
            pass

    def connection_lost(self, error):
        self.is_open = False
        gone = Disconnected(str(error or f"closed {self._close_code}"), self._close_code, self._close_reason)
        waiting = [self._upgraded, self.closed, *self._answers.values()]
        self._answers = {}
        for future in waiting:
            if not future.done():
                future.set_exception(gone)
                # Whoever sent this may have gone away without waiting for the answer.
                future.exception()

    # Bytes.

    def _take_handshake(self):
        end = self._received.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self._received[:end])
        del self._received[:end + 4]
        accept = base64.b64encode(hashlib.sha1(self._key + ACCEPT_GUID).digest())
        if not head.startswith(b"HTTP/1.1 101") or b"sec-websocket-accept: " + accept.lower() not in head.lower():
            self._upgraded.set_exception(RuntimeError(f"no upgrade: {head!r}"))
            self._transport.abort()
            return False
        self.is_open = True
        if not self._upgraded.done():
            self._upgraded.set_result(None)
        return True

    def _take_frame(self):
        """Handles the first frame of what was received; False if it is not there whole."""
        received = self._received
        if len(received) < 2:
            return False
        start, length = 2, received[1]
        if length >= 126:
            start = 4 if length == 126 else 10
            if len(received) < start:
                return False
            length = int.from_bytes(received[2:start], "big")
        if len(received) < start + length:
            return False
        first = received[0]
        payload = bytes(received[start:start + length])
        del received[:start + length]
        if first == 0x80 | TEXT:
            self._handle(json.loads(payload))
        elif first == 0x80 | PING:
            self._write(PONG, payload)
        elif first == 0x80 | CLOSE:
            if payload:
                self._close_code = int.from_bytes(payload[:2], "big")
                self._close_reason = payload[2:].decode()
            self._write(CLOSE, payload[:2])
            self._transport.close()
        elif first != 0x80 | PONG:
            raise RuntimeError(f"a frame that the server should not send: {first:#x}")
        return True

    def _handle(self, message):
        self.on_message(message)
        answer = self._answers.pop(message["re"]) if "re" in message else None
        if answer is not None and not answer.done():
            answer.set_result(message)

    def _write(self, opcode, payload):
        self._transport.write(client_frame(opcode, payload))
