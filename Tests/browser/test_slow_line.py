"""A first visit by a slow line: 1.6 Mbit/s, 150 ms for a round trip, and a processor four times slower than this machine's."""

import os
import statistics
import unittest

from case import PHONE, BrowserCase

LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
SLOWER = 4
# ms that this takes on a machine of the project's that does nothing else: where it takes longer, the processor is slow
# already.
WORK = """() => {
    const times = [];
    for (let run = 0; run < 5; run += 1) {
        const began = performance.now();
        let sum = 0;
        for (let at = 0; at < 4_000_000; at += 1) sum = (sum * 31 + at) % 1_000_003;
        times.push(performance.now() - began + 0 * sum);
    }
    return times.sort((a, b) => a - b)[2];
}"""
WORK_MS = 22
# ms until something can be pressed.
READY_MS = 1_500
TRIES = 12
# With this many tries asked for, all are made and their median counts; the processor is slowed down in full, however
# slow it is already.
MEASURED = int(os.environ.get("TILERACE_SLOW_LINE_TRIES", "0"))

# When the first of what these selectors find, with these words, is where a finger would find it.
WATCH = """([selector, words]) => {
    const look = () => {
        const one = [...document.querySelectorAll(selector)].find((found) => found.textContent.includes(words));
        const { x, y, width, height } = one?.getBoundingClientRect() ?? {};
        const at = width ? document.elementFromPoint(x + width / 2, y + height / 2) : null;
        if (at && (at === one || one.contains(at))) window.readyAt = performance.now();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""


class SlowLineTests(BrowserCase):
    def ready(self, path, selector, words):
        """The ms until a newcomer can press that."""
        person = self.person(viewport=PHONE, touch=True)
        browser = person.context.new_cdp_session(person.page)
        browser.send("Network.enable")
        browser.send("Network.emulateNetworkConditions", LINE)
        slow = 1 if MEASURED else max(1, person.page.evaluate(WORK) / WORK_MS)
        browser.send("Emulation.setCPUThrottlingRate", {"rate": max(1, SLOWER / slow)})
        person.page.add_init_script(f"({WATCH})({[selector, words]})")
        person.visit(path)
        person.page.wait_for_function("() => window.readyAt")
        took = person.page.evaluate("() => window.readyAt")
        self.people.remove(person)
        person.context.close()
        return took

    def test_gate_and_practice_are_ready_soon(self):
        """The best of some: a machine that does other work makes a page late, and never early."""
        for path, selector, words in (("/today", "button", "Start the clock"), ("/practice", ".key", "Q")):
            with self.subTest(path=path):
                took = []
                while len(took) < MEASURED or not MEASURED and len(took) < TRIES and min(took, default=READY_MS + 1) > READY_MS:
                    took.append(self.ready(path, selector, words))
                told = statistics.median(took) if MEASURED else min(took)
                print(f"{path}: {', '.join(f'{ms:.0f}' for ms in took)} ms, counted: {told:.0f} ms")
                self.assertLessEqual(told, READY_MS)


if __name__ == "__main__":
    unittest.main()
