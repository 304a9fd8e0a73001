"""What the server has told its clients: each of these facts must survive every kill."""

import time
from collections import defaultdict
from dataclasses import dataclass, field

from secrecy import told_too_early


@dataclass
class Game:
    """One player's game of one puzzle."""

    is_open: bool = False
    # By row: (word, verdict, ms), as acknowledged. A verdict is marks, or the length and the points of a found word.
    rows: dict = field(default_factory=dict)
    # By row: words that were sent, whether or not an answer came. Words that are laid have no row: they are under None.
    sent: dict = field(default_factory=dict)
    # Words that were refused whenever they came: they are in no game.
    refused: set = field(default_factory=set)
    # (solved, turns, points, ms) once told; points are None in kinds of games that have none.
    finish: tuple = None

    def may_have(self, row, word):
        """Whether the word was sent for this row, and not refused."""
        return word in self.sent.get(row, ()) or word in self.sent.get(None, ()) and word not in self.refused


@dataclass
class Room:
    """One room, as all its members and watchers together have seen it."""

    epoch: str
    # By sequence number: (time, event).
    events: dict = field(default_factory=dict)
    # By sequence number: the pictures shown at that point.
    snapshots: dict = field(default_factory=dict)
    # By player: the seat that was given.
    seats: dict = field(default_factory=dict)
    # Players who asked to leave, and those who were told that they have left.
    leaving: set = field(default_factory=set)
    gone: set = field(default_factory=set)


class Ledger:
    """Every promise of the server, and every contradiction among them."""

    def __init__(self):
        self.games = {}
        self.rooms = {}
        # From when to when each server ran, ms since 1970; None for the end of one that runs.
        self.lives = []
        # By player: names that the player may have, the last acknowledged one first.
        self.names = {}
        # By player: all words that were sent.
        self.words = defaultdict(set)
        self.faults = []
        self.counts = {"moves": 0, "events": 0, "resumes": 0, "gap": 0, "repeats": 0, "kept": 0, "lost": 0}

    def fault(self, text):
        """A promise that was broken."""
        self.faults.append(text)

    def expect(self, truth, text):
        """`truth` must hold."""
        if not truth:
            self.fault(text)

    def heard(self, player, message):
        """Whatever the server says, it tells nobody what is still a secret."""
        early = told_too_early(message, self.words[player])
        self.expect(not early, f"{player} was told {early} too early, by {message}")

    # Lives of the server.

    def started(self):
        """The server serves."""
        self.lives.append((wall(), None))

    def ended(self):
        """The server is gone."""
        self.lives[-1] = (self.lives[-1][0], wall())

    # Players.

    def greeted(self, player, name, has_moved=False):
        """The server said what the player is called now. What it was told before this is decided, unless the player `has_moved`: the
        machine of the socket before may have passed on what it was told, and the one that decides does not know that it is gone."""
        if has_moved:
            return self.renamed(player, name)
        self._expect_name(player, name)
        self.names[player] = [name]

    def renamed(self, player, name):
        """A new name was acknowledged; others may be on their way behind it."""
        self._expect_name(player, name)
        possible = self.names[player]
        self.names[player] = possible[possible.index(name):]

    def _expect_name(self, player, name):
        possible = self.names.setdefault(player, [name])
        if name not in possible:
            self.fault(f"{player} is called {name}, not one of {possible}")
            possible.append(name)

    # Games.

    def game(self, player, puzzle):
        return self.games.setdefault((player, puzzle), Game())

    def sent(self, player, puzzle, row, word):
        """A guess is on its way: from now on it may be in the game. `row` is None for a word that is laid."""
        self.game(player, puzzle).sent.setdefault(row, set()).add(word)
        self.words[player].add(word)

    def refused(self, player, puzzle, word):
        """A word that was laid was refused: it was not in the game, and is not now."""
        game = self.game(player, puzzle)
        self.expect(
            all(word != known for known, _, _ in game.rows.values()), f"{puzzle} of {player}: {word} is in it, and refused")
        game.refused.add(word)

    def judged(self, player, reply):
        """A guess was acknowledged, for the first time or again."""
        game = self.game(player, reply["puzzle"])
        is_known = reply["row"] in game.rows
        self._row(game, player, reply["puzzle"], reply["row"], reply)
        if "score" in reply:
            # The points of the words up to this one; and it says whether it was there before.
            points = sum(int(game.rows[row][1].split(":")[1]) for row in range(reply["row"] + 1) if row in game.rows)
            self.expect(
                (reply["score"], reply["repeated"]) == (points, is_known),
                f"{reply['puzzle']} of {player}: {points} points, {'again' if is_known else 'new'}, told was {reply}")
        # An earlier row is answered again as it was at its time: the game went on then.
        is_earlier = game.finish is not None and reply["row"] + 1 < game.finish[1]
        if not (is_earlier and reply["state"] == "playing"):
            self._finish(game, player, reply)

    def shown(self, player, reply):
        """A board was shown: it must have all that was acknowledged, and nothing that was never sent."""
        puzzle = reply["puzzle"]
        game = self.game(player, puzzle)
        game.is_open = True
        guesses = reply["words"] if "words" in reply else reply["guesses"]
        self.expect(
            len(guesses) >= len(game.rows),
            f"{puzzle} of {player} shows {len(guesses)} rows of {len(game.rows)} acknowledged")
        for row, words in game.sent.items():
            if row is not None and row not in game.rows and words:
                self.counts["kept" if row < len(guesses) else "lost"] += 1
        for word in game.sent.get(None, set()) - game.refused - {word for word, _, _ in game.rows.values()}:
            self.counts["kept" if any(word == guess["word"] for guess in guesses) else "lost"] += 1
        for row, guess in enumerate(guesses):
            self._row(game, player, puzzle, row, guess)
        self._finish(game, player, reply)

    def _row(self, game, player, puzzle, row, told):
        fact = (told["word"], verdict(told), told["ms"])
        known = game.rows.get(row)
        if known is None:
            self.expect(game.may_have(row, fact[0]), f"{puzzle} of {player}: row {row} has {fact[0]}, never sent")
            self.expect(row == len(game.rows), f"{puzzle} of {player}: row {row} comes after {len(game.rows)} rows")
            game.rows[row] = fact
            self.counts["moves"] += 1
        else:
            self.counts["repeats"] += 1
            self.expect(known == fact, f"{puzzle} of {player}: row {row} was {known}, now {fact}")

    def _finish(self, game, player, told):
        if told["state"] == "playing":
            return self.expect(game.finish is None, f"{told['puzzle']} of {player} was over and goes on")
        result = told["result"]
        finish = (result["solved"], result["turns"], result.get("points"), result["ms"])
        self.expect(game.finish in (None, finish), f"{told['puzzle']} of {player}: {game.finish} became {finish}")
        game.finish = finish

    # Rooms.

    def entered(self, player, reply, point):
        """A room was shown, as a picture, or as what happened since `point`."""
        code, epoch, sequence = reply["room"], reply["epoch"], reply["seq"]
        room = self.rooms.setdefault(code, Room(epoch))
        self.expect(room.epoch == epoch, f"room {code}: epoch {room.epoch} became {epoch}")
        if reply["type"] == "joined":
            seat = room.seats.setdefault(player, reply["seat"])
            if seat != reply["seat"]:
                # A new seat is right only for somebody who may have left.
                self.expect(player in room.leaving, f"room {code}: {player} had seat {seat}, now {reply['seat']}")
                room.seats[player] = reply["seat"]
            room.leaving.discard(player)
            room.gone.discard(player)
        if not reply["recovered"]:
            self.expect(point is None, f"room {code}: {point} was not enough to come back")
            # Who is connected is no part of the log.
            picture = {name: value for name, value in reply["snapshot"].items() if name not in ("present", "watchers")}
            room.snapshots.setdefault(sequence, []).append(picture)
            return
        numbers = [event["seq"] for event in reply["events"]]
        self.expect(
            point is not None and numbers == list(range(point + 1, sequence + 1)),
            f"room {code}: after {point} and up to {sequence} came {numbers}")
        self.counts["resumes"] += 1
        self.counts["gap"] += len(numbers)
        for event in reply["events"]:
            self.event(code, epoch, event)

    def event(self, code, epoch, told):
        """Somebody was told of an event."""
        room = self.rooms[code]
        self.expect(room.epoch == epoch, f"room {code}: epoch {room.epoch} became {epoch}")
        fact = (told["time"], told["event"])
        known = room.events.setdefault(told["seq"], fact)
        self.expect(known == fact, f"room {code}: event {told['seq']} was {known}, now {fact}")
        self.counts["events"] += 1


def verdict(told):
    """What the rules said of a word, as logs have it: marks, or the length and the points of a found word."""
    return told["marks"] if "marks" in told else f"{told['length']}:{told['points']}"


def wall():
    """The machine's clock, which the server's is from its start on: ms since 1970."""
    return time.time_ns() // 1_000_000
