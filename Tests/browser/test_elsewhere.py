"""Whoever looks at another part of the page is left there, and what goes on elsewhere takes none of their keys."""

import json
import re

from playwright.sync_api import expect

from case import BrowserCase
from sprint_steps import SprintSteps


class ElsewhereTests(SprintSteps, BrowserCase):
    def test_a_board_out_of_sight_takes_no_key_and_the_banner_goes_with_the_round(self):
        host = self.person()
        self.room(host)
        self.set_up(host, rounds=1)
        host.press("Start the sprint")
        self.race_on(host)
        host.press("Today’s word")
        expect(host.page.get_by_role("button", name="Start the clock")).to_be_visible()
        banner = host.page.locator(".banner")
        expect(banner).to_contain_text("Word 1 of 1 is on.")
        host.page.locator(".gate h2").click()  # No button has the focus.
        host.page.keyboard.type(self.misses[0])
        host.page.keyboard.press("Enter")
        host.page.evaluate("document.dispatchEvent(new ClipboardEvent('paste', { bubbles: true }))")
        self.assertEqual(host.page.locator(".toast").text_content(), "")
        host.page.get_by_role("button", name="Race along").click()
        self.race_on(host)
        self.assertEqual(host.guesses(), [])
        host.press("Today’s word")
        expect(banner).to_be_visible()
        self.end_word(host)
        expect(banner).to_be_hidden()
        self.assertFalse([frame for frame in host.traffic.sent if '"play"' in frame])

    def test_a_menu_that_is_open_goes_on_with_the_new_code_of_its_room(self):
        host, guest = self.person(), self.person()
        code = self.room(host, guest)
        guest.press("Menu")
        menu = guest.sheet("Menu")
        expect(menu.get_by_role("heading", name=f"{code[:4]}-{code[4:]}")).to_be_visible()
        self.host_sheet(host)
        host.press("New code")
        host.make_sure("Give the room a new code?")
        host.page.wait_for_url(lambda url: re.search(r"/room/[A-Z2-9]{5}$", url) and not url.endswith(code))
        fresh = host.page.url.rsplit("/", 1)[1]
        expect(menu.get_by_role("heading", name=f"{fresh[:4]}-{fresh[4:]}")).to_be_visible()
        expect(menu.get_by_role("link", name="Stage")).to_have_attribute("href", f"/stage/{fresh}")
        guest.press("Give up my seat")
        guest.make_sure("Give up my seat?")
        guest.page.wait_for_url(re.compile(r"/$"))
        left = [message["room"] for message in map(json.loads, guest.traffic.sent) if message["type"] == "leave"]
        self.assertEqual(left[-1], fresh)

    def test_whoever_has_gone_to_practise_is_not_taken_to_the_room_that_they_asked_for(self):
        person = self.person()
        held = []

        def hold(page_side):
            server_side = page_side.connect_to_server()
            server_side.on_message(lambda text: held.append((page_side, text)) if '"epoch"' in text and not held else page_side.send(text))

        person.page.route_web_socket(re.compile("/socket$"), hold)
        person.visit("/")
        person.press("Create a room")
        self.eventually(lambda: held)
        person.page.get_by_role("link", name="Practise").click()
        expect(person.board).to_be_visible()
        page_side, text = held[0]
        page_side.send(text)
        self.eventually(lambda: any(json.loads(frame)["type"] == "watch" for frame in person.traffic.sent))
        expect(person.page).to_have_url(re.compile("/practice$"))
        expect(person.board).to_be_visible()
