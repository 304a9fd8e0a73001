// The start: three tiles that light up one after another, and turn when the race is on.

import { el } from "../elements/elements.js";

export class Lights {
  constructor() {
    this.tiles = ["3", "2", "1"].map((text) => el("span", { class: "light", text }));
    this.words = el("p", {});
    // What it says is read aloud once, by the page's own live region.
    this.element = el(
      "div",
      { class: "lights", "aria-hidden": "true" },
      el("div", { class: "light-row" }, ...this.tiles),
      this.words,
    );
    this.shown = "";
  }

  /**
   * @param {HTMLElement} place what they stand above
   * @param {string} words said below them
   * @param {number | null} left ms until the start, negative after it; null hides the lights
   */
  show(place, words, left) {
    if (left === null) return this.hide();
    if (this.element.parentElement !== place) place.append(this.element);
    const lit = left <= 0 ? 4 : Math.min(3, Math.max(0, 4 - Math.ceil(left / 1000)));
    if (this.shown === String(lit)) return;
    this.shown = String(lit);
    this.tiles.forEach((tile, index) => {
      tile.classList.toggle("lit", lit < 4 && index < lit);
      tile.classList.toggle("now", lit < 4 && index === lit - 1);
      tile.classList.toggle("go", lit === 4);
    });
    this.element.classList.toggle("gone", lit === 4);
    this.words.textContent = lit === 4 ? "Go" : words;
  }

  hide() {
    this.element.remove();
    this.shown = "";
  }
}
