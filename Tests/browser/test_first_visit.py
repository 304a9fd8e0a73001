"""The first visit, and practice: what a newcomer is told, what is read aloud, what a hand does, and a clock that is honest."""

import re
import unittest
from datetime import datetime, timedelta, timezone

from playwright.sync_api import expect

from case import EVERY_SCREEN, OUTPUT, PHONE, SMALL_PHONE, BrowserCase

# What the page tells a device that can move in the hand.
HAND = """() => {
    window.moved = [];
    Object.defineProperty(Navigator.prototype, "vibrate", { configurable: true, value(pattern) { window.moved.push(pattern); return true; } });
}"""


class FirstVisitTests(BrowserCase):
    def read_aloud(self, person):
        return person.page.get_by_role("log")

    def test_a_sentence_says_what_to_do(self):
        person = self.person()
        person.visit("/")
        how = person.page.get_by_text("Find the 5-letter word in 6 guesses. Friends still racing see only colours.")
        expect(how).to_be_visible()
        person.visit("/today")
        person.start()
        person.visit("/")
        expect(person.page.get_by_role("link", name="Continue your race")).to_be_visible()
        expect(how).to_be_hidden()

    def test_who_comes_by_a_link_to_practice_or_a_past_day_is_told_too(self):
        person = self.person(viewport=PHONE, touch=True)
        aim = person.page.get_by_text("Find the 5-letter word in 6 guesses.")
        help_button = person.page.get_by_role("button", name="How to race")
        day = (datetime.now(timezone.utc) - timedelta(days=3)).date().isoformat()
        person.visit(f"/archive/guess-en-5/{day}")
        expect(aim).to_be_visible()
        expect(person.page.locator(".lesson")).to_contain_text("R and A are in place")
        self.look_at(person, "newcomer-past-day", EVERY_SCREEN)
        person.visit("/practice")
        expect(aim).to_be_visible()
        self.look_at(person, "newcomer-practice", EVERY_SCREEN)
        help_button.click()
        expect(person.sheet("How to race")).to_be_visible()
        person.close_sheet()
        person.guess(self.misses[0], 0)
        # Who has practised knows.
        person.visit("/practice")
        expect(person.board).to_be_visible()
        expect(aim).to_have_count(0)
        person.visit("/today")
        person.start()
        person.visit(f"/archive/guess-en-5/{day}")
        expect(help_button).to_be_visible()
        expect(person.page.locator(".lesson")).to_be_hidden()
        expect(aim).to_have_count(0)

    def test_tiles_teach_before_the_clock_starts(self):
        person = self.person()
        person.visit("/today")
        lesson = person.page.locator(".lesson")
        expect(lesson.locator(".tile")).to_have_text(list("CRATE"))
        expect(lesson).to_contain_text("R and A are in place")
        lesson.get_by_role("button", name="T, present").click()
        expect(lesson.get_by_role("paragraph")).to_have_text("T is in the word, in another place.")
        self.assertEqual(person.page.locator(".bar-clock").inner_text(), "0:00")
        self.assertNotIn('"open"', "".join(person.traffic.sent), "the clock has not started")
        self.look_at(person, "lesson")
        person.start()
        # Whoever has raced knows it.
        person.create_room()
        self.assertEqual(person.page.evaluate("() => localStorage.getItem('tilerace.met')"), "yes")

    def test_after_the_start_the_board_has_the_focus_and_it_is_said(self):
        person = self.person()
        person.visit("/today")
        button = person.page.get_by_role("button", name="Start the clock")
        expect(button).to_be_visible()
        button.focus()
        person.page.keyboard.press("Enter")
        expect(person.board).to_be_focused()
        expect(self.read_aloud(person)).to_contain_text("The clock runs. 6 rows of 5 letters. Type your first guess.")
        person.guess(self.answer, 0)
        expect(person.sheet("Home in 1")).to_be_visible()
        expect(self.read_aloud(person)).to_contain_text(re.compile(r"Home in 1\. Your time is \d+:\d\d\.\d\. The word was " + self.answer.upper()))

    def test_hard_mode_stands_at_the_board(self):
        person = self.person(PHONE)
        person.visit("/today")
        person.page.get_by_role("radio", name="Hard", exact=True).check(force=True)
        person.start()
        expect(person.page.locator(".board-hard")).to_have_text("Hard mode")
        expect(person.page.get_by_role("grid", name="Your board, 6 rows of 5 letters, hard mode")).to_be_visible()
        area, note = (person.page.locator(place).bounding_box() for place in (".board-area", ".board-hard"))
        self.assertLessEqual(note["y"] + note["height"], area["y"] + area["height"])
        person.picture(OUTPUT / "hard-phone.png")
        person.visit("/practice")
        expect(person.board).to_be_visible()
        expect(person.page.locator(".board-hard")).to_be_hidden()

    def test_every_level_is_chosen_before_the_clock(self):
        for name, level, words in (("Off", "off", "Guess what you like."), ("Hard", "hard", "Every clue must be used."), ("Ultra", "ultra", "clue rules out")):
            person = self.person(SMALL_PHONE, touch=True)
            person.visit("/today")
            group = person.page.get_by_role("radiogroup", name="Hard mode")
            expect(group.get_by_role("radio", name="Off", exact=True)).to_be_checked()
            group.get_by_role("radio", name=name, exact=True).check(force=True)
            expect(group).to_contain_text(words)
            person.picture(OUTPUT / f"gate-level-{level}.png")
            self.assertEqual(person.sticking_out(), [])
            person.start()
            opened = [frame for frame in person.traffic.sent if '"open"' in frame]
            self.assertEqual([f'"hard":"{level}"' in frame for frame in opened], [True])
            expect(person.page.locator(".board-hard")).to_have_text({"off": "", "hard": "Hard mode", "ultra": "Ultra hard mode"}[level])

    def test_the_menu_shows_the_level_that_is_on_whatever_was_refused(self):
        self.is_server_lost = True
        person = self.person()
        person.visit("/today")
        person.start()
        person.settle()
        person.press("Menu")
        level = lambda name: person.sheet("Menu").get_by_role("group", name="Hard mode").get_by_role("radio", name=name, exact=True)  # noqa: E731
        on = person.page.locator(".board-hard")
        level("Ultra").check(force=True)
        expect(on).to_have_text("Ultra hard mode")
        person.context.set_offline(True)
        level("Off").click(force=True)
        expect(person.page.get_by_role("alert")).to_have_text("Not connected. Try again when you are")
        expect(level("Ultra")).to_be_checked()
        person.context.set_offline(False)
        expect(person.page.locator(".bar-sub")).not_to_contain_text("Reconnecting")
        person.close_sheet()
        person.guess(self.misses[0], 0)
        person.press("Menu")
        level("Off").check(force=True)
        expect(on).to_have_text("")
        # After the first guess it is made easier, and not harder again.
        expect(level("Off")).to_be_checked()
        for name in ("Hard", "Ultra"):
            expect(level(name)).to_be_disabled()
        self.look_at(person, "menu-level")

    def test_what_cannot_be_typed_gets_a_hint(self):
        person = self.person()
        person.visit("/today")
        person.start()
        alert = person.page.get_by_role("alert")
        for letter in "éя":
            person.page.evaluate("(key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))", letter)
            expect(alert).to_have_text(f"Only the letters A to Z, not {letter.upper()}")
        person.page.evaluate("() => document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true }))")
        expect(alert).to_have_text("A guess cannot be pasted. Type it")
        # Keys that are no letters say nothing, and Delete takes a letter back.
        for key in ("Shift", "Dead", "1"):
            person.page.evaluate("(key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))", key)
        expect(alert).to_have_text("A guess cannot be pasted. Type it")
        person.type("abc")
        person.page.keyboard.press("Delete")
        self.assertEqual("".join(person.draft()), "AB")

    def test_the_device_moves_if_the_reader_likes_it(self):
        person = self.person(PHONE, touch=True)
        person.page.add_init_script(f"({HAND})()")
        person.visit("/today")
        person.start()
        moved = lambda: person.page.evaluate("() => window.moved.splice(0)")  # noqa: E731
        for letter in self.misses[0]:
            person.page.locator(f".key:text-is('{letter.upper()}')").tap()
        person.page.get_by_role("button", name="Enter", exact=True).tap()
        person.await_judged(0)
        self.eventually(lambda: person.page.evaluate("() => window.moved.length") == 7)
        self.assertEqual(moved(), [8, 8, 8, 8, 8, 8, 12])
        person.press("Menu")
        # The switch that is meant is off; the choice is kept.
        person.page.get_by_role("switch", name="Vibration").click()
        person.page.keyboard.press("Escape")
        person.page.locator(".key:text-is('Q')").tap()
        expect(person.page.locator(".tile.typed")).to_have_count(6)
        self.assertEqual(moved(), [])


class PracticeTests(BrowserCase):
    def practises(self):
        person = self.person()
        person.page.clock.install()
        person.visit("/practice")
        expect(person.board).to_be_visible()
        return person

    def clock(self, person):
        return person.page.get_by_role("timer")

    def seconds(self, person):
        """What the clock says. It is turned on by the test, and runs by itself besides: a busy machine may take a while."""
        minutes, seconds = self.clock(person).inner_text().split(":")
        return 60 * int(minutes) + int(seconds)

    def test_what_is_read_aloud_and_where_one_types(self):
        person = self.person()
        person.visit("/practice")
        log = person.page.get_by_role("log")
        expect(log).to_contain_text("The clock starts with your first letter. 6 rows of 5 letters. Type your first guess.")
        expect(log).not_to_contain_text("The clock runs")
        expect(person.board).to_be_focused()
        person.guess(self.misses[0], 0)
        # After a reload the clock goes on, and so does who plays.
        person.page.reload()
        expect(log).to_contain_text("The clock runs. 6 rows of 5 letters. Type your next guess.")
        expect(person.board).to_be_focused()
        for row, word in enumerate(self.misses[1:6], 1):
            person.guess(word, row)
        again = person.page.get_by_role("button", name="Another word")
        expect(again).to_be_visible()
        again.focus()
        person.page.keyboard.press("Enter")
        expect(person.rows.first).to_have_class(re.compile("current"))
        expect(person.board).to_be_focused()
        expect(log).to_contain_text("The clock starts with your first letter.")

    def test_the_clock_starts_at_the_first_letter_and_rests_between_visits(self):
        person = self.practises()
        person.page.clock.run_for(7_000)
        expect(self.clock(person)).to_have_text("0:00")
        person.type("a")
        person.page.clock.run_for(3_000)
        self.eventually(lambda: self.seconds(person) >= 3)
        # Away for an hour, on another page of this server and on none.
        person.page.get_by_role("link", name="Tilerace, home").click()
        expect(person.page.get_by_role("button", name="Create a room")).to_be_visible()
        person.page.clock.run_for(600_000)
        person.page.goto("about:blank")
        person.page.clock.run_for(3_000_000)
        person.visit("/practice")
        expect(person.board).to_be_visible()
        before = self.seconds(person)
        self.assertGreaterEqual(before, 3)
        self.assertLess(before, 60)
        person.page.clock.run_for(4_000)
        self.eventually(lambda: self.seconds(person) >= before + 4)

    def test_another_word_sweeps_the_board_and_enter_brings_it(self):
        person = self.person()
        person.visit("/practice")
        expect(person.board).to_be_visible()
        for row, word in enumerate(self.misses[:6]):
            person.guess(word, row)
        expect(person.page.get_by_role("button", name="Another word")).to_be_visible()
        person.page.evaluate("""() => {
            window.swept = [];
            new MutationObserver((changes) => {
                const [one] = changes.flatMap(({ addedNodes }) => [...addedNodes]).flatMap((node) => [...node.querySelectorAll?.(".sweep") ?? []]);
                if (one) {
                    const parts = [...one.children].flatMap((part) => part.getAnimations().map((motion) => motion.animationName));
                    window.swept.push({ rows: one.querySelectorAll(".row.judged").length, parts });
                }
            }).observe(document.body, { childList: true, subtree: true });
        }""")
        person.page.keyboard.press("Enter")
        expect(person.page.locator(".board .row.judged")).to_have_count(0)
        expect(person.rows.first).to_have_class(re.compile("current"))
        expect(person.page.locator(".sweep")).to_have_count(0)
        self.assertEqual(person.page.evaluate("() => window.swept"), [{"rows": 6, "parts": ["swept", "sweeping"]}])
        expect(person.board).to_be_focused()
        # What is typed goes to the new word.
        person.guess(self.misses[0], 0)
        self.assertEqual([word for word, _ in person.guesses()], [self.misses[0]])

    def test_an_end_without_the_first_visit_tells_no_time(self):
        first = self.person()
        first.visit("/practice")
        expect(first.board).to_be_visible()
        first.guess(self.misses[0], 0)
        # The same player with a browser that knows nothing of it.
        first.page.goto("about:blank")
        second = self.person(context=first.context)
        second.page.add_init_script("localStorage.clear()")
        second.visit("/practice")
        expect(second.board).to_be_visible()
        second.await_judged(0)
        expect(self.clock(second)).to_have_text("")


if __name__ == "__main__":
    unittest.main()
