"""The sheet of an anagram game that is over: the words that could be laid, with those that were."""

import itertools
import unittest

from playwright.sync_api import expect

from anagram_steps import Answers, AnagramSteps
from case import DESKTOP, PHONE, SMALL_PHONE, BrowserCase


class ResultTests(AnagramSteps, BrowserCase):
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

    def test_the_way_out_lies_on_no_tile_of_the_answer(self):
        person, _, sheet = self.over([], ["eat"], viewport=SMALL_PHONE, touch=True)
        close = sheet.get_by_role("button", name="Close").first
        for width in (320, 360, 375, 390):
            person.page.set_viewport_size({"width": width, "height": 700})
            person.still()
            out = close.bounding_box()
            tiles = [tile.bounding_box() for tile in sheet.locator(".answer .small-tile").all()]
            self.assertEqual(len(tiles), 7)
            self.assertLess(out["y"], tiles[-1]["y"] + tiles[-1]["height"], "beside each other")
            self.assertLessEqual(max(tile["x"] + tile["width"] for tile in tiles), out["x"], width)
            self.assertEqual(person.sticking_out(), [])

    def test_words_that_do_not_come_can_be_asked_for_again(self):
        person, answers, sheet = self.over([{"word": "tea", "length": 3, "points": 9, "ms": 900}], None)
        expect(sheet).to_contain_text("The list of words could not be loaded.")
        # One's own are known.
        expect(sheet.locator(".word-marks")).to_have_text("tea, found")
        answers.solutions = ["eat", "tea", "near"]
        sheet.get_by_role("button", name="Try again").click()
        expect(sheet.locator(".sheet-body")).to_be_focused()
        expect(sheet).to_contain_text("You found 1 of 3 common words")
        expect(sheet).to_contain_text("43 words count in all.")

    def test_a_result_without_a_word_says_what_there_was(self):
        _, _, sheet = self.over([], ["eat", "near"])
        expect(sheet.get_by_role("heading", name="0 points")).to_be_visible()
        expect(sheet).to_contain_text("You found 0 of 2 common words")
        expect(sheet).to_contain_text("Longest missed: NEAR")


if __name__ == "__main__":
    unittest.main()
