"""Rooms on tablets and on a large screen: layouts of their own, and no stretched phone."""

import unittest

from playwright.sync_api import expect

from case import OUTPUT, TABLET, WALL, BrowserCase
from crowd import race

# The least width of a tile and height of a key, in CSS pixels, with four racers.
SCREENS = {
    "upright": (TABLET, 76, 60),
    "on-its-side": ({"width": 1024, "height": 768}, 58, 40),
    "wall": (WALL, 90, 58),
}

MEASURED = """() => {
    const size = (selector) => document.querySelector(selector).getBoundingClientRect();
    const seen = (one) => one.getBoundingClientRect().width > 0;
    const cut = (one) => one.scrollWidth > one.clientWidth;
    const cards = [...document.querySelectorAll(".side .card")].filter(seen);
    return {
        tile: size(".board .tile").width,
        key: size(".key").height,
        cutNames: [...document.querySelectorAll(".track .lane .name, .track .lane .time")].filter((one) => seen(one) && cut(one)).map((one) => one.textContent),
        cutCards: cards.filter((card) => [...card.querySelectorAll("button, h2")].some((one) => {
            const [inner, outer] = [one.getBoundingClientRect(), card.getBoundingClientRect()];
            return inner.bottom > outer.bottom || inner.right > outer.right
                || [...one.querySelectorAll("i")].some((letter) => letter.getBoundingClientRect().right > inner.right + 1);
        })).map((card) => card.className),
        cards: cards.map((card) => card.getBoundingClientRect().height),
        boardBelow: size(".board").top >= size(".board-area").top && size(".board").bottom <= size(".board-area").bottom + 1,
    };
}"""


class TabletTests(BrowserCase):
    def test_rooms_have_layouts_of_their_own(self):
        host = self.person()
        code = host.create_room()
        misses = self.misses
        race(self.server.port, [misses[:2], misses[:3] + [self.answer], misses[:1]], room=code)
        host.start()
        host.guess(misses[0], 0)
        self.eventually(lambda: len(host.lanes()) == 4)
        for racers in (4, 12):
            for name, (viewport, tile, key) in SCREENS.items():
                with self.subTest(name, racers=racers):
                    self.see(host, f"tablet-{name}-{racers}", viewport, tile if racers == 4 else 0.85 * tile, key)
            if racers == 4:
                race(self.server.port, [misses[:count % 5] for count in range(8)], room=code)
                self.eventually(lambda: len(host.lanes()) == 12)

    def see(self, person, name, viewport, tile, key):
        person.page.set_viewport_size(viewport)
        person.page.emulate_media(reduced_motion="reduce")
        person.still()
        person.picture(OUTPUT / f"{name}.png")
        # The longest name that the server draws.
        person.page.eval_on_selector_all(".lane:not(.you, .open) .name", "names => names.forEach((name) => (name.firstChild.data = 'Mighty Kingfisher'))")
        found = person.page.evaluate(MEASURED)
        self.assertEqual(person.sticking_out(), [])
        self.assertEqual(found["cutNames"], [])
        self.assertEqual(found["cutCards"], [])
        self.assertTrue(found["boardBelow"])
        self.assertGreaterEqual(found["tile"], tile)
        self.assertGreaterEqual(found["key"], key)
        # A card has room for its heading and three lines at least.
        for height in found["cards"]:
            self.assertGreaterEqual(height, 120)

    def test_the_longest_drawn_name_has_room_on_a_phone(self):
        person = self.person(viewport={"width": 360, "height": 740})
        person.visit("/")
        button = person.page.locator(".name-button")
        expect(button).not_to_be_empty()
        for width in (360, 390, 412):
            person.page.set_viewport_size({"width": width, "height": 844})
            button.evaluate("(one) => void (one.textContent = 'Mighty Kingfisher')")
            self.assertEqual(button.evaluate("(one) => one.scrollWidth - one.clientWidth"), 0, width)
            self.assertEqual(person.sticking_out(), [])


if __name__ == "__main__":
    unittest.main()
