"""Names that stand in for people's own, in rooms that anybody may come to and in others."""

import json
import unittest

from playwright.sync_api import expect

from case import DESKTOP, BrowserCase
from sprint_steps import SprintSteps


class PseudonymTests(SprintSteps, BrowserCase):
    def called(self, name, **options):
        """Somebody with a name of their own choice."""
        person = self.person(**options)
        person.visit("/")
        person.press("Name and looks")
        person.page.get_by_label("Your name", exact=True).fill(name)
        person.press("Save")
        expect(person.page.get_by_role("alert")).to_have_text(f"You are {name}")
        person.page.keyboard.press("Escape")
        return person

    def listed_room(self, host):
        code = host.create_room("Friday Kytes")
        self.host_sheet(host)
        host.sheet("Your room").get_by_text("Listed", exact=True).click()
        host.page.keyboard.press("Escape")
        return code

    def lane_beside(self, host):
        """The only other lane that the host sees."""
        return host.page.locator("li.lane:not(.you, .open)")

    def test_who_comes_from_the_lobby_is_an_animal(self):
        host, stranger = self.called("Noor"), self.called("Mika")
        code = self.listed_room(host)
        stranger.visit(f"/room/{code}")
        choice = stranger.page.get_by_role("switch", name="Show my own name")
        expect(choice).not_to_be_checked()
        expect(stranger.page.get_by_text("They see an animal name in place of yours.")).to_be_visible()
        self.look_at(stranger, "pseudonym-door")
        stranger.press("Take a seat")
        lane = self.lane_beside(host)
        expect(lane.get_by_role("img", name="Pseudonym")).to_be_visible()
        animal = lane.locator(".name").text_content()
        self.assertNotEqual(animal, "Mika")
        self.assertNotIn("Mika", "".join(host.traffic.received), "nobody is told the name")
        # In the room it can be changed at any time, and the name that stands in is the same again.
        stranger.press("Menu")
        switch = stranger.page.get_by_role("switch", name="Show me under a pseudonym")
        expect(switch).to_be_checked()
        expect(stranger.page.get_by_text(f"This room sees {animal}")).to_be_visible()
        self.look_at(stranger, "pseudonym-menu")
        self.look_at(host, "pseudonym-room")
        stranger.page.set_viewport_size(DESKTOP)
        host.page.set_viewport_size(DESKTOP)
        stranger.page.get_by_text("Show me under a pseudonym").click()
        expect(lane.locator(".name")).to_have_text("Mika")
        expect(lane.get_by_role("img", name="Pseudonym")).to_have_count(0)
        expect(switch).not_to_be_checked()
        stranger.page.get_by_text("Show me under a pseudonym").click()
        expect(lane.locator(".name")).to_have_text(animal)
        expect(switch).to_be_checked()
        # After a reload the picture is the same, also for who was thrown out under it.
        host.page.reload()
        expect(lane.get_by_role("img", name="Pseudonym")).to_be_visible()
        self.host_sheet(host)
        host.press(f"Remove {animal}")
        host.make_sure(f"Remove {animal}?")
        out = host.page.locator(".seats-list li[data-state=out]")
        expect(out.get_by_role("img", name="Pseudonym")).to_be_visible()
        expect(out).to_contain_text(animal)

    def test_a_name_that_the_host_hides(self):
        host, guest = self.called("Noor"), self.called("Mika Crane")
        code = host.create_room("Friday Kytes")
        guest.visit(f"/room/{code}")
        guest.press("Take a seat")
        lane = self.lane_beside(host)
        expect(lane.locator(".name")).to_have_text("Mika Crane")
        self.host_sheet(host)
        self.look_at(host, "hide-name")
        host.press("Hide the name Mika Crane")
        host.make_sure("Hide the name Mika Crane?")
        row = host.page.locator(".seats-list li", has_text="Own name hidden")
        expect(row).to_be_visible()
        self.look_at(host, "hide-name-done")
        expect(lane.get_by_role("img", name="Pseudonym")).to_be_visible()
        animal = lane.locator(".name").text_content()
        # The guest sees why, and cannot change it, also after coming again.
        guest.page.reload()
        guest.press("Menu")
        switch = guest.page.get_by_role("switch", name="Show me under a pseudonym")
        expect(switch).to_be_disabled()
        expect(guest.page.get_by_text(f"This room sees {animal}. The host has hidden your own name")).to_be_visible()
        self.look_at(guest, "hide-name-guest")
        host.press(f"Let {animal} show their own name again")
        host.make_sure(f"Let {animal} show their own name again?")
        expect(row).to_have_count(0)
        expect(switch).to_be_enabled()
        guest.page.get_by_text("Show me under a pseudonym").click()
        expect(lane.locator(".name")).to_have_text("Mika Crane")

    def test_the_own_name_by_choice(self):
        host, stranger = self.called("Noor"), self.called("Mika")
        code = self.listed_room(host)
        stranger.visit(f"/room/{code}")
        stranger.page.get_by_text("Show my own name").click()
        expect(stranger.page.get_by_text("They see Mika.")).to_be_visible()
        stranger.press("Take a seat")
        expect(self.lane_beside(host).locator(".name")).to_have_text("Mika")
        expect(host.page.locator(".mask")).to_have_count(0)

    def test_in_a_room_of_friends_nobody_is_asked(self):
        host, friend = self.called("Noor"), self.called("Mika")
        code = host.create_room()
        friend.visit(f"/room/{code}")
        expect(friend.page.get_by_role("button", name="Take a seat")).to_be_visible()
        expect(friend.page.get_by_role("switch")).to_have_count(0)
        friend.press("Take a seat")
        expect(self.lane_beside(host).locator(".name")).to_have_text("Mika")
        joins = [message for message in map(json.loads, friend.traffic.sent) if message["type"] == "join"]
        self.assertNotIn("pseudonym", joins[0])


if __name__ == "__main__":
    unittest.main()
