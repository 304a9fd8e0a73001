"""Who looks on knows what is waited for; what was seen stays; everybody finds themselves in every list."""

import unittest

from playwright.sync_api import expect

from case import OUTPUT, PHONE, SIDEWAYS, BrowserCase
from sprint_steps import ROUND_MS, SprintSteps


class WatchingTests(SprintSteps, BrowserCase):
    def test_the_watcher_hears_what_is_waited_for_and_is_offered_the_seat(self):
        host, rival, watcher = self.person(), self.person(), self.person(viewport=PHONE, touch=True)
        code = host.create_room("Friday Kytes")
        rival.take_seat(code)
        watcher.watch(code)
        words = watcher.page.locator(".await p")
        expect(words).to_contain_text("Nobody has started")
        host.start()
        expect(words).to_contain_text("1 on the track")
        host.guess(self.misses[0], 0)
        watcher.picture(OUTPUT / "watching-daily-phone.png")
        self.look_at(watcher, "watching-daily")
        watcher.page.set_viewport_size(PHONE)
        host.guess(self.answer, 1)
        expect(words).to_contain_text("1 home1 racer has not started today’s word.")
        watcher.press("Take a seat")
        expect(watcher.page.get_by_label("What shall we call you?")).to_be_visible()
        watcher.press("Just watch")
        expect(host.sheet("Home in 2")).to_be_visible()
        host.page.keyboard.press("Escape")
        for person in (host, rival):
            self.to_grid(person)
        self.set_up(host, rounds=1)
        host.press("Start the sprint")
        expect(words).to_contain_text("Word 1 of 1")
        expect(words).to_contain_text("Nobody is home. 2 racers still on the track.")
        self.look_at(watcher, "watching-sprint")
        watcher.page.set_viewport_size(PHONE)
        host.press("Menu")
        host.press("Host the room")
        host.press("End this word for everybody")
        host.make_sure("End this word for everybody?")
        # Between words, and at the end, there is the way to a lane.
        watcher.press("Take a seat")
        watcher.press("Take a seat")
        expect(watcher.lane_of_mine).to_have_count(1)

    def test_a_locked_room_offers_no_seat(self):
        host, watcher = self.person(), self.person(viewport=PHONE, touch=True)
        code = host.create_room()
        watcher.watch(code)
        expect(watcher.page.locator(".await").get_by_role("button")).to_have_count(1)
        self.host_sheet(host)
        host.sheet("Your room").get_by_text("Locked", exact=True).click()
        expect(watcher.page.locator(".await").get_by_role("button")).to_have_count(0)

    def test_who_reads_the_standings_is_not_disturbed(self):
        host, rival = self.person(), self.person()
        code = self.room(host, rival)
        self.set_up(host, rounds=2)
        host.press("Start the sprint")
        for person in (host, rival):
            self.race_on(person)
        self.play(host, self.misses[0])
        self.end_word(host)
        line = rival.page.locator(".standings summary")
        expect(line).to_have_count(1)
        line.click()
        line.focus()
        line.evaluate("(line) => { line.marked = true; }")
        # Somebody comes in: the standings have nothing to do with that.
        late = self.person()
        late.take_seat(code)
        expect(rival.page.locator(".people-list")).to_contain_text(late.name)
        self.assertTrue(line.evaluate("(line) => line.marked === true"))
        # A name of theirs is written anew; what is open stays open, and the focus where it is.
        host.press("Menu")
        host.page.get_by_label("Your name", exact=True).fill("Noor of Kytes")
        host.sheet("Menu").get_by_role("button", name="Save").click()
        expect(line).to_contain_text("Noor of Kytes")
        expect(rival.page.locator(".standings details[open]")).to_have_count(1)
        expect(line).to_be_focused()

    def test_the_podium_stays_over_a_reload_until_somebody_moves_on(self):
        host, rival = self.person(), self.person()
        code = self.room(host, rival)
        self.set_up(host, rounds=1, rows=10)
        host.press("Start the sprint")
        for person in (host, rival):
            self.race_on(person)
        self.assertIsNotNone(self.solve(host))
        self.play(rival, self.misses[0])
        self.end_word(host)
        for person in (host, rival):
            expect(person.page.get_by_role("list", name="Podium")).to_be_visible(timeout=ROUND_MS)
        # Whoever has no point has no place, in the heading as in the list.
        expect(rival.page.get_by_role("heading", name=f"{host.name} won")).to_be_visible()
        expect(rival.page.locator(".standings .you .place-number")).to_have_text("–")
        host.page.reload()
        expect(host.page.get_by_role("list", name="Podium")).to_be_visible()
        # Who comes anew, and who has moved on, has the word of the day.
        fresh = self.person(context=host.context)
        fresh.visit(f"/room/{code}")
        expect(fresh.page.get_by_role("button", name="Start the clock")).to_be_visible()
        host.page.get_by_role("button", name="Today’s word", exact=True).click()
        host.page.reload()
        expect(host.page.get_by_role("button", name="Start the clock")).to_be_visible()

    def test_todays_field_is_live(self):
        person, other = self.person(viewport=PHONE, touch=True), self.person()
        for one in (person, other):
            one.visit("/today")
            one.start()
        person.guess(self.answer, 0)
        sheet = person.sheet("Home in 1")
        expect(sheet).to_be_visible()
        second = sheet.locator(".bars li").nth(1).locator("span").last
        before = int(second.inner_text())
        other.guess(self.misses[0], 0)
        other.guess(self.answer, 1)
        expect(second).to_have_text(str(before + 1), timeout=8_000)

    def test_reactions_in_the_daily_race(self):
        host, phone = self.person(), self.person(viewport=PHONE, touch=True)
        code = host.create_room()
        phone.take_seat(code)
        for person in (host, phone):
            person.start()
        host.page.locator(".side").get_by_role("button", name="React: On fire").click()
        expect(phone.page.locator(".stamp")).to_have_count(1)
        phone.guess(self.answer, 0)
        expect(phone.sheet("Home in 1")).to_be_visible()
        phone.page.keyboard.press("Escape")
        phone.page.get_by_role("button", name="React: Good game").click()
        expect(host.lane(phone.name).locator(".stamp")).to_have_count(1)
        self.look_at(phone, "react-daily")

    def test_ones_own_lane_is_in_sight_on_a_phone_on_its_side(self):
        """The last of two dozen, in a strip that has room for half of them."""
        phone = self.person(viewport=SIDEWAYS)
        phone.visit("/today")
        phone.start()
        outside = phone.page.evaluate("""async () => {
            const { Track } = await import(document.querySelector("script[src*=main]").src.replace("main.js", "components/track/track.js"));
            const track = new Track({ label: "Many" });
            document.querySelector("main.race > .track").replaceWith(track.element);
            document.querySelector("main.race").classList.remove("alone");
            return [24, 40].map((count) => {
                track.show(Array.from({ length: count }, (_, at) => ({ key: String(at), place: at + 1, name: "Mallory", you: at === count - 1, present: true, state: "racing", rows: [], finish: null })), 5, 6);
                track.fit();
                const lane = track.element.querySelector(".lane.you").getBoundingClientRect(), strip = track.element.getBoundingClientRect();
                return [track.element.scrollHeight > track.element.clientHeight, lane.top >= strip.top - 1 && lane.bottom <= strip.bottom + 1];
            });
        }""")
        self.assertEqual(outside, [[True, True], [True, True]], "the strip scrolls, and one's own lane is seen")
        phone.picture(OUTPUT / "landscape-own-lane.png")

    def test_names_are_cut_at_their_end(self):
        host = self.person()
        code = host.create_room()
        names = ["محمد عبد الرحمن آل", "אברהם בן שלמה הכהן", "Wilhelmina Featherst"]
        for name in names:
            guest = self.person()
            guest.visit(f"/room/{code}")
            guest.page.get_by_label("What shall we call you?").fill(name)
            guest.press("Take a seat")
            expect(guest.lane_of_mine).to_have_count(1)
        phone = self.person(viewport=PHONE, touch=True)
        phone.watch(code)
        shown = phone.page.locator("li.lane:not(.open) .name")
        expect(shown).to_have_count(4)
        for name in names:
            expect(phone.page.locator(f'li.lane .name[title="{name}"]')).to_have_count(1)
        directions = dict(shown.evaluate_all("names => names.map((name) => [name.title, getComputedStyle(name).direction])"))
        self.assertEqual([directions[name] for name in names], ["rtl", "rtl", "ltr"])
        for name in shown.all():
            self.assertEqual(name.evaluate("(name) => getComputedStyle(name).textOverflow"), "ellipsis")
        phone.picture(OUTPUT / "names-phone.png")
        self.look_at(host, "names")

    def test_narrow_stacks_cut_no_letter(self):
        """What thirty lanes on a phone show of a name are whole letters."""
        phone = self.person(viewport=PHONE, touch=True)
        phone.visit("/today")
        phone.page.wait_for_selector(".race")
        cut = phone.page.evaluate("""async () => {
            const { Track } = await import(document.querySelector("script[src*=main]").src.replace("main.js", "components/track/track.js"));
            const track = new Track({ label: "Many" });
            document.querySelector("main.race").prepend(track.element);
            const names = ["Mallory", "Wim", "Ottoline Fairweather", "محمد عبد الرحمن", "Quick Otter"];
            track.show(Array.from({ length: 30 }, (_, at) => ({ key: String(at), place: at + 1, name: names[at % 5], you: false, present: true, state: "racing", rows: [], finish: null })), 5, 6);
            track.fit();
            await new Promise(requestAnimationFrame);
            const pieces = [...track.element.querySelectorAll(".name")].flatMap((name) => {
                const box = name.getBoundingClientRect(), range = document.createRange(), text = name.firstChild;
                return [...text.data].map((_, at) => {
                    range.setStart(text, at); range.setEnd(text, at + 1);
                    const letter = range.getBoundingClientRect();
                    const isSeen = letter.top < box.bottom - 2 && letter.right > box.left + 1 && letter.left < box.right - 1;
                    return isSeen && (letter.right > box.right + 1 || letter.left < box.left - 1) ? `${text.data}[${at}]` : null;
                }).filter(Boolean);
            });
            return [track.element.dataset.stacks, pieces];
        }""")
        self.assertEqual(cut, ["2", []])


if __name__ == "__main__":
    unittest.main()
