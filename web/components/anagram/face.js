// The looks of anagram games where there is no board: words as blocks or with their letters, and how a game ends.

import { el, preload } from "../elements/elements.js";
import { face as words } from "./words.js";
import { scaleOf, scales, tight } from "./scale.js";

/** @typedef {import("../../state.js").Face} Face */
/** @typedef {import("../../state.js").LaneView} LaneView */

await preload(["/components/anagram/lanes.css"]);

/** px of a run before anything has a size, and those that stay free at its end. */
const [usual, margin] = [300, 12];
/** Widths of runs, px, by their track. @type {WeakMap<object, number>} */
const widths = new WeakMap();
/** Words that are drawn at most: of a longer run the newest. */
const most = 150;

/** @type {WeakMap<HTMLElement, string[]>} the words that stand in a lane */
const drawn = new WeakMap();

/**
 * A word as a block with a pip for each letter; one of every letter in the colour of that.
 * @param {{ marks: string }} move
 * @param {string} [look] classes besides
 */
function block({ marks }, look = "") {
  const drawn = el("i", { class: `block m${marks[0] ?? 2} ${look}`.trim() });
  drawn.style.setProperty("--n", String(marks.length));
  return drawn;
}

/** @type {Face["lane"]} */
export function lane(move) {
  return block(move);
}

/** @type {Face["lanes"]} */
export const lanes = {
  look: "scores",
  finish: words.finish,
  fit(track, isSized) {
    const { element, views } = track;
    // Only then: what is measured is laid out.
    if (isSized) widths.set(track, element.querySelector(".columns")?.clientWidth ?? 0);
    const width = widths.get(track) || usual;
    const scale = scaleOf(views, width - margin);
    if (element.dataset.scale === String(scale)) return;
    const [letter, between] = scales[scale] ?? [];
    element.dataset.scale = String(scale);
    element.classList.toggle("tight", scale >= tight);
    element.classList.toggle("long", scale === scales.length - 1);
    element.style.setProperty("--letter", `${letter}px`);
    element.style.setProperty("--between", `${between}px`);
  },
  draw(place, { state, rows }) {
    const marks = rows.map((row) => row.marks);
    const before = drawn.get(place);
    // Words come to what stands there, unless it is of another race, or was at its end.
    const isMore = before?.every((word, index) => word === marks[index]) === true && !place.querySelector(".end");
    if (!isMore) place.replaceChildren();
    const from = Math.max(isMore ? before.length : 0, rows.length - most);
    place.append(...rows.slice(from).map((move) => block(move, isMore ? "in" : "")));
    while (place.childElementCount > most) place.firstElementChild?.remove();
    if (state === "home" || state === "out") place.append(el("i", { class: "end" }));
    drawn.set(place, marks);
  },
  party: () => import("./party.js"),
  figure: ({ state, points = 0 }) => (state === "waiting" ? "" : String(points)),
  spoken(lane) {
    return words.lane(lane);
  },
};

/** @type {Face["word"]} */
export function word(text) {
  return el(
    "div",
    { class: "mini-row", role: "img", "aria-label": text },
    ...[...text.toUpperCase()].map((letter) => el("span", { class: "tile", "data-mark": "2", text: letter })),
  );
}

export const { name, fresh } = words;
export const limits = [90, 30, 60, 120, 180, 300];

/** @type {Face["series"]} */
export function series({ rounds, length, limit }) {
  return words.series(rounds, length, limit);
}

/** @type {Face["told"]} */
export function told(answer) {
  return words.told(answer.toUpperCase());
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
  const how = words.ended(result.points ?? 0, result.turns, ranked);
  return answer ? `${how} ${told(answer)}.` : how;
}
