"""Tests of the builder's steps on small inputs, and of the committed lists. Needs no network and no package."""

import unittest
from pathlib import Path

import build

HERE = Path(__file__).resolve().parent


def read(name):
    return build.read_words((HERE / name).read_text(encoding="utf-8").splitlines())


class Steps(unittest.TestCase):
    def test_entries_are_squeezed_and_odd_ones_left_out(self):
        self.assertEqual(build.squeeze(" Golden Shower\n"), "goldenshower")
        self.assertEqual(build.squeeze("dog-style"), "dogstyle")
        for line in ("", "a", "xx", "b00bs", "sh!t", "s.o.b.", "masterbat*", "- -", "é"):
            self.assertIsNone(build.squeeze(line), line)

    def test_what_is_kept_is_not_refused_and_must_be_there(self):
        self.assertEqual(build.choose(["tit", "Organ", "tit", "b2b"], ["organ"]), ["tit"])
        with self.assertRaises(build.BuildError):
            build.choose(["tit"], ["organ"])

    def test_more_words_are_refused_and_are_in_no_source(self):
        self.assertEqual(build.choose(["tit"], [], ["fgt"]), ["fgt", "tit"])
        with self.assertRaises(build.BuildError):
            build.choose(["tit"], [], ["tit"])

    def test_comments_are_no_words(self):
        self.assertEqual(build.read_words(["# why", "", " word  # this one"]), ["word"])


class Lists(unittest.TestCase):
    def test_words_are_sorted_small_letters(self):
        words = read("words.txt")
        self.assertEqual(words, sorted(set(words)))
        for word in words + read("stems.txt") + read("innocent.txt"):
            self.assertRegex(word, r"^[a-z]{3,}$")

    def test_no_word_is_kept_and_refused(self):
        self.assertEqual(set(read("words.txt")) & set(read("keep.txt")), set())
        self.assertEqual(set(read("more.txt")) - set(read("words.txt")), set())

    def test_every_innocent_word_has_a_stem_or_is_a_phrase_with_a_word(self):
        refused = read("words.txt")
        for word in read("innocent.txt"):
            letters = "".join(a for a, b in zip(word, " " + word) if a != b)
            has_stem = any(stem in word or stem in letters for stem in read("stems.txt"))
            self.assertTrue(has_stem or any(word != other and other in word for other in refused), word)


if __name__ == "__main__":
    unittest.main()
