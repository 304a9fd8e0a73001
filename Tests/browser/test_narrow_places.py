"""What has little room: the gate on a low desktop, start lights above the track, the stage on a phone, a strip of thirty lanes."""

import unittest
from random import Random

from playwright.sync_api import expect

from case import OUTPUT, PHONE, SIDEWAYS, TABLET, BrowserCase
from crowd import Crowd, Racer
from sprint_steps import SprintSteps
from text_boxes import text_faults

LOW = {"width": 1280, "height": 720}
# How far a box sticks out of another one, at its worst side.
OUT = """([inner, outer]) => {
    const box = (one) => document.querySelector(one).getBoundingClientRect();
    const a = box(inner), b = box(outer);
    return Math.max(b.left - a.left, a.right - b.right, b.top - a.top, a.bottom - b.bottom);
}"""
# Between the middle of a box and that of another one, from top to bottom.
OFF = """([one, other]) => {
    const middle = (which) => { const { top, bottom } = document.querySelector(which).getBoundingClientRect(); return (top + bottom) / 2; };
    return Math.abs(middle(one) - middle(other));
}"""
# What lies under a button of the stage: the QR code or a text.
UNDER = """() => {
    const button = document.querySelector(".stage-hide").getBoundingClientRect();
    return [".stage-qr", ".stage-code", ".stage-host"].filter((one) => {
        const found = document.querySelector(one), range = document.createRange();
        range.selectNodeContents(found);
        const box = one === ".stage-qr" ? found.getBoundingClientRect() : range.getBoundingClientRect();
        return Math.min(box.right, button.right) - Math.max(box.left, button.left) > 1 && Math.min(box.bottom, button.bottom) - Math.max(box.top, button.top) > 1;
    });
}"""


class NarrowPlaceTests(SprintSteps, BrowserCase):
    def crowd(self, *names):
        crowd = Crowd(self.server.port)
        self.addCleanup(crowd.close)
        return crowd, crowd.come(names)

    def test_the_first_gate_of_a_room_is_whole_on_a_low_desktop(self):
        host = self.person(viewport=LOW)
        host.create_room("Gate")
        expect(host.page.locator(".lesson .tile[data-mark]")).to_have_count(5)
        for level in ("Off", "Hard", "Ultra"):
            host.page.get_by_role("radio", name=level).check(force=True)
            host.still()
            panel = host.page.locator(".panel.gate")
            self.assertEqual(panel.evaluate("one => one.scrollHeight - one.clientHeight"), 0, level)
            self.assertLessEqual(host.page.evaluate(OUT, [".gate .actions", ".desk"]), -8, level)
        host.picture(OUTPUT / "gate-low.png")

    def test_start_lights_stand_in_the_middle_of_the_track(self):
        for viewport in (LOW, {"width": 1440, "height": 900}, PHONE, SIDEWAYS):
            with self.subTest(viewport):
                crowd, code = self.crowd("Mika", "Oluwaseun", "Ana R.", "Tomasz")
                watcher = self.person(viewport=viewport, motion="reduce")
                watcher.visit(f"/room/{code}")
                watcher.press("Just watch")
                expect(watcher.page.locator("main[data-mode=watching]")).to_be_visible()
                crowd.ask("settings", rounds=1, rows=8, length=5, limit=180, next="host")
                crowd.ask("start")
                expect(watcher.page.locator(".lights:not(.gone) .light.lit")).not_to_have_count(0)
                watcher.picture(OUTPUT / f"lights-{viewport['width']}.png")
                for part in (".light-row", ".lights p"):
                    self.assertLessEqual(watcher.page.evaluate(OUT, [part, ".race > .track"]), 0, part)
                self.assertLess(watcher.page.evaluate(OFF, [".light-row", ".race > .track"]), 40)

    def test_the_stages_button_covers_no_code_on_a_phone_or_a_tablet(self):
        crowd, code = self.crowd("Mika", "Oluwaseun", "Ana R.", "Tomasz")
        stages = []
        for viewport in (PHONE, SIDEWAYS, TABLET):
            context = self.browser.new_context(viewport=viewport, is_mobile=True, has_touch=True, reduced_motion="reduce")
            stages.append(self.person(context=context))
            stages[-1].visit(f"/stage/{code}")
            expect(stages[-1].page.locator(".stage-qr")).to_be_visible()

        def look(what):
            for stage in stages:
                size = stage.page.viewport_size
                stage.still()
                stage.picture(OUTPUT / f"stage-{what}-{size['width']}.png")
                self.assertEqual(stage.page.evaluate(UNDER), [], f"{what} {size}")
                button = stage.page.get_by_role("button", name="Hide the room code").bounding_box()
                self.assertGreaterEqual(min(button["width"], button["height"]), 32)
                self.assertEqual(text_faults(stage.page, ".stage-join")[1], [])
                self.assertLessEqual(stage.page.evaluate(OUT, [".stage-hide", ".stage-join"]), 1)

        look("hide")
        crowd.ask("settings", rounds=2, rows=8, length=5, limit=180, next="host")
        crowd.ask("start")
        crowd.await_(crowd.racers[0].solve(Random(1), 8), *[racer.play(self.misses[:8]) for racer in crowd.racers[1:]])
        for stage in stages:
            expect(stage.page.locator(".stage-points li")).to_have_count(4)
        look("hide-points")
        # The word stands beside the room's name, or below it, and hides none of it.
        for stage in stages:
            expect(stage.page.locator(".stage-answer .tile")).to_have_count(5)
            self.assertGreater(stage.page.locator(".stage-title h1").bounding_box()["width"], 120)
            if stage.page.viewport_size != SIDEWAYS:
                self.assertGreaterEqual(stage.page.locator(".stage-host").evaluate("one => parseFloat(getComputedStyle(one).fontSize)"), 11)
            self.assertEqual(text_faults(stage.page)[1], [])

    def test_a_strip_of_thirty_lanes_cuts_no_row(self):
        crowd, code = self.crowd(*[f"Brisk Otter {index}" for index in range(10, 39)])
        person = self.person(viewport=SIDEWAYS, motion="reduce")
        person.take_seat(code)
        person.start()
        expect(person.page.locator("li.lane:not(.open)")).to_have_count(30)
        person.picture(OUTPUT / "strip-30.png")
        rest = person.page.evaluate("""() => {
            const track = document.querySelector(".race > .track"), lane = document.querySelector("li.lane:not(.you)").offsetHeight;
            return [track.clientHeight / lane, track.dataset.stacks];
        }""")
        self.assertGreater(int(rest[1]), 1)
        self.assertAlmostEqual(rest[0], round(rest[0]), places=2)

    def test_a_long_name_fits_the_button_that_asks(self):
        host = self.person(viewport=PHONE)
        room = host.create_room("Long")
        crowd, name = Crowd(self.server.port), "W" * 20
        self.addCleanup(crowd.close)
        crowd.racers += crowd.await_(Racer().come(self.server.port, name, room))
        expect(host.lane(name)).to_have_count(1)
        self.host_sheet(host)
        button = host.sheet("Your room").get_by_role("button", name=f"Remove {name}")
        button.click()
        asked = host.sheet("Your room").get_by_role("button", name=f"Remove {name}?")
        expect(asked).to_be_visible()
        asked.scroll_into_view_if_needed()
        host.picture(OUTPUT / "kick-ask.png")
        inside = asked.evaluate("""(one) => {
            const range = document.createRange(), box = one.getBoundingClientRect();
            range.selectNodeContents(one);
            const text = range.getBoundingClientRect();
            return [Math.min(text.left - box.left, box.right - text.right), Math.min(text.top - box.top, box.bottom - text.bottom)];
        }""")
        self.assertGreaterEqual(inside[0], 8)
        self.assertGreaterEqual(inside[1], 2)


if __name__ == "__main__":
    unittest.main()
