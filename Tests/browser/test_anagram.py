"""The board of the anagram game, over a line on which a script answers in the server's place by docs/protocol.md: no server
offers a line of that kind yet."""

import datetime
import itertools
import json
import re
import time
import unittest

from axe_playwright_python.sync_playwright import Axe
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
        # What the server finds in the tiles; None: it has too much to do.
        self.solutions = None
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
        elif kind == "solutions":
            assert message["puzzle"] == self.puzzle and self.state != "playing", message
            if self.solutions is None:
                return self.say(re=re_, type="error", code="rate_limited", message="Too much to do.", retry=1000)
            self.say(re=re_, type="solutions", puzzle=self.puzzle, common=self.solutions, count=len(self.solutions) + 40)
        elif kind == "look":
            self.say(re=re_, type="error", code="bad_puzzle", message="Nothing to look at.")
        elif kind == "ping":
            self.say(re=re_, type="pong", time=int(time.time() * 1000))

    def end(self):
        self.state = "solved" if self.found else "failed"
        self.say(**self.game)


class AnagramTests(BrowserCase):
    # Of HTTP it answers itself: for the ranking it has to know the line.
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

    def box(self, part):
        box = part.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, person, start, end, lift=True):
        """With a mouse, from the middle of one part to a place."""
        mouse = person.page.mouse
        mouse.move(*self.box(start))
        mouse.down()
        mouse.move(*end, steps=8)
        if lift:
            mouse.up()

    def test_tiles_are_dragged_into_the_hand_within_it_and_out_of_it(self):
        person, _ = self.racing(viewport=PHONE)
        hand = person.page.locator(".hand .tile")
        tile = lambda letter: self.tiles(person).get_by_text(letter, exact=True)
        self.drag(person, tile("T"), self.box(hand.nth(0)))
        self.drag(person, tile("N"), self.box(hand.nth(6)))
        self.assertEqual(self.hand(person), "tn", "past the last letter is after it")
        self.drag(person, tile("E"), self.box(hand.nth(1)))
        self.assertEqual(self.hand(person), "ten")
        # Within the word, and out of it.
        self.drag(person, hand.nth(2), self.box(hand.nth(0)))
        self.assertEqual(self.hand(person), "nte")
        self.drag(person, hand.nth(1), self.box(self.tiles(person).nth(3)))
        self.assertEqual(self.hand(person), "ne")
        expect(tile("T")).to_have_attribute("aria-pressed", "false")
        # A letter of the word that is only pressed goes back to the tiles.
        hand.nth(0).click()
        self.assertEqual(self.hand(person), "e")
        expect(person.page.locator(".dragged")).to_have_count(0)

    def test_a_drag_that_the_system_takes_away_changes_nothing(self):
        person, _ = self.racing(viewport=PHONE)
        person.page.keyboard.type("ten")
        hand = person.page.locator(".hand .tile")
        self.drag(person, hand.nth(0), self.box(self.tiles(person).nth(3)), lift=False)
        self.assertEqual(self.hand(person), "en")
        expect(person.page.locator(".dragged")).to_have_count(1)
        person.page.evaluate("window.dispatchEvent(new Event('blur'))")
        self.assertEqual(self.hand(person), "ten")
        expect(person.page.locator(".dragged")).to_have_count(0)
        person.page.mouse.up()
        self.assertEqual(self.hand(person), "ten")

    def touch(self, person, kind, *points):
        """Fingers, each where it is: the browser makes the pointers of them."""
        self.session = getattr(self, "session", None) or person.context.new_cdp_session(person.page)
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})

    def test_fingers_drag_and_tap_at_once(self):
        person, _ = self.racing(viewport=PHONE, touch=True)
        tile = lambda letter: self.box(self.tiles(person).get_by_text(letter, exact=True))
        # A press acts as it comes down, before anybody knows whether it will be a drag.
        self.touch(person, "touchStart", tile("T"))
        self.eventually(lambda: self.hand(person) == "t")
        # The other thumb need not wait for the first one.
        self.touch(person, "touchStart", tile("T"), tile("E"))
        self.eventually(lambda: self.hand(person) == "te")
        self.touch(person, "touchEnd")
        self.assertEqual(self.hand(person), "te")
        first = self.box(person.page.locator(".hand .tile").nth(0))
        x, y = tile("N")
        self.touch(person, "touchStart", (x, y))
        for step in range(1, 9):
            self.touch(person, "touchMove", (x + (first[0] - x) * step / 8, y + (first[1] - y) * step / 8))
        self.eventually(lambda: self.hand(person) == "nte")
        self.touch(person, "touchEnd")
        self.assertEqual(self.hand(person), "nte")
        expect(person.page.locator(".dragged")).to_have_count(0)

    def test_erase_takes_a_letter_and_held_it_clears_the_word(self):
        person, _ = self.racing(viewport=PHONE)
        person.page.keyboard.type("train")
        erase = person.page.get_by_role("button", name="Erase")
        erase.click()
        self.assertEqual(self.hand(person), "trai")
        erase.click(delay=700)
        self.assertEqual(self.hand(person), "")
        person.page.keyboard.type("ten")
        erase.focus()
        person.page.keyboard.press("Enter")
        self.assertEqual(self.hand(person), "te")
        person.page.keyboard.press("Escape")
        self.assertEqual(self.hand(person), "")

    def test_the_word_of_every_letter_is_celebrated_and_keeps_nobody_from_the_next(self):
        person, answers = self.racing(viewport=PHONE)
        self.lay(person, "trained")
        cheer = person.page.locator(".cheer")
        expect(cheer).to_be_visible()
        expect(cheer).to_contain_text("+147")
        # It lies over the lists, and over nothing that is pressed.
        low = cheer.evaluate("one => { one.getAnimations({ subtree: true }).forEach(motion => motion.finish()); "
                             "return one.parentElement.getBoundingClientRect().bottom; }")
        self.assertLessEqual(low, person.page.locator(".hand").bounding_box()["y"])
        self.lay(person, "rain")
        expect(self.words(person)).to_have_text(["trained", "rain"])
        expect(person.page.get_by_role("log")).to_contain_text("Every letter! TRAINED, 147 points.")
        expect(cheer).to_have_count(0)
        self.lay(person, "tea")
        expect(self.words(person)).to_have_count(3)
        expect(cheer).to_have_count(0)
        self.assertEqual(answers.asked, ["trained", "rain", "tea"])

    def test_a_word_that_is_found_already_is_pointed_at(self):
        person, _ = self.racing()
        self.lay(person, "tea")
        expect(self.words(person)).to_have_text(["tea"])
        self.lay(person, "tea")
        expect(person.page.locator(".found-words .again")).to_have_text("tea")

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

    def test_lists_of_many_words_stay_where_they_are_and_show_the_newest(self):
        for viewport in (SMALL_PHONE, PHONE, SIDEWAYS):
            person = self.person(viewport=viewport, touch=True)
            answers = Answers(person.page)
            answers.state = "playing"
            person.visit("/today")
            expect(self.tiles(person)).to_have_count(7)
            empty = self.tops(person)
            answers.found = self.many(person)
            answers.socket.close(code=1001)
            expect(self.words(person)).to_have_count(len(answers.found))
            self.assertEqual(self.tops(person), empty, f"{viewport}: no list moves")
            for word in ("near", "rain", "tea"):
                self.lay(person, word)
                newest = person.page.locator(f".found-words [data-word={word}]")
                expect(newest).to_have_count(1)
                self.assertTrue(newest.evaluate("""word => {
                    const [inner, outer] = [word, word.parentElement].map(one => one.getBoundingClientRect());
                    return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
                }"""), f"{viewport} {word}: the newest is in sight")
            self.assertEqual(self.tops(person), empty)
            if viewport == SMALL_PHONE:
                self.look_at(person, "anagram-many", {"small": SMALL_PHONE, "phone": PHONE, "desktop": DESKTOP})

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
        expect(sheet.get_by_role("img", name="Every letter makes TRAINED: you did not find it")).to_be_visible()
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

    def over(self, found, solutions, **options):
        """Somebody whose game has ended, with its sheet."""
        person = self.person(**options)
        answers = Answers(person.page)
        answers.state, answers.found, answers.solutions = "playing", found, solutions
        person.visit("/today")
        expect(self.tiles(person)).to_have_count(7)
        answers.end()
        sheet = person.page.get_by_role("dialog")
        expect(sheet).to_be_visible()
        return person, answers, sheet

    def test_the_result_shows_all_common_words_with_those_that_were_found(self):
        found = self.many(None)
        common = [one["word"] for one in found if one["length"] < 7][::3] + ["trained", "dirtan"] + [
            "".join(letters) for letters in list(itertools.permutations("trained", 4))[::12]]
        common = sorted(dict.fromkeys(common), key=lambda word: (len(word), word))
        person, _, sheet = self.over(found, common, viewport=SMALL_PHONE, touch=True)
        mine = {one["word"] for one in found}
        expect(sheet).to_contain_text(f"You found {len(mine & set(common))} of {len(common)} common words")
        expect(sheet).to_contain_text("Longest missed: TRAINED")
        expect(sheet.locator(".word-marks .found-one")).to_have_count(len(mine & set(common)))
        expect(sheet.locator(".word-marks .rare")).to_have_count(len(mine - set(common)))
        six = [word for word in common if len(word) == 6]
        label = f"6 letters: {len(mine & set(six))} of {len(six)} found"
        expect(sheet.get_by_role("region", name=label)).to_be_attached()
        self.assertEqual(person.sticking_out(), [])
        self.look_at(person, "anagram-result", {"small": SMALL_PHONE, "phone": PHONE, "desktop": DESKTOP})
        person.page.emulate_media(contrast="more")
        person.still()
        results = Axe().run(person.page)
        self.assertEqual(results.violations_count, 0, results.generate_report())

    def test_words_that_do_not_come_can_be_asked_for_again(self):
        person, answers, sheet = self.over([{"word": "tea", "length": 3, "points": 9, "ms": 900}], None)
        expect(sheet).to_contain_text("The words that could be laid did not come.")
        # One's own are known.
        expect(sheet.locator(".word-marks")).to_have_text("tea, found")
        answers.solutions = ["eat", "tea", "near"]
        sheet.get_by_role("button", name="Try again").click()
        expect(sheet).to_contain_text("You found 1 of 3 common words")
        expect(sheet).to_contain_text("43 words count in all.")

    def test_a_result_without_a_word_says_what_there_was(self):
        _, _, sheet = self.over([], ["eat", "near"])
        expect(sheet.get_by_role("heading", name="0 points")).to_be_visible()
        expect(sheet).to_contain_text("You found 0 of 2 common words")
        expect(sheet).to_contain_text("Longest missed: NEAR")

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
