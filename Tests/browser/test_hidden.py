"""The codes of rooms, hidden from who watches the screen of somebody who plays: on the page, in its title and in its address."""

import re
import unittest

from playwright.sync_api import expect

from case import DESKTOP, OUTPUT, WALL, BrowserCase

# Everything that a screen shows of a page, or a browser may show under a pointer: words, what is read out, addresses,
# names of files. `data-path` is where a link really leads, and in no place that anybody sees.
SEEN = """() => {
    const parts = [location.href, document.title, document.body.textContent];
    for (const one of document.body.querySelectorAll("*")) {
        for (const { name, value } of one.attributes) if (name !== "data-path") parts.push(`${name}=${value}`);
        if ("value" in one) parts.push(String(one.value));
    }
    return parts;
}"""


class HiddenCodeTests(BrowserCase):
    def assert_hidden(self, person, code):
        parts = person.page.evaluate(SEEN)
        bare = code.lower()
        found = [part for part in parts if bare in re.sub("[^a-z0-9]", "", part.lower())]
        self.assertEqual(found, [], "the code can be seen")

    def assert_shown(self, person, code):
        expect(person.page.locator(".bar-code")).to_have_text(f"{code[:4]}-{code[4:]}")
        person.page.wait_for_url(re.compile(f"/room/{code}$"))

    def hide(self, person):
        """By the button of the bar, and only once: the state is its own."""
        button = person.page.get_by_role("button", name="Hide the room code").first
        expect(button).to_have_attribute("aria-pressed", "false")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        person.page.wait_for_url(re.compile("/room/-----$"))

    def test_a_hidden_code_is_nowhere_to_be_seen(self):
        host = self.person()
        code = host.create_room("Friday Kytes")
        self.assert_shown(host, code)
        self.assertTrue(any(code in part for part in host.page.evaluate(SEEN)), "this test would see the code")
        self.look_at(host, "hidden-not-yet")
        self.hide(host)
        expect(host.page.get_by_role("img", name="Room code hidden").first).to_be_visible()
        self.assert_hidden(host, code)
        self.look_at(host, "hidden-room")
        host.press("Menu")
        expect(host.page.get_by_role("switch", name="Hide the room code")).to_be_checked()
        self.assert_hidden(host, code)
        self.look_at(host, "hidden-menu")
        host.press("Past races")
        expect(host.sheet("Past races")).to_contain_text("No race is over yet")
        self.assert_hidden(host, code)
        host.page.keyboard.press("Escape")
        host.press("Menu")
        host.press("Host the room")
        expect(host.sheet("Your room")).to_be_visible()
        host.sheet("Your room").get_by_text("Listed", exact=True).click()
        self.assert_hidden(host, code)
        host.close_sheet()
        # It is remembered, and the address leads to the room all the same.
        host.page.reload()
        expect(host.page.get_by_role("heading", name="Friday Kytes")).to_be_visible()
        self.assert_hidden(host, code)
        host.press("Menu")
        host.page.get_by_role("link", name="Stage view").click()
        host.page.wait_for_url(re.compile("/stage/-----$"))
        expect(host.page.locator("main.stage li.lane:not(.open)")).to_have_count(1)
        expect(host.page.locator(".stage-join")).to_contain_text("Code hidden")
        self.assert_hidden(host, code)
        host.page.set_viewport_size(WALL)
        host.picture(OUTPUT / "hidden-stage.png")
        host.page.set_viewport_size(DESKTOP)
        # The lobby lists it while somebody is there.
        self.person().take_seat(code)
        host.visit("/")
        expect(host.page.locator(".rooms").first).to_contain_text("Friday Kytes")
        expect(host.page.locator(".live")).to_contain_text("Friday Kytes")
        host.page.get_by_label("Room code").fill(code)
        expect(host.page.locator(".seat").first).to_have_text("•")
        host.page.get_by_label("Room code").fill("")
        self.assert_hidden(host, code)
        self.look_at(host, "hidden-home")
        # Back through what was visited, and one press shows it again.
        host.page.go_back()
        host.page.wait_for_url(re.compile("/stage/-----$"))
        host.page.get_by_role("button", name="Show the room code").click()
        host.page.wait_for_url(re.compile(f"/stage/{code}$"))
        expect(host.page.locator(".stage-code")).to_have_text(f"{code[:4]}-{code[4:]}")
        self.assertGreater(host.page.locator("img.stage-qr").evaluate("one => one.decode().then(() => one.naturalWidth)"), 0)

    def test_a_key_hides_it_in_every_tab(self):
        host = self.person()
        code = host.create_room()
        beside = self.person(context=host.context)
        beside.visit("/")
        expect(beside.page.locator(".rooms").first).to_contain_text(f"{code[:4]}-{code[4:]}")
        host.start()
        host.page.keyboard.press("F2")
        host.page.wait_for_url(re.compile("/room/-----$"))
        expect(host.page.get_by_role("alert")).to_have_text("Room codes are hidden")
        expect(beside.page.locator(".rooms").first).to_contain_text("code hidden")
        self.assert_hidden(beside, code)
        # Out of the other tab into the room, and with the middle button into a third one.
        link = beside.page.locator("a.room-link").first
        with beside.context.expect_page() as opening:
            link.click(button="middle")
        third = opening.value
        expect(third.get_by_role("heading", name=f"{host.name}’s room")).to_be_visible()
        self.assertTrue(third.url.endswith("/room/-----"), third.url)
        third.close()
        link.click()
        expect(beside.page.get_by_role("heading", name=f"{host.name}’s room")).to_be_visible()
        beside.page.keyboard.press("F2")
        self.assert_shown(beside, code)
        self.assert_shown(host, code)

    def test_the_link_is_copied_unseen(self):
        host = self.person()
        host.context.grant_permissions(["clipboard-read", "clipboard-write"])
        code = host.create_room()
        self.hide(host)
        host.press("Copy the link")
        expect(host.page.get_by_role("alert")).to_have_text("Link copied")
        self.assertEqual(host.page.evaluate("navigator.clipboard.readText()"), f"{self.server.url}/room/{code}")
        # On plain HTTP pages have no clipboard; what shows the link there otherwise would tell it.
        host.page.evaluate("""async () => {
            globalThis.clipboard = navigator.clipboard;
            await clipboard.writeText("");
            Object.defineProperty(navigator, "clipboard", { value: undefined });
        }""")
        host.press("Copy the link")
        expect(host.page.get_by_role("alert")).to_have_text("Link copied")
        host.page.wait_for_function("link => clipboard.readText().then((text) => text === link)", arg=f"{self.server.url}/room/{code}")
        expect(host.page.get_by_role("dialog")).to_have_count(0)
        self.assert_hidden(host, code)
        host.page.keyboard.press("F2")
        # A code that is shown is copied the same way; only where that fails, too, there is text to copy by hand.
        host.page.evaluate("clipboard.writeText('')")
        host.press("Copy the link")
        host.page.wait_for_function("link => clipboard.readText().then((text) => text === link)", arg=f"{self.server.url}/room/{code}")
        expect(host.page.get_by_role("dialog")).to_have_count(0)
        host.page.evaluate("document.execCommand = () => false")
        host.press("Copy the link")
        expect(host.page.get_by_label("Text to copy")).to_have_value(f"{self.server.url}/room/{code}")


if __name__ == "__main__":
    unittest.main()
