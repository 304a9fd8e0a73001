"""A phone's way to the server: TCP that can be cut, or fall silent without a word, and come back."""

import socket
import threading


class Network:
    """Passes bytes between whoever connects to `url` and the server at `port`."""

    def __init__(self, port):
        self.port = port
        self.lock = threading.Lock()
        self.pairs = []  # of sockets that are joined
        self.is_cut = False
        self.refused = 0
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        """Every connection ends, and new ones are closed at once."""
        with self.lock:
            self.is_cut = True
            pairs, self.pairs = self.pairs, []
        for pair in pairs:
            _close(pair.sockets)

    def silence(self):
        """What is connected stays so, and nothing arrives any more: a phone that was carried out of its network."""
        with self.lock:
            for pair in self.pairs:
                pair.is_silent = True

    def mend(self):
        """New connections go through again."""
        with self.lock:
            self.is_cut = False

    def close(self):
        """Ends it for good."""
        self.cut()
        self.door.close()

    def _accept(self):
        while True:
            try:
                page, _ = self.door.accept()
            except OSError:
                return  # Closed.
            with self.lock:
                if self.is_cut:
                    self.refused += 1
                    page.close()
                    continue
                server = socket.create_connection(("127.0.0.1", self.port))
                pair = _Pair(page, server)
                self.pairs.append(pair)
            for ends in ((page, server), (server, page)):
                for end in ends:
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=pair.pass_on, args=ends, daemon=True).start()


class _Pair:
    def __init__(self, *sockets):
        self.sockets = sockets
        self.is_silent = False

    def pass_on(self, source, sink):
        try:
            while data := source.recv(65536):
                if not self.is_silent:
                    sink.sendall(data)
        except OSError:
            pass  # The other direction has ended it.
        if not self.is_silent:
            _close(self.sockets)


def _close(sockets):
    for one in sockets:
        try:
            one.shutdown(socket.SHUT_RDWR)  # Wakes the thread that reads it; closing would not.
        except OSError:
            pass
        one.close()
