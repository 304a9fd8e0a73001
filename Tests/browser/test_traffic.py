"""The search for leaks is shown leaks, so that it is known to see them."""

import json
import unittest

import marking
import server
import traffic

EVENT = {"type": "event", "room": "KYTE7", "epoch": "9f3b21c07d5e4a18", "seq": 10, "time": 1795237265000, "event": {
    "kind": "guessed", "race": "guess-en-5/2026-11-21", "seat": 1, "row": 1, "marks": "01200", "ms": 15210}}


class LeakTests(unittest.TestCase):
    def leaks(self, **fields):
        message = json.loads(json.dumps(EVENT))
        message["event"].update(fields)
        return traffic.leaks([json.dumps(message)], ["crumb", "glide"], {"Mika"})

    def test_sees_nothing_in_what_the_protocol_says(self):
        self.assertEqual(self.leaks(), [])

    def test_sees_planted_letters(self):
        for planted in ({"word": "crumb"}, {"kind": "glide"}, {"name": "CRUMB"}, {"marks": "Glide"}, {"race": "edilg"},
                        {"letters": ["c", "r"]}, {"marks": ["c", "r", "u", "m", "b"]}, {"keyboard": {"c": 2}},
                        {"marks": {"c": 2}}, {"name": "c"}, {"marks": "c0120"}, {"answer": 1}, {"ms": "c"}):
            with self.subTest(planted=planted):
                self.assertNotEqual(self.leaks(**planted), [])

    def test_sees_letters_that_are_nobodys_yet(self):
        self.assertNotEqual(self.leaks(kind="dealt", tiles="natried"), [])
        self.assertNotEqual(self.leaks(words=["rain"]), [])
        # How many words there are is told to whoever sees the tiles alone.
        self.assertNotEqual(self.leaks(counts=[38, 52, 31, 14, 3]), [])
        self.assertEqual(self.leaks(kind="guessed", length=4, points=16), [])

    def test_knows_names(self):
        self.assertEqual(self.leaks(name="Mika"), [])
        self.assertNotEqual(self.leaks(name="Mikado"), [])


class RuleTests(unittest.TestCase):
    """The rule of the marks as the browser tests know it."""

    def test_marks(self):
        for answer, guess, expected in (("theme", "eerie", "10002"), ("those", "geese", "00022"),
                                        ("dread", "added", "11012"), ("elder", "error", "20002")):
            self.assertEqual(marking.marks(answer, guess), expected)

    def test_unpacks_words(self):
        letters = "crane"
        packed = 5 << 55 | sum(ord(letter) - 97 << 50 - 5 * place for place, letter in enumerate(letters))
        self.assertEqual(server.unpacked(packed), "crane")


if __name__ == "__main__":
    unittest.main()
