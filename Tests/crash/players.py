"""Those who play while the server is being killed: racers with seats, and watchers."""

import asyncio
import random

import anagrams
from game_socket import Disconnected, GameSocket, Refused, new_guest

LENGTHS = range(4, 9)
ROWS = 6
# So many words a player tries in the day's anagram.
WORDS = 15


class Arena:
    """What the players share: the server, the words, and the ledger of what they were told."""

    def __init__(self, server, ledger, words, seed):
        self.server = server
        self.ledger = ledger
        self.words = words
        self.dictionary = anagrams.Dictionary()
        self.random = random.Random(seed)
        # By puzzle: the answer, once the test has read it from the disk.
        self.answers = {}
        # Whether the server is up; each life of it has a number.
        self.serving = asyncio.Event()
        self.life = 0
        self.guests = []
        # Set when a guess of a sprint leaves.
        self.sprinted = asyncio.Event()

    def welcomed(self, guest):
        """A guest is there, or there again."""

    async def new_guest(self):
        """The id and the token of a new guest."""
        return await new_guest(self.server.port)

    async def connect(self, guest):
        """A socket on which a guest can say hello."""
        return await GameSocket.connect(self.server.port, guest.hear)

    def may_repeat(self, refusal):
        """Whether a refused request is to be sent again, as nothing was recorded."""
        return False

    def told_to_resync(self, guest, message):
        """What somebody knows of a room is not true any more."""
        self.ledger.fault(f"{guest.player} was told {message}")

    def told_of_day(self, guest, message):
        """A day begins, or ends at another instant than was said: neither happens here."""
        self.ledger.fault(f"{guest.player} was told {message}")

    async def survive(self, visit):
        """Runs `visit`, again and again after every kill, until it comes to its end."""
        while True:
            await self.serving.wait()
            life = self.life
            try:
                return await visit()
            except Disconnected as error:
                if self.serving.is_set() and self.life == life:
                    self.ledger.fault(f"the server closed a connection while it was up: {error}")
                    return None
            except Refused as refusal:
                self.ledger.fault(f"the server refused what it should not: {refusal}")
                return None


class Guest:
    """One player with one connection at a time. Everything it hears goes into the ledger as it arrives."""

    def __init__(self, arena):
        self.arena = arena
        self.player = None
        self.socket = None
        self.day = None
        self._token = None
        # Whether it has come to another machine, while what it said at the one before may still be under way.
        self.has_moved = False
        # The room in which it is, and the number of the last event it knows of.
        self.room = None
        self.sequence = None

    async def greet(self):
        """Connects and says hello; the first time, as a new guest."""
        if self.player is None:
            self.player, self._token = await self.arena.new_guest()
            self.arena.guests.append(self)
        self.socket = await self.arena.connect(self)
        return await self.request("hello", protocol=1, token=self._token)

    async def request(self, type, **fields):
        """A request; when the server asks to wait, it is sent again."""
        while True:
            try:
                return await self.socket.request(type, **fields)
            except Refused as refusal:
                if refusal.code == "draining":
                    # The server goes down, and says with its Close when to come back.
                    await self.socket.closed
                if self.arena.may_repeat(refusal):
                    await asyncio.sleep(0.05)
                    continue
                if refusal.code != "rate_limited":
                    raise
                await asyncio.sleep(refusal.reply["retry"] / 1000)

    async def enter(self, type, code):
        """Joins or watches a room; where it has been there before, from where it was."""
        if self.room is not None and self.room != code:
            self.room = self.sequence = None
        point = {}
        if self.room is not None:
            point = {"epoch": self.arena.ledger.rooms[code].epoch, "seq": self.sequence}
        return await self.request(type, room=code, **point)

    def hear(self, message):
        """Writes down what the server says."""
        ledger = self.arena.ledger
        ledger.heard(self.player, message)
        match message["type"]:
            case "welcome":
                self.day = message["today"]["day"]
                self.arena.welcomed(self)
                ledger.greeted(self.player, message["player"]["name"], self.has_moved)
            case "renamed": ledger.renamed(self.player, message["name"])
            case "game": ledger.shown(self.player, message)
            case "judged": ledger.judged(self.player, message)
            case "joined" | "watching":
                ledger.entered(self.player, message, self.sequence if message["room"] == self.room else None)
                self.room, self.sequence = message["room"], message["seq"]
            case "event":
                ledger.event(message["room"], message["epoch"], message)
                ledger.expect(
                    message["room"] == self.room and message["seq"] == self.sequence + 1,
                    f"after {self.room} {self.sequence} came {message['room']} {message['seq']}")
                self.sequence = message["seq"]
            case "left":
                ledger.rooms[message["room"]].gone.add(self.player)
                self.room = self.sequence = None
            case "resync": self.arena.told_to_resync(self, message)
            case "day": self.arena.told_of_day(self, message)
            case "moved": ledger.fault(f"{self.player} was told {message}")


# One for each digit. No word is made of these letters, in whatever order. Digits will not do: names are checked with
# digits read as letters, so "Kyt 7.35, 7" is refused to whoever knows that today's word is "test".
NUMERALS = "bdhjmpqvxz"


def spelled(number):
    """The number in letters, for names that hold no word on any day."""
    return "".join(NUMERALS[int(digit)] for digit in str(number))


class Racer(Guest):
    """Takes a seat, plays every puzzle of the day to its end, and goes."""

    def __init__(self, arena, table, serial):
        super().__init__(arena)
        self.table = table
        self.name = f"Kyt {serial}"
        self.renames = 0
        # By (puzzle, row): the word that this racer chose for it, also over a kill.
        self.chosen = {}
        # The words of the day's anagram, once its tiles are known.
        self.hand = None

    async def visit(self):
        """One connection's life, to the end of the last game."""
        welcome = await self.greet()
        codes = {room["room"] for room in welcome["rooms"]}
        for code, room in self.arena.ledger.rooms.items():
            if self.player in room.seats and self.player not in room.leaving:
                self.arena.ledger.expect(code in codes, f"{self.player} lost the seat in {code}")
        if welcome["player"]["name"] != self.name:
            await self.rename(self.name)
        await self.sit_down()
        lengths = list(LENGTHS)
        self.arena.random.shuffle(lengths)
        games = [(self.play, f"guess-en-{length}/{self.day}") for length in lengths]
        games.append((self.lay, f"{anagrams.LINE}/{self.day}"))
        for pair in (games[:2], games[2:4], games[4:]):
            ended = await asyncio.gather(*(play(puzzle) for play, puzzle in pair), return_exceptions=True)
            for outcome in ended:
                if isinstance(outcome, BaseException):
                    raise outcome
        if self.arena.random.random() < 0.7:
            self.arena.ledger.rooms[self.room].leaving.add(self.player)
            await self.request("leave", room=self.room)
        self.socket.close()

    async def sit_down(self):
        """Takes its seat, or comes back to it, also where the others have moved on to a new room."""
        if self.room is not None:
            return await self.enter("join", self.room)
        async with self.table.founding:
            if self.table.room is None:
                created = await self.request("create_room", name=f"HQ of {self.name}", line=self.table.line)
                return self.table.move(created["room"])
        return await self.enter("join", self.table.room)

    async def rename(self, name):
        self.arena.ledger.names[self.player].append(name)
        await self.request("rename", name=name)
        self.name = name

    async def play(self, puzzle):
        """Plays one game from where it stands."""
        draw = self.arena.random.random
        game = await self.request("open", puzzle=puzzle, hard="off")
        state, row = game["state"], len(game["guesses"])
        if row > 0 and draw() < 0.5:
            # What was acknowledged is acknowledged again, in the same words; the ledger compares.
            again = self.arena.random.randrange(row)
            await self.guess(puzzle, again, game["guesses"][again]["word"])
        while state == "playing":
            word = self.chosen.setdefault((puzzle, row), self.choose(puzzle))
            # Now and then a double Enter.
            answers = await asyncio.gather(
                *(self.guess(puzzle, row, word) for _ in range(2 if draw() < 0.1 else 1)))
            state = answers[0]["state"]
            row += 1
            if draw() < 0.02 and self.renames < 4:
                self.renames += 1
                await self.rename(f"{self.name.split(',')[0]}, {spelled(self.renames)}")

    async def lay(self, puzzle):
        """Lays words of the day's anagram, and goes: the clock ends the game."""
        draw = self.arena.random.random
        game = await self.request("open", puzzle=puzzle, hard="off")
        if game["words"] and draw() < 0.5:
            await self._lay(puzzle, self.arena.random.choice(game["words"])["word"])
        if self.hand is None:
            self.hand = anagrams.Hand(self, puzzle, game["tiles"])
        laid = len(game["words"])
        while game["state"] == "playing" and laid < WORDS:
            laid += 1
            try:
                more = await self.hand.lay(
                    lambda word, copies: asyncio.gather(*(self._lay(puzzle, word) for _ in range(copies))),
                    # Now and then a double Enter.
                    copies=2 if draw() < 0.1 else 1)
            except Refused as refusal:
                if refusal.code != "game_over":
                    raise
                return
            if not more:
                return

    async def _lay(self, puzzle, word):
        return await self.request("guess", puzzle=puzzle, word=word)

    def choose(self, puzzle):
        answer = self.arena.answers.get(puzzle)
        if answer is not None and self.arena.random.random() < 0.1:
            return answer
        length = int(puzzle.split("/")[0].split("-")[2])
        return self.arena.random.choice(self.arena.words[length])

    async def guess(self, puzzle, row, word):
        self.arena.ledger.sent(self.player, puzzle, row, word)
        return await self.request("guess", puzzle=puzzle, row=row, word=word)


class Watcher(Guest):
    """Watches a table, with a new connection after every kill."""

    def __init__(self, arena, table):
        super().__init__(arena)
        self.table = table

    async def visit(self):
        await self.greet()
        await self.table.has_room.wait()
        await self.enter("watch", self.table.room)
        await self.socket.closed


class Table:
    """A room with four racers, each replaced by a new one when all games are played, and a watcher."""

    SEATS = 4
    # So many seats given, and the party moves to a new room.
    SEATS_PER_ROOM = 30

    def __init__(self, arena, number):
        self.arena = arena
        self.number = number
        self.room = None
        # Every other room races in anagrams.
        self.line = anagrams.LINE if number % 2 == 0 else "guess-en-5"
        # Held by the one who creates the room.
        self.founding = asyncio.Lock()
        self.has_room = asyncio.Event()
        self._seats_given = 0
        self._racers = 0

    def move(self, code):
        """From now on the party is in this room."""
        self.room = code
        self.has_room.set()

    async def run(self):
        """Plays until cancelled."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self.SEATS):
                group.create_task(self._seat())
            group.create_task(self.arena.survive(Watcher(self.arena, self).visit))

    async def _seat(self):
        while True:
            self._racers += 1
            self._seats_given += 1
            if self._seats_given > self.SEATS_PER_ROOM:
                self._seats_given = 1
                self.room = None
                self.has_room.clear()
            await self.arena.survive(Racer(self.arena, self, f"{spelled(self.number)}.{spelled(self._racers)}").visit)
