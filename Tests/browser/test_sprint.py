"""Sprints in a room with the real server: phones that sleep, who comes late, doors that are shut, the stage."""

import unittest

from playwright.sync_api import expect

from case import OUTPUT, PHONE, WALL, BrowserCase
from network import Network
from sprint_steps import SprintSteps
from traffic import leaks

# What the page is told when a phone wakes up, and the ms until its board is live: the line is there, and so is what the
# rival has guessed meanwhile.
WAKE = """([rival, columns]) => new Promise((done) => {
    const begun = performance.now();
    const look = () => {
        const lane = [...document.querySelectorAll("li.lane:not(.you)")].find((one) => one.querySelector(".name").title === rival);
        const isLive = lane.dataset.columns === String(columns) && !document.querySelector(".bar-sub.offline");
        if (isLive) done(performance.now() - begun);
        else requestAnimationFrame(look);
    };
    document.dispatchEvent(new Event("visibilitychange"));
    look();
})"""


class SprintTests(SprintSteps, BrowserCase):
    def test_a_phone_that_sleeps_comes_back_to_a_live_board(self):
        network = Network(self.server.port)
        self.addCleanup(network.close)
        host, phone = self.person(), self.person(viewport=PHONE, touch=True, url=network.url)
        self.is_server_lost = True  # For the phone it is.
        self.room(host, phone)
        self.set_up(host, rounds=1, rows=8)
        host.press("Start the sprint")
        for person in (host, phone):
            self.race_on(person)
        phone.guess(self.misses[0], 0)
        phone.type("sta")
        times = {"cut": [], "silent": []}
        for nap, miss in enumerate(self.misses[1:7]):
            kind = "cut" if nap % 2 == 0 else "silent"
            if kind == "cut":
                network.cut()
                expect(phone.page.locator(".bar-sub")).to_have_text("Reconnecting")
            else:
                network.silence()
            host.guess(miss, nap)
            if nap == 2:
                # By now the next attempt would be seconds away.
                self.eventually(lambda: network.refused >= 4)
            network.mend()
            times[kind].append(phone.page.evaluate(WAKE, [host.name, nap + 1]))
        for kind, took in times.items():
            print(f"a phone whose line was {kind} has a live board again after {', '.join(f'{ms:.0f}' for ms in took)} ms")
            # The best of three: the others show what else this machine does.
            self.assertLess(min(took), 300)
        self.assertLess(times["cut"][1], 1000, "no back-off when the page comes to the front")
        self.assertEqual([word for word, _ in phone.guesses()], [self.misses[0]])
        self.assertEqual("".join(phone.draft()).lower(), "sta")
        for _ in range(3):
            phone.page.keyboard.press("Backspace")
        phone.guess(self.misses[7], 1)
        expect(host.lane(phone.name)).to_have_attribute("data-columns", "2")

    def test_a_latecomer_starts_at_once_or_waits_for_the_next_round(self):
        host, starter, waiter = self.person(), self.person(), self.person(viewport=PHONE, touch=True)
        code = self.room(host)
        self.set_up(host, rounds=2, rows=8, late="start")
        host.press("Start the sprint")
        self.race_on(host)
        host.guess(self.misses[0], 0)
        starter.take_seat(code)
        self.race_on(starter, "Word 1 of 2")
        starter.guess(self.misses[1], 0)
        expect(host.lane(starter.name)).to_have_attribute("data-columns", "1")
        self.host_sheet(host)
        host.press("End the sprint")
        host.make_sure("End the sprint?")
        host.page.keyboard.press("Escape")
        expect(host.page.get_by_role("heading", name="Called off")).to_be_visible()
        self.set_up(host, late="wait")
        host.press("Rematch")
        self.race_on(host)
        waiter.take_seat(code)
        expect(waiter.page.get_by_role("heading", name="Next word is yours")).to_be_visible()
        for person in (host, starter):
            self.solve(person)
        host.press("Next word now")
        self.race_on(waiter, "Word 2 of 2")

    def test_a_reload_in_mid_sprint_restores_everything(self):
        host, other = self.person(), self.person()
        self.room(host, other)
        self.set_up(host, rounds=1)
        host.press("Start the sprint")
        self.race_on(host)
        host.guess(self.misses[0], 0)
        host.guess(self.misses[1], 1)
        expect(host.page.locator(".key[data-mark]")).to_have_count(len(set(self.misses[0] + self.misses[1])))
        before = host.guesses(), host.keys()
        host.page.reload()
        host.await_judged(1)
        self.assertEqual((host.guesses(), host.keys()), before)
        host.guess(self.misses[2], 2)
        expect(other.lane(host.name)).to_have_attribute("data-columns", "3")

    def test_the_clock_is_called_by_what_it_counts(self):
        racer = self.person()
        self.room(racer)
        timer = racer.page.get_by_role("timer")
        expect(timer).to_have_accessible_name("Time left")
        racer.press("Today’s word")
        racer.start()
        expect(timer).to_have_accessible_name("Your time")
        racer.page.get_by_role("button", name="Sprint", exact=True).click()
        expect(timer).to_have_accessible_name("Time left")

    def test_by_keyboard_and_ear(self):
        racer = self.person(motion="reduce")
        self.room(racer)
        self.set_up(racer, rounds=1, rows=8)
        self.tab_to(racer, "Start the sprint")
        racer.page.keyboard.press("Enter")
        self.race_on(racer)
        word = self.solve(racer)
        self.assertIsNotNone(word)
        expect(racer.page.get_by_role("list", name="Podium")).to_be_visible()
        heard = racer.page.locator(".spoken[role=log] p").all_text_contents()[1:]  # After the title of the room.
        self.assertEqual(heard[:2], ["Word 1 of 1 starts in 3 seconds. 5 letters.", "Go!"])
        self.assertTrue(heard[2].startswith("Row 1: "), heard)
        spelled = ", ".join(f"{letter.upper()} correct" for letter in word)
        self.assertTrue(heard[-3].endswith(spelled), heard)
        self.assertEqual(heard[-2:], [f"The word was {word.upper()}. You are 1st, 10 points.", f"The sprint is over. {racer.name} won."])
        self.tab_to(racer, "Rematch")
        racer.page.keyboard.press("Enter")
        self.race_on(racer)

    def tab_to(self, person, label):
        for _ in range(30):
            person.page.keyboard.press("Tab")
            if person.page.evaluate("document.activeElement.textContent") == label:
                return
        self.fail(f"{label!r} is not reached by Tab")

    def test_a_kicked_player_is_out_until_let_in_again(self):
        host, other, third = self.person(), self.person(), self.person()
        code = self.room(host, other, third)
        self.set_up(host, rounds=1)
        host.press("Start the sprint")
        for person in (host, other):
            self.race_on(person)
        other.guess(self.misses[0], 0)
        self.host_sheet(host)
        host.press(f"Remove {other.name}")
        host.make_sure(f"Remove {other.name}?")
        expect(other.page.get_by_role("heading", name="You are out")).to_be_visible()
        for person in (host, third):
            expect(person.lane(other.name)).to_have_count(0)
        other.visit(f"/room/{code}")
        expect(other.page.get_by_role("heading", name="You are out")).to_be_visible()
        host.press(f"Let {other.name} back in")
        expect(host.page.get_by_role("button", name=f"Let {other.name} back in")).to_have_count(0)
        host.page.keyboard.press("Escape")
        other.take_seat(code)
        # Who goes by himself is asked once more.
        other.press("Menu")
        other.press("Give up my seat")
        expect(host.lane(other.name)).to_have_count(1)
        other.make_sure("Give up my seat?")
        expect(other.page.get_by_role("button", name="Create a room")).to_be_visible()
        expect(host.lane(other.name)).to_have_count(0)

    def test_doors(self):
        host, stranger = self.person(), self.person(viewport=PHONE, touch=True)
        code = host.create_room("Thursday Kytes")
        expect(host.page.locator(".bar-name")).to_have_text("Thursday Kytes")
        self.host_sheet(host)
        sheet = host.sheet("Your room")
        sheet.get_by_label("Name of the room").fill("Friday Kytes")
        host.press("Rename")
        expect(host.page.locator(".bar-name")).to_have_text("Friday Kytes")
        sheet.get_by_text("Locked", exact=True).click()
        sheet.get_by_text("Listed", exact=True).click()
        stranger.visit("/")
        expect(stranger.page.locator(".live").get_by_role("link", name="Friday Kytes")).to_be_visible()
        stranger.page.locator(".live").get_by_role("link", name="Friday Kytes").click()
        expect(stranger.page.get_by_text("The host has locked this room")).to_be_visible()
        expect(stranger.page.get_by_role("button", name="Take a seat")).to_have_count(0)
        sheet.get_by_text("Locked", exact=True).click()
        expect(stranger.page.get_by_role("button", name="Take a seat")).to_be_visible()
        sheet.get_by_label("New password").fill("sesame")
        host.page.get_by_role("button", name="Set", exact=True).click()
        expect(sheet.get_by_text("Password is set")).to_be_visible()
        late = self.person(viewport=PHONE, scheme="dark", touch=True)
        late.visit(f"/room/{code}")
        expect(late.page.get_by_role("heading", name="Behind a password")).to_be_visible()
        late.picture(OUTPUT / "door-phone-dark.png")
        late.page.get_by_label("Password of the room").fill("open")
        late.press("Go in")
        expect(late.page.get_by_text("That is not it")).to_be_visible()
        late.page.get_by_label("Password of the room").fill("sesame")
        late.press("Go in")
        late.page.get_by_text("Show my own name").click()
        late.press("Take a seat")
        expect(late.lane_of_mine).to_have_count(1)
        # Another code: the old one opens nothing, who is in stays in.
        host.press("Give the room a new code")
        host.make_sure("Give the room a new code?")
        host.page.wait_for_url(lambda url: not url.endswith(code))
        late.page.wait_for_url(lambda url: not url.endswith(code))
        stranger.visit(f"/room/{code}")
        expect(stranger.page.get_by_role("heading", name="No such room")).to_be_visible()
        host.press("Make " + late.name + " the host")
        host.make_sure(f"Make {late.name} the host?")
        expect(late.page.get_by_role("alert")).to_contain_text("You are the host now")
        late.press("Menu")
        late.press("Host the room")
        late.press("Close the room for good")
        late.make_sure("Close the room for good?")
        for person in (host, late):
            expect(person.page.get_by_role("heading", name="Closed")).to_be_visible()

    def test_a_stage_for_a_wall(self):
        host, other = self.person(), self.person()
        code = self.room(host, other)
        wall = self.person(viewport=WALL)
        wall.visit(f"/stage/{code}")
        expect(wall.page.locator(".stage-code")).to_have_text(f"{code[:4]}-{code[4:]}")
        expect(wall.page.locator("li.lane:not(.open)")).to_have_count(2)
        self.set_up(host, rounds=3)
        host.press("Start the sprint")
        expect(wall.page.locator(".lights")).to_be_visible()
        for person in (host, other):
            self.race_on(person)
        host.guess(self.misses[0], 0)
        expect(wall.lane(host.name)).to_have_attribute("data-columns", "1")
        other.guess(self.misses[1], 0)
        other.guess(self.misses[2], 1)
        expect(wall.page.locator("li.lane .name").first).to_have_text(other.name)
        wall.picture(OUTPUT / "stage.png")
        names = {host.name, other.name, wall.name, f"{host.name}’s room", "Tilerace"}
        self.assertEqual(leaks(wall.traffic.received, self.misses[:3], names), [])
        expect(wall.page.locator(".stage-qr")).to_have_attribute("src", f"/api/v1/rooms/{code}/qr.svg?scheme=http")
        self.assertGreater(wall.page.locator(".stage-qr").evaluate("one => one.naturalWidth"), 0)
        # What somebody says stands on the lane of who said it; who wants to hear nothing hears nothing.
        other.press("Menu")
        other.sheet("Menu").get_by_text("Reactions", exact=True).click()
        other.page.keyboard.press("Escape")
        host.page.locator(".react button").first.click()
        expect(wall.lane(host.name).locator(".stamp")).to_have_text("GG")
        self.eventually(lambda: any('"reaction"' in frame for frame in other.traffic.received))
        expect(other.page.locator(".stamp")).to_have_count(0)
        wall.visit(f"/stage/{code}?overlay=1")
        expect(wall.lane(host.name)).to_have_attribute("data-columns", "1")
        self.assertEqual(wall.page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgba(0, 0, 0, 0)")


if __name__ == "__main__":
    unittest.main()
