"""The boards of a day's race with their letters: for those who have finished it."""

import unittest

from playwright.sync_api import expect

from case import DESKTOP, PHONE, BrowserCase
from crowd import Crowd


class BoardsTests(BrowserCase):
    def letters(self, sheet, place):
        """The words of a board in the sheet."""
        rows = sheet.locator(".reel-boards > li").nth(place).locator(".mini-row")
        return [text for text in (row.replace("\n", "").strip() for row in rows.all_inner_texts()) if text]

    def test_who_has_finished_sees_how_the_others_got_there(self):
        crowd = Crowd(self.server.port)
        self.addCleanup(crowd.close)
        code = crowd.come(["Mika", "Oluwaseun", "Priya"])
        mika, _, priya = crowd.racers
        crowd.await_(mika.race_today([self.misses[0], self.misses[1], self.answer]))
        crowd.await_(priya.race_today([self.misses[3]]))
        person = self.person()
        person.take_seat(code)
        # Not before the end of one's own: the server says so.
        refused = person.page.evaluate(
            f"fetch('/api/v1/rooms/{code}/boards/{mika.today}').then(async (answer) => [answer.status, (await answer.json()).code])")
        self.assertEqual(refused, [403, "not_finished"])
        person.faults.clear()  # The console tells of each refusal.
        person.start()
        person.guess(self.misses[2], row=0)
        person.guess(self.answer, row=1)
        result = person.sheet("Home in 2")
        result.get_by_role("button", name="How they got there").click()
        sheet = person.sheet("How they got there")
        expect(sheet.locator(".reel-boards > li")).to_have_count(2)
        # In the order of the race.
        expect(sheet.locator(".reel-boards b")).to_have_text(["You", "Mika"])
        self.assertEqual(self.letters(sheet, 0), [self.misses[2].upper(), self.answer.upper()])
        self.assertEqual(self.letters(sheet, 1), [self.misses[0].upper(), self.misses[1].upper(), self.answer.upper()])
        expect(sheet.get_by_text("Only those who have finished see these letters.")).to_be_visible()
        self.assertNotIn(self.misses[3].upper(), sheet.inner_text().replace("\n", ""))
        # Who comes home meanwhile comes into it, and nobody has pressed anything.
        crowd.await_(crowd.racers[1].race_today([self.misses[4], self.answer]))
        expect(sheet.locator(".reel-boards > li")).to_have_count(3)
        self.look_at(person, "boards")
        person.page.keyboard.press("Escape")
        expect(person.page.get_by_role("dialog")).to_have_count(0)

    def test_the_way_there_follows_to_a_new_code(self):
        crowd = Crowd(self.server.port)
        self.addCleanup(crowd.close)
        code = crowd.come(["Mika", "Priya"])
        crowd.await_(crowd.racers[1].race_today([self.misses[0], self.answer]))
        person = self.person()
        person.take_seat(code)
        person.start()
        person.guess(self.answer, row=0)
        result = person.sheet("Home in 1")
        expect(result).to_be_visible()
        crowd.ask("new_code")
        person.page.wait_for_url(lambda url: not url.endswith(code))
        result.get_by_role("button", name="How they got there").click()
        expect(person.sheet("How they got there").locator(".reel-boards > li")).to_have_count(2)

    def test_nobody_else_has_finished(self):
        person = self.person(PHONE, touch=True)
        person.create_room()
        person.start()
        person.guess(self.answer, row=0)
        person.sheet("Home in 1").get_by_role("button", name="How they got there").click()
        sheet = person.sheet("How they got there")
        expect(sheet.get_by_role("status")).to_have_text("Nobody else here has finished yet. Their boards appear here when they do.")
        self.look_at(person, "boards-alone", {"phone": PHONE, "desktop": DESKTOP})
        # Outside of a room there are no others.
        alone = self.person()
        alone.visit("/today")
        alone.start()
        alone.guess(self.answer, row=0)
        expect(alone.sheet("Home in 1").get_by_role("button", name="How they got there")).to_be_hidden()

    def test_boards_that_do_not_come_are_asked_for_again(self):
        person = self.person()
        person.create_room()
        person.start()
        person.guess(self.answer, row=0)
        result = person.sheet("Home in 1")
        person.page.route("**/api/v1/rooms/*/boards/**", lambda route: route.abort())
        result.get_by_role("button", name="How they got there").click()
        sheet = person.sheet("How they got there")
        again = sheet.get_by_role("button", name="Try again")
        expect(again).to_be_visible()
        person.page.unroute("**/api/v1/rooms/*/boards/**")
        again.click()
        expect(sheet.locator(".reel-boards > li")).to_have_count(1)
        expect(again).to_be_hidden()
        person.faults.clear()  # The console tells of what did not come.


if __name__ == "__main__":
    unittest.main()
