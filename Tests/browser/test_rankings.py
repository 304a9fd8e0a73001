"""Rankings with many in them: one's own place, those around one, pages, the room, and a day that ends meanwhile."""

import json
import re
import unittest
import urllib.request
from datetime import date, timedelta

from playwright.sync_api import expect

import crowd
from case import PHONE, BrowserCase, server_with_telling_answer

# Entries of a page.
PAGE = 50


class RankingTests(BrowserCase):
    def places(self, sheet):
        """The places that the list shows, from above."""
        return sheet.locator(".ranking li").evaluate_all("lines => lines.map((line) => Number(line.dataset.place))")

    def names(self, sheet):
        return sheet.locator(".ranking .rank-name > span:first-child").all_inner_texts()

    def choose(self, sheet, label, on=True):
        """A chip covers its own checkbox."""
        sheet.get_by_label(label).set_checked(on, force=True)

    def test_my_place_my_room_the_rest_and_those_around_me(self):
        misses, port = self.misses, self.server.port
        reader = self.person()
        code = reader.create_room("Friday Kytes")
        crowd.race(port, [[misses[0], self.answer]] * 20 + [[*misses[:3], self.answer]] * 40)
        mates = crowd.race(port, [[*misses[:4], self.answer]] * 3, room=code)
        reader.start()
        for row, word in enumerate([*misses[:2], self.answer]):
            reader.guess(word, row=row)
        expect(reader.sheet("Home in 3")).to_be_visible()
        reader.page.reload()
        reader.press("Menu")
        reader.sheet("Menu").get_by_role("button", name="Ranking").click()
        sheet = reader.sheet("Ranking")
        lines, status, more = sheet.locator(".ranking li"), sheet.get_by_role("status"), sheet.get_by_role("button", name="More")

        # The room, and the server: 20 are in front, 43 behind.
        expect(lines).to_have_count(4)
        self.assertEqual(set(self.names(sheet)), {*mates, f"{reader.name} (you)"})
        expect(status).to_contain_text("1st of 4, ahead of 100% of the others.")
        expect(sheet.get_by_label("Around me")).to_be_hidden()  # All are in sight.
        sheet.get_by_label("Whole server").check(force=True)
        expect(status).to_contain_text("21st of 64, ahead of 68% of the others.")
        expect(lines).to_have_count(PAGE)
        more.click()
        expect(lines).to_have_count(64)
        expect(more).to_be_hidden()
        expect(sheet.locator("[data-place='51']")).to_be_focused()
        self.assertEqual(self.places(sheet), list(range(1, 65)))

        # Somebody comes in at the front: everybody else stands one place lower, and nobody is lost between two pages.
        before = self.names(sheet)
        (first,) = crowd.race(port, [[self.answer]])
        expect(lines).to_have_count(65)
        self.assertEqual(self.places(sheet), list(range(1, 66)))
        self.assertEqual(self.names(sheet), [first, *before])
        expect(status).to_contain_text("22nd of 65")

        # What cannot be asked for anew is not shown as it was: it can be had by pressing.
        reader.page.route(re.compile("/leaderboards/.*after="), lambda route: route.fulfill(status=429))
        crowd.race(port, [[self.answer]])
        expect(lines).to_have_count(PAGE)
        reader.page.unroute_all()
        more.click()
        expect(lines).to_have_count(66)
        self.assertEqual(self.places(sheet), list(range(1, 67)))
        reader.faults = [fault for fault in reader.faults if "status of 429" not in fault]

        # Five on each side, also when they change.
        self.choose(sheet, "Around me")
        expect(lines).to_have_count(11)
        self.assertEqual(self.places(sheet), list(range(18, 29)))
        expect(lines.nth(5)).to_have_class("you")
        expect(more).to_be_hidden()
        self.look_at(reader, "ranking-around")
        crowd.race(port, [[self.answer]])
        expect(status).to_contain_text("24th of 67")
        self.assertEqual(self.places(sheet), list(range(19, 30)))

        # All of them were faster than is believed, the reader too.
        self.choose(sheet, "Hide unusually fast")
        expect(status).to_have_text("Everybody here was unusually fast.")
        expect(sheet.get_by_label("Around me")).not_to_be_checked()
        self.choose(sheet, "Hide unusually fast", on=False)
        expect(lines).to_have_count(PAGE)

    def press_one(self, sheet, words):
        """Presses one of several, once it stands still: the sheet is as high as what is in it."""
        sheet.locator("label").filter(has_text=re.compile(f"^{words}$")).click()
        expect(sheet.get_by_role("radio", name=words)).to_be_checked()

    def test_a_ranking_that_follows_a_result_looks_on_a_slow_device(self):
        """The event of the sheet before comes with a frame, later than the answer to what this one asks."""
        server = server_with_telling_answer()
        self.addCleanup(server.close)
        answer = server.answer()
        winner = self.person(url=server.url)
        winner.visit("/today")
        winner.start()
        winner.guess(self.misses[0], row=0)
        winner.guess(answer, row=1)
        sheet = winner.sheet("Home in 2")
        expect(sheet.locator(".figures > div")).to_have_count(1)
        winner.page.evaluate("""() => document.addEventListener("close", (event) => {
            if (event.detail === "late") return;
            event.stopImmediatePropagation();
            setTimeout(() => event.target.dispatchEvent(new CustomEvent("close", { detail: "late" })), 1500);
        }, true)""")
        sheet.get_by_role("button", name="Ranking").click()
        ranking = winner.sheet("Ranking")
        expect(ranking.get_by_role("status")).to_contain_text("Live")
        winner.page.wait_for_timeout(2000)
        crowd.race(server.port, [[answer]])
        expect(ranking.get_by_role("status")).to_contain_text("2nd of 2")

    def test_a_result_agrees_with_the_ranking_and_a_loser_has_no_place(self):
        server = server_with_telling_answer()
        self.addCleanup(server.close)
        answer, misses = server.answer(), self.misses
        winner, loser = self.person(url=server.url), self.person(PHONE, touch=True, url=server.url)
        winner.visit("/today")
        winner.start()
        winner.guess(misses[0], row=0)
        winner.guess(answer, row=1)
        sheet = winner.sheet("Home in 2")
        figures = sheet.locator(".figures > div")
        expect(figures).to_have_count(1)  # Nobody else has raced.
        # The figures go on while somebody reads.
        crowd.race(server.port, [[*misses[:2], answer]])
        expect(figures).to_have_text([re.compile("your time"), "1stof 2 today", "100%of the others behind you"])
        crowd.race(server.port, [[answer]])
        expect(figures).to_have_text([re.compile("your time"), "2ndof 3 today", "50%of the others behind you"])
        sheet.get_by_role("button", name="Ranking").click()
        ranking = winner.sheet("Ranking")
        expect(ranking.get_by_role("status")).to_contain_text("2nd of 3, ahead of 50% of the others.")
        # It was the sheet that looked: the ranking does so now.
        crowd.race(server.port, [[answer]])
        expect(ranking.get_by_role("status")).to_contain_text("3rd of 4, ahead of 33% of the others.")

        code = loser.create_room("Friday Kytes")
        crowd.race(server.port, [[*misses[:3], answer]], room=code)
        loser.start()
        for row in range(6):
            loser.guess(misses[row], row=row)
        sheet = loser.sheet("Out of guesses")
        expect(sheet).to_be_visible()
        self.eventually(lambda: any('"look"' in sent for sent in loser.traffic.sent))
        loser.still()
        expect(sheet.locator(".figures > div")).to_have_count(1)
        self.look_at(loser, "result-lost")
        loser.page.keyboard.press("Escape")
        loser.press("Ranking")
        ranking = loser.sheet("Ranking")
        mine = ranking.locator("li.you")
        for whose in ("This room", "Whole server"):
            self.press_one(ranking, whose)
            for span in ("Day", "Week", "Month", "All time"):
                self.press_one(ranking, span)
                with self.subTest(whose=whose, span=span):
                    count = 2 if whose == "This room" else 6
                    status = f"{count} races are over.Live" if span == "Day" else f"{count} racers.Live"
                    expect(ranking.get_by_role("status")).to_have_text(status)
                    expect(mine.locator(".rank-number")).to_have_text("–")
                    expect(mine.locator(".rank-time")).to_have_text("")
            self.look_at(loser, f"ranking-lost-{count}")
            loser.page.set_viewport_size(PHONE)

    def test_a_day_ends_while_one_looks(self):
        server = server_with_telling_answer()
        self.addCleanup(server.close)
        answer = server.answer()
        crowd.race(server.port, [[word, answer] for word in self.misses[:12]])
        reader = self.person(PHONE, touch=True, url=server.url)
        sockets = []
        reader.page.route_web_socket(re.compile("/api/v1/socket"), lambda socket: (socket.connect_to_server(), sockets.append(socket)))
        reader.visit("/")
        reader.press("Ranking")
        sheet = reader.sheet("Ranking")
        lines, status, after = sheet.locator(".ranking li"), sheet.get_by_role("status"), sheet.get_by_role("button", name="The one after")
        title, live = sheet.locator(".period-bar b"), sheet.get_by_text("Live", exact=True)
        expect(title).to_have_text("Today")
        expect(after).to_be_disabled()
        expect(live).to_be_visible()
        # Midnight, as the server tells it.
        with urllib.request.urlopen(server.url + "/api/v1/today") as response:
            told = json.load(response)
        tomorrow = date.fromisoformat(told["today"]["day"]) + timedelta(1)
        sockets[-1].send(json.dumps({"type": "day", "time": told["today"]["ends"], "today": {
            **told["today"], "puzzle": f"guess-en-5/{tomorrow}", "day": str(tomorrow), "ends": told["today"]["ends"] + 86_400_000}}))
        expect(title).to_have_text("Yesterday")
        expect(after).to_be_enabled()
        expect(live).to_have_count(0)
        expect(lines).to_have_count(12)
        # On a server that is there already. Of the new day I have neighbours; of the one before, which others raced, I
        # have none, and see all of it.
        self.is_server_lost = True
        server.terminate()
        server.start(days=1)
        answer = server.answer()
        crowd.race(server.port, [[word, answer] for word in self.misses[:12]])
        reader.visit("/today")
        reader.start()
        reader.guess(answer, row=0)
        expect(reader.sheet("Home in 1")).to_be_visible()
        reader.visit("/")
        reader.press("Ranking")
        self.choose(sheet, "Around me")
        expect(lines).to_have_count(6)
        sheet.get_by_role("button", name="The one before").click()
        expect(title).to_have_text("Yesterday")
        expect(status).to_have_text("12 races are over.")
        expect(lines).to_have_count(12)
        expect(sheet.get_by_label("Around me")).to_be_hidden()
        after.click()
        expect(lines).to_have_count(13)
        expect(sheet.get_by_label("Around me")).not_to_be_checked()


if __name__ == "__main__":
    unittest.main()
