"""Two whole evenings, clicked and typed as people do: four friends on phones and a laptop, and a class of thirty with a teacher
who does not race, a stage on the wall and an overlay beside it. Each screen is kept as a picture, in the order of the evening."""

import re
import unittest
from random import Random

from playwright.sync_api import expect

from case import OUTPUT, PHONE, SIDEWAYS, SMALL_PHONE, WALL, BrowserCase
from crowd import Crowd, Racer
from sprint_steps import SprintSteps

LAPTOP = {"width": 1440, "height": 900}


class EveningTests(SprintSteps, BrowserCase):
    def setUp(self):
        super().setUp()
        self.seen = 0

    def screens(self, what, *people):
        """A picture of each one's screen; nothing sticks out of any of them."""
        self.seen += 1
        for name, person in people:
            person.still()
            person.picture(OUTPUT / f"{self._testMethodName[5:]}-{self.seen:02}-{what}-{name}.png")
            self.assertEqual(person.sticking_out(), [], f"{what}, {name}")

    @staticmethod
    def taps(person, word):
        """Types a word on the keys of the screen, as one does on a phone."""
        for letter in word:
            person.page.locator(f".key:text-is('{letter.upper()}')").tap()
        person.page.get_by_role("button", name="Enter", exact=True).tap()

    def comes_in(self, person, link, name):
        """Opens the link that a friend has sent, says a name, and takes a seat."""
        person.page.goto(link)
        field = person.page.get_by_label("What shall we call you?")
        expect(field).to_be_visible()
        field.fill(name)
        person.press("Take a seat")
        expect(person.lane_of_mine).to_have_count(1)

    def test_four_friends(self):
        mika = self.person(viewport=LAPTOP, scheme="dark")
        ana = self.person(viewport=PHONE, touch=True)
        ben = self.person(viewport=SMALL_PHONE, touch=True, scheme="dark")
        noa = self.person(viewport=SIDEWAYS, touch=True)
        everybody = [("laptop", mika), ("phone", ana), ("small", ben), ("sideways", noa)]
        mika.visit("/")
        expect(mika.page.get_by_role("button", name="Create a room")).to_be_visible()
        self.screens("home", ("laptop", mika))
        code = mika.create_room("Thursday Kytes")
        mika.press("Menu")
        mika.page.get_by_label("Your name").fill("Mika")
        mika.press("Save")
        expect(mika.page.get_by_role("alert")).to_have_text("You are Mika")
        mika.sheet("Menu").get_by_role("button", name="Invite").click()
        link = mika.sheet("Invite").get_by_label("Link", exact=True).input_value()
        self.screens("invite", ("laptop", mika))
        mika.page.keyboard.press("Escape")
        ana.page.goto(link)
        expect(ana.page.get_by_label("What shall we call you?")).to_be_visible()
        self.screens("door", ("phone", ana))
        for person, name in ((ana, "Ana"), (ben, "Ben from next door"), (noa, "نور")):
            self.comes_in(person, link, name)
        for name in ("Ana", "Ben from next door", "نور"):
            expect(mika.lane(name)).to_have_count(1)
        self.screens("gate", *everybody)
        # Today's word: each at their own time.
        for _, person in everybody:
            person.start()
        plan = {mika: [0, 1, 2], ana: [3, 4], ben: [5, 6, 7, 8, 9, 10], noa: [1, 5]}
        for row in range(2):
            for person, misses in plan.items():
                word = self.misses[misses[row]]
                if person is mika:
                    person.guess(word, row)
                else:
                    self.taps(person, word)
                    person.await_judged(row)
        self.screens("race", *everybody)
        # A word of nonsense, a train in a tunnel, and a greeting.
        self.taps(ana, "zzzzz")
        expect(ana.page.get_by_role("alert").first).to_be_visible()
        self.screens("no-word", ("phone", ana))
        for _ in "zzzzz":
            ana.page.keyboard.press("Backspace")
        noa.context.set_offline(True)
        self.is_server_lost = True
        expect(noa.page.get_by_text("Reconnecting")).to_be_visible()
        self.screens("tunnel", ("sideways", noa))
        noa.context.set_offline(False)
        expect(mika.lane("نور")).not_to_have_class(re.compile("away|silent"))
        self.taps(ana, self.answer)
        ana.await_judged(2)
        expect(mika.lane("Ana")).to_have_attribute("data-state", "home")
        expect(ana.sheet(re.compile("Home|Solved|You|In 3", re.IGNORECASE))).to_be_visible()
        self.screens("first-home", *everybody)
        mika.guess(self.misses[2], 2)
        mika.guess(self.answer, 3)
        noa.type(self.answer)
        noa.page.keyboard.press("Enter")
        for row in range(2, 6):
            self.taps(ben, self.misses[plan[ben][row]])
            if row < 5:
                ben.await_judged(row)
        for person in (mika, ben, noa):
            expect(person.page.get_by_role("dialog")).to_be_visible()
        self.screens("results", *everybody)
        for _, person in everybody:
            person.page.keyboard.press("Escape")
            expect(person.page.get_by_role("dialog")).to_have_count(0)
        self.screens("after", *everybody)
        self.sprint_of_friends(everybody)

    def sprint_of_friends(self, everybody):
        """Two words at the same instant, and the podium."""
        mika = everybody[0][1]
        for _, person in everybody:
            self.to_grid(person)
        self.set_up(mika, rounds=2, rows=8)
        self.screens("grid", *everybody)
        mika.press("Start the sprint")
        expect(mika.page.locator(".lights")).to_be_visible()
        self.screens("lights", *everybody)
        for number in (1, 2):
            for _, person in everybody:
                self.race_on(person, f"Word {number} of 2")
            seen = {person: [] for _, person in everybody}
            for _, person in everybody:
                seen[person].append((self.misses[0], self.play(person, self.misses[0])))
            self.screens(f"word-{number}", *everybody)
            for order, (_, person) in enumerate(everybody[number - 1:] + everybody[:number - 1]):
                self.solve(person, seen=seen[person], first=self.misses[order + 1])
            for _, person in everybody:
                expect(person.page.get_by_role("list", name=re.compile("Standings|Podium"))).to_be_visible(timeout=40_000)
            self.screens(f"over-{number}", *everybody)
            if number == 1:
                mika.press("Next word now")
        for _, person in everybody:
            expect(person.page.get_by_role("list", name="Podium")).to_be_visible(timeout=40_000)
        self.screens("podium", *everybody)
        for _, person in everybody:
            person.visit("/")
        self.screens("home-again", *everybody)

    def test_a_class_of_thirty(self):
        teacher = self.person(viewport=LAPTOP)
        pupil, late = self.person(viewport=PHONE, touch=True), self.person(viewport=PHONE, touch=True)
        code = teacher.create_room("Class 7b")
        teacher.press("Menu")
        teacher.page.get_by_label("Your name").fill("Ms Adeyemi")
        teacher.press("Save")
        teacher.page.keyboard.press("Escape")
        self.to_grid(teacher)
        teacher.press("Host without racing")
        wall, overlay = self.person(viewport=WALL), self.person(viewport=WALL)
        wall.visit(f"/stage/{code}")
        overlay.visit(f"/stage/{code}?overlay=1")
        walls = [("stage", wall), ("overlay", overlay)]
        expect(wall.page.locator("img.stage-qr")).to_be_visible()
        self.screens("empty", ("teacher", teacher), *walls)
        crowd = Crowd(self.server.port)
        self.addCleanup(crowd.close)
        first = ["Aylin", "Bartek", "Chiara", "Dilan", "Emre", "Fatou", "Giulia", "Hassan", "Ines", "Jonas", "Kofi", "Lena", "Milo", "Nadia", "Oskar",
                 "Priya", "Quentin", "Rosa", "Samir", "Tilda", "Umut", "Vera", "Wanda", "Ximena", "Yusuf", "Zoë", "מאיה", "عمر"]
        for name in first:
            crowd.racers += crowd.await_(Racer().come(self.server.port, name, code))
        self.comes_in(pupil, f"{self.server.url}/room/{code}", "Mathilde-Sophie")
        expect(wall.page.locator("li.lane:not(.open)")).to_have_count(29)
        self.to_grid(pupil)
        self.screens("grid", ("teacher", teacher), ("pupil", pupil), *walls)
        self.set_up(teacher, rounds=2, rows=8, limit=180)
        teacher.press("Start the sprint")
        expect(wall.page.locator(".lights")).to_be_visible()
        self.screens("lights", ("teacher", teacher), ("pupil", pupil), *walls)
        self.race_on(pupil)
        seen = [(self.misses[0], self.play(pupil, self.misses[0]))]
        crowd.await_(*[racer.solve(Random(index), 8, 0.1 + index / 40) for index, racer in enumerate(crowd.racers[:14])])
        # Somebody comes who is late, and the rest think for long.
        self.comes_in(late, f"{self.server.url}/room/{code}", "Late Lou")
        # A phone shows twenty: the front of the field, and oneself.
        expect(late.page.locator("li.lane")).to_have_count(20)
        expect(late.lane_of_mine).to_have_count(1)
        late.press("All lanes")
        expect(late.page.get_by_role("dialog").locator("li.lane")).to_have_count(30)
        late.page.keyboard.press("Escape")
        # The host's lanes fill the room that there is.
        self.assertGreater(teacher.page.locator(".race > .track").bounding_box()["height"], 400)
        self.screens("racing", ("teacher", teacher), ("pupil", pupil), ("late", late), *walls)
        self.solve(pupil, seen=seen)
        expect(wall.lane("Mathilde-Sophie")).to_have_attribute("data-state", re.compile("home|out"))
        self.screens("pupil-home", ("teacher", teacher), ("pupil", pupil), *walls)
        # The bell: the teacher ends the word.
        self.end_word(teacher)
        expect(wall.page.locator(".stage-answer .tile[data-mark]")).to_have_count(5)
        expect(pupil.page.get_by_role("list", name="Standings")).to_be_visible()
        self.screens("word-over", ("teacher", teacher), ("pupil", pupil), ("late", late), *walls)
        teacher.press("Next word now")
        for person in (pupil, late):
            self.race_on(person, "Word 2 of 2")
        known = [self.solve(person, first=self.misses[order]) for order, person in enumerate((pupil, late))]
        answer = next((word for word in known if word), None)
        games = [[word for word in self.misses[:index % 4] if word != answer] + ([answer] if answer else []) for index in range(len(crowd.racers))]
        for racer in crowd.racers:
            racer.boards = latest(racer.boards)
        crowd.await_(*[racer.play(game) for racer, game in zip(crowd.racers, games)])
        for person in (teacher, pupil, late, wall):
            expect(person.page.get_by_role("list", name="Podium")).to_be_visible(timeout=60_000)
        # Who did not race is told who won, and nothing about points of an own.
        expect(teacher.page.locator(".panel h2")).to_have_text(re.compile(" won$"))
        expect(teacher.page.locator(".rank")).to_contain_text("30 racers")
        self.screens("podium", ("teacher", teacher), ("pupil", pupil), ("late", late), *walls)
        expect(wall.page.locator(".run-said:not(.to-come)")).to_be_visible()
        self.screens("winner", *walls)
        expect(wall.page.locator(".party-figures")).to_be_visible()
        self.screens("figures", *walls)


def latest(boards):
    """The same queue with its newest board alone: who did not race the word before is not to race it now."""
    while boards.qsize() > 1:
        boards.get_nowait()
    return boards


if __name__ == "__main__":
    unittest.main()
