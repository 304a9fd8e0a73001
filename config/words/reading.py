"""Prints lists to be read by eye."""

import random

from races import DICTIONARY, LENGTHS, SOURCE_LENGTHS, by_letters, layable


def print_columns(words, width=120):
    across = max(1, width // (max(map(len, words), default=1) + 2))
    for start in range(0, len(words), across):
        print("  ".join(words[start : start + across]))


def review(files):
    """Prints every word that the server may show by itself: answers, then other common words."""
    answers = set()
    for length in LENGTHS:
        words = files[f"answers-{length}.txt"].split()
        answers.update(words)
        print(f"\n{length} letters: {len(words)} answers")
        print_columns(words)
    for length in DICTIONARY:
        words = [word for word in files[f"common-{length}.txt"].split() if word not in answers]
        print(f"\n{length} letters: {len(words)} common words that are no answers")
        print_columns(words)


def sample(files, races=20, seed=17):
    """Prints sources drawn with a fixed seed, each with the words shown as missed."""
    common = by_letters(word for n in DICTIONARY for word in files[f"common-{n}.txt"].split())
    valid = by_letters(word for n in DICTIONARY for word in files[f"guesses-{n}.txt"].split())
    for length in SOURCE_LENGTHS:
        sources = files[f"sources-{length}.txt"].split()
        for source in sorted(random.Random(seed).sample(sources, min(races, len(sources)))):
            shown = layable(source, common)
            print(f"\n{source}: {len(shown)} common, {len(layable(source, valid))} valid")
            print_columns(sorted(shown, key=lambda word: (len(word), word)))
