"""What the page says of places, of time, and of what cannot be taken back."""

import re
import unittest

from playwright.sync_api import expect

from case import OUTPUT, PHONE, BrowserCase
from sprint_steps import SprintSteps


class WordsTests(SprintSteps, BrowserCase):
    def test_a_word_that_nobody_found(self):
        """Nobody is first who did not come home, and a word that the host ended was not ended by the clock."""
        host, rival = self.person(), self.person(viewport=PHONE, touch=True)
        code = self.room(host, rival)
        watcher = self.person(viewport=PHONE, touch=True)
        watcher.watch(code)
        for person in (watcher, host):
            self.assertNotIn("0 home", person.page.locator(".rank").inner_text())
        watcher.page.get_by_role("button", name="Lanes", exact=True).click()
        expect(watcher.sheet("On the track")).to_contain_text("2 lanes, nobody home.")
        self.set_up(host, rounds=2)
        host.press("Start the sprint")
        for person in (host, rival):
            self.race_on(person)
        self.play(rival, self.misses[0])
        self.end_word(host)
        for person in (host, rival):
            expect(person.page.get_by_role("heading", name="The host ended this word")).to_be_visible()
            expect(person.page.get_by_role("log")).to_contain_text("You did not find it.")
            expect(person.page.get_by_role("log")).not_to_contain_text("You are 1st")
            self.assertEqual(person.page.locator(".standings .place-number").all_inner_texts(), ["–", "–"])
            self.assertEqual(person.page.locator("li.lane:not(.open) .place").all_inner_texts(), ["–", "–"])
            self.assertEqual(person.page.locator("li.lane:not(.open) .time").all_inner_texts(), ["ended", "ended"])
            expect(person.page.locator("li.lane.you .spoken")).to_have_text(", ended by the host")
            self.assertEqual(person.page.locator(".rank").inner_text(), "Lanes", "nobody has points")
        expect(host.page.locator(".people-list")).to_contain_text("Ended")
        self.look_at(rival, "words-ended")
        self.host_sheet(host)
        host.press("End the sprint")
        host.make_sure("End the sprint?")
        expect(rival.page.get_by_role("heading", name="Called off")).to_be_visible()
        expect(rival.page.get_by_role("log")).to_contain_text("The sprint was called off.")
        self.look_at(rival, "words-called-off")

    def test_a_question_stands_where_its_button_was_pressed(self):
        host, guest = self.person(viewport=PHONE, touch=True), self.person()
        code = host.create_room("Friday Kytes")
        guest.take_seat(code)
        self.host_sheet(host)
        sheet = host.sheet("Your room")
        host.still()
        for key, asked in (("kick", "Remove"), ("hold", "Hide the name"), ("hand", "Make")):
            button = sheet.locator(f"[data-key^={key}-]")
            place = button.locator("xpath=..").bounding_box()
            box = button.bounding_box()
            button.click()
            expect(button).to_have_text(re.compile(rf"^{asked} .*{re.escape(guest.name)}.*\\?$"))
            after = button.bounding_box()
            self.assertTrue(after["x"] <= box["x"] and box["x"] + box["width"] <= after["x"] + after["width"] + 0.5, (box, after))
            for side, at in button.locator("xpath=..").bounding_box().items():
                self.assertAlmostEqual(at, place[side], delta=1)
            if key == "kick":
                self.look_at(host, "words-sure")
                host.page.set_viewport_size(PHONE)
            button.blur()
            expect(button).not_to_have_text(re.compile("\\?$"))
        # A new name, and a password, are confirmed.
        sheet.get_by_label("Name of the room").fill("Saturday Larks")
        host.press("Rename")
        expect(host.page.get_by_role("alert")).to_have_text("The room is called “Saturday Larks” now")
        sheet.get_by_label("New password").fill("sesame")
        host.page.get_by_role("button", name="Set", exact=True).click()
        expect(host.page.get_by_role("alert")).to_have_text("Strangers need the password now")

    def test_hidden_colours_are_no_marks(self):
        host, rival = self.person(), self.person()
        code = host.create_room()
        rival.take_seat(code)
        rival.start()
        rival.guess(self.misses[0], 0)
        rival.guess(self.misses[1], 1)
        rival.guess(self.answer, 2)
        host.start()
        host.press("Menu")
        host.sheet("Menu").get_by_text("Rivals’ colours").click()
        host.page.keyboard.press("Escape")
        lane = host.lane(rival.name)
        expect(lane).to_have_attribute("data-state", "home")
        looks = lane.evaluate("""lane => [...lane.querySelectorAll(".column:not(.spare) i, .home i")].map((cell) => getComputedStyle(cell).backgroundColor)""")
        self.assertEqual(set(looks), {"rgba(0, 0, 0, 0)"}, "no cell has a colour of its own, that of absent letters neither")
        self.assertIn("repeating-linear-gradient", lane.locator(".column").first.evaluate("(column) => getComputedStyle(column).backgroundImage"))
        self.look_at(host, "words-hidden-colours")
        host.picture(OUTPUT / "words-hidden-colours.png")


if __name__ == "__main__":
    unittest.main()
