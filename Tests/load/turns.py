"""Measures places in turn, and compares them within each round: what the machine does to all of them in a minute is no part of
their difference."""

import contextlib
import statistics
import time

from awake import Awake
from sampler import stolen_seconds

SHARES = ("p50", "p99")
PLAIN, AWAKE = "", ", cores kept awake"


class Turns:
    """Rounds of runs. `places` has a function by name that measures there; what it returns gives `milliseconds(share)`. With
    `is_awake` every round is made a second time, while no core of this machine can sleep."""

    def __init__(self, figures, places, is_awake):
        self._figures = figures
        self._places = places
        self._forms = (PLAIN, AWAKE) if is_awake else (PLAIN,)
        self._taken = {(form, name): [] for form in self._forms for name in places}
        self._stolen = {form: [] for form in self._forms}

    def take(self, rounds):
        """Makes the rounds. Each begins at another place."""
        names = list(self._places)
        for number in range(rounds):
            first = number % len(names)
            for form in self._forms:
                begin, before = time.monotonic(), stolen_seconds()
                with Awake() if form == AWAKE else contextlib.nullcontext():
                    for name in names[first:] + names[:first]:
                        self._run(number, form, name)
                self._stolen[form].append(100 * (stolen_seconds() - before) / (time.monotonic() - begin))

    def _run(self, number, form, name):
        run = self._places[name]()
        self._taken[form, name].append(run)
        times = ", ".join(f"{share} {run.milliseconds(share):.2f} ms" for share in SHARES)
        self._figures.say(f"round {number + 1}, {name}{form}: {times}")

    def tell(self):
        """Tells the figures of each place, and what the host took meanwhile."""
        for (form, name), runs in self._taken.items():
            for share in SHARES:
                values = [run.milliseconds(share) for run in runs]
                self._figures.put(f"guess → answer, {name}{form}, {share}", values, "ms")
        for form, shares in self._stolen.items():
            self._figures.put(f"time that the host gave to others (steal){form}, of a core", shares, "%", 1)

    def more(self, far, near, share, form=PLAIN):
        """The ms that a guess takes longer at one place than at another: the median of the rounds' differences. Tells it with how
        far the rounds lie from it."""
        pairs = zip(self._taken[form, far], self._taken[form, near], strict=True)
        differences = [one.milliseconds(share) - other.milliseconds(share) for one, other in pairs]
        name = f"{far}, more than {near}{form}, {share}"
        middle = self._figures.put(name, differences, "ms")
        self._figures.put(f"{name}: noise, half the rounds lie nearer", [noise(differences)], "ms")
        return middle

    @property
    def forms(self):
        return self._forms


def noise(values):
    """The median distance of values from their median."""
    middle = statistics.median(values)
    return statistics.median(abs(value - middle) for value in values)
