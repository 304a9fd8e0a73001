"""What goes wrong around a page: another player's cookie, a server that refuses, a line that never comes."""

import json
import re
import time
import unittest

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
        code = person.create_room("Kites")
        person.start()
        person.guess(self.misses[0], row=0)
        before = person.name
        self.assertEqual(len(self.sent(person, "open")), 1)
        person.context.clear_cookies()
        network.cut()
        expect(person.page.locator(".bar-sub")).to_have_text("Reconnecting")
        network.mend()
        # The page begins anew, as who it is now: no race of the old player's is begun, and no seat is taken.
        expect(person.page.get_by_text(re.compile("You are .* now"))).to_be_visible()
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
        self.assertEqual(first.page.locator(".home-state").inner_text(), "Disconnected. Reload the page")
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


if __name__ == "__main__":
    unittest.main()
