"""Rounds that end by the clock end at their instant, whoever was killed before it or at it."""

# ms from the end of a round of anagrams to the instant at which the server ends it: words that it had read in time are
# judged by then.
SLACK = 1_000
# ms for what takes some: for machines that are busy with something else.
GRACE = 3_000


def ends_of_rounds(code, log, lives):
    """Faults of a room's rounds of anagrams. `lives`: from when to when the server ran, None for a life that goes on; ms since
    1970."""
    dealt, faults = {}, []
    for time, event in log:
        (kind, of), = event.items()
        if kind == "round" and of["deal"]["sprint"]["line"].startswith("anagram-"):
            dealt[of["deal"]["race"]] = of["deal"]["ends"] + SLACK
        elif kind == "roundOver" and of["result"]["race"] in dealt:
            race = of["result"]["race"]
            closes = dealt.pop(race)
            if time < closes and not of["result"].get("endedByHost", False):
                faults.append(f"room {code}: {race} ended {closes - time} ms before its time")
            late = overdue(closes, time, lives)
            if late > GRACE:
                faults.append(f"room {code}: {race} ended {late} ms late")
    for race, closes in dealt.items():
        late = overdue(closes, lives[-1][1] or closes, lives)
        if late > GRACE:
            faults.append(f"room {code}: {race} has not ended {late} ms after its time")
    return faults


def overdue(closes, until, lives):
    """So many ms from `closes` to `until` a server ran, which ends rounds also where nobody has come to the room."""
    return sum(max(0, (until if ended is None else min(ended, until)) - max(closes, begun)) for begun, ended in lives)
