"""An authority for certificates on this machine: pebble, with names that lead to this machine."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))

import self_signed  # noqa: E402
from server_process import PATIENCE, free_port  # noqa: E402


class Authority:
    """Asks for challenges at the port `http`. `into` begins the command line of a program that is to run in another network."""

    def __init__(self, folder, http, into=()):
        self.folder, self.into, self.http = folder, list(into), http
        # What a client must believe to speak with it.
        self.certificate = folder / "authority.pem"
        self._ports = {name: free_port() for name in ("directory", "management", "tls", "names", "records")}
        self._processes, self._log = [], None

    @property
    def address(self):
        return f"https://localhost:{self._ports['directory']}/dir"

    def start(self):
        key = self.folder / "authority.key"
        self_signed.write(self.certificate, key)
        settings = self.folder / "pebble.json"
        settings.write_text(json.dumps({"pebble": {
            "listenAddress": f"127.0.0.1:{self._ports['directory']}", "managementListenAddress": f"127.0.0.1:{self._ports['management']}",
            "certificate": str(self.certificate), "privateKey": str(key), "httpPort": self.http, "tlsPort": self._ports["tls"],
            "ocspResponderURL": "", "externalAccountBindingRequired": False}}))
        names = f"127.0.0.1:{self._ports['names']}"
        self._log = (self.folder / "pebble.log").open("wb")
        for command in (
                ["pebble-challtestsrv", "-dns01", names, "-http01", "", "-https01", "", "-tlsalpn01", "",
                 "-management", f"127.0.0.1:{self._ports['records']}", "-defaultIPv6", ""],
                ["pebble", "-config", settings, "-dnsserver", names, "-strict"]):
            self._processes.append(subprocess.Popen(
                [*self.into, *command], stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log,
                env={**os.environ, "PEBBLE_VA_NOSLEEP": "1", "PEBBLE_WFE_NONCEREJECT": "0"}))
        deadline = time.monotonic() + PATIENCE
        while self._fetch("directory", "/dir") is None:
            if time.monotonic() > deadline:
                self.close()
                raise AssertionError(f"the authority does not answer:\n{self.said()}")
            time.sleep(0.05)

    def close(self):
        for process in self._processes:
            process.kill()
            process.wait(PATIENCE)
        self._log.close()

    def issuer(self):
        """The certificate at the head of those that it gives out."""
        return self._fetch("management", "/roots/0")

    def said(self):
        return (self.folder / "pebble.log").read_text()

    def _fetch(self, port, path):
        """What it answers; None if it does not."""
        done = subprocess.run(
            [*self.into, "curl", "--silent", "--fail", "--max-time", "10", "--noproxy", "*", "--cacert", self.certificate,
             f"https://localhost:{self._ports[port]}{path}"], capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else None
