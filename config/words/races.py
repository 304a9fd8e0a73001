"""What the letters of a word give in an anagram race, and which words make a race."""

import itertools

# Lengths of the guess game, and those of the dictionary of anagram races, which is
# the same guesses with three-letter words added.
LENGTHS = range(4, 9)
DICTIONARY = range(3, 9)

# Lengths of the sources of anagram races, and the bounds on what their letters give. Fewer
# common words make a dull race; with more valid words nobody can tell how far they came.
SOURCE_LENGTHS = (7, 8)
LEAST_COMMON = 30
MOST_VALID = 250


def by_letters(words):
    """{sorted letters: the words made of exactly these letters}."""
    groups = {}
    for word in sorted(words):
        groups.setdefault("".join(sorted(word)), []).append(word)
    return groups


def layable(letters, groups):
    """The words of the groups that can be laid, using each letter as often as `letters` has it."""
    ordered = sorted(letters)
    choices = {
        "".join(choice)
        for length in DICTIONARY
        for choice in itertools.combinations(ordered, length)
    }
    return sorted(itertools.chain.from_iterable(groups.get(choice, ()) for choice in choices))


def choose_sources(answers, guesses, common, sizes):
    """The answers whose letters make a race, one for each set of letters.

    Answers with the same letters (`printer`, `reprint`) would be the same race twice.
    The commonest by SCOWL's size is chosen, then the first in the alphabet, because
    the source is revealed as the word behind the tiles.
    """
    valid, shown = by_letters(guesses), by_letters(common)
    sources = set()
    for letters, words in by_letters(answers).items():
        if len(letters) not in SOURCE_LENGTHS:
            continue
        if len(layable(letters, shown)) >= LEAST_COMMON and len(layable(letters, valid)) <= MOST_VALID:
            sources.add(min(words, key=lambda word: (sizes[word], word)))
    return sources
