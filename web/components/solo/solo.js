// A race for myself: a past day, or a word to practise with. Nothing of it is ranked, and the page says so.

import { el, setClockFace } from "../elements/elements.js";
import { RaceView, unanswered } from "../race/race.js";
import { Stopwatch } from "./stopwatch.js";
import { clock, dayName } from "../../wording.js";
import { refusalOf } from "../../store.js";
import { hasWords, lines } from "./lines.js";

export { SoloView as View };

export class SoloView extends RaceView {
  /** @param {import("../../main.js").App} app */
  constructor(app) {
    super(app, null);
    const { signal } = this.stop;
    this.isNewcomer = !app.preferences.get("met") && !app.preferences.get("practice");
    const pause = () => {
      this.look();
      this.stopwatch.save();
    };
    document.addEventListener("visibilitychange", pause, { signal });
    window.addEventListener("pagehide", pause, { signal });
  }

  /** The clock of practice; the view is drawn by what it is made of, before that is made. */
  get stopwatch() {
    if (!this.ownWatch)
      this.ownWatch = new Stopwatch({ read: () => this.app.preferences.get("practice"), write: keep }, () =>
        performance.now(),
      );
    return this.ownWatch;
  }

  /** Whether the time of this game is what this page has measured. */
  get isTimed() {
    return this.isPractice && this.game !== undefined;
  }

  get ownTime() {
    return this.isTimed ? this.stopwatch.ms : super.ownTime;
  }

  /** Goes on with the clock of practice, while its board is in front of the reader. */
  look() {
    const { game, store, stopwatch: watch } = this;
    if (!this.isTimed || !game) return;
    watch.follow(store.player?.id ?? "", game.puzzle, game.guesses.length === 0);
    watch.look(game.state === "playing" && !game.moved && !document.hidden);
    if (Math.abs(watch.now() - (this.savedAt ?? 0)) < 1000) return;
    this.savedAt = watch.now();
    watch.save();
  }

  tick() {
    if (!this.isTimed) return super.tick();
    this.look();
    if (this.game && this.game.guesses.length > this.told) return;
    setClockFace(this.bar.time, this.stopwatch.ms === null ? "" : clock(this.stopwatch.ms));
  }

  remove() {
    this.look();
    this.stopwatch.save();
    super.remove();
  }

  /**
   * What the address asked for when this view came: `practice-en-5`, or a day’s puzzle. Who names no words practises
   * with those
   * of today’s line. */
  get asked() {
    if (this.askedFor === undefined) {
      const { pathname, searchParams } = new URL(this.app.path, location.origin);
      const [, first, ...rest] = pathname.split("/");
      const words = searchParams.get("words");
      this.askedFor = first !== "practice" ? rest.join("/") : words ? `practice-${words}` : null;
      this.isOfDay = first !== "practice";
      // A day alone is one of today's line.
      if (/^\d{4}-\d\d-\d\d$/.test(this.askedFor ?? "")) this.askedFor = `${this.store.line}/${this.askedFor}`;
      const [, day] = /^guess-[a-z]+-\d+\/(\d{4}-\d\d-\d\d)$/.exec(this.askedFor ?? "") ?? [];
      this.isGone ||= this.isOfDay && Number.isNaN(Date.parse(`${day}T00:00:00Z`));
      this.isKnown = false; // Whether it is known if this day was begun before.
      this.isBegun = false;
    }
    return this.askedFor ?? this.store.line.replace("guess", "practice");
  }

  get isPractice() {
    return this.asked !== "" && this.isOfDay === false;
  }

  get day() {
    return this.asked.split("/")[1] ?? "";
  }

  /** @param {"longDay" | "shortDay"} written how a day is */
  titled(written) {
    return this.isPractice
      ? "Practice"
      : Number.isNaN(Date.parse(this.day))
        ? "Past days"
        : (this.days?.[written](this.day) ?? "Past days");
  }

  get hasBegun() {
    return this.isPractice || this.isBegun === true;
  }

  /** @returns {import("../race/race.js").Mode} */
  get mode() {
    if (this.isGone) return "gone";
    if (!this.store.today || !this.puzzle || !(this.isPractice || this.isKnown)) return "loading";
    if (this.game) return "board";
    return this.hasBegun ? "loading" : "gate";
  }

  begin() {
    const today = this.store.today;
    if (!today) return;
    const [, kind = ""] = /^(guess|practice)-[a-z]+-\d+(?:\/|$)/.exec(this.asked) ?? [];
    if (this.asked !== "" && !(kind === (this.isPractice ? "practice" : "guess") && hasWords(this.store, this.asked)))
      this.hasNoWords();
    if (this.isGone) return this.render();
    if (!this.isPractice && this.day === today.day) return this.goToToday();
    this.puzzle ??= this.asked;
    if (!this.isPractice && !this.isKnown) void this.learn();
    this.render();
  }

  /** There is no such line on this server, so there is nothing to offer. */
  hasNoWords() {
    this.isGone = true;
    this.goneReason = "no_words";
  }

  /** In place of this address, or the way back would lead here again. */
  goToToday() {
    this.app.settle("/today");
    void this.app.show();
  }

  /** Whether this day was raced before: then its board is shown at once, as no clock is to be started. */
  async learn() {
    // The page of a past day names both; practice does without them.
    const parts = await Promise.all([import("../../api.js"), import("../../days.js")]).catch(() => this.app.partLost());
    if (!parts || this.stop.signal.aborted) return;
    const [{ ask, HTTPError }, days] = parts;
    this.days = days;
    try {
      const [line = ""] = this.asked.split("/");
      const { first, today, games } = await ask(`/me/games?line=${line}&from=${this.day}&to=${this.day}`, {
        signal: this.stop.signal,
      });
      const game = /** @type {import("../../protocol.js").PlayedDay | undefined} */ (games[0]);
      if (game?.state === "playing" && game.ranked) return this.goToToday(); // It can still count.
      this.isBegun = game !== undefined;
      this.isGone = this.day < first || this.day > today;
    } catch (error) {
      if (this.stop.signal.aborted) return;
      if (error instanceof HTTPError && (error.status === 400 || error.status === 404)) this.hasNoWords();
      this.isBegun = false; // The server will say what it thinks of it.
    }
    this.isKnown = true;
    this.render();
  }

  /** @param {boolean} [another] word to practise with */
  async openBoard(another = false) {
    if (this.opening.size > 0) return;
    this.opening.add(this.asked);
    this.render();
    try {
      const more = this.isPractice ? (another ? { new: true } : {}) : { archive: true };
      this.puzzle = await this.store.open(this.asked, this.hard, false, more);
    } catch (error) {
      const refusal = refusalOf(error);
      this.isGone = ["bad_puzzle", "future_puzzle", "puzzle_closed", "unknown_type"].includes(refusal.code);
      this.render();
      // A board that is wanted unasked is asked for again: not as fast as the server can refuse.
      if (refusal.code !== "disconnected") await this.app.refuse(refusal);
      else if (this.mode === "gate") this.app.say(unanswered, true);
    }
    this.opening.clear();
    this.render();
  }

  /** @param {{ puzzle: string, row: number }} judged */
  onJudged(judged) {
    super.onJudged(judged);
    const { game } = this;
    if (!this.isTimed || judged.puzzle !== game?.puzzle || game.state !== "solved") return;
    this.look();
    this.stopwatch.finish(game.guesses.length);
  }

  /** Another word to practise with. */
  again() {
    // What was said about the word before would lie over the keys of this one.
    this.app.hush();
    this.start();
  }

  start() {
    this.isGreeted = false;
    void this.openBoard(this.isPractice);
  }

  /** @param {import("../../store.js").Game} game */
  makeDesk(game) {
    const before = this.desk;
    const [stood, place] = [before?.board.element, before?.area].map((one) => one?.getBoundingClientRect());
    const size = before?.board.element.querySelector(".tile")?.getBoundingClientRect().height;
    if (!super.makeDesk(game)) return false;
    const { desk } = this;
    if (
      desk &&
      before &&
      stood &&
      place &&
      size &&
      before !== desk &&
      this.isPractice &&
      before.game.length === game.length
    ) {
      sweep(desk, before.board.element, { left: stood.left - place.left, top: stood.top - place.top, size });
    }
    desk?.addEventListener(
      "again",
      () =>
        this.isPractice && this.game?.state !== "playing" && !document.querySelector("dialog[open]") && this.again(),
    );
    desk?.addEventListener("draft", () => {
      this.look();
      this.stopwatch.begin();
    });
    return true;
  }

  render() {
    super.render();
    if (this.stop?.signal.aborted) return;
    this.dom.page.classList.add("solo");
    this.bar.title.textContent = this.titled("shortDay");
    this.bar.number.textContent = this.game?.ranked ? `No. ${this.game.number}` : "Not ranked";
    document.title = `${this.titled("longDay")} · Tilerace`;
  }

  async fetchPanels() {
    try {
      const [panels, { gate, home }] = await Promise.all([import("../race/panels.js"), import("./panels.js")]);
      this.panels = { ...panels, gate, home };
      this.render();
    } catch {
      this.app.partLost();
    }
  }

  async fetchDoors() {
    try {
      const [doors, { gone }] = await Promise.all([import("../door/door.js"), import("./panels.js")]);
      this.doors = { ...doors, gone };
      this.render();
    } catch {
      this.app.partLost();
    }
  }

  /**
   * @param {import("../race/race.js").Mode} mode
   * @returns {Node[]}
   */
  deskParts(mode) {
    const [head, ...rest] = super.deskParts(mode);
    const isBoard = this.isPractice && mode === "board";
    const isFirst = isBoard && this.game?.state === "playing" && this.isNewcomer;
    const choice = isBoard
      ? (lines(this.store, this.asked, this.stopwatch) ?? (isFirst ? el("div", { class: "newcomers" }) : null))
      : null;
    if (isFirst) choice?.prepend(this.welcome());
    return [...(head ? [head] : []), ...(choice ? [choice] : []), ...rest];
  }

  /** What to do, in a sentence. */
  get aim() {
    return `Find the ${/-(\d+)/.exec(this.asked)?.[1]}-letter word in ${this.game?.rows ?? this.store.today?.rows} guesses.`;
  }

  /** For somebody who came by a link and has never raced. */
  welcome() {
    return el(
      "p",
      { class: "newcomer" },
      this.aim,
      el("button", { type: "button", text: "How to race", on: { click: () => void this.app.sheet("help") } }),
    );
  }

  deskHead() {
    return el(
      "div",
      { class: "desk-head wide-only" },
      el(
        "div",
        {},
        el("h2", { text: this.isPractice ? "Practice" : "A past day" }),
        el("p", {
          text: this.isPractice ? `Word ${this.game?.number}` : `No. ${this.game?.number} · ${dayName(this.day)}`,
        }),
      ),
      this.game?.ranked ? null : el("span", { class: "pill unranked", text: "Not ranked" }),
    );
  }

  showBanner() {} // No day that begins has anything to do with this.

  showResult() {
    if (this.game?.ranked) super.showResult(); // Else the panel below the board says it all.
  }
}

/** ms in which the game before is swept off the board; race.css has the same. */
const sweeping = 450;

/**
 * Sweeps the board of the game before off this one.
 * @param {import("../desk/desk.js").Desk} desk
 * @param {HTMLElement} before the old board
 * @param {{ left: number, top: number, size: number }} stood px: where it stood in its area, and the size of its tiles
 */
function sweep(desk, before, stood) {
  const cloth = el("div", { class: "sweep", "aria-hidden": "true" }, el("div", {}, before), el("i"));
  desk.area.append(cloth);
  // The new area may be higher than the old one: the old board keeps its place and its size.
  Object.assign(before.style, { position: "absolute", left: `${stood.left}px`, top: `${stood.top}px` });
  before.style.setProperty("--size", `${stood.size}px`);
  setTimeout(() => cloth.remove(), sweeping);
}

/**
 * Keeps the times of practice. No other part of the page has to hear of it, so it is no preference that changes.
 * @param {string} text
 */
function keep(text) {
  try {
    localStorage.setItem("tilerace.practice", text);
  } catch {
    // A browser that keeps nothing has the time of this visit.
  }
}
