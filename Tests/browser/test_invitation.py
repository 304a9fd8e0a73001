"""The links by which the host of a private server lets newcomers in."""

import unittest

from playwright.sync_api import expect

from case import DESKTOP, PHONE, BrowserCase
from test_entrance import REFUSED, TITLE


class InvitationTests(BrowserCase):
    """A server that nobody enters but by the links of its host."""

    invitations = True

    def tearDown(self):
        for person in self.people:
            person.faults = [fault for fault in person.faults if not REFUSED.search(fault)]
        super().tearDown()

    def test_a_link_leads_in_once_for_each_newcomer_it_is_for(self):
        link = self.server.invite("--uses", "2")
        self.assertRegex(link, r"/#invite=[\w-]{22}$")
        stranger = self.person(viewport=PHONE, touch=True)
        stranger.visit("/")
        expect(stranger.page.get_by_role("heading", name=TITLE)).to_be_visible()
        expect(stranger.page.get_by_text("You need an invitation")).to_be_visible()
        expect(stranger.page.get_by_role("button", name="Go in")).to_have_count(0)
        self.look_at(stranger, "entrance-invited")
        for viewport in (PHONE, DESKTOP):
            person = self.person(viewport=viewport)
            person.page.goto(link)
            # Not by itself: programs that look through letters open links, too.
            expect(person.page.get_by_text("You are invited.")).to_be_visible()
            expect(person.page.get_by_role("button", name="Go in")).to_be_focused()
            person.page.keyboard.press("Enter")
            expect(person.page.get_by_role("button", name="Create a room")).to_be_enabled()
            expect(person.page.locator(".entrance")).to_have_count(0)
            # The token stays in no address, and one who is in needs none.
            self.assertNotIn("invite", person.page.url)
            person.page.reload()
            expect(person.page.get_by_role("button", name="Create a room")).to_be_enabled()
        late = self.person()
        late.page.goto(link)
        late.press("Go in")
        expect(late.page.get_by_role("alert").filter(has_text="This invitation has been used up, has expired, or was taken back.")).to_be_visible()
        expect(late.page.get_by_role("button", name="Go in")).to_have_count(0)
        self.look_at(late, "entrance-used-up")
        # It is no code of another device.
        late.page.get_by_role("link", name="I have a code").click()
        expect(late.page.get_by_label("Code from your other device")).to_have_value("")

    def test_an_invitation_without_an_answer_is_tried_again(self):
        person = self.person(viewport=PHONE, touch=True)
        self.is_server_lost = True
        lost = []

        def lose(route):
            if "invitation" in (route.request.post_data or "") and not lost:
                lost.append(route)
                return route.abort()
            route.continue_()

        person.page.route("**/api/v1/session", lose)
        person.page.goto(self.server.invite())
        person.press("Go in")
        expect(person.page.get_by_role("alert").filter(has_text="No answer from the server")).to_be_visible()
        expect(person.page.get_by_text("You are invited.")).to_be_visible()
        expect(person.page.get_by_role("button", name="Go in")).to_be_focused()
        self.look_at(person, "entrance-again")
        person.press("Go in")
        expect(person.page.get_by_role("button", name="Create a room")).to_be_enabled()


if __name__ == "__main__":
    unittest.main()
