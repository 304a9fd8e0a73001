"""A full room on the race page: the lanes of thirty racers, with names that can be told from one another."""

import unittest

from playwright.sync_api import expect

from case import DESKTOP, LARGE_SIDEWAYS, OUTPUT, PHONE, SIDEWAYS, WALL, BrowserCase
from crowd import Crowd
from text_boxes import text_faults

SCREENS = [PHONE, SIDEWAYS, {"width": 1024, "height": 768}, {"width": 1280, "height": 720}, DESKTOP, {"width": 1366, "height": 768},
           {"width": 1440, "height": 900}, WALL]
RIVALS = 29

# Of the lanes in sight: the least type of a name, the least width of a column of colours, and the names that are not
# seen whole.
LANES = """() => {
    const lanes = [...document.querySelectorAll("li.lane:not(.open)")];
    const whole = (name) => {
        const text = document.createRange(), box = name.getBoundingClientRect();
        text.selectNodeContents(name);
        const { right, bottom } = text.getBoundingClientRect();
        return right <= box.right + 0.5 && bottom <= box.bottom + 2 && name.scrollWidth <= name.clientWidth;
    };
    const names = lanes.map((lane) => lane.querySelector(".name"));
    const columns = [...document.querySelectorAll("li.lane .column:not(.spare)")].map((one) => one.getBoundingClientRect().width);
    return { count: lanes.length, type: Math.min(...names.map((one) => parseFloat(getComputedStyle(one).fontSize))),
             column: Math.min(...columns), cut: names.filter((one) => !whole(one)).map((one) => one.textContent) };
}"""


class CrowdedLaneTests(BrowserCase):
    def test_names_of_thirty_racers_are_whole(self):
        crowd = Crowd(self.server.port)
        self.addCleanup(crowd.close)
        code = crowd.come([f"Brisk Otter {index}" for index in range(10, 10 + RIVALS)])
        person = self.person(motion="reduce")
        person.take_seat(code)
        person.start()
        games = [self.misses[:index % 4] + [self.answer] if index % 3 == 0 else self.misses[:6] if index == 4 else self.misses[:index % 5]
                 for index in range(RIVALS)]
        crowd.await_(*[racer.race_today(game) for racer, game in zip(crowd.racers, games) if game])
        expect(person.page.locator("li.lane[data-state=home]")).to_have_count(10)
        for screen in SCREENS:
            with self.subTest(screen):
                person.page.set_viewport_size(screen)
                # A phone shows the front of the field and one's own lane.
                expect(person.page.locator("li.lane:not(.open)")).to_have_count(20 if screen == PHONE else RIVALS + 1)
                person.still()
                person.picture(OUTPUT / f"crowded-{screen['width']}.png")
                lanes = person.page.evaluate(LANES)
                self.assertEqual(lanes["cut"], [])
                self.assertGreaterEqual(lanes["type"], 10 if screen["width"] < 900 else 12)
                self.assertGreaterEqual(lanes["column"], 6)
                # On a phone that lies on its side the strip is scrolled, and one's own lane stands above the others.
                if screen != SIDEWAYS:
                    self.assertEqual(text_faults(person.page, ".track .lanes")[1], [])
                self.assertEqual(person.sticking_out(), [])

    def test_who_watches_a_crowd_has_the_screen_full_of_whole_lanes(self):
        crowd = Crowd(self.server.port)
        self.addCleanup(crowd.close)
        code = crowd.come([f"Brisk Otter {index}" for index in range(49)])
        watcher = self.person(PHONE, touch=True, motion="reduce")
        watcher.watch(code)
        for screen in (PHONE, SIDEWAYS, {"width": 667, "height": 375}, LARGE_SIDEWAYS):
            with self.subTest(screen):
                watcher.page.set_viewport_size(screen)
                expect(watcher.page.locator("li.lane:not(.open)")).to_have_count(49)
                watcher.still()
                watcher.picture(OUTPUT / f"watching-crowd-{screen['width']}.png")
                track = watcher.page.locator("main > .track")
                # What is not the bar, and not the words and the way to a seat below, is the lanes'.
                self.assertGreaterEqual(track.bounding_box()["height"], screen["height"] - 160)
                # A fraction of a pixel is the browser's rounding.
                sliced = track.evaluate("""(track) => {
                    const { bottom } = track.getBoundingClientRect();
                    return [...track.querySelectorAll("li.lane")].filter((lane) => {
                        const box = lane.getBoundingClientRect();
                        return box.top < bottom - 1 && box.bottom > bottom + 1;
                    }).length;
                }""")
                self.assertEqual(sliced, 0)


if __name__ == "__main__":
    unittest.main()
