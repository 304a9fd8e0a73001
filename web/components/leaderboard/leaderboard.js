// The rankings: of a day, a week, a month, of all time; of the room or the whole server. They move while one looks.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { periodName, periodOf, shifted } from "../../days.js";
import { ranking as words } from "../../wording/results.js";
import { choices, lineChoice, wordsOf } from "../lines/lines.js";
import { EntryList } from "./list.js";
import { canBeAround, countOf, fetchLeaderboard, isRanked, pageSize, radius } from "./ranking.js";

export const styles = ["/components/leaderboard/leaderboard.css"];

/** @typedef {import("../../protocol.js").Leaderboard} Leaderboard */
/** @typedef {import("../../protocol.js").Entry} Entry */
/** @typedef {import("../../days.js").Span} Span */

/** @type {Span[]} */
const spans = ["day", "week", "month", "all"];
/** Between two times that what is below the first page is asked for anew, ms: who reads there reads on. */
const refreshEvery = 4000;

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
    this.list = new EntryList();
    this.more = hiddenButton(words.more, () => void this.fetchMore());
    this.again = hiddenButton(words.again, () => void this.show());
    this.title = el("b", { "aria-live": "polite" });
    // What the list is of.
    this.shown = "";
    this.before = step(words.before, "left", () => this.shift(-1));
    this.after = step(words.after, "right", () => this.shift(1));
    this.around = chip(words.around, (isAround) => this.choose({ isAround }));
    this.clean = chip(words.clean, (isClean) => this.choose({ isClean }));
    this.order = el("p", { class: "small" });
    sheet.body.append(
      el("h2", { text: words.title }),
      ...(code ? [this.whose(code)] : []),
      ...(isFull ? [this.periods()] : []),
      el("div", { class: "period-bar" }, this.before, this.title, this.after),
      this.words,
      el("div", { class: "ranking-filters", hidden: !isFull }, this.around, this.clean),
      this.again,
      this.list.element,
      this.more,
      this.order,
    );
    this.listen();
    void this.show();
  }

  /** @param {string} code */
  whose(code) {
    /** @type {{ code: string | null }} */
    const room = { code };
    this.app.store.addEventListener("code", (event) => {
      const told = /** @type {CustomEvent} */ (event).detail;
      if (told.from !== room.code) return;
      if (this.room === room.code) this.choose({ room: told.code });
      room.code = told.code;
    }, { signal: this.sheet.closed });
    return choices(words.whose, [[words.room, room], [words.server, null]], room, (one) =>
      this.choose({ room: one?.code ?? null }));
  }

  periods() {
    const all = spans.map((span) => /** @type {[string, string]} */ ([words.spans[span], span]));
    return choices(words.period, all, "day", (span) => this.setSpan(/** @type {Span} */ (span)));
  }

  /** Follows what the server tells of the ranking while the sheet is open. */
  listen() {
    const { store } = this.app;
    const signal = this.sheet.closed;
    const on = (/** @type {string} */ topic, /** @type {(told: Leaderboard) => void} */ act) =>
      store.addEventListener(topic, (event) => act(/** @type {CustomEvent} */ (event).detail), { signal });
    on("ranking", (board) => this.told({ ...board, you: this.board?.you ?? null }));
    on("standing", (standing) => this.stands(standing));
    for (const topic of ["session", "day", "ranking_ended"]) on(topic, () => void this.show());
    signal.addEventListener("abort", () => void store.link.request({ type: "look", on: false }).catch(() => {}));
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

  /** The choice, but for whose neighbours are to be seen. */
  get choice() {
    return [this.name, this.room, this.isClean].join();
  }

  /** @param {Partial<Pick<Rankings, "room" | "line" | "isAround" | "isClean">>} choice */
  choose(choice) {
    Object.assign(this, choice);
    void this.show();
  }

  /** @param {Span} span */
  setSpan(span) {
    this.span = span;
    this.period = periodOf(span, this.today);
    void this.show();
  }

  /** Whether the last period is shown, which is not over yet. */
  get isLive() {
    return this.period >= periodOf(this.span, this.today);
  }

  /** @param {number} by */
  shift(by) {
    if (by > 0 && this.isLive) return;
    this.period = shifted(this.span, this.period, by);
    void this.show();
  }

  /** The first line and its day, until others are chosen. */
  settle() {
    this.line ??= this.app.store.line;
    if (this.today) this.period ||= periodOf(this.span, this.today);
    this.games ??= lineChoice(this.app.store, this.line, (line) => this.choose({ line }));
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
    // Who pressed it keeps the focus there, which `disabled` would take.
    this.after.setAttribute("aria-disabled", String(this.isLive));
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

  /** Gives the focus to the sheet when what had it is hidden now. */
  keepFocus() {
    if (document.activeElement?.matches("body, [hidden], [hidden] *")) this.sheet.body.focus({ preventScroll: true });
  }

  /** @param {string} text in place of entries */
  clear(text) {
    this.shown = "";
    this.board = null;
    this.entries = [];
    this.next = null;
    this.list.clear();
    this.more.hidden = true;
    this.words.textContent = text;
    this.keepFocus();
  }

  look() {
    const { link, welcome } = this.app.store;
    if (!welcome?.features.includes("ranking")) return;
    const room = this.room ? { room: this.room } : {};
    const look = { type: "look", board: this.name, ...room, clean: this.isClean, on: true };
    link.request(look).then((board) => this.told(board), () => {});
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
    const isOurs = (board.scope === "server") === (this.room === null);
    return isOurs && `${board.line}/${board.period}` === this.name && board.clean === this.isClean;
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

  /**
   * Asks anew for what is shown below the first page, which is of before the change: it is replaced, or left away if it
   * cannot be had.
   */
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
      if (asked === this.asked && !this.sheet.closed.aborted)
        this.hold({ ...board, you: this.board?.you ?? null, entries, next });
    }
    this.isRefreshing = false;
  }

  /** @param {{ after?: string | null, around?: number | undefined }} part */
  fetch(part) {
    return fetchLeaderboard(this.name, this.room, { ...part, clean: this.isClean, signal: this.sheet.closed });
  }

  /** @returns {Promise<void>} */
  async fetchMore() {
    const { asked, next, more } = this;
    if (more.getAttribute("aria-busy")) return;
    more.setAttribute("aria-busy", "true");
    const page = await this.fetch({ after: next }).catch((/** @type {Error} */ error) => error);
    more.removeAttribute("aria-busy");
    if (asked !== this.asked || this.sheet.closed.aborted || !this.board) return;
    if (page instanceof Error) return this.app.say(page.message, true);
    // Others came in meanwhile: the list ends elsewhere.
    if (next !== this.next) return void this.fetchMore();
    this.hold({ ...this.board, entries: [...this.entries, ...page.entries], next: page.next });
    const first = page.entries[0]?.place;
    if (first !== undefined) this.list.focus(first);
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
    this.say(board);
    this.list.show(this.entries, board.you?.place, this.wording);
    this.keepFocus();
  }

  /**
   * Says where the reader stands, or else how many there are.
   * @param {Leaderboard} board
   */
  say(board) {
    const { you } = board;
    const count = countOf(board);
    const { isLive } = this;
    if (count === 0) {
      this.words.textContent = this.isClean ? words.allFast : isLive ? this.wording.nobody : words.nobody;
      return;
    }
    const all = this.span === "day" ? words.over(count) : words.racers(count);
    const stands = you && isRanked(you) && words.stands(el("b", { text: words.rank(you.rank) }), you.of, you.beaten);
    const said = you?.of === 1 ? [words.onlyYou] : stands || [all];
    this.words.replaceChildren(...said, ...(isLive ? [el("span", { class: "live-mark", text: words.live })] : []));
  }
}

/**
 * @param {string} text
 * @param {() => void} press
 */
function hiddenButton(text, press) {
  return el("button", { type: "button", class: "button", text, hidden: true, on: { click: press } });
}

/**
 * @param {string} label
 * @param {string} sign
 * @param {() => void} press
 */
function step(label, sign, press) {
  const button = { type: "button", class: "icon-button", "aria-label": label, on: { click: press } };
  return el("button", button, icon(sign));
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
