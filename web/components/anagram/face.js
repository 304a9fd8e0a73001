// What is shown of anagram games where there is no board: words as pips or with their letters, and how a game ends.

import { el } from "../elements/elements.js";
import { counted } from "../../wording.js";

/** @typedef {import("../../state.js").Face} Face */

/** @type {Face["lane"]} */
export function lane({ marks }) {
  return el("span", {}, ...[...marks].map((mark) => el("i", { class: `m${mark}` })));
}

/** @type {Face["word"]} */
export function word(text) {
  return el("div", { class: "mini-row", role: "img", "aria-label": text }, ...[...text.toUpperCase()].map((letter) =>
    el("span", { class: "tile", "data-mark": "2", text: letter })));
}

/**
 * The server's blocks tell lengths by their place and full words by their colour; those colours are told apart by
 * anybody.
 * @type {Face["share"]}
 */
export function share(text, isContrast) {
  return isContrast ? text.replaceAll("🟪", "🟧") : text;
}

/** @type {Face["ended"]} */
export function ended({ result, answer, ranked }) {
  if (!result) return "";
  const found = `${counted(result.points ?? 0, "point")} with ${counted(result.turns, "word")}.`;
  const why = ranked ? "The time is up." : "It is over.";
  return `${why} ${found}${answer ? ` Every letter makes ${answer.toUpperCase()}.` : ""}`;
}
