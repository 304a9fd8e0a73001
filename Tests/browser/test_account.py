"""Who one is: another device by a code, signing out, the data, the end of it."""

import json
import re
import unittest

from playwright.sync_api import expect

from case import PHONE, BrowserCase


class AccountTests(BrowserCase):
    def account(self, person):
        """The sheet, opened from the name on the home page."""
        person.visit("/")
        person.page.get_by_role("button", name=re.compile("^You: ")).click()
        expect(person.sheet("You")).to_be_visible()
        return person.sheet("You")

    def name(self, person):
        """The name that home shows."""
        button = person.page.get_by_role("button", name=re.compile("^You: "))
        expect(button).to_have_text(re.compile(".+"))
        return button.inner_text()

    def code(self, person):
        """A code for another device, and the sheet that shows it."""
        sheet = self.account(person)
        sheet.get_by_role("button", name="Another device").click()
        expect(sheet.get_by_role("img", name="The link as a QR code")).to_be_visible()
        expect(sheet.get_by_role("timer")).to_have_text(re.compile("^(10:00|9:5[0-9])$"))
        return "".join(sheet.locator(".code-tile").all_inner_texts())

    def forgive(self, status, *people):
        """The browser writes on its console what was refused; here that was asked for."""
        for person in people:
            person.faults = [fault for fault in person.faults if f"status of {status}" not in fault]

    def test_another_device_is_the_same_player(self):
        first, second = self.person(), self.person(PHONE, touch=True)
        first.visit("/today")
        first.start()
        first.guess(self.misses[0], row=0)
        first.guess(self.answer, row=1)
        expect(first.sheet("Home in 2")).to_be_visible()
        code = self.code(first)
        self.look_at(first, "account")
        name = first.name
        second.visit(f"/link#{code}")
        field = second.page.get_by_label("Code from your other device")
        expect(field).to_have_value(f"{code[:4]}-{code[4:]}")
        self.assertNotIn(code, second.page.url, "the code leaves the address bar at once")
        expect(second.page.locator(".notice")).to_be_hidden()  # Nobody has raced here.
        second.press("Use this code")
        expect(second.page.get_by_text(f"Welcome back, {name}")).to_be_visible()
        self.assertEqual(self.name(second), name)
        expect(second.page.get_by_role("link", name="See how it went")).to_be_visible()

        # Once only; and whoever has raced is told what becomes of that.
        third = self.person()
        third.create_room("Kytes")
        third.visit("/link")
        expect(third.page.locator(".notice")).to_contain_text(f"This device has raced as {third.name}: 1 room.")
        third.page.get_by_label("Code from your other device").fill(code.lower())
        third.press("Use this code")
        expect(third.page.get_by_role("alert").filter(has_text="That code is wrong or has expired")).to_be_visible()
        self.look_at(third, "link")
        self.forgive("404", third)

    def test_a_code_is_mended_where_it_was_mistyped(self):
        person = self.person()
        person.visit("/link")
        field = person.page.get_by_label("Code from your other device")
        field.press_sequentially("kyte7abc")
        expect(field).to_have_value("KYTE-7ABC")
        for key in ("Home", "Delete", "m", "Delete", "h"):
            person.page.keyboard.press(key)
        expect(field).to_have_value("MHTE-7ABC")
        # On the other side of the dash, too.
        person.page.keyboard.press("End")
        for key in ("ArrowLeft", "Backspace", "d"):
            person.page.keyboard.press(key)
        expect(field).to_have_value("MHTE-7ADC")

    def test_signing_out_the_others(self):
        first, second = self.person(), self.person()
        code = self.code(first)
        name = first.name
        second.visit(f"/link#{code}")
        second.press("Use this code")
        expect(second.page.get_by_text(f"Welcome back, {name}")).to_be_visible()
        tab = self.person(context=second.context)
        tab.visit("/")
        self.assertEqual(self.name(tab), name)
        sheet = self.account(second)
        sheet.get_by_role("button", name="Sign out all other devices").click()
        second.make_sure("Sign out all other devices? Press again")
        # The other device is out; this one, and its other tab, come back by themselves.
        expect(second.page.get_by_text("Every other device is signed out")).to_be_visible()  # First: it goes by itself.
        expect(first.sheet("Signed out")).to_be_visible()
        for page in (second, tab):
            page.visit("/")
            self.assertEqual(self.name(page), name)
            expect(page.page.locator(".home-state")).to_have_text("")
        with first.page.expect_navigation():  # Until then the page shows whom it knew.
            first.press("Race as a new guest")
        expect(first.page.get_by_role("button", name="Create a room")).to_be_visible()
        self.assertNotEqual(self.name(first), name)
        self.forgive("401", first, second, tab)  # Whether they are still somebody, each has asked once.

    def test_the_own_data_and_the_end_of_it(self):
        person, rival = self.person(), self.person()
        code = person.create_room("Enders")
        rival.take_seat(code)
        name = person.name
        sheet = self.account(person)
        with person.page.expect_download() as saving:
            sheet.get_by_role("link", name="Download").click()
        export = json.loads(saving.value.path().read_text())
        self.assertIn(name, json.dumps(export))
        sheet.get_by_text("Delete me").first.click()
        button = sheet.get_by_role("button", name="Delete me")
        field = sheet.get_by_label("Your name, to confirm")
        field.fill("Not Mika")
        expect(button).to_be_disabled()
        field.fill(name)
        button.click()
        expect(person.page.get_by_text("You are deleted")).to_be_visible()
        self.assertNotEqual(self.name(person), name)
        self.forgive("401", person)
        rival.visit(f"/room/{code}")
        expect(rival.lane_of_mine).to_have_count(1)
        expect(rival.page.get_by_text(name)).to_have_count(0)

    def test_a_browser_that_lost_its_cookie_is_told_so(self):
        person = self.person()
        person.visit("/today")
        person.start()
        person.guess(self.misses[0], row=0)
        name = person.name
        self.eventually(lambda: person.page.evaluate("localStorage.getItem('tilerace.player')"))
        person.context.clear_cookies()
        # The line breaks and comes back as somebody else.
        self.server.kill()
        self.is_server_lost = True
        self.server.start()
        sheet = person.sheet("You are a new guest")
        expect(sheet).to_contain_text(f"Here you were {name}.")
        self.look_at(person, "new-guest")
        sheet.get_by_role("link", name="I have a code").click()
        expect(person.page.get_by_label("Code from your other device")).to_be_visible()
        # It is said once.
        person.visit("/")
        person.page.wait_for_function("() => localStorage.getItem('tilerace.player')?.length > 33")
        person.page.reload()
        self.assertNotEqual(self.name(person), name)
        expect(person.page.locator(".streak-days li").first).to_be_visible()
        expect(sheet).to_have_count(0)
        self.forgive("401", person)

    def test_a_player_deleted_elsewhere_is_told_so_at_the_next_visit(self):
        person, other = self.person(), self.person(PHONE)
        person.visit("/today")
        person.start()
        name = person.name
        self.eventually(lambda: person.page.evaluate("localStorage.getItem('tilerace.player')"))
        code = self.code(person)
        person.page.goto("about:blank")
        other.visit(f"/link#{code}")
        other.press("Use this code")
        expect(other.page.get_by_text(f"Welcome back, {name}")).to_be_visible()
        sheet = self.account(other)
        sheet.get_by_text("Delete me").first.click()
        sheet.get_by_label("Your name, to confirm").fill(name)
        sheet.get_by_role("button", name="Delete me").click()
        expect(other.page.get_by_text("You are deleted")).to_be_visible()
        person.visit("/")
        expect(person.sheet("You are a new guest")).to_contain_text(f"Here you were {name}.")
        person.press("Go on as a guest")
        expect(other.sheet("You are a new guest")).to_have_count(0)
        self.forgive("401", person, other)

    def test_signing_out_here(self):
        person = self.person()
        sheet = self.account(person)
        name = person.name
        sheet.get_by_role("button", name="Sign out on this device").click()
        person.make_sure("Sign out on this device? Press again")
        expect(person.page.get_by_text("Signed out on this device")).to_be_visible()
        self.assertNotEqual(self.name(person), name)

    def test_a_late_renewal_of_the_cookie_is_waited_for(self):
        person = self.person()
        sheet = self.account(person)
        self.eventually(lambda: person.page.evaluate("localStorage.getItem('tilerace.player')"))
        name = person.name
        # Another tab renews the cookie, and the answer is long in coming.
        held, is_over = [], []
        person.context.route(
            "**/api/v1/session?renew=1", lambda route: route.continue_() if is_over else held.append(route))
        tab = self.person(context=person.context)
        tab.visit("/")
        self.eventually(lambda: held)
        asked = []
        person.page.on("request", lambda request: request.method == "DELETE" and asked.append(request))
        sheet.get_by_role("button", name="Sign out on this device").click()
        person.make_sure("Sign out on this device? Press again")
        person.page.wait_for_timeout(500)
        self.assertEqual(asked, [])
        is_over.append(True)
        held[0].continue_()
        expect(person.page.get_by_text("Signed out on this device")).to_be_visible()
        self.assertNotEqual(self.name(person), name)

    def test_two_tabs_of_somebody_new_are_one_player(self):
        first = self.person()
        second = self.person(context=first.context)
        # The answer is long in coming: meanwhile the other tab asks, or waits.
        asked = []

        def hold(route):
            asked.append(route.request.all_headers().get("cookie"))
            first.page.wait_for_timeout(500)
            route.continue_()

        first.context.route("**/api/v1/session", hold)
        first.page.goto(first.url, wait_until="commit")
        second.page.goto(second.url, wait_until="commit")
        self.assertEqual(self.name(first), self.name(second))
        self.assertGreater(len(asked), 1)
        self.assertIsNone(asked[0])
        self.assertNotIn(None, asked[1:], "whoever asks after the first is somebody by then")

    def test_privacy_is_as_the_server_is_set_up(self):
        person = self.person()
        person.visit("/privacy")
        expect(person.page.get_by_text("It lives for 400 days", exact=False).or_(person.page.get_by_text("it lives for 400 days"))).to_be_visible()
        expect(person.page.get_by_text("good for 10 minutes and one use")).to_be_visible()
        self.look_at(person, "privacy")


if __name__ == "__main__":
    unittest.main()
