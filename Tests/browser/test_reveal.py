"""The order in which a guess is told: tiles turn, keys colour, the own lane moves, and a winning row crosses the line."""

import re
import unittest

from playwright.sync_api import expect

from case import DESKTOP, OUTPUT, PHONE, BrowserCase

# Each frame, what of the row that was judged is seen. Tiles count as turned when none of them moves any more.
WATCH = """() => {
    const seen = (window.seen = {});
    const note = (name, isSo) => { if (isSo && !(name in seen)) seen[name] = performance.now(); };
    const from = { keys: document.querySelectorAll(".key[data-mark]").length, lane: document.querySelector("li.lane.you")?.dataset.columns };
    let isBegun = false;
    const frame = () => {
        const tiles = [...document.querySelectorAll(".row.reveal .tile")];
        isBegun ||= tiles.length > 0;
        note("begun", isBegun);
        const done = (tile) => tile.getAnimations().every((one) => one.playState === "finished");
        note("turned", isBegun && tiles.every(done));
        note("keys", document.querySelectorAll(".key[data-mark]").length > from.keys);
        const lane = document.querySelector("li.lane.you");
        note("lane", lane && lane.dataset.columns !== from.lane);
        note("finish", lane?.dataset.state === "home");
        note("time", /^\\d+:\\d\\d$/.test(lane?.querySelector(".time").textContent ?? ""));
        note("hop", document.querySelector(".row.hop"));
        note("crossing", document.querySelector(".board.crossing .board-trail"));
        note("place", /1st/.test(document.querySelector(".rank")?.textContent ?? ""));
        note("sheet", document.querySelector("dialog[open]"));
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}"""


class RevealTests(BrowserCase):
    def watched(self, person, word, row, last):
        """Guesses, and when each thing was seen."""
        person.page.evaluate(WATCH)
        person.guess(word, row)
        person.page.wait_for_function(f"() => '{last}' in window.seen")
        return person.page.evaluate("() => window.seen")

    def in_order(self, seen, *names):
        self.assertEqual(sorted(names, key=lambda name: seen[name]), list(names), seen)

    def test_tiles_then_keys_then_the_own_lane(self):
        racer, rival = self.person(), self.person()
        code = racer.create_room()
        rival.take_seat(code)
        racer.start()
        seen = self.watched(racer, self.misses[0], 0, "lane")
        self.in_order(seen, "begun", "turned", "keys", "lane")
        self.assertGreater(seen["lane"] - seen["begun"], 500, seen)

    def test_a_rival_sees_it_at_once(self):
        racer, rival = self.person(), self.person()
        code = racer.create_room()
        rival.take_seat(code)
        racer.start()
        # The tiles of the racer never lie; the rival sees the lane all the same.
        racer.page.evaluate("() => { window.setTimeout = () => 0; }")
        racer.guess(self.misses[0], 0)
        expect(rival.lane(racer.name)).to_have_attribute("data-columns", "1")
        expect(racer.lane_of_mine).to_have_attribute("data-columns", "0")
        expect(racer.page.locator(".key[data-mark]")).to_have_count(0)

    def test_a_win_hops_and_crosses_the_line(self):
        racer, rival = self.person(), self.person()
        code = racer.create_room()
        rival.take_seat(code)
        rival.start()
        racer.start()
        racer.guess(self.misses[0], 0)
        expect(racer.lane_of_mine).to_have_attribute("data-columns", "1")
        seen = self.watched(racer, self.answer, 1, "sheet")
        self.in_order(seen, "begun", "turned", "keys", "hop", "crossing", "sheet")
        for told in ("lane", "finish", "time"):
            self.assertGreater(seen[told], seen["hop"], f"{told}: {seen}")
            self.assertLess(seen[told], seen["sheet"], f"{told}: {seen}")
        racer.page.keyboard.press("Escape")
        racer.still()
        racer.picture(OUTPUT / "win-room-desktop.png")

    def test_the_run_of_a_win_is_one_movement(self):
        for viewport in (PHONE, DESKTOP):
            with self.subTest(viewport=viewport):
                racer = self.person(viewport)
                racer.visit("/today")
                racer.start()
                racer.guess(self.misses[0], 0)
                racer.await_judged(0)
                racer.page.evaluate("""() => {
                    window.begun = [];
                    window.clips = new Set();
                    document.addEventListener("animationstart", (event) => /run/.test(event.animationName) && window.begun.push(event.animationName));
                    const frame = () => {
                        const trail = document.querySelector(".board-trail");
                        if (trail) window.clips.add(getComputedStyle(trail).clipPath);
                        requestAnimationFrame(frame);
                    };
                    frame();
                }""")
                racer.guess(self.answer, 1)
                expect(racer.page.locator("dialog[open]")).to_be_visible()
                racer.page.keyboard.press("Escape")
                expect(racer.page.locator("dialog[open]")).to_have_count(0)
                self.assertEqual(sorted(racer.page.evaluate("window.begun")), ["chequer-run", "run-down"])
                shares = [float(share) for clip in racer.page.evaluate("[...window.clips]") for share in re.findall(r"([\d.]+)%", clip)]
                self.assertTrue(any(5 < share < 95 for share in shares), shares)

    def test_the_clock_of_a_win_stops_when_the_row_lies(self):
        racer = self.person()
        racer.visit("/today")
        racer.start()
        # Nothing that the tiles do comes to an end: the clock must not have stopped, nor the lane moved.
        racer.page.evaluate("() => { const real = window.setTimeout; window.setTimeout = (act, ms, ...rest) => real(act, ms > 50 && ms < 2000 ? 60000 : ms, ...rest); }")
        racer.guess(self.answer, 0)
        expect(racer.page.locator(".panel.low")).to_have_count(0)
        expect(racer.lane_of_mine).to_have_attribute("data-state", "racing")

    def test_a_flip_changes_its_colour_on_the_edge(self):
        for contrast, motion in (("no-preference", "no-preference"), ("more", "no-preference"), ("no-preference", "reduce")):
            with self.subTest(contrast=contrast, motion=motion):
                racer = self.person(motion=motion)
                racer.page.emulate_media(contrast=contrast)
                racer.visit("/today")
                racer.start()
                word = next(miss for miss in self.misses if len(set(dict(self.judged(miss))[miss])) > 1)
                racer.type(word)
                # The row stays in its turn, so that each moment of it can be looked at.
                racer.page.evaluate("() => { window.setTimeout = () => 0; }")
                racer.context.new_cdp_session(racer.page).send("Animation.setPlaybackRate", {"playbackRate": 0.001})
                racer.page.keyboard.press("Enter")
                racer.await_judged(0)
                frames = racer.page.evaluate("""() => [...document.querySelectorAll(".row.reveal .tile")].map((tile) => {
                    const [turn] = tile.getAnimations().filter((one) => !one.effect.pseudoElement);
                    const mark = tile.getAnimations({ subtree: true }).filter((one) => one.effect.pseudoElement === "::before");
                    const { delay, duration } = turn.effect.getTiming();
                    const look = () => {
                        const { backgroundColor, color, boxShadow, clipPath } = getComputedStyle(tile);
                        return [backgroundColor, color, boxShadow, clipPath].join(" | ");
                    };
                    const at = (part) => {
                        for (const one of [turn, ...mark]) { one.pause(); one.currentTime = delay + part * duration; }
                        return look();
                    };
                    const frames = [0, 0.1, 0.25, 0.4, 0.49, 0.51, 0.6, 0.75, 0.9, 0.99].map((part) => [part, at(part)]);
                    const before = at(-0.01);
                    const edge = (at(0.5), getComputedStyle(tile).transform);
                    for (const one of [turn, ...mark]) one.cancel();
                    return { before, frames, edge, typed: frames[0][1], judged: look() };
                })""")
                self.assertEqual(len(frames), 5)
                for tile in frames:
                    self.assertNotEqual(tile["typed"], tile["judged"])
                    self.assertEqual(tile["before"], tile["typed"])
                    for part, look in tile["frames"]:
                        self.assertEqual(look, tile["typed"] if part < 0.5 else tile["judged"], part)
                    if motion != "reduce":
                        # On its edge: nothing of its height is left.
                        height = float(re.search(r"matrix3d\((.*)\)", tile["edge"])[1].split(",")[5])
                        self.assertLess(abs(height), 0.01)


if __name__ == "__main__":
    unittest.main()
