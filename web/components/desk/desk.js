// The reader's own desk: the board with its judged rows, the word in hand, the rows to come; and the keys below it.

import { el, icon } from "../elements/elements.js";
import { keyStates } from "../../racing.js";
import { markName } from "../../wording.js";

/** Milliseconds of one tile's flip and of the step from tile to tile; race.css has the same two. */
const flip = { tile: 220, step: 90 };

class Board {
  /**
   * @param {number} length letters
   * @param {number} rows
   */
  constructor(length, rows) {
    this.length = length;
    /** @type {HTMLElement[][]} */
    this.tiles = [];
    this.rows = Array.from({ length: rows }, (_, row) => {
      const tiles = Array.from({ length }, () => el("span", { class: "tile", role: "gridcell", "aria-label": "empty" }));
      tiles.forEach((tile, at) => tile.style.setProperty("--at", String(at)));
      this.tiles.push(tiles);
      return el("div", { class: "row", role: "row", "aria-label": `Row ${row + 1}` },
        el("span", { class: "row-number", "aria-hidden": "true", text: String(row + 1) }), ...tiles);
    });
    this.element = el("div", { class: "board", role: "grid", "aria-label": `Your board, ${rows} rows of ${length} letters` },
      ...this.rows, el("div", { class: "chequer", "aria-hidden": "true" }));
    this.element.style.setProperty("--letters", String(length));
    this.element.style.setProperty("--rows", String(rows));
  }

  /**
   * Shows the journal and the word in hand.
   * @param {{ guesses: { word: string, marks: string }[], pending: { word: string } | null, draft: string,
   *   playing: boolean }} state
   */
  show({ guesses, pending, draft, playing }) {
    const inHand = guesses.length + (pending ? 1 : 0);
    this.rows.forEach((row, index) => {
      const judged = guesses[index];
      const isCurrent = playing && index === inHand;
      row.classList.toggle("judged", judged !== undefined);
      row.classList.toggle("current", isCurrent);
      row.classList.toggle("pending", pending !== null && index === guesses.length);
      const word = judged?.word ?? (pending && index === guesses.length ? pending.word : isCurrent ? draft : "");
      this.tiles[index]?.forEach((tile, column) => {
        this.showTile(tile, word[column] ?? "", judged?.marks[column]);
        tile.classList.toggle("cursor", isCurrent && column === draft.length);
      });
    });
  }

  /**
   * @param {HTMLElement} tile
   * @param {string} letter
   * @param {string | undefined} mark
   */
  showTile(tile, letter, mark) {
    const shown = letter.toUpperCase();
    if (tile.textContent !== shown) {
      tile.textContent = shown;
      tile.classList.toggle("typed", shown !== "");
    }
    if (mark === undefined) delete tile.dataset.mark;
    else tile.dataset.mark = mark;
    tile.setAttribute("aria-label", mark !== undefined ? `${shown} ${markName(mark)}` : shown || "empty");
  }

  /**
   * Turns the tiles of a row over; their colours change at half-way.
   * @param {number} row
   * @returns {number} ms until the last colour is seen
   */
  reveal(row) {
    const line = this.rows[row];
    line?.classList.add("reveal");
    const total = flip.tile + flip.step * (this.length - 1);
    setTimeout(() => line?.classList.remove("reveal"), total + 50);
    return total - flip.tile / 2;
  }

  /** @param {number} row */
  shake(row) {
    const line = this.rows[row];
    if (!line) return;
    line.classList.remove("shake");
    void line.offsetWidth; // Reading the layout lets the same animation start again.
    line.classList.add("shake");
  }
}

const keyRows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/** The on-screen keyboard, and the physical one beside it. Dispatches `letter` (detail: the letter, lower case), `enter` and `erase`. */
class Keyboard extends EventTarget {
  constructor() {
    super();
    /** @type {Map<string, HTMLButtonElement>} */
    this.keys = new Map();
    this.element = el("div", { class: "keyboard", role: "group", "aria-label": "Keyboard" },
      ...keyRows.map((letters, index) => el("div", { class: "key-row" },
        index === 2 && this.key("enter", "Enter", icon("enter")),
        ...[...letters].map((letter) => this.key(letter, letter.toUpperCase(), letter.toUpperCase())),
        index === 2 && this.key("erase", "Erase", icon("back")))));
    this.onKeyDown = this.onKeyDown.bind(this);
    document.addEventListener("keydown", this.onKeyDown);
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {string | Node} face
   */
  key(name, label, face) {
    const button = el("button", { type: "button", class: name.length > 1 ? `key key-${name}` : "key", "aria-label": label },
      face);
    // The pointer's press is the key's press: two thumbs overlap, and a click comes for the first of them only.
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      if (event.button === 0) this.press(name);
    });
    // What is left for `click` is the press by a keyboard or a screen reader, which has no pointer.
    button.addEventListener("click", (event) => {
      if (event.detail === 0) this.press(name);
    });
    this.keys.set(name, button);
    return button;
  }

  /** @param {string} name */
  press(name) {
    if (name === "enter" || name === "erase") this.dispatchEvent(new Event(name));
    else this.dispatchEvent(new CustomEvent("letter", { detail: name }));
  }

  /** @param {KeyboardEvent} event */
  onKeyDown(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input, textarea, dialog, select")) return;
    if (event.key === "Enter") {
      // On a link or another button Enter is theirs; on a key of this keyboard it sends the row and does not click too.
      if (target?.closest("a, button:not(.key), summary") || event.repeat) return;
      event.preventDefault();
      this.press("enter");
    } else if (event.key === "Backspace") {
      event.preventDefault();
      this.press("erase");
    } else {
      const letter = event.key.toLowerCase();
      if (letter.length !== 1 || !this.keys.has(letter)) return;
      // Who types a word is done with the button that has the focus: the Enter at its end must not press that.
      if (target instanceof HTMLElement && target.closest("a, button, summary")) target.blur();
      this.press(letter);
    }
  }

  /** @param {Map<string, number>} states */
  show(states) {
    for (const [name, button] of this.keys) {
      if (name.length > 1) continue;
      const mark = states.get(name);
      if (mark === undefined) delete button.dataset.mark;
      else button.dataset.mark = String(mark);
      button.setAttribute("aria-label", name.toUpperCase() + (mark === undefined ? "" : `, ${markName(String(mark))}`));
    }
  }

  remove() {
    document.removeEventListener("keydown", this.onKeyDown);
    this.element.remove();
  }
}

/**
 * Where a game is played. Events: `draft` (detail: the word in hand), `word` (detail: a full word that was entered),
 * `short` when Enter came too early.
 */
export class Desk extends EventTarget {
  /**
   * @param {import("../../store.js").Game} game
   * @param {string} draft the word in hand
   */
  constructor(game, draft) {
    super();
    this.game = game;
    this.draft = draft;
    this.board = new Board(game.length, game.rows);
    this.area = el("div", { class: "board-area" }, this.board.element);
    this.keyboard = new Keyboard();
    this.keyboard.addEventListener("letter", (event) => this.typed(/** @type {CustomEvent<string>} */ (event).detail));
    this.keyboard.addEventListener("enter", () => this.entered());
    this.keyboard.addEventListener("erase", () => this.setDraft(this.draft.slice(0, -1)));
    /** Instant until which a row turns over, ms of the page's clock. */
    this.turningUntil = 0;
    this.show(game);
    this.keyboard.show(keyStates(game.guesses));
  }

  get isPlaying() {
    return this.game.state === "playing" && !this.game.moved;
  }

  /** Whether a row is turning over; its colours are no news to tell before it lies. */
  get isTurning() {
    return performance.now() < this.turningUntil;
  }

  /** @param {import("../../store.js").Game} game */
  show(game) {
    this.game = game;
    this.board.show({ guesses: game.guesses, pending: game.pending, draft: this.draft, playing: this.isPlaying });
    if (!this.isTurning) this.keyboard.show(keyStates(game.guesses));
  }

  /**
   * Turns a judged row over; the keys take their colours when its last tile has shown its own.
   * @param {number} row
   * @param {() => void} done called when the row lies, and the reader had a moment to look
   */
  reveal(row, done) {
    const shown = this.board.reveal(row);
    this.turningUntil = performance.now() + shown;
    this.show(this.game);
    setTimeout(() => this.show(this.game), shown + 1);
    setTimeout(done, shown + 700);
  }

  /**
   * Gives a refused word back, unless the next one is begun, and shakes the row.
   * @param {number} row
   * @param {string} word
   */
  refuse(row, word) {
    if (this.draft === "") this.setDraft(word);
    this.show(this.game);
    this.board.shake(row);
  }

  /** @param {string} draft */
  setDraft(draft) {
    if (draft === this.draft) return;
    this.draft = draft;
    this.dispatchEvent(new CustomEvent("draft", { detail: draft }));
    this.show(this.game);
  }

  /** @param {string} letter */
  typed(letter) {
    const { game, draft } = this;
    const row = game.guesses.length + (game.pending ? 1 : 0);
    if (!this.isPlaying || row >= game.rows || draft.length >= game.length) return;
    this.setDraft(draft + letter);
  }

  entered() {
    const { game, draft } = this;
    // A second Enter is the same guess: while one is under way, or with nothing in hand, it means nothing.
    if (!this.isPlaying || game.pending || draft === "") return;
    if (draft.length < game.length) {
      this.board.shake(game.guesses.length);
      this.dispatchEvent(new Event("short"));
      return;
    }
    this.setDraft("");
    this.dispatchEvent(new CustomEvent("word", { detail: draft }));
  }

  remove() {
    this.keyboard.remove();
    this.area.remove();
  }
}
