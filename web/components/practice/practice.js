// Practice: words without end for myself, by the clock of this page. Nothing of it is ranked, and the page says so.

import { el } from "../elements/elements.js";
import { site } from "../../link.js";
import { Stopwatch } from "./stopwatch.js";
import { clock, page, race } from "../../wording.js";
import { practice as words, solo } from "../../wording/race.js";
import { kindOf } from "../../kinds.js";
import { refusalOf } from "../../store.js";
import { aim, lines, times, unranked } from "../solo/choice.js";
import { hasWords, lineOf, practiceOf } from "../solo/lines.js";

export { RaceView as View } from "../race/race.js";
export { Practice as Course };

/** @typedef {import("../../state.js").Course} Racing */
/** @typedef {import("../../state.js").Board} Board */

/** ms after the end of a game's time in which Enter was still meant for a word of that game. */
const startled = 2000;

/** @implements {Racing} */
class Practice {
  layout = "solo";
  title = words.title;

  /** @param {import("../race/race.js").RaceView} view */
  constructor(view) {
    this.view = view;
    const { preferences } = view.app;
    this.words = new URL(view.app.path, location.origin).searchParams.get("words");
    /** @type {string | null} the words that are asked for, then the one of them that is on the board */
    this.puzzle = null;
    this.isNewcomer = !preferences.get("met") && !preferences.get("practice");
    this.stopwatch = new Stopwatch({ read: () => preferences.get("practice"), write: keep }, () => performance.now());
    this.savedAt = 0;
    const pause = () => this.leave();
    document.addEventListener("visibilitychange", pause, { signal: view.stop.signal });
    window.addEventListener("pagehide", pause, { signal: view.stop.signal });
  }

  /**
   * The line that the address asks for, `practice-en-5`: who names no words practises with those of today’s line. Empty
   * until the server has told that line.
   */
  get asked() {
    if (this.words) return `practice-${this.words}`;
    const line = lineOf(this.view.store.line ?? "");
    return line ? practiceOf(line) : "";
  }

  /** The line that has such words today, so that what stands beside the board is about these; empty if none has. */
  get line() {
    const { kind, language, length } = lineOf(this.asked) ?? {};
    const line = `${kind}-${language}-${length}`;
    return this.view.store.welcome?.lines?.some(({ puzzle }) => puzzle.startsWith(`${line}/`)) ? line : "";
  }

  /** The time limits that such games can have; undefined where they have none. */
  get times() {
    const limit = kindOf({ puzzle: this.asked })?.limit;
    return limit ? times(limit) : undefined;
  }

  /** The limit that was chosen, in seconds; 0 for none. */
  get seconds() {
    const kept = Number(this.view.app.preferences.get("limit") ?? NaN);
    return this.times?.find(({ seconds }) => seconds === kept)?.seconds ?? this.times?.[0]?.seconds;
  }

  /** @param {number} seconds */
  limit(seconds) {
    this.view.app.preferences.set("limit", String(seconds));
  }

  // No clock of the server starts with a board, or it was started before: then it runs on.
  get hasBegun() {
    return !this.times || this.stopwatch.knows(this.asked, this.view.store.player?.id ?? "");
  }

  get number() {
    return this.view.game?.ranked ? race.number(this.view.game.number) : solo.notRanked;
  }

  /** @returns {[string, string]} */
  get heading() {
    return [words.title, words.numbered(kindOf({ puzzle: this.asked })?.daily ?? "", this.view.game?.number)];
  }

  begin() {
    const { asked, view } = this;
    if (!hasWords(view.store, asked)) view.shutOut("no_words");
    else this.puzzle ??= asked;
  }

  /** @param {import("../../state.js").Opening} how */
  async open(how) {
    const { store, hard } = this.view;
    this.puzzle = await store.open(this.asked, hard, false, { ...this.wanted, ...(how === "start" && this.newGame) });
  }

  /** The kind, where it is not the first. */
  get wanted() {
    const kind = kindOf({ puzzle: this.asked });
    return kind && kind !== kindOf({}) ? { kind: kind.name } : {};
  }

  get newGame() {
    const { seconds } = this;
    return { new: true, ...(seconds !== undefined && { seconds }) };
  }

  /** Ends a game at the word of who plays it, where the clock is what ends such games. */
  get finish() {
    return this.times && (() => this.end());
  }

  async end() {
    const { app, game, store } = this.view;
    if (!game) return;
    try {
      store.received(await store.link.request({ type: "end_practice", puzzle: game.puzzle }));
    } catch (error) {
      const refusal = refusalOf(error);
      void app.refuse(refusal);
      // Another game was begun elsewhere, and this one is forgotten.
      if (refusal.code === "not_open") await store.renew(game);
    }
  }

  /** @param {string} code */
  refused(code) {
    if (["bad_puzzle", "future_puzzle", "puzzle_closed", "unknown_type"].includes(code)) this.view.shutOut();
  }

  panels() {
    return import("./panels.js");
  }

  /** Another word to practise with. */
  again() {
    // What was said about the word before would lie over the keys of this one.
    this.view.app.hush();
    this.view.start();
  }

  // The clock

  /** ms that this page has measured of the game; null where it has not seen all of it. */
  get time() {
    const { game } = this.view;
    return game && !game.seconds ? this.stopwatch.ms : null;
  }

  /** Goes on with the clock, while its board is in front of the reader. */
  look() {
    const { view: { game, store }, stopwatch: watch } = this;
    if (!game) return;
    if (game.moved) return watch.drop();
    watch.follow(store.player?.id ?? "", game.puzzle, game.guesses.length === 0);
    watch.look(game.state === "playing" && !game.moved && !document.hidden);
    if (Math.abs(watch.now() - this.savedAt) < 1000) return;
    this.savedAt = watch.now();
    watch.save();
  }

  tick() {
    const { view, stopwatch } = this;
    if (!view.game) return false;
    this.look();
    // The server's own clock ends it.
    if (view.game.seconds) return false;
    if (view.game.guesses.length <= view.told) view.bar.showTime(stopwatch.ms === null ? "" : clock(stopwatch.ms));
    return true;
  }

  /** @param {import("../../store.js").Game} game */
  judged(game) {
    if (game.state !== "solved" || game.moved || this.times) return;
    this.look();
    this.stopwatch.finish(game.guesses.length);
  }

  leave() {
    this.look();
    this.stopwatch.save();
  }

  // What is shown

  /**
   * @param {Board} desk
   * @param {Board | null} before of the game before, still in its place
   */
  seated(desk, before) {
    if (before && before.game.length === desk.game.length) sweep(desk, before);
    if (this.times) {
      // From here on it runs, and a page that is loaded again has to find its board.
      this.look();
      this.stopwatch.begin();
      this.stopwatch.save();
    }
    let endedAt = -Infinity;
    desk.addEventListener("over", () => {
      endedAt = performance.now();
    });
    desk.addEventListener("again", () => {
      // Whoever is about to enter a word when the time is out has not asked for other letters.
      if (performance.now() - endedAt < startled) return;
      if (this.view.game?.state !== "playing" && !document.querySelector("dialog[open]")) this.again();
    });
    desk.addEventListener("draft", () => {
      this.look();
      this.stopwatch.begin();
    });
  }

  /** Which words can be practised with, and for a newcomer what to do. */
  above() {
    const { view } = this;
    const isBusy = view.game?.state === "playing";
    // A gate has told a newcomer already.
    const isFirst = this.isNewcomer && isBusy && !this.times;
    // A clock that was started leaves nothing to choose.
    const links = isBusy && this.times ? null : lines(view.store, this.asked, this.stopwatch, isBusy);
    const choice = links ?? (isFirst ? el("div", { class: "newcomers" }) : null);
    if (isFirst) choice?.prepend(this.welcome());
    return choice;
  }

  /** For somebody who came by a link and has never raced. */
  welcome() {
    const { view } = this;
    return el(
      "p",
      { class: "newcomer" },
      aim(this.asked, view),
      el("button", { type: "button", text: page.help, on: { click: () => void view.app.sheet("help") } }),
    );
  }

  pill() {
    return this.view.game?.ranked ? null : unranked();
  }
}

/** ms in which the game before is swept off the board; race.css has the same. */
const sweeping = 450;

/**
 * Sweeps the board of the game before off this one.
 * @param {Board} desk
 * @param {Board} old
 */
function sweep(desk, old) {
  const before = old.face;
  const [stood, place] = [before, old.area].map((one) => one.getBoundingClientRect());
  const size = before.querySelector(".tile")?.getBoundingClientRect().height;
  if (!stood || !place || !size) return;
  const cloth = el("div", { class: "sweep", "aria-hidden": "true" }, el("div", {}, before), el("i"));
  desk.area.append(cloth);
  // The new area may be higher than the old one: the old board keeps its place and its size.
  Object.assign(before.style, {
    position: "absolute",
    left: `${stood.left - place.left}px`,
    top: `${stood.top - place.top}px`,
  });
  before.style.setProperty("--size", `${size}px`);
  setTimeout(() => cloth.remove(), sweeping);
}

/**
 * Keeps the times of practice. No other part of the page has to hear of it, so it is no preference that changes.
 * @param {string} text
 */
function keep(text) {
  try {
    localStorage.setItem(`tilerace${site}.practice`, text);
  } catch {
    // A browser that keeps nothing has the time of this visit.
  }
}
