"""The board of the anagram game: words that are typed and tapped, what is refused, the clock, lists of many words."""

import re
import unittest

from playwright.sync_api import expect

from anagram_steps import Answers, AnagramSteps
from case import DESKTOP, EVERY_LOOK, PHONE, SIDEWAYS, SMALL_PHONE, TABLET, BrowserCase

# The contrast of an element's letters with all that lies under them, as it is painted.
CONTRAST = """(one) => {
    const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const luminance = () => {
        const parts = [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255);
        const [red, green, blue] = parts.map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const lay = (colour) => { paint.fillStyle = colour; paint.fillRect(0, 0, 1, 1); };
    const under = [];
    for (let place = one; place; place = place.parentElement) under.unshift(getComputedStyle(place).backgroundColor);
    under.forEach(lay);
    const ground = luminance();
    lay(getComputedStyle(one).color);
    const letters = luminance();
    return (Math.max(ground, letters) + 0.05) / (Math.min(ground, letters) + 0.05);
}"""


class AnagramTests(AnagramSteps, BrowserCase):
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

    def test_a_word_that_the_server_could_not_judge_now_is_sent_again(self):
        person, answers = self.racing()
        answers.refusals = {"tea": ["rate_limited"], "rain": ["storage_unavailable", "rate_limited"]}
        # The second leaves before the first is answered, and a third is begun: neither goes back into the hand.
        self.lay(person, "tea")
        self.lay(person, "rain")
        person.page.keyboard.type("dr")
        expect(self.words(person)).to_have_count(2)
        self.assertEqual(sorted(answers.asked), ["rain", "rain", "rain", "tea", "tea"])
        self.assertEqual(self.hand(person), "dr")
        expect(person.page.locator(".toast.refusal")).to_have_text("The server could not save that yet. Trying again")

    def test_a_word_that_a_stopping_server_refused_is_sent_over_the_next_line(self):
        person, answers = self.racing()
        answers.refusals = {"tea": ["draining"], "rain": ["draining"]}
        self.lay(person, "tea")
        self.lay(person, "rain")
        self.eventually(lambda: answers.asked == ["tea", "rain"])
        expect(self.words(person)).to_have_count(0)
        self.assertEqual(self.hand(person), "")
        answers.socket.close(code=1001, reason="restart retry=100")
        expect(self.words(person)).to_have_count(2)
        self.assertEqual(sorted(answers.asked), ["rain", "rain", "tea", "tea"])

    def test_a_word_that_is_found_already_is_pointed_at(self):
        person, _ = self.racing()
        self.lay(person, "tea")
        expect(self.words(person)).to_have_text(["tea"])
        self.lay(person, "tea")
        expect(person.page.locator(".found-words .again")).to_have_text("tea")

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
            # A list that keys scroll says what it is to whoever comes to it.
            scrolled = person.page.locator(".found-words .words[tabindex='0']")
            self.assertGreater(scrolled.count(), 0, viewport)
            for words in scrolled.all():
                expect(words).to_have_role("group")
                expect(words).to_have_accessible_name(re.compile(r"^\d letters: .*[a-z]{3}"))
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

    def test_the_days_beside_the_board_hear_of_an_end_by_the_clock(self):
        person = self.person()
        answers = Answers(person.page)
        say = answers.say
        answers.say = lambda **message: say(**(message | {"features": ["anagram", "archive"]} if message["type"] == "welcome" else message))

        # Over HTTP the real server would answer, which knows nothing of this game.
        def month(route):
            game = {"day": str(answers.day), "state": answers.state, "ranked": True, "turns": 1, "points": 9, "ms": 1000}
            route.fulfill(json={"first": "2021-01-01", "today": str(answers.day), "games": [game] if answers.state else []})

        person.page.route("**/api/v1/me/games**", month)
        person.visit("/today")
        person.press("Start the clock")
        expect(self.tiles(person)).to_have_count(7)
        self.lay(person, "tea")
        today = person.page.locator(".days-card .today")
        expect(today).to_have_class(re.compile("playing"))
        answers.end()
        expect(today).to_have_class(re.compile("solved"))
        expect(today).to_have_attribute("aria-label", re.compile("9 points, 1 word"))

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
        # The day brings another anagram, and no word.
        expect(sheet).to_contain_text("Next anagram in")
        # The time is up, however early the last word came.
        expect(timer).to_have_text("0:00")
        person.page.keyboard.press("Escape")
        expect(person.page.get_by_role("heading", name="25 points, 1 word")).to_be_visible()
        expect(self.tiles(person)).to_have_count(0)

    def test_the_clock_at_the_gate_has_the_whole_time(self):
        person = self.person(viewport=PHONE)
        Answers(person.page)
        person.visit("/today")
        expect(person.page.get_by_role("button", name="Start the clock")).to_be_visible()
        timer = person.page.get_by_role("timer")
        expect(timer).to_have_text("1:30")
        # It counts down, there and in the race.
        expect(timer).to_have_accessible_name("Time left")
        person.press("Start the clock")
        expect(self.tiles(person)).to_have_count(7)
        expect(timer).to_have_accessible_name("Time left")

    def test_a_board_that_is_loaded_anew_says_how_much_time_is_left(self):
        person, _ = self.racing(elapsed=76_000)
        log = person.page.get_by_role("log")
        left = re.compile(r"1[0-4] seconds\. Your letters: N, A, T, R, I, E, D\.")
        expect(log).to_contain_text(left)
        person.page.reload()
        expect(log).to_contain_text(left)
        expect(log).not_to_contain_text("90 seconds")

    def test_a_clock_that_waits_for_the_server_at_its_end_says_nothing(self):
        person, _ = self.racing(elapsed=88_000)
        expect(person.page.get_by_role("timer")).to_have_text("0:00")
        person.page.wait_for_timeout(1000)  # It ticks five times.
        expect(person.page.get_by_role("log")).to_contain_text("Your letters")
        expect(person.page.get_by_role("log")).not_to_contain_text("seconds left")

    def test_a_word_entered_again_is_marked_for_a_moment_also_without_motion(self):
        person, _ = self.racing(viewport=PHONE, motion="reduce")
        for _ in range(2):
            self.lay(person, "tea")
            expect(self.words(person)).to_have_text(["tea"])
        expect(self.words(person)).to_have_class(re.compile("again"))
        expect(self.words(person)).not_to_have_class(re.compile("again"))

    def test_letters_of_used_tiles_can_be_read(self):
        person, _ = self.racing(viewport=PHONE)
        person.page.keyboard.type("t")
        used = person.page.locator(".tray .used")
        for viewport in (PHONE, DESKTOP):
            person.page.set_viewport_size(viewport)
            for look, (scheme, contrast) in EVERY_LOOK.items():
                person.page.emulate_media(color_scheme=scheme, contrast=contrast)
                person.still()
                self.assertGreaterEqual(used.evaluate(CONTRAST), 4.5, look)

    def test_a_word_on_its_way_when_the_line_broke_is_sent_again(self):
        person, answers = self.racing()
        self.lay(person, "tea")
        expect(self.words(person)).to_have_text(["tea"])
        answers.is_silent = True
        self.lay(person, "near")
        answers.socket.close(code=1001)
        answers.is_silent = False
        expect(self.words(person)).to_have_text(["near", "tea"])

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
