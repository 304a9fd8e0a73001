"""The lists of an anagram game say how many words there are of each length, and leave slots for those that are to be found."""

import unittest

from playwright.sync_api import expect

from anagram_steps import Answers, AnagramSteps
from case import COLOUR_RULES, DESKTOP, OUTPUT, PHONE, SHIFTS, SMALL_PHONE, BrowserCase

COUNTS = [38, 52, 31, 14, 3]
# Of each list: slots that are seen whole, and those of which a part is cut off.
SEEN = """lists => lists.map(list => {
    const place = list.querySelector(".slots").getBoundingClientRect();
    const above = [...list.querySelectorAll(".slot")].map(slot => slot.getBoundingClientRect())
        .filter(slot => slot.top < place.bottom - 1);
    const whole = above.filter(slot => slot.right <= place.right + 0.5 && slot.bottom <= place.bottom + 0.5);
    return [whole.length, above.length - whole.length];
})"""


class CountTests(AnagramSteps, BrowserCase):
    def counted(self, counts, viewport=PHONE, **options):
        """Somebody who has started, with a server that counts so: an empty list is a server that has not answered yet."""
        person = self.person(viewport=viewport, **options)
        person.page.add_init_script(SHIFTS)
        answers = Answers(person.page)
        answers.counts = counts
        person.visit("/today")
        person.press("Start the clock")
        expect(self.tiles(person)).to_have_count(7)
        return person, answers

    def numbers(self, person):
        return person.page.locator(".found-words .count")

    def seen(self, person):
        return person.page.eval_on_selector_all(".found-words li", SEEN)

    def row(self, person, name):
        return person.page.get_by_role("listitem", name=name, exact=True)

    def test_a_list_says_how_many_words_there_are_and_counts_up(self):
        person, answers = self.counted(COUNTS)
        expect(self.numbers(person)).to_have_text(["0/3", "0/14", "0/31", "0/52", "0/38"])
        expect(self.row(person, "7 letters: 0 of 3 found")).to_be_attached()
        slots = person.page.locator(".found-words li").first.locator(".slot")
        expect(slots).to_have_count(3)
        self.lay(person, "trained")
        expect(self.numbers(person)).to_have_text(["1/3", "0/14", "0/31", "0/52", "0/38"])
        expect(slots).to_have_count(2)
        expect(self.row(person, "7 letters: 1 of 3 found. trained")).to_be_attached()
        for word in ("drain", "rain", "tide", "dart", "near", "tea", "red", "ran"):
            self.lay(person, word)
        expect(self.numbers(person)).to_have_text(["1/3", "0/14", "1/31", "4/52", "3/38"])
        # The slots are for the eye: who listens hears the numbers.
        expect(person.page.locator(".found-words .words > :not([aria-hidden=true])")).to_have_count(0)
        self.assertEqual(answers.questions, 1)
        self.look_at(person, "anagram-counts", {"phone": PHONE, "small": SMALL_PHONE, "desktop": DESKTOP})

    def test_nothing_moves_when_the_numbers_come(self):
        for viewport in (SMALL_PHONE, PHONE, DESKTOP):
            person, answers = self.counted([], viewport=viewport)
            expect(self.numbers(person)).to_have_text(["0"] * 5)
            self.lay(person, "rain")
            self.lay(person, "tea")
            expect(self.numbers(person)).to_have_text(["0", "0", "0", "1", "1"])
            self.eventually(lambda: answers.questions == 1)
            words = """() => [...document.querySelectorAll(".found-words li, .found-words .words, .found-words [data-word]")]
                .map(one => one.getBoundingClientRect()).map(({ left, top, right, bottom }) => [left, top, right, bottom])"""
            # What comes within half a second of a key, a browser takes for its effect.
            person.page.wait_for_timeout(600)
            person.page.evaluate("() => { window.shifted = 0; }")
            before = person.page.evaluate(words)
            answers.counts = [138, 152, 131, 114, 13]
            answers.count()
            expect(self.numbers(person)).to_have_text(["0/13", "0/114", "0/131", "1/152", "1/138"])
            self.assertEqual(person.page.evaluate(words), before, viewport)
            person.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            self.assertLess(person.page.evaluate("window.shifted"), 0.001, viewport)
            self.assertEqual(person.sticking_out(), [])

    def test_slots_fill_the_line_of_the_newest_word_and_none_is_cut(self):
        for viewport in (SMALL_PHONE, PHONE, DESKTOP):
            person, answers = self.counted(COUNTS, viewport=viewport)
            expect(self.numbers(person).first).to_have_text("0/3")
            for word in ("drain", "rain", "tide", "dart", "near", "tea", "red", "ran"):
                self.lay(person, word)
            expect(self.numbers(person)).to_have_text(["0/3", "0/14", "1/31", "4/52", "3/38"])
            seen = self.seen(person)
            self.assertEqual([cut for _, cut in seen], [0] * 5, f"{viewport}: {seen}")
            self.assertGreaterEqual(seen[0][0], 1, f"{viewport}: {seen}")
            self.assertGreaterEqual(seen[1][0], 1, f"{viewport}: {seen}")
            # Many words leave no room, and their list scrolls as ever: by the words alone.
            answers.found = self.many(person)
            answers.socket.close(code=1001)
            expect(self.words(person)).to_have_count(len(answers.found))
            lines = person.page.eval_on_selector_all(".found-words .words", """lists => lists.map(list =>
                [...list.children].map(one => Math.round(one.offsetTop))).filter(tops => tops.at(-1) > (tops.at(-2) ?? 0))""")
            self.assertEqual(lines, [], f"{viewport}: no list has a line of slots alone")

    def test_a_length_of_which_all_are_found_is_marked(self):
        person, _ = self.counted([2, 52, 31, 0, 1])
        self.lay(person, "trained")
        self.lay(person, "tea")
        whole = person.page.locator(".found-words .whole")
        expect(whole).to_have_text(["1/1"])
        expect(self.row(person, "6 letters: 0 of 0 found")).to_be_attached()
        self.lay(person, "red")
        expect(whole).to_have_text(["1/1", "2/2"])

    def test_high_contrast_and_the_systems_own_colours_tell_what_colours_told(self):
        person, _ = self.counted([2, 52, 31, 14, 1])
        for word in ("trained", "rain", "tea"):
            self.lay(person, word)
        person.page.keyboard.type("rat")
        shapes = """() => {
            const style = (selector) => getComputedStyle(document.querySelector(selector));
            return [style(".slot i").boxShadow, style(".hand").boxShadow,
                style(".found-words .whole").textDecorationLine, style(".tray .used").textDecorationLine];
        }"""
        for scheme in ("light", "dark"):
            for forced in ("none", "active"):
                person.page.emulate_media(color_scheme=scheme, contrast="more", forced_colors=forced, reduced_motion="reduce")
                # The style of forced colours comes when they are first wanted.
                adjusted = "none" if forced == "active" else "auto"
                person.page.wait_for_function(
                    "(adjusted) => getComputedStyle(document.documentElement).forcedColorAdjust === adjusted", arg=adjusted)
                person.still()
                slot, hand, whole, used = person.page.evaluate(shapes)
                look = f"{scheme}, forced: {forced}"
                self.assertIn("inset", slot, look)
                self.assertIn("inset", hand, look)
                self.assertEqual([whole, used], ["underline", "line-through"], look)
                self.assert_accessible(person, look, COLOUR_RULES)
                person.picture(OUTPUT / f"anagram-counts-contrast-{scheme}-{forced}.png")

    def test_a_board_that_is_there_again_keeps_its_numbers(self):
        person, answers = self.counted(COUNTS)
        expect(self.numbers(person).first).to_have_text("0/3")
        answers.socket.close(code=1001)
        self.lay(person, "tea")
        expect(self.numbers(person)).to_have_text(["0/3", "0/14", "0/31", "0/52", "1/38"])
        self.assertEqual(answers.questions, 1)
        # Loaded anew, the page asks again.
        person.page.reload()
        expect(self.numbers(person)).to_have_text(["0/3", "0/14", "0/31", "0/52", "1/38"])
        self.assertEqual(answers.questions, 2)

    def test_numbers_that_were_lost_with_the_line_are_asked_for_again(self):
        person, answers = self.counted([])
        self.eventually(lambda: answers.questions == 1)
        answers.counts = COUNTS
        answers.socket.close(code=1001)
        expect(self.numbers(person).first).to_have_text("0/3")
        self.assertEqual(answers.questions, 2)

    def test_a_server_that_does_not_tell_leaves_the_lists_as_they_were(self):
        person, answers = self.counted(None)
        self.lay(person, "tea")
        expect(self.numbers(person)).to_have_text(["0", "0", "0", "0", "1"])
        expect(person.page.locator(".found-words .slot")).to_have_count(4)
        expect(self.row(person, "3 letters: tea")).to_be_attached()
        expect(person.page.locator(".toast.refusal:visible")).to_have_count(0)
        answers.socket.close(code=1001)
        self.lay(person, "red")
        expect(self.numbers(person)).to_have_text(["0", "0", "0", "0", "2"])
        self.assertEqual(answers.questions, 1)


if __name__ == "__main__":
    unittest.main()
