"""The podium picture: to save and to share, from a room and from the stage."""

import re
import unittest
from pathlib import Path
from random import Random

from playwright.sync_api import expect

from case import DESKTOP, OUTPUT, PHONE, WALL, BrowserCase
from crowd import Crowd

# What is drawn as text on any canvas; and for which text the display type was asked before.
INK = """(() => {
    globalThis.written = [];
    globalThis.asked = [];
    const real = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) { written.push(text); return real.call(this, text, ...rest); };
    const load = FontFaceSet.prototype.load;
    FontFaceSet.prototype.load = function (font, text) { asked.push(text ?? ""); return load.call(this, font, text); };
})()"""


class PodiumPictureTests(BrowserCase):
    def crowd(self, *names):
        crowd = Crowd(self.server.port)
        self.addCleanup(crowd.close)
        return crowd, crowd.come(names)

    def save(self, person, name):
        """Saves the picture of an open sheet. Its width and height, by the file."""
        link = person.page.get_by_role("link", name="Save")
        expect(link).to_have_attribute("href", re.compile("^blob:"))
        with person.page.expect_download() as found:
            link.click()
        self.assertRegex(found.value.suggested_filename, r"^tilerace-\d{4}-\d\d-\d\d\.png$")
        found.value.save_as(OUTPUT / name)
        head = Path(OUTPUT / name).read_bytes()[:24]
        self.assertEqual(head[:8], b"\x89PNG\r\n\x1a\n")
        return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")

    def corner(self, person):
        return person.page.locator("canvas").evaluate("(one) => [...one.getContext('2d').getImageData(4, 4, 1, 1).data]")

    def test_a_picture_of_the_day_has_no_letters_and_the_colours_of_the_page(self):
        crowd, code = self.crowd("Mika", "مصطفى عبد الرحمن علي", "Wilhelmina Zoë Blank", *[f"Otter {index}" for index in range(12)])
        me = self.person(viewport=PHONE, touch=True)
        me.context.add_init_script(INK)
        me.context.add_init_script("navigator.canShare = () => true; navigator.share = async ({ files }) => { globalThis.shared = files[0].type; };")
        me.take_seat(code)
        crowd.await_(*[racer.race_today([*self.misses[:index % 5], self.answer]) for index, racer in enumerate(crowd.racers)])
        me.start()
        me.guess(self.misses[0], 0)
        me.type(self.answer)
        me.page.keyboard.press("Enter")
        expect(me.sheet("Home in 2")).to_be_visible()
        me.press("Podium picture")
        expect(me.sheet("Podium picture")).to_be_visible()
        self.assertEqual(self.save(me, "podium-day-light.png")[0], 1080)
        self.assertEqual(self.corner(me), [238, 241, 245, 255])
        written = " ".join(me.page.evaluate("written")).lower()
        self.assertIn("mika", written)
        # Letters of names are in files of their own, and a canvas draws nothing again when they come.
        self.assertTrue(any("Zoë" in text for text in me.page.evaluate("asked")))
        self.assertIn("and 6 more", written)
        for word in (self.answer, *self.misses[:5]):
            self.assertNotIn(word, written)
        me.press("Share")
        self.eventually(lambda: me.page.evaluate("globalThis.shared") == "image/png")
        self.look_at(me, "podium-picture")
        me.page.emulate_media(color_scheme="dark", contrast="more")
        self.eventually(lambda: self.corner(me) == [0, 0, 0, 255])
        self.save(me, "podium-day-contrast.png")
        me.page.emulate_media(color_scheme="dark", contrast="no-preference")
        self.eventually(lambda: self.corner(me) == [14, 17, 23, 255])
        self.save(me, "podium-day-dark.png")

    def test_a_picture_of_a_series_from_the_room_and_the_stage(self):
        crowd, code = self.crowd("Mika", "Oluwaseun", "Ana R.")
        watcher = self.person(viewport=DESKTOP)
        watcher.watch(code)
        wall = self.person(viewport=WALL)
        wall.visit(f"/stage/{code}")
        expect(wall.page.locator("li.lane:not(.open)")).to_have_count(3)
        crowd.ask("settings", rounds=1, rows=10, length=5, limit=180, next="host")
        crowd.ask("start")
        crowd.await_(*[racer.solve(Random(index), 10) for index, racer in enumerate(crowd.racers)])
        for one in (wall, watcher):
            expect(one.page.get_by_role("list", name="Podium").first).to_be_visible()
            # The stage's tools are there for 4 s after the pointer moves; the button may come later than the podium.
            picture = one.page.get_by_role("button", name=re.compile("icture$"))
            expect(picture).to_be_visible()
            one.page.mouse.move(600, 300)
            one.page.mouse.move(620, 310)
            picture.click()
            expect(one.sheet("Podium picture")).to_be_visible()
            self.save(one, f"podium-series-{'stage' if one is wall else 'room'}.png")
        self.assertEqual(self.corner(wall), [10, 13, 18, 255])
        # Without a way to share files there is no button for it.
        expect(wall.page.get_by_role("button", name="Share")).to_have_count(0)


if __name__ == "__main__":
    unittest.main()
