"""Nothing on the page jumps: what stands somewhere stays there, while parts arrive and while others race."""

import threading
import unittest

from playwright.sync_api import expect

from case import DESKTOP, PHONE, WALL, BrowserCase
from sprint_steps import SprintSteps

# Adds up every shift of the layout that no key or click of the last half second explains, as the browser itself counts
# them, and says what moved.
COUNT = """() => {
    globalThis.shifts = [];
    const named = ({ node }) => node?.parentElement ? `${node.nodeName}.${node.className || node.parentElement.className}` : "gone";
    const from = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
    new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, startTime, sources } of list.getEntries()) {
            if (!hadRecentInput) shifts.push([value, `${Math.round(startTime)} ms: ` +
                sources.map((one) => `${named(one)} (${from(one.previousRect)} → ${from(one.currentRect)})`).join(", ")]);
        }
    }).observe({ type: "layout-shift", buffered: true });
}"""
MOST = 0.01


class ShiftTests(SprintSteps, BrowserCase):
    def counted(self, **options):
        """Somebody whose browser counts shifts."""
        person = self.person(**options)
        person.page.add_init_script(f"({COUNT})()")
        return person

    def frames(self, person):
        """Waits until what is there is drawn, and counted: that is in the frame after the next."""
        person.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))")

    def settled(self, *people):
        """Waits until their lanes have come to their places. Chromium takes one that turns on its way for one that jumps: it
        does not ask the compositor how far that has come. test_a_lane_overtaken_on_its_way holds the page to it."""
        for person in people:
            person.still()
            self.frames(person)

    def assert_still(self, person, words):
        person.still()
        self.frames(person)
        shifts = person.page.evaluate("shifts")
        total = sum(value for value, _ in shifts)
        told = "".join(f"\n  {value:.4f} at {what}" for value, what in shifts)
        print(f"{words}: {total:.4f}{told}")
        self.assertLess(total, MOST, words + told)
        person.page.evaluate("() => { shifts.length = 0; }")

    def test_a_planted_jump_is_seen(self):
        person = self.counted()
        person.visit("/")
        expect(person.page.get_by_role("button", name="Create a room")).to_be_visible()
        person.page.evaluate("""() => new Promise((done) => {
            document.querySelector("main").style.marginTop = "120px";
            requestAnimationFrame(() => requestAnimationFrame(done));
        })""")
        with self.assertRaises(AssertionError):
            self.assert_still(person, "with a planted jump")

    def test_pages_that_load(self):
        host = self.person()
        code = host.create_room("Friday Kytes")
        host.start()
        host.guess(self.misses[0], 0)
        host.page.keyboard.press("Escape")
        self.host_sheet(host)
        host.sheet("Your room").get_by_text("Listed", exact=True).click()
        for name, viewport in (("desktop", DESKTOP), ("phone", PHONE)):
            visitor = self.counted(viewport=viewport, touch=viewport is PHONE)
            for words in ("a first visit", "a visit"):
                visitor.visit("/")
                expect(visitor.page.locator(".live").get_by_role("link")).to_have_count(1)
                self.assert_still(visitor, f"home, {words}, {name}")
            visitor.visit(f"/room/{code}")
            expect(visitor.page.get_by_role("button", name="Take a seat")).to_be_visible()
            self.assert_still(visitor, f"a room's door, {name}")
            visitor.press("Take a seat")
            expect(visitor.page.get_by_role("button", name="Start the clock")).to_be_visible()
            visitor.visit("/")
            expect(visitor.page.locator(".rooms").first.get_by_role("link")).to_have_count(1)
            self.assert_still(visitor, f"home with a room, {name}")
            visitor.visit(f"/room/{code}")
            expect(visitor.page.get_by_role("button", name="Start the clock")).to_be_visible()
            self.assert_still(visitor, f"a room, {name}")
            visitor.start()
            visitor.page.wait_for_timeout(600)  # What follows the press is its own.
            visitor.page.reload()
            expect(visitor.rows.first).to_be_visible()
            self.assert_still(visitor, f"a board, {name}")
            visitor.visit("/today")
            expect(visitor.rows.first).to_be_visible()
            self.assert_still(visitor, f"the word of the day alone, {name}")

    def test_answers_that_come_late(self):
        """A slow line: the page stands before it knows anything of the server."""
        host = self.person()
        code = host.create_room("Friday Kytes")
        for name, viewport in (("desktop", DESKTOP), ("phone", PHONE)):
            visitor = self.counted(viewport=viewport, touch=viewport is PHONE)
            for path, first, last in (("/", ".home-page", ".live"), (f"/room/{code}", ".race", ".panel"), (f"/stage/{code}", ".stage", "img.stage-qr"), ("/", ".home-page", ".live")):
                held, is_open = [], threading.Event()
                visitor.page.route("**/api/v1/*", lambda route: route.continue_() if is_open.is_set() else held.append(route))
                visitor.page.goto(self.server.url + path, wait_until="commit")
                expect(visitor.page.locator(first)).to_be_visible()
                self.frames(visitor)
                is_open.set()
                # What is held may ask for more; each answer is seen before the next one comes.
                for route in held:
                    route.continue_()
                    self.frames(visitor)
                expect(visitor.page.locator(last)).to_be_visible()
                self.assert_still(visitor, f"{path} on a slow line, {name}")
                visitor.page.unroute("**/api/v1/*")
                if "room" in path:
                    visitor.press("Take a seat")
                    expect(visitor.lane_of_mine).to_have_count(1)

    def test_a_font_that_comes_late(self):
        for name, viewport in (("desktop", DESKTOP), ("phone", PHONE)):
            visitor = self.counted(viewport=viewport, touch=viewport is PHONE)
            held, is_open = [], threading.Event()
            visitor.page.route("**/sora.woff2", lambda route: route.continue_() if is_open.is_set() else held.append(route))
            visitor.page.goto(self.server.url, wait_until="commit")
            # The modules are there, and nothing is shown yet.
            expect(visitor.page.locator(".toast")).to_be_attached()
            expect(visitor.page.locator("main")).to_have_count(0)
            is_open.set()
            for route in held:
                route.continue_()
            expect(visitor.page.locator(".live")).to_be_visible()
            self.assertTrue(visitor.page.evaluate("document.fonts.check('700 1em Sora')"))
            self.assert_still(visitor, f"home, its font late, {name}")

    def test_boards_while_guesses_come_in(self):
        host, phone = self.counted(), self.counted(viewport=PHONE, touch=True)
        code = host.create_room()
        phone.take_seat(code)
        rivals = [self.person(), self.person()]
        for rival in rivals:
            rival.take_seat(code)
        for person in (host, phone, *rivals):
            person.start()
        for person in (host, phone):
            person.page.wait_for_timeout(600)
            person.page.evaluate("() => { shifts.length = 0; }")
        host.guess(self.misses[0], 0)
        phone.guess(self.misses[1], 0)
        self.settled(host, phone)  # One's own lane goes when the row lies.
        for row in range(3):
            for rival in rivals:
                rival.guess(self.misses[row], row)
                self.settled(host, phone)
        rivals[1].guess(self.answer, 3)
        for person in (host, phone):
            expect(person.lane(rivals[0].name)).to_have_attribute("data-columns", "3")
            expect(person.lane(rivals[1].name)).to_have_attribute("data-state", "home")
            self.assert_still(person, f"a board beside three others, {'phone' if person is phone else 'desktop'}")

    def test_a_track_has_its_size_before_it_is_painted(self):
        """An observer of sizes may tell it a frame late: the lane of who races alone was thin at first, and what stands below it
        jumped."""
        person = self.person()
        person.visit("/today")
        expect(person.page.get_by_role("button", name="Start the clock")).to_be_visible()
        height = person.page.evaluate("""async () => {
            const { Track } = await import("/components/track/track.js");
            const track = new Track({ label: "Alone" });
            track.show([{ key: "you", place: 1, name: "", you: true, present: true, state: "waiting", rows: [], finish: null }], 5, 6);
            document.querySelector("main.race").append(track.element);
            await null;
            const height = track.list.firstElementChild.offsetHeight;
            track.remove();
            return height;
        }""")
        self.assertEqual(height, 52)

    def test_a_lane_overtaken_on_its_way(self):
        """It turns where it is seen: two overtakings within the third of a second that a lane takes to its place."""
        person = self.person()
        person.visit("/")
        expect(person.page.get_by_role("button", name="Create a room")).to_be_visible()
        jumps = person.page.evaluate("""async () => {
            const { Track } = await import("/components/track/track.js");
            await import("/components/track/moving.js");
            const track = new Track({ label: "Overtaking" });
            document.querySelector("main").append(track.element);
            const lane = (key, index) => ({ key, place: index + 1, name: key, you: false, present: true, state: "racing", rows: [], finish: null });
            const show = (...keys) => track.show(keys.map(lane), 5, 6);
            const tops = () => [...track.lanes.values()].map(({ element }) => element.getBoundingClientRect().top);
            show("a", "b", "c");
            const jumps = [];
            // To another place, back, and told the same again, each in the midst of the way.
            for (const order of [["b", "a", "c"], ["b", "c", "a"], ["a", "b", "c"], ["a", "b", "c"]]) {
                const before = tops();
                show(...order);
                jumps.push(...tops().map((top, index) => Math.abs(top - before[index])));
                for (const motion of document.getAnimations()) {
                    motion.pause();
                    motion.currentTime = 100;
                }
            }
            const moving = new Set(document.getAnimations().map((motion) => motion.effect.target)).size;
            track.remove();
            return { most: Math.max(...jumps), moving };
        }""")
        self.assertLess(jumps["most"], 0.5)
        self.assertGreater(jumps["moving"], 0, "lanes that go to their places")

    def test_a_stage_while_ranks_change(self):
        host, other = self.person(), self.person()
        code = self.room(host, other)
        wall = self.counted(viewport=WALL)
        wall.visit(f"/stage/{code}")
        expect(wall.page.locator("li.lane:not(.open)")).to_have_count(2)
        expect(wall.page.locator("img.stage-qr")).to_be_visible()
        self.assert_still(wall, "a stage that loads")
        self.set_up(host, rounds=1, rows=10)
        host.press("Start the sprint")
        for person in (host, other):
            self.race_on(person)
        # Each overtakes the other, again and again; then one comes home, and the podium stands.
        seen = {host: [], other: []}
        for row in range(3):
            first, second = (host, other) if row % 2 == 0 else (other, host)
            for person, miss in ((first, self.misses[2 * row]), (second, self.misses[2 * row + 1])):
                seen[person].append((miss, self.play(person, miss)))
                expect(wall.page.locator("li.lane .name").first).to_have_text(first.name)
            expect(wall.lane(second.name)).to_have_attribute("data-columns", str(row + 1))
            self.settled(wall)
        self.assert_still(wall, "a stage whose ranks change")
        for person in (host, other):
            self.solve(person, seen=seen[person])
        expect(wall.page.locator(".stage-answer .tile[data-mark]")).to_have_count(5)
        self.assert_still(wall, "a stage when the word is told")
        expect(wall.page.get_by_role("list", name="Podium")).to_be_visible()
        self.assert_still(wall, "a stage with the podium")


if __name__ == "__main__":
    unittest.main()
