"""What a message tells of words: a player may know the own ones, and the rest of a game or a round that is over. Events and pictures
are also held to the public form of the log (disk.py); this looks into every message, whatever it is."""

import re

# Fields with terms of the protocol, of which some are words of the lists, too.
TERMS = {"type", "kind", "state", "hard", "late", "next", "phase", "game", "features", "code"}
WORD = re.compile(r"[a-z]{3,8}")


def told_too_early(message, own):
    """The words and tiles, each with its field, that a message tells before its player, who has sent the words `own`, may know
    them. That a sprint shows its tiles at its start, and not before, is held by SprintSecrecyTests."""
    return [
        (field, text) for field, text, may_show_tiles in _texts(message, None, message["type"] == "game")
        if not (may_show_tiles if field == "tiles" else text in own)]


def _texts(value, field, may_show_tiles):
    """The texts of a message that may be words, but for those of what is over."""
    if isinstance(value, dict):
        if value.get("state") in ("solved", "failed") or value.get("kind") == "round_over":
            return
        # A daily race shows its tiles to whoever opens it, a sprint its own to all at the start.
        shows = may_show_tiles or value.get("kind") in ("dealt", "sprint")
        for name, part in value.items():
            if name == "races" and _is_between_rounds(value):
                part = [race for race in part if race.get("kind") != "sprint"]
            yield from _texts(part, name, shows or name == "board")
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part, field, may_show_tiles)
    elif isinstance(value, str) and field not in TERMS and WORD.fullmatch(value):
        yield field, value, may_show_tiles


def _is_between_rounds(picture):
    """Whether the round that a picture of a room shows is over."""
    return (picture.get("series") or {}).get("phase") in ("pause", "over")
