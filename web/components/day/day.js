// A past day, raced for myself. Nothing of it is ranked, and the page says so.

import { page, race } from "../../wording.js";
import { pastDay as words, solo } from "../../wording/race.js";
import { unranked } from "../solo/choice.js";
import { hasDays, lineOf } from "../solo/lines.js";

export { RaceView as View } from "../race/race.js";
export { PastDay as Course };

/** @typedef {import("../../state.js").Course} Racing */

/** @implements {Racing} */
class PastDay {
  layout = "solo";

  /** @param {import("../race/race.js").RaceView} view */
  constructor(view) {
    this.view = view;
    const [, , ...rest] = new URL(view.app.path, location.origin).pathname.split("/");
    this.address = rest.join("/");
    /** @type {string | null} */
    this.puzzle = null;
    // Whether it is known if this day was begun before.
    this.isKnown = false;
    this.hasBegun = false;
    /** @type {typeof import("../../days.js") | null} */
    this.days = null;
  }

  /**
   * The puzzle that the address asks for, `guess-en-5/2026-11-21`: a day alone is one of today's line, and stays alone
   * until the server has told that line.
   */
  get asked() {
    const { address, view: { store } } = this;
    return isDay(address) && store.line ? `${store.line}/${address}` : address;
  }

  get day() {
    return isDay(this.address) ? this.address : (lineOf(this.address)?.rest ?? "");
  }

  /** @param {"longDay" | "shortDay"} written how a day is */
  titled(written) {
    const { archive } = page.links;
    return Number.isNaN(Date.parse(this.day)) ? archive : (this.days?.[written](this.day) ?? archive);
  }

  get title() {
    return this.titled("shortDay");
  }

  get longTitle() {
    return this.titled("longDay");
  }

  get number() {
    return this.view.game?.ranked ? race.number(this.view.game.number) : solo.notRanked;
  }

  /** @returns {[string, string]} */
  get heading() {
    return [words.title, race.numbered(this.view.game?.number, this.day)];
  }

  get mode() {
    return this.isKnown ? null : "loading";
  }

  arrive() {
    if (!isDay(this.day) || lineOf(this.address)?.isPractice) this.view.shutOut();
  }

  begin() {
    const { asked, view } = this;
    if (asked !== "" && !hasDays(view.store, asked)) view.shutOut("no_words");
    if (view.gone) return;
    if (this.day === view.store.today?.day) return this.goToToday();
    this.puzzle ??= asked;
    if (!this.isKnown) void this.learn();
  }

  /** The line of the day; the first where the address names none, empty until the server has told that. */
  get line() {
    const [line = "", day] = this.asked.split("/");
    return day === undefined ? "" : line;
  }

  /** The address of that line's race of today; of the first line's where that line has none. */
  get todayPath() {
    const { line, view: { store } } = this;
    const hasToday = store.welcome?.lines?.some(({ puzzle }) => puzzle.startsWith(`${line}/`));
    return hasToday && line !== store.line ? `/today?line=${line}` : "/today";
  }

  /** The address of the page of that line's past days. */
  get archivePath() {
    return this.todayPath.replace("/today", "/archive");
  }

  /** In place of this address, or the way back would lead here again. */
  goToToday() {
    const { app } = this.view;
    app.settle(this.todayPath);
    void app.show();
  }

  /** Whether this day was raced before: then its board is shown at once, as no clock is to be started. */
  async learn() {
    const { view, day } = this;
    const { signal } = view.stop;
    const parts = await Promise.all([import("../../api.js"), import("../../days.js")]).catch(() => view.app.partLost());
    if (!parts || signal.aborted) return;
    const [{ ask, HTTPError }, days] = parts;
    this.days = days;
    try {
      const { line } = this;
      const { first, today, games } = await ask(`/me/games?line=${line}&from=${day}&to=${day}`, { signal });
      const game = /** @type {import("../../protocol.js").PlayedDay | undefined} */ (games[0]);
      // It can still count.
      if (game?.state === "playing" && game.ranked) return this.goToToday();
      this.hasBegun = game !== undefined;
      if (day < first || day > today) view.shutOut();
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof HTTPError && (error.status === 400 || error.status === 404)) view.shutOut("no_words");
      // The server will say what it thinks of it.
      this.hasBegun = false;
    }
    this.isKnown = true;
    view.render();
  }

  async open() {
    const { store, hard } = this.view;
    this.puzzle = await store.open(this.asked, hard, false, { archive: true });
  }

  /** @param {string} code */
  refused(code) {
    if (["bad_puzzle", "future_puzzle", "puzzle_closed", "unknown_type"].includes(code)) this.view.shutOut();
  }

  panels() {
    return import("./panels.js");
  }

  pill() {
    return this.view.game?.ranked ? null : unranked();
  }
}

/** @param {string} text */
function isDay(text) {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
