"""Practice of anagrams on a real server: letters and time are chosen, the clock or the player ends it, and a page that is loaded
again finds its board."""

import json
import re
import unittest

from playwright.sync_api import expect

from case import DESKTOP, PHONE, ROOT, SMALL_PHONE, BrowserCase

WORDS = [word for length in (3, 4, 5)
         for word in (ROOT / "config" / "words" / "en" / f"common-{length}.txt").read_text().split()]


def layable(tiles):
    """A word that can be laid, told in the plainest way."""
    def fits(word):
        left = list(tiles)
        return all(letter in left and not left.remove(letter) for letter in word)
    return [word for word in WORDS if fits(word)]


class AnagramPracticeTests(BrowserCase):
    lines = "guess-en-5,anagram-en-7"

    def arrive(self, words="anagram-en-7", **options):
        person = self.person(**options)
        self.sent = getattr(self, "sent", {}) | {person: []}
        person.page.on("websocket", lambda socket: socket.on(
            "framesent", lambda frame: self.sent[person].append(json.loads(frame))))
        person.visit(f"/practice?words={words}")
        expect(person.page.get_by_role("heading", name="Ready?")).to_be_visible()
        return person

    def begin(self, person, time="1:30"):
        person.page.get_by_role("radio", name=time).check(force=True)
        person.press("Start")
        expect(self.tiles(person).first).to_be_visible()

    def tiles(self, person):
        return person.page.get_by_role("group", name="Tiles").get_by_role("button")

    def letters(self, person):
        return [text.lower() for text in self.tiles(person).all_inner_texts()]

    def words(self, person):
        return person.page.locator(".found-words [data-word]")

    def lay(self, person, word):
        person.page.keyboard.type(word)
        person.page.keyboard.press("Enter")
        expect(person.page.locator(f".found-words [data-word={word}]")).to_have_count(1)

    def asked(self, person):
        return [message for message in self.sent[person] if message.get("type") == "practice"]

    def test_nothing_starts_before_somebody_says_so(self):
        person = self.arrive(viewport=PHONE, touch=True)
        self.assertEqual(self.asked(person), [], "no clock runs before the start")
        self.look_at(person, "practice-gate", {"phone": PHONE, "small": SMALL_PHONE, "desktop": DESKTOP})

    def test_each_time_can_be_chosen_and_is_kept(self):
        person = self.arrive()
        for time, seconds in (("1:30", 90), ("2:15", 135), ("3:00", 180)):
            person.page.get_by_role("radio", name=time).check(force=True)
            person.page.get_by_role("button", name=re.compile("Start|New letters")).click()
            expect(person.page.get_by_role("timer")).to_have_text(re.compile(r"^[123]:\d\d$"))
            self.eventually(lambda: self.asked(person)[-1].get("seconds") == seconds)
            shown = person.page.get_by_role("timer").inner_text()
            minutes, left = shown.split(":")
            self.assertAlmostEqual(int(minutes) * 60 + int(left), seconds, delta=5)
            person.press("End this game")
            person.make_sure("End this game? Press again")
            expect(person.page.get_by_role("button", name="New letters")).to_be_visible()
            expect(person.page.get_by_role("radio", name=time)).to_be_checked()

    def test_a_game_without_a_limit_ends_when_its_player_is_done(self):
        person = self.arrive(viewport=PHONE, touch=True)
        self.begin(person, "No limit")
        self.assertEqual(self.asked(person)[-1]["seconds"], 0)
        word, other = layable(self.letters(person))[:2]
        self.lay(person, word)
        # A page that is loaded again goes on with it.
        letters = sorted(self.letters(person))
        person.page.reload()
        expect(self.words(person)).to_have_text([word])
        self.assertEqual(sorted(self.letters(person)), letters)
        self.lay(person, other)
        self.look_at(person, "practice-anagram", {"phone": PHONE, "small": SMALL_PHONE})
        person.press("End this game")
        person.make_sure("End this game? Press again")
        expect(person.page.get_by_role("heading", name=re.compile("points, 2 words"))).to_be_visible()
        expect(person.page.get_by_role("log")).to_contain_text("It is over.")
        expect(person.page.locator(".panel.low")).to_contain_text("Practice, not ranked")
        self.look_at(person, "practice-anagram-end", {"phone": PHONE, "small": SMALL_PHONE, "desktop": DESKTOP})
        # Its words are there in full, and it is over for good.
        person.press("All words")
        sheet = person.page.get_by_role("dialog")
        expect(sheet).to_contain_text(re.compile(r"You found [12] of \d+ common words"))
        self.look_at(person, "practice-anagram-words", {"small": SMALL_PHONE})
        person.close_sheet()
        person.page.reload()
        expect(person.page.get_by_role("button", name="New letters")).to_be_visible()
        person.press("New letters")
        expect(self.tiles(person)).to_have_count(7)
        expect(self.words(person)).to_have_count(0)

    def test_what_stands_beside_the_letters_is_about_anagrams(self):
        person = self.arrive(viewport=DESKTOP)
        self.begin(person)
        card = person.page.locator(".field-card")
        expect(card.get_by_role("list", name="Points of today’s racers")).to_be_visible()
        card.get_by_role("link", name="Today’s race").click()
        expect(person.page).to_have_url(re.compile(r"/today\?line=anagram-en-7"))

    def test_eight_letters_and_the_other_kind_are_a_link_away(self):
        person = self.arrive()
        nav = person.page.get_by_role("navigation", name="Words to practise with")
        nav.get_by_role("link", name="8 letters").last.click()
        expect(person.page).to_have_url(re.compile("words=anagram-en-8"))
        self.begin(person)
        expect(self.tiles(person)).to_have_count(8)
        person.visit("/practice?words=en-5")
        expect(person.board).to_be_visible()
        person.page.get_by_role("link", name="Anagrams").click()
        expect(person.page.get_by_role("heading", name="Ready?")).to_be_visible()

    def test_a_line_that_breaks_in_mid_practice_loses_nothing(self):
        person = self.arrive()
        self.begin(person, "3:00")
        word, other = layable(self.letters(person))[:2]
        self.lay(person, word)
        self.is_server_lost = True
        self.server.kill()
        expect(person.page.get_by_text("Reconnecting")).to_be_visible()
        self.server.start()
        expect(person.page.get_by_text("Reconnecting")).to_be_hidden()
        self.lay(person, other)
        expect(self.words(person)).to_have_count(2)

    def test_a_game_that_another_device_has_replaced_gives_way_to_the_new_one(self):
        for act in ("a word", "the end"):
            with self.subTest(act):
                person = self.arrive()
                self.begin(person, "No limit")
                word = layable(self.letters(person))[0]
                # It has the player's cookie, and nothing that tells of a game.
                device = self.browser.new_context(viewport=DESKTOP)
                device.add_cookies(person.context.cookies())
                other = self.arrive(context=device)
                self.begin(other, "No limit")
                letters = sorted(self.letters(other))
                if act == "a word":
                    person.page.keyboard.type(word)
                    person.page.keyboard.press("Enter")
                else:
                    person.press("End this game")
                    person.make_sure("End this game? Press again")
                self.eventually(lambda: sorted(self.letters(person)) == letters)
                expect(self.words(person)).to_have_count(0)
                self.lay(person, layable(letters)[0])
                expect(other.page.get_by_text("You are racing in another tab.")).to_be_visible()

    def test_contrast_and_dark_have_nothing_that_axe_finds(self):
        person = self.arrive()
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme=scheme, contrast="more")
            person.still()
            self.assert_accessible(person, scheme)


if __name__ == "__main__":
    unittest.main()
