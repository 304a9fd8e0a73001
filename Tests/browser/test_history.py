"""What lasts: statistics, rankings, past days, practice, the seals of words."""

import json
import re
import unittest
from datetime import date, timedelta

from playwright.sync_api import expect

from case import DESKTOP, OUTPUT, PHONE, SMALL_PHONE, BrowserCase, server_with_telling_answer
from server import words


class HistoryTests(BrowserCase):
    def race_today(self, person, *guesses):
        person.visit("/today")
        person.start()
        for row, guess in enumerate(guesses):
            person.guess(guess, row=row)

    def statistics(self, person):
        """What the server says."""
        return person.page.evaluate("fetch('/api/v1/me/statistics?line=guess-en-5').then((answer) => answer.json())")

    def test_statistics_after_a_finish_and_from_home(self):
        person = self.person()
        self.race_today(person, self.misses[0], self.misses[1], self.answer)
        result = person.sheet("Home in 3")
        expect(result.get_by_role("button", name="Streak 1")).to_contain_text("100% won")
        result.get_by_role("button", name="Streak 1").click()
        # The sheet still has the result in it for a moment.
        chart = person.sheet("Your statistics").get_by_role("img", name=re.compile("races by the guesses"))
        expect(chart).to_have_accessible_name(
            "6 bars, races by the guesses they took. 1: 0, 2: 0, 3: 1, 4: 0, 5: 0, 6: 0, out of guesses: 0. The last race: found in 3 guesses.")
        expect(chart.locator(".own-bar.last")).to_have_text(re.compile("^3"))
        self.look_at(person, "statistics")
        person.visit("/")
        expect(person.page.locator(".streak-count")).to_have_text("1")
        expect(person.page.get_by_role("img", name=re.compile("found in 3 guesses"))).to_have_count(1)
        self.look_at(person, "home-streak")
        person.press("Statistics")
        expect(person.sheet("Your statistics")).to_contain_text("Found in 3.0 guesses")

    def test_a_ranking_moves_while_one_looks(self):
        looker, racer = self.person(), self.person()
        self.race_today(looker, self.misses[0], self.misses[1], self.answer)
        looker.visit("/")
        looker.press("Ranking")
        sheet = looker.sheet("Ranking")
        mine = sheet.locator("li.you")
        expect(mine).to_have_count(1)
        expect(sheet.get_by_text("Live", exact=True)).to_be_visible()
        self.race_today(racer, self.answer)
        # Nobody has pressed anything: the other is there, in front, and flagged.
        line = sheet.locator("li", has_text=racer.name)
        expect(line).to_have_count(1)
        expect(line).to_have_accessible_name(re.compile("in 1, .*flagged as unusually fast"))
        expect(mine).to_have_count(1)
        expect(sheet.get_by_role("status")).to_contain_text(re.compile(r"\d+(st|nd|rd|th) of \d+"))
        self.look_at(looker, "ranking")
        sheet.get_by_label("Hide unusually fast").check(force=True)
        expect(line).to_have_count(0)  # Found at the first guess; who needed longer may stay.
        sheet.get_by_label("Hide unusually fast").uncheck(force=True)
        expect(line).to_have_count(1)
        for span, words in (("Week", "This week"), ("Month", r"\w+ \d{4}"), ("All time", "All time")):
            sheet.get_by_role("radio", name=span).check(force=True)
            expect(sheet.locator(".period-bar b")).to_have_text(re.compile(f"^{words}$"))
            expect(mine).to_contain_text("points")
        expect(line).to_contain_text("6 points")
        # A day in which nobody raced.
        sheet.get_by_role("radio", name="Day").check(force=True)
        sheet.get_by_role("button", name="The one before").click()
        expect(sheet.get_by_role("status")).to_have_text("Nobody raced then.")
        # What is not looked at is not pushed.
        looker.page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        self.eventually(lambda: any(json.loads(sent).items() >= {"type": "look", "on": False}.items() for sent in looker.traffic.sent))

    def test_practice_as_often_as_one_likes(self):
        person = self.person(PHONE, touch=True)
        person.visit("/")
        person.page.get_by_role("link", name="Practise").click()
        expect(person.board).to_be_visible()
        expect(person.page.locator(".bar-sub")).to_have_text("Not ranked")
        person.guess(self.misses[0], row=0)
        person.page.reload()
        expect(person.board).to_be_visible()
        self.assertEqual([word for word, _ in person.guesses()], [self.misses[0]])
        for row, guess in enumerate(self.misses[1:6], start=1):
            if person.page.get_by_role("heading", name=re.compile("Home in")).count() == 0:
                person.guess(guess, row=row)
        expect(person.page.get_by_role("button", name="Another word")).to_be_visible()
        expect(person.page.get_by_text("Practice, not ranked")).to_be_visible()
        self.look_at(person, "practice-over")
        # The share text has the time that the page shows, and leads to words of one's own.
        person.page.evaluate("navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }; delete Navigator.prototype.share")
        shown = re.match(r"(?:(\d+:\d\d)\.\d)?", person.page.locator(".panel.low p.small").inner_text()).group(1) or ""
        person.press("Share")
        expect(person.page.locator(".toast")).to_have_text("Copied. Paste it where your friends are")
        first, *colours, link = person.page.evaluate("copied").split("\n")
        self.assertRegex(first, rf"^Tilerace practice [1-6X]/6{re.escape(' ' + shown if shown else '')}( \d+:\d\d)?$")
        self.assertTrue(all(set(line) <= set("🟩🟨⬛") for line in colours) and colours)
        self.assertEqual(link, f"{self.server.url}/practice?words=en-5")
        person.press("Another word")
        expect(person.page.locator(".board .row.judged")).to_have_count(0)
        expect(person.rows.first).to_have_class(re.compile("current"))
        person.guess(self.misses[0], row=0)
        self.look_at(person, "practice")
        self.assertEqual(self.statistics(person)["played"], 0)

    def test_practice_with_other_words(self):
        person = self.person(SMALL_PHONE, touch=True)
        person.visit("/practice")
        choice = person.page.get_by_role("navigation", name="Words to practise with")
        expect(choice.get_by_role("link")).to_have_text(["4", "5", "6", "7", "8", "Anagrams"])
        expect(choice.locator("[aria-current]")).to_have_text("5")
        person.guess(self.misses[0], row=0)
        choice.get_by_role("link", name="7 letters").click()
        expect(person.rows.first.locator(".tile")).to_have_count(7)
        expect(choice.locator("[aria-current]")).to_have_text("7")
        word = words("guesses", length=7)[100]
        person.type(word)
        person.page.keyboard.press("Enter")
        expect(person.rows.first.locator(".tile[data-mark]")).to_have_count(7)
        # All of it fits on the smallest screen, and its own address brings it back.
        self.assertEqual(person.page.evaluate("document.documentElement.scrollHeight"), SMALL_PHONE["height"])
        for key in person.page.locator(".key, .lines a").all():
            box = key.bounding_box()
            self.assertGreaterEqual(box["height"], 40)
            self.assertLessEqual(box["y"] + box["height"], SMALL_PHONE["height"])
            self.assertLessEqual(box["x"] + box["width"], SMALL_PHONE["width"])
        person.picture(OUTPUT / "practice-320x568.png")
        person.page.reload()
        expect(person.rows.first.locator(".tile[data-mark]")).to_have_count(7)
        self.look_at(person, "practice-7")
        # Each line has a game of its own.
        person.page.go_back()
        expect(person.rows.first.locator(".tile[data-mark]")).to_have_count(5)
        self.assertEqual([word for word, _ in person.guesses()], [self.misses[0]])
        person.visit("/practice?words=en-11")
        expect(person.page.get_by_text("This server has no such words.")).to_be_visible()
        person.page.locator(".panel").get_by_role("link", name="Practice").click()
        expect(person.rows.first.locator(".tile[data-mark]")).to_have_count(5)

    def test_nothing_to_choose_where_one_line_is_all(self):
        person = self.person()
        person.page.route_web_socket(re.compile("/api/v1/socket"), lambda socket: self.with_one_line(socket))
        person.visit("/practice")
        expect(person.board).to_be_visible()
        expect(person.page.locator(".lines")).to_have_count(0)

    def with_one_line(self, socket):
        """A server whose host has words of one length."""
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(re.sub(r'"sprints":\[.*?\}\]', '"sprints":[{"kind":"guess","language":"en","lengths":[5]}]', message)))

    def test_what_the_line_takes_is_given_back_and_shown(self):
        """The result says so where there was a lag; on this machine there is none to speak of."""
        person = self.person()
        person.visit("/")
        words = person.page.evaluate("""async () => {
            const { content } = await import(new URL("components/result/result.js", document.querySelector("script[src]").src));
            const body = document.createElement("div");
            const game = { puzzle: "guess-en-5/2026-11-21", number: 1, length: 5, rows: 6, guesses: [], state: "solved", answer: "glide", ranked: true,
                result: { solved: true, turns: 4, ms: 67400, lag: 420, share: "" } };
            const store = new EventTarget();
            Object.assign(store, { today: null, rooms: new Map(), welcome: null });
            content({ store, preferences: {}, reachable: { url: "", reach: "asked" } }, { body, closed: new AbortController().signal, close() {} }, { game, code: null });
            return body.querySelector(".figures").textContent;
        }""")
        self.assertEqual(words, "1:07.40.4 s lag credit")

    def test_past_races_that_came_at_the_second_try_lead_on_to_earlier_ones(self):
        person = self.person()
        self.is_server_lost = True  # Once, for that question.
        person.create_room()
        race = {"race": "sprint-1-1", "kind": "sprint", "game": "guess", "length": 5, "series": 1, "round": 1, "of": 1,
                "over": 1795237260000, "players": 2, "solved": 1}
        person.page.route("**/api/v1/rooms/*/races?limit=20", lambda route: route.abort())
        person.press("Menu")
        person.press("Past races")
        sheet = person.sheet("Past races")
        expect(sheet.get_by_role("status")).to_have_text("No answer from the server. Try again in a moment")
        person.page.unroute_all()
        person.page.route("**/api/v1/rooms/*/races?limit=20", lambda route: route.fulfill(json={"races": [race], "next": "before"}))
        sheet.get_by_role("button", name="Try again").click()
        expect(sheet.get_by_role("link")).to_contain_text("2 racers")
        expect(sheet.get_by_role("button", name="Earlier races")).to_be_visible()

    def test_past_days(self):
        server = server_with_telling_answer()
        self.addCleanup(server.close)
        person = self.person(url=server.url)
        self.race_today(person, server.answer())
        expect(person.sheet("Home in 1")).to_be_visible()
        today = date.fromisoformat(person.page.evaluate("fetch('/api/v1/today').then((answer) => answer.json())")["today"]["day"])
        # Two days later.
        person.page.goto("about:blank")
        server.terminate()
        server.start(days=2)
        past, now = today + timedelta(1), today + timedelta(2)
        person.visit("/archive")
        page = person.page
        grid = page.get_by_role("grid")
        said = lambda day: f"{day:%A} {day.day} {day:%B}"
        expect(grid.get_by_role("link", name=said(now) + ", today, not raced yet")).to_be_visible()
        if now.month != today.month:
            page.get_by_role("button", name="The month before").click()
        expect(grid.get_by_role("link", name=re.compile(f"^{said(today)}, found in 1 guess, "))).to_be_visible()
        if now.month != (now + timedelta(1)).month or now.month != today.month:
            pass  # No day of this month is to come.
        else:
            tomorrow = grid.get_by_role("link", name=said(now + timedelta(1)) + ", not yet")
            self.assertIsNone(tomorrow.get_attribute("href"))
        self.look_at(person, "archive")
        page.set_viewport_size(SMALL_PHONE)
        self.assertEqual(person.sticking_out(), [])
        page.set_viewport_size(DESKTOP)

        # By keyboard alone: from today to the day before, and in.
        person.visit("/archive")
        expect(grid.locator("[tabindex='0']")).to_have_count(1)
        grid.locator("[tabindex='0']").focus()
        page.keyboard.press("End")
        page.keyboard.press("PageUp")
        expect(page.locator(f"[data-day]:focus:not([data-day='{now}'])")).to_have_count(1)
        page.keyboard.press("PageDown")
        page.keyboard.press("ArrowDown")
        expect(page.locator(f"[data-day='{now}']:focus")).to_have_count(1)
        page.keyboard.press("ArrowLeft")
        expect(page.locator(f"[data-day='{past}']:focus")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="A past day")).to_be_visible()
        expect(page.locator(".panel")).to_contain_text("Not ranked")
        self.look_at(person, "past-day")
        person.press("Race this day")
        expect(person.board).to_be_visible()
        person.guess(self.misses[0], row=0)
        page.reload()  # Its clock runs: the board comes at once.
        expect(person.board).to_be_visible()
        answer = server.answer_before(1)
        person.guess(answer, row=1)
        expect(page.get_by_role("heading", name="Home in 2")).to_be_visible()
        expect(page.get_by_text("A past day, not ranked")).to_be_visible()
        self.look_at(person, "past-day-over")
        page.evaluate("navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }")
        person.press("Share")
        expect(person.page.locator(".toast")).to_have_text("Copied. Paste it where your friends are")
        first, *_, link = page.evaluate("copied").split("\n")
        self.assertRegex(first, r"^Tilerace No\. \d+ \(archive\) 2/6 \d+:\d\d$")
        self.assertEqual(link, f"{server.url}/archive/guess-en-5/{past}")
        statistics = self.statistics(person)
        self.assertEqual((statistics["played"], statistics["streak"]["longest"]), (1, 1))
        person.visit("/archive")
        if now.month != past.month:
            page.get_by_role("button", name="The month before").click()
        expect(grid.get_by_role("link", name=re.compile(f"^{said(past)}, found in 2 guesses, .*not ranked"))).to_be_visible()

        # A day that was raced while it counted has its result, and that is called nothing else.
        page.add_init_script("navigator.clipboard.writeText = async (text) => { globalThis.copied = text; };")
        person.visit(f"/archive/guess-en-5/{today}")
        expect(page.get_by_role("heading", name="Home in 1")).to_be_visible()
        expect(page.get_by_text(re.compile("not ranked", re.IGNORECASE))).to_have_count(0)
        person.press("Result")
        result = person.sheet("Home in 1")
        expect(result.locator(".figures")).to_contain_text("your time")
        expect(result.get_by_text("1st")).to_have_count(0)  # Among one there is no place.
        expect(result.get_by_text("Today’s field")).to_be_hidden()
        result.get_by_role("button", name="Share").click()
        self.eventually(lambda: page.evaluate("globalThis.copied"))
        self.assertTrue(page.evaluate("copied").endswith(f"/archive/guess-en-5/{today}"), page.evaluate("copied"))

        # What is to come is not to be had, even by who types it.
        person.visit(f"/archive/guess-en-5/{now + timedelta(1)}")
        expect(page.get_by_role("heading", name="This race cannot be opened")).to_be_visible()

        # The seals: of the day that is two days ago the word is public. A server whose clock is turned on has timers
        # that do not come: it publishes tomorrow's when somebody asks.
        page.evaluate("(day) => fetch(`/api/v1/puzzles/guess-en-5/${day}`).then((answer) => answer.json())", str(now + timedelta(1)))
        person.visit("/verify")
        # It was sealed when the server was started; the next one was sealed the day before, and today's when it was
        # started again.
        expect(page.get_by_text(re.compile(r"^Sealed on the day at \d\d:\d\d, and fits$"))).to_have_count(1)
        expect(page.get_by_role("img", name=server.answer_before(2))).to_be_visible()
        expect(page.get_by_text("Sealed before the day began", exact=True)).to_have_count(2)
        expect(page.get_by_text("Tomorrow", exact=True)).to_be_visible()
        expect(page.get_by_text(re.compile(r"^Sealed on the day at \d\d:\d\d$"))).to_have_count(1)
        expect(page.locator("main")).to_contain_text("proves something only to those who noted it at the time")
        expect(page.locator("main")).to_contain_text("Whole races can be checked too, by anybody")
        self.look_at(person, "verify")
        page.route("**/api/v1/puzzles/guess-en-5?*", lambda route: self.with_another_word(route))
        page.reload()
        expect(page.get_by_text("Seal does not fit", exact=True)).to_be_visible()
        expect(page.get_by_role("status").filter(has_text="1 seal does not fit.")).to_have_count(1)
        page.unroute("**/api/v1/puzzles/guess-en-5?*")
        page.route("**/api/v1/puzzles/guess-en-5?*", self.with_a_late_seal)
        page.reload()
        expect(page.get_by_text("Made afterwards: proves nothing about that day", exact=True)).to_be_visible()
        expect(page.get_by_role("status").filter(has_text="its seal fits, and 1 seal proves nothing about the day.")).to_have_count(1)
        page.set_viewport_size(SMALL_PHONE)
        self.assertEqual(person.sticking_out(), [])
        page.set_viewport_size(DESKTOP)

    def with_a_late_seal(self, route):
        """A server that made its seals when the days were over."""
        answer = route.fetch()
        found = answer.json()
        for puzzle in found["puzzles"]:
            if "answer" in puzzle:
                puzzle["seal"] = {"when": "after", "at": puzzle["seal"]["at"]}
        route.fulfill(response=answer, json=found)

    def with_another_word(self, route):
        """A server that has changed a word afterwards."""
        answer = route.fetch()
        found = answer.json()
        for puzzle in found["puzzles"]:
            if "answer" in puzzle:
                puzzle["answer"] = puzzle["answer"][::-1]
        route.fulfill(response=answer, json=found)

    def test_no_month_is_left_before_it_is_known_which_it_is(self):
        person = self.person()
        person.page.route_web_socket(re.compile(".*"), lambda socket: None)  # It opens, and nothing comes over it.
        person.page.goto(f"{self.server.url}/archive")
        expect(person.page.get_by_role("button", name="The month before")).to_be_disabled()
        expect(person.page.get_by_role("button", name="The month after")).to_be_disabled()


if __name__ == "__main__":
    unittest.main()
