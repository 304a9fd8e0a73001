"""The board of the anagram game, over a line on which a script answers in the server's place by docs/protocol.md: no server
offers a line of that kind yet."""

import datetime
import json
import re
import time
import unittest

from playwright.sync_api import expect

from case import DESKTOP, PHONE, SIDEWAYS, SMALL_PHONE, TABLET, BrowserCase

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
            known = next((row for row, one in enumerate(self.found) if one["word"] == word), None)
            if known is None and word not in WORDS:
                return self.say(re=re_, type="error", code="not_in_word_list", message=f"“{word}” is not in the word list.")
            if known is None:
                points = len(word) ** 2 * (3 if len(word) == 7 else 1)
                self.found.append({"word": word, "length": len(word), "points": points, "ms": 1000 * len(self.found)})
            row = known if known is not None else len(self.found) - 1
            self.say(re=re_, type="judged", puzzle=self.puzzle, row=row, state="playing", repeated=known is not None,
                     score=sum(one["points"] for one in self.found), **self.found[row])
        elif kind == "ping":
            self.say(re=re_, type="pong", time=int(time.time() * 1000))

    def end(self):
        self.state = "solved" if self.found else "failed"
        self.say(**self.game)


class AnagramTests(BrowserCase):
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

    def test_words_are_typed_and_tapped_and_stand_by_length(self):
        person, answers = self.racing(viewport=PHONE, touch=True)
        self.lay(person, "rain")
        expect(self.words(person)).to_have_text(["rain"])
        # The letters came back: each tile may serve in the next word as well.
        for letter in "TRAINED":
            self.tiles(person).get_by_text(letter, exact=True).tap()
        self.assertEqual(self.hand(person), "trained")
        person.page.get_by_role("button", name="Enter").tap()
        expect(self.words(person)).to_have_text(["trained", "rain"])
        expect(person.page.locator(".found-points")).to_have_text("163 points")
        expect(person.page.get_by_role("log")).to_contain_text("TRAINED, 147 points. 163 in all.")
        self.assertEqual(answers.asked, ["rain", "trained"])
        expect(person.page.locator(".found-words .slot")).to_have_count(3)
        self.look_at(person, "anagram")

    def test_what_is_known_to_be_no_new_word_is_not_asked_for(self):
        person, answers = self.racing()
        self.lay(person, "tea")
        expect(self.words(person)).to_have_text(["tea"])
        self.lay(person, "tea")
        expect(person.page.get_by_text("You have TEA already")).to_be_visible()
        # What is typed next takes its place.
        self.lay(person, "at")
        expect(person.page.get_by_text("Three letters at least")).to_be_visible()
        person.page.keyboard.press("Escape")
        person.page.keyboard.type("z")
        expect(person.page.get_by_text("No Z is left")).to_be_visible()
        self.assertEqual(answers.asked, ["tea"])
        # A word that the server refuses is in the hand again.
        self.lay(person, "tain")
        expect(person.page.get_by_text("Not in the word list")).to_be_visible()
        self.eventually(lambda: self.hand(person) == "tain")
        person.page.keyboard.press("Backspace")
        person.page.keyboard.type("d")
        self.assertEqual(self.hand(person), "taid")
        # Mended, it is refused as well; then another word is laid over it.
        self.lay(person, "e")
        self.eventually(lambda: answers.asked[-1] == "taide" and self.hand(person) == "taide")
        self.lay(person, "tide")
        expect(self.words(person)).to_have_text(["tide", "tea"])

    def test_a_shuffle_keeps_the_word_in_hand(self):
        person, _ = self.racing()
        person.page.keyboard.type("ten")
        before = self.tiles(person).all_inner_texts()
        person.press("Shuffle")
        self.assertNotEqual(self.tiles(person).all_inner_texts(), before)
        self.assertEqual(sorted(self.tiles(person).all_inner_texts()), sorted(before))
        self.assertEqual(self.hand(person), "ten")
        # The Enter of somebody who types sends the word, whatever was pressed before.
        person.page.keyboard.type("d")
        person.page.keyboard.press("Enter")
        self.eventually(lambda: self.hand(person) in ("", "tend"))

    def test_many_words_at_once_are_all_sent(self):
        person, answers = self.racing()
        for word in ("tea", "red", "ran", "rain", "tide"):
            self.lay(person, word)
        expect(self.words(person)).to_have_count(5)
        self.assertEqual(sorted(answers.asked), ["rain", "ran", "red", "tea", "tide"])

    def test_the_clock_is_urgent_and_the_server_ends_the_game(self):
        person, answers = self.racing(elapsed=83_000)
        timer = person.page.get_by_role("timer")
        expect(timer).to_have_class(re.compile("late"))
        expect(timer).to_have_text(re.compile(r"^0:0\d$"))
        self.lay(person, "drain")
        expect(self.words(person)).to_have_text(["drain"])
        answers.end()
        sheet = person.page.get_by_role("dialog")
        expect(sheet).to_contain_text("25 points")
        expect(sheet).to_contain_text("every letter makes TRAINED")
        expect(person.page.get_by_role("log")).to_contain_text("The time is up. 25 points with 1 word.")
        person.page.keyboard.press("Escape")
        expect(person.page.get_by_role("heading", name="25 points, 1 word")).to_be_visible()
        expect(self.tiles(person)).to_have_count(0)

    def test_a_word_on_its_way_when_the_line_broke_is_sent_again(self):
        person, answers = self.racing()
        self.lay(person, "tea")
        expect(self.words(person)).to_have_text(["tea"])
        answers.is_silent = True
        self.lay(person, "near")
        answers.socket.close(code=1001)
        answers.is_silent = False
        expect(self.words(person)).to_have_text(["near", "tea"])

    def test_what_the_page_cannot_race_yet_is_not_offered(self):
        person = self.person()
        Answers(person.page)
        person.visit("/practice?words=anagram-en-7")
        expect(person.page.get_by_text("This server has no such words.")).to_be_visible()

    def test_it_fits_the_smallest_phone(self):
        person, _ = self.racing(viewport=SMALL_PHONE, touch=True)
        for word in ("tea", "red", "ran", "rain", "tide", "drain", "trained"):
            self.lay(person, word)
        expect(self.words(person)).to_have_count(7)
        box = person.page.get_by_role("button", name="Enter").bounding_box()
        self.assertLessEqual(box["y"] + box["height"], SMALL_PHONE["height"])
        self.assertGreaterEqual(box["height"], 40)
        for tile in self.tiles(person).all():
            place = tile.bounding_box()
            self.assertGreaterEqual(place["x"], 8)
            self.assertLessEqual(place["x"] + place["width"], SMALL_PHONE["width"] - 8)
        self.look_at(person, "anagram-small", {"small": SMALL_PHONE, "landscape": SIDEWAYS, "tablet": TABLET})


if __name__ == "__main__":
    unittest.main()
