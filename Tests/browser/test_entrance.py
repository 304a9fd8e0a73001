"""The entrance of a private server: a password in place of every page, and then the page that was asked for."""

import re
import time
import unittest

from playwright.sync_api import expect

from case import DESKTOP, EVERY_SCREEN, OUTPUT, PHONE, SMALL_PHONE, WALL, BrowserCase
from server import Server
from text_boxes import text_faults

PASSWORD = "Correct horse"
TITLE = "This server is private"
# What the browser says on its console of a refusal.
REFUSED = re.compile(r"status of (403|429) .*/api/v1/session\)$")
# Notes a page that was there before its password.
WATCH = """
    new MutationObserver(() => document.querySelector("main:not(.entrance)") && (window.flashed = true))
        .observe(document, { childList: true, subtree: true });
"""
# Slow 3G, as browsers call it.
SLOW_LINE = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}


class EntranceTests(BrowserCase):
    password = PASSWORD

    def tearDown(self):
        # Nothing else is asked for before the password is given: it would be refused, and said here.
        for person in self.people:
            person.faults = [fault for fault in person.faults if not REFUSED.search(fault)]
        super().tearDown()

    def at(self, path, **options):
        """Somebody new who opens an address, and sees the entrance."""
        person = self.person(**options)
        person.visit(path)
        expect(person.page.get_by_role("heading", name=TITLE)).to_be_visible()
        return person

    def field(self, person):
        return person.page.get_by_label("Password of this server", exact=True)

    def enter(self, person, password=PASSWORD):
        self.field(person).fill(password)
        self.field(person).press("Enter")

    def member(self, path="/", **options):
        """Somebody who has come in."""
        person = self.at(path, **options)
        self.enter(person)
        expect(person.page.locator(".entrance")).to_have_count(0)
        self.eventually(lambda: any("player" in message for message in person.traffic.messages()))
        return person

    def make_room(self, host):
        host.page.get_by_label("Name of the new room").fill("Friday Kytes")
        host.press("Create a room")
        host.page.wait_for_url(re.compile(r"/room/[A-Z2-9]{5}$"))
        return host.page.url.rsplit("/", 1)[1]

    def test_home_is_neither_shown_nor_asked_for_before_the_password(self):
        person = self.person(viewport=PHONE, touch=True)
        asked = []
        person.page.on("request", lambda request: asked.append(re.sub(r".*?(?=/api/)|\?.*", "", request.url)))
        person.page.add_init_script(WATCH)
        person.visit("/")
        expect(person.page.get_by_role("heading", name=TITLE)).to_be_visible()
        expect(person.page.get_by_text("Whoever invited you knows its password.")).to_be_visible()
        expect(person.page).to_have_title(f"{TITLE} · Tilerace")
        expect(self.field(person)).to_be_focused()
        expect(self.field(person)).to_have_attribute("autocomplete", "current-password")
        expect(self.field(person)).to_have_accessible_description("Whoever invited you knows its password.")
        person.settle()
        self.assertLessEqual({path for path in asked if path.startswith("/api/")}, {"/api/v1/session", "/api/v1/address"})
        self.assertFalse(person.page.evaluate("window.flashed === true"))
        self.assertEqual(person.traffic.sent, [])
        self.look_at(person, "entrance", EVERY_SCREEN)
        for screen in (*EVERY_SCREEN.values(), SMALL_PHONE):
            person.page.set_viewport_size(screen)
            # Small screens scroll.
            faults = [fault for fault in text_faults(person.page)[1] if "off the screen" not in fault]
            self.assertEqual(faults, [], screen)
            box = person.page.get_by_role("button", name="Go in").bounding_box()
            self.assertLessEqual(box["y"] + box["height"], screen["height"], screen)
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme=scheme, contrast="more")
            for name, screen in (("phone", PHONE), ("desktop", DESKTOP)):
                person.page.set_viewport_size(screen)
                person.picture(OUTPUT / f"entrance-contrast-{name}-{scheme}.png")
        person.page.evaluate("window.isSame = true")
        self.enter(person)
        expect(person.page.get_by_role("button", name="Create a room")).to_be_enabled()
        expect(person.page.locator(".entrance")).to_have_count(0)
        self.assertTrue(person.page.evaluate("window.isSame"), "the page was loaded anew")

    def test_a_slow_line_shows_nothing_before_either(self):
        person = self.person(viewport=PHONE, touch=True)
        browser = person.context.new_cdp_session(person.page)
        browser.send("Network.enable")
        browser.send("Network.emulateNetworkConditions", SLOW_LINE)
        person.page.add_init_script(WATCH)
        person.visit("/")
        expect(person.page.get_by_role("heading", name=TITLE)).to_be_visible()
        self.assertFalse(person.page.evaluate("window.flashed === true"))

    def test_the_link_of_a_room_leads_into_that_room(self):
        host = self.member()
        code = self.make_room(host)
        guest = self.at(f"/room/{code}", viewport=PHONE, touch=True)
        expect(guest.page.get_by_text(f"Room {code[:4]}-{code[4]}")).to_be_visible()
        # Its name is told to nobody who does not know the password.
        expect(guest.page.get_by_text("Friday Kytes")).to_have_count(0)
        self.enter(guest)
        expect(guest.page.get_by_role("heading", name="Friday Kytes").first).to_be_visible()
        guest.press("Take a seat")
        expect(host.lane(guest.name)).to_have_count(1)
        # Nobody who has come in is asked again, whatever this browser has forgotten but its cookie.
        for forget in ("", "localStorage.clear()"):
            guest.page.evaluate(forget)
            guest.page.reload()
            expect(guest.lane_of_mine).to_have_count(1)
            expect(guest.page.locator(".entrance")).to_have_count(0)

    def test_whatever_address_was_asked_for_is_gone_on_with(self):
        yesterday = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86_400))
        for path, name in ((f"/archive/{yesterday}", "day"), ("/practice", "practice"), ("/verify", "verify")):
            with self.subTest(name):
                person = self.at(path)
                self.enter(person)
                expect(person.page.locator("main:not(.entrance)")).to_be_visible()
                self.assertTrue(person.page.url.endswith(path))
                person.settle()

    def test_a_wrong_password_is_said_at_the_field(self):
        person = self.at("/")
        self.enter(person, "correct horse")
        alert = person.page.get_by_role("alert").filter(has_text="That is not it")
        expect(alert).to_have_text("That is not it. Capitals count.")
        expect(self.field(person)).to_be_focused()
        expect(self.field(person)).to_have_attribute("aria-invalid", "true")
        expect(self.field(person)).to_have_accessible_description(re.compile("That is not it"))
        self.assertEqual(self.selected(person), "correct horse")
        self.look_at(person, "entrance-wrong", EVERY_SCREEN)
        # What is typed next takes its place, and the words with it.
        person.page.keyboard.type("C")
        expect(self.field(person)).to_have_value("C")
        expect(alert).to_have_count(0)
        expect(self.field(person)).not_to_have_attribute("aria-invalid", "true")
        person.page.keyboard.type(PASSWORD[1:])
        person.press("Go in")
        expect(person.page.get_by_role("button", name="Create a room")).to_be_visible()

    def selected(self, person):
        return self.field(person).evaluate("(field) => field.value.slice(field.selectionStart, field.selectionEnd)")

    def test_by_keyboard_alone(self):
        person = self.at("/")
        keys = person.page.keyboard
        keys.type("Correct hors")
        keys.press("Tab")
        reveal = person.page.get_by_role("button", name="Show the password")
        expect(reveal).to_be_focused()
        keys.press("Space")
        expect(reveal).to_have_attribute("aria-pressed", "true")
        expect(self.field(person)).to_have_attribute("type", "text")
        person.picture(OUTPUT / "entrance-revealed.png")
        for name in ("Go in", "I have a code", "Privacy"):
            keys.press("Tab")
            expect(person.page.get_by_role("link" if name != "Go in" else "button", name=name)).to_be_focused()
        for _ in range(4):
            keys.press("Shift+Tab")
        expect(self.field(person)).to_be_focused()
        keys.press("End")
        keys.type("e")
        keys.press("Enter")
        expect(person.page.get_by_role("button", name="Create a room")).to_be_visible()

    def test_too_many_tries_wait_and_say_how_long(self):
        # Tries are counted by addresses, and all tests have the same one.
        shut = Server("entrance", lines=self.lines, password=PASSWORD)
        self.addCleanup(shut.close)
        person = self.person(url=shut.url)
        person.page.clock.install()
        person.visit("/")
        button = person.page.locator(".entrance-form > .button")
        said = person.page.locator(".entrance-refusal")
        for number in range(200):
            self.enter(person, f"wrong {number}")
            expect(button).not_to_have_attribute("aria-busy", "true")
            # At once: the server lets somebody try again after seconds.
            words, label, is_shut = person.page.evaluate(
                "[...document.querySelectorAll('.entrance-refusal, .entrance-form > .button')].map((one) => one.textContent)"
                ".concat(document.querySelector('.entrance-form > .button').disabled)")
            if is_shut:
                break
            self.assertEqual(words, "That is not it. Capitals count.")
        self.assertRegex(words, r"^Too many tries\. Wait \d+ seconds?\.$")
        self.assertRegex(label, r"^Again in 0:\d\d$")
        # Longer than the rest of this takes.
        person.page.clock.fast_forward("01:00:00")
        expect(button).to_be_enabled()
        person.page.route("**/api/v1/session", lambda route: route.fulfill(status=429, headers={"Retry-After": "600"}))
        self.enter(person, "wrong again")
        expect(said).to_have_text("Too many tries. Wait 10 minutes.")
        expect(said).to_have_role("alert")
        expect(button).to_be_disabled()
        expect(button).to_have_text(re.compile(r"^Again in (10:00|9:\d\d)$"))
        expect(self.field(person)).to_be_focused()
        self.look_at(person, "entrance-wait")
        # What is typed while it waits leaves the reason where it is, and Enter asks nothing.
        asked = []
        person.page.on("request", lambda request: asked.append(request.url))
        self.enter(person)
        expect(said).to_contain_text("Too many tries")
        self.assertEqual(asked, [])
        person.page.clock.fast_forward("01:00:00")
        expect(button).to_be_enabled()
        expect(button).to_have_text("Go in")
        expect(said).to_be_empty()
        expect(person.page.get_by_text("You can try again", exact=True).last).to_be_attached()

    def test_without_a_network(self):
        person = self.at("/")
        person.settle()
        self.is_server_lost = True
        person.context.set_offline(True)
        self.enter(person)
        expect(person.page.get_by_role("alert").filter(has_text="No answer from the server")).to_be_visible()
        expect(self.field(person)).to_be_focused()
        person.picture(OUTPUT / "entrance-offline.png")
        person.context.set_offline(False)
        person.press("Go in")
        expect(person.page.get_by_role("button", name="Create a room")).to_be_visible()

    def test_a_code_from_another_device_is_enough(self):
        member = self.member()
        code = self.make_room(member)
        expect(member.page.get_by_role("button", name="Take a seat").or_(member.lane_of_mine)).to_have_count(1)
        given = member.page.evaluate("fetch('/api/v1/me/link', { method: 'POST' }).then((answer) => answer.json())")
        phone = self.at(f"/room/{code}", viewport=PHONE, touch=True)
        phone.page.get_by_role("link", name="I have a code").click()
        phone.page.wait_for_url("**/link")
        label = phone.page.get_by_label("Code from your other device")
        expect(label).to_be_focused()
        expect(phone.page.get_by_role("button", name="Name and looks")).to_have_count(0)
        self.look_at(phone, "entrance-link")
        # Back is the entrance, and the other pages' links lead there.
        phone.page.go_back()
        expect(phone.page.get_by_role("heading", name=TITLE)).to_be_visible()
        phone.page.go_forward()
        label.fill(given["code"])
        phone.press("Use this code")
        phone.page.wait_for_url(f"**/room/{code}")
        expect(phone.lane_of_mine).to_have_count(1)
        self.assertEqual(phone.name, member.name)
        # A link with the code opens at once.
        given = member.page.evaluate("fetch('/api/v1/me/link', { method: 'POST' }).then((answer) => answer.json())")
        other = self.person()
        other.visit(f"/link#{given['code']}")
        expect(other.page.get_by_label("Code from your other device")).to_have_value(re.compile(given["code"][:4]))
        other.press("Use this code")
        expect(other.page.get_by_role("button", name="Create a room")).to_be_visible()
        self.assertEqual(other.name, member.name)

    def test_what_is_kept_is_told_before(self):
        person = self.at("/today")
        person.page.get_by_role("link", name="Privacy").click()
        person.page.wait_for_url("**/privacy")
        expect(person.page.get_by_role("heading", name="What is kept")).to_be_visible()
        person.page.get_by_role("link", name="Past days").click()
        expect(person.page.get_by_role("heading", name=TITLE)).to_be_visible()
        self.enter(person)
        person.page.wait_for_url("**/archive")
        expect(person.page.get_by_role("heading", name="Past days")).to_be_visible()
        person.settle()

    def test_a_page_whose_cookie_was_lost_asks_too(self):
        person = self.member()
        code = self.make_room(person)
        person.settle()
        name = person.name
        person.context.clear_cookies()
        self.is_server_lost = True
        self.server.kill()
        self.server.start()
        expect(person.page.get_by_role("heading", name=TITLE)).to_be_visible()
        expect(person.page.get_by_text(f"Room {code[:4]}-{code[4]}")).to_be_visible()
        self.enter(person)
        # Somebody else comes in, and nothing of the one before stays.
        expect(person.page.get_by_role("button", name="Take a seat")).to_be_visible()
        self.assertNotEqual(self.name_now(person), name)
        self.assertTrue(person.page.url.endswith(f"/room/{code}"))

    def test_a_sheet_that_finds_the_cookie_gone_asks_too(self):
        person = self.member()
        person.settle()
        person.context.clear_cookies()
        self.is_server_lost = True
        # Unless home has found it out by itself.
        person.page.get_by_role("button", name="Ranking").evaluate_all("(found) => found.forEach((one) => one.click())")
        expect(person.page.get_by_role("heading", name=TITLE)).to_be_visible()
        # It looks the same after another page.
        expect(person.page.locator(".entrance-card")).to_have_css("padding", "0px")
        expect(person.page.get_by_role("dialog")).to_have_count(0)
        self.enter(person)
        expect(person.page.get_by_role("button", name="Create a room")).to_be_enabled()

    @staticmethod
    def name_now(person):
        return [message["player"]["name"] for message in person.traffic.messages() if "player" in message][-1]

    def test_a_browser_that_lost_its_cookie_while_away(self):
        person = self.member()
        person.settle()
        self.eventually(lambda: person.page.evaluate("localStorage.getItem('tilerace.player')"))
        person.context.clear_cookies()
        # It trusts a cookie that is gone: what home asks for is refused.
        self.is_server_lost = True
        person.visit("/")
        expect(person.page.get_by_role("heading", name=TITLE)).to_be_visible()
        self.enter(person)
        expect(person.page.get_by_role("button", name="Create a room")).to_be_enabled()

    def test_another_tab_comes_in_along(self):
        first = self.at("/")
        second = self.person(context=first.context)
        second.visit("/practice")
        expect(second.page.get_by_role("heading", name=TITLE)).to_be_visible()
        self.enter(first)
        expect(second.page.locator(".entrance")).to_have_count(0)
        self.assertTrue(second.page.url.endswith("/practice"))
        second.settle()

    def test_a_wall_and_an_overlay(self):
        host = self.member()
        code = self.make_room(host)
        wall = self.at(f"/stage/{code}", viewport=WALL, motion="reduce")
        wall.picture(OUTPUT / "entrance-wall.png")
        self.enter(wall)
        expect(wall.lane(host.name)).to_have_count(1)
        self.assertTrue(wall.page.url.endswith(f"/stage/{code}"))
        overlay = self.at(f"/stage/{code}?overlay=1&at=bottom-right", viewport=WALL, motion="reduce")
        overlay.page.evaluate("document.documentElement.style.background = '#3C7A4B'")
        overlay.picture(OUTPUT / "entrance-overlay.png")
        box = overlay.page.locator(".entrance").bounding_box()
        self.assertLess(box["width"] * box["height"], WALL["width"] * WALL["height"] / 10)
        self.assertEqual(overlay.page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgba(0, 0, 0, 0)")
        self.enter(overlay)
        expect(overlay.lane(host.name)).to_have_count(1)


class OpenTests(BrowserCase):
    def test_an_open_server_has_no_entrance(self):
        person = self.person()
        asked = []
        person.page.on("request", lambda request: asked.append(request.url))
        person.visit("/")
        expect(person.page.get_by_role("button", name="Create a room")).to_be_enabled()
        person.settle()
        self.assertEqual([url for url in asked if "entrance" in url], [])


if __name__ == "__main__":
    unittest.main()
