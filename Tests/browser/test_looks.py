"""How it looks on phones and desktops, light and dark: pictures to look at, and what a program can hold."""

import gzip
import re
import unittest

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from case import DESKTOP, OUTPUT, PHONE, SMALL_PHONE, BrowserCase
from server import ROOT

SCREENS = [("phone", PHONE), ("desktop", DESKTOP)]
SCHEMES = ["light", "dark"]

# A style as the browser has read it. The text of a custom property is kept as it is written, so spaces at signs are
# left out.
READ = """(text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return [...sheet.cssRules].map((rule) => rule.cssText.replaceAll(/\\s*([,:;{}])\\s*/g, "$1"));
}"""


def joined(path):
    """A style as a browser reads it: the rules of what it imports stand before its own."""
    text = path.read_text()
    imported = re.findall(r'^@import "([^"]+)";$', text, re.MULTILINE)
    own = re.sub(r'^@import .*$', "", text, flags=re.MULTILINE)
    return "\n".join([*(joined(path.parent / name) for name in imported), own])


class LookTests(BrowserCase):
    def see(self, person, name):
        """Keeps a picture; nothing may stick out sideways, and axe finds no fault."""
        person.picture(OUTPUT / f"{name}.png")
        self.assertEqual(person.sticking_out(), [], name)
        self.assert_accessible(person, name)

    def test_every_view_on_every_screen(self):
        for screen, viewport in SCREENS:
            for scheme in SCHEMES:
                with self.subTest(screen=screen, scheme=scheme):
                    self.walk(f"{screen}-{scheme}", viewport, scheme)

    def walk(self, name, viewport, scheme):
        rival = self.person()
        person = self.person(viewport, scheme, motion="reduce", touch=viewport is PHONE)
        person.visit("/")
        expect(person.page.get_by_role("button", name="Create a room")).to_be_visible()
        expect(person.page.locator(".eyebrow")).to_contain_text("No.")
        self.see(person, f"home-{name}")
        code = person.create_room()
        rival.take_seat(code)
        rival.start()
        rival.guess(self.misses[1], row=0)
        expect(person.lane(rival.name)).to_have_attribute("data-columns", "1")
        self.see(person, f"ready-{name}")
        person.start()
        person.guess(self.misses[0], row=0)
        person.guess(self.misses[2], row=1)
        person.type(self.misses[3][:2])
        expect(person.page.locator(".key[data-mark]")).to_have_count(len(set(self.misses[0] + self.misses[2])))
        self.see(person, f"play-{name}")
        for _ in range(2):
            person.page.keyboard.press("Backspace")
        person.guess(self.answer, row=2)
        expect(person.sheet("Home in 3")).to_be_visible()
        self.see(person, f"result-{name}")

    def test_axe_sees_a_planted_fault(self):
        person = self.person()
        person.visit("/")
        expect(person.page.get_by_role("button", name="Create a room")).to_be_visible()
        person.page.evaluate("""() => {
            const button = document.createElement("button");
            document.querySelector("main").append(button);
        }""")
        results = Axe().run(person.page)
        self.assertIn("button-name", [violation["id"] for violation in results.response["violations"]])

    def test_watching(self):
        for scheme in SCHEMES:
            racer, watcher = self.person(), self.person(scheme=scheme, motion="reduce")
            code = racer.create_room()
            watcher.watch(code)
            racer.start()
            racer.guess(self.misses[0], row=0)
            expect(watcher.lane(racer.name)).to_have_attribute("data-columns", "1")
            self.see(watcher, f"watch-desktop-{scheme}")

    def test_rivals_as_boards(self):
        rival, person = self.person(), self.person(motion="reduce")
        code = rival.create_room()
        person.take_seat(code)
        for one in (rival, person):
            one.start()
        rival.guess(self.misses[1], row=0)
        expect(person.lane(rival.name)).to_have_attribute("data-columns", "1")
        person.press("Lanes or boards")
        # The one board of the rival fills what the lanes had; after a reload, too.
        for _ in range(2):
            expect(person.page.locator(".track.boards")).to_be_visible()
            expect(person.lane(rival.name)).to_have_attribute("data-columns", "1")
            expect(person.board).to_be_visible()
            box, track = (person.page.locator(place).bounding_box() for place in (".lane:not(.you, .open)", ".track"))
            self.assertGreater(box["width"], 150)
            self.assertGreater(box["height"], box["width"])
            self.assertLessEqual(box["y"] + box["height"], track["y"] + track["height"])
            self.see(person, "boards-desktop-light")
            person.page.reload()

    def test_play_fits_on_one_screen(self):
        for viewport in (PHONE, SMALL_PHONE):
            with self.subTest(viewport=viewport):
                person = self.person(viewport, touch=True)
                person.create_room()
                person.start()
                height = person.page.evaluate("document.documentElement.scrollHeight")
                self.assertLessEqual(height, viewport["height"])
                for key in person.page.locator(".key").all():
                    box = key.bounding_box()
                    self.assertGreaterEqual(box["height"], 40)
                    self.assertLessEqual(box["y"] + box["height"], viewport["height"])
                    self.assertGreaterEqual(box["x"], 0)
                    self.assertLessEqual(box["x"] + box["width"], viewport["width"])
                person.picture(OUTPUT / f"play-{viewport['width']}x{viewport['height']}.png")

    def test_the_keys_on_the_screen_play(self):
        person = self.person(PHONE, touch=True)
        person.visit("/today")
        person.start()
        for letter in self.misses[0]:
            person.page.locator(f".key:text-is('{letter.upper()}')").tap()
        person.page.get_by_role("button", name="Enter", exact=True).tap()
        person.await_judged(0)
        self.assertEqual(person.guesses(), self.judged(self.misses[0]))

    def test_styles_mean_what_their_files_say(self):
        """Comments and spaces are left out of what is sent, and imports are replaced by what they name."""
        person = self.person()
        person.visit("/")
        styles = [path for path in (ROOT / "web").rglob("*.css")]
        self.assertGreater(len(styles), 10)
        for path in styles:
            sent = person.page.request.get(f"{person.url}/{path.relative_to(ROOT / 'web')}").text()
            with self.subTest(style=path.name):
                written = person.page.evaluate(READ, joined(path))
                self.assertGreater(len(written), 0)
                self.assertEqual(person.page.evaluate(READ, sent), written)

    def test_the_first_load_is_light(self):
        person = self.person()
        responses = []
        person.page.on("response", lambda response: responses.append(response))
        with person.page.expect_response(lambda response: "veil.js" in response.url):
            person.visit("/")
            expect(person.page.get_by_role("button", name="Create a room")).to_be_visible()
        expect(person.page.get_by_role("heading", name="Streak")).to_be_visible()
        person.page.wait_for_load_state("networkidle")
        # The page knows of a part a little later than of its head.
        known = "() => performance.getEntriesByType('resource').map((one) => one.name)"
        self.eventually(lambda: {one.url for one in responses[1:]} <= set(person.page.evaluate(known)))
        # What a reader does not wait for begins a second after all else is there.
        later = set(person.page.evaluate("""() => {
            const { loadEventEnd } = performance.getEntriesByType("navigation")[0];
            return performance.getEntriesByType("resource").filter((one) => one.startTime > loadEventEnd + 1000).map((one) => one.name);
        }"""))
        self.assertTrue(any("veil.js" in name for name in later), later)
        self.first_load([one for one in responses if one.url not in later], requests=15, kilobytes=52)
        self.first_load([one for one in responses if one.url in later], requests=12, kilobytes=10)

    def first_load(self, responses, requests, kilobytes):
        sizes = {response.url: len(gzip.compress(response.body())) for response in responses if response.status == 200}
        print(f"{len(responses)} requests, {sum(sizes.values()) / 1024:.1f} KB")
        self.assertLessEqual(len(responses), requests, "\n".join(sizes))
        self.assertLessEqual(sum(sizes.values()), kilobytes * 1024, sizes)


if __name__ == "__main__":
    unittest.main()
