"""What the browser tests share: one browser, a real server, people, and a plan of words for today's answer."""

import json
import os
import re
import time
import unittest
from pathlib import Path

from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from marking import marks
from server import PATIENCE, ROOT, Server, words
from visitor import Visitor

OUTPUT = Path(os.environ.get("TILERACE_OUTPUT", str(ROOT / "test-output")))
# Chromium without a window: the same page for half of the processor time.
CHROMIUM = os.environ.get("TILERACE_CHROMIUM", "/usr/bin/chromium-headless-shell")

# Adds up what is moved by what comes, as Chromium counts it.
SHIFTS = """window.shifted = 0; new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
    if (!entry.hadRecentInput) window.shifted += entry.value; })).observe({ type: "layout-shift", buffered: true });"""
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 320, "height": 568}
SIDEWAYS = {"width": 844, "height": 390}
LARGE_SIDEWAYS = {"width": 932, "height": 430}
TABLET = {"width": 768, "height": 1024}
WALL = {"width": 1920, "height": 1080}
EVERY_SCREEN = {"phone": PHONE, "landscape": SIDEWAYS, "tablet": TABLET, "desktop": DESKTOP, "wide": WALL}
LOOKS = {"light": ("light", "no-preference"), "dark": ("dark", "no-preference")}
EVERY_LOOK = LOOKS | {"light-contrast": ("light", "more"), "dark-contrast": ("dark", "more")}
AXE = Axe()
# Rules of Axe whose outcome the colours can change.
COLOUR_RULES = ["color-contrast", "link-in-text-block"]


class BrowserCase(unittest.TestCase):
    """One server and one browser for each class; new people for each test."""

    # The server's setting of that name; None: its default. Most pages are looked at with the first line alone.
    lines = "guess-en-5"
    # Of a server that wants one from whoever comes for the first time.
    password = None
    # Whether the server is for those whom its host invites.
    invitations = False

    @classmethod
    def setUpClass(cls):
        OUTPUT.mkdir(parents=True, exist_ok=True)
        playwright = sync_playwright().start()
        cls.addClassCleanup(playwright.stop)
        cls.browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--font-render-hinting=none"])
        cls.addClassCleanup(cls.browser.close)
        cls.server = cls.make_server()
        cls.addClassCleanup(cls.server.close)
        cls.answer = cls.server.answer()
        cls.misses = telling_misses(cls.answer)

    @classmethod
    def make_server(cls):
        return server_with_telling_answer(lines=cls.lines, password=cls.password, invitations=cls.invitations)

    def run(self, result=None):
        self.result = result
        return super().run(result)

    def setUp(self):
        self.people = []
        # Set by tests that take the server away: the browser then complains on its console.
        self.is_server_lost = False

    def tearDown(self):
        faults = [fault for person in self.people for fault in person.faults]
        if self.is_server_lost:
            faults = [fault for fault in faults if not re.search("WebSocket|ERR_CONNECTION|Failed to load", fault)]
        is_red = any(test is self for test, _ in self.result.failures + self.result.errors)
        # Two tabs share a context: all pictures come before the first end.
        for number, person in enumerate(self.people):
            if is_red or faults:
                person.picture(OUTPUT / f"failed-{self._testMethodName}-{number}.png")
        for person in self.people:
            person.context.close()
        self.assertEqual(faults, [])

    def person(self, viewport=None, scheme="light", motion="no-preference", touch=False, context=None, url=None):
        """Somebody new; with `context`, another tab of somebody; with `url`, by another way to the server."""
        context = context or self.browser.new_context(
            viewport=viewport or DESKTOP, color_scheme=scheme, reduced_motion=motion, has_touch=touch)
        person = Visitor(context, url or self.server.url)
        self.people.append(person)
        return person

    def eventually(self, told):
        """Waits for what no page shows."""
        deadline = time.monotonic() + PATIENCE
        while not (value := told()):
            self.assertLess(time.monotonic(), deadline)
            self.people[0].page.wait_for_timeout(10)
        return value

    def refusing_entry(self, person, codes):
        """Has whoever wants into a room refused with the first of these codes, for as long as there is one. The page's sockets."""
        sockets = []

        def pass_on(socket):
            sockets.append(socket)
            server = socket.connect_to_server()

            def asked(text):
                message = json.loads(text)
                if message["type"] not in ("join", "watch") or not codes:
                    return server.send(text)
                return socket.send(json.dumps({"re": message["id"], "type": "error", "code": codes[0], "message": "", "retry": 300}))

            socket.on_message(asked)

        person.page.route_web_socket(re.compile("/api/v1/socket"), pass_on)
        return sockets

    def judged(self, *guesses):
        """What a board shows after these guesses, by the tests' own rule."""
        return [(guess, marks(self.answer, guess)) for guess in guesses]

    def look_at(self, person, name, screens={"desktop": DESKTOP, "phone": PHONE}):
        """The page on these screens, in both schemes, and on the first of them in high contrast: nothing sticks out, and Axe
        has nothing to say. A picture of each."""
        for screen, viewport in screens.items():
            person.page.set_viewport_size(viewport)
            # The colours are the same on every screen; what lies on which of them need not be.
            for look, (scheme, contrast) in (EVERY_LOOK if screen == next(iter(screens)) else LOOKS).items():
                person.page.emulate_media(color_scheme=scheme, contrast=contrast, reduced_motion="reduce")
                person.still()
                person.picture(OUTPUT / f"{name}-{screen}-{look}.png")
                self.assertEqual(person.sticking_out(), [], f"{name} {screen} {look}")
                # Another look has other colours, and no other names and roles.
                self.assert_accessible(person, f"{name} {screen} {look}", None if look == "light" else COLOUR_RULES)
            person.page.emulate_media(contrast="no-preference")
        person.page.set_viewport_size(DESKTOP)

    def assert_accessible(self, person, name, rules=None):
        """Axe has nothing to say of the page as it stands; `rules`: by these rules alone."""
        options = {"resultTypes": ["violations"], "preload": False, **({"runOnly": rules} if rules else {})}
        # Half a megabyte of script, once for each page.
        if not person.page.evaluate("'axe' in window"):
            person.page.evaluate(AXE.axe_script)
        results = AxeResults(person.page.evaluate("options => axe.run(options)", options))
        self.assertEqual(results.violations_count, 0, f"{name}:\n{results.generate_report()}")


def is_telling(word, protocol=(ROOT / "docs" / "protocol.md").read_text().lower()):
    """Whether finding `word` in the traffic would mean a leak: it is no word of the protocol, forwards or backwards."""
    return word not in protocol and word[::-1] not in protocol


def server_with_telling_answer(**options):
    """A server whose word of today can be searched for."""
    for attempt in range(20):
        server = Server(seed=f"browser tests, seed {attempt}", **options)
        if is_telling(server.answer()):
            return server
        server.close()
    raise AssertionError("no seed gives a word that is none of the protocol's")


def telling_misses(answer, count=12):
    """Wrong guesses that can be searched for, from all over the list, each with some colour."""
    found = [word for word in words("answers")[::7]
             if word != answer and is_telling(word) and set(marks(answer, word)) != {"0"}]
    return found[:: max(1, len(found) // count)][:count]
