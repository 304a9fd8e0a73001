"""Before the clock starts, and in practice: how hard it is to be, words that were tried, other lengths, and lines there are not."""

import json
import re
import unittest

from playwright.sync_api import expect

from case import DESKTOP, LARGE_SIDEWAYS, OUTPUT, PHONE, SIDEWAYS, SMALL_PHONE, BrowserCase
from marking import marks
from server import words


class GateTests(BrowserCase):
    def opened(self, person):
        """How hard the games are that this page has asked for."""
        return [sent["hard"] for sent in map(json.loads, person.traffic.sent) if sent["type"] in ("open", "practice")]

    def test_how_hard_it_is_to_be_is_chosen_before_the_clock(self):
        for path, start in (("/today", "Start the clock"), ("/archive/guess-en-5/2026-01-02", "Race this day")):
            with self.subTest(path=path):
                person = self.person(PHONE)
                person.visit(path)
                group = person.page.get_by_role("radiogroup", name="Hard mode")
                expect(group.get_by_role("radio")).to_have_count(3)
                expect(group.get_by_role("radio", name="Off")).to_be_checked()
                box = group.bounding_box()
                group.get_by_role("radio", name="Hard").check(force=True)
                expect(group).to_contain_text("Every clue must be used.")
                # The arrow keys choose, as radio buttons do.
                person.page.keyboard.press("ArrowRight")
                expect(group.get_by_role("radio", name="Ultra")).to_be_checked()
                expect(group).to_contain_text("a clue rules out")
                self.assertEqual(group.bounding_box(), box)
                self.look_at(person, "gate-levels" if path == "/today" else "gate-past-day")
                person.press(start)
                expect(person.page.locator(".board-hard")).to_have_text("Ultra hard mode")
                self.assertEqual(self.opened(person), ["ultra"])

    def test_what_starts_the_clock_is_in_sight(self):
        host = self.person()
        code = host.create_room("Friday Kytes")
        for screen in (PHONE, SMALL_PHONE, SIDEWAYS, LARGE_SIDEWAYS):
            for path in ("/today", f"/room/{code}"):
                with self.subTest(screen=screen, path=path):
                    person = self.person(screen, touch=True)
                    if path == "/today":
                        person.visit(path)
                    else:
                        person.take_seat(code)
                    # Lessons in it: this is a first visit.
                    expect(person.page.locator(".lesson .tile")).to_have_count(5)
                    expect(person.page.get_by_text("Press a tile")).to_be_visible()
                    expect(person.page.get_by_role("button", name="Start the clock")).to_be_in_viewport(ratio=1)
                    person.picture(OUTPUT / f"gate-{path.split('/')[1]}-{screen['width']}.png")

    def test_a_large_phone_on_its_side_has_the_layout_of_a_phone(self):
        """It is as wide as a small window of a desktop, and half as high."""
        host = self.person()
        code = host.create_room("Friday Kytes")
        for path in ("/today", "/practice", f"/room/{code}"):
            with self.subTest(path=path):
                person = self.person(LARGE_SIDEWAYS, touch=True)
                person.visit("/")
                expect(person.page.get_by_role("link", name="Start today’s race")).to_be_in_viewport(ratio=1)
                if "room" in path:
                    person.take_seat(code)
                else:
                    person.visit(path)
                if path != "/practice":
                    person.start()
                expect(person.rows).to_have_count(6)
                person.guess(self.misses[0], 0)
                person.still()
                person.picture(OUTPUT / f"large-sideways-{path.split('/')[1]}.png")
                for row in person.rows.all():
                    expect(row).to_be_in_viewport(ratio=1)
                self.assertGreaterEqual(person.rows.first.locator(".tile").first.bounding_box()["height"], 36)
                board, keys = person.board.bounding_box(), person.page.locator(".keyboard").bounding_box()
                self.assertLessEqual(board["x"] + board["width"], keys["x"], "the keys stand beside the board")
                self.assertEqual(person.sticking_out(), [])

    def test_a_word_that_was_tried_is_asked_for_once(self):
        person = self.person()
        person.visit("/today")
        person.start()
        tried = self.misses[0]
        person.guess(tried, 0)
        person.type(tried)
        person.page.keyboard.press("Enter")
        expect(person.page.get_by_role("alert")).to_have_text(f"You tried {tried.upper()} before. Press Enter again to use it")
        person.picture(OUTPUT / "tried-twice.png")
        self.assertEqual("".join(person.draft()), tried.upper())
        expect(person.page.locator(".board .row.judged")).to_have_count(1)
        # Who changes the word, and comes back to it, is asked again.
        person.page.keyboard.press("Backspace")
        person.page.keyboard.type(tried[-1])
        person.page.keyboard.press("Enter")
        expect(person.page.locator(".row.current.shake")).to_have_count(1)
        self.assertEqual(sum('"guess"' in sent for sent in person.traffic.sent), 1)
        person.page.keyboard.press("Enter")
        expect(person.page.locator(".board .row.judged")).to_have_count(2)
        # Another word needs no second Enter.
        person.guess(self.misses[1], 2)

    def solve(self, person, length):
        """Finds the word by what the tiles say. Returns the guesses it took."""
        left = words("answers", length=length)
        for turn in range(6):
            guess = left[0]
            person.guess(guess, turn)
            row = dict(person.guesses())[guess]
            if set(row) == {"2"}:
                return turn + 1
            left = [word for word in left if word != guess and "".join(marks(word, guess)) == "".join(row)]
        return None

    def test_practice_leads_to_other_lengths_with_my_best(self):
        person = self.person(PHONE)
        person.visit("/practice")
        expect(person.board).to_be_visible()
        turns = None
        while turns is None:
            turns = self.solve(person, 5)
            person.press("Another word")
            expect(person.page.locator(".board .row.judged")).to_have_count(0)
        choice = person.page.get_by_role("navigation", name="Words to practise with")
        best = re.compile(rf"^5 letters, your best: {turns} guess(es)?, \d+:\d\d$")
        expect(choice.get_by_role("link", name=best)).to_contain_text(f"in {turns}")
        self.assertEqual(person.sticking_out(), [])
        self.look_at(person, "practice-best")
        # Past days lead there too, with the same best.
        person.visit("/archive")
        expect(person.page.get_by_role("link", name=re.compile(r"^\d letters"))).to_have_count(5)
        expect(person.page.get_by_role("link", name=best)).to_be_visible()
        self.look_at(person, "archive-lengths")
        person.page.get_by_role("link", name="6 letters").click()
        expect(person.rows.first.locator(".tile")).to_have_count(6)

    def test_the_bars_of_the_smallest_phone_keep_names_and_icons_apart(self):
        host = self.person()
        code = host.create_room("The Friday evening racing club")
        for _ in range(2):
            self.person().take_seat(code)
        person = self.person(SMALL_PHONE)
        person.take_seat(code)
        person.start()
        person.guess(self.misses[0], 0)
        for path, parts, name in ((None, ".bar .sign, .bar-title, .bar-clock, .bar .rank, .bar .icon-button", ".bar-name"),
                                  ("/today", ".bar .sign, .bar-title, .bar-clock, .bar .icon-button", ".bar-name"),
                                  ("/", ".home-bar .sign, .name-button, .home-bar .icon-button", ".name-button")):
            with self.subTest(path=path):
                if path:
                    person.visit(path)
                expect(person.page.locator(name)).to_be_visible()
                person.picture(OUTPUT / f"bar-320-{'room' if path is None else path.strip('/') or 'home'}.png")
                seen = [part for part in person.page.locator(parts).all() if part.is_visible()]
                boxes = sorted((part.bounding_box() for part in seen), key=lambda box: box["x"])
                self.assertGreaterEqual(len(boxes), 4)
                for left, right in zip(boxes, [*boxes[1:], {"x": SMALL_PHONE["width"]}]):
                    self.assertLessEqual(left["x"] + left["width"], right["x"] + 0.5)
                # Of the longest name several letters are left; a page's own is whole.
                shown, whole = person.page.locator(name).evaluate("(one) => [one.clientWidth, one.scrollWidth]")
                self.assertGreaterEqual(shown, whole if path else 80)

    def assert_apart(self, person, parts):
        """What is said stands on the screen, and over none of these parts."""
        person.still()
        said = person.page.locator(".toast.shown").bounding_box()
        screen = person.page.viewport_size
        self.assertGreaterEqual(min(said["x"], said["y"]), 0)
        self.assertLessEqual(said["x"] + said["width"], screen["width"])
        self.assertLessEqual(said["y"] + said["height"], screen["height"])
        for part in person.page.locator(parts).all():
            box = part.bounding_box()
            self.assertFalse(said["x"] < box["x"] + box["width"] and box["x"] < said["x"] + said["width"]
                             and said["y"] < box["y"] + box["height"] and box["y"] < said["y"] + said["height"], (said, box))

    def test_what_is_said_covers_neither_keys_nor_the_row_in_hand(self):
        tries = words("answers")[:6]
        for screen in (SMALL_PHONE, PHONE, SIDEWAYS, DESKTOP):
            with self.subTest(screen=screen):
                person = self.person(screen)
                person.visit("/practice")
                expect(person.board).to_be_visible()
                toast = person.page.locator(".toast.shown")
                for row, word in enumerate(tries):
                    person.type(word[:4])
                    person.page.keyboard.press("Enter")
                    expect(toast).to_have_text("5 letters, please")
                    self.assert_apart(person, ".keyboard, .row.current")
                    person.page.keyboard.type(word[4])
                    person.page.keyboard.press("Enter")
                    person.await_judged(row)
                    # It may be the word.
                    if set(dict(person.guesses())[word]) == {"2"}:
                        break
                person.press("Share")
                expect(toast).to_have_text("Copied. Paste it where your friends are")
                self.assert_apart(person, ".panel.low .button, .panel.low h2")
                person.picture(OUTPUT / f"said-after-share-{screen['width']}.png")
                person.press("Another word")
                expect(person.page.locator(".keyboard")).to_be_visible()
                expect(toast).to_have_count(0)

    def test_a_line_there_is_not_says_so(self):
        for path in ("/practice?words=en-11", "/practice?words=klingon", "/practice?words=xx-5",
                     "/archive/guess-xx-5/2026-01-02", "/archive/guess-en-11/2026-01-02", "/archive/riddle-en-5/2026-01-02"):
            with self.subTest(path=path):
                person = self.person(SMALL_PHONE)
                person.visit(path)
                expect(person.page.get_by_role("heading", name="This race cannot be opened")).to_be_visible()
                expect(person.page.locator(".panel")).to_contain_text("This server has no such words.")
                expect(person.page.get_by_role("button", name=re.compile("Race this day|Start the clock"))).to_have_count(0)
                self.assertEqual(self.opened(person), [], "nothing was opened")
                if "practice" in path:
                    expect(person.page.locator(".panel").get_by_role("link", name=re.compile(r"^\d letters"))).to_have_count(5)
                self.assertEqual(person.sticking_out(), [])
        person.picture(OUTPUT / "no-such-words.png")


if __name__ == "__main__":
    unittest.main()
