"""Tiles that are dragged, with a mouse and with fingers, and taps that do not wait to be known as such."""

import unittest

from playwright.sync_api import expect

from anagram_steps import AnagramSteps
from case import PHONE, BrowserCase


class DragTests(AnagramSteps, BrowserCase):
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

    def touch(self, person, kind, *points):
        """Fingers, each where it is: the browser makes the pointers of them."""
        self.session = getattr(self, "session", None) or person.context.new_cdp_session(person.page)
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})

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


if __name__ == "__main__":
    unittest.main()
