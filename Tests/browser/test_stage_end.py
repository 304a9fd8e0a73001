"""What a stage and its overlay say of a series that is over: who won, with whole names, or that it was called off."""

import re
import unittest
from random import Random

from playwright.sync_api import expect

from case import DESKTOP, OUTPUT, PHONE, SMALL_PHONE, WALL, BrowserCase
from crowd import Crowd
from text_boxes import text_faults

WALLS = [{"width": 1280, "height": 720}, WALL]
# Names on steps of a podium, and in the bars beside the lanes: whether each is whole in its box and not over its
# neighbours.
CUT = """(selector) => [...document.querySelectorAll(selector)].filter((name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    const text = range.getBoundingClientRect();
    const style = getComputedStyle(name), box = name.getBoundingClientRect();
    const isClipped = style.overflowX !== "visible" && (name.scrollWidth > name.clientWidth || text.width > box.width + 1);
    return isClipped || text.left < 0 || text.right > innerWidth;
}).map((name) => name.textContent)"""


class StageEndTests(BrowserCase):
    def crowd(self, *names):
        crowd = Crowd(self.server.port)
        self.addCleanup(crowd.close)
        return crowd, crowd.come(names)

    def screens(self, code, query=""):
        screens = [self.person(viewport=viewport, motion="reduce") for viewport in WALLS]
        for screen in screens:
            screen.visit(f"/stage/{code}{query}")
            expect(screen.page.locator(".stage-title h1")).not_to_be_empty()
        return screens

    def pictures(self, screens, what):
        for screen in screens:
            screen.still()
            screen.picture(OUTPUT / f"stage-end-{what}-{screen.page.viewport_size['width']}.png")

    def test_a_series_that_is_called_off_has_no_winner(self):
        crowd, code = self.crowd("Mika", "Ana", "Wilhelmina Feathers")
        stages, overlays = self.screens(code), self.screens(code, "?overlay=1")
        # Nobody races between sprints: how many are here is said, and not that nobody is home.
        expect(stages[0].page.locator(".stage-figures")).to_have_text("3here4watching")
        crowd.ask("settings", rounds=2, rows=8, length=5, limit=180, next="host")
        crowd.ask("start")
        crowd.await_(crowd.racers[1].begin())
        expect(stages[0].page.locator(".stage-figures")).to_have_text("3racing0home4watching")
        crowd.ask("end_series")
        for screen in (*stages, *overlays):
            expect(screen.page.locator(".stage-sub")).to_have_text("Sprint, called off")
        self.pictures(stages, "called-off")
        self.pictures(overlays, "called-off-overlay")
        for stage in stages:
            self.assertEqual(stage.page.locator(".stage-points .place-number").all_inner_texts(), ["–"] * 3)
            expect(stage.page.locator(".stage-figures")).to_have_text("3here4watching")
            expect(stage.page.get_by_role("list", name="Podium")).to_have_count(0)
            lanes = stage.page.locator("li.lane:not(.open)")
            self.assertEqual(lanes.locator(".time").all_inner_texts(), [""] * 3, "no word ended")
            self.assertEqual(lanes.locator(".place").all_inner_texts(), ["–"] * 3)
        for overlay in overlays:
            self.assertEqual(overlay.page.locator("li.lane .place").all_inner_texts(), ["–"] * 3)
            self.assertEqual(overlay.page.locator("li.lane .time").all_inner_texts(), [""] * 3)
        crowd.await_(*[racer.socket.request("ready", room=code, ready=True) for racer in crowd.racers[1:]])
        expect(stages[0].page.locator(".stage-figures")).to_have_text("2ready4watching")

    def test_an_overlay_says_who_won_the_series(self):
        crowd, code = self.crowd("Mika", "مصطفى عبد الرحمن", "WWWWWWWWWWWWWWWWWWWW", "Oluwaseun Adeyemi II")
        stages, overlays = self.screens(code), self.screens(code, "?overlay=1&size=medium")
        crowd.ask("settings", rounds=2, rows=10, length=5, limit=180, next="host")
        for number, order in enumerate(([1, 2, 3, 0], [2, 1, 0, 3])):
            crowd.ask("next_round" if number else "start")
            # Only the first word is found by everybody: the last word has another order than the series.
            found = order if number == 0 else order[:1]
            lost = [seat for seat in order if seat not in found]
            crowd.await_(*[crowd.racers[seat].solve(Random(seat), 10, 0.01) for seat in found],
                         *[crowd.racers[seat].play(self.misses[:10]) for seat in lost])
            for stage in stages:
                expect(stage.page.locator(".stage-answer .tile")).to_have_count(5)
        points = "() => [...document.querySelectorAll('.stage-points li')].map((one) => [one.querySelector('.who').textContent, one.lastChild.textContent])"
        for overlay in overlays:
            expect(overlay.page.locator(".stage-sub")).to_have_text("Sprint, the podium")
            expect(overlay.page.locator("li.lane .time").first).to_have_text(self.pattern)
        said = dict(stages[0].page.evaluate(points))
        order = [name for name, _ in stages[0].page.evaluate(points)]
        self.pictures(overlays, "overlay")
        for overlay in overlays:
            self.assertEqual(overlay.page.locator("li.lane .name").all_inner_texts(), order)
            notes = overlay.page.locator("li.lane .time").all_inner_texts()
            self.assertEqual([note.split(" ")[0] for note in notes], [said[name] for name in order])
            self.assertEqual(overlay.page.locator("li.lane .place").first.inner_text(), "1")
            self.assertEqual(text_faults(overlay.page)[1], [])
        for stage in stages:
            expect(stage.page.get_by_role("list", name="Podium")).to_be_visible()
        self.pictures(stages, "podium")
        for stage in stages:
            self.assertEqual(stage.page.evaluate(CUT, ".stage-podium .step-name"), [])
            self.assertEqual(text_faults(stage.page)[1], [])

    def test_all_who_share_a_place_are_on_the_podium(self):
        names = ("Mika", "Wilhelmina Feathers", "WWWWWWWWWWWWWWWWWWWW", "Oluwaseun Adeyemi II")
        crowd, code = self.crowd(*names)
        stages = self.screens(code)
        watchers = [self.person(viewport=viewport, motion="reduce") for viewport in (DESKTOP, PHONE, SMALL_PHONE)]
        for watcher in watchers:
            watcher.watch(code)
        # The first finds two words, each of the others one.
        order = [0, 1, 0, 2, 3]
        crowd.ask("settings", rounds=len(order), rows=10, length=5, limit=180, next="host")
        for number, finder in enumerate(order):
            crowd.ask("next_round" if number else "start")
            crowd.await_(crowd.racers[finder].solve(Random(finder), 10, 0.01),
                         *[racer.play(self.misses[:10]) for index, racer in enumerate(crowd.racers) if index != finder])
            expect(stages[0].page.locator(".stage-answer .tile")).to_have_count(5)
        for person, steps in (*((stage, ".stage-podium") for stage in stages), *((watcher, ".panel") for watcher in watchers)):
            step = person.page.locator(f"{steps} .podium .step")
            expect(step).to_have_count(4)
            self.assertEqual(step.locator(".step-block").all_inner_texts(), ["1", "2", "2", "2"])
            self.assertEqual(step.locator(".step-name").all_inner_texts(), list(names))
            self.assertEqual(person.page.evaluate(CUT, f"{steps} .step-name"), [])
            boxes = [one.bounding_box() for one in step.all()]
            lefts = sorted(boxes, key=lambda box: box["x"])
            self.assertEqual(lefts.index(boxes[0]), 1, "the second stands left of the winner")
            for left, right in zip(lefts, lefts[1:]):
                self.assertLessEqual(left["x"] + left["width"], right["x"])
            self.assertEqual(person.sticking_out(), [])
        self.pictures(stages, "shared")
        self.pictures(watchers, "shared-room")
        watchers[0].page.emulate_media(color_scheme="dark")
        watchers[0].press("icture")
        expect(watchers[0].sheet("Podium picture")).to_be_visible()
        watchers[0].still()
        watchers[0].picture(OUTPUT / "stage-end-shared-picture.png")

    pattern = re.compile(r"^\d+ pts?$")

    def test_the_small_podium_has_whole_names_at_any_time(self):
        """Digits in a time are as wide as each other: a 1 is not narrower there than a 0."""
        crowd, code = self.crowd(*[f"Brisk Otter {number}" for number in (12, 15, 13, 14, 16, 11)])
        stages = self.screens(code)
        # Their clocks run for long enough that there are ones in their times.
        crowd.await_(*[racer.socket.request("open", puzzle=racer.today, hard="off") for racer in crowd.racers[:3]])
        stages[0].page.wait_for_timeout(11_050)
        for racer in crowd.racers[:3]:
            crowd.await_(racer.race_today([self.answer]))
        for stage in stages:
            expect(stage.page.locator(".first-bar")).to_have_count(3)
            self.assertRegex(stage.page.locator(".first-time").first.inner_text(), r"^0:1[1-9]\.\d$")
        self.pictures(stages, "bars")
        for stage in stages:
            self.assertEqual(stage.page.evaluate(CUT, ".first-bar .step-name"), [])


if __name__ == "__main__":
    unittest.main()
