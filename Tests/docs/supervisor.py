"""systemd as far as the documentation uses it: holds the port of an installed socket unit, and runs the service beside it."""

import os
import re
import shlex
import signal
import socket
import stat
import subprocess
import threading

from server_process import PATIENCE

# Hands the socket over as systemd does.
WITH_SOCKET = 'exec 3<&"$0"; LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=http exec "$@"'
PATHS = re.compile(r"(?<![\w.])/(?=(?:usr/local|var/lib/tilerace|etc)/?)")


class Fault(Exception):
    """An answer of systemctl that is an error."""


def settings(text):
    """(section, name, value) of each line of a unit file, with continued lines joined."""
    section, found = None, []
    for line in re.sub(r"\\\n\s*", "", text).split("\n"):
        if match := re.fullmatch(r"\[(\w+)\]", line):
            section = match[1]
        elif match := re.fullmatch(r"(\w+)=(.*)", line):
            found.append((section, match[1], match[2]))
        elif line and not line.startswith(("#", ";")):
            raise Fault(f"a line of a unit that is none: {line}")
    return found


class Supervisor:
    def __init__(self, root, port):
        self.root, self.port, self.process, self.listener, self.has_reloaded = root, port, None, None, False
        self.log = root / "service.log"
        # A path for a socket is short.
        self.path = root.parent / "systemctl"
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(self.path))
        self._server.listen()
        self._thread = threading.Thread(target=self._answer, daemon=True)
        self._thread.start()

    def close(self):
        self._server.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)
        self._server.close()
        self._end(signal.SIGKILL)
        self._let_go()

    def _answer(self):
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            with client, client.makefile("rw") as line:
                try:
                    self.do(shlex.split(line.readline()))
                    line.write("0\n")
                except Exception as fault:
                    line.write(f"1 {fault!r}\n")

    def do(self, words):
        """A command line of systemctl."""
        if words == ["daemon-reload"]:
            self.has_reloaded = True
            return
        verb, *names = words
        if verb == "enable":
            if names[0] != "--now":
                raise Fault(f"unknown: {words}")
            names.pop(0)
        if verb not in ("enable", "start", "stop", "restart", "reload") or not names:
            raise Fault(f"unknown: {words}")
        for name in names:
            unit = name if "." in name else f"{name}.service"
            if unit not in ("tilerace.service", "tilerace.socket"):
                raise Fault(f"unit {unit} not found")
            if not self.has_reloaded:
                raise Fault("the units have changed on disk: daemon-reload is missing")
            getattr(self, "_" + verb)(unit)

    def unit(self, name):
        """The settings of an installed unit, with what is in its drop-ins."""
        files = [self.root / "etc/systemd/system" / name, *sorted((self.root / "etc/systemd/system" / f"{name}.d").glob("*.conf"))]
        return [setting for file in files for setting in settings(file.read_text())]

    def command(self):
        """The service's ExecStart, in which an empty one forgets those before it."""
        found = []
        for section, name, value in self.unit("tilerace.service"):
            if (section, name) == ("Service", "ExecStart"):
                found = [*found, value] if value else []
        if len(found) != 1:
            raise Fault(f"a service of this kind has one ExecStart: {found}")
        words = shlex.split(PATHS.sub(f"{self.root}/", found[0]))
        return [self._mapped(word) if words[index - 1] == "--config" else word for index, word in enumerate(words)]

    def _mapped(self, path):
        """A configuration file in which the paths lead into the folder, as those of the command line do."""
        copy = self.root.parent / "settings"
        with open(path, encoding="utf-8") as file:
            copy.write_text(PATHS.sub(f"{self.root}/", file.read()))
        return str(copy)

    def _enable(self, unit):
        self._start(unit)

    def _start(self, unit):
        if unit == "tilerace.socket":
            return self._listen()
        # Requires=tilerace.socket
        self._listen()
        if self.process is not None:
            return None
        self._state()
        notice = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        with notice, self.log.open("ab") as log:
            address = self.root.parent / "notify"
            address.unlink(missing_ok=True)
            notice.bind(str(address))
            notice.settimeout(PATIENCE)
            self.process = subprocess.Popen(
                ["bash", "-c", WITH_SOCKET, str(self.listener.fileno()), *self.command()], cwd="/", stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, pass_fds=[self.listener.fileno()],
                env={"PATH": "/usr/bin:/bin", "NOTIFY_SOCKET": str(address)})
            threading.Thread(target=self._tell_of_end, args=(self.process, address), daemon=True).start()
            if b"READY=1" not in notice.recv(4_096).splitlines():
                raise Fault(f"the service did not start: {self.log.read_text()[-2_000:]}")
        return None

    def _tell_of_end(self, process, address):
        """Whoever waits for a process to be ready waits no longer when it has ended."""
        process.wait()
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notice:
                notice.sendto(b"ended", str(address))
        except OSError:
            pass

    def _state(self):
        """StateDirectory= of a service with DynamicUser=: folders for that user alone, each behind a link."""
        for name in ("tilerace", "tilerace-backups"):
            folder, link = self.root / "var/lib/private" / name, self.root / "var/lib" / name
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(0o700)
            if not link.is_symlink():
                link.symlink_to(f"private/{name}")

    def _listen(self):
        if self.listener is not None:
            return
        streams = [value for section, name, value in self.unit("tilerace.socket") if (section, name) == ("Socket", "ListenStream")]
        if streams != ["8080"]:
            raise Fault(f"not the port of the docs: {streams}")
        self.listener = socket.create_server(("127.0.0.1", self.port), backlog=128)

    def _let_go(self):
        if self.listener is not None:
            self.listener.close()
            self.listener = None

    def _stop(self, unit):
        if unit == "tilerace.socket":
            return self._let_go()
        return self._end(signal.SIGTERM)

    def _end(self, number):
        if self.process is None:
            return
        process, self.process = self.process, None
        process.send_signal(number)
        status = process.wait(PATIENCE)
        if number == signal.SIGTERM and status != 0:
            raise Fault(f"the service ended with {status}")

    def _restart(self, unit):
        if unit == "tilerace.service":
            self._end(signal.SIGTERM)
            self._start(unit)
        else:
            raise Fault("a restart of the socket would close the port")

    def _reload(self, unit):
        reload = [value for section, name, value in self.unit(unit) if (section, name) == ("Service", "ExecReload")]
        if reload != ["/bin/kill -HUP $MAINPID"] or self.process is None:
            raise Fault(f"{unit} cannot be reloaded: {reload}")
        self.process.send_signal(signal.SIGHUP)

    def mode_of_state(self):
        return stat.S_IMODE(os.stat(self.root / "var/lib/tilerace").st_mode)
