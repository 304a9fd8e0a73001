"""How a room with sprints looks on phones, desktops and a wall: pictures to look at, and what a program can hold."""

import unittest

from playwright.sync_api import expect

from case import DESKTOP, OUTPUT, PHONE, SMALL_PHONE, WALL, BrowserCase
from sprint_steps import SprintSteps

# One page on every screen in turn: a page has to stand a turned phone and a window that is pulled, too.
SCREENS = {
    "phone-light": (PHONE, "light", False),
    "phone-dark": (PHONE, "dark", False),
    "phone-contrast": (PHONE, "light", True),
    "small-dark": (SMALL_PHONE, "dark", False),
    "desktop-dark": (DESKTOP, "dark", False),
    "desktop-light": (DESKTOP, "light", False),
}
# axe takes longer than all else. That every colour can be read in every theme is held by web/tests/tokens.test.js.
HEARD = {"phone-dark", "desktop-light", "wall"}


# A crowd out of one page: guests with tokens, who take seats, see the empty board of the day, and guess. Their names.
CROWD = """async ([room, count, words]) => {
    const guest = async (_, index) => {
        const { token, player } = await (await fetch("/api/v1/session?token=1", { method: "POST", credentials: "omit" })).json();
        const socket = new WebSocket(`ws://${location.host}/api/v1/socket`, "tilerace.v1");
        await new Promise((done) => (socket.onopen = done));
        const ask = (message) => new Promise((done) => {
            const id = Math.floor(Math.random() * 1e9);
            socket.addEventListener("message", ({ data }) => JSON.parse(data).re === id && done(JSON.parse(data)));
            socket.send(JSON.stringify({ id, ...message }));
        });
        const { today } = await ask({ type: "hello", protocol: 1, token });
        await ask({ type: "join", room });
        await ask({ type: "open", puzzle: today.puzzle });
        const row = index % (words.length + 1);
        for (let at = 0; at < row; at += 1) await ask({ type: "guess", puzzle: today.puzzle, row: at, word: words[at] });
        (globalThis.crowd ??= []).push(socket);
        return player.name;
    };
    return Promise.all(Array.from({ length: count }, guest));
}"""


class SprintLookTests(SprintSteps, BrowserCase):
    def see(self, person, name, screens=SCREENS):
        """Keeps pictures; nothing may stick out sideways, and axe finds no fault on some of them."""
        for screen, (viewport, scheme, contrast) in screens.items():
            person.page.set_viewport_size(viewport)
            person.page.emulate_media(color_scheme=scheme, contrast="more" if contrast else "no-preference", reduced_motion="reduce")
            person.still()
            person.picture(OUTPUT / f"sprint-{name}-{screen}.png")
            self.assertEqual(person.sticking_out(), [], f"{name} {screen}")
            if screen in HEARD:
                self.assert_accessible(person, f"{name} {screen}")

    def test_every_state_on_every_screen(self):
        host, rival, third = self.person(motion="reduce"), self.person(), self.person()
        code = self.room(host, rival, third)
        rival.press("I am ready")
        expect(host.page.get_by_text("1 of 3 ready")).to_be_visible()
        self.see(host, "grid")
        self.see(rival, "guest", {"phone-light": SCREENS["phone-light"]})
        host.press("Set it up")
        expect(host.sheet("Set up the sprint")).to_be_visible()
        self.see(host, "setup")
        host.page.keyboard.press("Escape")
        self.set_up(host, rounds=2, rows=8)
        wall = self.person(viewport=WALL, motion="reduce")
        wall.visit(f"/stage/{code}")
        expect(wall.page.locator(".stage-code")).to_be_visible()
        host.press("Start the sprint")
        for person in (wall, host):
            expect(person.page.locator(".lights")).to_be_visible()
            person.picture(OUTPUT / f"sprint-lights-{'wall' if person is wall else 'phone'}.png")
        self.race_on(host)
        first, second, *_ = self.misses
        for person, word in ((host, first), (rival, second), (host, second), (third, first)):
            self.play(person, word)
        host.type("sta")
        self.see(host, "race")
        for _ in range(3):
            host.page.keyboard.press("Backspace")
        self.solve(host)
        expect(host.page.get_by_text("2 racers still on the track")).to_be_visible()
        self.see(host, "home")
        self.see(wall, "stage", {"wall": (WALL, "light", False), "phone": (PHONE, "light", False)})
        self.solve(third)
        for miss in self.misses[2:9]:
            self.play(rival, miss)
        expect(host.page.get_by_role("list", name="Standings")).to_be_visible()
        host.page.locator(".standings summary").first.click()
        self.see(host, "over")
        self.see(wall, "stage-over", {"wall": (WALL, "light", False)})
        host.press("Next word now")
        for person in (rival, third, host):
            self.race_on(person, "Word 2 of 2")
            self.solve(person)
        expect(host.page.get_by_role("list", name="Podium")).to_be_visible()
        self.see(host, "podium")
        self.see(wall, "stage-podium", {"wall": (WALL, "light", False)})
        host.press("Menu")
        expect(host.sheet("Menu")).to_be_visible()
        self.see(host, "menu")
        host.press("Host the room")
        expect(host.sheet("Your room")).to_be_visible()
        host.sheet("Your room").get_by_text("Listed", exact=True).click()
        self.see(host, "host")
        rival.visit("/")
        expect(rival.page.locator(".live").get_by_role("link")).to_have_count(1)
        self.see(rival, "lobby")

    def test_a_full_room(self):
        phone = self.person(motion="reduce", viewport=PHONE, touch=True)
        code = phone.create_room()
        phone.start()
        phone.guess(self.misses[0], 0)
        names = phone.page.evaluate(CROWD, [code, 20, self.misses[:3]])
        expect(phone.page.locator("li.lane")).to_have_count(20)  # So many have room there.
        wall = self.person(viewport=WALL, motion="reduce")
        wall.visit(f"/stage/{code}")
        expect(wall.page.locator("li.lane")).to_have_count(21)
        self.see(phone, "full", {"phone-light": SCREENS["phone-light"], "small-dark": SCREENS["small-dark"], "desktop-light": SCREENS["desktop-light"]})
        self.see(wall, "stage-full", {"wall": (WALL, "light", False)})
        phone.page.set_viewport_size(PHONE)
        phone.page.get_by_role("button", name="All lanes").click()
        sheet = phone.sheet("On the track")
        expect(sheet.get_by_role("listitem").filter(has_text=names[-1])).to_be_visible()
        self.see(phone, "field", {"phone-light": SCREENS["phone-light"], "small-dark": SCREENS["small-dark"]})

    def test_an_overlay_on_nothing(self):
        host, rival = self.person(), self.person()
        code = self.room(host, rival)
        overlay = self.person(viewport=WALL, motion="reduce")
        overlay.visit(f"/stage/{code}?overlay=1")
        self.set_up(host, rounds=1)
        host.press("Start the sprint")
        for person in (host, rival):
            self.race_on(person)
        self.play(host, self.misses[0])
        expect(overlay.lane(host.name)).to_have_attribute("data-columns", "1")
        self.assertEqual(overlay.page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgba(0, 0, 0, 0)")
        # Green behind it, as a camera's picture would be.
        overlay.page.evaluate("document.documentElement.style.background = '#3C7A4B'")
        overlay.still()
        overlay.picture(OUTPUT / "sprint-overlay.png")
        self.assertEqual(overlay.sticking_out(), [])


if __name__ == "__main__":
    unittest.main()
