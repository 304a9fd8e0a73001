"""A reader's own font size: nothing scrolls sideways, and no button, heading or number is cut."""

import re
import unittest

from playwright.sync_api import expect

from case import DESKTOP, OUTPUT, PHONE, SIDEWAYS, SMALL_PHONE, WALL, BrowserCase
from crowd import race
from sprint_steps import SprintSteps

# Words that a person has to read whole. Names of people and rooms may end in an ellipsis.
WHOLE = """button, .button, h1, h2, .row-number, .place, .time, .track-head span, .bar-clock, .level-choices label,
    .streak-words span, .bar-number, .figures b, .figures span, .choices label, .rank-time"""

# Each such element whose words reach beyond the element, the screen, or an ancestor that hides what overflows. An
# element in a place that can be scrolled is measured where the scrolling brings it.
CUT = """(whole) => [...document.querySelectorAll(whole)].filter((one) => {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (one.matches(".spoken, .name-button")) return false;
    one.scrollIntoView({ block: "nearest" });
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        if (texts.currentNode.parentElement.closest(".spoken") || texts.currentNode.data.trim() === "") continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const words = range.getBoundingClientRect();
        if (words.right > innerWidth + 1 || words.left < -1) return true;
        if (words.width === 0) continue;
        const own = one.getBoundingClientRect();
        if (words.right > own.right + 1.5 || words.left < own.left - 1.5) return true;
        for (let place = one; place !== document.body; place = place.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(place);
            const box = place.getBoundingClientRect();
            if (overflowX !== "visible" && (words.right > box.right + 1 || words.left < box.left - 1)) return true;
            // A font's own line reaches a little beyond its letters.
            const spare = words.height * 0.2;
            if (overflowY !== "visible" && (words.bottom > box.bottom + spare || words.top < box.top - spare)) return true;
        }
    }
    return false;
}).map((one) => `${one.tagName}.${one.className}: ${one.textContent}`)"""


class LargeTypeSteps:
    def reader(self, viewport, size):
        """Somebody whose browser has this font size; 16 is usual."""
        person = self.person(viewport)
        person.context.new_cdp_session(person.page).send("Page.setFontSizes", {"fontSizes": {"standard": size}})
        return person

    def assert_whole(self, person, name):
        person.still()
        person.picture(OUTPUT / f"large-type-{name}-{person.page.viewport_size['width']}.png")
        root = "document.documentElement"
        self.assertEqual(person.page.evaluate(f"{root}.scrollWidth - {root}.clientWidth"), 0, "sideways")
        self.assertEqual(person.sticking_out(), [])
        self.assertEqual(person.page.evaluate(CUT, WHOLE), [])


class LargeTypeTests(LargeTypeSteps, BrowserCase):
    def test_type_of_twice_the_size_is_never_cut(self):
        pages = {"/": ".streak-head:not(.awaited)", "/today": ".gate .lesson", "/practice": ".board",
                 "/archive": ".calendar", "/verify": ".sealed-list li", "/privacy": ".facts", "/link": ".link-code"}
        for viewport in (PHONE, DESKTOP, WALL):
            for path, ready in pages.items():
                with self.subTest(width=viewport["width"], path=path):
                    person = self.reader(viewport, 32)
                    person.visit(path)
                    expect(person.page.locator(ready).first).to_be_visible()
                    self.assert_whole(person, path.strip("/") or "home")
                    if path == "/today":
                        person.start()
                        self.assert_whole(person, "board")
                    person.context.close()
                    self.people.remove(person)

    def test_a_room_of_four_is_whole_in_larger_type(self):
        host = self.person()
        code = host.create_room("Friday Kytes")
        for _ in range(2):
            self.person().take_seat(code)
        for viewport, size in ((SMALL_PHONE, 32), (PHONE, 24), (PHONE, 32), (DESKTOP, 20), (DESKTOP, 32)):
            with self.subTest(width=viewport["width"], size=size):
                person = self.reader(viewport, size)
                person.take_seat(code)
                self.assert_whole(person, f"room-gate-{size}")
                person.start()
                self.assert_whole(person, f"room-{size}")
                if viewport == SMALL_PHONE:
                    continue  # The board has the room of the lanes.
                # A lane is as high as the type of its name.
                lane = person.page.locator("li.lane:not(.you)").first
                name = lane.locator(".name")
                tall = float(name.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)"))
                self.assertGreaterEqual(tall, 0.6 * size)
                self.assertGreaterEqual(lane.bounding_box()["height"], tall)

    def test_sheets_are_whole_in_larger_type(self):
        race(self.server.port, [[self.answer], [self.misses[0], self.answer]])
        for viewport in (PHONE, SMALL_PHONE):
            person = self.reader(viewport, 32)
            person.visit("/today")
            person.start()
            for row, word in enumerate([*self.misses[:2], self.answer]):
                person.guess(word, row)
            sheet = person.page.get_by_role("dialog")
            expect(sheet.locator(".figures")).to_contain_text("today")
            self.assert_sheet_whole(person, "result")
            person.visit("/")
            expect(person.page.get_by_role("link", name="See how it went")).to_be_visible()
            self.assert_whole(person, "home-won")
            for name, ready in (("Statistics", ".own-bar.last"), ("Ranking", ".ranking .you"), ("How to race", "h2"),
                                ("Name and looks", "h2")):
                person.page.get_by_role("button", name=name, exact=True).click()
                expect(sheet.locator(ready)).to_be_visible()
                self.assert_sheet_whole(person, name.split()[0].lower())

    def assert_sheet_whole(self, person, name):
        with self.subTest(width=person.page.viewport_size["width"], sheet=name):
            person.still()
            person.picture(OUTPUT / f"large-type-sheet-{name}-{person.page.viewport_size['width']}.png")
            self.assertEqual(person.sticking_out(), [])
            whole = ", ".join(f"dialog {one.strip()}" for one in WHOLE.split(","))
            self.assertEqual(person.page.evaluate(CUT, whole), [])
        person.close_sheet()
        expect(person.page.get_by_role("dialog")).to_have_count(0)

    def test_what_starts_the_clock_is_in_sight_in_larger_type(self):
        code = self.person().create_room("Friday Kytes")
        for viewport, size in ((SMALL_PHONE, 24), (SMALL_PHONE, 32), (PHONE, 32), (SIDEWAYS, 24), (SIDEWAYS, 32)):
            for path in ("/today", f"/room/{code}", "/archive/guess-en-5/2026-01-02"):
                with self.subTest(width=viewport["width"], size=size, path=path):
                    person = self.reader(viewport, size)
                    if "room" in path:
                        person.take_seat(code)
                    else:
                        person.visit(path)
                    # It is a first visit, with a lesson above the button, and what stands above it can be scrolled to.
                    expect(person.page.locator(".lesson .tile")).to_have_count(5)
                    start = person.page.get_by_role("button", name=re.compile("Start the clock|Race this day"))
                    expect(start).to_be_in_viewport(ratio=1)
                    hard = person.page.get_by_role("radio", name="Ultra")
                    hard.scroll_into_view_if_needed()
                    expect(start).to_be_in_viewport(ratio=1)
                    start.click()
                    expect(person.board).to_be_visible()
                    person.context.close()
                    self.people.remove(person)


class LargeAnagramTests(SprintSteps, LargeTypeSteps, BrowserCase):
    lines = "guess-en-5,anagram-en-7"
    screens = (SMALL_PHONE, {"width": 360, "height": 640}, PHONE, SIDEWAYS, DESKTOP)

    def test_an_anagram_is_whole_in_larger_type(self):
        for viewport in self.screens:
            for size in (20, 24, 32):
                with self.subTest(width=viewport["width"], size=size):
                    person = self.reader(viewport, size)
                    person.visit("/today?line=anagram-en-7")
                    person.press("Start the clock")
                    tiles = person.page.get_by_role("group", name="Tiles").get_by_role("button")
                    expect(tiles).to_have_count(7)
                    # The widest letter of all, in every tile and in the hand.
                    person.page.keyboard.type(tiles.first.inner_text())
                    person.page.evaluate("""() => document.querySelectorAll(".hand .tile, .tray-keys > .tray .tile").forEach(
                        (one) => (one.textContent = "W"))""")
                    self.assert_whole(person, f"anagram-{size}")
                    self.assertEqual(person.page.evaluate(CUT, ".hand .tile, .count"), [])
                    person.context.close()
                    self.people.remove(person)

    def test_a_sprint_is_whole_in_larger_type(self):
        host = self.person()
        code = host.create_room("Kytes")
        self.to_grid(host)
        readers = []
        for viewport in self.screens:
            reader = self.reader(viewport, 32)
            reader.take_seat(code)
            self.to_grid(reader)
            # Where there is room for it, each reaction's letters stand in their tiles.
            expect(reader.page.locator(".tray button:visible").first).to_be_attached()
            self.assert_reactions_whole(reader, "sprint")
            readers.append(reader)
        self.set_up(host, rounds=2)
        host.press("Start the sprint")
        for reader in readers:
            expect(reader.board).to_be_visible()
        self.race_on(host)
        self.end_word(host)
        for reader in readers:
            expect(reader.page.locator(".standings")).to_be_visible()
            self.assert_reactions_whole(reader, "sprint-over")
            self.assertEqual(reader.page.evaluate(CUT, ".standings :is(.how, .gain, .total, .place-number)"), [])

    def assert_reactions_whole(self, person, name):
        with self.subTest(width=person.page.viewport_size["width"], name=name):
            self.assert_whole(person, name)
            self.assertEqual(person.page.evaluate(CUT, ".stamp-face i, .stamp-face"), [])
            self.assertEqual(person.page.evaluate("""() => [...document.querySelectorAll(".tray button")].filter((one) => {
                const [button, face] = [one, one.firstElementChild].map((part) => part.getBoundingClientRect());
                return face.left < button.left || face.right > button.right;
            }).length"""), 0)


if __name__ == "__main__":
    unittest.main()
