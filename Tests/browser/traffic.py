"""Everything that a page hears from the server, and the search for letters in it."""

import json
import re

# What a watcher may hear. Whatever is not one of these is not explained, and so a leak until somebody explains it here.
TYPES = {"welcome", "watching", "event", "presence", "pong", "left", "day", "resync", "guess", "reaction", "lobby"}
EVENTS = {"created", "joined", "left", "renamed", "hosted", "opened", "started", "guessed", "finished",
          "settings", "named", "locked", "password", "listed", "kicked", "unkicked", "closed", "ready", "series", "round", "series_over", "pseudonym", "sit_out",
          "daily", "dealt"}
# Keys whose texts are of a few words each.
CHOICES = {
    "features": {"guess", "archive", "practice", "ranking", "sprint", "classroom", "teacher"}, "state": {"playing", "solved", "failed"}, "language": {"en"}, "hard": {"off", "hard", "ultra"}, "late": {"start", "wait"}, "next": {"auto", "host"},
    "phase": {"round", "pause", "over"}, "reason": {"kicked", "closed", "new_code"},
    "reaction": {"wave", "clap", "laugh", "wow", "heart", "fire", "think", "gg", "nudge"},
    "reach": {"public", "network", "asked", "local"},
    # The race of a snapshot, the game of a sprint's settings.
    "kind": {"sprint", "guess", "anagram"}, "game": {"anagram"},
}
KEYS = {
    "re", "type", "protocol", "time", "server", "name", "player", "id", "today", "puzzle", "number", "length", "rows", "day",
    "ends", "commitment", "rooms", "games", "limits", "message", "members", "features", "room", "epoch", "seq",
    "recovered", "snapshot", "host", "seat", "races", "race", "lanes", "marks", "ms", "present", "watchers", "finish",
    "solved", "turns", "event", "events", "kind", "row",
    # Rooms with sprints
    "locked", "listed", "password", "needed", "kicked", "ready", "sprint", "sprints", "lengths", "language", "hard", "limit", "rounds", "late",
    "next", "series", "round", "of", "phase", "points", "cancelled", "podium", "place", "seats", "starts", "reaction", "reason", "pseudonym", "on", "out",
    # Games of points and letters. Their letters themselves are no text that is explained here: whose they are already
    # says the test.
    "game", "seconds", "tiles", "score",
    # GET /api/v1/address
    "url", "reach",
    # GET /api/v1/today
    "finished", "median", "distribution",
    # One's own results, which home shows
    "line", "lines", "daily", "played", "won", "percent", "streak", "current", "longest", "average", "last", "first", "state", "ranked",
}
FORMS = [
    re.compile(form) for form in (
        r"[0-2]{4,11}",  # marks
        r"https?://[a-z0-9.-]+(:\d+)?",  # where the server is
        r"[A-HJKMNP-TV-Z2-9]{5}",  # a room's code
        r"[0-9a-f]{16}",  # an epoch
        r"[0-9a-f]{32}",  # a player
        r"[0-9a-f]{64}",  # a commitment
        r"(guess|anagram)-[a-z]{2}-\d+/\d{4}-\d\d-\d\d",  # a puzzle, a race
        r"(guess|anagram)-[a-z]{2}-\d+",  # a line
        r"sprint-\d+-\d+",  # a round of a sprint
        r"\d{4}-\d\d-\d\d",  # a day
    )
]


class Traffic:
    """The frames that reach a page, and the bodies of the API's answers."""

    def __init__(self, page):
        self.received = []
        self.sent = []
        self.sockets = 0
        page.on("websocket", self._watch)
        page.on("response", self._answered)

    def _watch(self, socket):
        self.sockets += 1
        socket.on("framereceived", lambda payload: self.received.append(text(payload)))
        socket.on("framesent", lambda payload: self.sent.append(text(payload)))

    def _answered(self, response):
        # A QR code is a picture of the address, and no JSON.
        if "/api/" not in response.url or response.status == 101 or ".svg" in response.url:
            return
        try:
            self.received.append(response.text())
        except Exception as error:  # noqa: BLE001 - the page went on before the body was fetched
            self.received.append(json.dumps({"type": "pong"})) if "No resource" in str(error) else None

    def messages(self):
        """The received messages as values."""
        return [json.loads(frame) for frame in self.received]


def text(payload):
    """A frame's payload as text, also if it was sent as bytes."""
    return payload if isinstance(payload, str) else payload.decode("utf-8", "replace")


def leaks(frames, secrets, names):
    """What in `frames` a watcher may not hear: the `secrets` themselves, in any case and also backwards, and any key or
    text that is neither of the protocol nor one of `names`."""
    found = []
    for frame in frames:
        # Names are random; one that holds a secret by chance is no leak.
        bare = frame
        for name in names:
            bare = bare.replace(json.dumps(name, ensure_ascii=False), '""')
        lower = bare.lower()
        found += [f"{secret!r} in {frame}" for secret in secrets if secret in lower or secret[::-1] in lower]
        found += [f"{value!r} in {frame}" for value in unexplained(json.loads(frame), names)]
    return found


def unexplained(value, names, key=None):
    """The keys and texts of a message that the protocol does not explain."""
    if isinstance(value, dict):
        odd = [name for name in value if name not in KEYS]
        return odd + [text for name, part in value.items() for text in unexplained(part, names, name)]
    if isinstance(value, list):
        return [text for part in value for text in unexplained(part, names, key)]
    if not isinstance(value, str):
        return []
    if key == "type" and value in TYPES or key == "kind" and value in EVENTS or value in CHOICES.get(key, ()):
        return []
    if value in names or any(form.fullmatch(value) for form in FORMS):
        return []
    return [value]
