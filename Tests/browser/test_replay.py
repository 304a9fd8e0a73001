"""Races that are over: run again at their own pace or faster, scrubbed, shared, downloaded; the list of a room's races."""

import json
import re
import unittest

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from case import OUTPUT, PHONE, BrowserCase
from sprint_steps import SprintSteps
from test_sprint_looks import HEARD, SCREENS


class ReplayTests(SprintSteps, BrowserCase):
    def test_a_race_is_seen_again(self):
        host, rival = self.person(viewport=PHONE, touch=True), self.person()
        code = self.room(host, rival)
        self.set_up(host, rounds=1, rows=8)
        host.press("Start the sprint")
        for person in (host, rival):
            self.race_on(person)
        self.play(rival, self.misses[0])
        self.play(rival, self.misses[1])
        word = self.solve(host)
        for miss in self.misses[2:8]:
            self.play(rival, miss)
        expect(rival.page.get_by_role("list", name="Standings")).to_be_visible()
        lanes = {name: columns for name, (_, columns) in rival.lanes().items()}
        expect(host.page.get_by_role("list", name="Podium")).to_be_visible()
        # From the podium to the list, and on to the race.
        host.press("See the words again")
        expect(host.sheet("Past races")).to_contain_text("2 racers · 1 home")
        host.still()
        host.picture(OUTPUT / "past-races-phone-light.png")
        host.sheet("Past races").get_by_role("link").click()
        host.page.wait_for_url(re.compile(f"/replay/{code}/sprint-1-1$"))
        self.watch_it(host, host.name, rival.name, word)
        # The file that is saved is the one that was shown.
        with host.page.expect_download() as saving:
            host.page.get_by_role("link", name="Download this race").click()
        replay = json.loads(saving.value.path().read_text())
        self.assertEqual((replay["format"], replay["answer"], len(replay["lanes"])), ("tilerace-replay", word, 2))
        # By the link a stranger sees the same.
        stranger = self.person(motion="reduce")
        stranger.visit(f"/replay/{code}/sprint-1-1")
        expect(stranger.page.get_by_role("img", name=f"The word was {word.upper()}")).to_be_visible()
        expect(stranger.page.get_by_text("Sealed before the start: checked here")).to_be_visible()
        self.assertEqual({name: columns for name, (_, columns) in stranger.lanes().items()}, lanes)
        self.see_all(stranger)

    def watch_it(self, person, winner, loser, word):
        """Plays, pauses, scrubs by keyboard; what is seen follows."""
        page = person.page
        scrub = page.get_by_role("slider", name="Moment of the race")
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("radio", name="8 times as fast").check(force=True)
        scrub.focus()
        page.keyboard.press("Home")
        expect(page.locator("li.lane[data-columns='0']")).to_have_count(2)
        self.assertNotIn(word, page.locator(".replay").inner_text().lower())
        page.keyboard.press("End")
        expect(page.get_by_role("img", name=f"The word was {word.upper()}")).to_be_visible()
        expect(person.lane(winner)).to_have_attribute("data-state", "home")
        expect(person.lane(loser)).to_have_attribute("data-state", "out")
        expect(page.get_by_text("Sealed before the start: checked here")).to_be_visible()
        # From the start, eight times as fast, to the end by itself.
        seconds = float(scrub.get_attribute("max")) / 1000
        page.get_by_role("button", name="Play again").click()
        began = page.evaluate("performance.now()")
        expect(person.lane(winner)).to_have_attribute("data-state", "racing")
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        expect(page.get_by_role("button", name="Play again")).to_be_visible(timeout=60_000)
        took = (page.evaluate("performance.now()") - began) / 1000
        self.assertGreater(took, seconds / 8 * 0.9)
        expect(person.lane(winner)).to_have_attribute("data-state", "home")
        # Keys without the focus on the scrubber.
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("ArrowLeft")
        self.assertLess(float(scrub.input_value()), seconds * 1000)
        page.keyboard.press(" ")
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        expect(page.get_by_role("button", name="Play again")).to_be_visible()

    def see_all(self, person):
        for moment in ("over", "middle"):
            if moment == "middle":
                scrub = person.page.get_by_role("slider", name="Moment of the race")
                scrub.evaluate("one => { one.value = one.max * 0.5; one.dispatchEvent(new Event('input')); }")
            for screen, (viewport, scheme, contrast) in SCREENS.items():
                person.page.set_viewport_size(viewport)
                person.page.emulate_media(color_scheme=scheme, contrast="more" if contrast else "no-preference", reduced_motion="reduce")
                person.still()
                person.picture(OUTPUT / f"replay-{moment}-{screen}.png")
                self.assertEqual(person.sticking_out(), [], screen)
                if screen in HEARD:
                    results = Axe().run(person.page)
                    self.assertEqual(results.violations_count, 0, f"{screen}:\n{results.generate_report()}")

    def test_what_cannot_be_seen(self):
        host = self.person()
        code = self.room(host)
        self.is_server_lost = True  # The browser says 404 on its console.
        host.visit(f"/replay/{code}/sprint-1-1")
        expect(host.page.get_by_role("heading", name="No such race")).to_be_visible()
        host.page.get_by_role("link", name="To the room").click()
        host.press("Menu")
        host.press("Past races")
        expect(host.sheet("Past races")).to_contain_text("No race is over yet")


if __name__ == "__main__":
    unittest.main()
