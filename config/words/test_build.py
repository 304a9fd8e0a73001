"""Tests of the builder's steps on small inputs, and of the committed lists.

Run from this folder with `python3 -m unittest test_build.py`; needs no network
and no package.
"""

import collections
import random
import tempfile
import unittest
from pathlib import Path

import build
import races

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
            (scowl / "english-abbreviations.10").write_text("app\nTV\n", encoding="utf-8")
            self.assertEqual(build.read_scowl(["english"], [10, 20], scowl), {"cafe", "it"})
            self.assertEqual(build.read_scowl(["english"], [10], scowl, "abbreviations"), {"app"})


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
            {"cars", "felt", "crane", "rude", "cat", "it"},
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
        self.assertEqual(guesses, {"cars", "felt", "crane", "rude", "cat", "zebu", "slurs"})

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

    def check_kept(self, **files):
        kept = {name: {} for name in build.KEPT}
        for name, words in files.items():
            kept[name.replace("_", "-") + ".txt"] = dict.fromkeys(words, "why")
        build.check_kept(
            {"crane", "cat"}, {"crane", "cat", "cranes"}, {"crane", "zebu"}, {"app", "cat"}, kept)

    def test_kept_files_that_contradict_are_refused(self):
        for one, other in build.CONTRADICTIONS:
            files = {name.removesuffix(".txt").replace("-", "_"): ["crane"] for name in (one, other)}
            with self.assertRaisesRegex(build.BuildError, "at once: crane", msg=files):
                self.check_kept(**files)
        self.check_kept(drop_answers=["crane"], drop_common=["crane"])
        self.check_kept(drop_answers=["crane"], keep_common=["crane"])

    def test_kept_lines_that_do_nothing_are_refused(self):
        for files in (
            {"keep": ["zebu"]},
            {"keep": ["cat"]},
            {"drop_answers": ["cat"]},
            {"drop_guesses": ["dream"]},
            {"drop_words": ["dream"]},
            {"add_words": ["dream"]},
            {"add_words": ["cat"]},
            {"keep_common": ["zebu"]},
            {"drop_common": ["zebu"]},
        ):
            with self.assertRaisesRegex(build.BuildError, "not among the candidates", msg=files):
                self.check_kept(**files)
        self.check_kept(
            keep=["crane"], drop_guesses=["zebu"], drop_words=["cat"], add_words=["app"],
            drop_common=["cranes"])


class ChoosingCommon(unittest.TestCase):
    def choose(self, **files):
        kept = {name: {} for name in build.KEPT}
        for name, words in files.items():
            kept[name.replace("_", "-") + ".txt"] = words
        return build.choose_common(
            {"car", "cars", "crane", "rude", "ruder", "it", "felt"}, {"crane"}, lemmas, {"rude"}, kept)

    def test_forms_are_common_and_rude_words_and_their_forms_are_not(self):
        self.assertEqual(self.choose(), {"car", "cars", "crane", "felt"})

    def test_what_is_dropped_takes_its_forms_along(self):
        for name in ("drop_common", "drop_words", "drop_guesses", "drop_answers"):
            self.assertEqual(self.choose(**{name: {"car": "obscure"}}), {"crane", "felt"}, name)
            self.assertEqual(self.choose(**{name: {"cars": "odd"}}), {"car", "crane", "felt"}, name)

    def test_an_answer_dropped_as_a_plural_is_common(self):
        shown = self.choose(drop_answers={"cars": build.INFLECTED, "felt": "obscure"})
        self.assertEqual(shown, {"car", "cars", "crane"})

    def test_a_kept_word_is_common_and_so_are_its_forms(self):
        for name in ("keep", "keep_common"):
            self.assertEqual(
                self.choose(**{name: {"rude": "why"}}),
                {"car", "cars", "crane", "felt", "rude", "ruder"}, name)
        self.assertIn("cars", self.choose(drop_common={"car": "odd"}, keep_common={"cars": "why"}))

    def test_an_answer_is_common_whatever_it_is_a_form_of(self):
        self.assertIn("crane", self.choose(drop_guesses={"crane": "slur"}))

    def test_a_common_word_that_cannot_be_laid_or_an_answer_that_is_not_common_is_refused(self):
        kept = {"drop-common.txt": {}}
        build.check_common({"crane"}, {"crane", "cars"}, {"crane", "cars"}, kept)
        for answers, guesses, common, dropped in (
            ({"crane"}, {"crane"}, {"crane", "cars"}, {}),
            ({"crane"}, {"crane"}, set(), {}),
            ({"crane"}, {"crane"}, {"crane"}, {"crane": "odd"}),
        ):
            with self.assertRaises(build.BuildError):
                build.check_common(answers, guesses, common, {"drop-common.txt": dropped})


def can_lay(word, source):
    """Whether the word can be laid from the source, tile by tile: slow, and plainly right."""
    tiles = list(source)
    for letter in word:
        if letter not in tiles:
            return False
        tiles.remove(letter)
    return True


class Laying(unittest.TestCase):
    def test_layable_is_what_laying_tile_by_tile_finds(self):
        chance = random.Random(17)
        for _ in range(300):
            # Few letters make many doubles, which are where a wrong count of tiles shows.
            letters = "abcde"[: chance.randint(1, 5)]
            words = {
                "".join(chance.choices(letters, k=chance.randint(3, 8))) for _ in range(200)
            }
            source = "".join(chance.choices(letters, k=chance.choice(build.SOURCE_LENGTHS)))
            self.assertEqual(
                races.layable(source, races.by_letters(words)),
                sorted(word for word in words if can_lay(word, source)),
                source,
            )

    def sources(self, answers, sizes, guesses=(), common=()):
        """What `choose_sources` makes of words that are common enough by themselves."""
        filler = {f"ab{'c' * n}" for n in range(1, 4)}
        with_bounds = races.LEAST_COMMON, races.MOST_VALID
        races.LEAST_COMMON, races.MOST_VALID = 2, 4
        try:
            return build.choose_sources(
                answers, set(answers) | filler | set(guesses), set(answers) | set(common), sizes)
        finally:
            races.LEAST_COMMON, races.MOST_VALID = with_bounds

    def test_the_commonest_of_the_same_letters_is_the_source_and_then_the_first(self):
        words = ["players", "parsley", "sparely"]
        self.assertEqual(self.sources(words, {"players": 10, "parsley": 40, "sparely": 40}), {"players"})
        self.assertEqual(self.sources(words, {"players": 40, "parsley": 35, "sparely": 35}), {"parsley"})

    def test_bounds(self):
        sizes = {"players": 10, "replays": 10}
        self.assertEqual(self.sources(["players"], sizes), set(), "one common word is too few")
        self.assertEqual(self.sources(["players"], sizes, ["play"], ["play"]), {"players"})
        valid = ["play", "plays", "layer"]
        self.assertEqual(self.sources(["players"], sizes, valid, valid), {"players"})
        self.assertEqual(self.sources(["players"], sizes, [*valid, "slay"], valid), set(), "five are too many")

    def test_only_seven_and_eight_letters_are_sources(self):
        words = {"crates": 10, "traces": 10, "reacts": 10}
        self.assertEqual(self.sources(words, words), set())


class KeptFiles(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "keep.txt"
            path.write_text(text, encoding="utf-8")
            return build.read_kept(path)

    def test_reads_words_with_reasons(self):
        self.assertEqual(self.read("# why\n\nfelt\ta cloth\n"), {"felt": "a cloth"})

    def test_refuses_malformed_lines(self):
        for text in ("felt\n", "felt\t \n", "Felt\tx\n", "it\tx\n", "abductors\tx\n", "wept\tx\nfelt\tx\n",
                     "felt\tx\nfelt\tx\n"):
            with self.assertRaises(build.BuildError, msg=text):
                self.read(text)


class CommittedLists(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kept = {name: build.read_kept(ENGLISH / name) for name in build.KEPT}
        cls.guesses = {length: cls.words("guesses", length) for length in build.DICTIONARY}
        cls.common = {length: cls.words("common", length) for length in build.DICTIONARY}
        cls.answers = {length: cls.words("answers", length) for length in build.LENGTHS}
        cls.sources = {length: cls.words("sources", length) for length in build.SOURCE_LENGTHS}

    @staticmethod
    def words(name, length):
        content = (ENGLISH / f"{name}-{length}.txt").read_bytes()
        assert content.endswith(b"\n"), (name, length)
        return content.decode("ascii").removesuffix("\n").split("\n")

    def test_every_list_is_sorted_and_of_words_of_one_length(self):
        for lists in (self.guesses, self.common, self.answers, self.sources):
            for length, words in lists.items():
                self.assertEqual(words, sorted(set(words)), length)
                for word in words:
                    self.assertEqual(len(word), length, word)
                    self.assertTrue(build.ALPHABET.issuperset(word), word)

    def test_answers_are_guesses_and_common_and_what_is_dropped_is_not_there(self):
        for length, words in self.guesses.items():
            self.assertFalse(words & self.kept["drop-guesses.txt"].keys())
            self.assertFalse(words & self.kept["drop-words.txt"].keys())
            self.assertLessEqual(set(self.common[length]), set(words))
        for length, words in self.answers.items():
            self.assertFalse(words & self.kept["drop-answers.txt"].keys())
            self.assertLessEqual(set(words), set(self.common[length]))

    def test_what_readers_took_out_is_not_shown_as_missed(self):
        shown = set().union(*self.common.values())
        reasons = {w: why for name in ("drop-answers.txt", "drop-common.txt") for w, why in self.kept[name].items()}
        kept = self.kept["keep.txt"].keys() | self.kept["keep-common.txt"].keys()
        self.assertEqual(
            {w for w, why in reasons.items() if why != build.INFLECTED} & shown - kept, set())
        self.assertLessEqual(kept, shown)
        self.assertIn(build.INFLECTED, reasons.values())
        # Forms of what was taken out, and what only the lists of profanity know.
        self.assertFalse({"abusing", "bombed", "idiots", "nude", "sexed"} & shown)

    def test_a_source_is_an_answer_and_stands_alone_for_its_letters(self):
        for length, sources in self.sources.items():
            letters = collections.Counter("".join(sorted(source)) for source in sources)
            self.assertLessEqual(set(sources), set(self.answers[length]))
            self.assertEqual([same for same, count in letters.items() if count > 1], [])

    def test_every_answer_within_the_bounds_has_a_source_and_no_other(self):
        valid = races.by_letters(set().union(*self.guesses.values()))
        common = races.by_letters(set().union(*self.common.values()))
        for length, sources in self.sources.items():
            wanted = {
                letters
                for letters in races.by_letters(self.answers[length])
                if len(races.layable(letters, common)) >= 30 and len(races.layable(letters, valid)) <= 250
            }
            self.assertEqual({"".join(sorted(source)) for source in sources}, wanted)

    def test_races_by_chance_keep_the_bounds_when_laid_tile_by_tile(self):
        guesses = set().union(*self.guesses.values())
        common = set().union(*self.common.values())
        for length, sources in self.sources.items():
            for source in random.Random(length).sample(sources, 15):
                valid = {word for word in guesses if can_lay(word, source)}
                self.assertLessEqual(len(valid), 250, source)
                self.assertGreaterEqual(len(valid & common), 30, source)
                self.assertIn(source, valid & common)

    def test_what_is_kept_is_an_answer_and_what_is_dropped_stays_a_guess(self):
        for word in self.kept["keep.txt"]:
            self.assertIn(word, self.answers[len(word)])
        for word in self.kept["drop-answers.txt"] | self.kept["drop-common.txt"] | self.kept["add-words.txt"]:
            self.assertIn(word, self.guesses[len(word)])

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
