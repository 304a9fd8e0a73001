"""An anagram game over a line on which a script answers in the server's place by docs/protocol.md: what is found, and when the clock
ends, is the test's to say."""

import datetime
import itertools
import json
import re
import time

from playwright.sync_api import expect

from case import DESKTOP

TILES = "natried"
WORDS = {"tea", "red", "ran", "rain", "tide", "drain", "trained", "near", "dart"}


class Answers:
    """Plays the anagram game of a day with one page."""

    def __init__(self, page, elapsed=0):
        self.began = time.time() * 1000 - elapsed
        self.day = datetime.datetime.now(datetime.timezone.utc).date()
        self.puzzle = f"anagram-en-7/{self.day}"
        self.found = []
        self.asked = []
        self.state = None
        self.is_silent = False
        # By word: the codes with which the server refuses it before it judges it.
        self.refusals = {}
        # What the server finds in the tiles; None: it has too much to do.
        self.solutions = None
        # How many words of three letters, of four and so on; None: a server that does not know the question.
        self.counts = None
        self.questions = 0
        self.socket = None
        page.route_web_socket(re.compile("/api/v1/socket"), self.opened)

    def opened(self, socket):
        self.socket = socket
        socket.on_message(lambda text: self.told(json.loads(text)))

    def say(self, **message):
        self.socket.send(json.dumps(message))

    @property
    def game(self):
        game = {"type": "game", "puzzle": self.puzzle, "number": 7, "length": 7, "tiles": TILES, "seconds": 90,
                "ranked": True, "state": self.state, "elapsed": int(time.time() * 1000 - self.began), "words": self.found}
        if self.state != "playing":
            points = sum(one["points"] for one in self.found)
            result = {"solved": bool(self.found), "turns": len(self.found), "points": points, "ms": 5000, "ranked": True,
                      "share": f"Tilerace No. 7 · {points} points"}
            game |= {"answer": "trained", "result": result}
        return game

    def told(self, message):
        kind, re_ = message["type"], message.get("id")
        if self.is_silent:
            return
        if kind == "hello":
            now = int(time.time() * 1000)
            self.say(re=re_, type="welcome", protocol=1, time=now, server={"name": "Tilerace"},
                     player={"id": "3f1c9a52b7e84d60a1b2c3d4e5f60718", "name": "Brisk Otter"},
                     today={"puzzle": self.puzzle, "number": 7, "length": 7, "day": str(self.day), "ends": now + 3_600_000},
                     games=[{"puzzle": self.puzzle, "state": self.state}] if self.state else [], rooms=[],
                     limits={"message": 16384, "name": 20, "members": 50}, features=["anagram"],
                     sprints=[{"kind": "guess", "language": "en", "lengths": [5]}, {"kind": "anagram", "language": "en", "lengths": [7]}])
        elif kind == "open":
            self.state = self.state or "playing"
            if not self.asked and not self.found:
                self.began = min(self.began, time.time() * 1000)
            self.say(re=re_, **self.game)
        elif kind == "guess":
            assert "row" not in message, message
            word = message["word"]
            self.asked.append(word)
            if self.refusals.get(word):
                code = self.refusals[word].pop(0)
                retry = {"retry": 100} if code == "rate_limited" else {}
                return self.say(re=re_, type="error", code=code, message="Not now.", **retry)
            known = next((row for row, one in enumerate(self.found) if one["word"] == word), None)
            if known is None and word not in WORDS:
                return self.say(re=re_, type="error", code="not_in_word_list", message=f"“{word}” is not in the word list.")
            if known is None:
                points = len(word) ** 2 * (3 if len(word) == 7 else 1)
                self.found.append({"word": word, "length": len(word), "points": points, "ms": 1000 * len(self.found)})
            row = known if known is not None else len(self.found) - 1
            self.say(re=re_, type="judged", puzzle=self.puzzle, row=row, state="playing", repeated=known is not None,
                     score=sum(one["points"] for one in self.found), **self.found[row])
        elif kind == "counts":
            assert message["puzzle"] == self.puzzle and self.state == "playing", message
            self.questions += 1
            if self.counts is None:
                return self.say(re=re_, type="error", code="unknown_type", message="There is no such message.")
            self.counted = re_
            if self.counts:
                self.count()
        elif kind == "solutions":
            assert message["puzzle"] == self.puzzle and self.state != "playing", message
            if self.solutions is None:
                return self.say(re=re_, type="error", code="rate_limited", message="Too much to do.", retry=1000)
            self.say(re=re_, type="solutions", puzzle=self.puzzle, common=self.solutions, count=len(self.solutions) + 40)
        elif kind == "look":
            self.say(re=re_, type="error", code="bad_puzzle", message="Nothing to look at.")
        elif kind == "ping":
            self.say(re=re_, type="pong", time=int(time.time() * 1000))

    def count(self):
        """Answers the question how many words there are."""
        self.say(re=self.counted, type="counts", puzzle=self.puzzle, counts=self.counts)

    def end(self):
        self.state = "solved" if self.found else "failed"
        self.say(**self.game)


class AnagramSteps:
    """What somebody does on the board. For tests with `BrowserCase`."""

    # Of HTTP the server answers itself: for the ranking it has to know the line.
    lines = "guess-en-5,anagram-en-7"

    def racing(self, viewport=DESKTOP, elapsed=0, **options):
        person = self.person(viewport=viewport, **options)
        answers = Answers(person.page, elapsed)
        person.visit("/today")
        person.press("Start the clock")
        expect(self.tiles(person)).to_have_count(7)
        return person, answers

    def tiles(self, person):
        return person.page.get_by_role("group", name="Tiles").get_by_role("button")

    def words(self, person):
        return person.page.locator(".found-words [data-word]")

    def hand(self, person):
        return "".join(person.page.locator(".hand .tile").all_inner_texts()).lower()

    def lay(self, person, word):
        person.page.keyboard.type(word)
        person.page.keyboard.press("Enter")

    def many(self, person):
        """Sixty-eight words: more than a small phone has room for."""
        found = []
        for length, count in ((7, 1), (6, 9), (5, 18), (4, 24), (3, 16)):
            every = ["".join(letters) for letters in itertools.permutations(TILES, length)]
            found += every[3 :: max(1, len(every) // 30)][:count]
        return [{"word": word, "length": len(word), "points": len(word) ** 2 * (3 if len(word) == 7 else 1), "ms": 900 * place}
                for place, word in enumerate(found)]

    def tops(self, person):
        return person.page.eval_on_selector_all(".found-words li", "lists => lists.map(list => list.getBoundingClientRect().top)")
