"""A server that shares its host with others: everything of it lies below one path."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from case import OUTPUT, PHONE, BrowserCase
from server import Server, free_port

SITE = "/games/tilerace"


class SitePathTests(BrowserCase):
    def setUp(self):
        super().setUp()
        port = free_port()
        self.below = Server("below a path", public=f"http://127.0.0.1:{port}{SITE}", lines="guess-en-5", port=port)
        self.addCleanup(self.below.close)
        self.asked = []

    def visitor(self, **options):
        person = self.person(url=self.below.public, **options)
        person.page.on("request", lambda request: self.asked.append(request.url))
        person.page.on("websocket", lambda socket: self.asked.append(socket.url))
        return person

    def test_an_evening_below_a_path(self):
        host, guest = self.visitor(), self.visitor(viewport=PHONE, touch=True)
        code = host.create_room("Friday Kytes")
        self.assertEqual(urlsplit(host.page.url).path, f"{SITE}/room/{code}")
        guest.visit(f"/room/{code}")
        guest.press("Take a seat")
        self.assertEqual({cookie["path"] for cookie in host.context.cookies()}, {SITE})
        for person in (host, guest):
            person.start()
        answer = self.below.answer()
        misses = [word for word in self.misses if word != answer]
        for row in (0, 1):
            for person in (host, guest):
                person.guess(misses[row], row)
                person.await_judged(row)
        # Loaded anew the board is what it was.
        host.page.reload()
        expect(host.rows.nth(1).locator(".tile").first).to_have_attribute("data-mark", re.compile("."))
        host.guess(answer, 2)
        host.await_judged(2)
        host.settle()
        # From page to page by links, then by the browser's own buttons.
        host.visit("/")
        expect(host.page.locator("main")).to_be_visible()
        for name, path in (("Past days", "/archive"), ("Practice", "/practice"), ("Privacy", "/privacy")):
            host.visit("/privacy")
            link = host.page.get_by_role("link", name=re.compile(f"^{name}")).first
            self.assertEqual(urlsplit(link.evaluate("one => one.href")).path, SITE + path)
            link.click()
            host.page.wait_for_url(f"**{SITE}{path}")
        host.page.go_back()
        host.page.wait_for_url(f"**{SITE}/privacy")
        expect(host.page.get_by_role("link", name="Privacy")).to_have_attribute("aria-current", "page")
        # What is shown to others: links, the picture for cameras, the manifest.
        wall = self.visitor()
        wall.visit(f"/stage/{code}")
        expect(wall.page.locator(".stage-qr")).to_be_visible()
        self.assertTrue(wall.page.locator(".stage-qr").evaluate("one => one.naturalWidth > 0"))
        expect(wall.page.get_by_text(f"127.0.0.1:{self.below.port}{SITE}")).to_be_visible()
        wall.settle()
        wall.picture(OUTPUT / "stage-below-path.png")
        # What only an installation needs comes last.
        expect(wall.page.locator("link[rel=manifest]")).to_have_count(1)
        manifest = wall.page.evaluate(
            "async () => { const place = document.querySelector('link[rel=manifest]').href;"
            " const { start_url, icons } = await (await fetch(place)).json();"
            " return [place, start_url, icons[0].src].map((one) => new URL(one, place).pathname); }")
        self.assertEqual(manifest, [f"{SITE}/manifest.webmanifest", f"{SITE}/", f"{SITE}/sign.svg"])
        # Nothing was asked for beside the path, and what the browser keeps is for this site alone.
        beside = [url for url in self.asked if not urlsplit(url).path.startswith(f"{SITE}/") and "data:" not in url]
        self.assertEqual(beside, [])
        keys = host.page.evaluate("Object.keys(localStorage)")
        self.assertEqual([key for key in keys if not key.startswith(f"tilerace{SITE}.")], [])
        self.assertGreater(len(keys), 0)
