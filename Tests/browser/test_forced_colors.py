"""Contrast themes of the system: the marks are told by shapes, in the system's own colours."""

import unittest
from random import Random

from playwright.sync_api import expect

from case import DESKTOP, OUTPUT, PHONE, WALL, BrowserCase
from crowd import Crowd

# What tells a mark apart from the others, without the letter on it.
LOOKS = """(selector) => Object.fromEntries(["0", "1", "2"].map((mark) => {
    const one = document.querySelector(selector.replace("?", mark));
    if (!one) return [mark, null];
    const style = getComputedStyle(one), ring = getComputedStyle(one, "::before");
    return [mark, [style.backgroundColor, style.color, style.clipPath, ring.content !== "none" && ring.borderTopWidth, style.textDecorationLine].join(" / ")];
}))"""
LEGEND = """() => [...document.querySelectorAll(".legend .day")].map((one) => {
    const { backgroundColor, backgroundImage, boxShadow, clipPath, outlineStyle } = getComputedStyle(one);
    return [backgroundColor, backgroundImage, boxShadow, clipPath, outlineStyle].join(" / ");
})"""

# Texts that stand on a colour too close to their own: `text on ground`, of what is there by these selectors.
UNREADABLE = """(selector) => {
    const light = (colour) => {
        const [r, g, b] = colour.match(/\\d+/g).slice(0, 3).map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (one) => {
        const { backgroundColor } = getComputedStyle(one);
        return /, 0\\)$/.test(backgroundColor) && one.parentElement ? ground(one.parentElement) : backgroundColor;
    };
    const found = [...document.querySelectorAll(selector)].filter((one) => one.textContent.trim());
    const faults = found.map((one) => [getComputedStyle(one).color, ground(one)]).filter((pair) => {
        const [dim, bright] = pair.map(light).sort((a, b) => a - b);
        return (bright + 0.05) / (dim + 0.05) < 3;
    });
    return { found: found.length, faults: faults.map((pair) => pair.join(" on ")) };
}"""


class ForcedColorTests(BrowserCase):
    def forced(self, scheme, **how):
        person = self.person(scheme=scheme, **how)
        person.page.emulate_media(forced_colors="active", color_scheme=scheme)
        return person

    def assert_told_apart(self, looks):
        found = [look for look in looks.values() if look is not None]
        self.assertGreater(len(found), 1, looks)
        self.assertEqual(len(set(found)), len(found), looks)

    def test_marks_keep_their_shapes(self):
        for scheme in ("light", "dark"):
            for name, viewport in (("desktop", DESKTOP), ("phone", PHONE)):
                person = self.forced(scheme, viewport=viewport, touch=viewport is PHONE)
                person.visit("/")
                expect(person.page.get_by_role("button", name="Create a room")).to_be_visible()
                person.picture(OUTPUT / f"forced-home-{name}-{scheme}.png")
                person.create_room()
                person.start()
                for row in range(3):
                    person.guess(self.misses[row], row)
                person.still()
                self.assert_told_apart(person.page.evaluate(LOOKS, ".board .tile[data-mark='?']"))
                self.assert_told_apart(person.page.evaluate(LOOKS, ".key[data-mark='?']"))
                # Nothing of ours is left in a system's theme.
                face = person.page.evaluate("() => getComputedStyle(document.body).backgroundColor")
                canvas = person.page.evaluate("""() => {
                    const probe = document.body.appendChild(document.createElement("i"));
                    probe.style.color = "Canvas";
                    const { color } = getComputedStyle(probe);
                    probe.remove();
                    return color;
                }""")
                self.assertEqual(face, canvas)
                person.picture(OUTPUT / f"forced-race-{name}-{scheme}.png")
                person.guess(self.answer, 3)
                expect(person.page.get_by_role("dialog")).to_be_visible()
                person.still()
                person.picture(OUTPUT / f"forced-result-{name}-{scheme}.png")
                self.assertEqual(person.sticking_out(), [])

    def assert_readable(self, person, selector):
        seen = self.eventually(lambda: (look := person.page.evaluate(UNREADABLE, selector))["found"] and look)
        self.assertEqual(seen["faults"], [])

    def test_a_stage_is_read_in_the_colours_of_the_system(self):
        crowd = Crowd(self.server.port)
        self.addCleanup(crowd.close)
        code = crowd.come(["Mika", "Ana R."])
        walls = {scheme: self.forced(scheme, viewport=WALL, motion="reduce") for scheme in ("light", "dark")}
        for wall in walls.values():
            wall.visit(f"/stage/{code}")
            expect(wall.page.locator("li.lane:not(.open)")).to_have_count(2)
            self.assert_readable(wall, ".stage-title h1, .stage-sub, .stage-clock, .stage .name, .stage-code")
        crowd.ask("settings", rounds=1, rows=10, length=5, limit=180, next="host")
        crowd.ask("start")
        crowd.await_(*[racer.solve(Random(index), 10, 0.05 + index / 50) for index, racer in enumerate(crowd.racers)])
        # The winner's run in letters, of each colour a few.
        for scheme, wall in walls.items():
            self.assert_readable(wall, ".run-column i, .run-said, .run-clock")
            wall.picture(OUTPUT / f"forced-stage-{scheme}.png")

    def test_high_contrast_cannot_be_switched_off_in_a_contrast_theme(self):
        person = self.forced("light")
        person.visit("/")
        person.press("Name and looks")
        switch = person.page.get_by_role("switch", name="High contrast")
        expect(switch).to_be_checked()
        expect(switch).to_be_disabled()
        person.page.emulate_media(forced_colors="none")
        expect(switch).to_be_enabled()
        expect(switch).not_to_be_checked()

    def test_the_kinds_of_days_are_told_apart(self):
        for forced in ("none", "active"):
            person = self.person()
            person.page.emulate_media(forced_colors=forced, contrast="more")
            person.visit("/archive")
            expect(person.page.locator(".legend .day")).to_have_count(4)
            kinds = person.page.evaluate(LEGEND)
            self.assertEqual(len(set(kinds)), 4, kinds)
            person.picture(OUTPUT / f"contrast-archive-{forced}.png")

    def test_a_run_keeps_its_present_marks_in_high_contrast(self):
        person = self.person()
        person.page.emulate_media(contrast="more")
        person.visit("/today")
        person.start()
        seen = next(miss for miss in self.misses if "1" in dict(self.judged(miss))[miss])
        person.guess(seen, 0)
        person.guess(self.answer, 1)
        run = person.page.get_by_role("dialog").locator(".run")
        expect(run).to_be_visible()
        ring = run.locator(".m1").first.evaluate("(one) => getComputedStyle(one).boxShadow")
        self.assertNotEqual(ring, "none")


if __name__ == "__main__":
    unittest.main()
