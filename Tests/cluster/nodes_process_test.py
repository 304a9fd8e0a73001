"""The loads of several machines say what they are asked for: small ones, whose figures mean nothing.

    TILERACE_BINARY=.build/debug/tilerace python3 -m unittest discover --start-directory Tests/cluster --pattern '*_process_test.py'
"""

import json
import os
import subprocess
import sys
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOADS = ROOT / "Tests" / "load"
sys.path.insert(0, str(LOADS))

from awake import Awake  # noqa: E402
from figures import Figures  # noqa: E402
from sampler import Sampler  # noqa: E402
from turns import PLAIN, Turns, noise  # noqa: E402

BINARY = Path(os.environ.get("TILERACE_BINARY", ROOT / ".build" / "debug" / "tilerace")).resolve()
FEW = ["--rounds", "1", "--seconds", "1", "--warm-up", "0", "--json"]


class NodesTest(unittest.TestCase):
    def figures(self, *arguments):
        """What a load measures, by name."""
        done = subprocess.run(
            [LOADS / "nodes.py", *arguments, *FEW], env={**os.environ, "BINARY": str(BINARY)}, capture_output=True, text=True,
            timeout=300)
        # 1: a bar is missed, as small loads of a debug build may.
        self.assertIn(done.returncode, (0, 1), done.stderr)
        self.assertTrue(done.stdout, done.stderr)
        self.assertNotIn("refused", done.stderr)
        return json.loads(done.stdout)

    def test_guesses_are_timed_at_each_kind_of_node(self):
        figures = self.figures("guesses", "--players", "8", "--rooms", "2", "--awake")
        far = "three nodes, at one that does not decide"
        for form in ("", ", cores kept awake"):
            for place in ("one node alone", "three nodes, at the one that decides", far):
                self.assertGreater(figures[f"guess → answer, {place}{form}, p50"]["median"], 0)
            self.assertIn(f"{far}, more than three nodes, at the one that decides{form}, p99", figures)
            self.assertGreaterEqual(figures[f"time that the host gave to others (steal){form}, of a core"]["median"], 0)
        self.assertEqual(figures["a guess at a node that does not decide takes longer than at one alone, p99"]["bar"], 5)

    def test_capacity_says_what_goes_over_the_bus_and_to_the_disk(self):
        figures = self.figures("capacity", "--players", "200", "--rooms", "50")
        for name in ("messages of NATS for a guess, published", "bytes of NATS for a guess, delivered",
                     "bytes of PostgreSQL's log (WAL) for a guess", "guesses a second, one machine with SQLite"):
            self.assertGreater(figures[name]["median"], 0, name)
        self.assertGreater(figures["rows of moves"]["median"], 0)
        self.assertGreater(figures["bytes of a row of moves, with its indexes"]["median"], 0)

    def test_watchers_hear_of_guesses_and_what_they_cost_is_said(self):
        figures = self.figures("watchers", "--players", "4", "--watchers", "30")
        for name in ("nobody watches", "30 at another node", "2 × 30 at two others", "3 × 30, its own among them"):
            self.assertIn(f"processor time of the one that decides for an event, {name}", figures)
        self.assertGreater(figures["the third, resident memory"]["median"], 0)
        self.assertGreater(figures["watchers hear of a guess after, p99"]["median"], 0)


class SamplerTest(unittest.TestCase):
    def test_what_was_between_two_samples_is_a_part_of_their_difference(self):
        sampler = Sampler({}, None, ([], {}))
        sampler._samples = [(10.0, {"a": 0}), (11.0, {"a": 100}), (13.0, {"a": 100}), (14.0, {"a": 400})]
        for begin, end, change, value in (
                (10.0, 11.0, 100, 100), (10.5, 12.0, 50, 100), (10.25, 13.5, 225, 250), (0.0, 20.0, 400, 400), (12.0, 12.0, 0, 100)):
            self.assertEqual(sampler.between(begin, end), {"a": change, "at end a": value})
        sampler._samples = sampler._samples[:1]
        with self.assertRaises(RuntimeError):
            sampler.between(10, 11)

    def test_this_process_takes_time_and_memory(self):
        from sampler import kernel_bytes, processor_seconds, resident_bytes
        before, until = processor_seconds(os.getpid()), time.monotonic() + 0.2
        while time.monotonic() < until:
            pass
        self.assertGreater(processor_seconds(os.getpid()), before)
        self.assertGreater(resident_bytes(os.getpid()), 1 << 20)
        self.assertGreater(kernel_bytes(), 0)


class TurnsTest(unittest.TestCase):
    def test_places_are_compared_within_each_round_in_an_order_that_goes_round(self):
        class Run:
            def __init__(self, time):
                self.milliseconds = lambda share: time

        # The second round has a machine that is slow for all.
        times = {"near": iter([1, 11, 1, 2]), "far": iter([3, 12, 4, 4])}
        asked = []

        def place(name):
            def measure():
                asked.append(name)
                return Run(next(times[name]))
            return measure

        figures = Figures(True)
        turns = Turns(figures, {name: place(name) for name in times}, False)
        turns.take(4)
        turns.tell()
        self.assertEqual(asked, ["near", "far", "far", "near", "near", "far", "far", "near"])
        self.assertEqual(turns.more("far", "near", "p50"), 2)
        self.assertEqual(figures.all["far, more than near, p50"]["rounds"], [2, 1, 3, 2])
        self.assertEqual(turns.forms, (PLAIN,))

    def test_noise_is_the_median_distance_from_the_median(self):
        self.assertEqual(noise([1, 2, 3, 4, 100]), 1)
        self.assertEqual(noise([5]), 0)


class AwakeTest(unittest.TestCase):
    def test_each_core_has_a_spinner_of_the_lowest_kind_until_the_end(self):
        with Awake() as awake:
            spinners = list(awake._spinners)
            self.assertEqual(len(spinners), len(os.sched_getaffinity(0)))
            deadline = time.monotonic() + 20
            while {os.sched_getscheduler(spinner) for spinner in spinners} != {os.SCHED_IDLE}:
                self.assertLess(time.monotonic(), deadline)
        for spinner in spinners:
            with self.assertRaises(ProcessLookupError):
                os.kill(spinner, 0)


if __name__ == "__main__":
    unittest.main()
