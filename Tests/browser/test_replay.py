"""Races that are over: run again at their own pace or faster, scrubbed, shared, downloaded; the list of a room's races."""

import itertools
import json
import pathlib
import re
import unittest

from playwright.sync_api import expect

from case import DESKTOP, OUTPUT, PHONE, BrowserCase, server_with_telling_answer, telling_misses
from sprint_steps import SprintSteps
from test_sprint_looks import HEARD, SCREENS

FUZZ = pathlib.Path(__file__).parent.parent / "fuzz" / "corpus" / "replay"


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
        host.press("Past races")
        expect(host.sheet("Past races")).to_contain_text("2 racers · 1 found it")
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
        expect(stranger.page.get_by_text("It fits. Sealed before the start, says the server")).to_be_visible()
        self.assertEqual({name: columns for name, (_, columns) in stranger.lanes().items()}, lanes)
        self.see_all(stranger, "replay")

    def anagrams(self, text, **options):
        """Somebody who sees this race in the server's place."""
        person = self.person(**options)
        person.page.route("**/api/v1/rooms/*/races/*", lambda route: route.fulfill(body=text, content_type="application/json"))
        person.visit("/replay/KYTE7/sprint-2-1")
        return person

    def test_a_race_of_anagrams_is_seen_again(self):
        text = (FUZZ / "anagrams").read_text()
        person = self.anagrams(text, viewport=PHONE, touch=True)
        scrub = person.page.get_by_role("slider", name="Moment of the race")
        person.page.get_by_role("button", name="Pause").click()
        scrub.fill("0")
        expect(person.page.get_by_role("img", name="The letters: R, T, B, N, A, V, I")).to_be_visible()
        words = person.page.get_by_role("list", name="Words of Mika").get_by_role("listitem")
        expect(words).to_have_count(0)
        places = person.page.eval_on_selector_all(".reel-words li", "words => words.map(word => word.offsetLeft)")
        scrub.fill("4100")
        expect(words).to_have_text(["brain"])
        expect(person.page.locator(".reel-points").first).to_have_text("25")
        scrub.fill("9000")
        expect(words).to_have_text(["brain", "vibrant"])
        self.assertEqual(
            person.page.eval_on_selector_all(".reel-words li", "words => words.map(word => word.offsetLeft)"), places)
        expect(person.page.locator("li.lane .time").first).to_have_text("172")
        self.assertEqual(person.page.locator("li.lane").first.get_attribute("data-state"), "racing")
        scrub.fill(scrub.get_attribute("max"))
        expect(person.page.get_by_role("img", name="Every letter makes VIBRANT")).to_be_visible()
        expect(person.page.get_by_text("It fits. Sealed before the start, says the server")).to_be_visible()
        self.assertEqual(person.page.locator("li.lane").first.get_attribute("data-state"), "home")
        self.see_all(person, "replay-anagrams")
        # It is read sparingly: the word of every letter, and not each of them.
        scrub.fill("8900")
        person.page.get_by_role("button", name="Play", exact=True).click()
        expect(person.page.get_by_role("log")).to_contain_text("makes VIBRANT, 147 points")
        expect(person.page.get_by_role("log")).not_to_contain_text("BRAIN,")

    def test_tiles_in_another_order_than_the_sealed_one_are_told(self):
        race = json.loads((FUZZ / "anagrams").read_text())
        person = self.anagrams(json.dumps(race | {"tiles": "vibnart"}), motion="reduce")
        expect(person.page.get_by_text("This is not the word that was sealed")).to_be_visible()

    def test_a_film_of_many_words_fits_every_screen(self):
        race = json.loads((FUZZ / "anagrams").read_text())
        every = ["".join(letters) for length in (3, 4, 5) for letters in itertools.permutations("vibrant", length)]
        for number, lane in enumerate(race["lanes"]):
            lane["moves"] = [{"word": word, "points": len(word) ** 2, "ms": 400 * (place + 1)}
                             for place, word in enumerate(every[number::61][:45])]
        person = self.anagrams(json.dumps(race), viewport=PHONE, motion="reduce", touch=True)
        expect(person.page.locator(".reel-words li")).to_have_count(sum(len(lane["moves"]) for lane in race["lanes"]))
        self.see_all(person, "replay-anagrams-many")

    def test_a_race_of_another_kind_says_that_it_cannot_be_shown(self):
        """Servers come to have kinds that this page does not. What they give out can be saved all the same."""
        text = (FUZZ / "anagrams").read_text().replace('"game":"anagram"', '"game":"chess"')
        person = self.anagrams(text, viewport=PHONE, touch=True)
        expect(person.page.get_by_role("heading", name="Another kind of game")).to_be_visible()
        expect(person.page.get_by_role("link", name="To the room")).to_be_visible()
        expect(person.page.get_by_role("region", name="Playback")).to_be_hidden()
        person.page.keyboard.press(" ")
        person.page.keyboard.press("ArrowRight")
        with person.page.expect_download() as saving:
            person.page.get_by_role("link", name="Download this race").click()
        self.assertEqual(saving.value.path().read_text(), text)
        person.still()
        person.picture(OUTPUT / "replay-another-kind-phone-light.png")
        self.assertEqual(person.sticking_out(), [])
        self.assert_accessible(person, "replay-another-kind")

    def watch_it(self, person, winner, loser, word, sealed="Sealed before the start"):
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
        expect(page.get_by_text(re.compile(f"^It fits. {sealed}, says the server$"))).to_be_visible()
        # From the start, eight times as fast, to the end by itself.
        seconds = float(scrub.get_attribute("max")) / 1000
        began = page.evaluate("performance.now()")
        # Eight times as fast, a short race is over before anybody has looked: what the lane was is noted beside it.
        person.lane(winner).evaluate("""lane => {
            window.states = [];
            new MutationObserver(() => window.states.push(lane.dataset.state)).observe(lane, { attributeFilter: ["data-state"] });
        }""")
        page.get_by_role("button", name="Play again").click()
        page.wait_for_function("() => window.states[0] === 'racing'")
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

    def see_all(self, person, name):
        for moment in ("over", "middle"):
            if moment == "middle":
                scrub = person.page.get_by_role("slider", name="Moment of the race")
                scrub.evaluate("one => { one.value = one.max * 0.5; one.dispatchEvent(new Event('input')); }")
            for screen, (viewport, scheme, contrast) in SCREENS.items():
                person.page.set_viewport_size(viewport)
                person.page.emulate_media(color_scheme=scheme, contrast="more" if contrast else "no-preference", reduced_motion="reduce")
                person.still()
                person.picture(OUTPUT / f"{name}-{moment}-{screen}.png")
                self.assertEqual(person.sticking_out(), [], screen)
                if screen in HEARD:
                    self.assert_accessible(person, screen)

    def test_the_word_of_a_day_is_seen_again_two_days_later(self):
        """On a server of its own, as its calendar is turned on: nobody can finish that word any more."""
        server = server_with_telling_answer()
        self.addCleanup(server.close)
        answer = server.answer()
        first, second, *_ = misses = telling_misses(answer)
        self.is_server_lost = True  # While it starts again.
        host, rival = self.person(viewport=PHONE, touch=True, url=server.url), self.person(url=server.url)
        code = host.create_room("Friday Kytes")
        rival.take_seat(code)
        for person in (host, rival):
            person.start()
        rival.guess(first, 0)
        host.guess(second, 0)
        host.guess(answer, 1)
        for row, miss in enumerate(misses[1:6], 1):
            rival.guess(miss, row)
        expect(rival.sheet("Out of guesses")).to_be_visible()
        lanes = {name: columns for name, (_, columns) in rival.lanes().items() if name != rival.name}
        day = next(message["today"]["day"] for message in host.traffic.messages() if "today" in message)
        server.terminate()
        server.start(days=1)
        self.past_races(host, code)
        expect(host.sheet("Past races")).to_contain_text("No race is over yet")
        server.terminate()
        server.start(days=2)
        self.past_races(host, code)
        entry = host.sheet("Past races").get_by_role("link")
        expect(entry).to_contain_text("Word of the day No.")
        expect(entry).to_contain_text("2 racers")
        expect(entry).to_contain_text(f"{int(day[-2:])} ")
        host.still()
        host.picture(OUTPUT / "past-days-phone-light.png")
        entry.click()
        host.page.wait_for_url(re.compile(f"/replay/{code}/guess-en-5/{day}$"))
        sealed = r"Sealed on the day at \d\d:\d\d"
        self.watch_it(host, host.name, rival.name, answer, sealed)
        self.assertEqual({name: columns for name, (_, columns) in host.lanes().items() if name != rival.name}, lanes)
        # Where it is still the day before: the day is the server's.
        away = self.browser.new_context(viewport=DESKTOP, timezone_id="America/Los_Angeles", reduced_motion="reduce")
        stranger = self.person(context=away, url=server.url)
        stranger.visit(f"/replay/{code}/guess-en-5/{day}")
        expect(stranger.page.get_by_role("img", name=f"The word was {answer.upper()}")).to_be_visible()
        expect(stranger.page.get_by_text(re.compile(f"^It fits. {sealed}, says the server$"))).to_be_visible()
        expect(stranger.page.locator(".bar-sub")).to_contain_text(f"{int(day[-2:])} ")
        self.see_all(stranger, "replay-day")

    def past_races(self, person, code):
        person.visit(f"/room/{code}")
        person.press("Menu")
        person.press("Past races")

    def test_a_race_that_does_not_come_is_asked_for_once_a_press_and_keeps_the_focus(self):
        person = self.person()
        self.is_server_lost = True  # For what is asked for first.
        asked = []
        person.page.route("**/api/v1/rooms/*/races/*", lambda route: asked.append(route))
        person.visit("/replay/KYTE7/sprint-2-1")
        self.eventually(lambda: asked)
        asked[0].abort()
        again = person.page.get_by_role("button", name="Try again")
        again.focus()
        for _ in range(2):
            person.page.keyboard.press("Enter")
        expect(again).to_have_attribute("aria-busy", "true")
        self.eventually(lambda: len(asked) == 2)
        title = person.page.locator(".reel h2").inner_text()
        asked[1].abort()
        expect(again).not_to_have_attribute("aria-busy", "true")
        expect(again).to_be_focused()
        expect(person.page.get_by_role("log").get_by_text(title)).to_have_count(2)
        for _ in range(2):
            person.page.keyboard.press("Enter")
        self.eventually(lambda: len(asked) == 3)
        asked[2].fulfill(body=(FUZZ / "anagrams").read_text(), content_type="application/json")
        # It is played, and not paused by a second one that came.
        expect(person.page.get_by_role("button", name="Pause")).to_be_focused()
        self.assertEqual(len(asked), 3)

    def test_a_race_that_is_not_over_has_no_replay(self):
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
