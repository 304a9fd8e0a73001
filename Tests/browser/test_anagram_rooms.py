"""The anagram game in rooms: the race of the day, sprints, who drops and returns, who looks on, the host's choice of a line."""

import re
import unittest

from playwright.sync_api import expect

from anagrams import ROUND_MS, AnagramSteps, layable
from case import DESKTOP, OUTPUT, PHONE, SIDEWAYS, SMALL_PHONE, WALL, BrowserCase
from network import Network
from server import Server
from sprint_steps import SprintSteps


class AnagramRoomCase(AnagramSteps, SprintSteps, BrowserCase):
    """A server whose first line is one of anagrams."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = Server(seed="anagrams in rooms", lines="anagram-en-7,guess-en-5")
        cls.addClassCleanup(cls.server.close)

    def named_room(self, host, *others):
        """A room with these people in it, all at the gate of the day."""
        code = host.create_room("Friday Kites")
        for person in others:
            person.take_seat(code)
        return code

    def start_sprint(self, host, **choices):
        self.set_up(host, **{"limit": 30, "rounds": 3} | choices)
        host.press("Start the sprint")

    def next_round(self, host):
        host.press("Next round now")

    def end_round(self, host):
        self.host_sheet(host)
        host.press("End this round for everybody")
        host.make_sure("End this round for everybody?")
        host.page.keyboard.press("Escape")


class DailyTests(AnagramRoomCase):
    def test_home_speaks_of_rounds_and_of_who_is_done_as_the_room_does(self):
        host, member = self.person(), self.person()
        self.named_room(host, member)
        host.press("Start the clock")
        self.lay(host, layable(self.letters(host))[0])
        for person in (host, member):
            self.to_grid(person)
        self.start_sprint(host, limit=300, rounds=2)
        self.letters(member)
        member.visit("/")
        card = member.page.locator(".room-bar small")
        expect(card).to_have_text("Round 1 of 2")
        self.look_at(member, "home-anagram-sprint", {"phone": PHONE, "desktop": DESKTOP})
        # The race of the day ends by itself meanwhile.
        host.press("Menu")
        host.press("Host the room")
        host.press("End the sprint")
        host.make_sure("End the sprint?")
        expect(card).to_have_text("1 done", timeout=120_000)
        self.look_at(member, "home-anagram-done", {"phone": PHONE, "desktop": DESKTOP})
        # The run is of this line: its day counts points and words, not guesses.
        host.visit("/")
        expect(host.page.locator(".streak-days").get_by_role("img", name=re.compile(r": \d+ points, 1 word$"))).to_have_count(1)

    def test_two_race_the_day_s_anagram_and_see_no_letters_of_each_other(self):
        host, rival, watcher = self.person(viewport=PHONE, touch=True), self.person(), self.person()
        code = self.named_room(host, rival)
        watcher.watch(code)
        expect(host.page.get_by_role("button", name="Today’s anagram")).to_be_visible()
        expect(rival.page.get_by_text("Lay words of three letters and more from 7 letters, in 90 seconds.")).to_be_visible()
        expect(watcher.page.get_by_text("Waiting for the first racer on today’s anagram.")).to_be_visible()
        host.press("Start the clock")
        tiles = self.letters(host)
        all_words = layable(tiles)
        first, last = all_words[:2], all_words[-1]
        self.lay(host, *first, last)
        # By their lengths and points alone, in the order in which they came; who has not started has no figure.
        for person in (rival, watcher):
            self.sees(person, host.name, *first, last)
            self.assertEqual(self.run_of(person, rival.name if person is watcher else None), ([], ""))
        expect(rival.page.locator(".block.m1")).to_have_count(1)
        self.assertIn("points with 3 words", rival.lane(host.name).inner_text())
        # The tiles are a secret from who has not started.
        names = {host.name, rival.name, watcher.name, "Friday Kites", "Tilerace"}
        secrets = [*all_words, tiles]
        # Who has a seat is told of it.
        self.assert_heard_no_letters(rival, secrets, names | {"joined"})
        rival.press("Start the clock")
        self.assertEqual(self.letters(rival), tiles)
        self.lay(rival, all_words[2])
        self.sees(host, rival.name, all_words[2])
        # The leader is in front, and one's own lane says so.
        expect(host.page.locator("li.lane").first).to_have_class(re.compile("you"))
        expect(host.page.locator(".rank")).to_have_text(re.compile(r"\d+ pts"))
        self.look_at(rival, "anagram-race", {"desktop": DESKTOP, "phone": PHONE, "small": SMALL_PHONE})
        # Nobody has to do anything: the server ends it, and the lane with it.
        expect(host.page.get_by_role("dialog")).to_contain_text("point", timeout=120_000)
        expect(rival.lane(host.name)).to_have_attribute("data-state", "home")
        # The place is that among those of the room, and there is a picture of it.
        expect(host.page.get_by_role("dialog").locator(".figures")).to_contain_text(re.compile(r"1st\s*of 2 in the room"))
        host.press("Podium picture")
        expect(host.sheet("Podium picture")).to_be_visible()
        host.picture(OUTPUT / "anagram-day-picture.png")
        # On a slow machine the rival is done, too, by now.
        expect(watcher.page.get_by_role("region", name="Your race").get_by_text(re.compile("^(1 done|Everybody is done)"))).to_be_visible(timeout=60_000)
        self.assert_heard_no_letters(watcher, secrets, names)
        self.assertEqual(self.heard(watcher, "dealt"), [])
        # Home says what comes next where the first line is one of anagrams.
        host.visit("/")
        expect(host.page.locator(".hero-line")).to_contain_text("Next anagram in ")

    def test_a_reload_in_the_race_keeps_words_and_time(self):
        host = self.person()
        self.named_room(host)
        host.press("Start the clock")
        found = layable(self.letters(host))[:3]
        self.lay(host, *found)
        # Its first second is over.
        expect(host.page.get_by_role("timer")).to_have_text(re.compile("^1:[12]"))
        host.page.reload()
        expect(self.found(host)).to_have_count(3)
        self.assertEqual(self.run_of(host), ([3, 3, 3], "27"))
        minutes, seconds = host.page.get_by_role("timer").inner_text().split(":")
        self.assertLess(int(minutes) * 60 + int(seconds), 90)


class SprintTests(AnagramRoomCase):
    def test_four_race_three_rounds_and_one_of_them_drops_and_returns(self):
        network = Network(self.server.port)
        self.addCleanup(network.close)
        host, second, third = self.person(viewport=PHONE, touch=True), self.person(), self.person(viewport=SMALL_PHONE)
        phone = self.person(viewport=PHONE, touch=True, url=network.url)
        watcher = self.person()
        code = self.room(host, second, third, phone)
        watcher.watch(code)
        self.start_sprint(host)
        racers = (host, second, third, phone)
        tiles = self.letters(host)
        for person in racers[1:]:
            self.assertEqual(self.letters(person), tiles)
        all_words = layable(tiles)
        own = {host: all_words[-4:], second: all_words[:3], third: all_words[:1], phone: all_words[1:3]}
        for person in racers:
            self.lay(person, *own[person])
        for person in (second, watcher):
            self.sees(person, host.name, *own[host])
        self.is_server_lost = True
        # The line of one breaks in mid-round: a word that was laid before counts, and so does one laid while it is
        # away.
        phone.settle()
        network.cut()
        expect(phone.page.get_by_text("Reconnecting")).to_be_visible()
        phone.page.keyboard.type(all_words[4])
        phone.page.keyboard.press("Enter")
        self.lay(second, all_words[4])
        network.mend()
        expect(self.found(phone)).to_have_count(3)
        self.sees(host, phone.name, *own[phone], all_words[4])
        # Whoever looks on has the letters, as everybody has; words come with the end of the round, and not before.
        names = {one.name for one in (*racers, watcher)} | {f"{host.name}’s room", "Tilerace", tiles}
        self.assertEqual([event["tiles"] for event in self.heard(watcher, "dealt")], [tiles])
        # The time is read aloud, sparingly: near the end, and once.
        expect(host.page.get_by_role("log")).to_contain_text("10 seconds left", timeout=ROUND_MS)
        over = host.page.get_by_role("heading", name=re.compile(r"^\d+ points, 4 words"))
        expect(over).to_be_visible(timeout=ROUND_MS)
        self.assert_heard_no_letters(watcher, all_words, names, until="round_over")
        # Who found what, what one alone found, and the best that nobody did.
        words = host.page.locator(".round-words")
        expect(words).to_contain_text("Only you")
        expect(words.locator(".missed span").first).to_be_visible()
        missed = words.locator(".missed span").all_inner_texts()
        self.assertTrue(all(word.lower() in all_words or len(word) > 2 for word in missed))
        laid = {word for found in own.values() for word in found} | {all_words[4]}
        self.assertFalse(laid & {word.lower() for word in missed})
        host.page.locator(".standings summary").first.click()
        expect(host.page.locator(".lane-words").first).to_contain_text(all_words[-1])
        self.look_at(host, "anagram-round-over", {"phone": PHONE, "small": SMALL_PHONE, "desktop": DESKTOP})
        self.look_at(watcher, "anagram-round-over-watching")
        for number in (2, 3):
            self.next_round(host)
            expect(third.page.locator(".bar-sub")).to_contain_text(f"Round {number} of 3")
            found = layable(self.letters(third))
            self.lay(third, *found[-2:])
            self.end_round(host)
            expect(third.page.get_by_role("heading", name=re.compile("points, 2 words"))).to_be_visible()
        # Ten for the first round to the host, and ten for each of the others to the third.
        expect(third.page.get_by_role("heading", name="You won")).to_be_visible(timeout=ROUND_MS)
        expect(host.page.get_by_role("heading", name="You came 2nd")).to_be_visible()
        # No figure of a series is cut at the edge of a phone.
        expect(third.page.locator(".lane.noted").first).to_be_visible()
        third.still()
        for time in third.page.locator(".lane.noted .time").all():
            box = time.bounding_box()
            self.assertLessEqual(box["x"] + box["width"], SMALL_PHONE["width"] - 8)
        self.look_at(third, "anagram-podium", {"phone": PHONE, "small": SMALL_PHONE})
        # Rematch in one press.
        host.press("Rematch")
        for person in racers:
            self.letters(person)

    def test_whoever_looks_on_sees_the_letters_while_the_round_goes_on(self):
        host, watcher = self.person(), self.person(viewport=PHONE)
        watcher.watch(self.room(host))
        letters = watcher.page.get_by_role("img", name=re.compile("^The letters: "))
        self.start_sprint(host, limit=120, rounds=1)
        expect(letters).to_have_count(0)
        tiles = self.letters(host)
        expect(letters).to_have_attribute("aria-label", "The letters: " + ", ".join(tiles.upper()))
        expect(letters).to_be_visible()
        self.lay(host, *layable(tiles)[-4:])
        # Half a pip at both ends of a block would make one more letter than the word has.
        expect(watcher.page.locator(".lane .block").first).to_have_css("background-position-x", "0%")
        self.look_at(watcher, "anagram-watching", {"phone": PHONE, "small": SMALL_PHONE, "desktop": DESKTOP, "landscape": SIDEWAYS})
        self.end_round(host)
        expect(watcher.page.get_by_role("heading", name=re.compile("is over"))).to_be_visible()
        expect(letters).to_have_count(0)

    def test_the_set_up_sheet_shows_what_applies_to_anagrams(self):
        host = self.person()
        self.room(host)
        host.press("Set it up")
        sheet = host.sheet("Set up the sprint")
        lengths = sheet.locator("input[name=sprint-length]")
        expect(lengths).to_have_count(2)
        expect(sheet.get_by_text("Guesses for each")).to_have_count(0)
        expect(sheet.get_by_text("Clues")).to_have_count(0)
        limits = sheet.locator("input[name=sprint-limit]").evaluate_all("all => all.map(one => Number(one.value))")
        self.assertEqual((min(limits), max(limits)), (30, 300))
        sheet.locator("input[name=sprint-kind][value=guess]").check(force=True)
        expect(sheet.get_by_text("Guesses for each")).to_be_visible()
        expect(sheet).to_contain_text("3 words of 5 letters, 6 guesses and 3:00 for each.")
        # The way back finds the usual time and a length that there is.
        sheet.locator("input[name=sprint-length][value='4']").check(force=True)
        sheet.locator("input[name=sprint-kind][value=anagram]").check(force=True)
        expect(sheet).to_contain_text("3 rounds of 1:30")
        expect(lengths).to_have_count(2)
        expect(sheet.locator("input[name=sprint-length]:checked")).to_have_value("7")

    def test_a_late_one_a_second_tab_and_a_reload(self):
        host, late = self.person(), self.person()
        code = self.room(host)
        self.start_sprint(host, limit=60, rounds=1)
        all_words = layable(self.letters(host))
        self.lay(host, *all_words[:2])
        late.visit(f"/room/{code}")
        late.press("Take a seat")
        self.letters(late)
        self.sees(late, host.name, *all_words[:2])
        self.lay(late, all_words[0])
        # Another tab takes the board with its words; the first one follows, and takes it back.
        tab = self.person(context=host.context)
        tab.visit(f"/room/{code}")
        expect(self.found(tab)).to_have_count(2)
        self.lay(tab, all_words[3])
        expect(host.page.get_by_text("You are racing in another tab.")).to_be_visible()
        expect(self.found(host)).to_have_count(3)
        host.press("Play here")
        self.letters(host)  # The board is back.
        self.lay(host, all_words[4])
        host.page.reload()
        expect(self.found(host)).to_have_count(4)
        self.sees(late, host.name, *all_words[:2], all_words[3], all_words[4])

    def test_a_stage_has_the_letters_the_lanes_and_the_end(self):
        host, wall, overlay = self.person(), self.person(viewport=WALL), self.person(viewport=WALL)
        code = self.room(host)
        wall.visit(f"/stage/{code}")
        overlay.visit(f"/stage/{code}?overlay=1")
        self.start_sprint(host, rounds=1)
        tiles = self.letters(host)
        expect(wall.page.get_by_role("status", name="The letters: " + ", ".join(tiles.upper()))).to_be_visible()
        expect(wall.page.get_by_text("Sprint, round 1 of 1")).to_be_visible()
        found = layable(tiles)[-3:]
        self.lay(host, *found)
        self.sees(wall, host.name, *found)
        wall.still()
        wall.picture(OUTPUT / "anagram-stage.png")
        # An overlay lies over the picture of somebody who races: it has the lanes, and no letter at any time.
        self.sees(overlay, host.name, *found)
        expect(overlay.page.locator(".stage-answer .tile")).to_have_count(0)
        expect(overlay.page.locator(".stage-answer")).to_be_hidden()
        # The last round stays for a moment, with the word of all letters, before the podium.
        expect(wall.page.locator(".stage-answer .tile[data-mark]")).to_have_count(7, timeout=ROUND_MS)
        expect(overlay.page.locator(".stage-answer .tile")).to_have_count(0)
        expect(wall.page.locator(".stage-podium")).to_be_visible(timeout=ROUND_MS)
        expect(wall.page.locator(".run-word")).to_have_count(3, timeout=ROUND_MS)

    def test_whoever_comes_late_or_again_hears_the_letters_and_the_time_that_is_left(self):
        host, late = self.person(), self.person()
        code = self.room(host)
        self.start_sprint(host, limit=60, rounds=1)
        tiles = self.letters(host)
        spelled = "Your letters: " + ", ".join(tiles.upper())
        # From the start on, whoever was there is told of the whole time.
        expect(host.page.get_by_role("log")).to_contain_text(f"60 seconds. {spelled}")
        host.page.wait_for_timeout(2000)
        late.take_seat(code)
        for person in (late, host):
            if person is host:
                person.page.reload()
            self.letters(person)
            log = person.page.get_by_role("log")
            expect(log).to_contain_text(spelled)
            said = re.search(r"(\d+) seconds\. Your letters", log.inner_text())
            self.assertLess(int(said[1]), 60)
            self.assertGreater(int(said[1]), 20)

    def test_a_round_that_its_host_ended_has_no_time_left(self):
        host = self.person()
        self.room(host)
        self.start_sprint(host, limit=30)
        self.letters(host)
        self.end_round(host)
        log = host.page.get_by_role("log")
        expect(log).to_contain_text("Every letter makes")
        # Ten seconds before the end that it would have had.
        host.page.wait_for_timeout(22_000)
        expect(log).not_to_contain_text("seconds left")


class LineTests(AnagramRoomCase):
    def test_a_host_chooses_the_line_of_a_new_room_and_changes_it(self):
        host, rival = self.person(), self.person()
        host.visit("/")
        host.page.get_by_label("Name of the new room").click()
        choice = host.page.get_by_label("Daily race")
        expect(choice.locator("option")).to_have_text(["Anagram", "Word"])
        choice.select_option("guess-en-5")
        host.press("Create a room")
        host.page.wait_for_url(re.compile(r"/room/[A-Z2-9]{5}$"))
        code = host.page.url.rsplit("/", 1)[1]
        # The room races words, though the server's first line is another.
        rival.take_seat(code)
        for person in (host, rival):
            expect(person.page.get_by_role("button", name="Today’s word")).to_be_visible()
        rival.start()
        rival.guess("crane", 0)
        self.eventually(lambda: host.lanes()[rival.name][1])
        # Home tells of the room's own race.
        home = self.person(context=host.context)
        home.visit("/")
        expect(home.page.locator(".rooms").first).to_contain_text("On the track")
        self.host_sheet(host)
        later = host.sheet("Your room").get_by_label("Daily race")
        expect(later).to_have_value("guess-en-5")
        later.select_option("anagram-en-7")
        expect(host.page.get_by_text("The daily race changes tomorrow")).to_be_visible()
        self.eventually(lambda: self.heard(rival, "daily"))
        # A day keeps the line with which it began.
        rival.page.reload()
        expect(rival.board).to_be_visible()
        expect(later).to_have_value("anagram-en-7")


if __name__ == "__main__":
    unittest.main()
