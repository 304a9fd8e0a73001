"""The word of a day that the host has chosen: everybody sees that, and it does not count for who knows it."""

import subprocess
import unittest
from datetime import date, timedelta

from playwright.sync_api import expect

from case import BrowserCase
from server import BINARY, PATIENCE

WORDS = "The host’s word"


class HostWordTests(BrowserCase):
    def admin(self, *words):
        subprocess.run([BINARY, "admin", "--data", str(self.server.folder), *words], check=True, timeout=PATIENCE,
                       stdout=subprocess.DEVNULL)

    def test_a_word_of_the_host_says_so_and_does_not_count_for_who_chose_it(self):
        host, rival = self.person(), self.person()
        self.is_server_lost = True  # While it is started again, two days later.
        for person in (host, rival):
            person.visit("/")
            expect(person.page.get_by_role("button", name="Create a room")).to_be_visible()
            expect(person.page.get_by_text(WORDS)).to_have_count(0)
            person.settle()
        player = host.page.evaluate("async () => (await (await fetch('/api/v1/me')).json()).player.id")
        self.admin("set-word", (date.today() + timedelta(days=2)).isoformat(), "fjord", player)
        self.server.terminate()
        self.server.start(days=2)
        self.addCleanup(self.server.start)
        self.addCleanup(self.server.kill)
        for person, counts in ((host, False), (rival, True)):
            person.visit("/")
            expect(person.page.get_by_text(WORDS)).to_be_visible()
            self.look_at(person, "host-word-home")
            person.visit("/today")
            expect(person.page.get_by_text(WORDS)).to_be_visible()
            self.look_at(person, "host-word-gate")
            person.press("Start the clock")
            person.guess("fjord", 0)
            person.await_judged(0)
            game = person.page.evaluate("async () => (await (await fetch('/api/v1/me/games')).json())")
            self.assertEqual(game["games"][0]["ranked"], counts, game)
            # Both see how it went, at once and when they ask for it.
            expect(person.sheet("Home in 1")).to_be_visible()
            person.close_sheet()
            person.press("Result")
            expect(person.sheet("Home in 1")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
