"""What a message tells of words: a player may know the own ones, and the rest of a game or a round that is over. Events and pictures
are also held to the public form of the log (disk.py); this looks into every message, whatever it is."""

import re

# Fields with terms of the protocol, of which some are words of the lists, too.
TERMS = {"type", "kind", "state", "hard", "late", "next", "phase", "game", "features", "code"}
WORD = re.compile(r"[a-z]{3,8}")


def told_too_early(message, own):
    """The words and tiles, each with its field, that a message tells before its player, who has sent the words `own`, may know
    them."""
    return [
        (field, text) for field, text, may_show_tiles in _texts(message, None, message["type"] == "game")
        if not (may_show_tiles if field == "tiles" else text in own)]


def _texts(value, field, may_show_tiles):
    """The texts of a message that may be words, but for those of what is over."""
    if isinstance(value, dict):
        if value.get("state") in ("solved", "failed") or value.get("kind") == "round_over":
            return
        for name, part in value.items():
            # A daily race shows its tiles to whoever opens it, a sprint its own to all at the start.
            yield from _texts(part, name, may_show_tiles or name == "board" or value.get("kind") == "dealt")
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part, field, may_show_tiles)
    elif isinstance(value, str) and field not in TERMS and WORD.fullmatch(value):
        yield field, value, may_show_tiles
