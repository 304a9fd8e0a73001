"""Words laid from tiles, as players of anagrams find them."""

from collections import defaultdict
from itertools import combinations

from game_socket import Refused
from server_process import ROOT

LINE = "anagram-en-7"
# Of all daily races: words of every length beside it.
LINES = ",".join(["guess-en-5", LINE, *(f"guess-en-{length}" for length in (4, 6, 7, 8))])
# Why a word is not taken, whenever it comes.
NO_WORD = {"not_in_word_list", "not_layable", "too_short"}
# A player tries so many words that are none.
NONSENSE = 0.1


class Dictionary:
    """The words that can be laid, by their letters."""

    def __init__(self):
        self._words = defaultdict(list)
        for length in range(3, 9):
            for word in (ROOT / "config" / "words" / "en" / f"guesses-{length}.txt").read_text().split():
                self._words["".join(sorted(word))].append(word)

    def layable(self, tiles):
        """Every word that can be laid from these tiles, ascending."""
        letters = sorted(tiles)
        parts = {"".join(part) for length in range(3, len(letters) + 1) for part in combinations(letters, length)}
        return sorted(word for part in parts for word in self._words.get(part, ()))


class Hand:
    """One player's hand in one game of anagrams: the words still to lay, and the one that is on its way."""

    def __init__(self, guest, puzzle, tiles):
        self._guest = guest
        self._puzzle = puzzle
        self._words = guest.arena.dictionary.layable(tiles)
        self._random = guest.arena.random
        self._random.shuffle(self._words)
        self._laid = []
        self._under_way = None

    async def lay(self, request, copies=1):
        """Lays a word by `request`: first the one of which a kill took the answer, which must be taken or answered again.
        Returns whether the game takes words still."""
        guest, random = self._guest, self._random
        word = self._under_way or self._choose()
        self._under_way = word
        guest.arena.ledger.sent(guest.player, self._puzzle, None, word)
        try:
            await request(word, copies)
        except Refused as refusal:
            self._under_way = None
            guest.arena.ledger.refused(guest.player, self._puzzle, word)
            if refusal.code not in NO_WORD:
                # The caller knows which refusals mean that the time is up.
                raise
            return True
        self._under_way = None
        self._laid.append(word)
        return bool(self._words)

    def _choose(self):
        draw = self._random.random()
        if self._laid and draw < 0.1:
            # It is answered as the first time.
            return self._random.choice(self._laid)
        if draw < 0.1 + NONSENSE:
            return self._random.choice(("zzz", "xq", "qwxzv"))
        return self._words.pop()
