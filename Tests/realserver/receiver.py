"""A receiver of webhooks: answers as it is told, and keeps what it was sent.

    receiver.py PORT CERTIFICATE KEY STATUS …    over TLS; answers with these, one after the other. Says each delivery as a line of JSON
"""

import hmac
import http.server
import json
import queue
import ssl
import sys
import threading
import time

# Seconds for which a delivery waits until somebody says how it is to be answered.
PATIENCE = 30


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        answer = self.server.answers.get(timeout=PATIENCE)
        self.server.got.put((self.headers, body))
        if answer is None:
            # Until the sender is gone.
            self.connection.recv(1)
            return
        self.send_response(answer)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def listen(port=0, certificate=None, key=None):
    """A receiver that serves. Its queue `answers` takes statuses, and None for silence; `got` has fields and bodies."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Receiver)
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    server.answers, server.got = queue.Queue(), queue.Queue()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def is_signed(field, body, secret):
    """Whether a field Tilerace-Signature is that of a body under a secret, and of this minute."""
    fields = dict(one.split("=") for one in field.split(","))
    code = hmac.new(secret, f"{fields['t']}.".encode() + body, "sha256").hexdigest()
    return hmac.compare_digest(fields["v1"], code) and abs(int(fields["t"]) - time.time()) < 60


def main():
    port, certificate, key, *statuses = sys.argv[1:]
    server = listen(int(port), certificate, key)
    for status in statuses:
        server.answers.put(int(status))
    print(json.dumps({"listening": True}), flush=True)
    while True:
        fields, body = server.got.get()
        print(json.dumps({"fields": dict(fields.items()), "body": body.decode()}), flush=True)


if __name__ == "__main__":
    main()
