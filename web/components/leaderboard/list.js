// The entries of a ranking, as a list in which lines go to their new places.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { clock, placeWords } from "../../wording.js";
import { ranking as words } from "../../wording/results.js";
import { isRanked } from "./ranking.js";

/** @typedef {import("../../protocol.js").Entry} Entry */
/** @typedef {import("../../state.js").KindWords} KindWords */

export class EntryList {
  constructor() {
    this.element = el("ol", { class: "ranking" });
  }

  /**
   * @param {Entry[]} entries all that are to be seen
   * @param {number | undefined} own the reader's place
   * @param {KindWords} wording
   */
  show(entries, own, wording) {
    const { element } = this;
    const lines = [...element.children];
    const before = new Map(lines.map((one) => [one.getAttribute("data-key"), one.getBoundingClientRect().top]));
    const held = element.querySelector(":focus")?.getAttribute("data-place");
    element.replaceChildren(...entries.map((entry) => line(entry, entry.place === own, wording)));
    if (held) this.focus(held);
    slide(element, before);
  }

  clear() {
    this.element.replaceChildren();
  }

  /** @param {string | number} place */
  focus(place) {
    /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-place="${place}"]`))?.focus();
  }
}

/**
 * Has lines that stand elsewhere now go there.
 * @param {HTMLElement} list
 * @param {Map<string | null, number>} before where each was
 */
function slide(list, before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const line of list.children) {
    const from = before.get(line.getAttribute("data-key"));
    const by = from === undefined ? 0 : from - line.getBoundingClientRect().top;
    if (by === 0) continue;
    const way = [{ transform: `translateY(${by}px)` }, { transform: "none" }];
    line.animate(way, { duration: 300, easing: "ease-out" });
  }
}

/**
 * @param {Entry} entry
 * @param {boolean} isMine
 * @param {KindWords} wording
 */
function line(entry, isMine, wording) {
  const { rank, place, name, ms, points, flagged } = entry;
  const isHome = isRanked(entry);
  const score = points === undefined ? wording.score(entry, isHome) : words.points(points);
  const detail = points === undefined && isHome ? wording.detail(entry) : "";
  // Who has not found the word has no place, here as on the track.
  const parts = [
    isHome && words.rank(rank), isMine && words.you, name, score, detail, isHome && clock(ms),
    flagged && words.flagged,
  ];
  return el(
    "li",
    {
      class: isMine ? "you" : "",
      "data-place": String(place),
      "data-key": `${name} ${isMine}`,
      tabindex: "-1",
      "aria-label": parts.filter(Boolean).join(", "),
    },
    el("span", { class: "rank-number", text: placeWords(rank, isHome) }),
    el(
      "span",
      { class: "rank-name", dir: "auto" },
      el("span", { text: isMine ? words.mine(name) : name }),
      flagged ? el("span", { class: "flagged", title: wording.flagged }, icon("flag")) : null,
    ),
    el("span", { class: "rank-turns" }, score, detail ? el("small", { text: detail }) : null),
    el("span", { class: "rank-time", text: isHome ? clock(ms) : "" }),
  );
}
