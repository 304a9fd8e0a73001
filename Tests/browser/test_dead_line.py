"""A network that falls silent in mid-race, without a word."""

import re
import time
import unittest

from playwright.sync_api import expect

from case import PHONE, BrowserCase
from network import Network


# Notes when Enter is pressed, and when the page says that there is no answer, by the page's own clock.
WATCHED = """() => {
    addEventListener("keydown", () => (window.asked = performance.now()), { once: true, capture: true });
    const words = document.querySelector(".bar-sub");
    new MutationObserver(() => {
        if (words.textContent === "No answer yet") window.said ??= performance.now();
    }).observe(words, { childList: true, characterData: true, subtree: true });
}"""


# A module that the page has got.
DESK = "(one) => one.name.endsWith('/components/desk/desk.js') && one.responseEnd > 0"


class DeadLineTests(BrowserCase):
    def test_a_dead_line_is_said_and_comes_back_by_itself(self):
        network = Network(self.server.port)
        self.addCleanup(network.close)
        rival, phone = self.person(), self.person(viewport=PHONE, touch=True, url=network.url)
        self.is_server_lost = True  # For the phone it is.
        code = rival.create_room()
        rival.start()
        phone.take_seat(code)
        phone.start()
        phone.guess(self.misses[0], 0)
        phone.await_judged(0)
        expect(rival.lane(phone.name)).to_have_attribute("data-columns", "1")
        phone.settle()
        network.silence()
        fell = time.monotonic()
        network.is_cut = True  # Nor does another connection get through.
        phone.type(self.misses[1])
        phone.page.evaluate(WATCHED)
        phone.page.keyboard.press("Enter")
        words = phone.page.locator(".bar-sub")
        expect(words).to_have_text("No answer yet", timeout=4_000)
        said = phone.page.evaluate("() => window.said - window.asked")
        print(f"the page says so after {said:.0f} ms")
        self.assertLessEqual(said, 3_000)
        self.look_at(phone, "dead-line-quiet")
        # To the others the racer is not there within 10 s.
        expect(rival.lane(phone.name)).to_have_class(re.compile("away"), timeout=10_000)
        expect(rival.lane(phone.name).locator(".time")).to_have_text("away")
        print(f"the rival sees it after {time.monotonic() - fell:.1f} s")
        self.look_at(rival, "dead-line-rival")
        expect(words).to_have_text("Reconnecting", timeout=8_000)
        self.look_at(phone, "dead-line-gone")
        network.mend()
        # The guess that was under way is made once, and nothing has to be pressed.
        phone.await_judged(1)
        expect(words).not_to_have_text("Reconnecting")
        expect(rival.lane(phone.name)).to_have_attribute("data-columns", "2")
        self.assertEqual([word for word, _ in phone.guesses()], self.misses[:2])

    def test_a_device_without_a_network_says_so_at_once(self):
        person = self.person()
        person.visit("/today")
        person.start()
        person.context.set_offline(True)
        expect(person.page.locator(".bar-sub")).to_have_text("No answer yet", timeout=2_000)
        person.context.set_offline(False)
        expect(person.page.locator(".bar-sub")).not_to_have_text("No answer yet", timeout=6_000)

    def test_a_board_that_did_not_come_is_there_after_a_reload_of_its_own(self):
        """Browsers remember that a module failed for as long as the page stands; and the clock runs."""
        phone = self.person(viewport=PHONE, touch=True)
        self.is_server_lost = True  # Once, with that module.
        lost = []

        def lose(route):
            lost.append(route.request.url)
            if len(lost) == 1:
                route.abort()
            else:
                route.continue_()

        phone.page.route("**/components/desk/desk.js", lose)
        phone.visit("/today")
        phone.press("Start the clock")
        expect(phone.rows.first).to_have_class(re.compile("current"))
        self.assertGreater(len(lost), 1)
        phone.guess(self.misses[0], 0)
        phone.await_judged(0)

    def test_a_view_that_did_not_come_is_there_when_the_line_is_back(self):
        network = Network(self.server.port)
        self.addCleanup(network.close)
        person = self.person(url=network.url)
        self.is_server_lost = True  # For the page it is.
        person.visit("/")
        person.settle()
        network.cut()
        expect(person.page.locator(".home-state")).to_have_text("Reconnecting")
        person.page.locator(".home-page").get_by_role("link", name="Past days").first.click()
        expect(person.page.locator(".toast")).to_have_text("Not connected. Trying again")
        # The page before stands until then, below the address that was asked for.
        expect(person.page.get_by_role("button", name="Create a room")).to_be_visible()
        self.assertEqual(person.page.url, f"{network.url}/archive")
        network.mend()
        expect(person.page.get_by_role("grid")).to_be_visible()
        self.assertEqual(person.page.url, f"{network.url}/archive")

    def test_a_first_view_that_did_not_come_is_loaded_with_the_page_again(self):
        person = self.person()
        self.is_server_lost = True  # Once, with that module.
        loads = []
        person.page.on("request", lambda request: request.is_navigation_request() and loads.append(request.url))
        person.page.route("**/components/home/home.js", lambda route: route.abort() if len(loads) < 2 else route.continue_())
        person.visit("/")
        expect(person.page.get_by_role("button", name="Create a room")).to_be_visible()
        self.assertEqual(len(loads), 2)

    def test_a_start_without_an_answer_is_no_empty_page(self):
        network = Network(self.server.port)
        self.addCleanup(network.close)
        for path, words in (("/today", "Start the clock"), ("/archive/guess-en-5/2026-01-02", "Race this day")):
            with self.subTest(path=path):
                phone = self.person(viewport=PHONE, touch=True, url=network.url)
                self.is_server_lost = True  # For the phone it is.
                phone.visit(path)
                start = phone.page.get_by_role("button", name=words)
                expect(start).to_be_visible()
                # The desk's modules come while the reader reads.
                phone.page.wait_for_function(f"() => performance.getEntriesByType('resource').some({DESK})")
                phone.settle()
                network.silence()
                network.is_cut = True
                phone.press(words)
                expect(start).to_have_attribute("aria-busy", "true")
                expect(start).to_be_focused()
                expect(phone.page.get_by_text("No answer. Start again when you are connected")).to_be_visible(timeout=12_000)
                expect(start).to_have_attribute("aria-busy", "false")
                network.mend()
                expect(phone.page.locator(".bar-sub")).not_to_contain_text("Reconnecting")
                phone.press(words)
                expect(phone.rows.first).to_have_class(re.compile("current"))
                phone.guess(self.misses[0], 0)
                phone.await_judged(0)


if __name__ == "__main__":
    unittest.main()
