// The words that were found, a list for each length with slots for those that were not, and a strip over them for a
// word of every letter. However many there are, each list keeps its place: what is too much for it scrolls inside, and
// the newest word is in sight.

import { after, el, setLabel, setText } from "../elements/elements.js";
import { board as said } from "./wording.js";
import { byLength, score, shares, shortest, tally } from "./tray.js";

/** @typedef {{ element: HTMLElement, words: HTMLElement, count: HTMLElement, slots: HTMLElement }} Row */

/** ms for which the strip stands. */
const standing = 2200;
/** ms for which a word is marked. */
const shown = 900;

export class FoundList {
  /** @param {number} tiles how many there are */
  constructor(tiles) {
    this.tiles = tiles;
    /** @type {{ word: string, points?: number }[]} */
    this.found = [];
    /**
     * Words that there are with three letters, with four, and so on; none while nobody has told that.
     * @type {number[]}
     */
    this.counts = [];
    /** @type {Map<string, HTMLElement>} */
    this.words = new Map();
    /**
     * The number of times that each word was marked.
     * @type {Map<string, number>}
     */
    this.marks = new Map();
    /** @type {Map<number, Row>} by length */
    this.rows = new Map(byLength([], tiles).map(({ length }) => [length, this.row(length)]));
    const rows = [...this.rows.values()].map(({ element }) => element);
    this.list = el("ol", { class: "found-words", "aria-label": said.byLength }, ...rows);
    const lines = shares(tiles).map((share) => `minmax(var(--least), ${share}fr)`);
    this.list.style.setProperty("grid-template-rows", lines.join(" "));
    this.element = el("div", { class: "found", role: "group", tabindex: "-1" }, this.list);
    // A screen that is turned has other lists that scroll.
    this.sizes = new ResizeObserver(() => this.rows.forEach((row) => this.fit(row)));
    this.sizes.observe(this.list);
  }

  /**
   * @param {number} length
   * @returns {Row}
   */
  row(length) {
    const slots = el("span", { class: "slots", "aria-hidden": "true" });
    const words = el("span", { class: "words" }, slots);
    const count = el("span", { class: "count", "aria-hidden": "true" });
    const element = el("li", {}, el("b", { "aria-hidden": "true", text: String(length) }), words, count);
    words.addEventListener("scroll", () => words.classList.toggle("cut", words.scrollTop > 2), { passive: true });
    return { element, words, count, slots };
  }

  /** @param {{ word: string, points?: number }[]} found */
  show(found) {
    this.found = found;
    setLabel(this.element, said.yourWords(found.length, score(found)));
    const known = new Set(found.map(({ word }) => word));
    for (const [word, element] of this.words) {
      if (known.has(word)) continue;
      element.remove();
      this.words.delete(word);
    }
    for (const { length, words } of byLength(found, this.tiles)) {
      const row = this.rows.get(length);
      if (!row) continue;
      const fresh = words.filter(({ word }) => !this.words.has(word));
      row.slots.before(...fresh.map(({ word }) => this.add(word, length)));
      const all = this.counts[length - shortest];
      const { text, slots, isWhole } = tally(words.length, all);
      setText(row.count, text);
      row.count.classList.toggle("whole", isWhole);
      setLabel(row.element, said.ofLength(length, words.map(({ word }) => word), all));
      this.leave(row, slots, length);
      this.fit(row);
      if (fresh.length > 0) row.words.scrollTop = row.words.scrollHeight;
    }
  }

  /** @param {number[]} counts words that there are with three letters, with four, and so on */
  tell(counts) {
    this.counts = counts;
    this.show(this.found);
  }

  /**
   * Leaves so many slots behind the words of a list. Those for which its line has no room are not seen.
   * @param {Row} row
   * @param {number} count
   * @param {number} length
   */
  leave({ slots }, count, length) {
    while (slots.children.length > count) slots.lastElementChild?.remove();
    while (slots.children.length < count) {
      slots.append(el("span", { class: "slot" }, ...Array.from({ length }, () => el("i"))));
    }
  }

  /**
   * @param {string} word
   * @param {number} length
   */
  add(word, length) {
    // The name of its list has it.
    const [look, hidden] = [length === this.tiles ? "full" : "", "true"];
    const element = el("span", { "data-word": word, "aria-hidden": hidden, class: look, text: word });
    this.words.set(word, element);
    return element;
  }

  /**
   * Lets a list that scrolls be scrolled by keys as well: whoever comes to it hears what it is.
   * @param {Row} row
   */
  fit({ element, words }) {
    const isLong = words.scrollHeight > words.clientHeight + 2;
    if (isLong) {
      words.tabIndex = 0;
      words.setAttribute("role", "group");
      setLabel(words, element.getAttribute("aria-label") ?? "");
    } else {
      for (const name of ["tabindex", "role", "aria-label"]) words.removeAttribute(name);
    }
  }

  /**
   * Brings a word into sight, and marks it for a moment.
   * @param {string} word
   * @param {"new" | "again"} how
   */
  mark(word, how) {
    const element = this.words.get(word);
    const list = element?.parentElement;
    if (!element || !list) return;
    // The word alone: nothing around the list is to move.
    const top = element.offsetTop;
    if (top < list.scrollTop || top + element.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top;
    const row = list.closest("li");
    const box = this.element;
    if (row && box.scrollHeight > box.clientHeight) {
      const at = row.offsetTop - box.offsetTop;
      if (at < box.scrollTop) box.scrollTop = at;
      else if (at + row.offsetHeight > box.scrollTop + box.clientHeight) {
        box.scrollTop = at + row.offsetHeight - box.clientHeight;
      }
    }
    element.classList.remove("new", "again");
    // Reading the layout lets the same animation start again.
    void element.offsetWidth;
    element.classList.add(how);
    // Without motion the mark is a colour that would stay. A later mark of the same word has its own time.
    const mark = (this.marks.get(word) ?? 0) + 1;
    this.marks.set(word, mark);
    void after(shown).then(() => this.marks.get(word) === mark && element.classList.remove("new", "again"));
  }

  remove() {
    this.sizes.disconnect();
  }
}

/**
 * Lets a word of every letter cross the line: a strip of the track over the lists, for a moment. It takes no press and
 * no room, and whoever types on sees it go by.
 * @param {HTMLElement} place
 * @param {string} word
 * @param {number} points
 */
export async function cheer(place, word, points) {
  const letters = [...word.toUpperCase()].map((letter, at) => {
    const tile = el("i", { text: letter });
    tile.style.setProperty("--at", String(at));
    return tile;
  });
  const strip = el(
    "div",
    { class: "cheer", "aria-hidden": "true" },
    el("span", { class: "cheer-run" }, ...letters),
    el("span", { class: "chequer" }),
    el("span", { class: "cheer-points" }, el("b", { text: `+${points}` }), el("small", { text: said.everyLetter })),
  );
  strip.style.setProperty("--letters", String(letters.length));
  place.querySelector(".cheer")?.remove();
  place.append(strip);
  await after(standing);
  strip.remove();
}
