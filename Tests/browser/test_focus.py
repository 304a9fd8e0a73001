"""Where keys go, and where a screen reader reads on: the focus never falls to the page as a whole."""

import re
import time
import unittest

from playwright.sync_api import expect

from case import PHONE, BrowserCase
from sprint_steps import SprintSteps

# The element that has the focus, in words.
HELD = """() => {
    const held = document.activeElement;
    if (!held || held === document.body) return "nothing";
    return held.matches(".board") ? "the board" : held.textContent.trim() || held.getAttribute("aria-label");
}"""


class FocusTests(SprintSteps, BrowserCase):
    def holds(self, person, what):
        """Waits until `what` has the focus, and sees it stay there."""
        deadline = time.monotonic() + 10
        since = None
        while since is None or time.monotonic() < since + 0.3:
            held = person.page.evaluate(HELD)
            since = (since or time.monotonic()) if re.fullmatch(what, held) else None
            self.assertLess(time.monotonic(), deadline, f"{held} has the focus, not {what}")
            person.page.wait_for_timeout(20)

    def press_by_key(self, person, label):
        """Presses a button as somebody does who has no pointer."""
        button = person.page.get_by_role("main").get_by_role("button", name=label, exact=True).first
        expect(button).to_be_visible()
        button.focus()
        person.page.keyboard.press("Enter")

    def test_the_word_of_the_day_alone(self):
        person = self.person()
        person.visit("/today")
        self.press_by_key(person, "Start the clock")
        self.holds(person, "the board")
        # Letters are typed from anywhere, and take the focus to where they stand.
        person.page.get_by_role("button", name="Menu").focus()
        person.type(self.misses[0])
        self.holds(person, "the board")
        person.page.keyboard.press("Enter")
        person.await_judged(0)
        person.page.reload()
        person.await_judged(0)
        self.holds(person, "the board")
        self.press_by_key(person, "Menu")
        expect(person.sheet("Menu")).to_be_visible()
        person.page.keyboard.press("Escape")
        self.holds(person, "the board")
        person.guess(self.answer, 1)
        expect(person.sheet("Home in 2")).to_be_visible()
        person.page.keyboard.press("Escape")
        self.holds(person, "Result")
        # Who does not race any more comes back to what opened the sheet.
        self.press_by_key(person, "Ranking")
        expect(person.sheet("Ranking")).to_be_visible()
        person.page.keyboard.press("Escape")
        self.holds(person, "Ranking")
        self.press_by_key(person, "Menu")
        expect(person.sheet("Menu")).to_be_visible()
        person.page.keyboard.press("Escape")
        self.holds(person, "Menu")

    def test_a_room_from_its_door_to_a_rematch(self):
        host, guest = self.person(), self.person(motion="reduce")
        code = host.create_room("Kytes")
        self.to_grid(host)
        guest.visit(f"/room/{code}")
        self.press_by_key(guest, "Take a seat")
        self.holds(guest, "Ready\\?")
        self.press_by_key(guest, "Invite")
        expect(guest.page.get_by_role("dialog")).to_be_visible()
        guest.page.keyboard.press("Escape")
        self.holds(guest, "Invite")
        self.press_by_key(guest, "Start the clock")
        self.holds(guest, "the board")
        guest.page.reload()
        self.holds(guest, "the board")
        guest.guess(self.answer, 0)
        expect(guest.sheet("Home in 1")).to_be_visible()
        guest.page.keyboard.press("Escape")
        self.holds(guest, "Result")

        # Which race is chosen by tabs, which stand again below each.
        self.press_by_key(guest, "Sprint")
        self.holds(guest, "Sprint")
        self.assertEqual(guest.page.evaluate("document.activeElement.getAttribute('aria-pressed')"), "true")
        self.press_by_key(host, "Set it up")
        expect(host.sheet("Set up the sprint")).to_be_visible()
        host.page.keyboard.press("Escape")
        self.holds(host, "Set it up")
        self.set_up(host, rounds=2, rows=8)
        self.press_by_key(host, "Start the sprint")
        for person in (host, guest):
            self.race_on(person)
            self.holds(person, "the board")
        guest.page.reload()
        self.race_on(guest)
        self.holds(guest, "the board")
        # The word ends in the middle of what somebody types: their Enter presses nothing.
        guest.type("sta")
        self.end_word(host)
        # Who ended it by the menu comes back to that, or to what has taken the place of the board.
        self.holds(host, "The host ended this word|Menu")
        self.holds(guest, "The host ended this word")
        self.press_by_key(host, "Next word now")
        for person in (host, guest):
            self.race_on(person, "Word 2 of 2")
            self.holds(person, "the board")
        self.end_word(host)
        expect(host.page.get_by_role("button", name="Rematch")).to_be_visible(timeout=20_000)
        self.holds(host, "Nobody found a word|Menu")
        self.holds(guest, "Nobody found a word")
        self.press_by_key(host, "Rematch")
        for person in (host, guest):
            self.race_on(person, "Word 1 of 2")
            self.holds(person, "the board")
        # Whoever had a sheet open when it began races now.
        self.press_by_key(guest, "Menu")
        expect(guest.sheet("Menu")).to_be_visible()
        guest.page.keyboard.press("Escape")
        self.holds(guest, "the board")

    def test_looking_on(self):
        host, watcher = self.person(), self.person(viewport=PHONE, touch=True)
        code = host.create_room("Kytes")
        watcher.visit(f"/room/{code}")
        self.press_by_key(watcher, "Just watch")
        self.holds(watcher, "Take a seat")
        watcher.page.keyboard.press("Enter")
        self.holds(watcher, "Kytes")


if __name__ == "__main__":
    unittest.main()
