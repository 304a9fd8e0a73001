"""The stage of a room over lost lines, new codes and shut doors."""

import json
import re
import unittest

from playwright.sync_api import expect

from case import OUTPUT, WALL, BrowserCase
from network import Network
from sprint_steps import SprintSteps
from text_boxes import text_faults


class StageTests(SprintSteps, BrowserCase):
    def asked(self, wall):
        return [message for message in map(json.loads, wall.traffic.sent) if message["type"] == "watch"]

    def test_a_wall_that_lost_its_line_asks_once(self):
        network = Network(self.server.port)
        self.addCleanup(network.close)
        host = self.person()
        code = host.create_room()
        wall = self.person(viewport=WALL, url=network.url)
        self.is_server_lost = True  # For the wall it is.
        wall.visit(f"/stage/{code}")
        expect(wall.page.locator("li.lane:not(.open)")).to_have_count(1)
        self.assertEqual(len(self.asked(wall)), 1)
        wall.settle()
        network.cut()
        expect(wall.page.locator(".stage-sub")).to_contain_text("Reconnecting")
        network.mend()
        expect(wall.page.locator(".stage-sub")).not_to_contain_text("Reconnecting")
        host.start()
        host.guess(self.misses[0], 0)
        expect(wall.lane(host.name)).to_have_attribute("data-columns", "1")
        # From where it was, and no second time.
        again = self.asked(wall)[1:]
        self.assertEqual([message.get("room") for message in again], [code])
        self.assertIn("epoch", again[0])

    def test_no_way_in_by_a_code_that_leads_nowhere(self):
        host = self.person()
        code = host.create_room()
        wall = self.person(viewport=WALL)
        wall.visit(f"/stage/{code}")
        expect(wall.page.locator(".stage-qr")).to_be_visible()
        self.host_sheet(host)
        host.press("Give the room a new code")
        host.make_sure("Give the room a new code?")
        expect(wall.page.get_by_role("heading", name="The room has another code now")).to_be_visible()
        expect(wall.page.locator(".stage-join")).to_be_hidden()
        self.assertNotIn(code, wall.page.locator("main").evaluate("one => one.outerHTML"))
        self.assertNotIn(f"{code[:4]}-{code[4:]}", wall.page.locator("main").inner_text())
        wall.picture(OUTPUT / "stage-new-code.png")
        # The room's own page has the new one on its card, too.
        host.page.keyboard.press("Escape")
        host.page.wait_for_url(lambda url: not url.endswith(code))
        new = host.page.url.rsplit("/", 1)[1]
        expect(host.page.get_by_role("img", name=f"Room code {new[:4]}-{new[4:]}").last).to_be_visible()
        wall.visit(f"/stage/{new}")
        expect(wall.page.locator(".stage-qr")).to_have_attribute("src", f"/api/v1/rooms/{new}/qr.svg?scheme=http")

    def test_the_hosts_own_screens_follow_to_the_new_code(self):
        """The stage, the overlay and the other tabs of who has a seat go on by themselves; a stranger's do not."""
        host, stranger = self.person(), self.person(viewport=WALL)
        code = host.create_room("Friday Kytes")
        stage, overlay, home = (self.person(viewport=WALL, context=host.context) for _ in range(3))
        for screen, path in ((stage, f"/stage/{code}"), (overlay, f"/stage/{code}?overlay=1&size=small"), (stranger, f"/stage/{code}")):
            screen.visit(path)
            expect(screen.page.locator("li.lane:not(.open)")).to_have_count(1)
        home.visit("/")
        expect(home.page.locator(".rooms").first).to_contain_text(f"{code[:4]}-{code[4:]}")
        self.host_sheet(host)
        host.press("Give the room a new code")
        host.make_sure("Give the room a new code?")
        host.page.wait_for_url(lambda url: not url.endswith(code))
        new = host.page.url.rsplit("/", 1)[1]
        host.page.keyboard.press("Escape")
        expect(stranger.page.get_by_role("heading", name="The room has another code now")).to_be_visible()
        stage.page.wait_for_url(f"**/stage/{new}")
        overlay.page.wait_for_url(f"**/stage/{new}?overlay=1&size=small")
        expect(home.page.locator(".rooms").first).to_contain_text(f"{new[:4]}-{new[4:]}")
        host.start()
        host.guess(self.misses[0], 0)
        for screen in (stage, overlay):
            expect(screen.lane(host.name)).to_have_attribute("data-columns", "1")
            expect(screen.page.locator(".stage-sub")).not_to_contain_text("Reconnecting")
        expect(stage.page.locator(".stage-qr")).to_have_attribute("src", f"/api/v1/rooms/{new}/qr.svg?scheme=http")

    def test_an_overlay_without_a_cookie_follows_by_its_address(self):
        """Streaming software: what the host gives it leads to the room under any code, live and opened anew."""
        host = self.person()
        host.context.grant_permissions(["clipboard-read", "clipboard-write"])
        code = host.create_room("Friday Kytes")
        host.press("Menu")
        host.sheet("Menu").get_by_role("button", name="Invite").click()
        sheet = host.sheet("Invite")
        sheet.get_by_text("For streamers and walls").click()
        field = sheet.get_by_label("Overlay address", exact=True)
        expect(field).to_have_value(re.compile(rf"/stage/{code}\?overlay=1#key=[\w-]{{22}}$"))
        sheet.get_by_role("radio", name="Small", exact=True).check()
        address, wall_address = field.input_value(), sheet.get_by_role("link", name="Stage view").get_attribute("href")
        self.assertIn("size=small", address)
        key = address.split("#")[1]
        self.assertEqual(wall_address, f"/stage/{code}#{key}")
        self.look_at(host, "invite-streams-key")
        host.page.keyboard.press("Escape")
        software, wall = self.person(viewport=WALL), self.person(viewport=WALL)
        for screen, opened in ((software, address), (wall, self.server.url + wall_address)):
            screen.page.goto(opened)
            expect(screen.page.locator("li.lane:not(.open)")).to_have_count(1)
            self.assertEqual(screen.page.url, opened, "it is there still when the page is loaded anew")
        blank = "() => { globalThis.blank = 0; new MutationObserver(() => { blank += Number(!document.querySelector('li.lane:not(.open)')); }).observe(document.body, { childList: true, subtree: true, attributes: true }); }"
        software.page.evaluate(blank)
        codes = [code]
        for _ in range(2):
            self.host_sheet(host)
            host.press("Give the room a new code")
            host.make_sure("Give the room a new code?")
            host.page.wait_for_url(lambda url: not url.endswith(codes[-1]))
            codes.append(host.page.url.rsplit("/", 1)[1])
            host.page.keyboard.press("Escape")
            software.page.wait_for_url(f"**/stage/{codes[-1]}?overlay=1&size=small#{key}")
            wall.page.wait_for_url(f"**/stage/{codes[-1]}#{key}")
            expect(wall.page.locator(".stage-qr")).to_have_attribute("src", f"/api/v1/rooms/{codes[-1]}/qr.svg?scheme=http")
        host.start()
        host.guess(self.misses[0], 0)
        for screen in (software, wall):
            expect(screen.lane(host.name)).to_have_attribute("data-columns", "1")
        self.assertEqual(software.page.evaluate("blank"), 0, "nobody noticed")
        # Opened anew, by software that keeps nothing, with the address of the first code.
        anew = self.person(viewport=WALL)
        anew.page.goto(address)
        expect(anew.lane(host.name)).to_have_attribute("data-columns", "1")
        anew.page.wait_for_url(f"**/stage/{codes[-1]}?overlay=1&size=small#{key}")
        anew.page.reload()
        expect(anew.lane(host.name)).to_have_attribute("data-columns", "1")
        for person, name in ((anew, "overlay"), (wall, "stage")):
            person.picture(OUTPUT / f"followed-{name}.png")
        # A key that is none leads nowhere, and no guest of the room is shown one.
        stranger, guest = self.person(viewport=WALL), self.person()
        stranger.page.goto(address[:-4] + "AAAA")
        expect(stranger.page.get_by_role("heading", name="There is no room with that code")).to_be_visible()
        self.assertNotIn(codes[-1], stranger.page.locator("html").evaluate("one => one.outerHTML"))
        guest.take_seat(codes[-1])
        guest.press("Menu")
        guest.sheet("Menu").get_by_role("button", name="Invite").click()
        guest.sheet("Invite").get_by_text("For streamers and walls").click()
        expect(guest.sheet("Invite").get_by_label("Overlay address", exact=True)).to_have_value(re.compile(r"\?overlay=1$"))
        self.assertNotIn("stage_key", "".join(guest.traffic.sent))

    def test_a_member_is_led_from_the_old_code_to_the_new_one(self):
        host, member, stranger = self.person(), self.person(), self.person()
        code = host.create_room("Friday Kytes")
        member.take_seat(code)
        member.visit("/")
        self.host_sheet(host)
        host.press("Give the room a new code")
        host.make_sure("Give the room a new code?")
        host.page.wait_for_url(lambda url: not url.endswith(code))
        new = host.page.url.rsplit("/", 1)[1]
        member.visit(f"/room/{code}")
        member.page.wait_for_url(f"**/room/{new}")
        expect(member.lane_of_mine).to_have_count(1)
        member.page.go_back()
        member.page.wait_for_url(f"{self.server.url}/")
        member.visit(f"/stage/{code}")
        member.page.wait_for_url(f"**/stage/{new}")
        expect(member.page.locator("li.lane:not(.open)")).to_have_count(2)
        stranger.visit(f"/room/{code}")
        expect(stranger.page.get_by_role("heading", name="No such room")).to_be_visible()
        self.assertNotIn(new, stranger.page.locator("html").evaluate("one => one.outerHTML"))

    def test_an_overlay_by_an_address_that_leads_nowhere(self):
        """One that was there says that the code is another, one that comes later that there is no such room: on nothing."""
        host, stranger, late = self.person(), self.person(viewport=WALL), self.person(viewport=WALL)
        code = host.create_room("Friday Kytes")
        stranger.visit(f"/stage/{code}?overlay=1")
        expect(stranger.page.locator("li.lane:not(.open)")).to_have_count(1)
        self.host_sheet(host)
        host.press("Give the room a new code")
        host.make_sure("Give the room a new code?")
        host.page.wait_for_url(lambda url: not url.endswith(code))
        new = host.page.url.rsplit("/", 1)[1]
        late.visit(f"/stage/{code}?overlay=1&at=bottom-right")
        for person, name, words in ((stranger, "told", "The room has another code now"), (late, "late", "There is no room with that code")):
            expect(person.page.get_by_role("heading", name=words)).to_be_visible()
            expect(person.page.get_by_text("Copy the overlay’s address from the room again")).to_be_visible()
            # On a stream nobody can press anything.
            expect(person.page.get_by_role("link")).to_have_count(0)
            self.assertNotIn(new, person.page.locator("main").evaluate("one => one.outerHTML"))
            for one in ("html", "body", ".stage"):
                self.assertEqual(person.page.locator(one).evaluate("one => getComputedStyle(one).backgroundColor"), "rgba(0, 0, 0, 0)")
            box = person.page.locator(".stage-word").bounding_box()
            right = WALL["width"] - box["x"] - box["width"]
            self.assertLess(box["x"] if person is stranger else right, 60)
            self.assertLess(box["width"] * box["height"], WALL["width"] * WALL["height"] / 12)
            self.assertEqual(text_faults(person.page)[1], [])
            person.page.evaluate("document.documentElement.style.background = '#3C7A4B'")
            person.picture(OUTPUT / f"overlay-dead-end-{name}.png")

    def test_a_password_that_comes_while_the_line_is_lost(self):
        network = Network(self.server.port)
        self.addCleanup(network.close)
        host = self.person()
        code = host.create_room()
        wall = self.person(viewport=WALL, url=network.url)
        self.is_server_lost = True  # For the wall it is.
        wall.visit(f"/stage/{code}")
        expect(wall.page.locator("li.lane:not(.open)")).to_have_count(1)
        wall.settle()
        network.cut()
        expect(wall.page.locator(".stage-sub")).to_contain_text("Reconnecting")
        self.host_sheet(host)
        host.sheet("Your room").get_by_label("New password").fill("sesame")
        host.page.get_by_role("button", name="Set", exact=True).click()
        expect(host.sheet("Your room").get_by_text("Password is set")).to_be_visible()
        network.mend()
        expect(wall.page.get_by_role("heading", name="Behind a password")).to_be_visible()
        expect(wall.page.locator(".stage-join")).to_be_hidden()
        wall.page.get_by_label("Password of the room").fill("sesame")
        wall.press("Go in")
        expect(wall.page.locator("li.lane:not(.open)")).to_have_count(1)
        expect(wall.page.locator(".stage-join")).to_be_visible()

    def test_back_from_the_stage(self):
        host = self.person()
        code = host.create_room()
        host.start()
        host.guess(self.misses[0], 0)
        watcher = self.person()
        watcher.watch(code)
        for person, mode in ((host, "board"), (watcher, "visiting"), (host, "board")):
            person.press("Menu")
            person.page.get_by_role("link", name="Stage").click()
            person.page.wait_for_url(f"**/stage/{code}")
            expect(person.page.locator("li.lane:not(.open)")).to_have_count(1)
            person.page.go_back()
            expect(person.page.locator(f"main[data-mode={mode}]")).to_be_visible()
        watcher.press("Just watch")
        host.guess(self.misses[1], 1)
        expect(watcher.lane(host.name)).to_have_attribute("data-columns", "2")
        expect(host.page.get_by_text("You have left")).to_have_count(0)

    def test_a_phone_that_slept_while_the_room_got_another_code(self):
        network = Network(self.server.port)
        self.addCleanup(network.close)
        host = self.person()
        code = host.create_room()
        guest = self.person(url=network.url)
        guest.take_seat(code)
        guest.settle()
        self.is_server_lost = True  # For the phone it is.
        network.cut()
        self.host_sheet(host)
        host.press("Give the room a new code")
        host.make_sure("Give the room a new code?")
        host.page.wait_for_url(lambda url: not url.endswith(code))
        new = host.page.url.rsplit("/", 1)[1]
        network.mend()
        guest.page.wait_for_url(f"**/room/{new}")
        guest.start()
        guest.guess(self.misses[0], 0)
        expect(host.lane(guest.name)).to_have_attribute("data-columns", "1")


if __name__ == "__main__":
    unittest.main()
