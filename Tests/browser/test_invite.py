"""The sheet that leads others into a room, with a clipboard and without, and the overlay for streaming software."""

import json
import re
import unittest

from playwright.sync_api import expect

from case import EVERY_SCREEN, OUTPUT, PHONE, WALL, BrowserCase


class InviteTests(BrowserCase):
    def invited(self, person):
        person.press("Menu")
        person.sheet("Menu").get_by_role("button", name="Invite").click()
        sheet = person.sheet("Invite")
        expect(sheet).to_be_visible()
        return sheet

    def test_the_ways_in(self):
        host = self.person()
        host.context.grant_permissions(["clipboard-read", "clipboard-write"])
        code = host.create_room("Friday Kytes")
        sheet = self.invited(host)
        link = f"{self.server.url}/room/{code}"
        image = sheet.get_by_role("img", name="A QR code with the address of this room")
        expect(image).to_have_attribute("src", f"/api/v1/rooms/{code}/qr.svg?scheme=http")
        # Drawn anew when the server has said by which address it is reached.
        self.eventually(lambda: image.evaluate("(image) => image.decode().then(() => image.clientWidth)") >= 180)
        expect(sheet.get_by_role("img", name=f"Room code {code[:4]}-{code[4:]}")).to_be_visible()
        expect(sheet.get_by_label("Link", exact=True)).to_have_value(link)
        sheet.get_by_role("button", name="Copy: Link").click()
        expect(host.page.get_by_role("alert")).to_have_text("Link copied")
        self.assertEqual(host.page.evaluate("navigator.clipboard.readText()"), link)
        self.look_at(host, "invite", EVERY_SCREEN)

    def test_without_a_clipboard_the_link_is_marked(self):
        host = self.person()
        host.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        code = host.create_room()
        sheet = self.invited(host)
        field = sheet.get_by_label("Link", exact=True)
        host.page.wait_for_function("() => document.activeElement?.matches('.sheet input')")
        self.assertEqual(field.evaluate("(field) => field.value.slice(field.selectionStart, field.selectionEnd)"), f"{self.server.url}/room/{code}")
        # The old way of copying needs no secure context; where it is refused, too, the words say what to do.
        sheet.get_by_role("button", name="Copy: Link").click()
        expect(host.page.get_by_role("alert")).to_have_text("Link copied")
        host.page.evaluate("() => { document.execCommand = () => false; }")
        sheet.get_by_role("button", name="Copy: Link").click()
        expect(host.page.get_by_role("alert")).to_have_text("Selected. Copy it now")

    def test_the_share_sheet_where_there_is_one(self):
        host = self.person(viewport=PHONE, touch=True)
        host.page.add_init_script("navigator.share = (what) => { globalThis.shared = what; return Promise.resolve(); }")
        code = host.create_room()
        sheet = self.invited(host)
        sheet.get_by_role("button", name="Share the link").click()
        host.page.wait_for_function("() => globalThis.shared")
        self.assertEqual(host.page.evaluate("shared.url"), f"{self.server.url}/room/{code}")

    def test_an_address_that_opens_on_this_machine_only(self):
        host = self.person()
        host.page.route("**/api/v1/address?*", lambda route: route.fulfill(
            body=json.dumps({"url": self.server.url, "reach": "local"}), content_type="application/json"))
        with host.page.expect_response("**/api/v1/address?*"):
            host.create_room()
        sheet = self.invited(host)
        expect(sheet.get_by_text("This link opens on this machine only.")).to_be_visible()
        self.look_at(host, "invite-local")

    def test_nothing_of_a_hidden_code_is_seen(self):
        host = self.person()
        host.context.grant_permissions(["clipboard-read", "clipboard-write"])
        code = host.create_room()
        host.page.keyboard.press("F2")  # At once: whoever streams cannot wait until everything is loaded.
        sheet = self.invited(host)
        sheet.get_by_text("For streamers and walls").click()
        expect(sheet.get_by_role("img", name="Room code hidden")).to_be_visible()
        self.assertNotIn(code, sheet.inner_text() + sheet.evaluate("(sheet) => [...sheet.querySelectorAll('input, img, a')].map((one) => (one.value ?? '') + (one.src ?? '') + (one.href ?? '')).join()"))
        sheet.get_by_role("button", name="Copy unseen").click()
        expect(host.page.get_by_role("alert")).to_have_text("Link copied")
        self.assertEqual(host.page.evaluate("navigator.clipboard.readText()"), f"{self.server.url}/room/{code}")
        self.look_at(host, "invite-hidden")
        sheet.get_by_role("button", name="Show the code").click()
        expect(sheet.get_by_label("Link", exact=True)).to_have_value(f"{self.server.url}/room/{code}")

    def test_the_overlay_looks_as_its_address_says(self):
        host, rival = self.person(), self.person()
        code = host.create_room()
        rival.take_seat(code)
        sheet = self.invited(host)
        sheet.get_by_text("For streamers and walls").click()
        expect(sheet.get_by_label("Overlay address", exact=True)).to_have_value(re.compile(re.escape(f"{self.server.url}/stage/{code}?overlay=1#key=")))
        self.look_at(host, "invite-streams")
        for choice in ("Bottom right", "Small", "Hidden"):
            sheet.get_by_role("radio", name=choice, exact=True).check()
        address = f"{self.server.url}/stage/{code}?overlay=1&at=bottom-right&size=small&names=off"
        expect(sheet.get_by_label("Overlay address", exact=True)).to_have_value(re.compile(re.escape(f"{address}#key=")))
        wall = self.person(viewport=WALL)
        for query, is_right, is_bottom, is_named in (("&at=bottom-right&size=small&names=off", True, True, False), ("&size=medium", False, False, True),
                                                     ("&at=top-right&size=medium&names=nonsense", True, False, True), ("&at=bottom-left&size=small", False, True, True)):
            with self.subTest(query):
                wall.page.goto(f"{self.server.url}/stage/{code}?overlay=1{query}")
                expect(wall.page.locator("li.lane:not(.open)")).to_have_count(2)
                wall.page.wait_for_function("() => document.documentElement.dataset.overlayAt && getComputedStyle(document.querySelector('.stage')).width !== '1920px'")
                wall.still()
                wall.page.wait_for_timeout(200)  # What observers of sizes do.
                wall.picture(OUTPUT / f"overlay{query.replace('&', '-').replace('=', '-')}.png")
                box = wall.page.locator(".track").bounding_box()
                head = wall.page.locator(".stage-head").bounding_box()
                self.assertEqual(box["x"] + box["width"] / 2 > 960, is_right, box)
                self.assertEqual(box["y"] + box["height"] / 2 > 540, is_bottom, box)
                self.assertEqual(head["y"] > box["y"], is_bottom, (head, box))
                self.assertEqual(wall.page.locator("li.lane .name").first.is_visible(), is_named)
                self.assertEqual(wall.sticking_out(), [])


if __name__ == "__main__":
    unittest.main()
