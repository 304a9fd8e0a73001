"""Every fenced block of every page is held: by a test that pastes it, by a test elsewhere, or by a reason and what is tried instead."""

import ast
import re
import subprocess
import unittest

import claims
import pages
# The tests that say which blocks they run.
import test_install  # noqa: F401
import test_measure  # noqa: F401
import test_monitoring  # noqa: F401
import test_operate  # noqa: F401
import test_verify  # noqa: F401
from machine import ReaderTest
from server_process import ROOT


class Claims(unittest.TestCase):
    def holders(self, block):
        """All that hold a block."""
        tables = [("run by", claims.RUN), ("held by", claims.ELSEWHERE), ("not run:", claims.UNRUN)]
        found = [
            f"{how} {held}" for how, table in tables for (page, beginning), held in table.items()
            if page == block.page and block.text.startswith(beginning)]
        return found + [held for (page, language), held in claims.MESSAGES.items() if (page, language) == (block.page, block.language)]

    def test_every_block_is_held_once(self):
        faults = []
        for block in pages.all_blocks():
            holders = self.holders(block)
            if len(holders) != 1:
                faults.append(f"{block}: {', '.join(holders) or 'run by no test, and not in the tables of claims.py'}")
        self.assertEqual(faults, [])

    def test_every_claim_is_of_one_block(self):
        for table in (claims.RUN, claims.ELSEWHERE, claims.UNRUN):
            for page, beginning in table:
                pages.find(page, beginning)
        for tests in claims.RUN.values():
            self.assertEqual(len(tests), 1, tests)
        for page, language in claims.MESSAGES:
            self.assertTrue(any(block.language == language for block in pages.blocks_of(page, pages.text_of(page))), language)

    def test_tests_elsewhere_read_the_page(self):
        for (page, _), path in {**claims.ELSEWHERE, **claims.MESSAGES}.items():
            self.assertIn(page.rpartition("/")[2], (ROOT / path).read_text(), path)
        # That test picks these lines from the page.
        block = pages.find("docs/names.md", "sudo tilerace admin --data /var/lib/tilerace players")
        for line in block.text.splitlines():
            self.assertTrue(line.startswith("sudo tilerace admin "), line)

    def test_faults_of_pages_are_seen(self):
        block = "```sh\necho\n```\n"
        (found,) = pages.blocks_of("a.md", f"- x\n\n    more of x\n\n{block}")
        self.assertEqual((found.line, found.language, found.text), (5, "sh", "echo\n"))
        self.assertEqual(self.holders(found), [])
        for text in ("```sh\necho\n", "words\n\n    echo\n", "- x\n\nwords\n\n    echo\n"):
            with self.assertRaises(ValueError):
                pages.blocks_of("a.md", text)


class Unrun(ReaderTest):
    """What is tried of blocks that cannot be run here. A line that none of these forms fits is a fault."""

    def lines(self, kind):
        """The pages and lines of the blocks that `claims.UNRUN` gives to one test; each of them is at least the shell's grammar."""
        found = []
        for (page, beginning), (reason, held_by) in claims.UNRUN.items():
            self.assertTrue(reason)
            self.assertIn(f"test_{held_by}", dir(self), f"{page}: {beginning}")
            if held_by == kind:
                text = pages.find(page, beginning).text
                subprocess.run(["bash", "-n", "-c", text], check=True)
                found += [(page, line) for line in text.splitlines()]
        self.assertTrue(found, kind)
        return found

    def test_lanes(self):
        usage = self.paste("./test --help", status=2)
        lanes = re.search(r"some lanes: (.*?)\n +\./test", usage, re.DOTALL)[1].split()
        tree = (ROOT / "test").read_text()
        self.assertEqual([lane for lane in lanes if f"\nlane_{lane}()" not in tree], [])
        self.assertEqual(sorted(lanes), sorted(re.findall(r"^lane_(\w+)\(\)", tree, re.MULTILINE)))
        for page, line in self.lines("lanes"):
            words = line.partition("#")[0].split()
            self.assertEqual(words.pop(0), "./test", page)
            if words[:1] == ["--filter"]:
                # Builds, and runs the tests of that name; the stand-in of swift looks for one.
                self.assertIn("2 passed, 0 failed", self.paste(line))
                self.paste("./test --filter NoTestHasThisName", status=1)
            else:
                self.assertIn(words, [[], ["fast"], ["long"], *([lane] for lane in lanes), *(["fast", lane] for lane in lanes)], page)

    def test_attacks(self):
        for page, line in self.lines("attacks"):
            program, *words = line.partition(" #")[0].split()
            self.assertIn(program, ("slowhttptest", "testssl"), page)
            (address,) = (word for word in words if re.match("https?://", word))
            scheme, place = re.fullmatch(r"(https?)://(?:localhost|127\.0\.0\.1):(?:8080|8443)/(.*)", address).groups()
            # The pages say which server is meant: the default port, or that of the command above.
            self.assertEqual(scheme == "https", ":8443/" in address, line)
            self.assertTrue((ROOT / "web" / place).exists(), line)

    def test_builders(self):
        for page, line in self.lines("builders"):
            folder = (ROOT / page).parent
            command = line.partition("#")[0].strip()
            if match := re.fullmatch(r"\S+/bin/python (build\.py)((?: --\w+)*)", command):
                tree = ast.parse((folder / match[1]).read_text())
                texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
                self.assertLessEqual(set(match[2].split()), texts, line)
            elif command == "python3 -m unittest test_build.py":
                # ./test words does.
                self.assertTrue((folder / "test_build.py").exists())
            elif match := re.fullmatch(
                    r"python3 -m venv (\S+) && (\S+)/bin/(?:pip|python -m pip) install (?:-r|--requirement) (requirements\.txt)", command):
                self.assertEqual(match[1], match[2], line)
                self.assertTrue((folder / match[3]).exists(), line)
            else:
                self.assertEqual(command, "sudo apt-get install scowl", page)


if __name__ == "__main__":
    unittest.main()
