// The looks of guess games where there is no board: guesses as colours or with their letters, and how they end.

import { el } from "../elements/elements.js";
import { finishTime, headline, markName } from "../../wording.js";
import { face as words } from "./words.js";

/** @typedef {import("../../state.js").Face} Face */

/** @type {Face["lane"]} */
export function lane({ marks }) {
  return el("span", {}, ...[...marks].map((mark) => el("i", { class: `m${mark}` })));
}

/** @type {Face["word"]} */
export function word(text, { marks } = { marks: "" }) {
  const letters = [...text.toUpperCase()];
  const label = letters.map((letter, index) => `${letter} ${markName(marks[index])}`).join(", ");
  return el(
    "div",
    { class: "mini-row", role: "img", "aria-label": label },
    ...letters.map((letter, index) =>
      el("span", { class: "tile", "data-mark": marks[index] ?? "0", text: letter }),
    ),
  );
}

export const { name, fresh } = words;
export const limits = [180, 30, 60, 120, 300, 600];

/** @type {Face["series"]} */
export function series({ rounds, length, rows, limit, hard }) {
  return words.series(rounds, length, rows, limit, hard);
}

/** @type {Face["told"]} */
export function told(answer) {
  return words.told(answer.toUpperCase());
}

/** @type {Face["share"]} */
export function share(text, isContrast) {
  return isContrast ? text.replaceAll("🟩", "🟧").replaceAll("🟨", "🟦") : text;
}

/** @type {Face["ended"]} */
export function ended({ result, answer }, ms) {
  if (!result) return "";
  return [
    `${headline(result.solved, result.turns)}.`,
    result.solved && ms !== null ? words.time(finishTime(ms)) : "",
    answer ? `${told(answer)}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}
