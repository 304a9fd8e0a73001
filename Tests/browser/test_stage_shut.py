"""The stage where it has nothing to show: whole pages in the looks of the room's door, with a way on; overlays in their corner."""

import unittest

from playwright.sync_api import expect

from case import OUTPUT, PHONE, SIDEWAYS, WALL, BrowserCase
from sprint_steps import SprintSteps
from text_boxes import text_faults

SCREENS = [WALL, {"width": 1280, "height": 720}, SIDEWAYS, PHONE]


class StageShutTests(SprintSteps, BrowserCase):
    def look(self, person, name):
        """Lanes, a heading and a way on, in the middle of every screen, all of it in sight."""
        page = person.page
        expect(page.locator(".stage-shut .door-lane")).to_have_count(3)
        for screen in SCREENS:
            page.set_viewport_size(screen)
            person.still()
            person.picture(OUTPUT / f"stage-shut-{name}-{screen['width']}.png")
            box = page.locator(".stage-shut").bounding_box()
            self.assertLess(abs(box["x"] + box["width"] / 2 - screen["width"] / 2), 2, f"{name} {screen}")
            self.assertGreaterEqual(box["y"], 0)
            self.assertLessEqual(box["y"] + box["height"], screen["height"])
            self.assertGreater(box["height"], screen["height"] * 0.35)
            self.assertEqual(text_faults(page)[1], [], f"{name} {screen}")
            self.assertEqual(person.sticking_out(), [])
            expect(page.get_by_role("link", name="Back home")).to_be_visible()
        page.set_viewport_size(WALL)

    def test_a_code_that_leads_nowhere_can_be_put_right(self):
        host, wall = self.person(), self.person(viewport=WALL, motion="reduce")
        code = host.create_room("Friday Kytes")
        wall.visit(f"/stage/{'A2B3C' if code != 'A2B3C' else 'A2B3D'}")
        expect(wall.page.get_by_role("heading", name="There is no room with that code")).to_be_visible()
        self.look(wall, "unknown")
        field = wall.page.get_by_label("Another code")
        expect(wall.page.get_by_role("button", name="Go there")).to_be_disabled()
        field.fill(code.lower())
        wall.press("Go there")
        wall.page.wait_for_url(f"**/stage/{code}")
        expect(wall.lane(host.name)).to_have_count(1)
        expect(wall.page.locator(".stage-qr")).to_be_visible()

    def test_whoever_is_kicked_or_shut_out_reads_it_on_a_whole_page(self):
        host, guest, wall = self.person(), self.person(), self.person(viewport=WALL, motion="reduce")
        code = host.create_room("Friday Kytes")
        guest.take_seat(code)
        stage = self.person(viewport=WALL, motion="reduce", context=guest.context)
        for screen in (stage, wall):
            screen.visit(f"/stage/{code}")
            expect(screen.page.locator("li.lane:not(.open)")).to_have_count(2)
        stage.page.locator(".stage-hide").focus()
        self.host_sheet(host)
        host.press(f"Remove {guest.name}")
        host.make_sure(f"Remove {guest.name}?")
        removed = stage.page.get_by_role("heading", name="The host has removed you from this room")
        expect(removed).to_be_visible()
        # What had the focus is gone: the words have it, for who reads the page by ear.
        expect(removed).to_be_focused()
        self.look(stage, "kicked")
        host.press("Close the room for good")
        host.make_sure("Close the room for good?")
        closed = wall.page.get_by_role("heading", name="The host has closed this room")
        expect(closed).to_be_visible()
        # Nobody had pressed anything: no focus moves, and it is read all the same.
        expect(closed).not_to_be_focused()
        expect(wall.page.locator(".spoken p", has_text="The host has closed this room")).to_have_count(1)
        self.look(wall, "closed")

    def test_a_stage_that_is_refused_for_now_comes_by_itself(self):
        host, wall = self.person(), self.person(viewport=WALL, motion="reduce")
        code = host.create_room("Friday Kytes")
        codes = ["rate_limited"]
        self.refusing_entry(wall, codes)
        wall.visit(f"/stage/{code}")
        expect(wall.page.locator(".toast")).to_have_text("Too fast. Try again in 1 s")
        expect(wall.page.locator(".stage-shut")).to_have_count(0)
        codes.clear()
        expect(wall.lane(host.name)).to_have_count(1)
        expect(wall.page.locator(".stage-qr")).to_be_visible()

    def test_behind_a_password(self):
        host, wall = self.person(), self.person(viewport=WALL, motion="reduce")
        code = host.create_room("Friday Kytes")
        self.host_sheet(host)
        host.sheet("Your room").get_by_label("New password").fill("sesame")
        host.page.get_by_role("button", name="Set", exact=True).click()
        expect(host.sheet("Your room").get_by_text("Password is set")).to_be_visible()
        wall.visit(f"/stage/{code}")
        expect(wall.page.get_by_role("heading", name="Behind a password")).to_be_visible()
        expect(wall.page.get_by_label("Password of the room")).to_be_focused()
        self.look(wall, "password")
        wall.page.get_by_label("Password of the room").fill("seaside")
        wall.press("Go in")
        expect(wall.page.get_by_role("heading", name="That is not it")).to_be_visible()
        wall.page.get_by_label("Password of the room").fill("sesame")
        wall.press("Go in")
        expect(wall.lane(host.name)).to_have_count(1)
        # An overlay asks where its address says that it stands, on nothing.
        for at in ("top-left", "bottom-right"):
            overlay = self.person(viewport=WALL, motion="reduce")
            overlay.visit(f"/stage/{code}?overlay=1&at={at}")
            expect(overlay.page.get_by_role("heading", name="Behind a password")).to_be_visible()
            overlay.page.evaluate("document.documentElement.style.background = '#3C7A4B'")
            overlay.still()
            overlay.picture(OUTPUT / f"overlay-password-{at}.png")
            box = overlay.page.locator(".stage-word").bounding_box()
            across, down = box["x"], box["y"]
            if at == "bottom-right":
                across, down = WALL["width"] - box["x"] - box["width"], WALL["height"] - box["y"] - box["height"]
            self.assertLess(across, 60)
            self.assertLess(down, 120)
            self.assertLess(box["width"] * box["height"], WALL["width"] * WALL["height"] / 10)
            self.assertEqual(text_faults(overlay.page)[1], [])
            overlay.page.get_by_label("Password of the room").fill("sesame")
            overlay.press("Go in")
            expect(overlay.lane(host.name)).to_have_count(1)


if __name__ == "__main__":
    unittest.main()
