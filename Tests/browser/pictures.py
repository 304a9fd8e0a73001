"""Makes the pictures in docs/images anew: a real server, people who really race, as fast as people do, and a page that looks on.
Takes some minutes. Needs Pillow besides requirements.txt, which packs them.

    pictures.py [FOLDER]      docs/images if none is named
"""

import asyncio
import json
import random
import sys
import threading
import time
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from urllib.request import Request, urlopen

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from case import CHROMIUM
from marking import marks
from server import ROOT, Server, words
from visitor import Visitor

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "realserver"))
from game_socket import GameSocket, new_guest  # noqa: E402 - it lies in a folder beside this one

FOLDER = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images"
# An address as a host has one: the browser is told where that is.
HOST = "words.example.org"
ANSWERS = words("answers")
# What the reader did on the days before today, the last of them yesterday: rows, x for out of rows, a dot for no race.
RUN = "43.544x354344"
# Who races today: the name, seconds for a guess, and the seconds after which it starts.
RIVALS = [("Mika", 7, 0), ("Oluwaseun", 13, 2), ("Ana R.", 18, 4), ("Tomasz", 26, 8), ("Priya", 32, 6), ("ben_k", 40, 5)]
DESKTOP, PHONE, WALL = (1280, 800), (390, 844), (1280, 720)


class Racer:
    """Somebody who knows the list: guesses what fits."""

    def __init__(self, name, seed):
        self.name, self.luck, self.seat = name, random.Random(seed), None
        self.events = asyncio.Queue()

    async def come(self, port, token=None):
        self.token = token or (await new_guest(port))[1]
        self.socket = await GameSocket.connect(port, self.hear)
        self.today = (await self.socket.request("hello", protocol=1, token=self.token))["today"]
        if self.name:
            await self.socket.request("rename", name=self.name)
        return self

    def hear(self, message):
        if message["type"] == "board":
            self.events.put_nowait(message["board"])

    async def race(self, guess, pace, answer=None, turns=None):
        """Guesses until it is over, every `pace` seconds or so; if told, comes home in so many `turns`, or (0) not at all."""
        fitting = self.luck.sample(ANSWERS, len(ANSWERS))
        for row in range(10):
            await asyncio.sleep(pace * self.luck.uniform(0.7, 1.3))
            others = [word for word in fitting if word != answer]
            word = fitting[0] if turns is None or answer is None else answer if row + 1 == turns else others[0]
            judged = await guess(row, word)
            fitting = [one for one in (others if turns is not None else fitting) if one != word and marks(one, word) == judged["marks"]]
            if turns is not None:
                fitting = fitting or others
            if judged["state"] != "playing":
                return

    async def today_race(self, pace, wait=0.0, **wish):
        await asyncio.sleep(wait)
        puzzle = self.today["puzzle"]
        await self.socket.request("open", puzzle=puzzle, hard="off")
        await self.race(lambda row, word: self.socket.request("guess", puzzle=puzzle, row=row, word=word), pace, **wish)

    async def sprint(self, room, pace):
        """Plays every round that is dealt."""
        while True:
            board = await self.events.get()
            welcome = await self.socket.request("ping")
            await asyncio.sleep(max(0, board["starts"] - welcome["time"]) / 1000 + 0.2)
            await self.race(lambda row, word: self.socket.request("play", room=room, race=board["race"], row=row, word=word), pace)


class Pictures:
    def __init__(self):
        self.server = Server(seed="pictures of a real server", days=-len(RUN), public=f"http://{HOST}")
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.port = self.server.port

    def await_(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(300)

    def begin(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def keep(self, visitor, name, size=DESKTOP, scale=1.0, scheme="light", contrast=False):
        """One picture, in a palette of 256 colours."""
        page = visitor.page
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=scheme, contrast="more" if contrast else "no-preference")
        self.chrome = self.chrome if getattr(self, "chrome", None) and self.of is page else visitor.context.new_cdp_session(page)
        self.of = page
        self.chrome.send("Emulation.setDeviceMetricsOverride", {
            "width": size[0], "height": size[1], "deviceScaleFactor": scale, "mobile": False})
        page.wait_for_timeout(400)
        visitor.still()
        picture = Image.open(BytesIO(b64decode(self.chrome.send("Page.captureScreenshot", {"format": "png"})["data"]))).convert("RGB")
        packed = picture.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        packed.save(FOLDER / f"{name}.png", optimize=True)
        print(name, picture.size, (FOLDER / f"{name}.png").stat().st_size)

    def play_the_days_before(self, token):
        """Day by day, on a server whose calendar says so."""
        for index, did in enumerate(RUN):
            if index > 0:
                self.server.kill()
                self.server.start(days=index - len(RUN))
            if did == ".":
                continue
            racer = self.await_(Racer("", index).come(self.port, token))
            self.await_(racer.today_race(0.1, answer=self.server.answer(), turns=0 if did == "x" else int(did)))
            racer.socket.close()
        self.server.kill()
        self.server.start()

    def make(self, browser):
        context = browser.new_context(viewport={"width": 1280, "height": 800}, color_scheme="light")
        _, token = self.await_(new_guest(self.port))
        self.play_the_days_before(token)
        url = f"http://{HOST}"
        # Today: rooms, those who race in them, and some forty elsewhere.
        rivals = [self.await_(Racer(name, name).come(self.port)) for name, _, _ in RIVALS]
        lior = self.await_(Racer("Lior", "Lior").come(self.port))
        me = self.await_(Racer("Robin", "Robin").come(self.port, token))
        code = self.await_(rivals[0].socket.request("create_room", name="Friday Kytes"))["room"]
        for one in (*rivals[1:4], me, *rivals[4:], lior):
            self.await_(one.socket.request("join", room=code))
        lunch = self.await_(rivals[2].socket.request("create_room", name="HQ of Kytes"))["room"]
        for one in (me, rivals[4], rivals[1]):
            self.await_(one.socket.request("join", room=lunch))
        sprint = self.sprint_room()
        crowd = [self.await_(Racer("", f"crowd {number}").come(self.port)) for number in range(40)]
        for number, one in enumerate(crowd):
            self.begin(one.today_race(6 + number % 9, wait=number % 7))
        began = time.monotonic()
        for one, (_, pace, wait) in zip(rivals, RIVALS):
            self.begin(one.today_race(pace, wait))
        me.socket.close()
        # Whoever has the token is the player: the page is signed in by the link for another device.
        visitor = self.signed_in(context, url, token)
        visitor.visit("/")
        page = visitor.page
        expect(page.locator(".live").get_by_role("link")).to_have_count(1)
        expect(page.locator(".streak-count")).to_have_text("6")
        page.wait_for_timeout(max(0, (began + 38 - time.monotonic()) * 1000))
        visitor.visit("/")
        expect(page.locator(".rooms").first.get_by_role("link")).to_have_count(2)
        expect(page.locator(".streak-count")).to_have_text("6")
        expect(page.locator(".live").get_by_role("link")).to_have_count(1)
        self.keep(visitor, "home-desktop", size=(1440, 900))
        self.race(visitor, code)
        self.stage(browser, sprint, url)

    def signed_in(self, context, url, token):
        """A page of the player with this token, by a code for another device."""
        request = Request(self.server.url + "/api/v1/me/link", method="POST", data=b"", headers={
            "Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        with urlopen(request) as answer:
            code = json.load(answer)["code"]
        visitor = Visitor(context, url)
        visitor.visit(f"/link#{code}")
        visitor.press("Use this code")
        expect(visitor.page.get_by_text("Welcome back")).to_be_visible()
        return visitor

    def race(self, visitor, code):
        """The reader's own race, seen on screens of all kinds."""
        page, answer = visitor.page, self.server.answer()
        visitor.visit(f"/room/{code}")
        visitor.start()
        rows = telling_rows(answer)
        for row, word in enumerate(rows):
            page.wait_for_timeout(8_000)
            visitor.guess(word, row)
        visitor.type(answer[:3])
        page.wait_for_timeout(3_000)
        self.keep(visitor, "race", scale=1.5)
        self.keep(visitor, "race-desktop", (1080, 675), 1.5, "dark")
        self.keep(visitor, "race-phone", PHONE, 2, "dark")
        self.keep(visitor, "contrast-phone", PHONE, 2, contrast=True)
        page.keyboard.type(answer[3:])
        page.keyboard.press("Enter")
        expect(visitor.sheet("Home in 4")).to_be_visible()
        page.wait_for_timeout(1_500)
        self.keep(visitor, "result-phone", PHONE, 2)

    def sprint_room(self):
        """A listed room in which a sprint is to be raced."""
        team = [self.await_(Racer(name, f"sprint {name}").come(self.port)) for name in ("Noor", "Kenji", "Sofia", "Dele", "Wren", "Emil")]
        code = self.await_(team[0].socket.request("create_room", name="Sunday Kytes"))["room"]
        for one in team[1:]:
            self.await_(one.socket.request("join", room=code))
        self.await_(team[0].socket.request("list", room=code, listed=True))
        self.await_(team[0].socket.request("settings", room=code, rounds=3, rows=6, length=5, limit=180, next="host"))
        return code, team

    def stage(self, browser, sprint, url):
        """A sprint on the wall, and the first race of it again."""
        code, team = sprint
        wall = Visitor(browser.new_context(color_scheme="dark"), url)
        wall.visit(f"/stage/{code}")
        expect(wall.page.locator(".stage-code")).to_be_visible()
        running = [self.begin(one.sprint(code, pace)) for one, pace in zip(team, (4, 5, 4.5, 6, 5.5, 7))]
        for command in ("start", "next_round"):
            self.await_(team[0].socket.request(command, room=code))
            expect(wall.page.locator(".stage-answer[aria-label^='The word was']")).to_have_count(0)
            expect(wall.page.locator(".stage-answer[aria-label^='The word was']")).to_have_count(1, timeout=120_000)
        wall.page.wait_for_timeout(2_000)
        self.keep(wall, "stage", WALL, scheme="dark")
        again = Visitor(browser.new_context(color_scheme="dark", viewport={"width": 1280, "height": 800}), url)
        again.visit(f"/replay/{code}/sprint-1-1")
        scrub = again.page.get_by_role("slider", name="Moment of the race")
        pause = again.page.get_by_role("button", name="Pause")
        pause.click()
        scrub.evaluate("""(scrub) => {
            for (const part of [1, 0.6]) { // The seal is checked at the end.
                scrub.value = String(Number(scrub.max) * part);
                scrub.dispatchEvent(new Event("input", { bubbles: true }));
            }
        }""")
        self.keep(again, "replay", scheme="dark")
        for one in running:
            one.cancel()


def telling_rows(answer):
    """Three guesses of somebody who gets on: each fits what is known, and shows a little more."""
    best = None
    for seed in range(400):
        luck, rows, fitting = random.Random(seed), [], [word for word in ANSWERS if word != answer]
        for _ in range(3):
            rows.append(luck.choice(fitting))
            fitting = [one for one in fitting if one != rows[-1] and marks(one, rows[-1]) == marks(answer, rows[-1])] or fitting
        told = [sum(map(int, marks(answer, word))) for word in rows]
        if told == sorted(told) and 0 < told[0] < told[1] < told[2] <= 6 and (best is None or told > best[0]):
            best = (told, rows)
    return best[1]


def main():
    pictures = Pictures()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[
            "--no-sandbox", f"--host-resolver-rules=MAP {HOST}:80 127.0.0.1:{pictures.port}"])
        try:
            pictures.make(browser)
        finally:
            browser.close()
            pictures.server.close()


if __name__ == "__main__":
    main()
