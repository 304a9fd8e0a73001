"""What somebody pastes who measures or tests: with fewer players and seconds than the pages name."""

import unittest

from claims import runs
from machine import ReaderTest
from server_process import free_port


class Measure(ReaderTest):
    def built(self):
        """What the pages say comes first: ./run has built the program."""
        self.paste("swift build -c release --product tilerace")

    @runs("docs/performance.md", "ulimit -n 100000\n.build/release/tilerace serve")
    @runs("docs/performance.md", "ulimit -n 100000\n.build/release/tilerace bench")
    def test_a_load_is_played(self, serve, bench):
        self.built()
        # “If so many are not allowed”: not every machine that tests allows them.
        files = {"ulimit -n 100000": "ulimit -n 4096"}
        port = free_port()
        _, interrupt = self.serve(serve, changes={**files, "8090": port})
        self.assertTrue((self.machine.root / "tmp/tilerace-load/tilerace.db").exists())
        self.paste(bench, changes={**files, "8090": port, "--players 200 --rooms 50 --rate 200 --seconds 30":
                                   "--players 20 --rooms 5 --rate 20 --seconds 1 --warm-up 0"})
        interrupt()

    @runs("docs/performance.md", "Tests/load/load.sh watchers")
    def test_the_loads_of_the_page(self, block):
        self.built()
        few = "--seconds 1 --warm-up 0"
        said = self.paste(block, changes={
            "load.sh watchers": f"load.sh watchers --watchers 20 {few}", "load.sh idle": f"load.sh idle --idle 20 {few}"})
        self.assertEqual(said.count("load average"), 2)

    @runs("docs/performance.md", "Tests/load/load.sh anagrams")
    def test_the_loads_of_anagrams(self, block):
        self.built()
        few = "--watchers 20 --seconds 1 --warm-up 0"
        said = self.paste(block, changes={"--rooms 2": f"--rooms 2 {few}"})
        self.assertEqual(said.count("load average"), 1)

    @runs("docs/performance.md", "export TILERACE_MEASURE=1")
    def test_results_are_written(self, block):
        # `tilerace-rankings` is built by no lane of ./test; that the package has it, the stand-in of swift asks.
        said = self.paste(block, changes={
            "\n.build/release/tilerace-rankings": "\n: .build/release/tilerace-rankings",
            "--players 1000000 --days 10": "--players 10 --days 2 --starts 1"})
        self.assertIn("20 results", said.replace(",", ""))

    @runs("docs/performance.md", "strace")
    def test_the_lists_are_read(self, block):
        # Not every machine lets a program be traced. What is traced serves, and the last line finds what it looks for.
        self.built()
        first, second = block.text.strip().split("\n")
        traced = "strace -f --seccomp-bpf -ttt -e trace=openat -o opens "
        _, interrupt = self.serve(first, changes={traced: ""})
        interrupt()
        # The server reads some lists of the folder only: those of the game of guessing.
        folder = self.repository / "config/words/en"
        lists = "".join(
            f"openat(AT_FDCWD, \"{folder}/{name}-{length}.txt\")\n"
            for length in range(4, 9) for name in ("answers", "guesses"))
        (self.repository / "opens").write_text(lists)
        self.assertEqual(self.paste(second).count("openat"), 3)

    @runs("docs/performance.md", "swift build -c release --product tilerace-echo\n.build")
    def test_the_echo_server_starts(self, block):
        port = free_port()
        shell = self.machine.popen(block.text, self.repository, {"9001": port})
        self.addCleanup(self.end, shell)
        for line in shell.stdout:
            if str(port) in line:
                break
        else:
            self.fail("the echo server ended")

    @runs("docs/performance.md", "swift build -c release --product tilerace-echo\npython3")
    def test_idle_connections_are_weighed(self, block):
        self.assertIn("TLS", self.paste(block, changes={"--connections 2000": "--connections 20"}))

    @runs("docs/performance.md", "SWIFT_DETERMINISTIC_HASHING")
    def test_the_simulation_is_found(self, block):
        # The stand-in of swift looks for a test of that name.
        self.paste(block)
        self.paste(block, changes={"nothingIsLost": "nothingIsThere"}, status=1)

    @runs("docs/operations.md", "swift build\nTILERACE_FULL")
    def test_kills_are_counted(self, block):
        said = self.paste(block, changes={"--kills 255": "--kills 1"})
        # Two kills more end rounds of a sprint.
        self.assertEqual(said.count("Crash test: 3 kills"), 2, said)


if __name__ == "__main__":
    unittest.main()
