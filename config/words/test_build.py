"""Tests of the builder's steps on small inputs, and of the committed lists.

Run from this folder with `python3 -m unittest test_build.py`; needs no network
and no package.
"""

import tempfile
import unittest
from pathlib import Path

import build

ENGLISH = Path(__file__).resolve().parent / "en"

LEMMAS = {
    "cars": {"NOUN": ("car",)},
    "felt": {"NOUN": ("felt",), "VERB": ("feel",)},
    "crane": {"NOUN": ("crane",), "VERB": ("crane",)},
    "rude": {"ADJ": ("rude",)},
    "slurs": {"NOUN": ("slurs",)},
    "fancy": {"ADJ": ("fancy",), "VERB": ("fancy",)},
    "carry": {"VERB": ("carry",)},
    "bland": {"ADJ": ("bland",)},
}


def lemmas(word):
    return LEMMAS.get(word, {})


class Normalising(unittest.TestCase):
    def test_strips_accents_and_blanks(self):
        self.assertEqual(build.normalise(" caf\u00e9\n"), "cafe")
        self.assertEqual(build.normalise("cafe\u0301"), "cafe")

    def test_refuses_names_contractions_and_other_letters(self):
        for line in ("Paris", "don't", "e-mail", "", "   ", "\u03b1lpha", "b2b"):
            self.assertIsNone(build.normalise(line), line)

    def test_scowl_is_read_by_spelling_and_size(self):
        with tempfile.TemporaryDirectory() as folder:
            scowl = Path(folder)
            (scowl / "english-words.10").write_text("caf\u00e9\nit\ndon't\n", encoding="utf-8")
            (scowl / "english-words.80").write_text("zebu\n", encoding="utf-8")
            (scowl / "english-upper.10").write_text("Paris\n", encoding="utf-8")
            self.assertEqual(build.read_scowl(["english"], [10, 20], scowl), {"cafe", "it"})


class BaseForms(unittest.TestCase):
    def is_base(self, word, *vocabulary):
        return build.is_base_form(word, lemmas, set(vocabulary))

    def test_a_known_form_of_another_word_is_refused(self):
        self.assertFalse(self.is_base("cars"))
        self.assertFalse(self.is_base("felt"))
        self.assertTrue(self.is_base("crane"))

    def test_an_unknown_regular_form_is_refused_if_its_stem_is_a_word(self):
        for word, stem in (
            ("blogs", "blog"), ("offed", "off"), ("bugled", "bugle"), ("chugged", "chug"),
            ("alibied", "aliby"), ("anteing", "ante"), ("artsiest", "artsy"),
            ("artsier", "artsy"), ("bogeymen", "bogeyman"), ("dishes", "dish"),
        ):
            self.assertFalse(self.is_base(word, stem), word)
            self.assertTrue(self.is_base(word), word)

    def test_er_is_comparison_of_adjectives_only(self):
        self.assertFalse(self.is_base("blander", "bland"))
        self.assertTrue(self.is_base("blogger", "blog"))
        self.assertTrue(self.is_base("carrier", "carry"))

    def test_double_s_is_no_plural(self):
        self.assertTrue(self.is_base("carcass", "carcas"))


class Choosing(unittest.TestCase):
    def choose(self, keep=(), drop_answers=(), drop_guesses=()):
        return build.choose(
            {"cars", "felt", "crane", "rude", "cat"},
            {"crane", "zebu", "slurs", "interesting"},
            lemmas,
            {"rude"},
            dict.fromkeys(keep, "why"),
            dict.fromkeys(drop_answers, "why"),
            dict.fromkeys(drop_guesses, "why"),
        )

    def test_filters(self):
        answers, guesses = self.choose()
        self.assertEqual(answers, {"crane"})
        self.assertEqual(guesses, {"cars", "felt", "crane", "rude", "zebu", "slurs"})

    def test_keep_overrides_both_filters(self):
        self.assertEqual(self.choose(keep=["felt", "rude"])[0], {"crane", "felt", "rude"})

    def test_a_dropped_answer_stays_a_guess(self):
        answers, guesses = self.choose(drop_answers=["crane"])
        self.assertEqual(answers, set())
        self.assertIn("crane", guesses)

    def test_a_dropped_guess_is_neither(self):
        answers, guesses = self.choose(drop_guesses=["slurs", "crane"])
        self.assertEqual(answers, set())
        self.assertFalse({"slurs", "crane"} & guesses)

    def test_kept_files_that_contradict_or_do_nothing_are_refused(self):
        for keep, answers, guesses in (
            ({"crane": "x"}, {"crane": "x"}, {}),
            ({}, {"crane": "x"}, {"crane": "x"}),
            ({"crane": "x"}, {}, {"crane": "x"}),
            ({"zebu": "x"}, {}, {}),
        ):
            with self.assertRaises(build.BuildError):
                build.check_kept({"crane"}, {"crane", "zebu"}, keep, answers, guesses)
        build.check_kept({"crane"}, {"zebu"}, {"crane": "x"}, {}, {"zebu": "x"})


class KeptFiles(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "keep.txt"
            path.write_text(text, encoding="utf-8")
            return build.read_kept(path)

    def test_reads_words_with_reasons(self):
        self.assertEqual(self.read("# why\n\nfelt\ta cloth\n"), {"felt": "a cloth"})

    def test_refuses_malformed_lines(self):
        for text in ("felt\n", "felt\t \n", "Felt\tx\n", "it\tx\n", "wept\tx\nfelt\tx\n",
                     "felt\tx\nfelt\tx\n"):
            with self.assertRaises(build.BuildError, msg=text):
                self.read(text)


class CommittedLists(unittest.TestCase):
    def setUp(self):
        self.drop_answers = build.read_kept(ENGLISH / "drop-answers.txt")
        self.drop_guesses = build.read_kept(ENGLISH / "drop-guesses.txt")
        self.keep = build.read_kept(ENGLISH / "keep.txt")

    def words(self, name, length):
        content = (ENGLISH / f"{name}-{length}.txt").read_bytes()
        self.assertTrue(content.endswith(b"\n"))
        return content.decode("ascii").removesuffix("\n").split("\n")

    def test_invariants(self):
        for length in build.LENGTHS:
            answers, guesses = (self.words(name, length) for name in ("answers", "guesses"))
            for words in (answers, guesses):
                self.assertEqual(words, sorted(set(words)), length)
                for word in words:
                    self.assertEqual(len(word), length, word)
                    self.assertTrue(build.ALPHABET.issuperset(word), word)
            self.assertEqual(set(answers) - set(guesses), set())
            self.assertEqual(set(answers) & self.drop_answers.keys(), set())
            self.assertEqual(set(guesses) & self.drop_guesses.keys(), set())

    def test_what_is_kept_is_an_answer_and_what_is_dropped_stays_a_guess(self):
        for word in self.keep:
            self.assertIn(word, self.words("answers", len(word)))
        for word in self.drop_answers:
            self.assertIn(word, self.words("guesses", len(word)))

    def test_differing_finds_a_changed_byte_and_a_missing_file(self):
        with tempfile.TemporaryDirectory() as folder:
            build.write({"a.txt": "crane\n"}, Path(folder))
            self.assertEqual(build.differing({"a.txt": "crane\n"}, Path(folder)), [])
            self.assertEqual(
                build.differing({"a.txt": "crank\n", "b.txt": ""}, Path(folder)),
                ["a.txt", "b.txt"],
            )


if __name__ == "__main__":
    unittest.main()
