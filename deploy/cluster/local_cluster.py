#!/usr/bin/env python3
"""A whole cluster on this machine, as `./run --cluster 3` starts it: PostgreSQL, NATS, machines of Tilerace, and HAProxy in front.

    python3 deploy/cluster/local_cluster.py --binary .build/release/tilerace --folder data-cluster --nodes 3 --port 8080

Everything that it keeps is in the folder, and a later start goes on with it. All listen on this machine alone, at ports that were
free, but for HAProxy, which is at the port that was asked for. Ctrl-C ends what was started, in order. Needs Debian's `postgresql`,
`nats-server`, `libnats3.4`, `libpq5` and `haproxy`, and else the standard library.
"""

import argparse
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from programs import PATIENCE, Failure, Program, found, free_port, listens, metric, status, wait_for

ROOT = Path(__file__).resolve().parents[2]
# PostgreSQL refuses to run as root.
POSTGRES_USER = "postgres"
MOST_NODES = 16


class LocalCluster:
    """The programs. `ways(kind, node, port)` may lead a node's way to PostgreSQL or NATS by another port: tests cut it there.
    `flags` are further settings of the nodes, `front` lines for HAProxy's frontend, `nats` lines for its configuration. Without a
    `bus` there is no NATS, and one node; without a `balancer` no HAProxy. `environments(number)` are further variables of a node."""

    def __init__(self, binary, folder, nodes=3, port=None, flags=(), front=(), ways=None, settings=(), shards=None, nats=(),
                 bus=True, balancer=True, environments=None):
        self.binary = Path(binary).resolve()
        self.folder = Path(folder).resolve()
        self.port = port or free_port()
        self.count = nodes
        self._flags = list(flags) + ([] if shards is None else ["--shards", str(shards)])
        self._front = list(front)
        self._ways = ways or (lambda kind, node, port: port)
        self._environments = environments or (lambda number: {})
        self._settings = list(settings)
        self._nats_lines = list(nats)
        self._has_bus, self._has_balancer = bus, balancer
        self.postgres_port, self.nats_port = free_port(), free_port()
        self.postgres = self.nats = self.haproxy = None
        self.nodes, self.ports = [], []

    # Beginning and end.

    def start(self, say=lambda text: None):
        """Starts everything that does not run, in order, and waits until it serves."""
        self._prepare()
        say("PostgreSQL …")
        self.start_postgres()
        if self._has_bus:
            say("NATS …")
            self.start_nats()
        for number in range(self.count):
            say(f"node {number + 1} …")
            self._add_node(number)
        for number in range(self.count):
            self.wait_until_ready(number)
        if self._has_balancer:
            say("HAProxy …")
            self._start_haproxy()

    def stop(self):
        """Ends what was started, the front first. Returns the names of those that did not end in order."""
        bad = []
        for program in self.programs():
            if program.is_alive():
                # One that was stopped by a signal has to hear this one.
                program.signal(signal.SIGCONT)
                if program.stop(20) not in (0, 143, -15):
                    bad.append(program.name)
        return bad

    def kill(self):
        """Leaves no process behind, whatever has happened."""
        for program in self.programs():
            if program.is_alive() and program is not self.postgres:
                program.kill()
        if self.postgres is not None and self.postgres.is_alive():
            # Its children would stay if it were killed.
            self.crash_postgres()

    def programs(self):
        return [program for program in [self.haproxy, *self.nodes, self.nats, self.postgres] if program is not None]

    # The folder.

    def _prepare(self):
        self.folder.mkdir(mode=0o711, parents=True, exist_ok=True)
        self._log = self.folder / "logs"
        self._log.mkdir(mode=0o700, exist_ok=True)
        self.password = self._secret("password")
        self._secret("seed")
        self._secret("session-key")
        self.passfile = self._write("pgpass", f"*:*:*:tilerace:{self.password}\n")

    def _secret(self, name):
        path = self.folder / name
        if not path.exists():
            self._write(name, secrets.token_hex(32) + "\n")
        return path.read_text().strip()

    def _write(self, name, text):
        path = self.folder / name
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w") as file:
            file.write(text)
        return path

    # PostgreSQL.

    def start_postgres(self):
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[4]))
        if not programs:
            raise Failure("PostgreSQL is not installed")
        self._bin, data = programs[-1].parent, self.folder / "postgres"
        user = POSTGRES_USER if os.geteuid() == 0 else None
        if not (data / "PG_VERSION").exists():
            self._make_database(data, user)
        self.postgres = Program(
            "PostgreSQL",
            [self._bin / "postgres", "-D", data, "-p", self.postgres_port, "-c", "listen_addresses=127.0.0.1",
             "-c", "unix_socket_directories=", *self._settings],
            self._log / "postgres.log", stop=signal.SIGINT, user=user)
        self.postgres.start()
        wait_for(lambda: self.sql("SELECT 1", check=False) == "1", "PostgreSQL answers", self.postgres)
        if self.sql("SELECT 1 FROM pg_database WHERE datname = 'tilerace'") != "1":
            self.sql("CREATE DATABASE tilerace ENCODING 'UTF8' TEMPLATE template0")

    def _make_database(self, data, user):
        data.mkdir(mode=0o700, exist_ok=True)
        as_user = []
        if user:
            shutil.chown(data, user, user)
            as_user = [found("setpriv"), f"--reuid={user}", f"--regid={user}", "--clear-groups"]
            if subprocess.run([*as_user, "test", "-w", data]).returncode != 0:
                raise Failure(
                    f"PostgreSQL runs as the user {user}, who cannot come to {data}: choose another folder with --data")
        # The one of its user alone, for a moment.
        password = self.folder / "postgres-password"
        is_made = False
        try:
            self._write(password.name, self.password + "\n")
            if user:
                shutil.chown(password, user, user)
            made = subprocess.run(
                [*as_user, self._bin / "initdb", "-D", data, "-U", "tilerace", "-A", "scram-sha-256", f"--pwfile={password}",
                 "-E", "UTF8", "--locale=C", "--data-checksums"], text=True, capture_output=True, cwd="/")
            is_made = made.returncode == 0
        finally:
            # Ctrl-C comes here too.
            password.unlink(missing_ok=True)
            if not is_made:
                shutil.rmtree(data, ignore_errors=True)
        if not is_made:
            raise Failure(f"PostgreSQL's database cannot be made: {made.stderr.strip()}")

    def sql(self, text, database="postgres", check=True):
        """What a query answers."""
        command, environment = self.psql(database)
        done = subprocess.run([*command, "-c", text], env=environment, capture_output=True, text=True, cwd="/")
        if check and done.returncode != 0:
            raise Failure(f"{text}: {done.stderr.strip()}")
        return done.stdout.strip()

    def psql(self, database):
        """The command that asks a database, with its environment: it prints what is answered, and nothing else."""
        command = [
            self._bin / "psql", "-h", "127.0.0.1", "-p", str(self.postgres_port), "-U", "tilerace", "-d", database, "-XAtq"]
        return command, {**os.environ, "PGPASSFILE": str(self.passfile), "PGCONNECT_TIMEOUT": "5"}

    def crash_postgres(self):
        """As `pg_ctl stop -m immediate`: nothing is written in order, and it recovers at its next start."""
        self.postgres.signal(signal.SIGQUIT)
        self.postgres.process.wait(PATIENCE)

    # NATS.

    def start_nats(self):
        configuration = self._write(
            "nats.conf",
            f'listen: "127.0.0.1:{self.nats_port}"\nauthorization {{ user: tilerace, password: "{self.password}" }}\n'
            'max_pending: 64MB\nwrite_deadline: "2s"\n' + "".join(f"{line}\n" for line in self._nats_lines))
        # SIGTERM has it end with 1.
        self.nats = Program(
            "NATS", [found("nats-server"), "-c", configuration], self._log / "nats.log", stop=signal.SIGINT)
        self.nats.start()
        wait_for(lambda: listens(self.nats_port), "NATS answers", self.nats)

    # The nodes.

    def storage(self, number):
        """The address of the database for a node."""
        port = self._ways("postgres", number, self.postgres_port)
        return f"postgresql://tilerace@127.0.0.1:{port}/tilerace?passfile={self.passfile}"

    def _bus(self, number):
        """The setting that leads a node to NATS."""
        if not self._has_bus:
            return []
        password = self._write("nats-password", self.password + "\n")
        port = self._ways("nats", number, self.nats_port)
        return ["--bus", f"nats://tilerace@127.0.0.1:{port}/race?passfile={password}"]

    def data(self, number):
        return self.folder / f"node{number + 1}"

    def _add_node(self, number):
        data = self.data(number)
        data.mkdir(mode=0o700, exist_ok=True)
        for name in ("seed", "session-key"):
            if not (data / name).exists():
                shutil.copyfile(self.folder / name, data / name)
                (data / name).chmod(0o600)
        port = free_port()
        command = [
            self.binary, "serve", "--address", "127.0.0.1", "--port", port, "--data", data,
            "--web", ROOT / "web", "--words", ROOT / "config" / "words", "--trusted-proxies", "127.0.0.1",
            "--storage", self.storage(number), *self._bus(number), *self._flags]
        node = Program(
            f"node {number + 1}", command, self._log / f"node{number + 1}.log", environment=self._environments(number))
        self.nodes.append(node)
        self.ports.append(port)
        node.start()
        wait_for(lambda: status(port, "/readyz") == 200, f"{node.name} serves", node)

    def wait_until_ready(self, number, seconds=PATIENCE):
        """Waits until a node knows one that decides."""
        port, node = self.ports[number], self.nodes[number]
        wait_for(lambda: status(port, "/readyz") == 200, f"{node.name} finds one that decides", node, seconds)

    def hub(self):
        """The index of the node that decides; None while not exactly one says that it does. It takes `--metrics on`."""
        hubs = [number for number, port in enumerate(self.ports) if metric(port, "tilerace_hub") == 1]
        return hubs[0] if len(hubs) == 1 else None

    def restart_node(self, number):
        self.nodes[number].start()
        wait_for(lambda: status(self.ports[number], "/readyz") == 200, "it serves", self.nodes[number])

    # HAProxy.

    def _start_haproxy(self):
        text = (ROOT / "deploy" / "cluster" / "haproxy.cfg").read_text()
        # Here nobody but this machine is served, and without TLS.
        text = re.sub(r"(?ms)^global\n.*?(?=^defaults)", "", text)
        text = re.sub(
            r"(?ms)^    bind :80\n.*?(?=^    option forwardfor)",
            "".join(f"    {line}\n" for line in [f"bind 127.0.0.1:{self.port}", *self._front]), text)
        servers = "".join(f"    server node{number + 1} 127.0.0.1:{port}\n" for number, port in enumerate(self.ports))
        text = re.sub(r"(?m)(^    server node\d+ .*\n)+", servers, text).replace("play.example.org", "localhost")
        configuration = self._write("haproxy.cfg", text)
        self.haproxy = Program("HAProxy", [found("haproxy"), "-db", "-f", configuration], self._log / "haproxy.log")
        self.haproxy.start()
        wait_for(lambda: status(self.port, "/readyz") == 200, f"HAProxy serves at port {self.port}", self.haproxy)


def attend(cluster, say):
    """Says what ends by itself, until Ctrl-C or a signal comes."""
    ended = set()

    def leave(number, frame):
        raise KeyboardInterrupt

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, leave)
    while True:
        for program in cluster.programs():
            if program.name not in ended and not program.is_alive():
                ended.add(program.name)
                say(f"{program.name} has ended; the end of {program.log}:\n{program.last_words()}")
        if len(ended) == len(cluster.programs()):
            return
        time.sleep(0.5)


def main():
    arguments = argparse.ArgumentParser(description="Starts a whole cluster on this machine.")
    arguments.add_argument("--binary", type=Path, required=True)
    arguments.add_argument("--folder", type=Path, required=True, help="what it keeps")
    arguments.add_argument("--nodes", type=int, default=3, help=f"1 to {MOST_NODES}")
    arguments.add_argument("--port", type=int, default=8080, help="where to play")
    options, flags = arguments.parse_known_args()

    def say(text):
        print(text, flush=True)

    if not 1 <= options.nodes <= MOST_NODES:
        arguments.error(f"--nodes must be 1 to {MOST_NODES}")
    cluster = LocalCluster(options.binary, options.folder, options.nodes, options.port, flags)
    code = 0
    try:
        if listens(options.port):
            raise Failure(f"somebody listens at port {options.port} already: choose another with --port")
        cluster.start(say)
        say(f"\nPlay at http://127.0.0.1:{cluster.port}/")
        for node, port in zip(cluster.nodes, cluster.ports):
            say(f"  {node.name}: http://127.0.0.1:{port}/, process {node.pid}")
        say(f"  PostgreSQL: port {cluster.postgres_port}, process {cluster.postgres.pid}")
        say(f"  NATS: port {cluster.nats_port}, process {cluster.nats.pid}")
        say(f"All that is kept, and the logs, are in {cluster.folder}. Ctrl-C ends it.\n")
        attend(cluster, say)
        code = 1
    except KeyboardInterrupt:
        pass
    except Failure as failure:
        say(f"The cluster does not run: {failure}")
        code = 1
    finally:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        bad = cluster.stop()
        cluster.kill()
    say(f"Did not end in order: {', '.join(bad)}" if bad else "Ended.")
    return code or bool(bad)


if __name__ == "__main__":
    sys.exit(main())
