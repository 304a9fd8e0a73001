"""The door of a room: a name is asked for, and whoever cannot come in is told why on a page of its own."""

import re
import unittest

from playwright.sync_api import expect

from case import DESKTOP, EVERY_SCREEN, OUTPUT, PHONE, BrowserCase
from sprint_steps import SprintSteps


class DoorTests(SprintSteps, BrowserCase):
    def test_a_name_is_asked_for_with_one_filled_in(self):
        host, guest = self.person(), self.person(viewport=PHONE, touch=True)
        code = host.create_room("Friday Kytes")
        guest.visit(f"/room/{code}")
        field = guest.page.get_by_label("What shall we call you?")
        expect(field).not_to_have_value("")
        expect(field).to_have_value(guest.name)
        self.look_at(guest, "door-open", EVERY_SCREEN)
        # A name that looks like that of the host is refused where it was typed, and what was typed stays.
        host.press("Menu")
        host.page.get_by_label("Your name").fill("Mika Crane")
        host.press("Save")
        expect(host.page.get_by_role("alert")).to_have_text("You are Mika Crane")
        host.page.keyboard.press("Escape")
        field.fill("Mika Crane")
        field.press("Enter")
        expect(guest.page.get_by_text("Somebody in your room has that name")).to_be_visible()
        expect(field).to_have_value("Mika Crane")
        expect(field).to_be_focused()
        self.look_at(guest, "door-name-taken", EVERY_SCREEN)
        # What happens in the room takes nothing from what somebody types.
        field.fill("Ana Lume")
        host.start()
        expect(guest.page.get_by_text("1 racer, 1 on the track.")).to_be_visible()
        expect(field).to_have_value("Ana Lume")
        field.press("Enter")
        expect(guest.lane_of_mine).to_have_count(1)
        expect(host.lane("Ana Lume")).to_have_count(1)

    def test_who_gets_another_name_is_told_and_a_refused_one_stays(self):
        host, guest, other = self.person(), self.person(viewport=PHONE, touch=True), self.person()
        code = host.create_room("Friday Kytes")
        guest.visit(f"/room/{code}")
        expect(guest.page.get_by_label("What shall we call you?")).not_to_have_value("")
        # Somebody in the room has the name that was drawn for the guest: the server draws another.
        drawn = guest.name
        host.press("Menu")
        field, beside = host.page.get_by_label("Your name"), host.page.locator(".field-refusal")
        field.fill(drawn)
        host.press("Save")
        expect(host.page.get_by_role("alert")).to_have_text(f"You are {drawn}")
        guest.press("Take a seat")
        expect(guest.lane_of_mine).to_have_count(1)
        expect(guest.page.get_by_role("alert")).to_have_text(re.compile(r"^You are \w+ \w+.* here\. You can change that in the menu$"))
        self.assertNotIn(drawn, guest.page.get_by_role("alert").inner_text())
        guest.picture(OUTPUT / "door-another-name.png")
        # Whoever types the name that they get is told nothing.
        other.visit(f"/room/{code}")
        other.page.get_by_label("What shall we call you?").fill("Ana Lume")
        other.press("Take a seat")
        expect(other.lane_of_mine).to_have_count(1)
        expect(other.page.get_by_text("You can change that")).to_have_count(0)
        # A name that is refused in a sheet is refused beside its field, which keeps it.
        expect(beside).to_be_hidden()
        self.assertEqual(beside.get_attribute("role"), "alert")
        for name, words in (("Ana Lume", "Somebody in your room has that name"), ("M", "at least 2 characters")):
            field.fill(name)
            host.press("Save")
            expect(beside).to_contain_text(words)
            expect(field).to_have_value(name)
            expect(field).to_be_focused()
            expect(field).to_have_accessible_description(re.compile(words))
            expect(field).to_have_attribute("aria-invalid", "true")
        self.look_at(host, "name-refused")
        field.fill("Mika Crane")
        expect(beside).to_be_hidden()
        host.press("Save")
        expect(host.page.get_by_role("alert")).to_have_text("You are Mika Crane")
        host.page.get_by_role("button", name="Account").click()
        sheet = host.sheet("You")
        sheet.get_by_label("Your name", exact=True).fill("Ana Lume")
        sheet.get_by_role("button", name="Save").click()
        expect(sheet.get_by_text("Somebody in your room has that name")).to_be_visible()
        expect(sheet.get_by_label("Your name", exact=True)).to_have_value("Ana Lume")
        self.look_at(host, "name-refused-account")

    def test_a_part_of_the_page_that_comes_late_takes_nothing_from_who_types(self):
        host, guest = self.person(), self.person()
        code = host.create_room("Friday Kytes")
        held = []
        guest.page.route("**/sprint.js", lambda route: held.append(route))
        guest.visit(f"/room/{code}")
        field = guest.page.get_by_label("What shall we call you?")
        field.press("ControlOrMeta+a")
        guest.page.keyboard.type("Ana ")
        # Where keys go that come while the rest arrives.
        door = field.element_handle()
        self.eventually(lambda: held)
        for route in held:
            route.continue_()
        guest.page.wait_for_function("() => performance.getEntriesByType('resource').some((one) => one.name.endsWith('sprint.css') && one.responseEnd)")
        guest.still()
        guest.page.keyboard.type("Lume")
        self.assertTrue(door.evaluate("(field) => field.isConnected && field === document.activeElement"))
        guest.page.keyboard.press("Enter")
        expect(host.lane("Ana Lume")).to_have_count(1)

    def test_one_press_goes_on_with_the_name_that_is_there(self):
        host, guest = self.person(), self.person(viewport=PHONE, touch=True)
        code = host.create_room()
        guest.visit(f"/room/{code}")
        guest.press("Take a seat")
        expect(host.lane(guest.name)).to_have_count(1)
        self.assertEqual([frame for frame in guest.traffic.sent if '"rename"' in frame], [])

    def test_a_full_room_says_so_and_is_watched(self):
        host, late = self.person(), self.person(viewport=PHONE, touch=True)
        code = host.create_room("Friday Kytes")
        host.start()
        # The server seats fifty; here it says that it seats one.
        late.page.route_web_socket(re.compile("socket"), lambda page: self.seats_one(page))
        late.visit(f"/room/{code}")
        expect(late.page.get_by_text("Every lane is taken")).to_be_visible()
        expect(late.page.get_by_role("button", name="Take a seat")).to_have_count(0)
        self.look_at(late, "door-full", EVERY_SCREEN)
        # Nobody finds a lane here: there is nothing to invite to, only to watch.
        late.page.set_viewport_size(DESKTOP)
        expect(late.page.locator(".people")).to_be_visible()
        expect(late.page.get_by_role("button", name=re.compile("Invite|Copy the link"))).to_have_count(0)
        late.press("Menu")
        expect(late.sheet("Menu")).to_be_visible()
        expect(late.sheet("Menu").get_by_role("button", name="Invite")).to_have_count(0)
        late.page.keyboard.press("Escape")
        late.press("Watch the race")
        expect(late.page.locator("main[data-mode=watching]")).to_be_visible()
        expect(late.page.get_by_role("button", name="Take a seat")).to_have_count(0)

    @staticmethod
    def seats_one(page):
        server = page.connect_to_server()
        page.on_message(lambda frame: server.send(frame))
        server.on_message(lambda frame: page.send(re.sub(r'"members":\d+', '"members":1', frame if isinstance(frame, str) else frame.decode())))

    def test_a_press_that_is_quicker_than_the_line(self):
        host = self.person()
        held = []
        host.page.route("**/api/v1/session", lambda route: held.append(route))
        host.visit("/")
        host.press("Create a room")
        expect(host.page.get_by_role("button", name="Create a room")).to_be_disabled()
        self.eventually(lambda: (host.page.wait_for_timeout(10), held)[1])
        held[0].continue_()
        host.page.wait_for_url(re.compile(r"/room/[A-Z2-9]{5}$"))

    def test_a_room_that_is_refused_for_now_opens_by_itself(self):
        host = self.person()
        code = host.create_room("Friday Kytes")
        for refusal, why in (("rate_limited", "Too fast. Try again in 1 s"),
                             ("storage_unavailable", "The server could not save that. Try again"),
                             ("draining", "The server is restarting. Back in a moment")):
            with self.subTest(refusal=refusal):
                guest = self.person(viewport=PHONE, touch=True)
                codes = [refusal]
                self.refusing_entry(guest, codes)
                guest.visit(f"/room/{code}")
                expect(guest.page.get_by_role("heading", name=why)).to_be_visible()
                expect(guest.page.locator("#door-words")).to_have_text("The page tries again by itself.")
                expect(guest.page.get_by_role("heading", name="You have left")).to_have_count(0)
                if refusal == "rate_limited":
                    self.look_at(guest, "door-for-now")
                codes.clear()
                expect(guest.page.get_by_label("What shall we call you?")).to_be_visible()
                guest.press("Take a seat")
                expect(guest.lane_of_mine).to_have_count(1)

    def test_a_refusal_without_a_page_of_its_own_is_told_until_the_room_lets_in(self):
        host, guest = self.person(), self.person(viewport=PHONE, touch=True)
        code = host.create_room("Friday Kytes")
        codes = ["too_many_rooms"]
        sockets = self.refusing_entry(guest, codes)
        guest.visit(f"/room/{code}")
        expect(guest.page.get_by_role("heading", name="You are in too many rooms. Leave one first")).to_be_visible()
        expect(guest.page.get_by_role("heading", name="You have left")).to_have_count(0)
        self.look_at(guest, "door-too-many")
        codes.clear()
        sockets[-1].close(code=1001, reason="restart retry=100")
        expect(guest.page.get_by_label("What shall we call you?")).to_be_visible()

    def test_who_gave_up_the_seat_in_another_tab_reads_that_over_the_next_line_too(self):
        member = self.person()
        code = member.create_room("Friday Kytes")
        other = self.person(context=member.context)
        sockets = self.refusing_entry(other, [])
        other.visit(f"/room/{code}")
        expect(other.lane_of_mine).to_have_count(1)
        member.press("Menu")
        member.press("Give up my seat")
        member.make_sure("Give up my seat?")
        left = other.page.get_by_role("heading", name="You have left")
        expect(left).to_be_visible()
        before = len(sockets)
        sockets[-1].close(code=1001, reason="restart retry=100")
        self.eventually(lambda: len(sockets) > before)
        expect(other.page.locator(".bar-sub")).not_to_contain_text("Reconnecting")
        expect(left).to_be_visible()

    def test_whole_pages(self):
        host, guest = self.person(), self.person(viewport=PHONE, touch=True)
        guest.visit("/room/ABCDE")
        expect(guest.page.get_by_role("heading", name="No such room")).to_be_visible()
        self.look_at(guest, "door-unknown", EVERY_SCREEN)
        code = host.create_room("Friday Kytes")
        # Another code leads on from there.
        guest.page.get_by_label("Another code").fill(f"{code[:4].lower()}-{code[4:].lower()}")
        guest.press("Go there")
        expect(guest.page.get_by_label("What shall we call you?")).to_be_visible()
        guest.press("Take a seat")
        expect(guest.lane_of_mine).to_have_count(1)
        self.host_sheet(host)
        host.press(f"Remove {guest.name}")
        host.make_sure(f"Remove {guest.name}?")
        expect(guest.page.get_by_role("heading", name="You are out")).to_be_visible()
        self.look_at(guest, "door-kicked", EVERY_SCREEN)
        sheet = host.sheet("Your room")
        sheet.get_by_label("New password").fill("sesame")
        host.page.get_by_role("button", name="Set", exact=True).click()
        expect(sheet.get_by_text("Password is set")).to_be_visible()
        late = self.person(viewport=PHONE, touch=True)
        late.visit(f"/room/{code}")
        expect(late.page.get_by_role("heading", name="Behind a password")).to_be_visible()
        expect(late.page.get_by_label("Password of the room")).to_be_focused()
        late.page.get_by_label("Password of the room").fill("open")
        late.press("Go in")
        expect(late.page.get_by_text("That is not it")).to_be_visible()
        self.look_at(late, "door-password", EVERY_SCREEN)
        late.page.get_by_label("Password of the room").fill("sesame")
        late.press("Go in")
        expect(late.page.get_by_label("What shall we call you?")).to_be_visible()
        host.press("Close the room for good")
        host.make_sure("Close the room for good?")
        expect(host.page.get_by_role("heading", name="Closed")).to_be_visible()
        self.look_at(host, "door-closed", EVERY_SCREEN)


if __name__ == "__main__":
    unittest.main()
