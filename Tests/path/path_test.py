"""Records the files that one guess passes in the real server, and holds docs/architecture.md to them.

    python3 Tests/path/path_test.py --binary .build/debug/tilerace [--print]

Two members of a room play, and the server runs under callgrind, which is switched on for one guess. Of the calls that it
saw, those count that a guess's message leads to: from the connection that read it, through the commit, to the connections
that are told.

A *station* is a file of Server or Sessions that calls on into another one. Not counted are leaves, which call no further
file of these two targets: codecs, rules, tables and values. Neither is the environment that is injected everywhere.

Fails if there are more stations than MOST, if a call leads back into a station that was passed before, or if the list in
docs/architecture.md is another one. Answers that leave by the connection that asked are returns.
"""

import argparse
import asyncio
import json
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))

from game_socket import GameSocket, new_guest  # noqa: E402
from server_process import ROOT, ServerProcess  # noqa: E402

MOST = 15
# Of the words that the server has lists of.
LENGTHS = range(4, 9)
TARGETS = ("Sources/Server/", "Sources/Sessions/")
# Where a guess arrives: the method of the connection that is given what the socket has.
START = "SocketConnection"
# The injected clock, chance, storage, connections and meters, and the threads on which they answer: a call from there
# is an answer.
ENVIRONMENT = {"HubContext", "HubEnvironment", "SessionOutput", "ServerParts", "ServerClock"}
# Thunks that the compiler makes between a call and what is called: protocol witnesses, partial applications,
# reabstractions and dispatch. What else it makes is shared by the linker among all that looks alike.
THUNK = re.compile(r"(TW|TA|TR|Tr|Tj)(\.\d+)?$")
# Where mail is put in, and where it is handled. In between is one generic mailbox for all kinds, which a recording
# cannot tell apart.
MAIL = {"HubPort": ("HubMailroom", "handle"), "MailedOutput": ("ServerShard", "handle")}
LIST = re.compile(r"<!-- path -->\n(.*?)<!-- /path -->", re.DOTALL)


async def seals(port):
    """Waits until the server has published the seals of all lines for today and tomorrow, which it does by itself after
    its start: a seal commits, and would be recorded as if it were a part of the guess."""
    for length in LENGTHS:
        address = f"http://127.0.0.1:{port}/api/v1/puzzles/guess-en-{length}"
        while True:
            with urllib.request.urlopen(address, timeout=30) as answer:
                if json.load(answer)["tomorrow"]:
                    break
            await asyncio.sleep(0.05)


async def play(server, profile):
    """Plays until one guess, which is recorded."""
    await seals(server.port)
    sockets = []
    for _ in range(2):
        _, token = await new_guest(server.port)
        socket = await GameSocket.connect(server.port)
        welcome = await socket.request("hello", protocol=1, token=token)
        sockets.append(socket)
    host, rival = sockets
    puzzle = welcome["today"]["puzzle"]
    created = await host.request("create_room", name="Path")
    await rival.request("join", room=created["room"])
    await host.request("open", puzzle=puzzle)
    # The first guess opens the race; the path is that of the usual one.
    await host.request("guess", puzzle=puzzle, row=0, word="crane")
    profile(True)
    await host.request("guess", puzzle=puzzle, row=1, word="moist")
    profile(False)
    for socket in sockets:
        socket.close()


def record(binary, folder):
    """The calls that a guess made, as pairs of mangled names."""
    stripped, output = folder / "tilerace", folder / "callgrind.out"
    # Valgrind does not read the debugging information that Swift writes.
    subprocess.run(["strip", "--strip-debug", "-o", stripped, binary], check=True)
    launcher = folder / "launcher"
    launcher.write_text(
        "#!/bin/sh\nexec valgrind --quiet --tool=callgrind --instr-atstart=no --demangle=no --separate-threads=no "
        f"--callgrind-out-file={output} {stripped} \"$@\"\n")
    launcher.chmod(0o755)
    data = folder / "data"
    data.mkdir(mode=0o700)
    server = ServerProcess(launcher, data, "--shards", "1", "--log", "warning")
    server.start()

    def profile(is_on):
        subprocess.run(["callgrind_control", "-i", "on" if is_on else "off", str(server.pid)], check=True,
                       capture_output=True)

    try:
        asyncio.run(asyncio.wait_for(play(server, profile), 120))
        server.terminate()
    finally:
        server.kill_if_alive()
    return calls(output.read_text())


def calls(profile):
    """Pairs of caller and callee in callgrind's format, which gives each name a number once."""
    names, pairs, caller, callee = {}, set(), None, None

    def name(text):
        number, _, given = text.partition(" ")
        if given:
            names[number] = given.split("'")[0]
        return number

    for line in profile.splitlines():
        if line.startswith("fn="):
            caller = name(line[3:])
        elif line.startswith("cfn="):
            callee = name(line[4:])
        elif line.startswith("calls="):
            pairs.add((caller, callee))
    return {(names[a], names[b]) for a, b in pairs}


def sources(binary, functions):
    """The source file of each function below ROOT; "" for one that the compiler made; none for other libraries'."""
    addresses = {}
    for line in subprocess.run(["nm", binary], check=True, capture_output=True, text=True).stdout.splitlines():
        fields = line.split()
        if len(fields) == 3 and fields[1] in "tTwW":
            addresses.setdefault(fields[2], fields[0])
    known = sorted(name for name in functions if name in addresses)
    found = subprocess.run(["addr2line", "-e", binary], check=True, capture_output=True, text=True,
                           input="\n".join(addresses[name] for name in known)).stdout.splitlines()
    files = {}
    for name, place in zip(known, found, strict=True):
        path = place.rpartition(":")[0].removeprefix(f"{ROOT}/")
        files[name] = path if path.startswith("Sources/") else ""
    return files


class Passage:
    """The files of a guess, and the calls between them."""

    def __init__(self, pairs, files):
        self.files = files
        self.callees = defaultdict(set)
        for caller, callee in pairs:
            self.callees[caller].add(callee)
        self.edges, self.returns = defaultdict(set), []
        self.walk()

    def next(self, function, seen=None):
        """The functions with a source that a function calls, also through thunks."""
        seen = set() if seen is None else seen
        for callee in sorted(self.callees.get(function, set()) - seen):
            file = self.files.get(callee)
            if file:
                yield callee
            elif file == "" and THUNK.search(callee):
                seen.add(callee)
                yield from self.next(callee, seen)

    def walk(self):
        """Follows the calls from where the guess arrives, and from where the commit is answered."""
        starts = [name for name, file in self.files.items()
                  if station(file) == START and "received" in name]
        # The commit is answered on the environment's thread; nothing else commits in that moment (`seals`).
        starts += [name for name, file in self.files.items() if station(file) == "Committer"]
        for sender, (receiver, method) in MAIL.items():
            handled = [name for name, file in self.files.items() if station(file) == receiver and method in name]
            starts += handled
            if handled:
                self.edges[sender].add(receiver)
        seen, todo = set(starts), list(reversed(starts))
        while todo:
            function = todo.pop()
            here = self.files[function]
            for callee in self.next(function):
                there = self.files[callee]
                if station(here) not in ENVIRONMENT and there != here and is_counted(here) and is_counted(there):
                    self.edges[station(here)].add(station(there))
                if callee not in seen and station(here) not in ENVIRONMENT:
                    seen.add(callee)
                    todo.append(callee)

    def stations(self):
        """In an order in which every call goes forward, as far as there is one."""
        counted = {here for here, there in self.edges.items() if there - ENVIRONMENT - {here}} - ENVIRONMENT
        done, result = set(), []

        def visit(name, trail):
            if name in done:
                return
            done.add(name)
            for callee in sorted(self.edges.get(name, set()) & counted):
                if callee in trail and callee != START:
                    self.returns.append((name, callee))
                visit(callee, trail | {callee})
            result.append(name)

        for name in sorted(counted, key=lambda name: name != START):
            visit(name, {name})
        return result[::-1]


def station(file):
    return Path(file).stem if file else ""


def is_counted(file):
    return file.startswith(TARGETS)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True, type=Path)
    parser.add_argument("--print", action="store_true", help="print the list as docs/architecture.md has it")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="tilerace-path-"))
    try:
        pairs = record(options.binary.resolve(), folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    path = Passage(pairs, sources(options.binary.resolve(), {name for pair in pairs for name in pair}))
    stations = path.stations()
    text = ", ".join(f"`{name}`" for name in stations)
    if options.print:
        print(text)
        for here in stations:
            print(f"  {here} -> {', '.join(sorted(path.edges[here]))}")
    faults = []
    if len(stations) > MOST:
        faults.append(f"a guess passes {len(stations)} stations, and {MOST} is the most: {', '.join(stations)}")
    faults += [f"{name} calls back into {callee}, which was passed before" for name, callee in path.returns]
    shown = LIST.search((ROOT / "docs" / "architecture.md").read_text())
    if not shown or shown.group(1).split() != text.split():
        faults.append("the list in docs/architecture.md is another one; --print prints it")
    for fault in faults:
        print(f"error: {fault}")
    print(f"Path test: {len(stations)} stations, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
