// The reader's own board: judged rows, the row in hand, the rows to come.

import { el } from "../elements/elements.js";
import { markName } from "../../wording.js";

/** Milliseconds of one tile's flip and of the step from tile to tile; race.css has the same two. */
const flip = { tile: 220, step: 90 };

export class Board {
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
