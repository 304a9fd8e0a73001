"""Sheets behave as on the device, and what is said stands where one looks."""

import re
import unittest

from playwright.sync_api import expect

from case import DESKTOP, OUTPUT, PHONE, SIDEWAYS, SMALL_PHONE, BrowserCase


class SheetTests(BrowserCase):
    def test_back_closes_the_sheet_and_nothing_else(self):
        person = self.person()
        person.visit("/")
        person.page.get_by_role("link", name="Start today’s race").click()
        person.start()
        person.press("Menu")
        expect(person.sheet("Menu")).to_be_visible()
        person.page.go_back()
        expect(person.page.get_by_role("dialog")).to_have_count(0)
        expect(person.board).to_be_visible()
        # A sheet in place of a sheet is one step; closed otherwise, it leaves no step behind.
        person.press("Menu")
        person.press("How to race")
        expect(person.sheet("How to race")).to_be_visible()
        person.page.keyboard.press("Escape")
        expect(person.page.get_by_role("dialog")).to_have_count(0)
        person.page.wait_for_function("() => !history.state.sheet")
        expect(person.page).to_have_url(re.compile("/today$"))
        person.page.go_back()
        expect(person.page.get_by_role("button", name="Create a room")).to_be_visible()
        # A link in a sheet leads on from the page below it.
        person.page.get_by_role("link", name="Continue your race").click()
        expect(person.board).to_be_visible()
        person.press("Menu")
        person.sheet("Menu").get_by_role("link", name="Home").click()
        expect(person.page.get_by_role("button", name="Create a room")).to_be_visible()
        person.page.go_back()
        expect(person.board).to_be_visible()
        expect(person.page.get_by_role("dialog")).to_have_count(0)

    def test_what_is_read_aloud_stands_where_it_is_heard(self):
        """What is outside of an open sheet, screen readers do not read."""
        person = self.person()
        person.visit("/today")
        person.start()
        inside, outside = (person.page.locator(f"{place} > .spoken[role=log]") for place in ("dialog[open]", "body"))
        expect(outside).to_have_count(1)
        person.press("Menu")
        expect(inside).to_have_count(1)
        # A sheet in place of a sheet has it in its turn; Escape, Back and a link give it back.
        person.press("How to race")
        expect(person.sheet("How to race")).to_be_visible()
        expect(inside).to_have_count(1)
        person.close_sheet()
        expect(outside).to_have_count(1)
        person.press("Menu")
        expect(inside).to_have_count(1)
        person.page.go_back()
        expect(outside).to_have_count(1)
        person.press("Menu")
        person.sheet("Menu").get_by_role("link", name="Home").click()
        expect(person.page.get_by_role("button", name="Create a room")).to_be_visible()
        expect(outside).to_have_count(1)
        expect(outside.get_by_text("Tilerace", exact=True)).to_have_count(1)

    def test_a_press_that_ends_outside_closes_nothing(self):
        """Whoever selects the text of a field often lets go beside the sheet."""
        person = self.person(DESKTOP)
        person.visit("/today")
        person.start()
        person.press("Menu")
        expect(person.sheet("Menu")).to_be_visible()
        box = person.sheet("Menu").bounding_box()
        mouse = person.page.mouse
        mouse.move(box["x"] + box["width"] / 2, box["y"] + 8)
        mouse.down()
        mouse.move(4, 4)
        mouse.up()
        expect(person.sheet("Menu")).to_be_visible()
        mouse.click(4, 4)
        expect(person.page.get_by_role("dialog")).to_have_count(0)

    def test_a_held_enter_sends_one_row(self):
        """On a key of the page the browser would press it again for each repeat."""
        person = self.person(DESKTOP)
        person.visit("/today")
        person.start()
        person.page.evaluate("""() => {
            window.presses = 0;
            document.querySelector(".key-enter").addEventListener("click", () => { window.presses += 1; });
        }""")
        person.page.get_by_role("button", name="Enter").focus()
        for _ in range(3):
            person.page.keyboard.down("Enter")
        person.page.keyboard.up("Enter")
        self.assertEqual(person.page.evaluate("window.presses"), 0)

    def test_a_sheet_that_comes_late_stays_off_the_next_page(self):
        person = self.person()
        held = []
        person.page.route("**/components/statistics/statistics.js", lambda route: held.append(route))
        person.visit("/")
        person.press("Statistics")
        self.eventually(lambda: (person.page.wait_for_timeout(10), held)[1])
        person.page.get_by_role("link", name="Start today’s race").click()
        expect(person.page.get_by_role("button", name="Start the clock")).to_be_visible()
        for route in held:
            route.continue_()
        person.page.wait_for_load_state("networkidle")
        person.still()
        expect(person.page.get_by_role("dialog")).to_have_count(0)

    def test_parts_of_a_low_sheet_stand_below_each_other(self):
        """On a phone on its side a sheet has less room than what is in it: it scrolls, and nothing is covered."""
        person = self.person(SIDEWAYS, touch=True)
        person.visit("/today")
        person.start()
        for row, miss in enumerate(self.misses[:6]):
            person.guess(miss, row)
        sheet = person.page.get_by_role("dialog")
        expect(sheet).to_be_visible()
        person.page.go_back()
        expect(sheet).to_have_count(0)
        person.visit("/")
        for name in ("Statistics", "Ranking", "How to race", "Name and looks"):
            with self.subTest(name):
                person.page.get_by_role("button", name=name, exact=True).click()
                expect(sheet).to_be_visible()
                if name == "Statistics":
                    expect(sheet.locator(".own-bar.last")).to_have_count(1)
                if name == "Ranking":
                    expect(sheet.get_by_text("(you)")).to_be_visible()
                person.still()
                person.picture(OUTPUT / f"low-sheet-{name.split()[0].lower()}.png")
                # No part is lower than what is in it.
                squeezed = sheet.locator(".sheet-body > *").evaluate_all("""(parts) => parts
                    .filter((one) => one.clientHeight > 0 && one.scrollHeight > one.clientHeight + 1
                        && getComputedStyle(one).overflowY === "visible")
                    .map((one) => `${one.className}: ${one.scrollHeight} in ${one.clientHeight}`)""")
                self.assertEqual(squeezed, [])
                person.page.keyboard.press("Escape")
                expect(sheet).to_have_count(0)

    def test_nothing_is_seen_below_what_starts_a_sprint(self):
        for screen in (SMALL_PHONE, PHONE, SIDEWAYS, DESKTOP):
            with self.subTest(screen):
                host = self.person(screen)
                host.create_room()
                host.page.get_by_role("button", name="Sprint", exact=True).click()
                host.press("Set it up")
                sheet = host.sheet("Set up the sprint")
                expect(sheet).to_be_visible()
                host.still()
                host.picture(OUTPUT / f"setup-foot-{screen['width']}.png")
                foot, box = sheet.locator(".sheet-actions").bounding_box(), sheet.bounding_box()
                # Where all of it fits nothing is cut, and what stands below the buttons is seen whole.
                last = sheet.locator(".sheet-body > :last-child").bounding_box()
                if last["y"] + last["height"] > box["y"] + box["height"]:
                    self.assertAlmostEqual(foot["y"] + foot["height"], box["y"] + box["height"], delta=1.5)
                expect(sheet.get_by_role("button", name="Done")).to_be_in_viewport(ratio=1)
                # What stands below the buttons is scrolled to.
                sheet.locator(".sheet-body").evaluate("(body) => { body.scrollTop = body.scrollHeight; }")
                host.picture(OUTPUT / f"setup-end-{screen['width']}.png")
                last = sheet.locator(".sheet-body > :last-child").bounding_box()
                foot = sheet.locator(".sheet-actions").bounding_box()
                self.assertGreaterEqual(last["y"], foot["y"] + foot["height"])

    def test_the_code_that_came_while_a_sheet_was_open_stays_in_the_bar(self):
        host = self.person()
        code = host.create_room()
        host.press("Menu")
        host.press("Host the room")
        host.press("Give the room a new code")
        host.make_sure("Give the room a new code?")
        host.page.wait_for_url(lambda url: not url.endswith(code))
        new = host.page.url
        host.page.keyboard.press("Escape")
        expect(host.page.get_by_role("dialog")).to_have_count(0)
        host.page.wait_for_function("() => !history.state.sheet")
        expect(host.page).to_have_url(new)

    def swipe(self, person, at, by, steps=12):
        """A finger comes down and pulls."""
        cdp = person.context.new_cdp_session(person.page)
        x, y = at
        cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for step in range(1, steps + 1):
            cdp.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y + by * step / steps}]})
        cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def test_a_swipe_down_closes_a_sheet(self):
        person = self.person(viewport=PHONE, touch=True)
        person.visit("/today")
        person.press("How to race")
        sheet = person.sheet("How to race")
        expect(sheet).to_be_visible()
        person.still()
        top = sheet.bounding_box()["y"]
        # What was read on is scrolled back, and the sheet stays.
        body = sheet.locator(".sheet-body")
        body.evaluate("(body) => body.scrollTo(0, 200)")
        self.swipe(person, (200, 300), 150)
        expect(sheet).to_be_visible()
        body.evaluate("(body) => body.scrollTo(0, 0)")
        # A short pull goes back to where it was.
        self.swipe(person, (200, top + 60), 40, steps=40)
        person.still()
        self.assertEqual(sheet.bounding_box()["y"], top)
        self.swipe(person, (200, top + 60), 260)
        expect(person.page.get_by_role("dialog")).to_have_count(0)
        expect(person.page.get_by_role("button", name="Start the clock")).to_be_visible()

    def test_the_help_names_every_level_that_can_be_chosen(self):
        person = self.person()
        person.visit("/today")
        levels = person.page.get_by_role("radiogroup", name="Hard mode").get_by_role("radio")
        expect(levels).to_have_count(3)
        names = levels.evaluate_all("(all) => all.map((one) => one.closest('label').textContent.trim())")
        self.assertEqual(names[0], "Off")
        person.press("How to race")
        for name in names[1:]:
            expect(person.sheet("How to race")).to_contain_text(name)

    def test_the_way_out_stays_in_view_and_sheets_open_at_their_top(self):
        for viewport in (PHONE, SMALL_PHONE, SIDEWAYS, DESKTOP):
            person = self.person(viewport=viewport)
            person.visit("/today")
            person.press("Menu")
            person.press("Account")
            sheet = person.sheet("You")
            expect(sheet).to_be_visible()
            person.still()
            body = sheet.locator(".sheet-body")
            self.assertEqual(body.evaluate("(body) => body.scrollTop"), 0)
            body.evaluate("(body) => body.scrollTo(0, body.scrollHeight)")
            expect(sheet.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
            # What unfolds at the end is seen.
            sheet.get_by_text("Delete me", exact=True).first.click()
            expect(sheet.get_by_role("button", name="Delete me")).to_be_in_viewport(ratio=0.95)

    def test_what_is_said_stands_below_the_row_in_hand(self):
        for viewport in (PHONE, SMALL_PHONE, SIDEWAYS, DESKTOP):
            with self.subTest(**viewport):
                host, person = self.person(), self.person(viewport=viewport)
                code = host.create_room()
                person.take_seat(code)
                person.start()
                person.type("abc")
                person.page.keyboard.press("Enter")
                toast = person.page.get_by_role("alert")
                expect(toast).to_have_text("5 letters, please")
                person.still()
                boxes = person.page.evaluate("""() => [".toast", ".row.current", ".board"].concat([...document.querySelectorAll("li.lane")].map((one) => one))
                    .map((one) => (typeof one === "string" ? document.querySelector(one) : one).getBoundingClientRect().toJSON())""")
                said, row, board, *lanes = boxes
                self.assertGreaterEqual(said["top"], row["bottom"])
                self.assertLess(said["top"] - row["bottom"], 30)
                self.assertLess(abs(said["left"] + said["right"] - row["left"] - row["right"]), 4)
                for lane in lanes:
                    apart = said["right"] <= lane["left"] or lane["right"] <= said["left"] or said["bottom"] <= lane["top"] or lane["bottom"] <= said["top"]
                    self.assertTrue(apart, (said, lane))
                person.picture(OUTPUT / f"toast-{viewport['width']}.png")

    def test_what_is_said_of_the_last_row_is_on_the_screen(self):
        for viewport in (SIDEWAYS, {"width": 740, "height": 360}, SMALL_PHONE):
            with self.subTest(**viewport):
                person = self.person(viewport=viewport)
                person.visit("/today")
                person.start()
                for row, word in enumerate(self.misses[:5]):
                    person.guess(word, row)
                expect(person.page.locator(".board .row.current")).to_have_count(1)
                person.type("qqqqq")
                person.page.keyboard.press("Enter")
                toast = person.page.get_by_role("alert")
                expect(toast).to_have_text("Not in the word list")
                person.still()
                expect(toast).to_be_in_viewport(ratio=1)


if __name__ == "__main__":
    unittest.main()
