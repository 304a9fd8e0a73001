"""Those who sprint while the server is being killed: three of them in a room, of which the founder begins one series after
another, of words to guess or of anagrams."""

import asyncio

from anagrams import Hand
from game_socket import Refused
from players import Guest, Watcher, spelled

# What can come of a guess because the clock went on.
TOO_LATE = {"round_over", "no_such_race", "not_in_round", "game_over"}
# Rounds that fit between a few kills: their instants are the server's, and go on while it is dead.
SETTINGS = {"limit": 30, "rounds": 20, "rows": 10}


class Sprinter(Guest):
    """Keeps one seat, and plays every round that it is dealt."""

    def __init__(self, arena, table, serial):
        super().__init__(arena)
        self.table = table
        self.name = f"Quq {serial}"
        # The board of the round that runs, as last told.
        self.board = None
        self.has_board = asyncio.Event()
        # By (race, row): the word that was chosen for it, also over a kill.
        self.chosen = {}

    def hear(self, message):
        """Writes down what the server says, boards included."""
        super().hear(message)
        match message["type"]:
            case "joined": self._take(message.get("board"))
            case "board": self._take(message["board"])
            case "played": self.arena.ledger.judged(self.player, {**message, "puzzle": self._key(message["race"])})

    def _take(self, board):
        self.board = board
        if board is not None:
            self.arena.ledger.shown(self.player, {**board, "puzzle": self._key(board["race"])})
            self.has_board.set()

    def _key(self, race):
        """What the ledger and the disk call the game of a round."""
        return f"{self.room}/{race}"

    async def visit(self):
        """One connection's life: it ends with the server's."""
        welcome = await self.greet()
        if welcome["player"]["name"] != self.name:
            self.arena.ledger.names[self.player].append(self.name)
            await self.request("rename", name=self.name)
        await self.sit_down()
        while True:
            board = await self._next_board()
            await self._play(board)
            if self.board is board:
                self.board = None

    async def sit_down(self):
        if self.table.founder is self and self.table.room is None:
            # The server may have been killed between the two: what it recorded is done, the rest is still to do.
            if self.room is None:
                await self.request("create_room", name=f"HQ of {self.name}")
            else:
                await self.enter("join", self.room)
            await self.request("settings", room=self.room, **self.table.settings)
            return self.table.open(self.room)
        await self.table.has_room.wait()
        return await self.enter("join", self.table.room)

    async def _next_board(self):
        """The board of the round that runs, or of the next; begins a series if none runs."""
        while self.board is None:
            if self.table.founder is self:
                try:
                    await self.request("start", room=self.room)
                except Refused as refusal:
                    if refusal.code != "series_running":
                        raise
            # A series ends with its last round, and the server tells everybody; the founder looks from time to time.
            await self._wait(self.has_board, 2)
        return self.board

    async def _wait(self, event, seconds=None):
        """Waits for what comes next, so long at most, or until the server is gone."""
        event.clear()
        coming = asyncio.ensure_future(event.wait())
        try:
            await asyncio.wait({coming, self.socket.closed}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            coming.cancel()
        if self.socket.closed.done():
            self.socket.closed.result()

    async def _play(self, board):
        row = len(board["guesses"])
        state = board["state"]
        while state == "playing":
            word = self.chosen.setdefault((board["race"], row), self._choose(board))
            try:
                answer = await self.guess(board["race"], row, word)
            except Refused as refusal:
                if refusal.code in TOO_LATE:
                    return
                if refusal.code != "not_started":
                    raise
                await asyncio.sleep(0.05)
                continue
            state, row = answer["state"], row + 1
            await asyncio.sleep(self.arena.random.uniform(0, 1))

    def _choose(self, board):
        answer = self.arena.answers.get(self._key(board["race"]))
        if answer is not None and self.arena.random.random() < 0.2:
            return answer
        return self.arena.random.choice(self.arena.words[board["length"]])

    async def guess(self, race, row, word):
        self.arena.ledger.sent(self.player, self._key(race), row, word)
        self.arena.sprinted.set()
        return await self.request("play", room=self.room, race=race, row=row, word=word)


class Layer(Sprinter):
    """The same in rounds of anagrams, which the clock ends."""

    def __init__(self, arena, table, serial):
        super().__init__(arena, table, serial)
        # Set when tiles come.
        self.dealt = asyncio.Event()
        # By race: the words of this player, also over a kill.
        self.hands = {}

    def hear(self, message):
        super().hear(message)
        match message["type"]:
            case "event": self._follow(message["event"])
            case "joined":
                for told in message.get("events", ()):
                    self._follow(told["event"])

    def _follow(self, event):
        board = self.board
        if board is None or event.get("race") != board["race"]:
            return
        match event["kind"]:
            case "dealt":
                board["tiles"] = event["tiles"]
                self.dealt.set()
            # A game without a word has failed; which it is, nobody asks.
            case "round_over": board["state"] = "solved"

    async def _play(self, board):
        race, random = board["race"], self.arena.random
        while board["tiles"] is None:
            await self._wait(self.dealt)
        if race not in self.hands:
            self.hands[race] = Hand(self, self._key(race), board["tiles"])
        try:
            if board["words"]:
                # What was acknowledged is acknowledged again, in the same words; the ledger compares.
                await self._lay(race, random.choice(board["words"])["word"])
            while board["state"] == "playing":
                await self.hands[race].lay(lambda word, _: self._lay(race, word))
                await asyncio.sleep(random.uniform(0, 1))
        except Refused as refusal:
            if refusal.code not in TOO_LATE:
                raise

    async def _lay(self, race, word):
        self.arena.sprinted.set()
        return await self.request("play", room=self.room, race=race, word=word)


class Track:
    """A room of sprinters, and one who watches."""

    SEATS = 3

    def __init__(self, arena, number, kind=Sprinter, settings=SETTINGS):
        self.arena = arena
        self.settings = settings
        self.room = None
        self.has_room = asyncio.Event()
        self.sprinters = [kind(arena, self, f"{spelled(number)}.{spelled(seat + 1)}") for seat in range(self.SEATS)]
        self.founder = self.sprinters[0]

    def open(self, code):
        """The founder has made the room."""
        self.room = code
        self.has_room.set()

    async def run(self):
        """Sprints until cancelled."""
        async with asyncio.TaskGroup() as group:
            for sprinter in self.sprinters:
                group.create_task(self.arena.survive(sprinter.visit))
            group.create_task(self.arena.survive(Watcher(self.arena, self).visit))
