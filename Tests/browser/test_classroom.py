"""A classroom: people come in by codes, and pupils see nothing of each other before the end."""

import unittest

from playwright.sync_api import expect

from case import DESKTOP, OUTPUT, PHONE, BrowserCase, server_with_telling_answer
from sprint_steps import SprintSteps
from test_entrance import REFUSED

TEACHER, PUPILS = "Ms Ada", ("Mika", "Noor", "Chidi")
TITLE = "Your class races here"


class ClassroomTests(SprintSteps, BrowserCase):
    @classmethod
    def make_server(cls):
        return server_with_telling_answer(lines=cls.lines, teacher=TEACHER, pupils=PUPILS)

    def tearDown(self):
        for person in self.people:
            person.faults = [fault for fault in person.faults if not REFUSED.search(fault)]
        super().tearDown()

    def enter(self, name, path="/", **options):
        """Somebody of the class who types the code of the strip."""
        person = self.person(**options)
        person.visit(path)
        field = person.page.get_by_label("Your code", exact=True)
        expect(field).to_be_focused()
        field.fill(self.server.codes[name].lower())
        field.press("Enter")
        expect(person.page.locator(".entrance")).to_have_count(0)
        return person

    def test_the_strip_of_a_pupil_leads_in_and_a_wrong_code_does_not(self):
        person = self.person(viewport=PHONE, touch=True)
        person.visit("/")
        expect(person.page.get_by_role("heading", name=TITLE)).to_be_visible()
        expect(person.page.get_by_role("link", name="I have a code")).to_have_count(0)
        self.look_at(person, "class-entrance")
        person.page.get_by_label("Your code", exact=True).fill("AAAA-AAAA")
        person.page.keyboard.press("Enter")
        expect(person.page.get_by_role("alert").filter(has_text="Check your strip of paper again.")).to_be_visible()
        person = self.person(viewport=PHONE, touch=True)
        person.page.goto(f"{self.server.url}/#code={self.server.codes['Chidi']}")
        expect(person.page.get_by_label("Your code", exact=True)).to_have_value(self.server.codes["Chidi"])
        person.press("Go in")
        expect(person.page.get_by_role("button", name="Chidi")).to_be_visible()
        self.assertNotIn("code=", person.page.url)
        # What a class has not, and what a pupil may not.
        expect(person.page.get_by_role("button", name="Create a room")).to_have_count(0)
        expect(person.page.get_by_text("Live now")).to_have_count(0)
        person.page.get_by_role("button", name="Chidi").click()
        expect(person.page.get_by_text("You are Chidi")).to_be_visible()
        expect(person.page.get_by_label("Your name", exact=True)).to_have_count(0)
        self.look_at(person, "class-account")

    def test_pupils_see_their_own_lane_and_their_rivals_in_the_end(self):
        teacher = self.enter(TEACHER)
        code = self.room(teacher)
        mika, noor = (self.enter(name, f"/room/{code}", viewport=PHONE, touch=True) for name in PUPILS[:2])
        for pupil in (mika, noor):
            pupil.press("Take a seat")
            self.to_grid(pupil)
            expect(pupil.page.locator(".tray:visible")).to_have_count(0)
        self.set_up(teacher, rounds=1, rows=8)
        teacher.press("Start the sprint")
        for person in (teacher, mika, noor):
            self.race_on(person)
        before = len(mika.traffic.received)
        word = self.misses[0]
        noor.guess(word, 0)
        noor.guess(self.misses[1], 1)
        # The teacher has both moves by now. To the pupil nothing of them is on its way.
        expect(teacher.lane("Noor")).to_have_attribute("data-columns", "2")
        mika.guess(self.misses[2], 0)
        expect(mika.lane_of_mine).to_have_attribute("data-columns", "1")
        expect(mika.lane("Noor")).to_have_attribute("data-columns", "0")
        heard = "".join(mika.traffic.received[before:])
        self.assertIn('"played"', heard)
        for told in ("guessed", "finished", word, self.misses[1]):
            self.assertNotIn(f'"{told}"', heard)
        mika.page.set_viewport_size(DESKTOP)
        mika.still()
        mika.picture(OUTPUT / "class-round-pupil.png")
        teacher.picture(OUTPUT / "class-round-teacher.png")
        self.end_word(teacher)
        self.eventually(lambda: '"round_over"' in "".join(mika.traffic.received))
        expect(mika.lane("Noor")).to_have_attribute("data-columns", "2")
        self.assertIn(word, "".join(mika.traffic.received))
        mika.still()
        mika.picture(OUTPUT / "class-over-pupil.png")


if __name__ == "__main__":
    unittest.main()
