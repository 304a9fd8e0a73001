// A race of anagrams that is over, in the film of it: the tiles that all had, and each player’s words as they came.

import { el, preload } from "../elements/elements.js";
import { face, reel as words } from "./words.js";
import { score } from "./tray.js";
import { ownWords } from "./facts.js";

export { isDealt } from "./facts.js";

/** @typedef {import("../../protocol.js").Replay} Replay */
/** @typedef {import("../../state.js").Reel} Reel */

await preload(["/components/anagram/anagram.css"]);

/** @type {Reel["head"]} */
export function head({ answer, tiles = "" }) {
  const row = el("div", { class: "answer-row", role: "img" }, ...[...tiles].map(() => el("span", { class: "tile" })));
  return {
    element: row,
    show(isOver) {
      const word = isOver ? answer : tiles;
      const spelled = [...tiles.toUpperCase()].join(", ");
      row.setAttribute("aria-label", isOver ? face.told(answer.toUpperCase()) : words.letters(spelled));
      [...row.children].forEach((tile, place) => {
        tile.textContent = [...word][place]?.toUpperCase() ?? "";
        tile.className = isOver ? "tile" : "tile typed";
        if (tile instanceof HTMLElement) isOver ? (tile.dataset.mark = "2") : delete tile.dataset.mark;
      });
    },
  };
}

/** @type {Reel["board"]} */
export function board({ lanes, tiles = "" }, { moves }, name) {
  const alone = ownWords(lanes);
  const points = el("b", { class: "reel-points" });
  // All of them have their places from the start: a word that comes moves none of the others.
  const found = moves.map(({ word }) => {
    const kinds = [[...word].length === [...tiles].length ? "full" : "", alone.has(word) ? "alone" : ""];
    return el("li", { class: kinds.join(" "), text: word });
  });
  const list = el("ol", { class: "reel-words", "aria-label": words.of(name) }, ...found);
  return {
    element: el("li", { class: "reel-run" }, el("span", {}, el("b", { dir: "auto", text: name }), points), list),
    show(count, isOver) {
      points.textContent = String(score(moves.slice(0, count)));
      found.forEach((word, place) => word.classList.toggle("to-come", place >= count));
      list.classList.toggle("over", isOver);
    },
  };
}

/** @type {Reel["said"]} */
export function said({ tiles = "" }, { moves, name }, turn) {
  const { word = "", points = 0 } = moves[turn - 1] ?? {};
  // Each word of each player would be more than anybody can listen to.
  const isFull = [...word].length === [...tiles].length;
  return isFull ? words.makes(name, word.toUpperCase(), points) : "";
}

/** @type {NonNullable<Reel["note"]>} */
export function note({ lanes }) {
  return ownWords(lanes).size > 0 ? words.framed : "";
}
