// The board of an anagram game: the words that were found, by their lengths; below them the word in hand and the tiles.

import { after, el, icon, isTypedAt, preload, setHidden, setText } from "../elements/elements.js";
import { desk as keys } from "../../wording.js";
import { board as words } from "./wording.js";
import { isForNow, refusalOf } from "../../store.js";
import { sure } from "../sheet/sure.js";
import { Counts } from "./counts.js";
import { cheer, FoundList } from "./list.js";
import { Rack } from "./rack.js";
import { doubt, score, timeLeft, Tray } from "./tray.js";

/** @typedef {import("../../state.js").Board} Board */
/** @typedef {import("../../store.js").Game} Game */

await preload(["/components/anagram/anagram.css"]);

/** ms for which a new word is looked at before what follows it. */
const shown = 900;
/** Seconds before the end that are read aloud; the first of them only where there is more than twice as much. */
const spoken = [60, 30, 10];
/** ms for which Erase is held to clear the word. */
const long = 450;
/** ms before the server is asked again for a word that it could not judge, where it does not say when. */
const retry = 1000;

/** @implements {Board} */
export class Desk extends EventTarget {
  /** The name of a clock that counts down. */
  static clock = words.timeLeft;

  isTurning = false;

  /**
   * @param {Game} game
   * @param {() => number} now instant of the server's clock, ms
   */
  constructor(game, now) {
    super();
    this.game = game;
    this.now = now;
    this.tray = trayOf(game);
    /** Words that the server has not answered yet. @type {Set<string>} */
    this.sent = new Set();
    /** Whether the word in hand was refused: what is laid next takes its place. */
    this.isDone = false;
    this.told = game.guesses.length;
    this.read = spoken.filter((one) => one < 60 || one * 2 < (game.seconds ?? 0));
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.holding = undefined;
    this.points = el("b", {});
    this.total = el("p", { class: "found-points" }, this.points, el("span", { text: words.points }));
    this.time = el("i", {});
    this.strip = el("div", { class: "time-left", "aria-hidden": "true" }, this.time);
    /** @type {HTMLElement | null} the button that ends a game before its time, where that can be */
    this.done = null;
    this.counts = /** @type {Counts | null} */ (null);
    this.list = new FoundList(this.tray.letters.length);
    this.face = this.list.element;
    this.place = el("div", { class: "found-place" }, this.face);
    this.head = el("div", { class: "found-head" }, this.total);
    this.area = el("div", { class: "board-area anagram" }, this.strip, this.head, this.place);
    this.rack = new Rack(this.tray, {
      isPlaying: () => this.isPlaying,
      add: (act) => this.add(act),
      change: (act) => this.change(act),
    });
    this.keys = el(
      "div",
      { class: "keyboard tray-keys" },
      this.rack.hand,
      this.rack.tiles,
      el(
        "div",
        { class: "tray-actions" },
        this.button(words.shuffle, "", () => this.shuffle(), icon("shuffle"), words.shuffle),
        this.eraser(),
        this.button(keys.enter, "accent", () => this.enter(), keys.enter, icon("enter")),
      ),
    );
    this.onKeyDown = this.onKeyDown.bind(this);
    document.addEventListener("keydown", this.onKeyDown);
    this.show(game);
  }

  /**
   * The desk of a game in a race: what is laid on it is kept and sent.
   * @param {import("../race/race.js").RaceView} view
   * @param {Game} game
   */
  static of(view, game) {
    const { app, store } = view;
    const desk = new Desk(game, () => store.now());
    desk.counts = new Counts(store, (counts) => desk.list.tell(counts));
    desk.setDraft(app.draftOf(game.puzzle));
    const on = (/** @type {string} */ type, /** @type {(detail: any) => void} */ act) =>
      desk.addEventListener(type, (event) => act(/** @type {CustomEvent} */ (event).detail));
    on("draft", (draft) => {
      app.keepDraft(game.puzzle, draft);
      // What was wrong with the word before is no news while the next one is laid.
      if (app.toast.classList.contains("refusal")) app.hush();
    });
    on("word", (word) => void desk.send(view, word));
    on("short", () => app.say(words.short, true));
    on("found", (word) => app.say(words.again(word.toUpperCase()), true));
    on("none", (letter) => app.say(words.noneLeft(letter.toUpperCase()), true));
    on("greet", (greeting) => app.read(greeting));
    on("late", (seconds) => app.read(words.left(seconds)));
    on("over", () => void view.finished(game.puzzle));
    const { finish } = view.course;
    if (finish) {
      desk.done = sure("done", words.done, words.end, () => void finish.call(view.course));
      desk.head.prepend(desk.done);
    }
    desk.show(game);
    return desk;
  }

  get isPlaying() {
    return this.game.state === "playing" && !this.game.moved && Boolean(this.game.tiles);
  }

  get isWaiting() {
    return this.sent.size > 0;
  }

  // The word in hand

  /** @param {() => void} act */
  change(act) {
    if (!this.isPlaying) return;
    const before = this.tray.word;
    act();
    this.rack.show();
    if (this.tray.word !== before) this.dispatchEvent(new CustomEvent("draft", { detail: this.tray.word }));
  }

  /**
   * A tile or a letter is added to the word in hand.
   * @param {() => void} act
   */
  add(act) {
    this.change(() => {
      if (this.isDone) this.tray.clear();
      this.isDone = false;
      act();
    });
  }

  /** @param {string} draft */
  setDraft(draft) {
    this.change(() => (draft === "" ? this.tray.clear() : this.tray.lay(draft)));
  }

  /** A word that was refused is mended from here on. */
  erase() {
    this.isDone = false;
    this.change(() => this.tray.erase());
  }

  clear() {
    this.isDone = false;
    this.change(() => this.tray.clear());
  }

  shuffle() {
    this.change(() => this.tray.shuffle(Math.random));
  }

  enter() {
    if (this.game.state !== "playing") return void this.dispatchEvent(new Event("again"));
    if (!this.isPlaying) return;
    const { word } = this.tray;
    const fault = doubt(word, [...this.game.guesses, ...[...this.sent].map((one) => ({ word: one }))]);
    if (fault === "empty") return;
    if (fault) {
      this.isDone = fault === "found";
      if (fault === "found") this.list.mark(word, "again");
      this.rack.shake();
      return void this.dispatchEvent(new CustomEvent(fault, { detail: word }));
    }
    this.isDone = false;
    // The letters come back at once: the next word does not wait for the answer to this one.
    this.change(() => this.tray.clear());
    this.dispatchEvent(new CustomEvent("word", { detail: word }));
  }

  /**
   * Asks the server for a word, until it has judged it: over a lost line, or where the server could not do it now, it
   * is asked again, as the word itself says which move it is.
   * @param {import("../race/race.js").RaceView} view
   * @param {string} word
   */
  async send({ app, store }, word) {
    const { puzzle, room, race } = this.game;
    const move = room ? { type: "play", room, race } : { type: "guess", puzzle };
    this.sent.add(word);
    for (;;) {
      try {
        const judged = await store.link.request({ ...move, word });
        this.sent.delete(word);
        return store.judged({ ...judged, puzzle });
      } catch (error) {
        const refusal = refusalOf(error);
        if (isForNow(refusal) && this.isPlaying) {
          if (refusal.code === "storage_unavailable") app.say(words.held, true);
          await after(refusal.retry ?? retry);
        } else if (refusal.code === "disconnected") {
          // The board is there again before the word is.
          await new Promise((done) => store.addEventListener("session", done, { once: true }));
          await after(0);
        } else {
          this.sent.delete(word);
          if (refusal.code === "moved") return store.setMoved({ puzzle }, true);
          this.refuse(0, word);
          void app.refuse(refusal);
          return !room && /^(game_over|not_open)$/.test(refusal.code) ? store.renew(this.game) : undefined;
        }
      }
    }
  }

  /** @param {KeyboardEvent} event */
  onKeyDown(event) {
    if (!isTypedAt(this.area, event)) return;
    const target = event.target instanceof Element ? event.target : null;
    const letter = event.key.toLowerCase();
    if (event.key === "Enter" || event.key === " ") {
      // On a button both are its own press.
      if (target?.closest("a, button, summary") || event.repeat) return;
      event.preventDefault();
      if (event.key === "Enter") this.enter();
      else this.shuffle();
    } else if (event.key === "Backspace" || event.key === "Delete") {
      event.preventDefault();
      this.erase();
    } else if (event.key === "Escape") {
      this.clear();
    } else if (/^\p{L}$/u.test(letter) && this.isPlaying) {
      // Who types a word is done with the button that has the focus: the Enter at its end must not press that.
      if (target?.closest("a, button, summary")) this.focus();
      this.add(() => {
        if (!this.tray.type(letter)) this.dispatchEvent(new CustomEvent("none", { detail: letter }));
      });
    }
  }

  // What is shown

  /**
   * @param {string} label
   * @param {string} kind
   * @param {() => void} click
   * @param {...import("../elements/elements.js").Child} face
   */
  button(label, kind, click, ...face) {
    return el("button", { type: "button", class: `button ${kind}`, "aria-label": label, on: { click } }, ...face);
  }

  /** Erase takes a letter; held, it clears the word. */
  eraser() {
    let wasHeld = false;
    const up = () => clearTimeout(this.holding);
    const button = this.button(keys.erase, "", () => !wasHeld && this.erase(), icon("back"));
    button.title = words.hold;
    button.setAttribute("aria-keyshortcuts", "Backspace");
    button.addEventListener("pointerdown", () => {
      wasHeld = false;
      up();
      this.holding = setTimeout(() => {
        wasHeld = true;
        this.clear();
      }, long);
    });
    for (const type of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(type, up);
    // A key presses without a pointer.
    button.addEventListener("keydown", () => (wasHeld = false));
    // A long press of a finger opens no menu.
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    return button;
  }

  /** @param {Game} game */
  show(game) {
    const wasPlaying = this.game.state === "playing";
    const isDealt = Boolean(game.tiles) && !this.game.tiles;
    this.game = game;
    // In a sprint the letters come with the start, to a board that stands.
    if (isDealt) this.rack.deal((this.tray = trayOf(game)));
    this.told = game.guesses.length;
    const found = game.guesses.filter(Boolean);
    setText(this.points, String(score(found)));
    this.list.show(found);
    this.rack.show();
    void this.counts?.see(game);
    setHidden(this.strip, game.seconds === null);
    if (this.done) setHidden(this.done, game.state !== "playing" || game.moved);
    if (isDealt) queueMicrotask(() => this.greet());
    // Not while the page is being drawn.
    if (wasPlaying && game.state !== "playing") queueMicrotask(() => this.dispatchEvent(new Event("over")));
  }

  /**
   * Shows the time that is left, here and on the face of a clock.
   * @returns {number | null} ms; null without a limit, or after the end
   */
  tick() {
    const left = this.game.state === "playing" ? timeLeft(this.game, this.now()) : null;
    this.time.style.setProperty("width", `${(left?.part ?? 0) * 100}%`);
    this.area.classList.toggle("late", left?.isLate === true);
    if (!left) return null;
    const seconds = Math.ceil(left.ms / 1000);
    // Those that were over before this board stood are no news.
    if (seconds <= (this.read[0] ?? -1)) {
      const [said = 0] = this.read.splice(0, this.read.filter((one) => seconds <= one).length).slice(-1);
      if (seconds === said && this.isPlaying) this.dispatchEvent(new CustomEvent("late", { detail: said }));
    }
    return left.ms;
  }

  focus() {
    this.face.focus({ preventScroll: true });
  }

  greet() {
    this.focus();
    if (!this.isPlaying) return;
    const letters = [...(this.game.tiles ?? "")].join(", ").toUpperCase();
    // A board that is loaded anew, or late, has less time than its game.
    const seconds = Math.ceil((timeLeft(this.game, this.now())?.ms ?? 0) / 1000);
    this.dispatchEvent(new CustomEvent("greet", { detail: words.greeting(letters, seconds) }));
  }

  /**
   * @param {number} move
   * @param {boolean} _isHome
   * @param {{ laid: () => void, done: () => void }} then
   */
  async reveal(move, _isHome, { laid, done }) {
    this.show(this.game);
    const { word = "", points = 0 } = this.game.guesses[move] ?? {};
    this.list.mark(word, "new");
    this.total.dataset.plus = `+${points}`;
    this.total.classList.remove("plus");
    // Reading the layout lets the same animation start again.
    void this.total.offsetWidth;
    this.total.classList.add("plus");
    if (this.isFull(word)) void cheer(this.place, word, points);
    laid();
    await after(shown);
    done();
  }

  /** @param {string} word */
  isFull(word) {
    return [...word].length === this.tray.letters.length;
  }

  /**
   * Gives a refused word back, unless the next one is begun: it can be mended, or another one laid over it.
   * @param {number} _move
   * @param {string} word
   */
  refuse(_move, word) {
    if (this.tray.word === "") {
      this.setDraft(word);
      this.isDone = true;
    }
    this.rack.shake();
  }

  /**
   * @param {Game} game
   * @param {number} move
   */
  said({ guesses }, move) {
    const { word = "", points = 0 } = guesses[move] ?? {};
    return words.judged(word.toUpperCase(), points, score(guesses), this.isFull(word));
  }

  remove() {
    document.removeEventListener("keydown", this.onKeyDown);
    clearTimeout(this.holding);
    this.rack.remove();
    this.list.remove();
    this.keys.remove();
    this.area.remove();
  }
}

/**
 * The tiles of a game, which have no letters before its start.
 * @param {Game} game
 */
function trayOf({ length, tiles }) {
  return new Tray(tiles || " ".repeat(length));
}
