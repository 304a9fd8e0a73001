"""Reloads, and a server that is killed: nobody loses anything, and nobody has to do anything."""

import sqlite3
import unittest

from playwright.sync_api import expect

from case import BrowserCase


class RecoveryTests(BrowserCase):
    def test_reload_in_mid_game_restores_everything(self):
        racer, watcher = self.person(), self.person()
        code = racer.create_room()
        watcher.watch(code)
        racer.start()
        racer.guess(self.misses[0], row=0)
        racer.guess(self.misses[1], row=1)
        racer.type(self.misses[2][:3])
        expect(racer.page.locator(".key[data-mark]")).to_have_count(len(set(self.misses[0] + self.misses[1])))
        before = (racer.guesses(), racer.draft(), racer.keys(), racer.lanes())
        racer.page.reload()
        racer.await_judged(1)
        expect(racer.page.locator(".board .row.current .tile.typed")).to_have_count(3)
        self.assertEqual((racer.guesses(), racer.draft(), racer.keys(), racer.lanes()), before)

        expect(watcher.lane(racer.name)).to_have_attribute("data-columns", "2")
        seen = watcher.lanes()
        watcher.page.reload()
        watcher.press("Just watch")
        expect(watcher.lane(racer.name)).to_have_attribute("data-columns", "2")
        self.assertEqual(watcher.lanes(), seen)

        # The clock did not start anew, and the game goes on.
        racer.page.keyboard.type(self.misses[2][3:])
        racer.page.keyboard.press("Enter")
        racer.await_judged(2)
        racer.guess(self.answer, row=3)
        expect(racer.sheet("Home in 4")).to_be_visible()
        racer.page.reload()
        racer.await_judged(3)
        self.assertEqual(racer.guesses(), self.judged(*self.misses[:3], self.answer))
        expect(racer.page.get_by_role("button", name="Result")).to_be_visible()

    def test_pages_recover_from_a_killed_server(self):
        self.is_server_lost = True
        first, second, watcher = self.person(), self.person(), self.person()
        code = first.create_room()
        second.take_seat(code)
        watcher.watch(code)
        first.start()
        second.start()
        first.guess(self.misses[0], row=0)
        second.guess(self.misses[1], row=0)
        sockets = [person.traffic.sockets for person in (first, second, watcher)]

        self.server.kill()
        for person in (first, second, watcher):
            expect(person.page.locator(".bar-sub")).to_have_text("Reconnecting")
        # A guess into the void is not lost: it is sent again, and counts once.
        first.type(self.misses[2])
        first.page.keyboard.press("Enter")
        self.server.start()

        first.await_judged(1)
        for person in (first, second, watcher):
            expect(person.page.locator(".bar-sub")).not_to_have_class("offline")
            expect(person.page.locator(".bar-sub")).not_to_contain_text("Reconnecting")
        self.assertEqual(first.guesses(), self.judged(self.misses[0], self.misses[2]))
        expect(watcher.lane(first.name)).to_have_attribute("data-columns", "2")
        second.guess(self.answer, row=1)
        for other in (first, watcher):
            expect(other.lane(second.name)).to_have_attribute("data-state", "home")
        first.guess(self.answer, row=2)
        expect(watcher.lane(first.name)).to_have_attribute("data-state", "home")
        self.assertEqual(watcher.lanes()[first.name][1], [marks for _, marks in self.judged(
            self.misses[0], self.misses[2], self.answer)])
        now = [person.traffic.sockets for person in (first, second, watcher)]
        self.assertTrue(all(a > b for a, b in zip(now, sockets)), "each page made a new connection")

    def test_a_stopped_server_says_goodbye_and_exits_with_0(self):
        self.is_server_lost = True
        racer = self.person()
        racer.visit("/today")
        racer.start()
        racer.guess(self.misses[0], row=0)
        self.assertEqual(self.server.terminate(), 0)
        expect(racer.page.locator(".bar-sub")).to_have_text("Reconnecting")
        self.server.start()
        racer.guess(self.misses[1], row=1)
        self.assertEqual(racer.guesses(), self.judged(*self.misses[:2]))

    def test_what_is_stored_is_whole(self):
        """After all those kills the database is sound, and every game is a journal without gaps."""
        with sqlite3.connect(f"file:{self.server.database()}?mode=ro", uri=True) as connection:
            self.assertEqual(connection.execute("PRAGMA integrity_check").fetchone(), ("ok",))
            gaps = connection.execute(
                "SELECT game FROM moves GROUP BY game HAVING max(row) + 1 <> count(*) OR min(row) <> 0").fetchall()
            self.assertEqual(gaps, [])


if __name__ == "__main__":
    unittest.main()
