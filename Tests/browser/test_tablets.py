"""Rooms on tablets and on a large screen: layouts of their own, and no stretched phone."""

import unittest

from playwright.sync_api import expect

from case import OUTPUT, TABLET, WALL, BrowserCase
from crowd import race
from sprint_steps import SprintSteps
from text_boxes import text_faults

# The least width of a tile and height of a key, of a lane with four racers and with twelve, in CSS pixels; and the
# least share of the window that the parts of the page cover.
SCREENS = {
    "upright": (TABLET, 78, 62, (36, 26), 0.72),
    "on-its-side": ({"width": 1024, "height": 768}, 60, 42, (58, 30), 0.88),
    "wall": (WALL, 92, 58, (130, 72), 0.84),
}

MEASURED = """() => {
    const box = (one) => one.getBoundingClientRect();
    const size = (selector) => box(document.querySelector(selector));
    const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && box(one).width > 0 && getComputedStyle(one).clipPath !== "inset(50%)";
    const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
    const inside = (inner, outer) => inner.left >= outer.left - 1 && inner.top >= outer.top - 1 && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1;
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const called = (one) => `${one.className || one.tagName}: ${one.textContent.slice(0, 20)}`;
    // What has a face of its own. How much of the window lies under it, by points 8 pixels apart.
    const faces = all(".bar, .track, .board, .key-row, .desk, .side .card, .side .tray").filter((one) => !one.matches(".desk") || getComputedStyle(one).backgroundColor !== "rgba(0, 0, 0, 0)").map(box);
    let [covered, points] = [0, 0];
    for (let x = 4; x < innerWidth; x += 8) for (let y = 4; y < innerHeight; y += 8) {
        points += 1;
        if (faces.some((one) => x >= one.left && x < one.right && y >= one.top && y < one.bottom)) covered += 1;
    }
    const [board, tray] = [size(".board"), all(".side .tray")[0]];
    return {
        tile: size(".board .tile").width,
        key: size(".key").height,
        lane: Math.min(...all(".lane:not(.open)").map((one) => box(one).height)),
        outside: all(".race *").filter((one) => !inside(box(one), screen)).map(called),
        cutNames: all(".track .lane .name, .track .lane .time, .side b, .side .who").filter((one) => one.scrollWidth > one.clientWidth).map(called),
        cutLanes: all(".track .lane").filter((one) => !inside(box(one), size(".track"))).map(called),
        cutCards: all(".side .card").flatMap((card) => [...card.querySelectorAll("button, h2, li, .stamp-face")].filter(seen)
            .filter((one) => !inside(box(one), box(card)) || !inside(box(one), box(one.closest("button, li, .card")))).map(called)),
        noReactions: all(".tray button").length !== 8,
        boardCut: !inside(board, size(".board-area")) || (tray !== undefined && box(tray).left < board.right && box(tray).top < board.bottom),
        share: covered / points,
    };
}"""


class TabletTests(SprintSteps, BrowserCase):
    def test_rooms_have_layouts_of_their_own(self):
        host = self.person()
        code = host.create_room()
        misses = self.misses
        race(self.server.port, [misses[:2], misses[:3] + [self.answer], misses[:1]], room=code)
        host.start()
        host.guess(misses[0], 0)
        self.eventually(lambda: len(host.lanes()) == 4)
        for racers in (4, 12):
            for name, (viewport, tile, key, lanes, share) in SCREENS.items():
                with self.subTest(name, racers=racers):
                    least = (tile, key, lanes[racers == 12], share)
                    self.see(host, f"tablet-{name}-{racers}", viewport, least)
            if racers == 4:
                race(self.server.port, [misses[:count % 5] for count in range(8)], room=code)
                self.eventually(lambda: len(host.lanes()) == 12)

    def test_sprints_have_them_too(self):
        host, *others = (self.person() for _ in range(4))
        self.room(host, *others)
        self.set_up(host, rounds=2)
        host.press("Start the sprint")
        for person in (host, *others):
            self.race_on(person)
            self.play(person, self.misses[0])
        for name, (viewport, tile, key, lanes, share) in SCREENS.items():
            with self.subTest(name):
                self.see(host, f"tablet-sprint-{name}", viewport, (tile, key, lanes[0], share))
        # Six lines have no room on a tablet held sideways; one's own is in sight all the same.
        host.page.set_viewport_size({"width": 1024, "height": 768})
        below = host.page.evaluate("""() => {
            const list = document.querySelector(".point-bars"), you = list.querySelector(".you");
            while (list.childElementCount < 6) list.prepend(list.querySelector("li:not(.you)").cloneNode(true));
            list.append(you);
            return you.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
        }""")
        self.assertLessEqual(below, 1)

    def see(self, person, name, viewport, least):
        page = person.page
        page.set_viewport_size(viewport)
        page.emulate_media(reduced_motion="reduce")
        # A field of many is put in order once a second.
        page.wait_for_function("() => [...document.querySelectorAll('.lane')].every((one, index) => one.querySelector('.place').textContent.trim() >= '1')")
        person.still()
        person.picture(OUTPUT / f"{name}.png")
        # The longest name that the server draws.
        page.eval_on_selector_all(".lane:not(.you, .open) .name, .people-list b:not(:has(em)), .point-bars li:not(.you) .who",
                                  "names => names.forEach((name) => (name.firstChild.data = 'Mighty Kingfisher'))")
        found = page.evaluate(MEASURED)
        count, faults = text_faults(page)
        self.assertGreater(count, 30)
        measures = {one: found.pop(one) for one in ("tile", "key", "lane", "share")}
        print(name, *(f"{one:.2f}" for one in measures.values()))
        small = [f"{one} {measured:.2f} < {bound}" for (one, measured), bound in zip(measures.items(), least) if measured < bound]
        # All that is wrong at once.
        faulty = {"texts": faults, "sticking out": person.sticking_out(), "small": small, **found}
        self.assertEqual({what: which for what, which in faulty.items() if which}, {})

    def test_what_stands_before_a_race_fits(self):
        """The gate and the sprint's panel, larger than on a phone: all of them is seen without scrolling."""
        host, other = self.person(), self.person()
        code = host.create_room()
        other.take_seat(code)
        for name, (viewport, *_) in SCREENS.items():
            for course, button in (("Sprint", "Start the sprint"), ("Today’s word", "Start the clock")):
                with self.subTest(name, course=course):
                    page = host.page
                    page.set_viewport_size(viewport)
                    page.get_by_role("button", name=course, exact=True).click()
                    start = page.get_by_role("button", name=button)
                    expect(start).to_be_visible()
                    host.still()
                    host.picture(OUTPUT / f"tablet-before-{name}-{'gate' if course != 'Sprint' else 'sprint'}.png")
                    self.assertEqual(host.sticking_out(), [])
                    self.assertEqual(text_faults(page)[1], [])
                    box = start.bounding_box()
                    self.assertGreaterEqual(box["height"], 52 if name == "on-its-side" else 58)
                    self.assertLessEqual(box["y"] + box["height"], viewport["height"])

    def test_lanes_are_fitted_anew_where_none_comes_or_goes(self):
        """From a desktop to a tablet, where fewer lanes have room than on a desktop, but all twelve."""
        host = self.person()
        code = host.create_room()
        race(self.server.port, [self.misses[:count % 4] for count in range(11)], room=code)
        host.start()
        self.eventually(lambda: len(host.lanes()) == 12)
        expect(host.page.locator(".track")).to_have_attribute("data-stacks", "1")
        host.page.set_viewport_size(TABLET)
        expect(host.page.locator(".track")).to_have_attribute("data-stacks", "2")

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

    def test_words_on_home_are_whole(self):
        person = self.person()
        person.visit("/")
        expect(person.page.locator(".streak-actions .button").first).to_be_visible()
        for name, (viewport, *_) in SCREENS.items():
            with self.subTest(name):
                person.page.set_viewport_size(viewport)
                person.still()
                person.picture(OUTPUT / f"tablet-home-{name}.png")
                cut = person.page.evaluate("""() => [...document.querySelectorAll(".home-page .button, .room-name")].filter((one) => {
                    const range = document.createRange();
                    range.selectNodeContents(one);
                    const [text, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
                    const context = document.createElement("canvas").getContext("2d");
                    context.font = getComputedStyle(one).font;
                    const room = box.width - 2 * parseFloat(getComputedStyle(one).paddingLeft);
                    if (one.placeholder) return context.measureText(one.placeholder).width > room;
                    return text.width > 0 && (text.left < box.left + 2 || text.right > box.right - 2 || text.height > 32);
                }).map((one) => one.textContent || one.placeholder)""")
                self.assertEqual(cut, [])


if __name__ == "__main__":
    unittest.main()
