"""A host who does not race: a teacher with a class, a streamer with an audience."""

import unittest

from playwright.sync_api import expect

from case import PHONE, BrowserCase
from sprint_steps import SprintSteps


class HostSeatTests(SprintSteps, BrowserCase):
    def test_a_host_starts_and_ends_a_word_without_racing(self):
        host, first, second = self.person(), self.person(viewport=PHONE, touch=True), self.person(viewport=PHONE, touch=True)
        self.room(host, first, second)
        self.set_up(host, rounds=2)
        host.press("Host without racing")
        expect(host.page.get_by_text("0 of 2 ready")).to_be_visible()
        self.look_at(host, "host-seat-grid")
        host.press("Start the sprint")
        for person in (first, second):
            self.race_on(person)
            # The host has no lane for anybody.
            expect(person.lane(host.name)).to_have_count(0)
        first.guess(self.misses[0], 0)
        expect(host.lane(first.name)).to_have_attribute("data-columns", "1")
        expect(host.board).to_have_count(0)
        self.look_at(host, "host-seat-racing")
        self.host_sheet(host)
        host.press("End this word")
        self.look_at(host, "host-seat-end")
        host.make_sure("End this word for everybody?")
        for person in (first, second):
            expect(person.page.get_by_role("list", name="Standings")).to_be_visible()
        host.page.keyboard.press("Escape")
        expect(host.page.get_by_role("list", name="Standings")).to_be_visible()
        self.look_at(host, "host-seat-over")
        # The next word is raced by the host too, who has asked for a lane again.
        self.host_sheet(host)
        host.press("Race along")
        host.page.keyboard.press("Escape")
        host.press("Next word now")
        for person in (host, first, second):
            self.race_on(person, "Word 2 of 2")
        expect(first.lane(host.name)).to_have_count(1)


if __name__ == "__main__":
    unittest.main()
