"""The pages of the documentation, and the fenced blocks in them."""

import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))

from server_process import ROOT  # noqa: E402

FENCE = re.compile(r"\s*(`{3,}|~{3,})(.*)")
# What no clone has.
GENERATED = {".build", ".git", "data", "test-output", "node_modules", ".venv"}


@dataclass(frozen=True)
class Block:
    """A fenced block: its page, the line of its fence, and what stands behind the fence (`sh`)."""
    page: str
    line: int
    language: str
    text: str = field(repr=False)

    def __str__(self):
        return f"{self.page}:{self.line} ({self.language or 'no language'}): {self.text.partition(chr(10))[0]}"


def pages():
    """Paths of all pages, relative to the repository."""
    found = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in GENERATED]
        found += [str((Path(folder) / name).relative_to(ROOT)) for name in files if name.endswith(".md")]
    return sorted(found)


def text_of(page):
    return (ROOT / page).read_text()


def blocks_of(page, text):
    """The fenced blocks of a page's text. An indented block would be none of them, so it is a fault, as is an open fence."""
    blocks, fence, language, begun, lines, in_list, previous = [], None, "", 0, [], False, ""
    for number, line in enumerate(text.split("\n"), 1):
        match = FENCE.match(line)
        if fence is not None:
            if match and match[1].startswith(fence) and not match[2].strip():
                blocks.append(Block(page, begun, language, "\n".join(lines) + "\n"))
                fence = None
            else:
                lines.append(line)
        elif match:
            fence, language, begun, lines = match[1], match[2].strip(), number, []
        else:
            if re.match(r"\s*([-*+]|\d+\.) ", line):
                in_list = True
            elif re.match(r"\S", line) and not previous.strip():
                in_list = False
            if re.match(r" {4}|\t", line) and not previous.strip() and not in_list:
                raise ValueError(f"{page}:{number}: a block that is only indented; give it a fence")
        previous = line
    if fence is not None:
        raise ValueError(f"{page}:{begun}: a fence that nothing closes")
    return blocks


def all_blocks():
    return [block for page in pages() for block in blocks_of(page, text_of(page))]


def find(page, beginning):
    """The one block of a page that begins so."""
    found = [block for block in blocks_of(page, text_of(page)) if block.text.startswith(beginning)]
    if len(found) != 1:
        raise LookupError(f"{page} has {len(found)} blocks that begin with “{beginning}”")
    return found[0]
