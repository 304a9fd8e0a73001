"""A host who does not race: a teacher with a class, a streamer with an audience."""

import re
import unittest

from playwright.sync_api import expect

from case import OUTPUT, PHONE, BrowserCase
from crowd import Crowd, Racer
from sprint_steps import ROUND_MS, SprintSteps


class HostSeatTests(SprintSteps, BrowserCase):
    def test_a_host_starts_and_ends_a_word_without_racing(self):
        host, first, second = self.person(), self.person(viewport=PHONE, touch=True), self.person(viewport=PHONE, touch=True)
        self.room(host, first, second)
        self.set_up(host, rounds=2)
        host.press("Host without racing")
        expect(host.page.get_by_text("0 of 2 ready")).to_be_visible()
        self.look_at(host, "host-seat-grid")
        host.press("Start the sprint")
        for person in (first, second):
            self.race_on(person)
            # The host has no lane for anybody.
            expect(person.lane(host.name)).to_have_count(0)
        first.guess(self.misses[0], 0)
        expect(host.lane(first.name)).to_have_attribute("data-columns", "1")
        expect(host.board).to_have_count(0)
        self.look_at(host, "host-seat-racing")
        self.host_sheet(host)
        host.press("End this word")
        self.look_at(host, "host-seat-end")
        # To look takes longer than the button asks.
        expect(host.page.get_by_role("button", name=re.compile(r"^End this word[^?]*$"))).to_be_visible()
        host.press("End this word")
        host.make_sure("End this word for everybody?")
        for person in (first, second):
            expect(person.page.get_by_role("list", name="Standings")).to_be_visible()
            expect(person.page.get_by_role("heading", name="The host ended this word")).to_be_visible()
            expect(person.page.locator(".standings .how").first).to_have_text("ended")
            expect(person.lane(first.name if person is second else second.name).locator(".time")).to_have_text("ended")
        host.page.keyboard.press("Escape")
        standings = host.page.get_by_role("list", name="Standings")
        expect(standings).to_be_visible()
        # However many lines there are: what goes on is above them.
        go_on = host.page.get_by_role("button", name="Next word now")
        self.assertLess(go_on.bounding_box()["y"], standings.bounding_box()["y"])
        self.look_at(host, "host-seat-over")
        # The next word is raced by the host too, who has asked for a lane again.
        self.host_sheet(host)
        host.press("Race along")
        host.page.keyboard.press("Escape")
        host.press("Next word now")
        for person in (host, first, second):
            self.race_on(person, "Word 2 of 2")
        expect(first.lane(host.name)).to_have_count(1)

    def test_who_becomes_host_is_said_before_it_happens(self):
        host, first, second = self.person(), self.person(viewport=PHONE, touch=True), self.person()
        self.room(host, first, second)
        host.press("Menu")
        menu = host.sheet("Menu")
        expect(menu).to_contain_text(f"If you give up your seat, {first.name} becomes host at once.")
        self.look_at(host, "heir")
        menu.get_by_role("button", name=re.compile("^Give up my seat")).click()
        expect(menu.get_by_text(f"Give up my seat, and make {first.name} host?")).to_be_visible()
        host.page.keyboard.press("Escape")
        # It is as it was said; and the next host reads who follows then.
        first.press("Menu")
        expect(first.sheet("Menu")).not_to_contain_text("becomes host")
        host.press("Menu")
        host.press("Give up my seat")
        host.make_sure(f"Give up my seat, and make {first.name} host?")
        expect(first.page.locator(".toast")).to_have_text("You are the host now")
        expect(first.sheet("Menu")).to_contain_text(f"{second.name} becomes host at once.")

    def test_the_seats_in_the_hosts_sheet_stand_in_their_order(self):
        """By when they were taken: whoever has another name, is away or takes the host's powers stays in their place."""
        host = self.person()
        code = host.create_room()
        crowd = Crowd(self.server.port)
        self.addCleanup(crowd.close)
        crowd.racers += [crowd.await_(Racer().come(self.server.port, name, code))[0] for name in ("Zoe Kestrel", "Ana R.", "Mika")]
        self.host_sheet(host)
        seats = host.page.locator(".seats-list li b")
        expect(seats).to_have_text([f"{host.name} (you)", "Zoe Kestrel", "Ana R.", "Mika"])
        crowd.await_(crowd.racers[0].socket.request("rename", name="Aardvark"))
        crowd.await_(crowd.racers[1].race_today([self.answer]))
        crowd.await_(crowd.racers[0].leave())
        expect(host.page.locator(".seats-list li[data-state=away] b")).to_have_text("Aardvark")
        self.assertEqual(seats.all_inner_texts(), [f"{host.name} (you)", "Aardvark", "Ana R.", "Mika"])
        host.page.reload()
        self.host_sheet(host)
        expect(seats).to_have_text([f"{host.name} (you)", "Aardvark", "Ana R.", "Mika"])

    def test_what_the_host_has_half_typed_stays_whatever_happens_in_the_room(self):
        host = self.person()
        host.create_room("Kytes")
        self.host_sheet(host)
        name, password = host.page.get_by_label("Name of the room"), host.page.get_by_label("New password")
        locked = host.page.get_by_role("switch", name="Locked")
        name.fill("Friday Kites")
        password.fill("otters")
        locked.focus()
        host.page.keyboard.press("Space")
        expect(locked).to_be_checked()
        self.eventually(lambda: any('"locked"' in frame for frame in host.traffic.received))
        expect(locked).to_be_focused()
        expect(name).to_have_value("Friday Kites")
        expect(password).to_have_value("otters")
        # Who types goes on where they were.
        password.focus()
        host.page.keyboard.press("ArrowLeft")
        host.page.keyboard.press("F2")
        expect(host.page.get_by_role("heading", name="Kytes · code hidden")).to_be_visible()
        host.page.keyboard.type("x")
        expect(password).to_have_value("otterxs")
        expect(name).to_have_value("Friday Kites")
        # What was sent is not carried on.
        name.fill("  Kites ")
        name.press("Enter")
        expect(host.page.get_by_role("heading", name="Kites · code hidden")).to_be_visible()
        expect(name).to_have_value("Kites")
        password.press("Enter")
        expect(host.page.get_by_text("Password is set")).to_be_visible()
        host.press("Remove the password")
        host.make_sure("Remove the password?")
        expect(password).to_have_value("")

    def test_the_end_of_a_word_is_near_its_host(self):
        host, rival = self.person(), self.person()
        self.room(host, rival)
        self.set_up(host, rounds=2)
        expect(host.page.get_by_role("button", name="End the word now")).to_have_count(0)
        host.press("Start the sprint")
        for person in (host, rival):
            self.race_on(person)
        button = host.page.locator(".bar").get_by_role("button", name="End the word now")
        expect(button).to_be_visible()
        self.assertEqual(rival.page.get_by_role("button", name="End the word now").count(), 0)
        host.picture(OUTPUT / "end-word.png")
        button.click()
        expect(host.page.get_by_text("End the word now?")).to_be_visible()
        host.picture(OUTPUT / "end-word-asked.png")
        host.make_sure("End the word now?")
        for person in (host, rival):
            expect(person.page.get_by_role("list", name="Standings")).to_be_visible()
        expect(button).to_be_hidden()
        # Whoever comes only now, or comes back, reads the same.
        watcher = self.person()
        watcher.visit(f"/room/{host.page.url.rsplit('/', 1)[1]}")
        watcher.press("Just watch")
        rival.page.reload()
        for person in (host, rival, watcher):
            expect(person.page.get_by_role("heading", name="The host ended this word")).to_be_visible()
            expect(person.page.locator("li.lane:not(.open) .time")).to_have_text(["ended", "ended"])
            self.assertNotIn("ut of time", person.page.locator("main").inner_text())
            # Nobody has won anything: the list of the word says nothing, as that of the stage does, and the sum is 0.
            standings = person.page.get_by_role("list", name="Standings")
            expect(standings.locator(".gain")).to_have_text(["", ""])
            expect(standings.get_by_label("0 points", exact=True)).to_have_count(2)
            expect(standings.locator(".total")).to_have_text(["0", "0"])
        # On a phone it is the first thing of the room's menu.
        host.press("Next word now")
        self.race_on(host, "Word 2 of 2")
        host.page.set_viewport_size(PHONE)
        expect(button).to_be_hidden()
        host.press("Menu")
        ending = host.sheet("Menu").get_by_role("button", name="End the word now")
        self.look_at(host, "end-word-menu")
        ending.click()
        host.make_sure("End the word now?")
        expect(host.sheet("Menu")).to_have_count(0)
        expect(rival.page.get_by_role("heading", name="Nobody found a word")).to_be_visible(timeout=ROUND_MS)


if __name__ == "__main__":
    unittest.main()
