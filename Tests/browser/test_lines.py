"""A server with two lines: home shows both of today's races, and the second has its own address, past days, figures and ranking."""

import collections
import datetime
import json
import re
import time
import unittest
import urllib.request

from playwright.sync_api import expect

from case import DESKTOP, EVERY_SCREEN, PHONE, SHIFTS, SIDEWAYS, SMALL_PHONE, WALL, BrowserCase
from server import PATIENCE, ROOT
from sprint_steps import SprintSteps
from test_anagram import Answers

LINE = "anagram-en-7"
LISTS = ROOT / "config" / "words" / "en"


def layable(tiles, count):
    """Words that can be laid from the tiles, short ones first."""
    have = collections.Counter(tiles)
    words = [word for length in range(3, 6) for word in (LISTS / f"common-{length}.txt").read_text().split()]
    return [word for word in words if not collections.Counter(word) - have][:count]


# What is played, and lies under the banner: the middle of each is its own.
COVERED = """() => {
    const banner = document.querySelector(".banner").getBoundingClientRect();
    return [...document.querySelectorAll(".board .tile, .found-head, .found-words li, li.lane, .keyboard")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width > 0 && box.top < banner.bottom && box.bottom > banner.top && box.left < banner.right && box.right > banner.left;
    }).map((one) => `${one.tagName}.${one.className}`);
}"""


def assert_uncovered(case, person):
    """The banner covers nothing of a board in hand, and all of it is on the screen."""
    for screen in (SMALL_PHONE, {"width": 360, "height": 640}, PHONE, SIDEWAYS, DESKTOP):
        person.page.set_viewport_size(screen)
        person.still()
        expect(person.page.locator(".banner")).to_be_in_viewport(ratio=1)
        case.assertEqual(person.page.evaluate(COVERED), [], screen)
        case.assertEqual(person.sticking_out(), [])
        expect(person.page.locator(".keyboard")).to_be_in_viewport(ratio=1)


class Midnight:
    """A page that is told of the next day when the test says so. All else is the real server's."""

    def __init__(self, page):
        self.welcome = None
        page.route_web_socket(re.compile("/api/v1/socket"), self.opened)

    def opened(self, socket):
        self.socket = socket
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(self.told)

    def told(self, text):
        if '"welcome"' in text:
            self.welcome = json.loads(text)
        self.socket.send(text)

    def strike(self):
        now = int(time.time() * 1000)
        today, *lines = [self.next(line) for line in (self.welcome["today"], *self.welcome["lines"])]
        self.socket.send(json.dumps({"type": "day", "time": now, "today": today, "lines": lines}))
        return today

    def next(self, line):
        day = str(datetime.date.fromisoformat(line["day"]) + datetime.timedelta(days=1))
        name = line["puzzle"].split("/")[0]
        return line | {"puzzle": f"{name}/{day}", "day": day, "number": line["number"] + 1, "ends": line["ends"] + 86_400_000}


class MidnightTests(SprintSteps, BrowserCase):
    lines = f"guess-en-5,{LINE}"

    def test_a_board_in_hand_makes_room_for_what_asks_for_a_choice(self):
        host, rival, person = self.person(), self.person(), self.person()
        midnight = Midnight(person.page)
        code = self.room(host, rival)
        person.take_seat(code)
        person.start()
        person.guess(self.misses[0], 0)
        person.guess(self.misses[1], 1)
        # A sprint, while the word of the day is looked at.
        self.set_up(host, rounds=1)
        host.press("Start the sprint")
        expect(person.page.locator(".lights")).to_be_visible()
        person.press("Today’s word")
        expect(person.rows.nth(1)).to_have_class(re.compile("judged"))
        banner = person.page.locator(".banner")
        expect(banner).to_contain_text("Word 1 of 1 is on.")
        assert_uncovered(self, person)
        self.host_sheet(host)
        host.press("End the sprint")
        host.make_sure("End the sprint?")
        expect(banner).to_be_hidden()
        # Another day.
        number = midnight.strike()["number"]
        expect(banner).to_contain_text(f"No. {number} has begun.")
        assert_uncovered(self, person)
        # It is played on, beside the banner.
        person.guess(self.misses[2], 2)
        expect(banner).to_be_visible()

    def test_what_is_out_is_not_counted_down_to(self):
        person = self.person(viewport=PHONE)
        midnight = Midnight(person.page)
        person.visit("/today")
        person.start()
        person.guess(self.answer, 0)
        sheet = person.sheet("Home in 1")
        expect(sheet.locator(".next")).to_have_text(re.compile(r"^Next word in [\d:]+$"))
        number = midnight.strike()["number"]
        # Neither in the sheet that is open, nor below the board, nor in the sheet opened anew.
        expect(sheet.locator(".next")).to_be_hidden()
        person.close_sheet()
        expect(person.page.locator(".banner")).to_contain_text(f"No. {number} has begun.")
        expect(person.page.locator(".next-word")).to_have_text("")
        person.page.get_by_role("button", name="Result", exact=True).click()
        expect(sheet.locator(".next")).to_be_hidden()

    def test_a_stage_turns_to_the_lanes_of_the_new_day(self):
        racer = self.person()
        code = racer.create_room()
        racer.start()
        racer.guess(self.misses[0], 0)
        for looks in ("", "?overlay=1"):
            with self.subTest(looks):
                wall = self.person(viewport=WALL)
                midnight = Midnight(wall.page)
                wall.visit(f"/stage/{code}{looks}")
                expect(wall.lane(racer.name)).to_have_attribute("data-columns", "1")
                midnight.strike()
                expect(wall.lane(racer.name)).to_have_attribute("data-columns", "0")


class LinesTests(BrowserCase):
    lines = f"guess-en-5,{LINE}"

    def get(self, path):
        with urllib.request.urlopen(self.server.url + path, timeout=PATIENCE) as response:
            return json.load(response)

    def card(self, person):
        return person.page.locator(".day-lines")

    def tiles(self, person):
        return person.page.get_by_role("group", name="Tiles").get_by_role("button")

    def begin(self, person, button="Start the clock"):
        person.press(button)
        expect(self.tiles(person)).to_have_count(7)
        return "".join(self.tiles(person).all_inner_texts()).lower()

    def lay(self, person, words):
        for word in words:
            person.page.keyboard.type(word)
            person.page.keyboard.press("Enter")
        expect(person.page.locator(".found-words [data-word]")).to_have_count(len(words))

    def points(self, words):
        return sum(len(word) ** 2 for word in words)

    def test_home_shows_both_races_and_the_second_is_raced(self):
        person = self.person(viewport=PHONE)
        person.page.add_init_script(SHIFTS)
        person.visit("/")
        card = self.card(person)
        expect(card.get_by_role("heading", name="Today’s anagram")).to_be_visible()
        expect(card.get_by_text("90 s", exact=True)).to_be_visible()
        expect(card.locator("b", has_text="Words from 7 letters")).to_be_visible()
        # Nothing of the letters, and one button in the accent.
        self.assertEqual("".join(card.locator(".closed-tiles i").all_inner_texts()), "")
        expect(card.locator(".closed-tiles i")).to_have_count(7)
        expect(person.page.locator(".home-page .accent:visible")).to_have_count(1)
        expect(person.page.get_by_role("heading", name="Race with friends")).to_be_visible()
        # What came moved nothing: not at the first visit, nor at the next.
        self.assertLess(person.page.evaluate("window.shifted"), 0.01)
        self.look_at(person, "lines-home", EVERY_SCREEN | {"small": SMALL_PHONE})
        person.page.set_viewport_size(PHONE)
        person.page.reload()
        expect(card.get_by_role("heading", name="Today’s anagram")).to_be_visible()
        expect(person.page.locator(".live")).to_be_attached()
        self.assertLess(person.page.evaluate("window.shifted"), 0.01)

        card.get_by_role("link", name="Play: Today’s anagram").click()
        expect(person.page).to_have_url(re.compile(rf"/today\?line={LINE}$"))
        expect(person.page).to_have_title("Today’s anagram · Tilerace")
        expect(person.page.get_by_text("in 90 seconds")).to_be_visible()
        letters = self.begin(person)
        words = layable(letters, 4)
        self.lay(person, words)
        # A reload finds the board as it was.
        person.page.reload()
        expect(person.page.locator(".found-words [data-word]")).to_have_count(4)
        # Another tab has home beside it, and the first line's race is untouched.
        home = self.person(context=person.context)
        home.visit("/")
        expect(self.card(home).get_by_text(re.compile(r"^[01]:\d\d left$"))).to_be_visible()
        expect(self.card(home).get_by_role("link", name="Continue: Today’s anagram")).to_be_visible()
        self.assertEqual("".join(self.card(home).locator(".closed-tiles i").all_inner_texts()).lower(), letters)
        expect(person.page.get_by_text("You are racing in another tab.")).to_have_count(0)
        home.visit("/today")
        expect(home.page).to_have_title("Today’s word · Tilerace")
        expect(home.page.get_by_role("button", name="Start the clock")).to_be_visible()
        # The same race in a second tab takes it over, and gives it back.
        home.visit(f"/today?line={LINE}")
        expect(home.page.locator(".found-words [data-word]")).to_have_count(4)
        expect(person.page.get_by_text("You are racing in another tab.")).to_be_visible()
        person.press("Play here")
        expect(self.tiles(person)).to_have_count(7)
        home.visit("/")
        # The server ends it, and home tells of it without being asked.
        sheet = person.page.get_by_role("dialog")
        expect(sheet).to_contain_text(f"{self.points(words)} points", timeout=100_000)
        # The place in it moves with the ranking, though this is not the first line.
        looks = lambda: [message for message in map(json.loads, person.traffic.sent) if message["type"] == "look"]
        self.eventually(lambda: any(look["on"] and look["board"].startswith(LINE) for look in looks()))
        told = f"{self.points(words)} points, 4 words"
        expect(self.card(home).get_by_text(told, exact=True)).to_be_visible()
        expect(self.card(home).get_by_role("link", name="Result: Today’s anagram")).to_be_visible()
        expect(self.card(home)).to_contain_text(f"1 raced it. Typical: {told}.")
        self.look_at(home, "lines-home-done", EVERY_SCREEN)

        # Its figures, in the words of its kind; and those of the first line beside them.
        home.press("Statistics")
        statistics = home.sheet("Your statistics")
        expect(statistics.get_by_text("No race yet.")).to_be_visible()
        statistics.get_by_text("Anagram", exact=True).click()
        expect(statistics.get_by_role("heading", name="Points you made")).to_be_visible()
        expect(statistics.get_by_role("img")).to_have_accessible_name(
            re.compile(rf"^10 bars, races by their points\. 0 to 99 points: 1, .* The last race: {told}\.$"))
        expect(statistics).to_contain_text(f"{self.points(words)} points and 4.0 words on average.")
        self.look_at(home, "lines-statistics", {"desktop": DESKTOP, "phone": PHONE, "small": SMALL_PHONE})
        statistics.get_by_role("button", name="Ranking").click()
        ranking = home.sheet("Ranking")
        mine = ranking.get_by_role("listitem")
        expect(mine).to_have_count(1)
        expect(mine).to_have_accessible_name(re.compile(rf"^1st, you, .*, {self.points(words)} points, 4 words, \d:\d\d"))
        expect(ranking).to_contain_text("Points first, then fewer words, then the earlier last word.")
        self.look_at(home, "lines-ranking", {"desktop": DESKTOP, "phone": PHONE, "small": SMALL_PHONE})
        ranking.get_by_text("Week", exact=True).click()
        expect(mine).to_have_accessible_name(re.compile(rf", {self.points(words)} points"))
        ranking.get_by_text("Word", exact=True).click()
        ranking.get_by_text("Day", exact=True).click()
        expect(ranking).to_contain_text("Nobody has found it yet. Be the first.")
        home.close_sheet()

        # Past days of the line, by its own address.
        home.visit(f"/archive?line={LINE}")
        expect(home.page.get_by_role("navigation", name="Which game").get_by_role("link", name="Anagram")).to_have_attribute(
            "aria-current", "page")
        expect(home.page.get_by_role("link", name=re.compile(rf"today, {told}$"))).to_have_attribute(
            "href", f"/today?line={LINE}")
        expect(home.page.get_by_text("points at best")).to_be_visible()
        self.look_at(home, "lines-archive")
        home.page.get_by_role("link", name="Word", exact=True).click()
        expect(home.page.get_by_role("link", name=re.compile("today, not raced yet"))).to_have_attribute("href", "/today")

    def test_a_past_anagram_day_is_raced_for_practice(self):
        person = self.person(viewport=PHONE)
        today = self.get("/api/v1/today")["today"]["day"]
        first = self.get(f"/api/v1/puzzles/{LINE}")
        self.assertIn("puzzles", first)
        person.visit(f"/archive?line={LINE}")
        month = person.page.locator("#month")
        expect(month).not_to_be_empty()
        now = month.inner_text()
        person.page.get_by_role("button", name="The month before").click()
        expect(month).not_to_have_text(now)
        day = person.page.locator("a.day:not(.today)").first
        expect(day).to_have_attribute("href", re.compile(rf"/archive/{LINE}/\d"))
        shown, number = month.inner_text(), day.inner_text()
        day.click()
        expect(person.page.get_by_role("heading", name="A past day")).to_be_visible()
        # Back leads to the month of that day, and a press on it to the day.
        person.page.go_back()
        expect(month).to_have_text(shown)
        expect(day).to_have_text(number)
        day.click()
        expect(person.page.get_by_role("heading", name="A past day")).to_be_visible()
        expect(person.page.get_by_text("Lay words of three letters and more from 7 letters")).to_be_visible()
        expect(person.page.get_by_text("Hard mode")).to_have_count(0)
        letters = self.begin(person, "Race this day")
        self.lay(person, layable(letters, 2))
        person.page.reload()
        expect(person.page.locator(".found-words [data-word]")).to_have_count(2)
        # It counts for nothing, and the address of today's day leads to today's race.
        person.visit(f"/archive/{LINE}/{today}")
        expect(person.page).to_have_url(re.compile(rf"/today\?line={LINE}$"))

    def test_another_day_begins_while_the_second_line_is_raced(self):
        person = self.person(viewport=PHONE)
        answers = Answers(person.page)
        day = str(answers.day)
        tomorrow = str(answers.day + datetime.timedelta(days=1))
        ends = int(time.time() * 1000) + 3_600_000

        def lines(date, number):
            shared = {"number": number, "day": date, "ends": ends}
            return [{"puzzle": f"guess-en-5/{date}", "length": 5, "rows": 6, **shared},
                    {"puzzle": f"{LINE}/{date}", "length": 7, "seconds": 90, **shared}]

        say = answers.say
        answers.say = lambda **message: say(**(message | {"today": lines(day, 7)[0], "lines": lines(day, 7)}
                                               if message["type"] == "welcome" else message))
        person.visit(f"/today?line={LINE}")
        self.begin(person)
        self.lay(person, ["tea", "rain"])
        answers.say(type="day", time=int(time.time() * 1000), today=lines(tomorrow, 8)[0], lines=lines(tomorrow, 8))
        # The board in hand stays, and counts for its day; the next one is offered.
        banner = person.page.locator(".banner")
        expect(banner).to_contain_text("No. 8 has begun. This race still counts for its day.")
        assert_uncovered(self, person)
        expect(person.page.locator(".found-words [data-word]")).to_have_count(2)
        expect(self.tiles(person)).to_have_count(7)
        person.press("Race it")
        expect(person.page.locator(".gate .eyebrow")).to_contain_text("No. 8")
        expect(person.page).to_have_url(re.compile(rf"/today\?line={LINE}$"))

    def test_an_anagram_that_is_out_is_not_counted_down_to(self):
        person = self.person(viewport=PHONE)
        answers = Answers(person.page)
        person.visit("/today")
        self.begin(person)
        self.lay(person, ["tea"])
        answers.end()
        sheet = person.page.get_by_role("dialog")
        expect(sheet.locator(".next")).to_have_text(re.compile(r"^Next anagram in [\d:]+$"))
        today = answers.day + datetime.timedelta(days=1)
        now = int(time.time() * 1000)
        answers.say(type="day", time=now, today={
            "puzzle": f"{LINE}/{today}", "number": 8, "length": 7, "seconds": 90, "day": str(today), "ends": now + 86_400_000})
        expect(sheet.locator(".next")).to_be_hidden()
        person.close_sheet()
        expect(person.page.locator(".banner")).to_contain_text("No. 8 has begun.")
        expect(person.page.locator(".next-word")).to_have_text("")

    def test_addresses_of_lines_that_there_are_not(self):
        person = self.person()
        person.visit("/today?line=anagram-en-8")
        expect(person.page.get_by_text("This server has no daily race of that kind.")).to_be_visible()
        person.visit("/today?line=guess-en-5")
        expect(person.page).to_have_url(re.compile("/today$"))
        expect(person.page).to_have_title("Today’s word · Tilerace")
        person.visit("/archive?line=chess-en-5")
        expect(person.page.get_by_role("link", name="Word", exact=True)).to_have_attribute("aria-current", "page")

    def test_the_seals_of_each_line_are_shown(self):
        person = self.person()
        person.visit("/verify")
        person.page.get_by_role("link", name="Anagram").click()
        expect(person.page.locator(".letter-row.closed").first.locator("span")).to_have_count(7)


if __name__ == "__main__":
    unittest.main()
