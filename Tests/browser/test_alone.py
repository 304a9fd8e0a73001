"""A race with nobody beside: the board has the room, on every screen and at every size of type."""

import re
import unittest

from playwright.sync_api import expect

from case import DESKTOP, OUTPUT, PHONE, SIDEWAYS, SMALL_PHONE, TABLET, WALL, BrowserCase

# A window of 1280×1024 at 400 %.
ZOOMED = {"width": 320, "height": 256}


class AloneTests(BrowserCase):
    def tiles(self, person):
        """Width and height of the smallest tile."""
        boxes = [tile.bounding_box() for tile in person.page.locator(".board .tile").all()]
        return min(min(box["width"], box["height"]) for box in boxes)

    def practises(self, viewport, letters=5):
        person = self.person(viewport)
        person.visit(f"/practice?words=en-{letters}")
        expect(person.board).to_be_visible()
        expect(person.rows.first.locator(".tile")).to_have_count(letters)
        return person

    def test_tiles_stay_readable(self):
        for viewport, letters in ((SIDEWAYS, 8), (ZOOMED, 5), (SMALL_PHONE, 8), (ZOOMED, 8)):
            with self.subTest(viewport=viewport, letters=letters):
                person = self.practises(viewport, letters)
                self.assertGreaterEqual(round(self.tiles(person), 1), 22)
                self.assertEqual(person.sticking_out(), [])
                person.picture(OUTPUT / f"practice-{letters}-{viewport['width']}x{viewport['height']}.png")

    def test_the_next_word_sweeps_the_board_only(self):
        person = self.practises(DESKTOP)
        # The movement takes 450 ms: the page itself measures the first of it.
        person.page.evaluate("""() => new MutationObserver(() => {
            const sweep = document.querySelector(".sweep"), board = sweep?.querySelector(".board");
            if (!sweep || window.swept) return;
            const box = (one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height].map(Math.round); };
            window.swept = [box(sweep), box(sweep.parentElement), box(board), window.stood];
            window.clips = new Set();
            const frame = () => {
                if (!sweep.isConnected) return void (window.isSwept = true);
                window.clips.add(getComputedStyle(sweep.firstElementChild).clipPath);
                requestAnimationFrame(frame);
            };
            frame();
        }).observe(document.body, { childList: true, subtree: true })""")
        for row, word in enumerate(self.misses[:6]):
            person.guess(word, row)
        again = person.page.get_by_role("button", name="Another word")
        expect(again).to_be_visible()
        person.still()
        person.page.evaluate("""() => {
            const { x, y, width, height } = document.querySelector(".board").getBoundingClientRect();
            window.stood = [x, y, width, height].map(Math.round);
        }""")
        again.click()
        person.page.wait_for_function("() => window.swept")
        sweep, area, board, stood = person.page.evaluate("window.swept")
        self.assertEqual(sweep, area)
        self.assertEqual(board, stood)
        # The board goes with the line that passes over it, not at once in the middle.
        person.page.wait_for_function("() => window.isSwept")
        shares = [float(share) for clip in person.page.evaluate("[...window.clips]") for share in re.findall(r"([\d.]+)%", clip)]
        self.assertTrue(any(5 < share < 95 for share in shares), shares)

    def test_the_row_in_hand_stays_in_sight(self):
        person = self.person(ZOOMED)
        person.visit("/today")
        person.page.get_by_role("button", name="Start the clock").click()
        expect(person.board).to_be_visible()
        place = person.page.locator(".board-area").bounding_box()
        for row, word in enumerate(self.misses[:5]):
            person.guess(word, row)
            current = person.page.locator(".board .row.current")
            expect(current).to_have_count(1)
            self.eventually(lambda: current.bounding_box()["y"] + current.bounding_box()["height"] <= place["y"] + place["height"] + 1)
            self.assertGreaterEqual(current.bounding_box()["y"], place["y"] - 1)
        person.picture(OUTPUT / "today-320x256.png")

    def test_a_page_that_is_zoomed_in_mid_race_goes_on_in_sight(self):
        """In a room, too, where lanes take their part of a screen."""
        host = self.person()
        code = host.create_room()
        for path in ("/today", f"/room/{code}"):
            with self.subTest(path=path):
                person = self.person()
                person.visit("/today") if path == "/today" else person.take_seat(code)
                person.start()
                for row, word in enumerate(self.misses[:4]):
                    person.guess(word, row)
                    expect(person.page.locator(".board .row.current")).to_have_count(1)
                person.page.set_viewport_size(ZOOMED)
                self.in_sight(person)
                person.guess(self.misses[4], 4)
                self.in_sight(person)
                person.picture(OUTPUT / f"{path.split('/')[1]}-zoomed.png")

    def in_sight(self, person):
        """The row in hand is seen whole, above the keys."""
        def is_seen():
            row, place = (person.page.locator(part).bounding_box() for part in (".board .row.current", ".board-area"))
            return place["height"] >= row["height"] and place["y"] - 1 <= row["y"] and row["y"] + row["height"] <= place["y"] + place["height"] + 1
        self.eventually(is_seen)

    def test_the_board_is_large_and_in_the_middle(self):
        # Its width was 310, 310 and 350 px of these.
        for viewport, least in ((PHONE, 340), (TABLET, 500), (DESKTOP, 340), (WALL, 560)):
            with self.subTest(viewport=viewport):
                person = self.practises(viewport)
                box = person.board.bounding_box()
                self.assertGreaterEqual(box["width"], least)
                left, right = (0, viewport["width"]) if viewport is not DESKTOP else (24, person.page.locator(".race > .track").bounding_box()["x"] - 32)
                self.assertAlmostEqual(box["x"] + box["width"] / 2, (left + right) / 2, delta=16)
                # No bar says only on which row I am: the lane stands where there is room beside the board.
                self.assertEqual(person.lane_of_mine.is_visible(), viewport in (DESKTOP, WALL))
                self.assertEqual(person.sticking_out(), [])

    def test_beside_it_are_the_field_my_run_and_my_days(self):
        racer = self.person()
        racer.visit("/today")
        racer.start()
        racer.guess(self.misses[0], 0)
        expect(racer.lane_of_mine).to_have_attribute("data-columns", "1")
        field, days = racer.page.locator(".field-card"), racer.page.locator(".days-card")
        expect(field.get_by_role("heading", name="Today’s field")).to_be_visible()
        expect(field.get_by_role("listitem")).to_have_count(7)
        expect(days.locator(".today.playing")).to_have_count(1)
        racer.guess(self.answer, 1)
        expect(racer.sheet("Home in 2")).to_be_visible()
        racer.page.keyboard.press("Escape")
        expect(days.locator(".today.solved")).to_have_attribute("aria-label", re.compile("found in 2 guesses"))
        expect(field.locator(".mine")).to_contain_text("2")
        self.look_at(racer, "alone-after")
        racer.page.set_viewport_size(WALL)
        for part, side in ((field, "left"), (days, "right")):
            box = part.bounding_box()
            self.assertEqual("left" if box["x"] < WALL["width"] / 3 else "right", side)
        racer.picture(OUTPUT / "alone-after-1920.png")

    def test_home_on_its_side_shows_its_button(self):
        person = self.person(SIDEWAYS)
        person.visit("/")
        button = person.page.get_by_role("link", name="Start today’s race")
        expect(button).to_be_visible()
        box = button.bounding_box()
        self.assertLessEqual(box["y"] + box["height"], SIDEWAYS["height"])
        self.assertEqual(person.sticking_out(), [])
        person.picture(OUTPUT / "home-844x390.png")

    def test_the_smallest_phone_keeps_the_name(self):
        person = self.person(SMALL_PHONE)
        person.visit("/")
        name = person.page.get_by_role("button", name=re.compile("^You: "))
        expect(name).to_have_text(re.compile("^[A-Z][a-z]+ [A-Z][a-z]+"))
        self.assertEqual(name.inner_text(), person.name)
        self.assertGreaterEqual(name.bounding_box()["width"], 60)
        self.assertEqual(person.sticking_out(), [])

    def test_other_pages_have_their_navigation_above_them(self):
        for viewport in (PHONE, DESKTOP):
            for path in ("/archive", "/verify", "/privacy"):
                person = self.person(viewport)
                person.visit(path)
                ways = person.page.get_by_role("navigation", name="More")
                expect(ways.get_by_role("link")).to_have_text(["Home", "Past days", "Practice", "Was it fair?", "Privacy"])
                self.assertLess(ways.bounding_box()["y"], person.page.get_by_role("heading", level=1).bounding_box()["y"])

    def test_a_larger_type_is_a_larger_page(self):
        """Somebody whose browser has letters of 24 px in place of 16."""
        for path in ("/", "/today", "/archive"):
            with self.subTest(path=path):
                person = self.person(PHONE)
                person.visit(path)
                # "Loading your days" is the last of the page only for as long as they do, and some of it is drawn anew
                # when the server has said by which address it is reached.
                person.await_all_parts()
                person.page.wait_for_load_state("networkidle")
                expect(person.page.get_by_text("Loading", exact=False)).to_have_count(0)
                words = person.page.locator("main p:visible").last
                expect(words).to_be_visible()
                expect(words).not_to_have_text("\u00a0")
                person.settle()
                # This one, also if another comes below it meanwhile.
                words = words.element_handle()
                before = self.size(words)
                person.context.new_cdp_session(person.page).send("Page.setFontSizes", {"fontSizes": {"standard": 24}})
                self.assertAlmostEqual(self.size(words) / before, 1.5, delta=0.01)
                self.assertEqual(person.sticking_out(), [])
                person.picture(OUTPUT / f"type-24-{path.strip('/') or 'home'}.png")

    def size(self, place):
        return place.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")


if __name__ == "__main__":
    unittest.main()
