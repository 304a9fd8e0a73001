// The start and the end of a sprint: three tiles that light up one after another, and turn when the race is on; and the
// podium, three steps, the first in the accent, a chequer along their tops.

import { el, named } from "../elements/elements.js";
import { people } from "../../wording.js";
import { sprint as words } from "../../wording/sprint.js";
import { byEye } from "./pace.js";

export class Lights {
  constructor() {
    this.tiles = ["3", "2", "1"].map((text) => el("span", { class: "light", text }));
    this.said = el("p", {});
    // What it says is read aloud once, by the page's own live region.
    this.element = el(
      "div",
      { class: "lights", "aria-hidden": "true" },
      el("div", { class: "light-row" }, ...this.tiles),
      this.said,
    );
    this.shown = "";
  }

  /**
   * @param {HTMLElement} place what they stand above
   * @param {string} said below them
   * @param {number | null} left ms until the start, negative after it; null hides the lights
   */
  show(place, said, left) {
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
    this.said.textContent = lit === 4 ? words.go : said;
  }

  hide() {
    this.element.remove();
    this.shown = "";
  }
}

/**
 * @param {import("../../state.js").Room} room
 * @param {{ seat: number, place: number, points: number, said?: string }[]} first as onPodium chooses
 *   them, the best first; `said`: what put them there, if not points
 */
export function podium(room, first) {
  return el(
    "ol",
    { class: "podium", "aria-label": words.podium },
    ...first.map(({ seat, place, points, said = words.points(points) }, index) => {
      const name = seat === room.seat ? people.you : (room.members.get(seat) ?? words.left);
      const step = el(
        "li",
        { class: `step step-${Math.min(place, 3)}`, "aria-label": words.step(place, name, said) },
        el("b", { class: "step-name", dir: "auto" }, ...named(name, room.pseudonyms.has(seat))),
        el("span", { class: "step-points", text: said }),
        el("div", { class: "step-block" }, el("span", { text: String(place) })),
      );
      step.style.setProperty("order", String(byEye(index, first.length)));
      step.style.setProperty("--delay", `${[0.3, 0.15][index] ?? 0}s`);
      return step;
    }),
  );
}
