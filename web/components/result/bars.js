// The results of others on a day, a bar for each class of results; one's own is closed by a chequer.

import { el } from "../elements/elements.js";

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
