// How many needed how many guesses, a bar for each number; one's own is closed by a chequer.

import { el } from "../elements/elements.js";

/**
 * The bars, with that of those who did not find it last.
 * @param {number[]} distribution
 * @param {number} lost
 * @param {{ solved: boolean, turns: number } | null} mine
 */
export function bars(distribution, lost, mine) {
  const most = Math.max(1, lost, ...distribution);
  return [...distribution, lost].map((count, index) => {
    const isLast = index === distribution.length;
    const isMine = mine !== null && (isLast ? !mine.solved : mine.solved && index === mine.turns - 1);
    const line = el("i");
    line.style.setProperty("width", `${(100 * count) / most}%`);
    return el(
      "li",
      { class: isMine ? (isLast ? "mine out" : "mine") : "" },
      el("span", { text: isLast ? "X" : String(index + 1) }),
      el("span", { class: "bar-line" }, line, isMine ? el("span", { class: "chequer" }) : null),
      el("span", { text: String(count) }),
    );
  });
}
