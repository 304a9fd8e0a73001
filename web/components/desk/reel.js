// A race of guesses that is over, in the film of it: the word, which comes at the end, and each player’s board.

import { el } from "../elements/elements.js";
import { markName } from "../../wording.js";
import { face, reel as words } from "./words.js";

/** @typedef {import("../../state.js").Reel} Reel */

/** @type {Reel["head"]} */
export function head({ answer }) {
  const row = el("div", { class: "answer-row", role: "img" }, ...[...answer].map(() => el("span", { class: "tile" })));
  return {
    element: row,
    show(isOver) {
      row.setAttribute("aria-label", isOver ? face.told(answer.toUpperCase()) : words.atEnd);
      [...row.children].forEach((tile, place) => {
        tile.textContent = isOver ? ([...answer][place]?.toUpperCase() ?? "") : "";
        if (tile instanceof HTMLElement) isOver ? (tile.dataset.mark = "2") : delete tile.dataset.mark;
      });
    },
  };
}

/** @type {Reel["board"]} */
export function board({ rows = 0, length }, { moves }, name) {
  const tiles = Array.from({ length: rows }, () => Array.from({ length }, () => el("span", { class: "tile" })));
  const lines = tiles.map((row) => el("div", { class: "mini-row" }, ...row));
  return {
    element: el("li", {}, el("b", { text: name }), ...lines),
    show(count) {
      tiles.forEach((row, index) => showRow(lines[index], row, index < count ? moves[index] : undefined));
    },
  };
}

/**
 * @param {HTMLElement | undefined} line
 * @param {HTMLElement[]} row
 * @param {import("../../protocol.js").ReplayMove | undefined} move
 */
function showRow(line, row, move) {
  if (!line || line.dataset.word === (move?.word ?? "")) return;
  line.dataset.word = move?.word ?? "";
  if (move) {
    const letters = [...move.word].map((letter, place) => `${letter.toUpperCase()} ${markName(move.marks?.[place])}`);
    line.setAttribute("role", "img");
    line.setAttribute("aria-label", letters.join(", "));
  } else for (const name of ["role", "aria-label"]) line.removeAttribute(name);
  row.forEach((tile, place) => {
    tile.textContent = move ? ([...move.word][place]?.toUpperCase() ?? "") : "";
    if (move) tile.dataset.mark = move.marks?.[place];
    else delete tile.dataset.mark;
  });
}

/** @type {Reel["said"]} */
export function said(_replay, { finish, moves, name }, turn) {
  const isHome = finish?.solved === true && turn === moves.length;
  return isHome ? words.home(name, turn, moves[turn - 1]?.ms ?? 0) : "";
}
