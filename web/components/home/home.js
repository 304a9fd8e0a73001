// Home: today's race first, then racing with friends, then the rooms one has a seat in, then those that are open to
// anybody.

import { el, icon, setText, sign } from "../elements/elements.js";
import { site } from "../../link.js";
import { Track } from "../track/track.js";
import { codeFrom, codeLength, gameFromReply, standings, todayIn } from "../../racing.js";
import {
  clock, dayName, headline, howWords, lineWords, page as pages, people, race,
} from "../../wording.js";
import { codeField as codeWords, home as words } from "../../wording/home.js";
import { refusalOf } from "../../store.js";

/** Rooms whose state home asks for; the others are shown by their code. */
const shownRooms = 6;
/** Lanes of the hero. */
const shownRuns = 5;
/** ms between two looks at how the day goes. */
const between = 30_000;
/** Days of my run on a wide screen; on a phone the last seven of them are seen. */
export const shownDays = 28;

export { HomeView as View };

export class HomeView {
  /** @param {import("../../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.store = app.store;
    /** @type {import("../../protocol.js").DayStatistics | null} */
    this.statistics = null;
    /** @type {import("../../state.js").Game | null} today's, as it was when home looked */
    this.mine = null;
    /** @type {Run | null} my own run, as the last answer about it said; and the picture of it that stands there */
    this.run = lastRun(app.preferences);
    this.shownRun = "";
    this.stop = new AbortController();
    // The rooms of the lobby, and what draws them.
    this.live = el("section", { class: "card rooms live" });
    // Today's races of the lines besides the first, and what draws them.
    this.lines = el("section", { class: "card day-lines" });
    /** @type {import("../../state.js").KnownLine[] | null} as this page or the last visit was told; null: never */
    this.known = lastLines(app.preferences);
    /** @type {(() => void) | null} */
    this.showLines = null;
    this.isFetchingLines = false;
    /** The word for what comes with the next day. */
    this.following = words.following;
    this.notePlaced = () => {};
    // Kept when all cards have their places: what comes below them is moved no more then.
    this.placed = /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        this.notePlaced = resolve;
      })
    );
    /** @type {(() => void) | null} */
    this.lobby = null;
    this.track = new Track({ label: "", bare: true });
    this.codeField = new CodeField((code) => app.go(`/room/${code}`));
    this.dom = this.build();
    const { signal } = this.stop;
    const render = () => this.render();
    for (const topic of ["connection", "room", "gone", "game"]) this.store.addEventListener(topic, render, { signal });
    this.store.addEventListener("session", () => this.begin(), { signal });
    this.store.addEventListener("day", () => void this.fetchStatistics(), { signal });
    document.title = "Tilerace";
    void this.fetchStatistics();
    // The first sight of the page comes before what is only looked at.
    void app.settled.then(() => import("./streak.js")).then(({ showStreak }) => showStreak(this), () => app.partLost());
    this.countDown();
    this.place();
    const timers = [
      setInterval(() => this.countDown(), 500),
      setInterval(() => document.hidden || void this.fetchStatistics(), between),
      setTimeout(() => this.place(true), 1000),
    ];
    signal.addEventListener("abort", () => timers.forEach((timer) => clearInterval(timer)));
    if (this.store.connection === "online") this.begin();
    this.render();
  }

  build() {
    const { app } = this;
    const nameButton = el("button", {
      type: "button",
      class: "name-button",
      on: { click: () => app.sheet("account") },
    });
    const eyebrow = el("p", { class: "eyebrow", text: "\u00a0" });
    const heading = el("h1", { text: words.race });
    const line = el("p", { class: "hero-line", text: "\u00a0" });
    const next = el("span", { class: "hero-next" });
    const how = el("p", { class: "hero-how", text: howWords(5, 6), hidden: app.preferences.get("met") !== null });
    const startLink = el("a", { class: "button accent large", href: "/today" }, words.start, icon("arrow"));
    const createButton = el("button", { type: "submit", class: "button large" }, icon("plus"), words.create);
    const roomName = el("input", {
      class: "room-name",
      "aria-label": words.nameOfRoom,
      placeholder: words.nameRoom,
      maxlength: "30",
      autocomplete: "off",
      spellcheck: "false",
    });
    // What is shown from then on moves nothing that nobody has touched.
    const offer = async () => (await app.load(import("../room-line/room-line.js")))?.offerLines(this.store, roomName);
    roomName.addEventListener("focus", offer, { once: true });
    const create = el("form", { class: "create-room" }, roomName, createButton);
    create.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.create();
    });
    const rooms = el("section", { class: "card rooms" });
    const state = el("span", { class: "home-state", role: "status" });
    const round = (/** @type {string} */ label, /** @type {string} */ name, /** @type {"help" | "settings"} */ sheet) =>
      el(
        "button",
        { type: "button", class: "icon-button", "aria-label": label, on: { click: () => app.sheet(sheet) } },
        icon(name),
      );
    const practise = el("a", { class: "button night large practise", href: "/practice", text: words.practise });
    const actions = el("div", { class: "hero-actions" }, startLink, practise);
    const hero = el("div", { class: "hero-words" }, eyebrow, heading, how, line, actions);
    const streak = this.buildStreak();
    const run = el(
      "section",
      { class: "card streak", "aria-label": words.run },
      el("h2", { text: words.streak }),
      el("div", { class: "streak-head awaited" }, streak.count, streak.words),
      streak.days,
      streak.actions,
    );
    const brand = el(
      "a",
      { class: "brand", href: "/", "aria-label": pages.home },
      sign(),
      el("span", { class: "word-mark", text: "tilerace" }),
    );
    const page = el(
      "main",
      { class: "home-page" },
      el(
        "header",
        { class: "home-bar" },
        brand, state, nameButton, round(pages.help, "help", "help"), round(pages.looks, "sun", "settings"),
      ),
      el("section", { class: "hero" }, this.track.element, hero),
      run,
    );
    const title = el("h2", { text: words.friends });
    const friends = el("section", { class: "card friends" }, title, this.codeField.element, create);
    return {
      page, friends, run, streak, nameButton, eyebrow, heading, how, line, next, startLink, createButton, roomName,
      rooms, state,
    };
  }

  /** The parts of the card of my run. */
  buildStreak() {
    const { app } = this;
    const button = (/** @type {string} */ text, /** @type {() => void} */ act) =>
      el("button", { type: "button", class: "button", on: { click: act } }, el("i", { class: "icon" }), text);
    const second = el("span", { text: "\u00a0" });
    return {
      count: el("b", { class: "streak-count", text: "–" }),
      words: el("span", { class: "streak-words" }, el("span", { text: words.days(2) }), second),
      days: el("ol", { class: "streak-days" }, ...wells()),
      actions: el(
        "div",
        { class: "streak-actions" },
        button(words.statistics, () => void app.sheet("statistics")),
        button(words.ranking, () => void app.sheet("leaderboard", { puzzle: this.today?.puzzle })),
        el("a", { class: "button", href: "/archive" }, el("i", { class: "icon" }), pages.links.archive),
      ),
    };
  }

  get element() {
    return this.dom.page;
  }

  /**
   * Puts the cards below my run in their places. The card of further lines stands above the others from the beginning,
   * as it was at the last visit: nothing is moved by what comes. Where nobody knows yet whether there is one, the cards
   * below it wait for that, but not for long: then it comes last.
   * @param {boolean} [isLate] they wait no more
   */
  place(isLate = false) {
    const { app, dom, store } = this;
    const told = (store.welcome?.lines ?? this.statistics?.lines)?.map(({ puzzle, seconds }) =>
      ({ line: puzzle.split("/")[0] ?? "", seconds }));
    const names = (/** @type {typeof this.known} */ lines) => lines?.map(({ line }) => line).join();
    if (told && names(told) !== names(this.known)) {
      this.known = told;
      app.preferences.set("lines", JSON.stringify(this.known));
      this.lines.replaceChildren();
    }
    if (!this.known && !isLate) return;
    const further = this.known?.slice(1) ?? [];
    dom.page.classList.toggle("two", further.length > 0);
    if (further.length === 0) this.lines.remove();
    else if (!this.lines.firstChild) {
      this.lines.append(...closedLines(further));
      // The others stand in front of it at the very first visit on a slow line, and stay.
      const last = dom.page.querySelector(".page-links");
      if (!dom.rooms.parentNode) dom.run.after(this.lines);
      else if (last) last.before(this.lines);
      else dom.page.append(this.lines);
    }
    if (!dom.rooms.parentNode) (this.lines.parentNode ? this.lines : dom.run).after(dom.friends, dom.rooms);
    this.notePlaced();
    if (further.length === 0 || !told || this.isFetchingLines) return;
    this.isFetchingLines = true;
    void import("./lines.js").then(({ showLines }) => {
      if (!this.stop.signal.aborted) this.showLines = showLines(this, this.lines);
    }, () => { this.isFetchingLines = app.partLost(); });
  }

  begin() {
    this.place();
    for (const code of this.store.seated.slice(0, shownRooms)) {
      if (this.store.wanted.has(code)) continue;
      // Home only looks: who reads this page sits in none of the rooms.
      void this.store.enterRoom(code, "watch").catch((error) => this.store.roomLost(code, refusalOf(error)));
    }
    // The line was away over midnight: the push of the day went by.
    if (this.statistics && this.statistics.today.puzzle !== this.store.today?.puzzle) void this.fetchStatistics();
    const hasSprints = this.store.welcome?.features.includes("sprint");
    if (hasSprints && !this.app.isClass && !this.live.isConnected) this.showLive();
    void this.fetchMine();
    this.render();
  }

  /** My own run of today, which another visit or device began: looked at, and left where it is played. */
  async fetchMine() {
    const puzzle = this.store.today?.puzzle ?? "";
    if (!this.store.begun.has(puzzle) || this.store.games.has(puzzle)) return;
    try {
      const reply = await this.store.link.request({ type: "open", puzzle, follow: true });
      this.mine = gameFromReply(reply, this.store.now(), true);
    } catch (error) {
      // The next welcome asks again.
      refusalOf(error);
    }
    if (!this.stop.signal.aborted) this.render();
  }

  async fetchStatistics() {
    try {
      const response = await fetch(`${site}/api/v1/today`);
      if (response.ok) this.statistics = await response.json();
    } catch {
      // Without the line there are no figures; home says the rest.
    }
    this.place(true);
    if (!this.stop.signal.aborted) this.render();
  }

  /**
   * Says when the next race comes.
   * @param {string} [following] what that is, from now on
   */
  countDown(following = this.following) {
    this.following = following;
    const { today } = this.store;
    if (today) this.dom.next.textContent = words.next(following, clock(today.ends - this.store.now()));
  }

  get today() {
    return this.store.today ?? this.statistics?.today ?? null;
  }

  render() {
    const { store, today, statistics } = this;
    this.dom.nameButton.textContent = store.player?.name ?? "";
    this.dom.nameButton.setAttribute("aria-label", words.you(store.player?.name ?? ""));
    setText(this.dom.state, lineWords(store));
    if (today) this.dom.eyebrow.textContent = race.numbered(today.number, today.day, today.by_host);
    const begun = today ? store.begun.get(today.puzzle) : undefined;
    // The first line may be of a kind that counts no guesses: what is said of it is that kind's.
    const rows = today?.rows ?? 0;
    const isCounted = !today || rows > 0;
    if (!isCounted) {
      void import("./hero.js").then(({ showHero }) => this.stop.signal.aborted || showHero(this), () =>
        this.app.partLost());
    }
    const ways = { playing: words.goOn, solved: words.look, failed: words.look };
    this.dom.startLink.replaceChildren(begun ? ways[begun] : words.start, icon("arrow"));
    this.dom.how.hidden = store.begun.size > 0 || this.app.preferences.get("met") !== null;
    if (today && isCounted) this.dom.how.textContent = howWords(today.length, rows);
    if (statistics && today && isCounted) {
      // Figures of the day before are none of this one.
      const { solved = 0, finished = -1, median = null } = statistics.today.puzzle === today.puzzle ? statistics : {};
      const isOver = begun === "solved" || begun === "failed";
      const turns = this.game?.result?.turns ?? 0;
      const going = isOver ? headline(false, 0) : words.isOn;
      const fresh = finished === 0 ? words.first : words.race;
      this.dom.heading.textContent = begun === "solved" ? words.found(turns) : begun ? going : fresh;
      if (solved > 0 && median) {
        const bold = (/** @type {number | string} */ text) => el("b", { text: String(text) });
        this.dom.line.replaceChildren(
          ...words.typical(bold(solved), bold(median.turns), median.turns, bold(clock(median.ms))));
      } else {
        // The sentence for a first visit has said how long the word is.
        const shape = this.dom.how.hidden ? words.shape(today.length, rows) : "";
        const parts = [shape, finished < 0 ? "" : words.nobodyYet];
        this.dom.line.textContent = parts.filter(Boolean).join(" ") || "\u00a0";
      }
      if (isOver) this.dom.line.append(" ", this.dom.next);
    }
    this.codeField.conceal(this.app.isCodeHidden);
    this.showRun();
    this.showTrack();
    this.showRooms();
    this.lobby?.();
    this.showLines?.();
  }

  /** My own game of today, as far as this page knows it. */
  get game() {
    const puzzle = this.today?.puzzle ?? "";
    return this.store.games.get(puzzle) ?? (this.mine?.puzzle === puzzle ? this.mine : null);
  }

  /**
   * My streak and my last days: what the last answer said, until the next one comes.
   * @param {Run} [told] that answer, which the browser keeps for the next visit
   */
  showRun(told) {
    const { store, dom: { streak } } = this;
    if (told) {
      this.run = told;
      this.app.preferences.set("streak", JSON.stringify(told));
    }
    // What was kept may be another player's, or of other words.
    const isKnown = store.welcome && store.player && this.run?.player !== "";
    const isMine = this.run?.player === store.player?.id && this.run?.line === store.line;
    const run = !isKnown || isMine ? this.run : null;
    const { day = "", puzzle = "" } = this.today ?? {};
    const picture = JSON.stringify([run, day, store.begun.get(puzzle)]);
    if (picture === this.shownRun) return;
    this.shownRun = picture;
    // A day that went by unseen may have ended the streak.
    const isOld = run !== null && Date.parse(day || run.day) - Date.parse(run.day) > 86_400_000;
    streak.count.parentElement?.classList.toggle("awaited", !run || isOld);
    const last = day || run?.day;
    streak.days.replaceChildren(...(run && last ? squares(last, run, store.begun.get(puzzle)) : wells()));
    if (!run || isOld) return;
    streak.count.textContent = String(run.current);
    streak.words.replaceChildren(el("span", { text: words.days(run.current) }),
      el("span", { text: run.longest > 0 ? words.best(run.longest) : words.notBegun }));
  }

  /** The day's runs: mine, those of the room with most on the track, and how far others came. */
  showTrack() {
    const { today, statistics, game } = this;
    const races = [...this.store.rooms.values()].map((room) => {
      const race = room.races.find((one) => one.puzzle === today?.puzzle);
      return standings(room, race).filter(({ seat }) => !game || seat !== room.seat);
    });
    const started = (/** @type {import("../../state.js").Standing[]} */ all) =>
      all.filter(({ state }) => state !== "waiting").length;
    const [best = []] = races.sort((a, b) => started(b) - started(a));
    const shape = { length: today?.length ?? 5, rows: today?.rows || Math.max(6, game?.guesses.length ?? 0) };
    const day = today?.rows && statistics?.today.puzzle === today.puzzle ? statistics : null;
    this.track.show(dayRuns(shape, game, best, day, shownRuns), shape.length, shape.rows, shownRuns);
  }

  showRooms() {
    const { store } = this;
    const codes = store.seated;
    if (codes.length === 0) return this.replaceRooms(el("h2", { text: words.rooms }), ...ghosts(words.noRooms));
    const count = el("span", { class: "small", text: words.count(codes.length) });
    this.replaceRooms(
      el("div", { class: "rooms-head" }, el("h2", { text: words.rooms }), count),
      el("ul", {}, ...codes.map((code) => el("li", {}, this.roomLink(code)))),
    );
  }

  /**
   * Only what differs: a link that is replaced under a pointer hears no click, and one that has the focus loses it.
   * @param {Node[]} parts
   */
  replaceRooms(...parts) {
    const { rooms } = this.dom;
    const next = el("section", { class: rooms.className }, ...parts);
    if (next.isEqualNode(rooms)) return;
    const held = rooms.querySelector(":focus")?.getAttribute("data-path");
    rooms.replaceChildren(...next.childNodes);
    if (held) /** @type {HTMLElement | null} */ (rooms.querySelector(`[data-path="${held}"]`))?.focus();
  }

  /** @param {string} code */
  roomLink(code) {
    const { store } = this;
    const room = store.rooms.get(code);
    const daily = todayIn(store, room)?.puzzle;
    const race = room?.races.find(({ puzzle }) => puzzle === daily);
    const all = room ? standings(room, race) : [];
    const home = all.filter((lane) => lane.state === "home").length;
    const racing = all.filter((lane) => lane.state === "racing").length;
    const done = el("i");
    done.style.setProperty("width", `${all.length ? (100 * home) / all.length : 0}%`);
    const sprint = room?.series && room.series.phase !== "over" ? room.series : null;
    const round = room?.races.find(({ kind }) => kind === "sprint") ?? { game: room?.sprint?.kind };
    const ran = home > 0 ? words.done(daily?.split("-")[0], home) : racing > 0 ? words.onTrack : words.notStarted;
    const state = sprint ? words.sprint(round.game, sprint.round, sprint.of) : ran;
    const shown = this.app.codeWords(code);
    const racers = racing > 0 ? people.racing(racing) : people.racers(all.length);
    const meter = el("span", { class: "meter", "aria-hidden": "true" }, done);
    return el(
      "a",
      { class: "room-link", ...this.app.address(`/room/${code}`) },
      el(
        "span",
        { class: "room-words" },
        el("b", { text: room?.name || store.roomNames.get(code) || shown }),
        el("small", { text: room ? `${shown} · ${racers}` : shown }),
      ),
      room ? el("span", { class: "room-bar" }, el("small", { text: state }), meter) : null,
    );
  }

  async create() {
    const { createButton, roomName } = this.dom;
    // A button that is `disabled` loses the focus.
    if (createButton.getAttribute("aria-disabled")) return;
    createButton.setAttribute("aria-disabled", "true");
    try {
      // Who is quicker than the line waits a moment for it.
      if (this.store.connection !== "online") {
        await new Promise((done) => {
          this.store.addEventListener("session", done, { once: true });
          setTimeout(done, 3000);
        });
      }
      // Whoever has gone elsewhere is not taken to a room.
      const { signal } = this.stop;
      if (signal.aborted) return;
      const name = roomName.value.normalize("NFC").trim();
      const line = roomName.form?.querySelector("select")?.value;
      const chosen = { ...(name && { name }), ...(line && { line }) };
      const reply = await this.store.link.request({ type: "create_room", ...chosen });
      this.store.enter(reply, "join");
      // Nobody sits there then.
      if (signal.aborted) return void await this.store.enterRoom(reply.room, "watch");
      this.app.rememberRoom(reply.room);
      this.app.go(`/room/${reply.room}`);
    } catch (error) {
      const refusal = refusalOf(error);
      void this.app.refuse(refusal);
      if (refusal.code === "bad_name") roomName.focus();
    }
    createButton.removeAttribute("aria-disabled");
  }

  /** Rooms whose hosts list them: their card has its place at once, and they come after the first sight. */
  showLive() {
    this.live.append(...nobodyLive());
    this.dom.page.append(this.live);
    void this.app.settled.then(() => import("./lobby.js")).then(({ showLobby }) => {
      if (!this.stop.signal.aborted) this.lobby = showLobby(this, this.live, nobodyLive);
    }, () => this.app.partLost());
  }

  remove() {
    this.stop.abort();
    this.track.remove();
    this.dom.page.remove();
  }
}

/** @typedef {import("../../state.js").Run} Run */

/**
 * The lines of the last visit, the first one among them; null where there was none.
 * @param {import("../../main.js").Preferences} preferences
 * @returns {import("../../state.js").KnownLine[] | null}
 */
function lastLines(preferences) {
  try {
    const known = JSON.parse(preferences.get("lines") ?? "null");
    return known?.every((/** @type {any} */ one) => typeof one?.line === "string") ? known : null;
  } catch {
    return null;
  }
}

/**
 * Today's races of the lines besides the first, before it is told how they stand: what has a place there, has it now.
 * @param {import("../../state.js").KnownLine[]} lines
 */
function closedLines(lines) {
  const parts = lines.map(({ line, seconds, title }) => {
    const href = `/today?line=${line}`;
    const length = Number(line.split("-").at(-1)) || 5;
    const name = el(lines.length > 1 ? "b" : "h2", { text: title || "\u00a0" });
    const label = title && words.way(words.play, title);
    const play = el("a", { class: "button", href, "aria-label": label, text: words.play });
    const state = el("p", { class: "line-state" }, el("b", { text: "\u00a0" }), el("small", { text: "\u00a0" }));
    if (lines.length > 1) return el("li", { "data-line": line }, el("div", {}, name, state), play);
    const limit = el("span", { class: "pill", text: seconds ? words.seconds(seconds) : "" });
    return el(
      "div",
      { class: "line-card", "data-line": line },
      el("div", { class: "card-head" }, name, limit),
      // Nobody sees them before the start.
      el("div", { class: "closed-tiles", "aria-hidden": "true" }, ...Array.from({ length }, () => el("i"))),
      el("div", { class: "line-foot" }, state, play),
    );
  });
  return lines.length > 1 ? [el("h2", { text: words.further }), el("ul", {}, ...parts)] : parts;
}

/**
 * @param {import("../../main.js").Preferences} preferences
 * @returns {Run | null} of the player that this browser was last
 */
function lastRun(preferences) {
  try {
    // Never here, so none can come.
    if (!preferences.get("player")) return { player: "", line: "", day: "", current: 0, longest: 0, games: [] };
    const run = JSON.parse(preferences.get("streak") ?? "null");
    const isMine = run?.player === preferences.get("player")?.split(" ")[0];
    return isMine && Date.parse(run.day) && run.games.every((/** @type {any} */ game) => game?.day) ? run : null;
  } catch {
    return null;
  }
}

/**
 * The lanes where there is no room.
 * @param {string[]} said a title, and what can be done
 */
function ghosts([title = "", more = ""]) {
  return [el("div", { class: "ghost-lanes", "aria-hidden": "true" }, ...Array.from({ length: 18 }, () => el("i"))),
    el("p", {}, el("b", { text: title }), more)];
}

function nobodyLive() {
  return [el("h2", { text: words.live }), ...ghosts(words.noLive)];
}

/** Days without figures. */
function wells() {
  return Array.from({ length: shownDays }, () => el("li", {}, el("i"), el("span", { text: "\u00a0" })));
}

/**
 * A square for each day, the last of them today's. days.js, which counts days elsewhere, comes after the first sight.
 * @param {string} today
 * @param {Run} run
 * @param {string | undefined} begun how far I came today
 */
function squares(today, run, begun) {
  const games = new Map(run.games.map((game) => [game.day, game]));
  return Array.from({ length: shownDays }, (_, index) => {
    const day = new Date(Date.parse(today) - (shownDays - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    const { state: told, said: outcome } = games.get(day) ?? {};
    const state = day === today ? begun ?? told : told;
    const { raced, open, unknown, missed } = words.squares;
    // What the browser kept may be older than what is known of today.
    const said = state && state !== "playing" ? state === told && outcome || raced
      : day === today ? open : run.day && day > run.day ? unknown : missed;
    const kind = [state ?? "", day === today ? "today" : ""].filter(Boolean).join(" ");
    return el("li", {}, el("i", { class: kind, role: "img", "aria-label": words.dayIs(day, said) }),
      el("span", { "aria-hidden": "true", text: dayName(day, { weekday: "narrow" }) }));
  });
}

/**
 * The day's runs for the hero of home: mine, those of a room, then others of whom only the number of guesses is known.
 * Their colours would be a hint to everybody on the server: they have a mark of their own, `3`.
 * @param {{ length: number, rows: number }} shape of the puzzle
 * @param {import("../../state.js").Game | null} mine
 * @param {import("../../state.js").Standing[]} rivals front first, without me
 * @param {{ solved: number, finished: number, distribution: number[] } | null} day
 * @param {number} most lanes
 * @returns {import("../../state.js").LaneView[]}
 */
export function dayRuns({ length, rows }, mine, rivals, day, most) {
  /**
   * The players who ended by now and have no lane yet, by the guesses; 0 for those who did not find it.
   * @type {Map<number, number>}
   */
  const left = new Map(day?.distribution.map((count, index) => [index + 1, count]));
  left.set(0, (day?.finished ?? 0) - (day?.solved ?? 0));
  const count = (/** @type {import("../../protocol.js").Finish | null} */ finish) => {
    const turns = finish?.solved ? finish.turns : 0;
    if (finish) left.set(turns, (left.get(turns) ?? 0) - 1);
  };
  const own = (mine?.state !== "playing" && mine?.result) || null;
  /** @type {Omit<import("../../state.js").LaneView, "place">[]} */
  const lanes = [];
  if (mine) {
    const state = mine.state === "solved" ? "home" : own ? "out" : "racing";
    lanes.push({ key: "you", name: "", you: true, present: true, state, rows: mine.guesses, finish: own });
  }
  count(own);
  for (const rival of rivals) {
    if (lanes.length === most || rival.state === "waiting") break;
    lanes.push({ ...rival, key: String(rival.seat), you: false });
    count(rival.finish);
  }
  const others = [...left]
    .sort(([a], [b]) => (a || rows + 1) - (b || rows + 1))
    .flatMap(([turns, number]) => Array.from({ length: Math.max(0, number) }, () => turns));
  const free = Math.min(most - lanes.length, others.length);
  for (let index = 0; index < free; index += 1) {
    const turns = others[Math.floor(((index + 0.5) * others.length) / free)] ?? 0;
    const guesses = Array.from({ length: turns || rows }, (_, row) => {
      const mark = row + 1 === turns ? "2" : "3";
      return { marks: mark.repeat(length), ms: 0 };
    });
    const finish = { solved: turns > 0, turns: turns || rows, ms: 0 };
    const state = turns ? "home" : "out";
    lanes.push({ key: `other-${index}`, name: "", you: false, present: true, state, rows: guesses, finish });
  }
  return lanes.map((lane, index) => ({ ...lane, place: index + 1 }));
}

/**
 * A seat for each character of a room code. One real input lies over the seats, so that pasting, selecting, undo and
 * screen readers work as everywhere.
 */
class CodeField {
  /** @param {(code: string) => void} join */
  constructor(join) {
    this.join = join;
    this.isConcealed = false;
    this.input = el("input", {
      class: "code-input",
      "aria-label": codeWords.label,
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      enterkeyhint: "go",
      inputmode: "text",
      maxlength: "200",
    });
    this.seats = Array.from({ length: codeLength }, () => el("span", { class: "seat" }));
    this.button = el("button", { type: "submit", class: "button large", text: codeWords.join, disabled: true });
    const seats = el(
      "div",
      { class: "seats" },
      ...this.seats.slice(0, 4),
      el("span", { class: "dash", text: "–" }),
      ...this.seats.slice(4),
      this.input,
    );
    this.element = el(
      "form",
      { class: "code-field", on: { submit: (/** @type {Event} */ event) => this.submitted(event) } },
      seats,
      this.button,
    );
    for (const type of ["input", "focus", "blur"]) this.input.addEventListener(type, () => this.show());
    this.input.addEventListener("paste", (event) => {
      // A code comes in a link, or among words: it stands in place of what was typed.
      const code = codeFrom(event.clipboardData?.getData("text") ?? "");
      if (code.length < codeLength) return;
      event.preventDefault();
      this.input.value = code;
      this.show();
    });
    this.show();
  }

  /** @param {boolean} isConcealed whether the seats show no characters, as those of a password */
  conceal(isConcealed) {
    if (isConcealed === this.isConcealed) return;
    this.isConcealed = isConcealed;
    this.show();
  }

  show() {
    const { value, selectionStart } = this.input;
    const code = codeFrom(value);
    if (value !== code) {
      this.input.value = code;
      // Where the caret was: between the same characters.
      const at = codeFrom(value.slice(0, selectionStart ?? 0)).length;
      this.input.setSelectionRange(at, at);
    }
    this.seats.forEach((seat, index) => {
      seat.textContent = code[index] && this.isConcealed ? "•" : code[index] ?? "";
      seat.classList.toggle("next", index === code.length && (document.activeElement === this.input || code === ""));
    });
    this.button.disabled = code.length < codeLength;
  }

  /** @param {Event} event */
  submitted(event) {
    event.preventDefault();
    const code = codeFrom(this.input.value);
    if (code.length === codeLength) this.join(code);
  }
}
