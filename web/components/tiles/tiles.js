// Small tiles, where a word is told and not played.

import { el } from "../elements/elements.js";
import { markName } from "../../wording.js";

/**
 * A row of small tiles.
 * @param {string} word
 * @param {string} marks
 */
export function tiles(word, marks) {
  const label = [...word].map((letter, index) => `${letter.toUpperCase()} ${markName(marks[index])}`).join(", ");
  return el("div", { class: "tiles", role: "img", "aria-label": label }, ...[...word].map((letter, index) =>
    el("span", { class: "small-tile", "data-mark": marks[index], text: letter.toUpperCase() })));
}
