"""Where keys go, and where a screen reader reads on: the focus never falls to the page as a whole."""

import re
import time
import unittest

from playwright.sync_api import expect

from case import PHONE, BrowserCase
from sprint_steps import SprintSteps

# The element that has the focus, in words.
HELD = """() => {
    const held = document.activeElement;
    if (!held || held === document.body) return "nothing";
    return held.matches(".board") ? "the board" : held.textContent.trim() || held.getAttribute("aria-label");
}"""


class FocusTests(SprintSteps, BrowserCase):
    def holds(self, person, what):
        """Waits until `what` has the focus, and sees it stay there."""
        deadline = time.monotonic() + 10
        since = None
        while since is None or time.monotonic() < since + 0.3:
            held = person.page.evaluate(HELD)
            since = (since or time.monotonic()) if re.fullmatch(what, held) else None
            self.assertLess(time.monotonic(), deadline, f"{held} has the focus, not {what}")
            person.page.wait_for_timeout(20)

    def press_by_key(self, person, label):
        """Presses a button as somebody does who has no pointer."""
        button = person.page.get_by_role("main").get_by_role("button", name=label, exact=True).first
        expect(button).to_be_visible()
        button.focus()
        person.page.keyboard.press("Enter")

    def test_the_word_of_the_day_alone(self):
        person = self.person()
        person.visit("/today")
        self.press_by_key(person, "Start the clock")
        self.holds(person, "the board")
        # Letters are typed from anywhere, and take the focus to where they stand.
        person.page.get_by_role("button", name="Menu").focus()
        person.type(self.misses[0])
        self.holds(person, "the board")
        person.page.keyboard.press("Enter")
        person.await_judged(0)
        person.page.reload()
        person.await_judged(0)
        self.holds(person, "the board")
        self.press_by_key(person, "Menu")
        expect(person.sheet("Menu")).to_be_visible()
        person.page.keyboard.press("Escape")
        self.holds(person, "the board")
        person.guess(self.answer, 1)
        expect(person.sheet("Home in 2")).to_be_visible()
        person.page.keyboard.press("Escape")
        self.holds(person, "Result")
        # Who does not race any more comes back to what opened the sheet.
        self.press_by_key(person, "Ranking")
        expect(person.sheet("Ranking")).to_be_visible()
        person.page.keyboard.press("Escape")
        self.holds(person, "Ranking")
        self.press_by_key(person, "Menu")
        expect(person.sheet("Menu")).to_be_visible()
        person.page.keyboard.press("Escape")
        self.holds(person, "Menu")

    def test_a_room_from_its_door_to_a_rematch(self):
        host, guest = self.person(), self.person(motion="reduce")
        code = host.create_room("Kytes")
        self.to_grid(host)
        guest.visit(f"/room/{code}")
        self.press_by_key(guest, "Take a seat")
        self.holds(guest, "Ready\\?")
        self.press_by_key(guest, "Invite")
        expect(guest.page.get_by_role("dialog")).to_be_visible()
        guest.page.keyboard.press("Escape")
        self.holds(guest, "Invite")
        self.press_by_key(guest, "Start the clock")
        self.holds(guest, "the board")
        guest.page.reload()
        self.holds(guest, "the board")
        guest.guess(self.answer, 0)
        expect(guest.sheet("Home in 1")).to_be_visible()
        guest.page.keyboard.press("Escape")
        self.holds(guest, "Result")

        # Which race is chosen by tabs, which stand again below each.
        self.press_by_key(guest, "Sprint")
        self.holds(guest, "Sprint")
        self.assertEqual(guest.page.evaluate("document.activeElement.getAttribute('aria-pressed')"), "true")
        self.press_by_key(host, "Set it up")
        expect(host.sheet("Set up the sprint")).to_be_visible()
        host.page.keyboard.press("Escape")
        self.holds(host, "Set it up")
        self.set_up(host, rounds=2, rows=8)
        self.press_by_key(host, "Start the sprint")
        for person in (host, guest):
            self.race_on(person)
            self.holds(person, "the board")
        guest.page.reload()
        self.race_on(guest)
        self.holds(guest, "the board")
        # The word ends in the middle of what somebody types: their Enter presses nothing.
        guest.type("sta")
        self.end_word(host)
        # Who ended it by the menu comes back to that, or to what has taken the place of the board.
        self.holds(host, "The host ended this word|Menu")
        self.holds(guest, "The host ended this word")
        self.press_by_key(host, "Next word now")
        for person in (host, guest):
            self.race_on(person, "Word 2 of 2")
            self.holds(person, "the board")
        self.end_word(host)
        expect(host.page.get_by_role("button", name="Rematch")).to_be_visible(timeout=20_000)
        self.holds(host, "Nobody found a word|Menu")
        self.holds(guest, "Nobody found a word")
        self.press_by_key(host, "Rematch")
        for person in (host, guest):
            self.race_on(person, "Word 1 of 2")
            self.holds(person, "the board")
        # Whoever had a sheet open when it began races now.
        self.press_by_key(guest, "Menu")
        expect(guest.sheet("Menu")).to_be_visible()
        guest.page.keyboard.press("Escape")
        self.holds(guest, "the board")

    def test_looking_on(self):
        host, watcher = self.person(), self.person(viewport=PHONE, touch=True)
        code = host.create_room("Kytes")
        watcher.visit(f"/room/{code}")
        self.press_by_key(watcher, "Just watch")
        self.holds(watcher, "Take a seat")
        watcher.page.keyboard.press("Enter")
        self.holds(watcher, "Kytes")

    def test_who_is_removed_or_whose_room_closes_hears_why(self):
        host, racer, watcher = self.person(), self.person(), self.person(viewport=PHONE, touch=True)
        code = host.create_room("Kytes")
        racer.take_seat(code)
        racer.start()
        watcher.watch(code)
        watcher.settle()
        racer.type("sta")
        self.host_sheet(host)
        # Where anybody may come in, the door has its own look, which comes after it.
        host.page.get_by_role("switch", name="Listed").check(force=True)
        self.press_by_key(watcher, "Take a seat")
        self.holds(watcher, "Kytes")
        expect(watcher.page.get_by_role("switch", name="Show my own name")).to_be_visible()
        self.press_by_key(watcher, "Just watch")
        for person, title, why, act in (
                (racer, "You are out", "The host has removed you. You can come back when the host lets you in again.", f"Remove {racer.name}"),
                (watcher, "Closed", "The host has closed this room. Thanks for racing.", "Close the room for good")):
            host.press(act)
            host.make_sure(f"{act}?")
            expect(person.page.get_by_role("heading", name=title)).to_be_visible()
            self.holds(person, title)
            expect(person.page.get_by_role("log").get_by_text(f"{title}. {why}", exact=True)).to_have_count(1)
        # Drawn again without its code it says nothing twice.
        racer.page.keyboard.press("F2")
        expect(racer.page.get_by_text("Room code hidden").or_(racer.page.get_by_text("Room codes are hidden")).first).to_be_visible()
        expect(racer.page.get_by_role("log").get_by_text("You are out. ")).to_have_count(1)

    def test_what_is_typed_at_a_door_stays_when_codes_are_hidden(self):
        host, guest = self.person(), self.person()
        code = host.create_room("Kytes")
        self.host_sheet(host)
        host.page.get_by_label("New password").fill("otter")
        host.page.keyboard.press("Enter")
        expect(host.page.get_by_text("Password is set")).to_be_visible()
        for path, field in ((f"/room/{code}", "Password of the room"), ("/room/ABCDE", "Another code")):
            guest.visit(path)
            guest.page.get_by_label(field).fill("ott")
            guest.page.keyboard.press("F2")
            expect(guest.page.locator(".door-page .eyebrow")).to_have_text("Room code hidden")
            expect(guest.page.get_by_label(field)).to_have_value("ott")
            expect(guest.page.get_by_label(field)).to_be_focused()
            guest.page.keyboard.press("F2")
            expect(guest.page.locator(".door-page .eyebrow")).not_to_have_text("Room code hidden")

    def test_a_button_that_waits_or_has_reached_an_end_keeps_the_focus(self):
        self.is_server_lost = True
        person = self.person()
        person.visit("/archive")
        after = person.page.get_by_role("button", name="The month after")
        before = person.page.get_by_role("button", name="The month before")
        expect(after).to_be_disabled()
        months = {"first": "2020-01-01", "today": "2026-11-21", "games": []}
        person.page.route("**/api/v1/me/games**", lambda route: route.fulfill(json=months))
        person.page.reload()
        expect(before).to_be_enabled()
        for button in (before, after):
            button.focus()
            person.page.keyboard.press("Enter")
        expect(after).to_be_disabled()
        self.holds(person, "The month after")
        title = person.page.locator("#month").inner_text()
        person.page.keyboard.press("Enter")
        self.holds(person, "The month after")
        self.assertEqual(person.page.locator("#month").inner_text(), title)

        person.visit("/")
        person.settle()
        person.press("Ranking")
        for name in ("The one before", "The one after"):
            person.page.get_by_role("button", name=name).focus()
            person.page.keyboard.press("Enter")
            self.holds(person, name)
        expect(person.page.get_by_role("button", name="The one after")).to_be_disabled()
        # A button that asks again is gone when the answer is there: the words of the sheet have the focus then.
        person.page.route("**/api/v1/leaderboards/**", lambda route: route.abort())
        person.page.get_by_role("button", name="The one before").focus()
        person.page.keyboard.press("Enter")
        again = person.page.get_by_role("button", name="Try again")
        expect(again).to_be_visible()
        person.page.unroute("**/api/v1/leaderboards/**")
        again.focus()
        person.page.keyboard.press("Enter")
        expect(again).to_be_hidden()
        expect(person.page.locator(".sheet-body")).to_be_focused()
        person.close_sheet()

        person.context.set_offline(True)
        self.press_by_key(person, "Create a room")
        create = person.page.get_by_role("button", name="Create a room")
        expect(create).to_be_disabled()
        self.holds(person, "Create a room")
        expect(create).to_be_enabled()
        self.holds(person, "Create a room")

    def test_in_the_hosts_sheet_the_focus_stays_in_its_line(self):
        host, guest = self.person(), self.person()
        guest.take_seat(host.create_room("Kytes"))
        self.host_sheet(host)
        remove = host.page.get_by_role("button", name=f"Remove {guest.name}")
        remove.focus()
        host.page.keyboard.press("Enter")
        host.page.wait_for_timeout(600)
        host.page.keyboard.press("Enter")
        self.holds(host, "Let back in")
        host.page.keyboard.press("Enter")
        expect(host.page.get_by_role("button", name="Let back in")).to_have_count(0)
        expect(host.page.locator(".sheet-body")).to_be_focused()
        host.page.get_by_label("Name of the room").fill("Kites")
        host.page.get_by_role("button", name="Rename").focus()
        host.page.keyboard.press("Enter")
        expect(host.page.get_by_role("heading", name="Kites · ")).to_be_visible()
        self.holds(host, "Rename")
        host.page.get_by_label("New password").fill("otter")
        host.page.keyboard.press("Enter")
        expect(host.page.get_by_text("Password is set")).to_be_visible()
        self.holds(host, "Remove")

    def test_past_races_go_on_at_the_first_that_comes(self):
        person = self.person()
        person.create_room("Kytes")
        race = {"kind": "sprint", "length": 5, "of": 9, "over": 1_790_000_000_000, "players": 2, "solved": 1}
        page = lambda series, more: {"races": [{**race, "race": f"sprint-{series}-{round}", "series": series, "round": round}  # noqa: E731
                                               for round in (2, 1)], "next": more}
        pages = [page(2, "older"), page(1, None)]
        person.page.route("**/races?limit=20**", lambda route: route.fulfill(json=pages.pop(0)))
        person.press("Menu")
        person.page.get_by_role("button", name="Past races").click()
        links = person.page.locator(".past-race")
        expect(links).to_have_count(2)
        more = person.page.locator(".sheet-body > .button")
        more.focus()
        person.page.keyboard.press("Enter")
        expect(links).to_have_count(4)
        expect(links.nth(2)).to_be_focused()
        expect(more).to_be_hidden()

    def test_the_seals_before_go_on_at_the_first_that_comes(self):
        person = self.person()
        sealed = lambda day: {"puzzle": f"guess-en-5/2026-01-{day}", "number": day, "commitment": "00ff", "seal": {"when": "before", "at": 1}}  # noqa: E731
        pages = [{"puzzles": [sealed(20), sealed(19)], "next": "older"}, {"puzzles": [sealed(18), sealed(17)], "next": None}]
        person.page.route("**/api/v1/puzzles/guess-en-5?limit=30**", lambda route: route.fulfill(json=pages.pop(0)))
        person.visit("/verify")
        days = person.page.locator(".sealed-list summary")
        expect(days).to_have_count(2)
        person.page.get_by_role("button", name="Earlier").focus()
        person.page.keyboard.press("Enter")
        expect(days).to_have_count(4)
        expect(days.nth(2)).to_be_focused()


if __name__ == "__main__":
    unittest.main()
