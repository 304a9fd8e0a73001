"""Figures of a measurement, with their rounds and bars."""

import json
import os
import statistics
import sys
from pathlib import Path


class Figures:
    """What was measured: a line each, and all of it for programs."""

    def __init__(self, is_json):
        self._output = sys.stderr if is_json else sys.stdout
        self._is_json = is_json
        self.all = {}
        self.missed = []

    def say(self, text):
        print(text, file=self._output, flush=True)

    def put(self, name, values, unit="", digits=2):
        """One figure, of every round. Returns its median."""
        middle = statistics.median(values)
        self.all[name] = {"median": middle, "rounds": values, "unit": unit}
        rounds = ", ".join(f"{value:,.{digits}f}" for value in values)
        self.say(f"{name}: {middle:,.{digits}f}{unit and ' ' + unit}" + (f" ({rounds})" if len(values) > 1 else ""))
        return middle

    def hold(self, name, value, bar, is_met, unit="", digits=2):
        """A figure with a bar."""
        self.all[name] = {"value": value, "bar": bar, "met": is_met, "unit": unit}
        if not is_met:
            self.missed.append(name)
        word = "met" if is_met else "MISSED"
        self.say(f"{name}: {value:,.{digits}f}{unit and ' ' + unit}; the bar is {bar:,}: {word}")

    def end(self):
        load = Path("/proc/loadavg").read_text().split()[0]
        self.say(f"load average of the machine {load} on {os.cpu_count()} cores")
        if self._is_json:
            print(json.dumps(self.all, indent=2))
        return 1 if self.missed else 0
