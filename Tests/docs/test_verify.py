"""What somebody pastes who doubts a result: the real documents of a real server, fetched and judged."""

import asyncio
import datetime
import re
import unittest

import pages
from claims import runs
from machine import BINARY, ReaderTest
from server_process import ServerProcess
from sprint import play_sprint

EXAMPLE = {"room": "KYTE7", "race": "sprint-1-2", "host": "https://words.example.org"}


class Doubts(ReaderTest):
    def setUp(self):
        super().setUp()
        data = self.machine.folder / "data"
        data.mkdir(mode=0o700)
        self.server = ServerProcess(BINARY, data)
        self.addCleanup(self.server.kill_if_alive)
        self.server.start()
        self.here = {EXAMPLE["host"]: f"http://127.0.0.1:{self.server.port}"}
        # What the pages say: ./run has built the program.
        self.paste("swift build -c release --product tilerace")

    @runs("docs/replay.md", f"curl -s '{EXAMPLE['host']}/api/v1/rooms/KYTE7/races/sprint-1-2' >")
    @runs("docs/replay.md", f"curl -s '{EXAMPLE['host']}/api/v1/rooms/KYTE7/races/sprint-1-2' |")
    def test_a_race_is_judged_again(self, file, piped):
        room, race, _ = asyncio.run(play_sprint(self.server.port, ["crane"]))
        changes = {**self.here, EXAMPLE["room"]: room, EXAMPLE["race"]: race}
        # Pages say what stands behind the seal of a sprint.
        said = self.paste(file, changes=changes)
        self.assertRegex(said, r"^verified: 1 move of 1 player in sprint-1-1")
        sealed = "as the round was dealt, before it began, says the server"
        self.assertIn(f"`{sealed}`", pages.text_of("docs/replay.md"))
        self.assertIn(sealed, said)
        self.install()
        self.assertEqual(self.installed(piped, changes=changes), said)
        # The exit codes that the page names.
        race = self.repository / "race.json"
        race.write_text(re.sub(r'"ms":(\d)', r'"ms":9\1', race.read_text(), count=1))
        self.paste(".build/release/tilerace verify race.json", status=1)
        race.write_text("{}")
        self.paste(".build/release/tilerace verify race.json", status=2)

    @runs("docs/protocol.md", "curl -s")
    def test_the_word_of_a_day_is_checked(self, block):
        day = (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=3)).date().isoformat()
        said = self.paste(block, changes={**self.here, "2026-11-19": day})
        late = "made afterwards: proves nothing about that day"
        self.assertIn(f"`{late}`", pages.text_of("docs/replay.md"))
        self.assertIn(late, said)
        self.assertIn(f"guess-en-5/{day}", said)


if __name__ == "__main__":
    unittest.main()
