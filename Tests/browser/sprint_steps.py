"""What people do in rooms with sprints."""

import json

from playwright.sync_api import expect

from marking import marks
from server import words

# A round waits 15 s for who has gone, and the next one comes 8 s later.
ROUND_MS = 40_000


class SprintSteps:
    """What people do in rooms with sprints."""

    def room(self, host, *others):
        """A room with these people in it, all on the sprint's grid."""
        code = host.create_room()
        for person in others:
            person.take_seat(code)
        for person in (host, *others):
            self.to_grid(person)
        return code

    def to_grid(self, person):
        person.page.get_by_role("button", name="Sprint", exact=True).click()
        expect(person.page.get_by_role("heading", name="Sprint", exact=True)).to_be_visible()

    def set_up(self, host, **choices):
        """Chooses in the settings sheet, by the page's own names of the fields. The host says when the next word comes, so
        that no test has to keep up with the clock."""
        choices.setdefault("next", "host")
        host.press("Set it up")
        sheet = host.sheet("Set up the sprint")
        expect(sheet).to_be_visible()
        host.still()
        for field, value in choices.items():
            chip = sheet.locator(f"input[name=sprint-{field}][value='{value}']")
            chip.check(force=True)
            expect(chip).to_be_checked()
        sheet.get_by_role("button", name="Done").click()

    def race_on(self, person, words=None):
        """Waits until the board takes letters; of the round with these words in the bar."""
        if words:
            expect(person.page.locator(".bar-sub")).to_contain_text(words, timeout=ROUND_MS)
        expect(person.board).to_be_visible()
        expect(person.page.locator(".lights:not(.gone)")).to_have_count(0)
        expect(person.page.locator(".board .row.current")).to_have_count(1)

    def play(self, person, word):
        """A guess in a sprint, judged. By the traffic and not by the board, which goes with the last guess of a round."""
        person.type(word)
        before = len(person.traffic.received)
        person.page.keyboard.press("Enter")
        return self.eventually(lambda: next((json.loads(frame)["marks"] for frame in person.traffic.received[before:] if '"played"' in frame), None))

    def solve(self, person, first=None, seen=()):
        """Plays like somebody who knows the list: guesses what still fits, after the words and marks that were `seen`. The
        word, or None without luck. A word that was tried is not tried again: the page would ask first."""
        tried = [word for word, _ in person.guesses()]
        fitting = [one for one in words("answers") if one not in tried and all(marks(one, word) == found for word, found in seen)]
        if first:
            fitting = [first] + fitting
        for row in range(8):
            word = fitting[0]
            found = self.play(person, word)
            if found == "22222":
                return word
            fitting = [one for one in fitting[1:] if marks(one, word) == found]
        return None

    def end_word(self, host):
        """Ends the word that is raced, for everybody."""
        self.host_sheet(host)
        host.press("End this word for everybody")
        host.make_sure("End this word for everybody?")
        host.page.keyboard.press("Escape")

    def host_sheet(self, host):
        host.press("Menu")
        host.press("Host the room")
        expect(host.sheet("Your room")).to_be_visible()
