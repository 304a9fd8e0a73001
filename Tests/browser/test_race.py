"""Two race in one room, a third watches."""

import unittest

from playwright.sync_api import expect

from case import BrowserCase
from traffic import leaks


class RaceTests(BrowserCase):
    def test_two_race_and_a_third_watches(self):
        first, second, watcher = self.person(), self.person(), self.person()
        code = first.create_room()
        second.take_seat(code)
        watcher.watch(code)
        first.start()
        second.start()
        names = {person.name for person in (first, second, watcher)} | {f"{first.name}’s room", "Tilerace"}

        first.guess(self.misses[0], row=0)
        second.guess(self.misses[1], row=0)
        second.guess(self.misses[2], row=1)
        # Colours arrive, in time and at the right lane.
        for other, name, rows in ((second, first.name, 1), (first, second.name, 2), (watcher, first.name, 1), (watcher, second.name, 2)):
            expect(other.lane(name)).to_have_attribute("data-columns", str(rows))
        expected = {first.name: ("racing", [marks for _, marks in self.judged(self.misses[0])]),
                    second.name: ("racing", [marks for _, marks in self.judged(*self.misses[1:3])])}
        self.assertEqual(watcher.lanes(), expected)
        self.assertEqual(first.lanes()[second.name], expected[second.name])
        self.assertEqual(second.lanes()[first.name], expected[first.name])
        self.assertEqual(first.guesses(), self.judged(self.misses[0]))
        self.assertEqual(second.guesses(), self.judged(*self.misses[1:3]))

        first.guess(self.answer, row=1)
        expect(first.sheet("Home in 2")).to_be_visible()
        for other in (second, watcher):
            expect(other.lane(first.name)).to_have_attribute("data-state", "home")
        for row, miss in enumerate(self.misses[3:7], start=2):
            second.guess(miss, row=row)
        expect(second.sheet("Out of guesses")).to_be_visible()
        expect(watcher.lane(second.name)).to_have_attribute("data-state", "out")

        # Nothing that the watcher ever heard holds a letter; and nothing the second heard holds one of the first.
        secrets = [self.answer, *self.misses[:7]]
        self.assertGreater(len(watcher.traffic.received), 8, "the search looked at the traffic")
        self.assertEqual(leaks(watcher.traffic.received, secrets, names), [])
        self.assertNotIn(self.misses[0], "".join(second.traffic.received))
        # The search sees what a watcher must not hear: the first racer's own traffic is full of it.
        self.assertNotEqual(leaks(first.traffic.received, secrets, names), [])

    def test_who_ran_alone_has_no_photo_finish(self):
        first, second = self.person(), self.person()
        code = first.create_room()
        second.take_seat(code)
        first.start()
        first.guess(self.answer, row=0)
        result = first.sheet("Home in 1")
        expect(result).to_be_visible()
        photo = result.locator(".photo")
        expect(photo).to_be_hidden()
        self.look_at(first, "result-alone-in-room")
        second.start()
        expect(photo).to_contain_text("1 still running")

    def test_a_rival_hears_no_answer_before_the_own_end(self):
        first, second = self.person(), self.person()
        code = first.create_room()
        second.take_seat(code)
        first.start()
        second.start()
        first.guess(self.answer, row=0)
        expect(second.lane(first.name)).to_have_attribute("data-state", "home")
        second.guess(self.misses[0], row=0)
        self.assertNotIn(self.answer, "".join(second.traffic.received).lower())

    def test_a_late_watcher_sees_what_an_early_one_sees(self):
        racer, early, late = self.person(), self.person(), self.person()
        code = racer.create_room()
        early.watch(code)
        racer.start()
        for row in range(3):
            racer.guess(self.misses[row], row=row)
        expect(early.lane(racer.name)).to_have_attribute("data-columns", "3")
        late.watch(code)
        expect(late.lane(racer.name)).to_have_attribute("data-columns", "3")
        self.assertEqual(late.lanes(), early.lanes())

    def test_refusals_are_said_and_cost_nothing(self):
        racer = self.person()
        racer.visit("/today")
        racer.start()
        alert = racer.page.get_by_role("alert")
        racer.type("qzxjk")
        racer.page.keyboard.press("Enter")
        expect(alert).to_have_text("Not in the word list")
        self.assertEqual(racer.guesses(), [])
        for _ in range(5):
            racer.page.keyboard.press("Backspace")
        racer.type("ab")
        racer.page.keyboard.press("Enter")
        expect(alert).to_have_text("5 letters, please")
        for _ in range(2):
            racer.page.keyboard.press("Backspace")
        racer.guess(self.misses[0], row=0)
        self.assertEqual(racer.guesses(), self.judged(self.misses[0]))

    def test_a_double_enter_eats_one_row(self):
        racer = self.person()
        racer.visit("/today")
        racer.start()
        racer.type(self.misses[0])
        racer.page.keyboard.press("Enter")
        racer.page.keyboard.press("Enter")
        racer.await_judged(0)
        racer.guess(self.misses[1], row=1)
        self.assertEqual(racer.guesses(), self.judged(*self.misses[:2]))

    def test_a_menu_that_was_early_offers_what_comes_late(self):
        host = self.person()
        host.create_room()
        held = []
        host.page.route("**/sprint/sprint.js", lambda route: held.append(route))
        host.page.reload()
        host.press("Menu")
        menu = host.sheet("Menu")
        ruling = menu.get_by_role("button", name="Host the room")
        expect(menu.get_by_role("button", name="Invite")).to_be_visible()
        expect(ruling).to_be_hidden()
        for route in held:
            route.continue_()
        expect(ruling).to_be_visible()
        ruling.click()
        expect(host.sheet("Your room")).to_be_visible()

    def test_the_newest_tab_plays(self):
        older = self.person()
        older.visit("/today")
        older.start()
        older.guess(self.misses[0], row=0)
        newer = self.person(context=older.context)
        newer.visit("/today")
        newer.await_judged(0)
        expect(older.page.get_by_role("button", name="Play here")).to_be_visible()
        newer.guess(self.misses[1], row=1)
        older.await_judged(1)
        self.assertEqual(older.guesses(), self.judged(*self.misses[:2]))
        older.press("Play here")
        older.guess(self.misses[2], row=2)
        newer.await_judged(2)


if __name__ == "__main__":
    unittest.main()
