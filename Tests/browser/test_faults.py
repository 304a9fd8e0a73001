"""What goes wrong around a page: another player's cookie, a server that refuses, a line that never comes."""

import json
import re
import time
import unittest
import urllib.request

from playwright.sync_api import expect

from case import DESKTOP, SMALL_PHONE, BrowserCase
from network import Network

SOCKET = re.compile("/api/v1/socket")


class FaultTests(BrowserCase):
    def setUp(self):
        super().setUp()
        self.is_server_lost = True  # Or as good as lost.

    def sent(self, person, kind):
        return [message for message in map(json.loads, person.traffic.sent) if message["type"] == kind]

    def refusing(self, person, kind, code):
        """Has the server refuse every message of a kind. Those that it refused."""
        refused = []

        def pass_on(socket):
            server = socket.connect_to_server()

            def asked(text):
                message = json.loads(text)
                if message["type"] != kind:
                    return server.send(text)
                refused.append(message)
                return socket.send(json.dumps({"re": message["id"], "type": "error", "code": code, "message": ""}))

            socket.on_message(asked)

        person.page.route_web_socket(SOCKET, pass_on)
        return refused

    def test_a_page_whose_cookie_became_another_players(self):
        network = Network(self.server.port)
        self.addCleanup(network.close)
        person = self.person(url=network.url)
        code = person.create_room("Kytes")
        person.start()
        person.guess(self.misses[0], row=0)
        before = person.name
        self.assertEqual(len(self.sent(person, "open")), 1)
        # The page keeps who it is once it has settled; before that it cannot say who it was.
        self.eventually(lambda: person.page.evaluate("localStorage.getItem('tilerace.player')"))
        person.context.clear_cookies()
        person.settle()
        network.cut()
        expect(person.page.locator(".bar-sub")).to_have_text("Reconnecting")
        network.mend()
        # The page begins anew, as who it is now: no race of the old player's is begun, and no seat is taken.
        expect(person.sheet("You are a new guest")).to_contain_text(f"Here you were {before}.")
        person.press("Go on as a guest")
        button = person.page.get_by_role("button", name=re.compile("^You: .+[.]"))
        expect(button).to_have_text(re.compile(".+"))
        self.assertNotEqual(button.inner_text(), before)
        expect(person.page.get_by_role("link", name="Start today’s race")).to_be_visible()
        expect(person.page.get_by_text("No rooms yet.")).to_be_visible()
        self.assertEqual(len(self.sent(person, "open")), 1)
        self.assertEqual([message["room"] for message in self.sent(person, "join")], [])
        rival = self.person()
        rival.visit(f"/room/{code}")
        expect(rival.lane(before)).to_have_count(1)
        expect(rival.page.locator("li.lane:not(.open)")).to_have_count(1)

    def test_a_board_that_is_refused_is_not_asked_for_without_end(self):
        for path, kind in (("/today", "open"), ("/practice", "practice")):
            person = self.person()
            if path == "/today":
                person.visit(path)
                person.start()
            refused = self.refusing(person, kind, "storage_unavailable")
            person.visit(path)
            self.eventually(lambda seen=refused: len(seen) > 0)
            expect(person.page.get_by_text("The server could not save that")).to_be_visible()
            begun, before = time.monotonic(), len(refused)
            person.page.wait_for_timeout(3000)
            self.assertLessEqual(len(refused) - before, 1 + (time.monotonic() - begun) / 2, path)
            # It goes on when the server can.
            self.eventually(lambda seen=refused, so_far=len(refused): len(seen) > so_far)

    def test_who_closes_the_sheet_of_being_signed_out_begins_anew(self):
        first, second = self.person(), self.person()
        first.visit("/")
        first.press("You: ")
        first.press("Another device")
        tiles = first.page.locator(".code-tile")
        expect(tiles).to_have_count(8)
        second.visit(f"/link#{''.join(tiles.all_inner_texts())}")
        name = first.name
        second.press("Use this code")
        expect(second.page.get_by_text(f"Welcome back, {name}")).to_be_visible()
        second.page.evaluate("fetch('/api/v1/me/sign-out', { method: 'POST' })")
        expect(first.sheet("Signed out")).to_be_visible()
        self.assertEqual(first.page.locator(".home-state").inner_text(), "Signed out")
        first.page.set_viewport_size(SMALL_PHONE)
        self.assertEqual(first.sticking_out(), [])
        first.page.set_viewport_size(DESKTOP)
        first.page.keyboard.press("Escape")
        button = first.page.get_by_role("button", name=re.compile("^You: .+[.]"))
        expect(button).not_to_have_text(name)
        expect(button).to_have_text(re.compile(".+"))
        expect(first.page.locator(".home-state")).to_have_text("")

    def test_a_page_that_never_gets_a_line_says_so(self):
        for path, state in (("/", ".home-state"), ("/today", ".bar-sub")):
            person = self.person(SMALL_PHONE)
            person.page.route("**/api/v1/session", lambda route: route.fulfill(status=503))
            person.visit(path)
            expect(person.page.locator(state)).to_have_text("Reconnecting")
            person.page.unroute_all()
            expect(person.page.locator(state)).not_to_contain_text("Reconnecting")
            # The server wants no more of this page.
            person.page.route_web_socket(SOCKET, lambda socket: socket.close(code=4500))
            person.visit(path)
            expect(person.page.locator(state)).to_have_text("Disconnected. Reload the page")
            self.assertEqual(person.sticking_out(), [])

    def test_who_comes_back_is_there_without_being_asked_who_it_is(self):
        person = self.person(SMALL_PHONE)
        person.visit("/today")
        self.eventually(lambda: person.page.evaluate("localStorage.getItem('tilerace.player')"))
        # The cookie lives longer by it, but nobody waits for it.
        held = []
        person.page.route(re.compile(r"/api/v1/session(\?|$)"), lambda route: held.append(route))
        person.visit("/today")
        self.assertEqual(held, [])
        expect(person.page.locator(".bar-sub")).to_contain_text("No. ")
        expect(person.page.get_by_role("button", name="Start the clock")).to_be_enabled()
        self.eventually(lambda: (person.page.wait_for_timeout(50), held)[1])
        person.page.unroute_all()
        # The cookie went, and what the browser keeps for the page did not.
        person.page.context.clear_cookies()
        person.visit("/today")
        expect(person.page.locator(".bar-sub")).to_contain_text("No. ")
        self.assertTrue(any(one["name"] == "tilerace_session" for one in person.page.context.cookies()))

    def test_home_that_stood_over_midnight(self):
        person = self.person()
        with urllib.request.urlopen(self.server.url + "/api/v1/today") as response:
            told = json.load(response)
        before = {**told, "solved": 7, "finished": 7, "median": {"turns": 4, "ms": 60_000},
                  "today": {**told["today"], "puzzle": "guess-en-5/2026-01-01", "day": "2026-01-01", "number": told["today"]["number"] - 1}}
        held = []
        person.page.route("**/api/v1/session", lambda route: held.append(route))
        person.page.route("**/api/v1/today", lambda route: route.fulfill(json=before))
        person.visit("/")
        line = person.page.locator(".hero-line")
        expect(line).to_contain_text("7 found it. Typical: ")
        # The next welcome is of another day, and its figures are on their way for ever.
        person.page.unroute("**/api/v1/today")
        asked = []
        person.page.route("**/api/v1/today", lambda route: asked.append(route))
        held[0].continue_()
        expect(person.page.locator(".eyebrow")).to_contain_text(f"No. {told['today']['number']} ")
        # The figures of the day before are gone; how long the word is, the sentence for a first visit says.
        expect(line).to_have_text(re.compile(r"^\s*$"))
        expect(person.page.locator(".hero-how")).to_contain_text("Find the 5-letter word in 6 guesses.")
        self.eventually(lambda: asked)
        asked[0].continue_()
        expect(line).to_contain_text("found it")

    def test_links_and_buttons_stay_where_they_are(self):
        """While others race: a click finds what was aimed at, and the focus stays."""
        host, rival, guest = self.person(), self.person(), self.person()
        code = host.create_room("Kytes")
        rival.take_seat(code)
        guest.take_seat(code)
        rival.start()
        guest.visit("/")
        link = guest.page.locator(".rooms").first.get_by_role("link")
        expect(link).to_contain_text("1 racing")
        link.focus()
        link.evaluate("(link) => { link.marked = true; }")
        host.press("Menu")
        host.press("Host the room")
        sheet = host.sheet("Your room")
        button = sheet.get_by_role("button", name=f"Remove {guest.name}")
        # Both presses of a double click ask; a key that is held presses once.
        button.dblclick()
        expect(button).to_have_text(f"Remove {guest.name}?")
        expect(sheet.get_by_text("3 seats taken")).to_be_visible()
        rival.guess(self.misses[0], row=0)
        expect(host.lane(rival.name)).to_have_attribute("data-columns", "1")
        expect(button).to_have_text(f"Remove {guest.name}?")
        host.page.wait_for_timeout(4500)
        expect(button).to_have_text("Remove")
        button.focus()
        host.page.keyboard.down("Enter")
        for _ in range(8):
            host.page.wait_for_timeout(100)
            host.page.keyboard.down("Enter")
        host.page.keyboard.up("Enter")
        expect(button).to_have_text(f"Remove {guest.name}?")
        expect(sheet.get_by_text("3 seats taken")).to_be_visible()
        self.assertTrue(link.evaluate("(link) => link.marked === true && link.matches(':focus')"), "nothing that is told there has changed")
        rival.guess(self.answer, row=1)
        expect(link).to_contain_text("1 found it")
        expect(link).to_be_focused()

    def test_addresses_of_no_day(self):
        # A day alone is one of today's line.
        person = self.person()
        person.visit("/archive/2026-01-02")
        expect(person.page.get_by_role("button", name="Race this day")).to_be_visible()
        for path in ("/archive/guess-en-5", "/archive/2026-13-45", "/archive/guess-en-5/2026-13-45", "/archive/practice-en-5/17"):
            person = self.person()
            person.visit(path)
            expect(person.page.get_by_role("heading", name="This race cannot be opened")).to_be_visible()
            expect(person.page).to_have_title("Past days · Tilerace")
        # Today's has a place of its own, and the way back does not lead through this one.
        person.visit("/archive")
        with urllib.request.urlopen(self.server.url + "/api/v1/today") as response:
            puzzle = json.load(response)["today"]["puzzle"]
        person.page.evaluate("(path) => { const link = document.createElement('a'); link.href = path; document.body.append(link); link.click(); }", f"/archive/{puzzle}")
        expect(person.page.get_by_role("button", name="Start the clock")).to_be_visible()
        person.page.wait_for_url("**/today")
        person.page.go_back()
        expect(person.page.get_by_role("grid")).to_be_visible()
        person.page.wait_for_url("**/archive")

    def test_the_page_and_the_end_are_read_aloud_once(self):
        person = self.person()
        person.visit("/")
        log = person.page.get_by_role("log")
        person.page.get_by_role("link", name="Practise").click()
        expect(person.board).to_be_visible()
        expect(log.get_by_text("Practice · Tilerace")).to_have_count(1)
        for row, guess in enumerate(self.misses[:6]):
            if person.page.get_by_role("button", name="Another word").count() == 0:
                person.guess(guess, row=row)
        ended = log.get_by_text(re.compile("^(Home in [1-6][.]( Your time is [0-9:.]+[.])?|Out of guesses[.]) The word was [A-Z]{5}[.]$"))
        expect(ended).to_have_count(1)
        # Once: the rows before the last one, still turning when it was judged, tell of no end.
        person.page.wait_for_timeout(3000)
        expect(ended).to_have_count(1)

    def test_a_ranking_that_is_late_or_refused(self):
        person = self.person()
        person.visit("/today")
        person.start()
        person.guess(self.answer, row=0)
        expect(person.sheet("Home in 1")).to_be_visible()
        person.sheet("Home in 1").get_by_role("button", name="Ranking").click()
        sheet = person.sheet("Ranking")
        lines, status, again = sheet.locator(".ranking li"), sheet.get_by_role("status"), sheet.get_by_role("button", name="Try again")
        expect(lines.first).to_be_visible()
        held = []
        person.page.route("**/leaderboards/**", lambda route: held.append(route))
        sheet.get_by_role("radio", name="Week").check(force=True)
        expect(status).to_have_text("One moment")
        expect(lines).to_have_count(0)
        self.eventually(lambda: held)
        held[0].fulfill(status=429, headers={"Retry-After": "7"})
        expect(status).to_have_text("Too fast. Try again in 7 s")
        person.page.unroute_all()
        again.click()
        expect(lines.first).to_contain_text("point")
        expect(again).to_be_hidden()
        # A place of five digits.
        sheet.locator(".rank-number").first.evaluate("(number) => { number.textContent = '54321'; }")
        for viewport in (DESKTOP, SMALL_PHONE):
            person.page.set_viewport_size(viewport)
            self.assertTrue(sheet.locator(".rank-number").first.evaluate("(number) => number.scrollWidth <= number.clientWidth"))

    def test_codes_and_names_that_change_while_the_sheet_is_open(self):
        person = self.person()
        person.visit("/")
        person.press("You: ")
        sheet = person.sheet("You")
        sheet.get_by_role("button", name="Another device").click()
        expect(sheet.get_by_role("status")).to_contain_text("Good once")
        first = "".join(sheet.locator(".code-tile").all_inner_texts())
        sheet.get_by_role("button", name="Another device").click()
        self.eventually(lambda: "".join(sheet.locator(".code-tile").all_inner_texts()) not in ("", first))
        sheet.get_by_label("Your name", exact=True).fill("Mika of Kytes 7")
        sheet.get_by_role("button", name="Save").click()
        expect(sheet.get_by_label("Your name, to confirm")).to_have_attribute("placeholder", "Mika of Kytes 7")


if __name__ == "__main__":
    unittest.main()
