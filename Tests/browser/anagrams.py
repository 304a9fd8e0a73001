"""What people do in rooms that race anagrams."""

import re
from collections import Counter

from playwright.sync_api import expect

from case import is_telling
from server import words
from traffic import leaks

# A round of 30 s with its end, and the wait for one who has gone.
ROUND_MS = 60_000


def layable(tiles):
    """Words that people know of these letters, the shortest first."""
    letters = Counter(tiles)
    known = (word for length in range(3, len(tiles) + 1) for word in common(length))
    return [word for word in known if not Counter(word) - letters]


def common(length):
    """The words of a length that people know."""
    return words("common", length)


class AnagramSteps:
    """What people do in rooms that race anagrams, and what they see there."""

    def tiles(self, person):
        return person.page.get_by_role("group", name="Tiles").get_by_role("button")

    def letters(self, person):
        """The tiles, in the order that is everybody's, once they are dealt."""
        expect(self.tiles(person).filter(has_text=re.compile("[A-Z]"))).to_have_count(7)
        return "".join(self.tiles(person).all_inner_texts()).lower()

    def found(self, person):
        return person.page.locator(".found-words [data-word]")

    def lay(self, person, *words):
        """Words one after the other, each on the board."""
        for word in words:
            person.page.keyboard.type(word)
            person.page.keyboard.press("Enter")
            expect(person.page.locator(f'.found-words [data-word="{word}"]')).to_be_visible()

    def run_of(self, person, name=None):
        """The run of a lane as others see it: the lengths of its words, and the points at its end. One's own without a name."""
        lane = person.lane(name) if name else person.lane_of_mine
        lengths = lane.locator(".block").evaluate_all("all => all.map(one => Number(one.style.getPropertyValue('--n')))")
        return lengths, lane.locator(".time").inner_text()

    def sees(self, person, name, *words):
        """Waits until a lane tells of these words, by their lengths alone."""
        points = sum(len(word) ** 2 * (3 if len(word) == 7 else 1) for word in words)
        told = [len(word) for word in words], str(points)
        self.eventually(lambda: self.run_of(person, name) == told)

    def heard(self, person, *frames):
        """The events of these kinds in a person's traffic."""
        events = [message.get("event", {}) for message in person.traffic.messages()]
        return [event for event in events if event.get("kind") in frames]

    def assert_heard_no_letters(self, person, secrets, names, until=None):
        """Searches all that a page heard for letters, before the first event of the kind `until`."""
        frames = person.traffic.received
        if until:
            ends = [index for index, frame in enumerate(frames) if f'"kind":"{until}"' in frame]
            frames = frames[:ends[0]] if ends else frames
        self.assertGreater(len(frames), 3)
        # Shorter ones are part of many words of the protocol.
        long = [word for word in secrets if len(word) > 4 and is_telling(word)]
        self.assertEqual(leaks(frames, long, names), [])
