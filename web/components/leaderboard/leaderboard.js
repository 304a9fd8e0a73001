// The rankings: of a day, a week, a month, of all time; of the room or the whole server. They move while one looks.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { ask } from "../../api.js";
import { periodName, periodOf, shifted } from "../../days.js";
import { clock, placeWords } from "../../wording.js";
import { ranking as words } from "../../wording/results.js";
import { choices, lineChoice, wordsOf } from "../lines/lines.js";

export const styles = ["/components/leaderboard/leaderboard.css"];

/** @typedef {import("../../protocol.js").Leaderboard} Leaderboard */
/** @typedef {import("../../protocol.js").Entry} Entry */
/** @typedef {import("../../days.js").Span} Span */

/** @type {Span[]} */
const spans = ["day", "week", "month", "all"];
/** Entries of a page, and of each side of the reader. */
const pageSize = 50;
const radius = 5;
/** Between two times that what is below the first page is asked for anew, ms: who reads there reads on. */
const refreshEvery = 4000;

/**
 * @param {string} board a line and a period
 * @param {string | null} code
 * @param {{ after?: string | null, around?: number | undefined, clean?: boolean, signal?: AbortSignal | undefined }} options
 * @returns {Promise<Leaderboard>}
 */
export async function fetchLeaderboard(board, code, { after, around, clean, signal } = {}) {
  const query = new URLSearchParams({ limit: String(pageSize), ...(code && { room: code }), ...(after && { after }), ...(around && { around: String(around) }), ...(clean && { clean: "1" }) });
  return ask(`/leaderboards/${board}?${query}`, { signal });
}

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, { code = null, puzzle }) {
  new Rankings(app, sheet, code, puzzle ?? app.store.today?.puzzle ?? "");
}

class Rankings {
  /**
   * @param {import("../../main.js").App} app
   * @param {import("../sheet/sheet.js").Sheet} sheet
   * @param {string | null} code
   * @param {string} puzzle of the day that is shown first
   */
  constructor(app, sheet, code, puzzle) {
    this.app = app;
    this.sheet = sheet;
    /** @type {string | null} null while neither the opener nor the server has named one */
    this.line = puzzle.split("/")[0] || null;
    /** @type {HTMLElement | null} the choice among the lines, where there is one */
    this.games = null;
    this.day = puzzle.split("/")[1] ?? "";
    /** @type {Span} */
    this.span = "day";
    this.period = this.day || this.today;
    this.room = code;
    this.isClean = false;
    this.isAround = false;
    /** @type {Entry[]} */
    this.entries = [];
    /** @type {Leaderboard | null} the last that was told */
    this.board = null;
    /** @type {string | null} where the next page begins */
    this.next = null;
    /** The frame in which what came is shown. */
    this.due = 0;
    /** Numbers what was asked for: an answer that comes late is of no use. */
    this.asked = 0;
    /** @type {Leaderboard | null} what was told while the pages below are asked for, or rest */
    this.waiting = null;
    this.isRefreshing = false;
    const isFull = app.store.welcome?.features.includes("ranking") !== false;
    this.words = el("p", { class: "ranking-words", role: "status", text: words.wait });
    this.list = el("ol", { class: "ranking" });
    this.more = el("button", { type: "button", class: "button", text: words.more, hidden: true, on: { click: () => void this.fetchMore() } });
    this.again = el("button", { type: "button", class: "button", text: words.again, hidden: true, on: { click: () => void this.show() } });
    this.title = el("b", { "aria-live": "polite" });
    this.shown = ""; // What the list is of.
    this.before = el("button", { type: "button", class: "icon-button", "aria-label": words.before, on: { click: () => this.shift(-1) } }, icon("left"));
    this.after = el("button", { type: "button", class: "icon-button", "aria-label": words.after, on: { click: () => this.shift(1) } }, icon("right"));
    this.around = chip(words.around, (on) => { this.isAround = on; void this.show(); });
    this.clean = chip(words.clean, (on) => { this.isClean = on; void this.show(); });
    this.order = el("p", { class: "small" });
    sheet.body.append(el("h2", { text: words.title }),
      ...(code ? [choices(words.whose, [[words.room, code], [words.server, null]], code, (room) => { this.room = room; void this.show(); })] : []),
      ...(isFull ? [choices(words.period, spans.map((span) => [words.spans[span], span]), "day", (span) => this.setSpan(/** @type {Span} */ (span)))] : []),
      el("div", { class: "period-bar" }, this.before, this.title, this.after),
      this.words, el("div", { class: "ranking-filters", hidden: !isFull }, this.around, this.clean), this.again, this.list, this.more, this.order);
    const signal = sheet.closed;
    app.store.addEventListener("ranking", (event) => this.told({ .../** @type {CustomEvent} */ (event).detail, you: this.board?.you ?? null }), { signal });
    app.store.addEventListener("standing", (event) => this.stands(/** @type {CustomEvent} */ (event).detail), { signal });
    for (const topic of ["session", "day", "ranking_ended"]) app.store.addEventListener(topic, () => void this.show(), { signal });
    signal.addEventListener("abort", () => void this.app.store.link.request({ type: "look", on: false }).catch(() => {}));
    void this.show();
  }

  /** The server's day, which may begin while one looks. */
  get today() {
    return this.app.store.today?.day ?? this.day;
  }

  get wording() {
    return wordsOf({ puzzle: this.line });
  }

  get name() {
    return `${this.line}/${this.period}`;
  }

  /** What was chosen, but for whose neighbours are to be seen. */
  get choice() {
    return [this.name, this.room, this.isClean].join();
  }

  /** @param {Span} span */
  setSpan(span) {
    this.span = span;
    this.period = periodOf(span, this.today);
    void this.show();
  }

  /** @param {number} by */
  shift(by) {
    this.period = shifted(this.span, this.period, by);
    void this.show();
  }

  /** The first line and its day, until others are chosen. */
  settle() {
    this.line ??= this.app.store.line;
    if (this.today) this.period ||= periodOf(this.span, this.today);
    this.games ??= lineChoice(this.app.store, this.line, (line) => { this.line = line; void this.show(); });
    if (this.games && !this.games.isConnected) this.sheet.body.querySelector("h2")?.after(this.games);
  }

  /** Asks for the ranking as it is chosen, and to be told what becomes of it. */
  async show() {
    this.settle();
    // Until the server has told its first line there is nothing to ask for.
    if (!this.line) return;
    const asked = ++this.asked;
    this.waiting = null;
    this.title.textContent = periodName(this.span, this.period, this.today, words.periods);
    this.before.hidden = this.after.hidden = this.span === "all";
    this.order.textContent = this.span === "day" ? this.wording.order : "";
    this.after.disabled = this.period >= periodOf(this.span, this.today);
    // Nobody's place in one ranking is shown below the title of another.
    if (this.shown !== this.choice) this.clear(words.wait);
    try {
      const board = await this.fetch(this.isAround ? { around: radius } : {});
      if (asked !== this.asked) return;
      if (this.isAround && !canBeAround(board)) return this.leaveAround();
      this.hold(board);
      this.look();
    } catch (error) {
      if (asked !== this.asked || this.sheet.closed.aborted) return;
      this.clear(/** @type {Error} */ (error).message);
      this.again.hidden = false;
    }
  }

  /** @param {string} text in place of entries */
  clear(text) {
    this.shown = "";
    this.board = null;
    this.entries = [];
    this.next = null;
    this.list.replaceChildren();
    this.more.hidden = true;
    this.words.textContent = text;
  }

  look() {
    if (!this.app.store.welcome?.features.includes("ranking")) return;
    const room = this.room ? { room: this.room } : {};
    this.app.store.link.request({ type: "look", board: this.name, ...room, clean: this.isClean, on: true }).then((board) => this.told(board), () => {});
  }

  /**
   * Something in it has changed.
   * @param {Leaderboard} board with the first entries
   */
  told(board) {
    if (!this.isShown(board)) return;
    // The reader's own neighbours are not among the first: they are asked for again.
    if (this.isAround) return this.showSoon();
    if (this.entries.length <= pageSize) return this.hold(board);
    if (this.board) this.board = { ...this.board, you: board.you };
    this.waiting = board;
    if (!this.isRefreshing) void this.refresh();
  }

  /**
   * The reader stands elsewhere.
   * @param {Leaderboard} standing without entries
   */
  stands(standing) {
    if (!this.isShown(standing) || !this.board) return;
    this.board = { ...this.board, you: standing.you };
    this.showSoon();
  }

  /** @param {Leaderboard} board */
  isShown(board) {
    return `${board.line}/${board.period}` === this.name && board.clean === this.isClean && (board.scope === "server") === (this.room === null);
  }

  /** Once for what comes at once: where the reader stands is told before the entries. */
  showSoon() {
    this.due ||= requestAnimationFrame(() => {
      this.due = 0;
      if (this.isAround) void this.showAround();
      else if (this.board) this.hold(this.board);
    });
  }

  async showAround() {
    const asked = this.asked;
    const board = await this.fetch({ around: radius }).catch(() => null);
    if (!board || asked !== this.asked || !this.isAround) return;
    if (!canBeAround(board)) return this.leaveAround();
    this.hold(board);
  }

  /** Nobody to stand around: the reader is not in this one, or all of it is in sight anyway. */
  leaveAround() {
    this.isAround = false;
    const input = this.around.querySelector("input");
    if (input) input.checked = false;
    void this.show();
  }

  /** What is shown below the first page is of before the change: asked for anew, or left away if it cannot be had. */
  async refresh() {
    this.isRefreshing = true;
    for (let board; (board = this.waiting); await new Promise((done) => setTimeout(done, refreshEvery))) {
      this.waiting = null;
      const asked = this.asked;
      const entries = [...board.entries];
      let { next } = board;
      try {
        while (next && entries.length < this.entries.length && asked === this.asked) {
          const page = await this.fetch({ after: next });
          entries.push(...page.entries);
          next = page.next;
        }
      } catch {
        // Too fast, or without the line: there is More to press.
      }
      if (asked === this.asked && !this.sheet.closed.aborted) this.hold({ ...board, you: this.board?.you ?? null, entries, next });
    }
    this.isRefreshing = false;
  }

  /** @param {{ after?: string | null, around?: number | undefined }} part */
  fetch(part) {
    return fetchLeaderboard(this.name, this.room, { ...part, clean: this.isClean, signal: this.sheet.closed });
  }

  /** @returns {Promise<void>} */
  async fetchMore() {
    const { asked, next } = this;
    this.more.disabled = true;
    const page = await this.fetch({ after: next }).catch((/** @type {Error} */ error) => error);
    this.more.disabled = false;
    if (asked !== this.asked || this.sheet.closed.aborted || !this.board) return;
    if (page instanceof Error) return this.app.say(page.message, true);
    if (next !== this.next) return void this.fetchMore(); // Others came in meanwhile: the list ends elsewhere.
    this.hold({ ...this.board, entries: [...this.entries, ...page.entries], next: page.next });
    const first = page.entries[0]?.place;
    if (first !== undefined) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-place="${first}"]`))?.focus();
  }

  /** @param {Leaderboard} board with all entries that are to be seen */
  hold(board) {
    this.shown = this.choice;
    this.again.hidden = true;
    this.board = board;
    this.entries = board.entries;
    this.next = board.next;
    this.more.hidden = board.next === null || this.isAround;
    this.around.hidden = !canBeAround(board);
    const count = countOf(board);
    const { you } = board;
    const who = this.span === "day" ? words.over(count) : words.racers(count);
    const isLive = this.period === periodOf(this.span, this.today);
    this.words.replaceChildren(...(count === 0 ? [this.isClean ? words.allFast : isLive ? this.wording.nobody : words.nobody] : you?.of === 1 ? [words.onlyYou] : you && isRanked(you) ? words.stands(el("b", { text: words.rank(you.rank) }), you.of, you.beaten)
      : [who]), ...(count > 0 && isLive ? [el("span", { class: "live-mark", text: words.live })] : []));
    this.draw();
  }

  draw() {
    const own = this.board?.you?.place;
    const before = new Map([...this.list.children].map((line) => [line.getAttribute("data-key"), line.getBoundingClientRect().top]));
    const held = this.list.querySelector(":focus")?.getAttribute("data-place");
    this.list.replaceChildren(...this.entries.map((entry) => line(entry, entry.place === own, this.wording)));
    if (held) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-place="${held}"]`))?.focus();
    slide(this.list, before);
  }
}

/**
 * Whether somebody has a rank to name: only those who found the word of the day, or of one in a longer period.
 * @param {{ solved?: boolean, points?: number, ms?: number }} you
 */
export const isRanked = ({ solved, points, ms = 0 }) => solved !== false && (points !== 0 || ms > 0);

/** @param {Leaderboard} board */
function countOf(board) {
  return board.finished ?? board.players ?? 0;
}

/**
 * Whether the reader has neighbours in it, and others that are none.
 * @param {Leaderboard} board
 */
function canBeAround(board) {
  return board.you !== null && countOf(board) > 2 * radius;
}

/**
 * Has lines that stand elsewhere now go there.
 * @param {HTMLElement} list
 * @param {Map<string | null, number>} before where each was
 */
function slide(list, before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const line of list.children) {
    const from = before.get(line.getAttribute("data-key"));
    const by = from === undefined ? 0 : from - line.getBoundingClientRect().top;
    if (by !== 0) line.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: 300, easing: "ease-out" });
  }
}

/**
 * @param {Entry} entry
 * @param {boolean} isMine
 * @param {import("../../state.js").KindWords} wording
 */
function line(entry, isMine, wording) {
  const { rank, place, name, ms, points, flagged } = entry;
  const isHome = isRanked(entry);
  const score = points === undefined ? wording.score(entry, isHome) : words.points(points);
  const detail = points === undefined && isHome ? wording.detail(entry) : "";
  // Who has not found the word has no place, here as on the track.
  const parts = [isHome && words.rank(rank), isMine && words.you, name, score, detail, isHome && clock(ms), flagged && words.flagged];
  const said = parts.filter(Boolean).join(", ");
  return el("li", { class: isMine ? "you" : "", "data-place": String(place), "data-key": `${name} ${isMine}`, tabindex: "-1", "aria-label": said },
    el("span", { class: "rank-number", text: placeWords(rank, isHome) }),
    el("span", { class: "rank-name", dir: "auto" }, el("span", { text: isMine ? words.mine(name) : name }),
      flagged ? el("span", { class: "flagged", title: wording.flagged }, icon("flag")) : null),
    el("span", { class: "rank-turns" }, score, detail ? el("small", { text: detail }) : null),
    el("span", { class: "rank-time", text: isHome ? clock(ms) : "" }));
}

/**
 * @param {string} text
 * @param {(on: boolean) => void} change
 */
function chip(text, change) {
  const input = el("input", { type: "checkbox" });
  input.addEventListener("change", () => change(input.checked));
  return el("label", { class: "filter" }, input, el("span", { text }));
}
