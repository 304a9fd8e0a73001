"""A whole sprint with the real server: five rounds, a host who leaves in the middle, a rematch."""

import re
import unittest

from playwright.sync_api import expect

from case import PHONE, WALL, BrowserCase
from sprint_steps import SprintSteps

# The server gives a host who is away a minute before somebody else has the powers.
SUCCESSION_MS = 90_000


class SeriesTests(SprintSteps, BrowserCase):
    def test_five_rounds_and_a_host_who_leaves(self):
        host, second, third = self.person(), self.person(viewport=PHONE, touch=True), self.person(scheme="dark")
        code = self.room(host, second, third)
        wall = self.person(viewport=WALL)
        wall.visit(f"/stage/{code}")
        self.set_up(host, rounds=5, rows=8, limit=60, next="auto")
        expect(second.page.get_by_text("5 words of 5 letters, 8 guesses and 1:00 for each")).to_be_visible()
        second.press("I am ready")
        expect(host.page.get_by_text("1 of 3 ready")).to_be_visible()
        host.press("Start the sprint")
        answers = [self.first_round(host, second, third, wall)]
        # The next word comes by itself; in its middle the host is gone, and everything goes on.
        for person in (host, second, third):
            self.race_on(person, "Word 2 of 5")
        host.guess(self.misses[0], 0)
        name = host.name
        host.context.close()
        self.people.remove(host)
        for number in (2, 3, 4, 5):
            for person in (second, third):
                self.race_on(person, f"Word {number} of 5")
            answers += [answer for person in (second, third) if (answer := self.solve(person))][:1]
        self.assertEqual(len(answers), len(set(answers)), "every word is a fresh one")
        for person in (second, third, wall):
            expect(person.page.get_by_role("list", name="Podium")).to_be_visible()
        # After a minute the seat of longest standing has the powers, not only the name.
        expect(second.page.get_by_role("button", name="Rematch")).to_be_visible(timeout=SUCCESSION_MS)
        expect(third.page.get_by_role("button", name="Rematch")).to_have_count(0)
        expect(third.page.get_by_text(f"{second.name} can start the rematch")).to_be_visible()
        second.press("Rematch")
        for person in (second, third):
            self.race_on(person, "Word 1 of 5")
        expect(wall.page.locator(".stage-sub")).to_have_text("Sprint, word 1 of 5")
        expect(wall.lane(name)).to_have_count(1)
        self.host_sheet(second)
        second.press("End the sprint")
        second.make_sure("End the sprint?")
        expect(third.page.get_by_role("heading", name="Called off")).to_be_visible()

    def first_round(self, host, second, third, wall):
        """A round with everybody in it, and with an eye on what the others hear. The word."""
        for person in (host, second, third):
            self.race_on(person, "Word 1 of 5")
        before, beside = len(wall.traffic.received), len(third.traffic.received)
        answer = self.solve(host, first="crane")
        expect(second.lane(host.name)).to_have_attribute("data-state", re.compile("home|out"))
        second.guess("slate", 0)
        expect(third.lane(second.name)).to_have_attribute("data-columns", "1")
        expect(wall.lane(second.name)).to_have_attribute("data-columns", "1")
        heard = wall.traffic.received[before:]
        self.assertGreater(len(heard), 2)
        self.assertEqual([frame for frame in heard if re.search(f"crane|slate|{answer}", frame)], [], "letters before the end")
        self.assertNotIn("crane", "".join(third.traffic.received[beside:]))
        self.solve(third)
        for miss in self.misses[:7]:
            self.play(second, miss)
        for person in (host, second, third):
            expect(person.page.locator(".answer-row .tile")).to_have_count(5)
            expect(person.page.get_by_role("list", name="Standings").get_by_role("listitem")).to_have_count(3)
        expect(wall.page.locator(".stage-answer .tile[data-mark]")).to_have_count(5)
        return answer


if __name__ == "__main__":
    unittest.main()
