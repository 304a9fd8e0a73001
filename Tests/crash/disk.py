"""The disk as a kill left it: a copy of the database, read with another program's eyes, and held against the ledger."""

import datetime
import json
import shutil
import sqlite3
import tempfile
from collections import defaultdict
from pathlib import Path

from instants import ends_of_rounds

DATABASE = "tilerace.db"
ROWS = 6
# Lines of words to guess. In the others words are laid from tiles.
GUESSES = "line NOT LIKE '%anagram%'"

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
        WHERE {GUESSES} AND
            ((solved IS NOT NULL) <> (hit OR made = {ROWS}) OR solved <> hit OR turns <> made OR elapsed <> at)""",
    "a move after the answer": f"""
        SELECT game FROM moves JOIN games ON games.id = game LEFT JOIN pinned_puzzles USING (line, day)
        WHERE {GUESSES} GROUP BY game HAVING max(row) FILTER (WHERE word = coalesce(games.answer, pinned_puzzles.answer)) < max(row)""",
    "a move earlier than the one before it": f"""
        SELECT a.game FROM moves a JOIN moves b ON b.game = a.game AND b.row = a.row + 1 JOIN games ON games.id = a.game
        WHERE b.elapsed < a.elapsed AND NOT {GUESSES}
        OR (b.elapsed + b.credit < a.elapsed + a.credit OR b.credit < a.credit) AND {GUESSES}""",
    "a word that is laid twice": f"""
        SELECT game FROM moves JOIN games ON games.id = game WHERE NOT {GUESSES}
        GROUP BY game HAVING count(*) <> count(DISTINCT word)""",
    "a word when the time was over": """
        SELECT game FROM moves JOIN games ON games.id = game WHERE moves.elapsed >= 1000 * seconds""",
    "a game with a clock that ended otherwise than its words say": f"""
        WITH laid AS (
            SELECT game, count(*) AS made, sum(verdict & 65535) AS sum, max(elapsed) AS at FROM moves GROUP BY game)
        SELECT id FROM games LEFT JOIN laid ON game = id WHERE NOT {GUESSES} AND solved IS NOT NULL AND
            (solved <> (made IS NOT NULL) OR turns <> coalesce(made, 0) OR points <> coalesce(sum, 0)
                OR games.elapsed <> coalesce(at, 0))""",
    # The lowest bit marks games whose words came faster than a hand lays them: five and more of 600 ms each, or so many
    # in a row that neither the 18 s that a silence saves nor the 3 s for those in mind have 600 ms for each.
    "a game that is ranked otherwise than it ended": f"""
        WITH words AS (SELECT game, row, elapsed + credit AS read FROM moves),
            bursts AS (
                SELECT game FROM words WHERE 600 * (row + 1) - read > 3000
                UNION
                SELECT a.game FROM words a JOIN words b ON b.game = a.game AND b.row >= a.row
                WHERE 600 * (b.row - a.row + 1) - (b.read - a.read) > 18000 + 3000)
        SELECT id FROM games WHERE score <> CASE
            WHEN NOT {GUESSES} THEN (1 << 61) | ((1048575 - points) << 40) | (turns << 30) | (elapsed << 1)
                | ((turns >= 5 AND elapsed < 600 * turns) OR id IN bursts)
            WHEN solved THEN turns << 48 | elapsed ELSE 1 << 60 END
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
        for id, player, line, day, solved, turns, points, ms in db.execute(
                "SELECT id, player, line, day, solved, turns, points, elapsed FROM games"):
            keys[id] = (player.hex(), f"{line}/{date(day)}")
            self.games[keys[id]] = []
            self.finishes[keys[id]] = None if solved is None else (solved == 1, turns, points, ms)
        for game, word, judged, ms in db.execute("SELECT game, word, verdict, elapsed FROM moves ORDER BY game, row"):
            self.games[keys[game]].append((spelled(word), verdict(judged), ms))
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
        players, rows, is_timed = {}, {}, {}
        for _, event in log:
            (kind, of), = event.items()
            if kind == "joined":
                players[of["seat"]] = of["player"]
            elif kind == "round":
                race, rows[of["deal"]["race"]] = of["deal"]["race"], of["deal"]["sprint"]["rows"]
                is_timed[race] = kind_of(of["deal"]["sprint"]["line"]) != "guess"
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
                if not is_timed[of["race"]] and (solved or len(game) == rows[of["race"]]):
                    self.finishes[key] = (solved, len(game), None, of["elapsed"])
            elif kind == "roundOver":
                for standing in of["result"]["standings"]:
                    key = (players[standing["seat"]], f"{code}/{of['result']['race']}")
                    game = self.games[key]
                    if is_timed[of["result"]["race"]]:
                        points = sum(int(found.split(":")[1]) for _, found, _ in game)
                        self.finishes[key] = (bool(game), len(game), points, game[-1][2] if game else 0)
                        told = tuple(standing[name] for name in ("solved", "turns", "score", "elapsed"))
                        if told != self.finishes[key]:
                            self.faults.append(f"room {code}: {standing} is told of {self.finishes[key]}")
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
            if code in ledger.rooms:
                faults += ends_of_rounds(code, log, ledger.lives)
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
                if not told.may_have(row, stored[row][0]):
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
            # Who asked to leave may have left, and have come back to another seat, without having been told.
            elif stored != seat and not (player in room.leaving and (stored is None or stored > seat)):
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
                **({} if sprint["kind"] == "guess" else {"game": sprint["kind"]}),
                **{name: sprint[name] for name in ("language", "length", *(("rows", "hard") if sprint["kind"] == "guess" else ()))}}
        case "dealt": return {"kind": kind, "race": fields["race"], "tiles": fields["tiles"]}
        case "guessed":
            told = {name: fields[name] for name in ("race", "seat", "row")}
            return {"kind": kind, **told, **seen(fields["pattern"]), "ms": fields["elapsed"]}
        case "played": return shown({"guessed": fields})
        case "roundOver":
            result = fields["result"]
            standings = [
                {"ms" if name == "elapsed" else name: value for name, value in standing.items()}
                for standing in result["standings"]]
            return {
                "kind": "round_over", "race": result["race"], "answer": result["answer"], "salt": result["salt"],
                "ended": result.get("endedByHost", False), "standings": standings, "next": result.get("next")}
        case "seriesOver": return {"kind": "series_over", **fields}
    names = {"elapsed": "ms"}
    view = {"kind": kind, **{names.get(name, name): value for name, value in fields.items() if name != "player"}}
    if kind == "opened":
        view |= shape(fields["puzzle"])
    return view


def shape(puzzle):
    """How large the games of a daily race are, as clients see it: rows have those that are played row by row."""
    return {"length": length(puzzle), **({"rows": ROWS} if puzzle.startswith("guess-") else {})}


def chosen(sprint):
    """How sprints are played, as clients see it."""
    kind, language, letters = sprint["line"].split("-")
    return {
        "kind": kind, "language": language, "length": int(letters),
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
                races[of["race"]][1][of["seat"]]["rows"].append({**seen(of["pattern"]), "ms": of["elapsed"]})
            case "finished":
                races[of["race"]][1][of["seat"]]["finish"] = {
                    "solved": of["solved"], "turns": of["turns"], "ms": of["elapsed"],
                    **({"points": of["points"]} if "points" in of else {})}
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
            {"race": race, "puzzle": puzzle, **shape(puzzle),
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


def verdict(packed):
    """A stored verdict. Marks: how many from bit 24, then two bits a mark, the first lowest. A found word: bit 40, its length
    from bit 16, and its points."""
    if packed >> 40:
        return f"{packed >> 16 & 0xFF}:{packed & 0xFFFF}"
    return "".join(str(packed >> 2 * place & 3) for place in range(packed >> 24))


def seen(judged):
    """A verdict as clients see it."""
    if ":" not in judged:
        return {"marks": judged}
    length, points = judged.split(":")
    return {"length": int(length), "points": int(points)}


def kind_of(line):
    """The kind of game of a line."""
    return line.split("-")[0]


def date(number):
    """A stored day: days since 1970-01-01."""
    return (datetime.date(1970, 1, 1) + datetime.timedelta(days=number)).isoformat()
