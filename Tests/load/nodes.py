#!/usr/bin/env python3
"""Measures the release build on several machines, beside one: PostgreSQL, NATS and nodes run here, as `./run --cluster` starts
them, each on a free port, in a folder below TMPDIR, and go when the figures are there.

    Tests/load/nodes.py guesses     200 players in 50 rooms, a guess a second each: on one node, on the one of three that
                                    decides, and on one that does not; compared within each round, in an order that goes round
    Tests/load/nodes.py capacity    as many guesses a second as are accepted in rooms of four: with SQLite, with PostgreSQL,
                                    and at one of three nodes that does not decide; what each process takes; bytes of NATS and
                                    PostgreSQL for each guess
    Tests/load/nodes.py watchers    a room with 20 racers, 10 guesses a second in all, and 6,000 watchers at one more node each
                                    time: processor time of the one that decides for each event
    Tests/load/nodes.py start       start and memory of one machine with SQLite, in turn with another build if BEFORE names one

`--rounds` (or ROUNDS) says how often, in turn, 6 for `guesses` and 3 else; each figure is the median of these, with all of them
behind it. `--awake` makes each round of `guesses` once more while no core can sleep; the bar is for the plain one. `--seconds`,
`--warm-up`, `--players`, `--rooms` and `--watchers` make a load smaller. `--json` prints the figures as one object, and the lines on
the standard error output. BINARY is another build, SERVER_FLAGS has flags for the nodes. The exit code is 1 if a bar is missed.
Needs Debian's `postgresql`, `nats-server`, `libnats3.4` and `libpq5`, and `ulimit -n 100000` for the watchers.
"""

import argparse
import json
import os
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "deploy" / "cluster"), str(HERE.parent / "realserver"), str(HERE)]

from figures import Figures  # noqa: E402
from local_cluster import LocalCluster  # noqa: E402
from programs import Failure, free_port, wait_for  # noqa: E402
from sampler import Sampler, kernel_bytes  # noqa: E402
from server_process import ServerProcess  # noqa: E402
from start_time import start_times  # noqa: E402
from turns import PLAIN, Turns  # noqa: E402

NODES = 3
LIMITS = ["--connections", "60000", "--log", "warning"]
# A load comes from one address. ServerProcess has these limits already.
NODE_LIMITS = [
    *LIMITS, "--connections-per-address", "60000", "--guests-per-minute", "60000", "--requests-per-second", "100000",
    "--connection-rate", "60000", "--metrics", "on"]
# ms that a guess may take longer at a node that does not decide, and guesses a second.
BAR_P50, BAR_P99, BAR_CAPACITY = 1.0, 5.0, 12_000
# Of what watchers of its own cost the one that decides, the share that as many elsewhere may.
BAR_WATCHERS = 0.05
# Seconds after which a load hangs.
PATIENCE = 300
TABLES = ["moves", "room_events", "games", "players", "seats", "rooms"]


class Machines:
    """Nodes of one database, ready to be loaded."""

    def __init__(self, binary, folder, nodes):
        folder.mkdir()
        folder.chmod(0o711)
        self.monitor = free_port()
        is_alone = nodes == 1
        self.cluster = LocalCluster(
            binary, folder, nodes, flags=NODE_LIMITS + shlex.split(os.environ.get("SERVER_FLAGS", "")),
            nats=[f'http: "127.0.0.1:{self.monitor}"'], bus=not is_alone, balancer=False)
        self.has_bus = not is_alone
        self.hub = 0

    def start(self):
        self.cluster.start()
        wait_for(lambda: self.cluster.hub() is not None, "one node decides")
        self.find_hub()

    def find_hub(self):
        """Notes which node decides. It may have changed."""
        hub = self.cluster.hub()
        if hub is None:
            raise Failure("not one node decides")
        self.hub = hub

    @property
    def others(self):
        """The nodes that do not decide."""
        return [number for number in range(self.cluster.count) if number != self.hub]

    def url(self, number):
        return f"ws://127.0.0.1:{self.cluster.ports[number]}"

    def stop(self):
        self.cluster.stop()
        self.cluster.kill()

    def sampler(self):
        """Samples all of its processes."""
        cluster = self.cluster
        processes = {f"node {number}": node.pid for number, node in enumerate(cluster.nodes)}
        processes["postgres"] = cluster.postgres.pid
        if self.has_bus:
            processes["nats"] = cluster.nats.pid
        return Sampler(processes, self.monitor if self.has_bus else None, cluster.psql("tilerace"))


class Run:
    """One load: what `bench` said, and what was sampled within its measured time."""

    def __init__(self, report, window):
        self.report = report
        # Differences within the measured time; none if nothing was sampled.
        self.window = window
        self.seconds = report["measured_ms"] / 1000
        self.rate = report["measured"]["accepted_per_second"]
        self.guesses = max(1, self.rate * self.seconds)

    def milliseconds(self, share):
        return self.report["latency_us"]["judged"].get(share, 0) / 1000

    def processor(self, name):
        """Processor time of a process for each guess, in ms."""
        return self.window[f"processor {name}"] * 1000 / self.guesses

    def share(self, name):
        """Its share of a core, in percent."""
        return self.window[f"processor {name}"] * 100 / self.seconds

    def per_guess(self, name):
        return self.window[name] / self.guesses


class Loads:
    """The loads, with what they are made of."""

    def __init__(self, options, figures, folder):
        self.options = options
        self.figures = figures
        self.folder = folder
        self.binary = options.binary
        self._running = []

    def machines(self, nodes, name):
        machines = Machines(self.binary, self.folder / name, nodes)
        # Before it starts: what has started by then is stopped, too.
        self._running.append(machines)
        machines.start()
        return machines

    def stop(self):
        for machines in self._running:
            machines.stop()

    def bench(self, url, *flags, process, sampler=None):
        """Makes a load. `process` is the server's."""
        command = [
            self.binary, "bench", "--url", url, "--pid", process, "--words", ROOT / "config" / "words", "--json", *flags]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=PATIENCE)
        if not done.stdout.strip():
            raise Failure(f"bench: {done.stderr.strip()}")
        report = json.loads(done.stdout)
        for warning in report["warnings"]:
            self.figures.say(f"! {warning}")
        if report["errors"]:
            self.figures.say(f"! refused: {report['errors']}")
        if report["measured_ms"] == 0:
            raise Failure("bench has measured nothing: all games were played before")
        begin = report["measured_from_ms"] / 1000
        return Run(report, sampler.between(begin, begin + report["measured_ms"] / 1000) if sampler else {})

    def sampled(self, machines, at, *flags):
        """A load on one of the nodes, while all processes are sampled."""
        with machines.sampler() as sampler:
            hub = machines.cluster.nodes[machines.hub].pid
            run = self.bench(machines.url(at), *flags, process=hub, sampler=sampler)
        hub = machines.hub
        machines.find_hub()
        if machines.hub != hub:
            raise Failure("another node decides since: the figures are of neither")
        return run

    def _warm_up(self, usual=2):
        return ["--warm-up", usual if self.options.warm_up is None else self.options.warm_up]

    # Guesses.

    def guesses(self):
        one, three = self.machines(1, "one"), self.machines(NODES, "three")
        flags = [
            "--players", self.options.players or 200, "--rooms", self.options.rooms or 50, "--rate", self.options.players or 200,
            "--seconds", self.options.seconds or 20, *self._warm_up()]

        def run(machines, place):
            machines.find_hub()
            at = place()
            return self.bench(machines.url(at), *flags, process=machines.cluster.nodes[at].pid)

        alone, own, far = "one node alone", "three nodes, at the one that decides", "three nodes, at one that does not decide"
        turns = Turns(self.figures, {
            alone: lambda: run(one, lambda: one.hub), own: lambda: run(three, lambda: three.hub),
            far: lambda: run(three, lambda: three.others[0])}, self.options.awake)
        turns.take(self.options.rounds)
        turns.tell()
        for share, bar in (("p50", BAR_P50), ("p99", BAR_P99)):
            more = {(form, near): turns.more(far, near, share, form) for form in turns.forms for near in (alone, own)}
            plain = more[PLAIN, alone]
            self.figures.hold(f"a guess at a node that does not decide takes longer than at one alone, {share}", plain, bar,
                              plain <= bar, "ms")

    # Capacity.

    def capacity(self):
        one, three = self.machines(1, "one"), self.machines(NODES, "three")
        flags = [
            "--players", self.options.players or 16_000, "--rooms", self.options.rooms or 4_000, "--closed",
            min(2_048, self.options.players or 2_048), "--seconds", self.options.seconds or 4, *self._warm_up(1)]
        runs = {"one machine with SQLite": [], "one node with PostgreSQL": [], "three nodes, at one that does not decide": []}
        for number in range(self.options.rounds):
            made = [
                self._with_sqlite(flags), self.sampled(one, one.hub, *flags), self.sampled(three, three.others[0], *flags)]
            for name, run in zip(runs, made):
                runs[name].append(run)
                self.figures.say(f"round {number + 1}, {name}: {run.rate:,} guesses a second")
        for name, taken in runs.items():
            self.figures.put(f"guesses a second, {name}", [run.rate for run in taken], digits=0)
        self._shares("one node with PostgreSQL", runs["one node with PostgreSQL"], {"the node": ["node 0"]})
        far = runs["three nodes, at one that does not decide"]
        hub, at, rest = three.hub, three.others[0], three.others[1:]
        self._shares("three nodes", far, {
            "the one that decides": [f"node {hub}"], "the one that is played at": [f"node {at}"],
            "the third": [f"node {number}" for number in rest], "NATS": ["nats"]})
        self._traffic(far)
        self._rows(three)
        rate = statistics.median(run.rate for run in far)
        self.figures.hold("guesses a second at a node that does not decide", rate, BAR_CAPACITY, rate >= BAR_CAPACITY, digits=0)

    def _with_sqlite(self, flags):
        folder = Path(tempfile.mkdtemp(prefix="sqlite-", dir=self.folder))
        server = ServerProcess(self.binary, folder, *LIMITS, *shlex.split(os.environ.get("SERVER_FLAGS", "")))
        try:
            server.start()
            run = self.bench(f"ws://127.0.0.1:{server.port}", *flags, process=server.pid)
            server.terminate()
            return run
        finally:
            server.kill_if_alive()
            shutil.rmtree(folder, ignore_errors=True)

    def _shares(self, where, runs, processes):
        for name, keys in {**processes, "PostgreSQL": ["postgres"]}.items():
            percent = [sum(run.share(key) for key in keys) for run in runs]
            self.figures.put(f"{where}, {name}, of a core", percent, "%", 0)
            self.figures.put(f"{where}, {name}, processor time for a guess",
                             [sum(run.processor(key) for key in keys) * 1000 for run in runs], "µs", 1)
        own = [run.report["processor_percent"]["own"] or 0 for run in runs]
        self.figures.put(f"{where}, bench, of a core", own, "%", 0)

    def _traffic(self, runs):
        for way, what in (("in", "published"), ("out", "delivered")):
            self.figures.put(f"messages of NATS for a guess, {what}", [run.per_guess(f"nats {way}_msgs") for run in runs])
            self.figures.put(f"bytes of NATS for a guess, {what}", [run.per_guess(f"nats {way}_bytes") for run in runs],
                             digits=0)
        self.figures.put("bytes of PostgreSQL's log (WAL) for a guess", [run.per_guess("wal") for run in runs], digits=0)

    def _rows(self, machines):
        """What lies in the tables after all rounds, indexes included."""
        for table in TABLES:
            size, rows = map(int, machines.cluster.sql(
                f"SELECT pg_total_relation_size('tilerace.{table}') || ' ' || count(*) FROM tilerace.{table}",
                "tilerace").split())
            self.figures.put(f"rows of {table}", [rows], digits=0)
            self.figures.put(f"bytes of a row of {table}, with its indexes", [size / max(1, rows)], digits=0)
        size = int(machines.cluster.sql("SELECT pg_database_size('tilerace')"))
        moves = int(machines.cluster.sql("SELECT count(*) FROM tilerace.moves", "tilerace"))
        self.figures.put("bytes of the database for a move, all tables", [size / max(1, moves)], digits=0)

    # Watchers.

    def watchers(self):
        machines = self.machines(NODES, "three")
        each = self.options.watchers or 6_000
        flags = [
            "--players", self.options.players or 20, "--rooms", 1, "--rate", (self.options.players or 20) / 2, "--seconds",
            self.options.seconds or 20, *self._warm_up()]
        kernel = kernel_bytes()
        hub, (second, third) = machines.hub, machines.others
        places = {
            "nobody watches": [], f"{each:,} at another node": [second], f"2 × {each:,} at two others": [second, third],
            f"3 × {each:,}, its own among them": [hub, second, third]}
        taken = {name: [] for name in places}
        for number in range(self.options.rounds):
            for name, at in places.items():
                watch = ["--watchers", each * len(at), "--watch-url", ",".join(map(machines.url, at))] if at else []
                run = self.sampled(machines, hub, *flags, *watch)
                taken[name].append(run)
                self.figures.say(
                    f"round {number + 1}, {name}: {run.processor(f'node {hub}'):.2f} ms for an event, "
                    f"answer p99 {run.milliseconds('p99'):.1f} ms")
        events = {}
        for name, runs in taken.items():
            events[name] = self.figures.put(
                f"processor time of the one that decides for an event, {name}", [run.processor(f"node {hub}") for run in runs],
                "ms")
        none, _, two, all_three = events.values()
        self._crowd(list(taken.values())[-1], machines, 3 * each, kernel)
        own, elsewhere = all_three - two, (two - none) / 2
        self.figures.put(f"{each:,} watchers of its own cost it for an event", [own], "ms")
        self.figures.put(f"{each:,} watchers elsewhere cost it for an event", [elsewhere], "ms", 3)
        self.figures.hold("watchers elsewhere cost the one that decides, of what its own cost", 100 * elsewhere / max(own, 1e-9),
                          100 * BAR_WATCHERS, elsewhere <= BAR_WATCHERS * own, "%", 1)

    def _crowd(self, runs, machines, count, kernel):
        """What nodes with all watchers take. `kernel` is what the kernel held before the first came."""
        watched = [run.report["latency_us"]["watcher"].get("p99", 0) / 1000 for run in runs]
        self.figures.put("watchers hear of a guess after, p99", watched, "ms", 0)
        hub, (second, third) = machines.hub, machines.others
        for name, number in (("the one that decides", hub), ("the second", second), ("the third", third)):
            self.figures.put(f"{name}, of a core", [run.share(f"node {number}") for run in runs], "%", 1)
            self.figures.put(f"{name}, resident memory", [run.window[f"at end resident node {number}"] / 2**20 for run in runs],
                             "MiB", 1)
        self.figures.put("NATS, of a core", [run.share("nats") for run in runs], "%", 1)
        # On one machine both ends of a connection are here.
        ends = [(run.window["at end kernel"] - kernel) / (2 * count) for run in runs]
        self.figures.put("kernel memory for each end of a connection", ends, "bytes", 0)

    # Start.

    def start(self):
        builds = {"this build": self.binary}
        if os.environ.get("BEFORE"):
            builds["the build before"] = Path(os.environ["BEFORE"]).resolve()
        times, memory = {name: [] for name in builds}, {name: [] for name in builds}
        for _ in range(self.options.rounds):
            for name, binary in builds.items():
                with tempfile.TemporaryDirectory(prefix="start-", dir=self.folder) as folder:
                    times[name].append(statistics.median(start_times(binary, folder, 11)[1:]))
                    server = ServerProcess(binary, folder, "--log", "warning")
                    try:
                        server.start()
                        memory[name].append(server.resident_kilobytes() / 1024)
                        server.terminate()
                    finally:
                        server.kill_if_alive()
        start = [self.figures.put(f"start on an existing folder, {name}", times[name], "ms", 1) for name in builds]
        resident = [self.figures.put(f"resident memory, {name}", memory[name], "MiB", 2) for name in builds]
        if len(builds) == 2:
            self.figures.hold("start takes longer", start[0] - start[1], 5, start[0] - start[1] <= 5, "ms", 1)
            self.figures.hold("memory is more", resident[0] - resident[1], 1, resident[0] - resident[1] <= 1, "MiB", 2)


def main():
    arguments = argparse.ArgumentParser(description="Measures the release build on several machines, beside one.")
    arguments.add_argument("load", choices=["guesses", "capacity", "watchers", "start"])
    arguments.add_argument("--rounds", type=int, default=os.environ.get("ROUNDS"))
    arguments.add_argument("--seconds", type=int)
    arguments.add_argument("--warm-up", type=int)
    arguments.add_argument("--players", type=int)
    arguments.add_argument("--rooms", type=int)
    arguments.add_argument("--watchers", type=int, help="at each node")
    arguments.add_argument("--awake", action="store_true", help="guesses once more on cores that do not sleep")
    arguments.add_argument("--json", action="store_true")
    options = arguments.parse_args()
    if options.rounds is None:
        options.rounds = 6 if options.load == "guesses" else 3
    options.binary = Path(os.environ.get("BINARY", ROOT / ".build" / "release" / "tilerace")).resolve()
    if options.rounds < 1:
        arguments.error("--rounds must be 1 or more")
    if not options.binary.exists():
        sys.exit(f"{options.binary} is not there: swift build -c release --product tilerace")

    def leave(number, frame):
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, leave)
    folder = Path(tempfile.mkdtemp(prefix="tilerace-load-"))
    # PostgreSQL's user has to come to its folder.
    folder.chmod(0o711)
    figures = Figures(options.json)
    loads = Loads(options, figures, folder)
    try:
        getattr(loads, options.load)()
        return figures.end()
    except (Failure, RuntimeError, subprocess.TimeoutExpired) as failure:
        print(failure, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    finally:
        loads.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
