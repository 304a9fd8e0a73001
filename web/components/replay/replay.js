// The replay: a race that is over, run again. The lanes fill at the pace of the race or faster, the words stand beside
// them.

import { el, setClockFace, sign } from "../elements/elements.js";
import { answerTo, HTTPError } from "../../api.js";
import { icon } from "../elements/icons.js";
import { Track } from "../track/track.js";
import "../track/moving.js";
import { standings } from "../../racing.js";
import { kindOf } from "../../kinds.js";
import { clock, kindWords, page as pages, race as raceWords } from "../../wording.js";
import { replay as words } from "../../wording/fairness.js";
import { durationOf, isSealed, momentsOf, stateAt, step } from "./film.js";
import { sealedWhen } from "../verify/seal.js";

/** @typedef {import("../../protocol.js").Replay} Replay */

const speeds = [1, 2, 4, 8];
/** ms by which the arrow keys jump. */
const jump = 5000;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export { ReplayView as View };

class ReplayView {
  /**
   * @param {import("../../main.js").App} app
   * @param {string} code
   * @param {string} race
   */
  constructor(app, code, race) {
    this.app = app;
    this.code = code;
    this.name = race;
    /** @type {Replay | null} */
    this.replay = null;
    /** @type {Blob | null} the race as it came */
    this.file = null;
    this.duration = 0;
    /** ms of the race at which the picture stands. */
    this.at = 0;
    this.speed = 4;
    this.isPlaying = false;
    /** @type {import("./film.js").Moment[]} */
    this.moments = [];
    this.shown = "";
    /** @type {import("../../state.js").Face | null} */
    this.face = null;
    /** @type {import("../../state.js").Reel | null} what draws the moves of this kind of race */
    this.reel = null;
    /** @type {ReturnType<import("../../state.js").Reel["head"]> | null} */
    this.head = null;
    /** @type {Map<number, ReturnType<import("../../state.js").Reel["board"]>>} by seat */
    this.boards = new Map();
    this.track = new Track({ label: raceWords.lanes });
    this.dom = this.build();
    this.stop = new AbortController();
    document.addEventListener("keydown", (event) => this.onKey(event), { signal: this.stop.signal });
    document.title = pages.titled(words.title);
    void this.load();
  }

  get element() {
    return this.dom.page;
  }

  build() {
    const title = el("h1", { class: "bar-name" });
    const sub = el("span");
    const time = el("div", { class: "bar-clock", role: "timer", "aria-label": words.time });
    const share = el(
      "button",
      { type: "button", class: "icon-button", "aria-label": words.share, on: { click: () => void this.share() } },
      icon("share"),
    );
    const download = { class: "icon-button", download: true, "aria-label": words.download };
    const actions = el("div", { class: "bar-end" }, share, el("a", download, icon("download")));
    actions.hidden = true;
    const reel = el("section", { class: "reel card", "aria-label": words.words, tabindex: "0" });
    const play = el("button", { type: "button", class: "button accent play", on: { click: () => this.toggle() } });
    const scrub = el("input", {
      type: "range",
      class: "scrub",
      min: "0",
      step: String(step),
      "aria-label": words.moment,
    });
    const marks = el("div", { class: "scrub-marks", "aria-hidden": "true" });
    const ends = el("span", { class: "player-time" });
    scrub.addEventListener("input", () => this.seek(Number(scrub.value)));
    const choices = speeds.map((speed) => {
      const label = words.times(speed);
      const input = el("input", { type: "radio", name: "speed", value: String(speed), "aria-label": label });
      input.checked = speed === this.speed;
      input.addEventListener("change", () => (this.speed = speed));
      return el("label", {}, input, el("span", { "aria-hidden": "true", text: `${speed}×` }));
    });
    const player = el(
      "section",
      { class: "player card", "aria-label": words.playback, hidden: true },
      play,
      el("div", { class: "scrub-line" }, marks, scrub),
      ends,
      el("div", { class: "choices", role: "radiogroup", "aria-label": words.speed }, ...choices),
    );
    const brand = el(
      "a",
      { class: "brand", href: "/", "aria-label": pages.home },
      sign(),
      el("span", { class: "word-mark wide-only", text: "tilerace" }),
    );
    const called = el("div", { class: "bar-title" }, title, el("span", { class: "bar-sub" }, sub));
    const page = el(
      "main",
      { class: "replay", "data-mode": "loading" },
      el("header", { class: "bar" }, el("div", { class: "bar-start" }, brand, called), time, actions),
      this.track.element,
      reel,
      player,
    );
    return { page, title, sub, time, actions, reel, play, scrub, marks, ends, player };
  }

  async load() {
    const { signal } = this.stop;
    try {
      this.file = await (await answerTo(`/rooms/${this.code}/races/${this.name}`, { signal })).blob();
      this.replay = JSON.parse(await this.file.text());
    } catch (error) {
      if (signal.aborted) return;
      return this.fail(error instanceof HTTPError ? error : new HTTPError(0));
    }
    const replay = /** @type {Replay} */ (this.replay);
    const kind = kindOf({ kind: replay.game });
    const parts = await Promise.all([kind?.reel(), kind?.face()]).catch(() => this.app.partLost());
    if (signal.aborted) return;
    if (!parts) return this.fail(new HTTPError(0));
    [this.reel = null, this.face = null] = parts;
    this.begin(replay);
  }

  /** @param {HTTPError} why there is no race */
  fail({ status, code, message }) {
    // An address that names no race at all has no code.
    const isNone = code === "no_such_race" || code === "not_over" || (status === 404 && !code);
    if (isNone) return this.tell(words.none, this.toTheRoom());
    // To ask again would be answered the same.
    if (status >= 400 && status < 500 && status !== 429) return this.tell([words.failed, message], this.toTheRoom());
    /** @type {HTMLButtonElement} */
    const again = el("button", {
      type: "button",
      class: "button accent large",
      text: words.tryAgain,
      on: { click: () => void this.loadAgain(again) },
    });
    this.tell(status === 0 ? words.noAnswer : status === 429 ? words.tooMany : [words.failed, message], again);
  }

  /**
   * Loads the race again, once however often the button is pressed. The focus goes on to what comes in its place.
   * @param {HTMLButtonElement} button
   */
  async loadAgain(button) {
    if (button.getAttribute("aria-busy")) return;
    button.setAttribute("aria-busy", "true");
    await this.load();
    if (this.stop.signal.aborted || document.activeElement !== document.body) return;
    const { play, reel } = this.dom;
    /** @type {HTMLElement | null} */
    const next = reel.querySelector(".panel .button");
    (next ?? play).focus();
  }

  /** In place of a race. */
  tell(/** @type {string[]} */ [title = "", text = ""], /** @type {HTMLElement} */ action) {
    this.dom.page.dataset.mode = "gone";
    this.app.read(title);
    this.dom.reel.replaceChildren(el("div", { class: "panel" }, el("h2", { text: title }), el("p", { text }), action));
  }

  toTheRoom() {
    return el("a", { class: "button accent large", ...this.app.address(`/room/${this.code}`) }, words.toRoom);
  }

  /** @param {Replay} replay */
  begin(replay) {
    const { dom } = this;
    const { sprint, number } = replay;
    this.duration = durationOf(replay);
    this.moments = momentsOf(replay);
    dom.page.dataset.mode = "replay";
    dom.title.textContent = replay.room || raceWords.room;
    const { unit = kindWords.guess.unit } = kindOf({ kind: replay.game }) ?? {};
    const [, day] = replay.race.split("/");
    dom.sub.textContent = sprint
      ? words.round(unit, sprint.round, sprint.of, sprint.starts)
      : words.day(number, Date.parse(`${day}T00:00`));
    document.title = pages.titled(words.of(dom.title.textContent));
    dom.actions.hidden = false;
    this.render();
    if (!this.reel) {
      // For the keys: there is nothing to play.
      this.replay = null;
      return this.tell(words.otherKind, this.toTheRoom());
    }
    dom.player.hidden = false;
    dom.scrub.max = String(this.duration);
    dom.marks.replaceChildren(...this.moments.map(({ ms, isHome }) => {
      const mark = el("i", { class: isHome ? "home-mark" : "" });
      mark.style.setProperty("left", `${(100 * ms) / this.duration}%`);
      return mark;
    }));
    const end = stateAt(replay, this.duration, true);
    const few = replay.lanes.length <= 4 ? "reel-boards few" : "reel-boards";
    const boards = standings(end, end.race).map(({ seat, name }) => this.board(replay, seat, name));
    dom.reel.replaceChildren(this.answer(replay), el("ul", { class: few }, ...boards));
    // Who wants no motion gets the whole picture, and may still play it.
    this.seek(reduced.matches ? this.duration : 0);
    if (!reduced.matches) this.toggle();
  }

  /**
   * Draws the page. A reader saves what was shown, byte for byte; not by the server's address of it, which has the
   * room's code.
   */
  render() {
    const link = this.dom.actions.querySelector("a");
    if (!link || !this.file) return;
    if (!link.href) link.href = URL.createObjectURL(this.file);
    const code = this.app.isCodeHidden ? [] : [this.code];
    link.download = `${["tilerace", ...code, this.name.replace("/", "-")].join("-")}.json`;
  }

  /** @param {Replay} replay */
  answer(replay) {
    this.head = /** @type {import("../../state.js").Reel} */ (this.reel).head(replay);
    return el("div", { class: "reel-answer" }, this.head.element, el("p", { class: "small sealed" }),
      el("p", { class: "small reel-note" }));
  }

  /**
   * @param {Replay} replay
   * @param {number} seat
   * @param {string} name
   */
  board(replay, seat, name) {
    const lane = replay.lanes.find((one) => one.seat === seat);
    const board = lane && this.reel?.board(replay, lane, name);
    if (board) this.boards.set(seat, board);
    return board?.element ?? null;
  }

  // Time

  toggle() {
    if (!this.replay) return;
    if (!this.isPlaying && this.at >= this.duration) this.seek(0);
    this.isPlaying = !this.isPlaying;
    this.showButton();
    if (this.isPlaying) this.run();
  }

  run() {
    let before = performance.now();
    const frame = (/** @type {number} */ now) => {
      if (!this.isPlaying || this.stop.signal.aborted) return;
      // A tab that was in the background goes on where it was.
      const passed = Math.min(250, Math.max(0, now - before));
      before = now;
      const from = this.at;
      this.at = Math.min(this.duration, this.at + passed * this.speed);
      if (this.at >= this.duration) this.isPlaying = false;
      this.read(from);
      this.show();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  /** @param {number} at ms of the race */
  seek(at) {
    this.at = Math.min(this.duration, Math.max(0, at));
    this.show();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || !this.replay) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input, button, a, dialog")) return;
    const by = { ArrowLeft: -jump, ArrowRight: jump }[event.key];
    if (by !== undefined) this.seek(this.at + by);
    else if (event.key === " ") this.toggle();
    else return;
    event.preventDefault();
  }

  // What is shown

  showButton() {
    const isAtEnd = this.at >= this.duration;
    const label = this.isPlaying ? words.pause : isAtEnd ? words.again : words.play;
    if (this.dom.play.getAttribute("aria-label") === label) return;
    this.dom.play.setAttribute("aria-label", label);
    this.dom.play.replaceChildren(icon(this.isPlaying ? "pause" : isAtEnd ? "again" : "play"));
  }

  show() {
    const { replay, dom, at } = this;
    if (!replay) return;
    dom.scrub.value = String(at);
    dom.scrub.style.setProperty("--at", `${(100 * at) / this.duration}%`);
    const said = `${clock(at)} / ${clock(this.duration)}`;
    if (dom.ends.textContent !== said) {
      dom.ends.textContent = said;
      dom.scrub.setAttribute("aria-valuetext", words.at(clock(at), clock(this.duration)));
      setClockFace(dom.time, clock(at));
    }
    this.showButton();
    const isOver = at >= this.duration;
    const picture = `${isOver} ${this.moments.filter(({ ms }) => ms <= at).length}`;
    if (picture === this.shown) return;
    this.shown = picture;
    const state = stateAt(replay, at, isOver);
    const lanes = standings(state, state.race).map((one) => ({ ...one, key: String(one.seat), you: false }));
    this.track.show(lanes, replay.length, state.race.rows, 0, this.face?.lanes);
    for (const { seat } of replay.lanes) {
      const rows = state.race.lanes.get(seat)?.rows.length ?? 0;
      this.boards.get(seat)?.show(rows, isOver);
    }
    this.showAnswer(replay, isOver);
  }

  /**
   * @param {Replay} replay
   * @param {boolean} isOver
   */
  showAnswer(replay, isOver) {
    this.head?.show(isOver);
    const note = this.dom.reel.querySelector(".reel-note");
    if (note) note.textContent = isOver ? this.reel?.note?.(replay) ?? "" : "";
    const sealed = this.dom.reel.querySelector(".sealed");
    if (!isOver || !sealed || sealed.textContent) return;
    const holds = isSealed(replay) && (this.reel?.isDealt?.(replay) ?? true);
    sealed.classList.toggle("broken", !holds);
    // A round is sealed as it is dealt; a day's word may have been sealed at any time.
    const { text, shows } = replay.sprint ? { text: words.beforeStart, shows: true } : sealedWhen(replay.seal);
    sealed.classList.toggle("open", holds && !shows);
    if (!holds) return sealed.replaceChildren(icon("close"), words.broken);
    sealed.replaceChildren(icon(shows ? "tick" : "flag"), shows ? words.fits(text) : text);
  }

  /**
   * Reads what happened since then.
   * @param {number} from ms of the race
   */
  read(from) {
    const { reel, replay } = this;
    if (!replay) return;
    for (const { ms, seat, turn } of this.moments) {
      const lane = ms > from && ms <= this.at && replay.lanes.find((one) => one.seat === seat);
      const said = lane && reel?.said(replay, lane, turn);
      if (said) this.app.read(said);
    }
  }

  async share() {
    const url = this.app.reachable.url + this.app.path;
    await (await this.app.sharing())?.share(this.app, { title: document.title, text: "", url });
  }

  remove() {
    this.stop.abort();
    URL.revokeObjectURL(this.dom.actions.querySelector("a")?.href ?? "");
    this.track.remove();
    this.dom.page.remove();
  }
}
