// The reader's own desk: the board with its judged rows, the word in hand, the rows to come; and the keys below it.

import { after, el, icon, isTypedAt, setHidden, setLabel, setText } from "../elements/elements.js";
import { keyStates } from "../../racing.js";
import { desk as words, markName, rowSummary } from "../../wording.js";

/**
 * Milliseconds of what a tile does and of the step from tile to tile, and of the run to the line; turning.css and
 * gate.css have the same.
 */
const flip = { tile: 220, step: 90 };
const hop = { tile: 320, step: 60 };
const run = 420;
/**
 * Milliseconds between two movements, so that an eye can follow, and before what comes after the last; the line moves
 * until then.
 */
const [breath, pause] = [100, 500];

/** @typedef {import("../../state.js").Board} Playing */
/** @typedef {import("../../store.js").Game} Game */

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

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
      const tile = { class: "tile", role: "gridcell", "aria-label": words.empty };
      const tiles = Array.from({ length }, () => el("span", tile));
      tiles.forEach((tile, at) => tile.style.setProperty("--at", String(at)));
      this.tiles.push(tiles);
      return el(
        "div",
        { class: "row", role: "row", "aria-label": words.row(row + 1) },
        el("span", { class: "row-number", "aria-hidden": "true", text: String(row + 1) }),
        ...tiles,
      );
    });
    this.hard = el("p", { class: "board-hard", "aria-hidden": "true", hidden: true });
    this.element = el(
      "div",
      { class: "board", role: "grid", tabindex: "-1" },
      ...this.rows,
      el("div", { class: "chequer", "aria-hidden": "true" }),
      this.hard,
    );
    // The row in hand.
    this.at = -1;
    new ResizeObserver(() => this.keepInSight(this.at)).observe(this.element);
    this.trail = el("div", { class: "board-trail", "aria-hidden": "true" }, ...Array.from({ length }, () => el("i")));
    this.element.style.setProperty("--letters", String(length));
    this.element.style.setProperty("--rows", String(rows));
  }

  /**
   * Shows the journal and the word in hand.
   * @param {{ guesses: { word: string, marks: string }[], pending: { word: string } | null, draft: string,
   *   playing: boolean, hard: import("../../protocol.js").Hard }} state
   */
  show({ guesses, pending, draft, playing, hard }) {
    const inHand = guesses.length + (pending ? 1 : 0);
    const mode = words.modes[hard];
    setText(this.hard, mode);
    setHidden(this.hard, mode === "");
    const called = [words.board, words.size(this.rows.length, this.length), mode.toLowerCase()];
    setLabel(this.element, called.filter(Boolean).join(", "));
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
    if (inHand !== this.at) this.keepInSight(this.at = inHand);
  }

  focus() {
    this.element.focus({ preventScroll: true });
  }

  /**
   * Scrolls a board that is higher than its place to the row in hand, with the one above it.
   * @param {number} row
   */
  keepInSight(row) {
    showRow(this.element.parentElement, this.rows[row], this.rows[row - 1]);
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
    setMark(tile, mark);
    setLabel(tile, mark !== undefined ? `${shown} ${markName(mark)}` : shown || words.empty);
  }

  /**
   * Turns the tiles of a row over, each with another colour from the half on, where it stands on its edge; or has them
   * hop.
   * @param {number} row
   * @param {"reveal" | "hop"} how
   * @returns {Promise<void>} kept when they lie
   */
  async move(row, how) {
    const line = this.rows[row];
    if (!line) return;
    line.classList.add(how);
    const { tile, step } = how === "hop" ? hop : flip;
    await after(reduced.matches ? 240 : tile + step * (this.length - 1));
    // A movement begins with the next frame, which a busy device draws late; a page that nobody sees draws none.
    const motions = line.getAnimations({ subtree: true }).map((one) => one.finished);
    await Promise.race([after(50), Promise.allSettled(motions)]);
    line.classList.remove(how);
  }

  /**
   * The run from the winning row over the rows that were not needed to the chequered line, as lanes have it.
   * @param {number} row
   * @param {boolean} isNew seen for the first time
   */
  cross(row, isNew) {
    this.element.classList.add("crossed", ...(isNew ? ["crossing"] : []));
    this.element.style.setProperty("--home", String(row));
    this.element.append(this.trail);
  }

  /** @param {number} row */
  shake(row) {
    const line = this.rows[row];
    if (!line) return;
    line.classList.remove("shake");
    // Reading the layout lets the same animation start again.
    void line.offsetWidth;
    line.classList.add("shake");
  }
}

const keyRows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/**
 * The on-screen keyboard, and the physical one beside it. Dispatches `letter` (detail: the letter, lower case),
 * `enter`, `erase`, `foreign` (detail: a letter that no word here has, or nothing for a paste) and `touch` when a
 * finger is on a key.
 */
class Keyboard extends EventTarget {
  /** @param {Board} board takes the focus from what is done with when somebody types */
  constructor(board) {
    super();
    this.board = board;
    /** @type {Map<string, HTMLButtonElement>} */
    this.keys = new Map();
    const rows = keyRows.map((letters, index) =>
      el(
        "div",
        { class: "key-row" },
        index === 2 && this.key("enter", words.enter, icon("enter")),
        ...[...letters].map((letter) => this.key(letter, letter.toUpperCase(), letter.toUpperCase())),
        index === 2 && this.key("erase", words.erase, icon("back")),
      ),
    );
    this.element = el("div", { class: "keyboard", role: "group", "aria-label": words.keyboard }, ...rows);
    this.onKeyDown = this.onKeyDown.bind(this);
    this.onPaste = this.onPaste.bind(this);
    document.addEventListener("keydown", this.onKeyDown);
    document.addEventListener("paste", this.onPaste);
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {string | Node} face
   */
  key(name, label, face) {
    const look = name.length > 1 ? `key key-${name}` : "key";
    const button = el("button", { type: "button", class: look, "aria-label": label }, face);
    // The pointer's press is the key's press: two thumbs overlap, and a click comes for the first of them only.
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      if (event.button !== 0) return;
      this.dispatchEvent(new Event("touch"));
      this.press(name);
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
    if (!isTypedAt(this.board.element, event)) return;
    const target = event.target instanceof Element ? event.target : null;
    if (event.key === "Enter") {
      // On a link or another button Enter is theirs; on a key of this keyboard it sends the row and does not click too.
      // Held down, it does so once.
      if (target?.closest("a, button:not(.key), summary")) return;
      event.preventDefault();
      if (!event.repeat) this.press("enter");
    } else if (event.key === "Backspace" || event.key === "Delete") {
      event.preventDefault();
      this.press("erase");
    } else {
      const letter = event.key.toLowerCase();
      if (!this.keys.has(letter)) {
        if (/^[^\p{ASCII}]$/u.test(letter)) this.dispatchEvent(new CustomEvent("foreign", { detail: letter }));
        return;
      }
      // Who types a word is done with the button that has the focus: the Enter at its end must not press that.
      if (target?.closest("a, button, summary")) this.board.focus();
      this.press(letter);
    }
  }

  /** @param {ClipboardEvent} event */
  onPaste(event) {
    if (isTypedAt(this.board.element, event)) this.dispatchEvent(new CustomEvent("foreign", { detail: "" }));
  }

  /** @param {Map<string, number>} states */
  show(states) {
    for (const [name, button] of this.keys) {
      if (name.length > 1) continue;
      const mark = states.get(name)?.toString();
      setMark(button, mark);
      setLabel(button, name.toUpperCase() + (mark === undefined ? "" : `, ${markName(mark)}`));
    }
  }

  remove() {
    document.removeEventListener("keydown", this.onKeyDown);
    document.removeEventListener("paste", this.onPaste);
    this.element.remove();
  }
}

/**
 * The desk of a guess game. Events: `draft` (detail: the word in hand), `word` (detail: a full word that was
 * entered), `short` when Enter came too early, `twice` (detail: a word that was guessed before, which another Enter
 * sends), `again` when Enter came after the end, `foreign` (detail: a letter that no word here has, or nothing for a
 * paste), `touch` (detail: how the device is to move in the hand, ms).
 */
/** @implements {Playing} */
export class Desk extends EventTarget {
  /**
   * @param {Game} game
   * @param {string} draft the word in hand
   */
  constructor(game, draft) {
    super();
    this.game = game;
    this.draft = draft;
    // The word in hand, if it was guessed before and the reader was told.
    this.sure = "";
    this.board = new Board(game.length, game.rows);
    this.area = el("div", { class: "board-area" }, this.board.element);
    this.keyboard = new Keyboard(this.board);
    const on = (/** @type {string} */ type, /** @type {(detail: string) => void} */ act) =>
      this.keyboard.addEventListener(type, (event) => act(/** @type {CustomEvent<string>} */ (event).detail));
    on("letter", (letter) => this.typed(letter));
    on("enter", () => this.entered());
    on("erase", () => this.setDraft(this.draft.slice(0, -1)));
    on("touch", () => this.isPlaying && this.touch(8));
    on("foreign", (detail) => this.isPlaying && this.dispatchEvent(new CustomEvent("foreign", { detail })));
    this.face = this.board.element;
    this.keys = this.keyboard.element;
    /**
     * Rows that lie with their colours, which the keys have then; and those that the own lane, the clock and the places
     * may know of.
     */
    this.lying = this.told = game.guesses.length;
    /** Rows that turn over, or run to the line. */
    this.turning = 0;
    this.show(game);
    if (game.state === "solved") this.board.cross(game.guesses.length - 1, false);
  }

  /**
   * The desk of a game in a race: what is typed on it is kept, sent, or answered with a hint.
   * @param {import("../race/race.js").RaceView} view
   * @param {Game} game
   */
  static of({ app, store }, game) {
    const { puzzle } = game;
    const desk = new Desk(game, app.draftOf(puzzle));
    // What turns the tiles over: before they are judged it is there.
    const prepare = () => void app.preload(["/components/race/gate.css"]);
    if (desk.draft) prepare();
    const on = (/** @type {string} */ type, /** @type {(detail: any) => void} */ act) =>
      desk.addEventListener(type, (event) => act(/** @type {CustomEvent} */ (event).detail));
    on("draft", (draft) => {
      app.keepDraft(puzzle, draft);
      prepare();
      // What was wrong with the word before is no news while the next one is typed.
      if (app.toast.classList.contains("refusal")) app.hush();
    });
    on("word", (word) => {
      void store.guess(puzzle, word);
      desk.show(desk.game);
    });
    on("twice", (word) => app.say(words.tried(word.toUpperCase()), true));
    on("short", () => app.say(words.short(game.length), true));
    on("greet", (said) => app.read(said));
    on("foreign", (letter) => app.say(letter ? words.foreign(letter.toUpperCase()) : words.cannotPaste, true));
    // Has the device touch the hand that holds it, where it can and the reader likes that.
    on("touch", (pattern) => app.preferences.get("haptics") !== "off" && navigator.vibrate?.(pattern));
    return desk;
  }

  get isPlaying() {
    return this.game.state === "playing" && !this.game.moved;
  }

  get isWaiting() {
    return this.game.pending !== null;
  }

  /** Whether a row is on its way; its colours are no news to tell before it lies. */
  get isTurning() {
    return this.turning > 0;
  }

  /** @param {Game} game */
  show(game) {
    this.game = game;
    // Rows that came in one piece, after the line was gone, do not turn.
    if (!this.isTurning) this.lying = this.told = game.guesses.length;
    const { guesses, pending, hard } = game;
    this.board.show({ guesses, pending, draft: this.draft, playing: this.isPlaying, hard });
    this.keyboard.show(keyStates(guesses.slice(0, this.lying)));
  }

  /**
   * Turns a judged row over. When it lies the keys take its colours, then its lane moves; a winning row hops and
   * crosses the line.
   * @param {number} row
   * @param {boolean} isHome
   * @param {{ laid: () => void, done: () => void }} then `laid`: the lane may move; `done`: the reader had a moment to
   *   look
   */
  async reveal(row, isHome, { laid, done }) {
    this.turning += 1;
    const turned = this.board.move(row, "reveal");
    this.show(this.game);
    await turned;
    this.touch(isHome ? [20, 60, 20, 60, 40] : 12);
    this.lying = Math.max(this.lying, row + 1);
    this.keyboard.show(keyStates(this.game.guesses.slice(0, this.lying)));
    await after(breath);
    if (isHome) {
      await this.board.move(row, "hop");
      this.board.cross(row, true);
    }
    this.told = Math.max(this.told, row + 1);
    // What was kept back while tiles turned is drawn with the row that lies; the end of a game waits for `done`.
    const isOver = this.game.state !== "playing";
    if (!isOver) this.turning -= 1;
    laid();
    if (isHome) await after(run);
    await after(pause);
    // It lies still by now, and would run again where the board is moved.
    this.board.element.classList.remove("crossing");
    if (isOver) this.turning -= 1;
    done();
  }

  /** Types from here; whoever cannot see the board is told of it, and of the clock, if there is something to guess. */
  async greet() {
    const { board, game } = this;
    board.focus();
    board.keepInSight(board.at);
    if (!this.isPlaying) return;
    // A gate has brought the words; where they are lost, the board's own name says how large it is.
    const said = await import("../../wording/race.js").catch(() => null);
    if (said) this.dispatchEvent(new CustomEvent("greet", { detail: said.greeting(game) }));
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
    this.touch([30, 40, 30]);
  }

  focus() {
    this.board.focus();
  }

  /** The words that are read aloud of a judged row.
   * @param {Game} game
   * @param {number} row
   */
  said({ guesses }, row) {
    const { word = "", marks = "" } = guesses[row] ?? {};
    return rowSummary(row, word, marks);
  }

  /** @param {number | number[]} pattern ms */
  touch(pattern) {
    this.dispatchEvent(new CustomEvent("touch", { detail: pattern }));
  }

  /** @param {string} draft */
  setDraft(draft) {
    if (draft === this.draft) return;
    this.draft = draft;
    this.sure = "";
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
    if (game.state !== "playing" && !this.isTurning) this.dispatchEvent(new Event("again"));
    // A second Enter is the same guess: while one is under way, or with nothing in hand, it means nothing.
    if (!this.isPlaying || game.pending || draft === "") return;
    // A row is dear, and a word that was tried tells nothing new: it needs another Enter.
    const isTried = game.guesses.some(({ word }) => word === draft) && this.sure !== draft;
    const doubt = draft.length < game.length ? "short" : isTried ? "twice" : "";
    if (doubt) {
      this.sure = draft;
      this.board.shake(game.guesses.length);
      return void this.dispatchEvent(new CustomEvent(doubt, { detail: draft }));
    }
    this.setDraft("");
    this.dispatchEvent(new CustomEvent("word", { detail: draft }));
  }

  remove() {
    this.keyboard.remove();
    this.area.remove();
  }
}

/**
 * Gives a tile or a key its mark, unless it has it.
 * @param {HTMLElement} element
 * @param {string | undefined} mark
 */
function setMark(element, mark) {
  if (element.dataset.mark === mark) return;
  if (mark === undefined) delete element.dataset.mark;
  else element.dataset.mark = mark;
}

/**
 * Scrolls a place to a row in it, with the one above where both have room.
 * @param {HTMLElement | null} place
 * @param {HTMLElement | undefined} row
 * @param {HTMLElement | undefined} above
 */
function showRow(place, row, above) {
  if (!place || !row || place.scrollHeight <= place.clientHeight) return;
  const fits = above && row.offsetTop + row.offsetHeight - above.offsetTop <= place.clientHeight;
  place.scrollTop = (fits ? above : row).offsetTop;
}
