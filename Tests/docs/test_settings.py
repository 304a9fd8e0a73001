"""Every option that the docs name exists, every option that exists is in the docs, and the defaults are the same."""

import re
import subprocess
import unittest

import pages
from machine import BINARY
from server_process import PATIENCE, ROOT

# The line of an option in what --help says, and of a command.
OPTION = re.compile(r"^ *(--[a-z][a-z-]+)\b(.*)", re.MULTILINE)
COMMAND = re.compile(r"^ +tilerace ([a-z][a-z-]*)", re.MULTILINE)
# A command line of the program, by whatever way.
NAMED = re.compile(r"(?:^|/|sudo |exec |\| )tilerace ([a-z][a-z-]*)( .*)?")
# Options that the docs name by themselves, and whose programs are others.
OTHERS = {
    "--help": "of everything", "--version": "of the program", "--check": "config/names/build.py", "--kills": "Tests/crash", "--preferred-challenges": "certbot",
    "--standalone": "certbot", "--offline": "systemd-analyze", "--reference": "chown", "--format": "podman",
    "--no-context": "tilerace-echo", "--no-deflate": "tilerace-echo", "--threshold": "tilerace-echo", "--window": "tilerace-echo",
}
# Words in the place of a figure.
SPELT = {"one for each core": "0"}


def said(*arguments):
    done = subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL, check=False)
    return done.stdout + done.stderr


def options_of(text):
    """The options of a help text, each with its default; "" if it has none. A default stands last in brackets, an example in ``."""
    found = {}
    for option, rest in OPTION.findall(text):
        brackets = re.findall(r"\(([^()]*)\)", rest)
        found[option] = brackets[-1] if brackets and "`" not in brackets[-1] else ""
    return found


def code(page):
    """What a page shows as something to type: spans of code, and blocks of the shell, with continued lines joined."""
    text = pages.text_of(page)
    blocks = pages.blocks_of(page, text)
    for block in blocks:
        text = text.replace(block.text, "")
        if block.language == "sh":
            yield from re.sub(r"\\\n\s*", " ", re.sub(r"\s#.*", "", block.text)).split("\n")
    yield from (" ".join(span.split()) for span in re.findall(r"(?<!`)`([^`]+)`(?!`)", text))


class Settings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.commands = {"serve", *COMMAND.findall(said("--help"))}
        cls.help = {command: said(command, "--help") for command in cls.commands}
        cls.options = {command: options_of(text) for command, text in cls.help.items()}
        # Commands on a data folder find it as the server does.
        for command in cls.commands - {"serve", "bench", "verify"}:
            usage = cls.help[command].partition("\n\n")[0]
            cls.options[command].update((option, "") for option in re.findall(r"--[a-z-]+", usage))
        cls.options["serve"]["--config"] = ""

    def test_the_help_is_read(self):
        self.assertEqual(
            self.commands, {"serve", "bench", "verify", "rotate-key", "set-password", "invite", "backup", "restore", "doctor",
                            "migrate", "admin", "config", "classroom", "webhook"})
        self.assertEqual(self.options["serve"]["--connections"], "20000")
        self.assertEqual(self.options["serve"]["--points"], "6,5,4,3,2,1")
        self.assertEqual(self.options["bench"]["--rate"], "20")
        self.assertIn("--forget", self.options["rotate-key"])
        self.assertEqual(len(self.options["bench"]), 18)
        self.assertGreater(len(self.options["serve"]), 25)

    def test_the_version_is_that_of_the_newest_changes(self):
        newest = re.search(r"^## (\d+\.\d+\.\d+)\b", (pages.ROOT / "CHANGELOG.md").read_text(), re.MULTILINE).group(1)
        self.assertEqual(said("--version"), f"tilerace {newest}\n")

    def test_every_command_line_of_the_docs_is_one(self):
        seen = 0
        for page in pages.pages():
            for line in code(page):
                # `run` has one option of its own.
                line = re.sub(r"^(\S+/)?run(?: --cluster(?: \d+)?)?(?= |$)", "tilerace serve", line)
                # What the shell puts in is another program's.
                line = re.sub(r"\$\([^)]*\)", "…", line)
                for command, rest in NAMED.findall(line):
                    seen += 1
                    self.assertIn(command, self.commands, f"{page}: {line}")
                    for option in re.findall(r"(?<=\s)--[a-z][a-z-]+", rest or ""):
                        self.assertIn(option, {**self.options[command], "--help": ""}, f"{page}: {line}")
        self.assertGreater(seen, 40)

    def test_every_option_of_the_docs_exists(self):
        known = {option for options in self.options.values() for option in options} | set(OTHERS)
        named = {}
        for page in pages.pages():
            text = pages.text_of(page)
            for option in re.findall(r"`(--[a-z][a-z-]+)", text):
                named.setdefault(option, page)
        self.assertEqual({option: page for option, page in named.items() if option not in known}, {})

    def test_every_option_is_in_the_docs(self):
        text = "".join(pages.text_of(page) for page in pages.pages() if page != "docs/protocol.md")
        for command, options in self.options.items():
            for option in options:
                self.assertRegex(text, rf"`{option[2:]}`|`{option[2:]} =|{option}(?![a-z-])", f"{command}: {option}")
        for command in self.commands:
            self.assertRegex(text, rf"tilerace {command}\b")

    def test_defaults_are_those_of_the_program(self):
        compared = 0
        for page in pages.pages():
            for table in re.findall(r"^\| (?:setting|flag) \| default \|.*\n((?:\|.*\n)+)", pages.text_of(page), re.MULTILINE):
                for names, default in re.findall(r"^\| (`[^|]*`) \| ([^|]*) \|", table, re.MULTILINE):
                    names = re.findall(r"`([^`]+)`", names)
                    defaults = default.split(", ") if len(names) > 1 else [default]
                    self.assertEqual(len(defaults), len(names), f"{page}: {names}")
                    for name, shown in zip(names, defaults):
                        command = "bench" if name.startswith("--") else "serve"
                        told = self.options[command][f"--{name.lstrip('-')}"]
                        self.assertEqual(self.figure(shown), told, f"{page}: {name}")
                        compared += 1
        self.assertGreater(compared, 25)

    def figure(self, shown):
        """`20,000`, “256 MiB” and “50 new ones a second” as --help has them."""
        if match := re.fullmatch(r"`([^`]*)`", shown):
            return match[1]
        if match := re.match(r"\d{1,3}(?:,\d{3})+(?!\d)|\d+", shown):
            return match[0].replace(",", "")
        return SPELT.get(shown, shown)

    def test_pages_say_where_the_program_is(self):
        for page in pages.pages():
            text = pages.text_of(page)
            first = re.search(r"(?:^|[\s`])tilerace (?:" + "|".join(self.commands) + r")\b", text, re.MULTILINE)
            if first is None:
                continue
            until = text.find("\n\n", first.end())
            if any(block.language == "sh" and re.search(r"(^|\s)tilerace ", block.text) for block in pages.blocks_of(page, text)):
                self.assertIn(".build/release/tilerace`", text[:until], page)
            else:
                # Where it is only spoken of, a link will do.
                self.assertRegex(text[:until], r"\.build/release/tilerace|\]\((\.\./docs/)?operations\.md", page)

    def test_pages_name_programs_that_are_there(self):
        for page in pages.pages():
            for line in code(page):
                for path in re.findall(r"(?:^|(?<=\s))(?:\./)?((?:Tests|deploy|config|web)/[\w./-]+\.(?:py|sh|service|socket))", line):
                    self.assertTrue((ROOT / path).exists(), f"{page}: {path}")


if __name__ == "__main__":
    unittest.main()
