"""What the server takes out of scripts changes nothing that they say."""

import os
import shutil
import subprocess
import tempfile
import unittest
import urllib.request
from pathlib import Path

from server import PATIENCE, ROOT, Server

WEB = ROOT / "web"
# Where the compiler is that `./test types` runs, its library is, too.
MODULES = Path(shutil.which("tsc")).resolve().parents[2]


def changed(pairs):
    """Those of the scripts that say something else than what was sent of them; `pairs`: of paths."""
    told = subprocess.run(["node", Path(__file__).parent / "same_scripts.cjs", *(path for pair in pairs for path in pair)],
                          text=True, check=True, capture_output=True, timeout=PATIENCE,
                          env={**os.environ, "NODE_PATH": str(MODULES)}).stdout
    return told.splitlines()


class SentScriptsTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tilerace-scripts-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_every_script_is_sent_with_the_syntax_tree_of_its_file(self):
        server = Server("scripts")
        self.addCleanup(server.close)
        sources = sorted(path for path in WEB.rglob("*.js") if not {"tests", "node_modules"} & set(path.relative_to(WEB).parts))
        self.assertGreater(len(sources), 100)
        pairs = []
        for number, source in enumerate(sources):
            sent = self.folder / f"{number}.js"
            with urllib.request.urlopen(f"{server.url}/{source.relative_to(WEB)}", timeout=PATIENCE) as answer:
                sent.write_bytes(answer.read())
            pairs.append((source, sent))
        self.assertTrue(any(sent.stat().st_size < source.stat().st_size for source, sent in pairs))
        self.assertEqual(changed(pairs), [])

    def test_another_operator_string_or_statement_is_seen(self):
        source, sent = self.folder / "source.js", self.folder / "sent.js"
        for before, after, is_seen in (
            ("a = b + +c;", "a=b+ +c;", False), ("a = b + +c;", "a=b++c;", True), ("a = 'b c';", "a='bc';", True),
            ("a = `b ${c} d`;", "a=`b ${c}d`;", True), ("// a\nb()", "\nb()", False), ("a = b - -c", "a=b- +c", True),
            ("return_\n(a)", "return_;(a)", True), ("a = /b c/", "a=/bc/", True), ("a(", "a(", True),
        ):
            with self.subTest(before=before):
                source.write_text(before)
                sent.write_text(after)
                self.assertEqual(changed([(source, sent)]), [str(source)] if is_seen else [])


if __name__ == "__main__":
    unittest.main()
