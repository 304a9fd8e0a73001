"""Home: the day's real runs, what it says when mine is over, and cards that are never blank."""

import re
import unittest

from playwright.sync_api import expect

from case import EVERY_SCREEN, OUTPUT, PHONE, BrowserCase
from crowd import race


class HomeTests(BrowserCase):
    def runs(self, person):
        """The lanes of the hero: (mine, state, marks of each guess)."""
        return person.page.eval_on_selector_all(".hero li.lane:not(.open)", """lanes => lanes.map(lane => [
            lane.classList.contains("you"), lane.dataset.state, [...lane.querySelectorAll(".column:not(.empty, .now, .spare), .home")].map(column =>
                [...column.querySelectorAll("i")].map(cell => /m([0-3])/.exec(cell.className)[1]).join("")).filter(Boolean)])""")

    def test_the_day_on_home(self):
        """In one test, as the day goes on: nobody, then others, then a run that is on, then a loss."""
        first = self.person()
        first.visit("/")
        expect(first.page.get_by_role("heading", name="Be the first today")).to_be_visible()
        self.assertEqual(self.runs(first), [])
        self.look_at(first, "home-nobody", EVERY_SCREEN)
        misses = self.misses
        race(self.server.port, [[self.answer], [*misses[:2], self.answer], [*misses[:3], self.answer], [*misses[:3], self.answer], misses[:6]])
        stranger = self.person()
        stranger.visit("/")
        expect(stranger.page.locator(".hero-line")).to_contain_text("4 found it.")
        # How many guesses each needed, and no colour of them: that would be a hint to everybody.
        self.assertEqual(self.runs(stranger), [[False, "home", ["22222"]], [False, "home", ["33333"] * 2 + ["22222"]],
                                               *[[False, "home", ["33333"] * 3 + ["22222"]]] * 2, [False, "out", ["33333"] * 6]])
        self.look_at(stranger, "home-others", EVERY_SCREEN)

        loser = self.person()
        loser.visit("/today")
        loser.start()
        for row, word in enumerate(misses[:5]):
            loser.guess(word, row)
        other_tab = self.person(context=loser.context)
        other_tab.visit("/")
        mine = [[pattern for _, pattern in self.judged(*misses[:count])] for count in (5, 6)]
        expect(other_tab.page.get_by_role("link", name="Continue your race")).to_be_visible()
        self.eventually(lambda: self.runs(other_tab)[0] == [True, "racing", mine[0]])
        other_tab.await_all_parts()
        loser.guess(misses[5], 5)
        # Without a reload: the server tells every tab of the move.
        expect(other_tab.page.get_by_role("heading", name="Out of guesses")).to_be_visible()
        self.eventually(lambda: self.runs(other_tab)[0] == [True, "out", mine[1]])
        expect(other_tab.page.locator(".hero-line")).to_contain_text("Next word in ")
        expect(other_tab.page.get_by_role("link", name="See how it went")).to_be_visible()
        self.assertEqual(other_tab.page.locator(".hero").get_by_text("Race today’s word").count(), 0)
        # Another tab looked on, and the race stayed where it was played.
        expect(loser.page.get_by_text("You are racing in another tab.")).to_have_count(0)
        self.look_at(other_tab, "home-lost", EVERY_SCREEN)

    def test_the_hero_looks_again_while_it_is_seen(self):
        person = self.person()
        person.page.clock.install()
        person.visit("/")
        person.settle()
        line = person.page.locator(".hero-line")
        before = line.inner_text()
        race(self.server.port, [[self.answer], [self.misses[0], self.answer]])
        seen = lambda is_hidden: person.page.evaluate(  # noqa: E731
            "(isHidden) => Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })", is_hidden)
        asked = []
        person.page.on("request", lambda request: request.url.endswith("/api/v1/today") and asked.append(request.url))
        seen(True)
        person.page.clock.run_for(31_000)
        self.assertEqual(asked, [], "nobody looks")
        seen(False)
        person.page.clock.run_for(31_000)
        expect(line).not_to_have_text(before)
        expect(line).to_contain_text("found it.")

    def test_a_code_is_typed_in_the_middle_and_pasted_among_words(self):
        person = self.person()
        person.visit("/")
        field, join = person.page.get_by_label("Room code"), person.page.get_by_role("button", name="Join")
        field.press_sequentially("kyte7")
        expect(field).to_have_value("KYTE7")
        for key in ("Home", "Delete", "a", "b"):
            person.page.keyboard.press(key)
        expect(field).to_have_value("ABYTE")
        person.page.keyboard.press("ArrowRight")
        person.page.keyboard.type("c")
        expect(field).to_have_value("ABYCT")
        paste = """(field, text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", text);
            field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }"""
        for text in ("Room code EBWQ-R", f"{self.server.url}/stage/EBWQR"):
            field.fill("")
            expect(join).to_be_disabled()
            field.evaluate(paste, text)
            expect(field).to_have_value("EBWQR")
            expect(join).to_be_enabled()

    def test_the_streak_card_is_never_blank(self):
        person = self.person()
        held = []
        person.page.route("**/api/v1/me/**", lambda route: held.append(route))
        person.visit("/")
        card = person.page.locator(".streak")
        expect(card.get_by_role("heading", name="Streak")).to_be_attached()
        self.assertEqual(card.locator("li").count(), 28)
        self.eventually(lambda: len(held) == 2)
        expect(card.get_by_role("button", name="Statistics")).to_be_visible()
        person.picture(OUTPUT / "home-streak-awaited.png")
        # Who comes for the first time has no run that could be waited for.
        expect(card.locator(".streak-count")).to_be_visible()
        expect(card.locator(".streak-count")).to_have_text("0")
        expect(card.get_by_text("yet to begin")).to_be_visible()
        expect(card.get_by_role("img", name="still to race")).to_have_count(1)
        before = card.bounding_box()
        for route in held:
            route.continue_()
        person.page.wait_for_load_state("networkidle")
        expect(card.locator(".streak-count")).to_have_text("0")
        self.assertEqual(card.bounding_box(), before)
        # Who was here, in a browser that has kept no figures, is told none that may be wrong.
        person.page.evaluate("localStorage.removeItem('tilerace.streak')")
        held.clear()
        person.page.reload()
        self.eventually(lambda: len(held) == 2)
        expect(card.locator(".streak-head")).to_be_hidden()
        for route in held:
            route.continue_()
        expect(card.locator(".streak-count")).to_have_text("0")

    def test_the_streak_card_shows_the_last_known_figures_at_once(self):
        person = self.person(PHONE)
        person.visit("/")
        card = person.page.locator(".streak")
        count, days = card.locator(".streak-count"), card.locator(".streak-days")
        expect(card.get_by_role("img", name="still to race")).to_have_count(1)
        self.eventually(lambda: person.page.evaluate("localStorage.getItem('tilerace.streak')"))
        # As on a slow line: nothing comes from the server but the page and its socket.
        held = []
        person.page.route("**/api/v1/**", lambda route: held.append(route))
        person.page.reload()
        expect(count).to_be_visible()
        expect(count).to_have_text("0")
        expect(card.get_by_role("button", name="Statistics")).to_be_visible()
        self.assertFalse([route for route in held if "/me/" in route.request.url], "before anything was asked for")
        for route in held:
            route.continue_()
        person.page.unroute("**/api/v1/**")
        # After a race the day shows how it went, and the streak comes with the answer.
        person.visit("/today")
        person.start()
        person.guess(self.answer, 0)
        expect(person.page.get_by_role("dialog")).to_be_visible()
        person.page.keyboard.press("Escape")
        expect(person.page.get_by_role("dialog")).to_have_count(0)
        held.clear()
        person.page.route("**/api/v1/me/**", lambda route: held.append(route))
        person.page.get_by_role("link", name="Tilerace, home").click()
        expect(card.get_by_role("img", name=re.compile(": raced$"))).to_have_count(1)
        expect(count).to_have_text("0")
        self.eventually(lambda: len(held) == 2)
        boxes = [part.bounding_box() for part in (card, count, days)]
        for route in held:
            route.continue_()
        expect(count).to_have_text("1")
        expect(card).to_contain_text("best 1")
        expect(card.get_by_role("img", name="found in 1 guess")).to_have_count(1)
        self.assertEqual([part.bounding_box() for part in (card, count, days)], boxes)
        # A streak that a day may have ended since is not told from memory, though the days that are known are.
        held.clear()
        person.page.evaluate("""() => {
            const run = JSON.parse(localStorage.getItem("tilerace.streak"));
            const before = new Date(Date.parse(run.day) - 2 * 86_400_000).toISOString().slice(0, 10);
            localStorage.setItem("tilerace.streak", JSON.stringify({ ...run, day: before, current: 7, games: [] }));
        }""")
        person.page.reload()
        expect(card.get_by_role("img", name="not known yet")).to_have_count(1)
        expect(card.locator(".streak-head")).to_be_hidden()
        self.eventually(lambda: len(held) == 2)
        for route in held:
            route.continue_()
        expect(count).to_have_text("1")
        # Figures are of one player: a guest who comes after shows none of them.
        person.context.clear_cookies()
        held.clear()
        person.page.reload()
        expect(person.page.get_by_role("heading", name="You found it")).to_have_count(0)
        expect(card.locator(".streak-head")).to_be_hidden()
        expect(card.get_by_role("img")).to_have_count(0)

    def test_what_another_tab_races_is_told_on_home_and_at_the_gate(self):
        home = self.person()
        gate = self.person(context=home.context)
        home.visit("/")
        expect(home.page.get_by_role("link", name="Start today’s race")).to_be_visible()
        streak = home.page.locator(".streak-count")
        expect(streak).to_have_text("0")
        gate.visit("/today")
        start = gate.page.get_by_role("button", name="Start the clock")
        expect(start).to_be_visible()
        for tab in (home, gate):
            tab.await_all_parts()
        racer = self.person(context=home.context)
        racer.visit("/today")
        racer.start()
        racer.guess(self.misses[0], 0)
        expect(home.page.get_by_role("link", name="Continue your race")).to_be_visible()
        self.eventually(lambda: self.runs(home)[:1] == [[True, "racing", [pattern for _, pattern in self.judged(self.misses[0])]]])
        expect(start).to_have_count(0)
        expect(gate.page.get_by_text("You are racing in another tab.")).to_be_visible()
        gate.await_judged(0)
        racer.guess(self.answer, 1)
        expect(home.page.get_by_role("heading", name="You found it in 2")).to_be_visible()
        expect(streak).to_have_text("1")
        expect(home.page.get_by_role("link", name="See how it went")).to_be_visible()
        # Both looked on, and the race stayed where it was played.
        expect(racer.page.get_by_text("You are racing in another tab.")).to_have_count(0)


if __name__ == "__main__":
    unittest.main()
