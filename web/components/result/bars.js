// The results of others on a day, a bar for each class of results; one's own is closed by a chequer.

import { kindOf } from "../../kinds.js";
import { el } from "../elements/elements.js";

/** Points of a class in distributions, as the server counts them; the last class has no upper bound. */
const band = 100;

/**
 * The classes of results: of a kind with points by these, of any other by the moves that they took, and behind them who
 * did not reach the aim.
 * @param {string} line
 * @param {import("../../state.js").KindWords} wording
 * @param {{ distribution: number[], lost: number,
 *   mine: { solved: boolean, turns: number, points?: number } | null }} of `lost`: who did not reach the aim; `mine`:
 *   the game whose bar is marked
 * @returns {import("../../state.js").FieldBar[]}
 */
export function barsOf(line, wording, { distribution, lost, mine }) {
  const isByPoints = kindOf({ puzzle: line })?.hasPoints ?? false;
  const counts = isByPoints ? distribution : [...distribution, lost];
  const last = counts.length - 1;
  const placeOf = (/** @type {NonNullable<typeof mine>} */ { solved, turns, points = 0 }) =>
    isByPoints ? Math.min(last, Math.floor(points / band)) : solved ? turns - 1 : last;
  const own = mine ? placeOf(mine) : -1;
  return counts.map((count, index) => {
    const isLast = index === last;
    const [label, name] = wording.bar(isByPoints ? index * band : index + 1, isByPoints ? band : 1, isLast);
    return { label, name, count, isMine: index === own, isOut: isLast && !isByPoints };
  });
}

/**
 * The bars, in their order.
 * @param {import("../../state.js").FieldBar[]} all
 */
export function bars(all) {
  const most = Math.max(1, ...all.map(({ count }) => count));
  return all.map(({ label, count, isMine, isOut }) => {
    const line = el("i");
    line.style.setProperty("width", `${(100 * count) / most}%`);
    return el(
      "li",
      { class: isMine ? (isOut ? "mine out" : "mine") : "" },
      el("span", { text: label }),
      el("span", { class: "bar-line" }, line, isMine ? el("span", { class: "chequer" }) : null),
      el("span", { text: String(count) }),
    );
  });
}
