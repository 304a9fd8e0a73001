"""The stage with any number of racers on any wall: it fills its height, and no text is clipped or lies over another."""

import re
import unittest
from random import Random

from playwright.sync_api import expect

from case import OUTPUT, WALL, BrowserCase
from crowd import Crowd
from text_boxes import text_faults

WALLS = [(1280, 720), (1920, 1080), (3840, 2160)]
COUNTS = [1, 2, 4, 8, 12, 20, 30, 50]
NAMES = ["Mika", "Oluwaseun", "Wilhelmina Feathers", "مصطفى عبد الرحمن علي", "יהונתן בן־דוד הלוי", "WWWWWWWWWWWWWWWWWWWW", "ben_k",
         "Ana R.", "iiiiiiiiiiiiiiiiiiii", "נועה", "فاطمة", "Saoirse Ní Dhomhnail"]
# Parts of the wall's height that the type of a name has at least: what can be read from where people sit.
SMALLEST = {4: 0.03, 12: 0.024, 20: 0.018, 50: 0.014}


def name(index):
    return NAMES[index] if index < len(NAMES) else f"Brisk Otter {index}"


# How far the lanes are from filling the track, and the track from filling the screen, in px; and the type of a name.
FILL = """() => {
    const box = (one) => one.getBoundingClientRect();
    const track = box(document.querySelector(".track")), list = box(document.querySelector(".lanes"));
    const lanes = [...document.querySelectorAll("li.lane")].map(box);
    const unit = parseFloat(getComputedStyle(document.querySelector(".stage-track")).fontSize);
    return { above: Math.min(...lanes.map((one) => one.top)) - list.top, below: track.bottom - Math.max(...lanes.map((one) => one.bottom)),
             screen: innerHeight - 2 * unit - track.bottom, wide: track.right - Math.max(...lanes.map((one) => one.right)),
             type: parseFloat(getComputedStyle(document.querySelector("li.lane .name")).fontSize) };
}"""

# The small podium beside the lanes: what each step is called, its place as it is seen, and whether its name is whole.
FIRST = """() => [...document.querySelectorAll(".stage-first li")].map((step) => {
    const name = step.querySelector(".step-name"), box = step.getBoundingClientRect();
    return { said: step.getAttribute("aria-label"), top: box.top, width: box.width, name: name.textContent, whole: name.scrollWidth <= name.clientWidth && name.offsetHeight <= box.height,
             type: parseFloat(getComputedStyle(name).fontSize), words: step.textContent };
})"""

# Has five names share the first three places.
FIVE = """async (names) => {
    const { bars } = await import("/components/stage/bars.js");
    const members = new Map(names.map((name, seat) => [seat, name]));
    const first = names.map((_, seat) => ({ seat, place: [1, 1, 3, 3, 3][seat], time: "0:00.1" }));
    document.querySelector(".stage-first").replaceChildren(bars({ members, pseudonyms: new Set() }, first, getComputedStyle(document.body).getPropertyValue("--display")));
}"""


class StageSizeTests(BrowserCase):
    def walls(self, code):
        walls = []
        for width, height in WALLS:
            wall = self.person(viewport={"width": width, "height": height}, motion="reduce")
            wall.visit(f"/stage/{code}")
            walls.append(wall)
        return walls

    def overlay(self, code):
        overlay = self.person(viewport=WALL, motion="reduce")
        overlay.visit(f"/stage/{code}?overlay=1")
        # Green behind it, as a camera's picture would be.
        overlay.page.evaluate("document.documentElement.style.background = '#3C7A4B'")
        return overlay

    def settled(self, wall):
        """Waits until no lane has changed its place for longer than the stage waits with that: they cross each other on their way."""
        before = None
        while before != (names := wall.page.locator("li.lane .name").all_inner_texts()):
            before = names
            wall.page.wait_for_timeout(1_500)

    def look(self, wall, what):
        """Nothing is clipped, nothing lies over anything else."""
        wall.still()
        size = wall.page.viewport_size
        wall.picture(OUTPUT / f"stage-{what}-{size['width']}.png")
        count, faults = text_faults(wall.page)
        self.assertGreater(count, 4)
        self.assertEqual(faults, [], f"{what} at {size}")

    def filled(self, wall, count):
        fill = wall.page.evaluate(FILL)
        size = wall.page.viewport_size
        for edge in ("above", "below", "screen", "wide"):
            self.assertLess(abs(fill[edge]), 2.5, f"{edge} of {count} at {size}: {fill}")
        part = next(part for most, part in SMALLEST.items() if count <= most or most == 50)
        self.assertGreaterEqual(fill["type"], part * size["height"], f"{count} at {size}")

    def first_whole(self, wall, count):
        """The first three from the top down, each bar longer than the next, with whole names that can be read."""
        steps = wall.page.evaluate(FIRST)
        size = wall.page.viewport_size
        lanes = wall.page.evaluate("""() => [...document.querySelectorAll("li.lane[data-state=home]")].map((lane) => lane.querySelector(".name").title)""")
        self.assertGreaterEqual(len(steps), min(3, len(lanes)))
        self.assertEqual([step["name"] for step in steps], lanes[:len(steps)], f"{count} at {size}")
        self.assertEqual([step["name"] for step in steps if not step["whole"]], [], f"{count} at {size}")
        places = [int(re.match(r"(\d+)(st|nd|rd): ", step["said"])[1]) for step in steps]
        self.assertEqual(places[0], 1)
        self.assertEqual(places, sorted(places))
        # Whoever shares the third place, to the ms, stands there too.
        self.assertEqual(set(places[3:]) - {places[min(2, len(places) - 1)]}, set())
        for step in steps:
            self.assertGreaterEqual(step["type"], 0.0145 * size["height"])
            self.assertRegex(step["words"], r"\d:\d\d\.\d$")
        for before, after, place, next_place in zip(steps, steps[1:], places, places[1:]):
            self.assertLess(before["top"], after["top"])
            (self.assertEqual if place == next_place else self.assertGreater)(before["width"], after["width"])

    def test_every_number_of_racers_on_every_wall(self):
        crowd = Crowd(self.server.port)
        self.addCleanup(crowd.close)
        walls = overlay = None
        for count in COUNTS:
            before = len(crowd.racers)
            code = crowd.come([name(index) for index in range(before, count)])
            walls = walls or self.walls(code)
            overlay = overlay or self.overlay(code)
            # Some come home, one runs out of rows, most are on their way, a few have not started.
            games = [self.misses[:index % 4] + [self.answer] if index % 3 == 0 else self.misses[:6] if index == 4 else self.misses[:index % 5]
                     for index in range(before, count)]
            crowd.await_(*[racer.race_today(game) for racer, game in zip(crowd.racers[before:], games) if game])
            home = sum(index % 3 == 0 for index in range(count))
            for wall in walls:
                expect(wall.page.locator("li.lane:not(.open)")).to_have_count(count)
                expect(wall.page.locator("li.lane[data-state=home]")).to_have_count(home)
                # In the order of the race, a second after the last change of it.
                expect(wall.page.locator(f"li.lane:nth-child({home})")).to_have_attribute("data-state", "home")
                self.filled(wall, count)
                # Of one racer, and of two, there is nothing left to race: the race is celebrated instead.
                if wall.page.locator(".stage-first").is_visible():
                    self.first_whole(wall, count)
                else:
                    self.assertLess(count, 4)
                self.look(wall, f"daily-{count}")
            expect(overlay.page.locator("li.lane[data-state=home]")).to_have_count(home)
            self.look(overlay, f"overlay-{count}")
        for wall in walls:
            # Two that would read the same have tenths.
            times = wall.page.locator("li.lane[data-state=home] .time").all_inner_texts()
            self.assertTrue(all("." in time for time in times), times)
            expect(wall.page.locator(".stage-left")).to_have_text("Today’s word ends in")

    def test_five_who_share_the_first_places_on_every_wall(self):
        """To the millisecond, which racers seldom do: the bars are drawn by what draws them, for names that take two lines."""
        crowd = Crowd(self.server.port)
        self.addCleanup(crowd.close)
        code = crowd.come([name(index) for index in range(30)])
        crowd.await_(*[racer.race_today([self.answer]) for racer in crowd.racers])
        for wall in self.walls(code):
            expect(wall.page.locator("li.lane[data-state=home]")).to_have_count(30)
            self.settled(wall)
            wall.page.evaluate(FIVE, [name(index) for index in range(5)])
            expect(wall.page.locator(".first-bar")).to_have_count(5)
            self.look(wall, "five")

    def test_a_sprint_of_many_on_every_wall(self):
        """While a word is raced, when it is told, and at the podium with everything that is celebrated."""
        crowd = Crowd(self.server.port)
        self.addCleanup(crowd.close)
        count = 30
        code = crowd.come([name(index) for index in range(count)])
        walls = self.walls(code)
        crowd.ask("settings", rounds=1, rows=8, length=5, limit=180, next="host")
        for wall in walls:
            expect(wall.page.locator("li.lane:not(.open)")).to_have_count(count)
        crowd.ask("start")
        # Most lose the word; the first few find it, the host last.
        crowd.await_(*[racer.play(self.misses[:8]) for racer in crowd.racers[9:]],
                     *[racer.solve(Random(index), 8) for index, racer in enumerate(crowd.racers[1:9])])
        for wall in walls:
            expect(wall.page.locator("li.lane[data-state=racing]")).to_have_count(1)
            # In the order of the race, a second after the last change of it.
            home = wall.page.locator("li.lane[data-state=home]").count()
            expect(wall.page.locator(f"li.lane:nth-child({home})")).to_have_attribute("data-state", "home")
            self.settled(wall)
            # While a word is raced no seat of a letter stands there, empty.
            expect(wall.page.locator(".stage-answer .tile")).to_have_count(0)
            self.filled(wall, count)
            self.look(wall, "sprint")
        crowd.await_(crowd.racers[0].solve(Random(1), 8))
        for wall in walls:
            expect(wall.page.locator(".stage-answer .tile[data-mark]")).to_have_count(5)
        for wall in walls:
            self.filled(wall, count)
            self.look(wall, "sprint-over")
        for wall in walls:
            expect(wall.page.get_by_role("list", name="Podium")).to_be_visible()
        for wall in walls:
            self.look(wall, "podium")
        for wall in walls:
            expect(wall.page.locator(".run-track")).to_be_visible()
        for wall in walls:
            self.look(wall, "winner")
        for wall in walls:
            expect(wall.page.locator(".party-figures")).to_be_visible()
        for wall in walls:
            self.look(wall, "figures")


if __name__ == "__main__":
    unittest.main()
