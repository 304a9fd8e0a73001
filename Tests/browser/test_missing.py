"""Who of a room is missing today, and the nudge that reminds them."""

import unittest

from playwright.sync_api import expect

from case import DESKTOP, OUTPUT, PHONE, SIDEWAYS, BrowserCase


class MissingTests(BrowserCase):
    def people_sheet(self, person):
        """The sheet with everybody in the room."""
        person.press("Menu")
        person.page.get_by_role("button", name="People").or_(person.page.get_by_role("button", name="Host the room")).click()
        sheet = person.page.get_by_role("dialog").filter(has=person.page.locator(".seats-list"))
        expect(sheet).to_be_visible()
        return sheet

    def test_a_nudge_reaches_who_has_not_raced_and_nobody_else(self):
        host, rival, late = self.person(), self.person(PHONE, touch=True), self.person()
        code = host.create_room("Friday Kytes")
        rival.take_seat(code)
        late.take_seat(code)
        names = {person: person.name for person in (host, rival, late)}
        # Who has not begun reminds nobody.
        self.assertEqual(host.page.get_by_role("button", name="Nudge").count(), 0)
        host.start()
        host.guess(self.answer, 0)
        expect(host.sheet("Home in 1")).to_be_visible()
        host.page.keyboard.press("Escape")
        card = host.page.locator(".side .missing")
        expect(card).to_contain_text("2 of 3 have not raced today.")
        host.picture(OUTPUT / "missing-card.png")
        late.visit("/")
        expect(late.page.locator(".rooms").first.get_by_role("link")).to_have_count(1)
        for person in (rival, late):
            person.await_all_parts()
        card.get_by_role("button", name="Nudge").click()
        expect(host.page.locator(".toast")).to_have_text("Nudged. Whoever has the page open sees it")
        for person in (rival, late):
            expect(person.page.locator(".toast")).to_have_text(f"{names[host]} nudges you: today’s word is waiting")
        expect(rival.lane(names[host]).locator(".stamp")).to_have_text("RACE?")
        rival.picture(OUTPUT / "missing-nudged-phone.png")
        card.get_by_role("button", name="Nudge").click()
        expect(host.page.locator(".toast")).to_have_text("You nudged a moment ago. Once a minute is enough")

        # Who races is counted, and told nothing more.
        rival.start()
        expect(card).to_contain_text(f"{names[late]} has not raced today.")
        sheet = self.people_sheet(rival)
        expect(sheet.locator(".missing")).to_contain_text(f"{names[late]} has not raced today.")
        expect(sheet.locator("li").filter(has_text=names[host])).to_contain_text("raced today")
        expect(sheet.locator("li").filter(has_text=names[late])).to_contain_text("not raced today")
        for scheme in ("light", "dark"):
            rival.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for name, viewport in (("phone", PHONE), ("sideways", SIDEWAYS), ("desktop", DESKTOP)):
                rival.page.set_viewport_size(viewport)
                rival.still()
                rival.picture(OUTPUT / f"missing-people-{name}-{scheme}.png")
                self.assertEqual(rival.sticking_out(), [])
        rival.page.evaluate("document.querySelector('.toast').textContent = ''")
        sheet.get_by_role("button", name="Nudge").click()
        expect(late.page.locator(".toast")).to_have_text(f"{names[rival]} nudges you: today’s word is waiting")
        self.assertNotIn("nudges you", host.page.locator(".toast").inner_text())
        # With nobody missing there is nobody to nudge.
        late.visit(f"/room/{code}")
        late.start()
        expect(card).to_be_hidden()
        expect(sheet.locator(".missing")).to_be_hidden()


if __name__ == "__main__":
    unittest.main()
