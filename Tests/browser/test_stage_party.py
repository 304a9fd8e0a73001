"""What happens on a stage: a calm order, pages of points, the celebration, and sounds."""

import re
import unittest
from random import Random

from playwright.sync_api import expect

from case import OUTPUT, WALL, BrowserCase
from crowd import Crowd
from sprint_steps import SprintSteps
from text_boxes import text_faults

# Notes when the order of the lanes changes, and whether the line or the ground below the lanes ever moves.
WATCH_ORDER = """() => {
    const list = document.querySelector(".lanes");
    const seen = globalThis.seenOrder = { changes: [], lines: new Set(), bare: 0, moved: 0 };
    new MutationObserver(() => seen.changes.push(performance.now())).observe(list, { childList: true });
    const round = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join();
    const look = () => {
        seen.lines.add([...document.querySelectorAll(".stage-lines i")].map((one) => round(one.getBoundingClientRect())).join(" "));
        const beds = [...document.querySelectorAll(".stage-beds i")];
        const box = list.getBoundingClientRect();
        if (!beds.every((one) => getComputedStyle(one).backgroundColor === "rgb(26, 32, 43)" && Math.abs(one.getBoundingClientRect().height - box.height) < 2)) seen.bare += 1;
        if (document.getAnimations().some((one) => one.effect.target.matches?.("li.lane"))) seen.moved += 1;
        requestAnimationFrame(look);
    };
    look();
}"""
# Notes, frame by frame, lanes that are not wholly there, and places that a lane has left for another stack and that are
# empty.
WATCH_HOLES = """() => {
    const list = document.querySelector(".lanes"), stood = new Map();
    const seen = globalThis.seenHoles = { parted: 0, faint: 0, empty: [] };
    let left = [];
    const look = (now) => {
        const lanes = [...list.children], opacity = (one) => Number(getComputedStyle(one).opacity);
        const places = new Map(lanes.map((lane) =>
            [lane, { x: lane.offsetLeft + lane.offsetWidth / 2, y: lane.offsetTop + lane.offsetHeight / 2 }]));
        const isAway = (lane, axis) => stood.has(lane) && Math.abs(stood.get(lane)[axis] - places.get(lane)[axis]) > 9;
        // The next change of the order, a second later, has lanes of its own that leave.
        if (lanes.some((lane) => isAway(lane, "x") || isAway(lane, "y"))) left = [];
        for (const lane of lanes) {
            if (isAway(lane, "x")) {
                left.push({ ...stood.get(lane), since: now });
                seen.parted += 1;
            }
            stood.set(lane, places.get(lane));
            if (opacity(lane) < 0.99) seen.faint += 1;
        }
        left = left.filter(({ since }) => now - since < 1000);
        const track = document.querySelector(".track").getBoundingClientRect(), top = list.getBoundingClientRect().top;
        const there = [...document.querySelectorAll(".track .lane")].map((one) => ({ box: one.getBoundingClientRect(), seen: opacity(one) }));
        for (const { x, y, since } of left) {
            const [atX, atY] = [x + track.left, y + top];
            const most = Math.max(0, ...there.filter(({ box }) => box.left <= atX && atX <= box.right && box.top <= atY && atY <= box.bottom).map((one) => one.seen));
            if (most < 0.25) seen.empty.push([Math.round(now - since), most]);
        }
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""
SEEN_ORDER = "() => ({ ...seenOrder, lines: [...seenOrder.lines] })"

# A browser that makes no sound, and tells what it was asked to play.
EARS = """(() => {
    globalThis.notes = [];
    const Real = globalThis.OscillatorNode;
    globalThis.OscillatorNode = class extends Real {
        constructor(context, options) { super(context, options); notes.push(options.frequency); globalThis.heard = performance.now(); }
    };
    globalThis.heard = 0;
    globalThis.speakers = [];
    const Speaker = globalThis.AudioContext;
    globalThis.AudioContext = class extends Speaker {
        constructor() { super(); speakers.push(this); }
    };
})()"""


class StagePartyTests(SprintSteps, BrowserCase):
    def crowd(self, *names):
        crowd = Crowd(self.server.port)
        self.addCleanup(crowd.close)
        return crowd, crowd.come(names)

    def stage(self, code, query="", script=None, **how):
        wall = self.person(viewport=WALL, **how)
        if script:
            wall.context.add_init_script(script)
        wall.visit(f"/stage/{code}{query}")
        expect(wall.page.locator(".stage-title h1")).not_to_be_empty()
        return wall

    def overtake(self, crowd, wall, rows, pause):
        """Everybody guesses, from the last to the first, one after the other, so that the order never rests."""
        for misses in range(1, rows + 1):
            for racer in reversed(crowd.racers):
                crowd.await_(racer.race_today(self.misses[:misses]))
                wall.page.wait_for_timeout(pause)

    def test_the_order_changes_once_a_second_and_the_line_stands_still(self):
        for query in ("", "?overlay=1"):
            crowd, code = self.crowd(*[f"Otter {index}" for index in range(20)])
            wall = self.stage(code, query)
            expect(wall.page.locator("li.lane:not(.open)")).to_have_count(20)
            wall.page.evaluate(WATCH_ORDER)
            self.overtake(crowd, wall, rows=5, pause=40)
            expect(wall.page.locator("li.lane[data-columns='5']")).to_have_count(20)
            seen = wall.page.evaluate(SEEN_ORDER)
            gaps = [b - a for a, b in zip(seen["changes"], seen["changes"][1:])]
            self.assertGreater(len(gaps), 1)
            self.assertGreater(min(gaps), 950, f"{query}: {gaps}")
            self.assertGreater(seen["moved"], 20)
            self.assertEqual(len(seen["lines"]), 1, seen["lines"])
            self.assertEqual(seen["bare"], 0)

    def test_lanes_that_change_their_stack_are_never_blank(self):
        for query in ("", "?overlay=1"):
            with self.subTest(query):
                crowd, code = self.crowd(*[f"Otter {index}" for index in range(30)])
                wall = self.stage(code, query)
                expect(wall.page.locator("li.lane:not(.open)")).to_have_count(30)
                self.assertGreater(int(wall.page.locator(".track").get_attribute("data-stacks")), 1)
                wall.page.evaluate(WATCH_HOLES)
                self.overtake(crowd, wall, rows=4, pause=30)
                expect(wall.page.locator("li.lane[data-columns='4']")).to_have_count(30)
                wall.page.wait_for_timeout(1500)
                seen = wall.page.evaluate("seenHoles")
                self.assertGreater(seen["parted"], 10)
                self.assertEqual(seen["faint"], 0)
                self.assertEqual(seen["empty"], [])
                # What faded has gone.
                expect(wall.page.locator(".stage-parting .lane")).to_have_count(0)

    def sprint(self, crowd, walls, words=1, finders=None, **settings):
        """A whole series of the crowd, up to its podium; the first of them is fast, the others are slower one by one. Who is no
        finder finds nothing."""
        crowd.ask("settings", **{"rounds": words, "rows": 10, "length": 5, "limit": 180, "next": "host", **settings})
        for number in range(words):
            crowd.ask("next_round" if number else "start")
            crowd.await_(*[racer.solve(Random(number * 100 + index), 10, 0.05 + index / 50) if index < (finders or len(crowd.racers))
                           else racer.play(self.misses[:10]) for index, racer in enumerate(crowd.racers)])
            for wall in walls:
                expect(wall.page.locator(".stage-answer .tile")).to_have_count(5)

    def test_the_points_page_through_everybody_between_words(self):
        names = [f"Otter {index}" for index in range(30)]
        crowd, code = self.crowd(*names)
        wall = self.stage(code)
        expect(wall.page.locator("li.lane:not(.open)")).to_have_count(30)
        wall.page.evaluate("""() => {
            globalThis.namesSeen = new Set();
            setInterval(() => {
                if (document.querySelector(".stage").dataset.phase === "over") document.querySelectorAll(".stage-points .who").forEach((one) => namesSeen.add(one.textContent));
            }, 50);
        }""")
        self.sprint(crowd, [wall], words=1)
        # The last word stays for some seconds before the podium: in these everybody was seen.
        expect(wall.page.get_by_role("list", name="Podium")).to_be_visible()
        self.assertEqual(sorted(wall.page.evaluate("[...namesSeen]")), sorted(names))

    def podium_in_order(self, wall):
        """Places follow points, in the list from the first on, and to the eye with the winner in the middle, the second to the left."""
        steps = wall.page.get_by_role("list", name="Podium").get_by_role("listitem")
        said = [re.fullmatch(r"(\d)(?:st|nd|rd): .+, (\d+) points?", step.get_attribute("aria-label")) for step in steps.all()]
        places, points = [int(one[1]) for one in said], [int(one[2]) for one in said]
        self.assertEqual(points, sorted(points, reverse=True))
        self.assertEqual(places, [1 + sum(other > mine for other in points) for mine in points])
        self.assertEqual(steps.locator(".step-block").all_inner_texts(), [str(place) for place in places])
        first, second, third = (step.bounding_box() for step in steps.all())
        self.assertLess(second["x"], first["x"])
        self.assertLess(first["x"], third["x"])

    def test_the_end_of_a_series_is_celebrated(self):
        crowd, code = self.crowd("Mika", "Oluwaseun", "Ana R.", "Tomasz")
        wall, still = self.stage(code), self.stage(code, motion="reduce")
        # Three with points, however they share the places.
        self.sprint(crowd, [wall, still], words=2, finders=3)
        for one in (wall, still):
            expect(one.page.get_by_role("list", name="Podium").get_by_role("listitem")).to_have_count(3)
            self.podium_in_order(one)
        for one in (still, wall):
            expect(one.page.locator(".run-said:not(.to-come)")).to_have_text(re.compile("Home in [1-9]"))
            # These words are no secret any more.
            self.assertRegex("".join(one.page.locator(".run-track > .run-column i").all_inner_texts()), "^[A-Z]{5}$")
        expect(wall.page.locator(".party-figures li").first).to_contain_text("Fastest word")
        expect(wall.page.locator(".party-figures li").first).to_contain_text(re.compile("Word [12] of 2"))
        # Who has another name is not shown by the old one any longer.
        crowd.await_(*[racer.socket.request("rename", name=f"Kestrel {index}") for index, racer in enumerate(crowd.racers)])
        for one in (wall, still):
            expect(one.page.locator(".party .step-name").first).to_contain_text("Kestrel")
        # It goes on for as long as the podium stands, and gives way to the next series at once.
        crowd.ask("start")
        for one in (wall, still):
            expect(one.page.locator(".party")).to_have_count(0)
            expect(one.page.locator("li.lane:not(.open)")).to_have_count(4)

    def test_the_word_of_the_day_is_celebrated_without_a_letter(self):
        crowd, code = self.crowd("Mika", "Oluwaseun")
        wall = self.stage(code, motion="reduce")
        overlay = self.stage(code, "?overlay=1")
        crowd.await_(crowd.racers[0].race_today([*self.misses[:2], self.answer]))
        expect(wall.lane("Mika")).to_have_attribute("data-state", "home")
        expect(wall.page.locator(".stage-first .step-name")).to_have_text("Mika")
        expect(wall.page.locator(".party")).to_have_count(0)
        crowd.await_(crowd.racers[1].race_today([*self.misses[:3], self.answer]))
        expect(wall.page.get_by_role("list", name="Podium")).to_be_visible()
        expect(wall.page.locator(".run-said")).to_have_text("Home in 3")
        self.assertEqual("".join(wall.page.locator(".run-track i").all_inner_texts()), "")
        self.assertEqual(text_faults(wall.page)[1], [])
        wall.picture(OUTPUT / "stage-daily-winner.png")
        expect(wall.page.locator(".party-figures")).to_contain_text("Fastest")
        # Then the lanes come back, and it can be seen again.
        expect(wall.page.locator("li.lane[data-state=home]")).to_have_count(2)
        expect(wall.page.locator(".party")).to_have_count(0)
        wall.page.mouse.move(800, 500)
        wall.press("Celebrate again")
        expect(wall.page.locator(".party")).to_have_count(1)
        # An overlay stays what it is.
        expect(overlay.page.locator("li.lane[data-state=home]")).to_have_count(2)
        expect(overlay.page.locator(".party")).to_have_count(0)

    def test_sounds_are_off_until_somebody_switches_them_on(self):
        crowd, code = self.crowd("Mika", "Oluwaseun", "Ana R.")
        wall = self.stage(code, script=EARS)
        wall.page.keyboard.press("Shift")
        crowd.await_(crowd.racers[0].race_today([self.answer]))
        expect(wall.lane("Mika")).to_have_attribute("data-state", "home")
        self.assertEqual(wall.page.evaluate("notes"), [])
        wall.page.mouse.move(800, 500)
        button = wall.page.get_by_role("button", name="Sound is off")
        expect(button).to_have_attribute("aria-pressed", "false")
        button.click()
        expect(wall.page.get_by_role("button", name="Sound is on")).to_have_attribute("aria-pressed", "true")
        # It is remembered; a browser may want to be touched once. If it may sound at once it greets with what is heard
        # when somebody comes home, and who comes home within 90 ms of that is not heard.
        wall.visit(f"/stage/{code}")
        expect(wall.page.get_by_role("button", name="Sound is on")).to_have_count(1)
        self.eventually(lambda: wall.page.evaluate("speakers.length"))
        wall.page.keyboard.press("Shift")
        self.eventually(lambda: wall.page.evaluate("speakers[0].state === 'running' && performance.now() - heard > 100"))
        before = len(wall.page.evaluate("notes"))
        crowd.await_(crowd.racers[1].race_today([self.answer]))
        self.eventually(lambda: len(wall.page.evaluate("notes")) > before)
        wall.page.mouse.move(700, 500)
        wall.press("Sound is on")
        silent = len(wall.page.evaluate("notes"))
        crowd.await_(crowd.racers[2].race_today([self.answer]))
        expect(wall.page.get_by_role("list", name="Podium")).to_be_visible()
        self.assertEqual(len(wall.page.evaluate("notes")), silent)


if __name__ == "__main__":
    unittest.main()
