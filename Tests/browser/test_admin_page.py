"""The page for those who run the server: in by a link, once, and what owners and moderators see and do there."""

import subprocess
import unittest
from datetime import date, timedelta

from playwright.sync_api import expect

from case import PHONE, BrowserCase
from server import BINARY, PATIENCE


class AdminPageTests(BrowserCase):
    def admin(self, *words):
        return subprocess.run([BINARY, "admin", "--data", str(self.server.folder), *words], check=True, timeout=PATIENCE,
                              capture_output=True, text=True).stdout

    def operator(self, role, **how):
        """Somebody with a browser of their own, in the admin page."""
        link = self.admin("link", role).splitlines()[0]
        person = self.person(**how)
        # Of this test's server, whatever links begin with.
        person.page.goto(f"{self.server.url}/admin#{link.partition('#')[2]}")
        person.page.get_by_role("button", name="Open the page").click()
        expect(person.page.get_by_role("heading", name="Players", exact=True)).to_be_visible()
        return person, link

    def confirm(self, page, name):
        """Presses a button that asks, once a press is no part of a double click."""
        button = page.get_by_role("button", name=name)
        expect(button).to_be_visible()
        page.wait_for_function("asked => performance.now() - asked > 500", arg=page.evaluate("performance.now()"))
        button.click()

    def player(self):
        person = self.person()
        person.visit("/")
        expect(person.page.get_by_role("button", name="Create a room")).to_be_visible()
        me = person.page.evaluate("async () => (await (await fetch('/api/v1/me')).json()).player")
        return person, me

    def test_a_link_opens_the_page_once_and_signing_out_ends_it(self):
        owner, link = self.operator("owner")
        page = owner.page
        self.assertNotIn("#", page.url, "the key does not stay in the bar")
        expect(page.get_by_text("Owner", exact=True)).to_be_visible()
        page.reload()
        expect(page.get_by_role("heading", name="What was done")).to_be_visible()
        # It makes no player of whoever opens it.
        self.assertEqual([cookie["name"] for cookie in owner.context.cookies()], ["tilerace_admin"])
        other = self.person()
        other.page.goto(f"{self.server.url}/admin#{link.partition('#')[2]}")
        other.page.get_by_role("button", name="Open the page").click()
        expect(other.page.get_by_text("This link was used")).to_be_visible()
        other.faults.clear()  # The browser complains of the 403.
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_text("Nobody is signed in here.")).to_be_visible()
        self.look_at(owner, "admin-signed-out")
        page.reload()
        expect(page.get_by_text("tilerace admin link")).to_be_visible()
        owner.settle()
        owner.faults.clear()  # And of each 401.

    def test_a_link_is_taken_by_a_tab_that_shows_the_page_and_kept_until_it_worked(self):
        person = self.person()
        page = person.page
        page.goto(f"{self.server.url}/admin")
        expect(page.get_by_text("Nobody is signed in here.")).to_be_visible()
        person.faults.clear()  # The browser complains of the 401.
        first, second = (self.admin("link", role).splitlines()[0].partition("#")[2] for role in ("moderator", "owner"))
        page.evaluate("key => { location.hash = key; }", first)
        page.route("**/api/v1/admin/session", lambda route: route.abort())
        page.get_by_role("button", name="Open the page").click()
        expect(page.get_by_text("The server does not answer.")).to_be_visible()
        self.assertIn(first, page.url, "the link is good for another try")
        page.unroute("**/api/v1/admin/session")
        person.faults.clear()  # And of the request that was cut off.
        page.get_by_role("button", name="Open the page").click()
        expect(page.get_by_text("Moderator", exact=True)).to_be_visible()
        self.assertNotIn("#", page.url)
        page.evaluate("key => { location.hash = key; }", second)
        page.get_by_role("button", name="Open the page").click()
        expect(page.get_by_text("Owner", exact=True)).to_be_visible()

    def test_an_owner_says_who_knows_a_word_and_a_double_click_confirms_nothing(self):
        player, me = self.player()
        owner, _ = self.operator("owner")
        page = owner.page
        words = page.locator("#words")
        expect(words.get_by_text("Whoever looks knows")).to_be_visible()
        day = (date.today() + timedelta(days=5)).isoformat()
        words.get_by_label("Day", exact=True).fill(day)
        words.get_by_label("Word", exact=True).fill("fjord")
        words.get_by_role("button", name="Set the word").click()
        self.assertFalse(page.locator("#word-knower-away").evaluate("radio => radio.validity.valid"), "one must be chosen")
        page.locator("#word-knower-plays").check()
        words.get_by_role("button", name="Set the word").click()
        expect(words.get_by_text("Choose the player by the ID")).to_be_visible()
        page.locator("#word-player").fill(me["name"])
        words.get_by_role("button", name="Find").click()
        words.get_by_role("button", name=f"{me['name']} ({me['id'][:8]})").click()
        expect(page.locator("#word-player")).to_have_value(me["id"])
        words.get_by_role("button", name="Set the word").click()
        expect(words.get_by_text(f"The word of guess-en-5/{day} is set.")).to_be_visible()
        words.get_by_role("button", name="Show").click()
        expect(words.get_by_text(f"does not count for player {me['id']}")).to_be_visible()
        self.look_at(owner, "admin-words")
        # Another day with the same word is a slip, mostly.
        words.get_by_label("Day", exact=True).fill((date.today() + timedelta(days=6)).isoformat())
        words.get_by_label("Word", exact=True).fill("fjord")
        page.locator("#word-knower-away").check()
        words.get_by_role("button", name="Set the word").click()
        expect(words.get_by_text(f"That is also the word of {day}.")).to_be_visible()
        owner.faults.clear()  # The browser complains of the 400.
        # A double click asks, and only a second thought does it.
        words.get_by_role("button", name=f"Clear: guess-en-5/{day}").dblclick()
        sure = words.get_by_role("button", name=f"Clear: sure? guess-en-5/{day}")
        expect(sure).to_be_visible()
        self.assertIn("fjord", self.admin("words"))
        self.confirm(page, f"Clear: sure? guess-en-5/{day}")
        expect(words.get_by_text("No word is chosen.")).to_be_visible()
        player.settle()

    def test_an_owner_leaves_a_word_out_and_brings_it_back(self):
        owner, _ = self.operator("owner")
        card = owner.page.locator("#left-out")
        expect(card.get_by_text("in the file")).to_have_count(0)
        card.get_by_label("Word", exact=True).fill("zzzzz")
        card.get_by_role("button", name="Leave it out").click()
        expect(card.get_by_text("That word is no answer of any list here")).to_be_visible()
        owner.faults.clear()  # The browser complains of the 400.
        card.get_by_label("Word", exact=True).fill("Widow")
        card.get_by_label("Word", exact=True).press("Enter")
        expect(card.get_by_text("Done.")).to_be_visible()
        expect(card.get_by_label("Word", exact=True)).to_have_value("")
        expect(card.get_by_role("listitem")).to_contain_text("left out since")
        self.assertIn("widow  (since", self.admin("left-out"))
        self.look_at(owner, "admin-left-out")
        card.get_by_role("button", name="Bring it back: widow").click()
        expect(card.get_by_role("listitem")).to_have_count(0)
        card.get_by_role("button", name="Show").click()
        expect(card.get_by_text("No word is left out here.")).to_be_visible()

    def test_a_moderator_gives_a_player_a_name(self):
        player, me = self.player()
        moderator, _ = self.operator("moderator")
        page = moderator.page
        page.get_by_label("Part of a name").first.fill(me["name"])
        page.get_by_label("Part of a name").first.press("Enter")
        page.get_by_role("button", name=f"Rename: {me['name']}").click()
        field = page.get_by_label(f"New name of {me['name']}")
        field.fill("x")
        field.press("Enter")
        expect(page.get_by_text("A name has at least 2 characters.")).to_be_visible()
        field.fill("Noor of the lake")
        field.press("Enter")
        expect(page.get_by_text("The name is “Noor of the lake” now.")).to_be_visible()
        self.look_at(moderator, "admin-rename")
        moderator.faults.clear()  # The browser complains of the 400.
        player.settle()

    def test_a_moderator_bans_announces_and_closes_and_sees_no_words(self):
        player, me = self.player()
        player.page.get_by_role("button", name="Create a room").click()
        expect(player.page.get_by_role("button", name="Start the clock")).to_be_visible()
        room = player.page.url.rpartition("/")[2]
        moderator, _ = self.operator("moderator", viewport=PHONE)
        page = moderator.page
        for name in ("Words of coming days", "Words left out", "What was done", "Sessions"):
            expect(page.get_by_role("heading", name=name)).to_have_count(0)
        # An announcement reaches who is here, and goes when it is withdrawn.
        page.get_by_label("Text, 280 characters at most").fill("The cup begins at 18:00. Good luck!")
        page.get_by_role("button", name="Announce", exact=True).click()
        expect(page.get_by_text("Shown now: “The cup begins at 18:00. Good luck!”")).to_be_visible()
        card = player.page.get_by_role("complementary", name="Announcement")
        expect(card).to_contain_text("The cup begins at 18:00.")
        self.look_at(player, "announcement")
        card.get_by_role("button", name="Dismiss").click()
        expect(card).to_have_count(0)
        player.page.reload()
        expect(player.page.get_by_role("button", name="Start the clock")).to_be_visible()
        expect(card).to_have_count(0)
        page.get_by_label("Text, 280 characters at most").fill("Later")
        page.keyboard.press("Enter")
        expect(card).to_contain_text("Later")
        page.get_by_role("button", name="Withdraw").click()
        expect(card).to_have_count(0)
        # A room is found and closed; its member is told.
        page.get_by_label("Code, or part of a name").fill(room)
        page.keyboard.press("Enter")
        # A room is given a name, which its member sees.
        page.get_by_role("button", name=f"Rename: {room}").click()
        page.get_by_label(f"New name of {room}").fill("Room of kites")
        page.keyboard.press("Enter")
        expect(page.locator("#rooms").get_by_text(f"{room} “Room of kites”")).to_be_visible()
        expect(player.page.get_by_text("Room of kites").first).to_be_visible()
        close = page.get_by_role("button", name=f"Close: {room}")
        expect(close).to_be_visible()
        close.click()
        expect(page.get_by_role("button", name=f"Close: sure? {room}")).to_be_visible()
        self.confirm(page, f"Close: sure? {room}")
        expect(page.get_by_text(f"{room} is closed.")).to_be_visible()
        expect(player.page.locator(".panel").get_by_text("The host has closed this room")).to_be_visible()
        # A ban puts the player out, and shows so.
        page.get_by_label("Part of a name").first.fill(me["name"])
        page.get_by_label("Part of a name").first.press("Enter")
        expect(page.get_by_text(me["id"])).to_be_visible()
        self.look_at(moderator, "admin-moderator")
        page.get_by_role("button", name=f"Ban: {me['name']}").click()
        self.confirm(page, f"Ban: sure? {me['name']}")
        expect(page.get_by_text("is kept out.")).to_be_visible()
        expect(player.page.get_by_role("heading", name="You cannot come in")).to_be_visible()
        self.look_at(player, "banned")
        player.page.reload()
        expect(player.page.get_by_role("heading", name="You cannot come in")).to_be_visible()
        page.get_by_role("button", name=f"Lift the ban: {me['name']}").click()
        expect(page.get_by_text("may come in.")).to_be_visible()
        player.page.reload()
        expect(player.page.get_by_text("You cannot come in")).to_have_count(0)
        player.faults.clear()  # The browser complains of the 403.

    def test_an_owner_sees_what_was_done_and_ends_sessions(self):
        other, _ = self.operator("moderator")
        owner, _ = self.operator("owner")
        page = owner.page
        self.admin("announce", "Cups")
        self.admin("withdraw")
        log = page.get_by_role("region", name="Acts, the newest first")
        page.locator("#log").get_by_role("button", name="Show").click()
        expect(page.locator("#log tbody tr").first).to_contain_text("Withdrew the announcement")
        expect(log).to_be_visible()
        expect(page.locator("#live").get_by_role("img").first).to_have_attribute("aria-label", "Connections: 0 now, 0 at most in the last 10 minutes")
        page.locator("#words").get_by_role("button", name="Show").click()
        expect(page.get_by_text("No word is chosen.")).to_be_visible()
        page.locator("#refused").get_by_role("button", name="Show").click()
        expect(page.get_by_text("Nothing was tried more than once.")).to_be_visible()
        page.locator("#sessions").get_by_role("button", name="Show").click()
        expect(page.locator("#sessions").get_by_text("this one")).to_be_visible()
        self.look_at(owner, "admin-owner")
        # Fifty acts on a phone: a line each, which the region scrolls sideways, and not five.
        page.set_viewport_size(PHONE)
        tallest = page.locator("#log tbody tr").evaluate_all("rows => Math.max(...rows.map((row) => row.offsetHeight))")
        self.assertLess(tallest, 50)
        page.get_by_role("button", name="End all sessions and links").click()
        self.confirm(page, "End all sessions and links: sure?")
        expect(page.get_by_text("Nobody is signed in here.")).to_be_visible()
        # Its next look at the figures tells it. It may come before any press of a button.
        expect(other.page.get_by_text("Nobody is signed in here.")).to_be_visible()
        for person in (owner, other):
            person.settle()
            person.faults.clear()  # The browser complains of each 401.


if __name__ == "__main__":
    unittest.main()
