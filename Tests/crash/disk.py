"""The disk as a kill left it: a copy of the database, read with another program's eyes, and held against the ledger."""

import datetime
import json
import shutil
import sqlite3
import tempfile
from collections import defaultdict
from pathlib import Path

DATABASE = "tilerace.db"
ROWS = 6

# Each finds what must not be there; its name says what that is.
NEVER = {
    "a game with a gap in its rows": """
        SELECT game FROM moves GROUP BY game HAVING min(row) <> 0 OR max(row) <> count(*) - 1""",
    "a game that is over without its last move, or goes on after it": f"""
        WITH last AS (SELECT game, max(row) + 1 AS turns, word, elapsed FROM moves GROUP BY game),
             state AS (
                 SELECT games.*, coalesce(last.turns, 0) AS made, last.elapsed AS at,
                     last.word IS coalesce(games.answer, pinned_puzzles.answer) AS hit
                 FROM games LEFT JOIN pinned_puzzles USING (line, day) LEFT JOIN last ON last.game = games.id)
        SELECT id FROM state
        WHERE (solved IS NOT NULL) <> (hit OR made = {ROWS}) OR solved <> hit OR turns <> made OR elapsed <> at""",
    "a move after the answer": """
        SELECT game FROM moves JOIN games ON games.id = game LEFT JOIN pinned_puzzles USING (line, day)
        GROUP BY game HAVING max(row) FILTER (WHERE word = coalesce(games.answer, pinned_puzzles.answer)) < max(row)""",
    "a move earlier than the one before it": """
        SELECT a.game FROM moves a JOIN moves b ON b.game = a.game AND b.row = a.row + 1
        WHERE b.elapsed + b.credit < a.elapsed + a.credit OR b.credit < a.credit""",
    "a game that is ranked otherwise than it ended": """
        SELECT id FROM games WHERE score <> CASE solved WHEN 1 THEN turns << 48 | elapsed ELSE 1 << 60 END
        OR (score IS NOT NULL AND (is_archive OR answer IS NOT NULL))""",
    "a practice game that was lost half": "SELECT game FROM moves LEFT JOIN games ON games.id = game WHERE id IS NULL",
    "a game without its puzzle": """
        SELECT id FROM games LEFT JOIN pinned_puzzles USING (line, day)
        WHERE coalesce(games.answer, pinned_puzzles.answer) IS NULL""",
    "a room with a gap in its log": """
        SELECT rooms.id FROM rooms LEFT JOIN room_events ON room = rooms.id
        GROUP BY rooms.id HAVING coalesce(min(sequence), 0) <> 1 OR max(sequence) <> count(*)""",
}


class Disk:
    """What is on the disk, read whole."""

    def __init__(self, folder):
        # A copy, so that nothing here touches what the server finds when it comes back.
        copy = Path(tempfile.mkdtemp(prefix="tilerace-crash-image-"))
        try:
            for name in (DATABASE, DATABASE + "-wal"):
                if (Path(folder) / name).exists():
                    shutil.copy(Path(folder) / name, copy / name)
            connection = sqlite3.connect(f"file:{copy / DATABASE}?mode=ro", uri=True)
            try:
                self._read(connection)
            finally:
                connection.close()
        finally:
            shutil.rmtree(copy)

    def _read(self, db):
        self.faults = [f"integrity: {row[0]}" for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
        self.faults += [f"foreign key: {row}" for row in db.execute("PRAGMA foreign_key_check")]
        for name, query in NEVER.items():
            self.faults += [f"{name}: {row[0]}" for row in db.execute(query)]
        self.names = {player.hex(): name for player, name in db.execute("SELECT id, name FROM players")}
        self.answers = {
            f"{line}/{date(day)}": spelled(word)
            for line, day, word in db.execute("SELECT line, day, answer FROM pinned_puzzles")}
        self.games = {}
        self.finishes = {}
        keys = {}
        for id, player, line, day, solved, turns, ms in db.execute(
                "SELECT id, player, line, day, solved, turns, elapsed FROM games"):
            keys[id] = (player.hex(), f"{line}/{date(day)}")
            self.games[keys[id]] = []
            self.finishes[keys[id]] = None if solved is None else (solved == 1, turns, ms)
        for game, word, pattern, ms in db.execute("SELECT game, word, verdict, elapsed FROM moves ORDER BY game, row"):
            self.games[keys[game]].append((spelled(word), marks(pattern), ms))
        self.rooms = {
            code: (f"{epoch % 2**64:016x}", [])
            for code, epoch in db.execute("SELECT code, epoch FROM rooms")}
        for code, time, event in db.execute(
                "SELECT code, time, event FROM room_events JOIN rooms ON rooms.id = room ORDER BY room, sequence"):
            self.rooms[code][1].append((time, json.loads(event)))
        for code, (_, log) in self.rooms.items():
            self._read_sprints(code, log)
        self.seats = {
            (code, player.hex()): seat
            for code, player, seat in db.execute("SELECT code, player, seat FROM seats JOIN rooms ON rooms.id = room")}

    def _read_sprints(self, code, log):
        """The rounds of a room, each as a game of those who were dealt it."""
        players, rows = {}, {}
        for _, event in log:
            (kind, of), = event.items()
            if kind == "joined":
                players[of["seat"]] = of["player"]
            elif kind == "round":
                race, rows[of["deal"]["race"]] = of["deal"]["race"], of["deal"]["sprint"]["rows"]
                self.answers[f"{code}/{race}"] = of["deal"]["answer"]
                for seat in of["deal"]["seats"]:
                    self._deal((players[seat], f"{code}/{race}"))
            elif kind == "started" and of["race"] in rows:
                self._deal((players[of["seat"]], f"{code}/{of['race']}"))
            elif kind == "played":
                key = (players[of["seat"]], f"{code}/{of['race']}")
                game = self.games[key]
                if of["row"] != len(game) or self.finishes[key] is not None:
                    self.faults.append(f"room {code}: {of} comes after {game}")
                game.append((of["word"], of["pattern"], of["elapsed"]))
                solved = set(of["pattern"]) == {"2"}
                if solved or len(game) == rows[of["race"]]:
                    self.finishes[key] = (solved, len(game), of["elapsed"])
            elif kind == "roundOver":
                for standing in of["result"]["standings"]:
                    game = self.games[players[standing["seat"]], f"{code}/{of['result']['race']}"]
                    if standing["words"] != [word for word, _, _ in game]:
                        self.faults.append(f"room {code}: {standing} is told of {game}")

    def _deal(self, key):
        self.games.setdefault(key, [])
        self.finishes.setdefault(key, None)

    def check(self, ledger):
        """Holds the disk against all that was ever told, and against itself. Returns what is wrong."""
        faults = list(self.faults)
        self._check_games(ledger, faults)
        for player, possible in ledger.names.items():
            if self.names.get(player) not in possible:
                faults.append(f"{player} is called {self.names.get(player)}, told was {possible}")
        for code, room in ledger.rooms.items():
            self._check_room(code, room, faults)
        for code, (_, log) in self.rooms.items():
            self._check_log(code, log, faults)
        return faults

    def _check_games(self, ledger, faults):
        for key, told in ledger.games.items():
            stored = self.games.get(key)
            if stored is None:
                if told.is_open or told.rows:
                    faults.append(f"the acknowledged game {key} is missing")
                continue
            for row, fact in told.rows.items():
                if row >= len(stored) or stored[row] != fact:
                    faults.append(f"{key} row {row}: acknowledged {fact}, stored {stored[row:row + 1]}")
            for row in range(len(stored)):
                if stored[row][0] not in told.sent.get(row, ()):
                    faults.append(f"{key} row {row}: {stored[row]} was never sent")
            if told.finish is not None and self.finishes[key] != told.finish:
                faults.append(f"{key}: told {told.finish}, stored {self.finishes[key]}")

    def _check_room(self, code, room, faults):
        """What was told of a room is in its log, at the same place."""
        if code not in self.rooms:
            faults.append(f"the acknowledged room {code} is missing")
            return
        epoch, log = self.rooms[code]
        if epoch != room.epoch:
            faults.append(f"room {code}: told epoch {room.epoch}, stored {epoch}")
        for sequence, (time, event) in room.events.items():
            stored = log[sequence - 1] if sequence <= len(log) else None
            if stored is None or (stored[0], shown(stored[1])) != (time, event):
                faults.append(f"room {code}: told event {sequence} {event}, stored {stored}")
        for sequence, pictures in room.snapshots.items():
            # How sprints are pictured is held to the log by the simulation (Tests/SimulationTests).
            pictures = [picture for picture in pictures if picture["series"] is None]
            if sequence > len(log) or any(picture != folded(log[:sequence]) for picture in pictures):
                faults.append(f"room {code}: the picture at {sequence} of {len(log)} is not the log's")
        for player, seat in room.seats.items():
            stored = self.seats.get((code, player))
            if player in room.gone:
                if stored is not None:
                    faults.append(f"room {code}: {player} was told to have left and has seat {stored}")
            elif stored != seat and not (stored is None and player in room.leaving):
                faults.append(f"room {code}: {player} was given seat {seat} and has {stored}")

    def _check_log(self, code, log, faults):
        """The log agrees with the seats and with the games that it tells of; it tells of no move twice."""
        seated, players, rows = {}, {}, defaultdict(int)
        for number, (_, event) in enumerate(log, 1):
            (kind, fields), = event.items()
            if (kind == "created") != (number == 1):
                faults.append(f"room {code}: event {number} is {kind}")
            if kind == "joined":
                seated[fields["player"]] = players[fields["seat"]] = fields["player"]
            elif kind == "left":
                del seated[players[fields["seat"]]]
            elif kind == "guessed":
                lane = (fields["race"], fields["seat"])
                moves = self.games.get((players[fields["seat"]], fields["race"]), [])
                move = moves[fields["row"]] if fields["row"] < len(moves) else None
                if fields["row"] != rows[lane] or move is None or move[1:] != (fields["pattern"], fields["elapsed"]):
                    faults.append(f"room {code}: event {number} tells of {fields}, the game has {move}")
                rows[lane] += 1
        if set(seated) != {player for room, player in self.seats if room == code}:
            faults.append(f"room {code}: the seats are not those of the log")


def shown(event):
    """An event of the log as clients see it."""
    (kind, fields), = event.items()
    match kind:
        case "settings" | "series": return {"kind": kind, **fields, "sprint": chosen(fields["sprint"])}
        case "round":
            deal = fields["deal"]
            sprint = chosen(deal["sprint"])
            told = ("series", "round", "seats", "race", "starts", "ends", "commitment")
            return {
                "kind": "round", "of": sprint["rounds"], **{name: deal[name] for name in told},
                **{name: sprint[name] for name in ("language", "length", "rows", "hard")}}
        case "played": return shown({"guessed": {name: of for name, of in fields.items() if name != "word"}})
        case "roundOver":
            result = fields["result"]
            standings = [
                {"ms" if name == "elapsed" else name: value for name, value in standing.items()}
                for standing in result["standings"]]
            return {
                "kind": "round_over", "race": result["race"], "answer": result["answer"], "salt": result["salt"],
                "ended": result.get("endedByHost", False), "standings": standings, "next": result.get("next")}
        case "seriesOver": return {"kind": "series_over", **fields}
    names = {"pattern": "marks", "elapsed": "ms"}
    view = {"kind": kind, **{names.get(name, name): value for name, value in fields.items() if name != "player"}}
    if kind == "opened":
        view |= {"length": length(fields["puzzle"]), "rows": ROWS}
    return view


def chosen(sprint):
    """How sprints are played, as clients see it."""
    language, letters = sprint["line"].split("-")[1:]
    return {
        "kind": "guess", "language": language, "length": int(letters),
        **{name: sprint[name] for name in ("rows", "hard", "limit", "rounds", "late", "next")}}


def folded(log):
    """The room after these events, as `snapshot` shows it: an independent reading of `docs/protocol.md`."""
    name, host, members, pseudonyms, out, races = "", None, {}, set(), set(), {}
    sprint = {"kind": "guess", "language": "en", "length": 5, "rows": 6, "hard": "off", "limit": 180, "rounds": 3,
              "late": "start", "next": "auto"}
    daily = "guess-en-5"
    for _, event in log:
        (kind, of), = event.items()
        match kind:
            case "created": name = of["name"]
            case "joined" | "renamed": members[of["seat"]] = of["name"]
            case "pseudonym": (pseudonyms.add if of["on"] else pseudonyms.discard)(of["seat"])
            case "satOut": (out.add if of["out"] else out.discard)(of["seat"])
            case "hosted": host = of["seat"]
            case "settings": sprint = chosen(of["sprint"])
            case "daily": daily = of["line"]
            case "opened": races[of["race"]] = (of["puzzle"], {})
            case "started": races[of["race"]][1].setdefault(of["seat"], {"rows": []})
            case "guessed":
                races[of["race"]][1][of["seat"]]["rows"].append({"marks": of["pattern"], "ms": of["elapsed"]})
            case "finished":
                races[of["race"]][1][of["seat"]]["finish"] = {
                    "solved": of["solved"], "turns": of["turns"], "ms": of["elapsed"]}
            case "left":
                del members[of["seat"]]
                host = None if host == of["seat"] else host
                for _, lanes in races.values():
                    lanes.pop(of["seat"], None)
    return {
        "name": name, "host": host,
        "members": [
            {"seat": seat, "name": members[seat], **({"pseudonym": True} if seat in pseudonyms else {}),
             **({"out": True} if seat in out else {})}
            for seat in sorted(members)],
        "races": [
            {"race": race, "puzzle": puzzle, "length": length(puzzle), "rows": ROWS,
             "lanes": [{"seat": seat, **lanes[seat]} for seat in sorted(lanes)]}
            for race, (puzzle, lanes) in races.items()],
        # Nobody here is host for more than the word of the day.
        "daily": daily, "locked": False, "listed": False, "password": False, "kicked": [], "ready": [], "series": None,
        "sprint": sprint}


def length(puzzle):
    """Letters of a puzzle's words: `guess-en-5/2026-11-21` has 5."""
    return int(puzzle.split("/")[0].rsplit("-", 1)[1])


def spelled(packed):
    """A stored word: its length from bit 55, then five bits a letter."""
    return "".join(chr(ord("a") + (packed >> 50 - 5 * place & 31)) for place in range(packed >> 55))


def marks(packed):
    """A stored pattern: how many from bit 24, then two bits a mark, the first lowest."""
    return "".join(str(packed >> 2 * place & 3) for place in range(packed >> 24))


def date(number):
    """A stored day: days since 1970-01-01."""
    return (datetime.date(1970, 1, 1) + datetime.timedelta(days=number)).isoformat()
