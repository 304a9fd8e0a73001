"""A person with a browser: what they do on the page, and what they see there."""

import re

from playwright.sync_api import Error, expect

from traffic import Traffic

# A bound for what takes well under a second, on a machine that is busy with something else.
PATIENCE_MS = 20_000
expect.set_options(timeout=PATIENCE_MS)


class Visitor:
    """One page in a browser context. Contexts share nothing, so two are two people."""

    def __init__(self, context, url):
        self.context = context
        self.url = url
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.traffic = Traffic(self.page)
        self.faults = []
        self.asked = set()  # What the page has asked for and not got.
        self.page.on("request", lambda request: self.asked.add(request))
        for end in ("requestfinished", "requestfailed"):
            self.page.on(end, lambda request: self.asked.discard(request))
        self.page.on("pageerror", lambda error: self.faults.append(f"exception: {error}"))
        self.page.on("console", lambda line: line.type == "error" and self.faults.append(f"console: {line.text} ({line.location['url']})"))

    # What they do

    def visit(self, path="/"):
        try:
            self.page.goto(self.url + path)
        except Error as error:
            # A sheet that was just closed goes back in the history, which ends what begins at the same time.
            if "ERR_ABORTED" not in str(error):
                raise
            self.page.goto(self.url + path)

    def settle(self):
        """Waits until the page has all its parts: one that misses a part is loaded anew once its line is back."""
        quiet = 0
        while quiet < 500:
            self.page.wait_for_timeout(50)
            quiet = 0 if self.asked else quiet + 50

    def await_all_parts(self):
        """Waits for the parts that come when the page stands: then it asks for the address of its server."""
        self.page.wait_for_function("""() => performance.getEntriesByType("resource").some(
            ({ name, responseEnd }) => name.includes("/api/v1/address") && responseEnd > 0)""")

    def create_room(self, name=""):
        """Makes a room from the home page. Its code."""
        self.visit("/")
        self.page.get_by_label("Name of the new room").fill(name)
        self.press("Create a room")
        self.page.wait_for_url(re.compile(r"/room/[A-Z2-9]{5}$"))
        return self.page.url.rsplit("/", 1)[1]

    def take_seat(self, code):
        self.visit(f"/room/{code}")
        self.press("Take a seat")
        expect(self.lane_of_mine).to_have_count(1)

    def watch(self, code):
        self.visit(f"/room/{code}")
        self.press("Just watch")
        expect(self.page.locator("main[data-mode=watching]")).to_be_visible()

    def start(self):
        """Starts the clock: the empty board appears."""
        self.press("Start the clock")
        expect(self.board).to_be_visible()
        expect(self.rows.first).to_have_class(re.compile("current"))

    def press(self, label):
        self.page.get_by_role("button", name=label).click()

    def make_sure(self, label):
        """Presses a button that asks whether one is sure, later than a double click would."""
        self.page.get_by_role("button", name=label).click(delay=600)

    def type(self, word):
        """Types on the physical keyboard, and sees the letters on the board."""
        row = self.page.locator(".board .row.current")
        expect(row).to_have_count(1)
        self.page.keyboard.type(word)
        expect(row.locator(".tile.typed")).to_have_count(len(word))

    def guess(self, word, row):
        """Guesses, and waits for the judgement of `row`."""
        self.type(word)
        self.page.keyboard.press("Enter")
        self.await_judged(row)

    def await_judged(self, row):
        expect(self.rows.nth(row).locator(".tile[data-mark]")).to_have_count(5)

    # What they see

    @property
    def board(self):
        return self.page.get_by_role("grid", name=re.compile("Your board"))

    @property
    def rows(self):
        return self.page.locator(".board .row")

    @property
    def lane_of_mine(self):
        return self.page.locator("li.lane.you")

    def lane(self, name):
        """The lane of somebody else."""
        exactly = re.compile(f"^{re.escape(name)}$")
        return self.page.locator("li.lane:not(.you)", has=self.page.locator(".name", has_text=exactly))

    @property
    def name(self):
        """The name that the server gave this player."""
        return next(message["player"]["name"] for message in self.traffic.messages() if "player" in message)

    def guesses(self):
        """The judged rows as (word, marks)."""
        return [tuple(row) for row in self.page.eval_on_selector_all(".board .row.judged", """rows => rows.map(row => {
            const tiles = [...row.querySelectorAll(".tile")];
            return [tiles.map(tile => tile.textContent).join("").toLowerCase(), tiles.map(tile => tile.dataset.mark).join("")];
        })""")]

    def draft(self):
        """The word in hand."""
        return self.page.locator(".board .row.current .tile").all_inner_texts()

    def keys(self):
        """The marks that the on-screen keys show."""
        return dict(self.page.eval_on_selector_all(".key[data-mark]", """keys => keys.map(key =>
            [key.textContent.toLowerCase(), key.dataset.mark])"""))

    def lanes(self):
        """The track as name → (state, columns of marks)."""
        return {name: (state, columns) for name, state, columns in self.page.eval_on_selector_all("li.lane:not(.open)", """lanes =>
            lanes.filter(lane => lane.querySelector(".name").title !== "Open lane").map(lane => {
                const marks = column => [...column.querySelectorAll("i")].map(cell => /m([012])/.exec(cell.className)[1]).join("");
                const columns = [...lane.querySelectorAll(".column, .home")].map(marks).filter(column => column !== "");
                return [lane.querySelector(".name").title, lane.dataset.state, columns];
            })""")}

    def sheet(self, heading):
        """The open sheet with this heading."""
        return self.page.get_by_role("dialog").filter(has=self.page.get_by_role("heading", name=heading))

    def close_sheet(self):
        """Closes the sheet. That goes back in the history, which is under way for a moment: a reload would stop it, or it the reload."""
        self.page.keyboard.press("Escape")
        self.page.wait_for_function("() => !history.state?.sheet")

    def sticking_out(self):
        """What makes the page wider than the screen, or a part of it wider than its place."""
        return self.page.evaluate("""() => {
            const root = document.documentElement;
            const cut = [...document.querySelectorAll("dialog[open], .panel, .desk, .side .card")].filter((one) => one.scrollWidth > one.clientWidth + 1);
            if (cut.length > 0) return cut.map((one) => `${one.className}: ${one.scrollWidth} > ${one.clientWidth}`);
            if (root.scrollWidth <= root.clientWidth) return [];
            const wide = [...document.querySelectorAll("body *")].filter(one => one.getBoundingClientRect().right > root.clientWidth);
            return [`${root.scrollWidth} > ${root.clientWidth}`, ...wide.map(one => `${one.tagName}.${one.className}`)];
        }""")

    def still(self):
        """Waits until nothing on the page moves."""
        self.page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))")

    def picture(self, path):
        self.page.screenshot(path=path)
