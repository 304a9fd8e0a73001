// The board of an anagram game: the words that were found, by their lengths; below them the word in hand and the tiles.

import { after, el, icon, preload, setLabel, setText } from "../elements/elements.js";
import { counted } from "../../wording.js";
import { refusalOf } from "../../store.js";
import { byLength, doubt, score, timeLeft, Tray } from "./tray.js";

/** @typedef {import("../../state.js").Board} Board */
/** @typedef {import("../../store.js").Game} Game */

await preload(["/components/anagram/anagram.css"]);

/** ms for which a word that is new is shown as such. */
const shown = 900;
/** Seconds before the end that are read aloud. */
const spoken = [30, 10];

/** @implements {Board} */
export class Desk extends EventTarget {
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
    this.read = [...spoken];
    this.points = el("b", {});
    this.time = el("i", {});
    this.lists = el("ol", { class: "found-words", "aria-label": "Your words, by length" });
    this.face = el("div", { class: "found", role: "group", tabindex: "-1" }, this.lists);
    this.area = el(
      "div",
      { class: "board-area anagram" },
      el("div", { class: "time-left", "aria-hidden": "true" }, this.time),
      el("p", { class: "found-points" }, this.points, el("span", { text: " points" })),
      this.face,
    );
    this.hand = el("div", { class: "hand", role: "img" });
    this.tiles = el("div", { class: "tray", role: "group", "aria-label": "Tiles" });
    this.keys = el(
      "div",
      { class: "keyboard tray-keys" },
      this.hand,
      this.tiles,
      el(
        "div",
        { class: "tray-actions" },
        this.button("Shuffle", "", () => this.shuffle(), icon("again"), "Shuffle"),
        this.button("Erase", "", () => this.erase(), icon("back")),
        this.button("Enter", "accent", () => this.enter(), "Enter", icon("enter")),
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
    desk.setDraft(app.draftOf(game.puzzle));
    const on = (/** @type {string} */ type, /** @type {(detail: any) => void} */ act) =>
      desk.addEventListener(type, (event) => act(/** @type {CustomEvent} */ (event).detail));
    on("draft", (draft) => {
      app.keepDraft(game.puzzle, draft);
      // What was wrong with the word before is no news while the next one is laid.
      if (app.toast.classList.contains("refusal")) app.hush();
    });
    on("word", (word) => void desk.send(view, word));
    on("short", () => app.say("Three letters at least", true));
    on("found", (word) => app.say(`You have ${word.toUpperCase()} already`, true));
    on("none", (letter) => app.say(`No ${letter.toUpperCase()} is left`, true));
    on("greet", (words) => app.read(words));
    on("late", (seconds) => app.read(`${seconds} seconds left`));
    on("over", () => void view.finished(game.puzzle));
    return desk;
  }

  get isPlaying() {
    return this.game.state === "playing" && !this.game.moved && Boolean(this.game.tiles);
  }

  // The word in hand

  /** @param {() => void} act */
  change(act) {
    if (!this.isPlaying) return;
    const before = this.tray.word;
    act();
    this.showTray();
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
      this.shake();
      return void this.dispatchEvent(new CustomEvent(fault, { detail: word }));
    }
    this.isDone = false;
    // The letters come back at once: the next word does not wait for the answer to this one.
    this.change(() => this.tray.clear());
    this.dispatchEvent(new CustomEvent("word", { detail: word }));
  }

  /**
   * Asks the server for a word, until it has answered: over a lost line it is asked again, as the word itself says
   * which move it is.
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
        if (refusal.code !== "disconnected") {
          this.sent.delete(word);
          if (refusal.code === "moved") return store.setMoved({ puzzle }, true);
          this.refuse(0, word);
          return void app.refuse(refusal);
        }
        // The board is there again before the word is.
        await new Promise((done) => store.addEventListener("session", done, { once: true }));
        await after(0);
      }
    }
  }

  /** @param {KeyboardEvent} event */
  onKeyDown(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input, textarea, dialog, select") || !this.area.isConnected) return;
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
      this.change(() => this.tray.clear());
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

  /** @param {Game} game */
  show(game) {
    const wasPlaying = this.game.state === "playing";
    const isDealt = Boolean(game.tiles) && !this.game.tiles;
    this.game = game;
    // In a sprint the letters come with the start, to a board that stands.
    if (isDealt) this.tray = trayOf(game);
    this.told = game.guesses.length;
    const count = game.tiles?.length ?? 0;
    setText(this.points, String(score(game.guesses)));
    setLabel(this.face, `Your words: ${counted(game.guesses.length, "word")}, ${score(game.guesses)} points`);
    const lists = byLength(game.guesses.filter(Boolean), count).map(({ length, words }) =>
      el(
        "li",
        { "aria-label": `${length} letters: ${words.map(({ word }) => word).join(", ") || "none yet"}` },
        el("b", { "aria-hidden": "true", text: String(length) }),
        el(
          "span",
          { class: "words", "aria-hidden": "true" },
          ...words.map(({ word }) =>
            el("span", { "data-word": word, class: length === count ? "full" : "", text: word }),
          ),
          words.length === 0 ? el("span", { class: "slot" }, ...Array.from({ length }, () => el("i"))) : null,
        ),
        el("span", { class: "count", "aria-hidden": "true", text: String(words.length) }),
      ),
    );
    if (!lists.every((list, index) => this.lists.children[index]?.isEqualNode(list))) {
      this.lists.replaceChildren(...lists);
    }
    this.showTray();
    if (isDealt) queueMicrotask(() => this.greet());
    // Not while the page is being drawn.
    if (wasPlaying && game.state !== "playing") queueMicrotask(() => this.dispatchEvent(new Event("over")));
  }

  showTray() {
    const { letters, order, hand, word } = this.tray;
    setLabel(this.hand, word ? `The word in hand: ${word.toUpperCase()}` : "No word in hand");
    this.hand.replaceChildren(
      ...letters.map((_, at) => {
        const letter = word[at]?.toUpperCase() ?? "";
        const kind = letter ? "tile typed" : at === hand.length && this.isPlaying ? "tile cursor" : "tile";
        return el("span", { class: kind, text: letter });
      }),
    );
    const held = order.findIndex((_, place) => this.tiles.children[place] === document.activeElement);
    const buttons = order.map((tile) => {
      const isInHand = this.tray.isInHand(tile);
      const letter = letters[tile]?.trim().toUpperCase() ?? "";
      return el("button", {
        type: "button",
        class: isInHand ? "tile used" : letter ? "tile typed" : "tile typed hidden",
        "aria-label": letter || "A tile to come",
        "aria-pressed": String(isInHand),
        text: letter,
        on: {
          // The pointer's press is the tile's press: two thumbs overlap, and a click comes for the first of them only.
          pointerdown: (/** @type {PointerEvent} */ event) => {
            event.preventDefault();
            if (event.button === 0) this.add(() => this.tray.press(tile));
          },
          click: (/** @type {MouseEvent} */ event) => {
            if (event.detail === 0) this.add(() => this.tray.press(tile));
          },
        },
      });
    });
    this.tiles.replaceChildren(...buttons);
    if (held >= 0) buttons[held]?.focus();
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
    if (seconds <= (this.read[0] ?? 0)) {
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
    const { tiles = "", seconds } = this.game;
    const letters = [...(tiles ?? "")].join(", ").toUpperCase();
    const time = seconds ? `${seconds} seconds. ` : "";
    if (this.isPlaying)
      this.dispatchEvent(new CustomEvent("greet", { detail: `${time}Your letters: ${letters}. Type words of them.` }));
  }

  /**
   * @param {number} move
   * @param {boolean} _isHome
   * @param {{ laid: () => void, done: () => void }} then
   */
  async reveal(move, _isHome, { laid, done }) {
    this.show(this.game);
    const { word } = this.game.guesses[move] ?? {};
    const found = this.lists.querySelector(`[data-word="${word}"]`);
    found?.classList.add("new");
    found?.scrollIntoView({ block: "nearest" });
    laid();
    await after(shown);
    found?.classList.remove("new");
    done();
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
    this.shake();
  }

  shake() {
    this.hand.classList.remove("shake");
    void this.hand.offsetWidth; // Reading the layout lets the same animation start again.
    this.hand.classList.add("shake");
  }

  /**
   * @param {Game} game
   * @param {number} move
   */
  said({ guesses }, move) {
    const { word = "", points = 0 } = guesses[move] ?? {};
    return `${word.toUpperCase()}, ${counted(points, "point")}. ${score(guesses)} in all.`;
  }

  remove() {
    document.removeEventListener("keydown", this.onKeyDown);
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
