"""Two tabs of one player: the newest plays the sprint, the older follows, and nobody fights."""

import json
import unittest

from playwright.sync_api import expect

from case import OUTPUT, BrowserCase
from network import Network
from sprint_steps import SprintSteps

NOTICE = "You are racing in another tab."


class TabTests(SprintSteps, BrowserCase):
    def reads_only(self, tab):
        expect(tab.page.get_by_text(NOTICE)).to_be_visible()
        expect(tab.page.locator(".keyboard")).to_have_count(0)

    def plays(self, tab):
        expect(tab.page.get_by_text(NOTICE)).to_have_count(0)
        expect(tab.page.locator(".keyboard")).to_be_visible()

    def joins(self, tab):
        return [message for message in map(json.loads, tab.traffic.sent) if message["type"] == "join"]

    def test_the_tab_that_was_pressed_starts_the_race(self):
        older = self.person()
        code = older.create_room()
        newer = self.person(context=older.context)
        newer.visit(f"/room/{code}")
        start = "Start the clock"
        expect(newer.page.get_by_role("button", name=start)).to_be_visible()
        for tab in (older, newer):
            expect(tab.page.get_by_role("button", name=start)).to_be_visible()
        newer.start()
        self.reads_only(older)
        self.plays(newer)
        newer.guess(self.misses[0], 0)
        newer.await_judged(0)
        older.await_judged(0)
        # A reload takes it, as the newest connection.
        older.page.reload()
        self.plays(older)
        self.reads_only(newer)

    def test_a_sprint_in_two_tabs(self):
        network = Network(self.server.port)
        self.addCleanup(network.close)
        host, older = self.person(), self.person(url=network.url)
        self.is_server_lost = True  # For the two tabs it is, once.
        code = self.room(host, older)
        self.set_up(host, rounds=2, rows=10)
        host.press("Start the sprint")
        self.race_on(older)
        older.guess(self.misses[0], 0)
        older.type("st")
        newer = self.person(context=older.context, url=network.url)
        newer.visit(f"/room/{code}")
        self.race_on(newer)
        self.assertEqual([word for word, _ in newer.guesses()], [self.misses[0]])
        self.reads_only(older)
        older.picture(OUTPUT / "sprint-moved.png")
        newer.guess(self.misses[1], 1)
        older.await_judged(1)
        self.assertEqual("".join(older.draft()), "", "the word in hand was meant for that row")
        # The line of both is lost: each comes back as what it was.
        for tab in (older, newer):
            tab.settle()
        network.cut()
        for tab in (older, newer):
            expect(tab.page.locator(".bar-sub")).to_have_text("Reconnecting")
        network.mend()
        for tab in (older, newer):
            expect(tab.page.locator(".bar-sub")).not_to_contain_text("Reconnecting")
        newer.guess(self.misses[2], 2)
        older.await_judged(2)
        self.reads_only(older)
        self.plays(newer)
        self.assertTrue(self.joins(older)[-1].get("follow"))
        self.assertNotIn("follow", self.joins(newer)[-1])
        # One press takes the game back, from where it stands.
        older.press("Play here")
        self.plays(older)
        self.reads_only(newer)
        self.assertIn("epoch", self.joins(older)[-1])
        self.play(older, self.misses[3])
        # While the tiles of the row still turn, too.
        newer.press("Play here")
        self.plays(newer)
        self.reads_only(older)
        newer.await_judged(3)
        self.assertEqual(older.guesses(), newer.guesses())
        older.press("Play here")
        self.plays(older)
        # The next word is played where the last one was.
        self.solve(older, seen=older.guesses())
        self.solve(host)
        host.press("Next word now")
        self.race_on(older, "Word 2 of 2")
        self.reads_only(newer)
        older.guess(self.misses[4], 0)
        newer.await_judged(0)
        expect(host.lane(older.name)).to_have_attribute("data-columns", "1")


if __name__ == "__main__":
    unittest.main()
