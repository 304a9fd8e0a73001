// The points of a sprint on the stage: lines that move to their new places.

import { el, named } from "../elements/elements.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
/** Lines that the stage has room for. */
const shown = 8;

export class PointList {
  constructor() {
    this.element = el("ol", { class: "stage-points", "aria-label": "Points" });
    /** @type {Map<number, HTMLElement>} */
    this.lines = new Map();
  }

  /**
   * @param {import("../../state.js").Room} room
   * @param {[number, number][]} points by seat
   * @param {Map<number, number>} gains points of the round that has just ended
   */
  show(room, points, gains) {
    this.element.hidden = points.length === 0;
    const all = points.filter(([seat]) => room.members.has(seat)).sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, shown);
    const before = new Map([...this.lines].map(([seat, line]) => [seat, line.offsetTop]));
    for (const [seat, line] of this.lines) {
      if (all.some(([one]) => one === seat)) continue;
      line.remove();
      this.lines.delete(seat);
    }
    all.forEach(([seat, sum], index) => {
      const line = this.lines.get(seat) ?? el("li", {});
      this.lines.set(seat, line);
      const place = 1 + all.filter(([, other]) => other > sum).length;
      const gain = gains.get(seat) ?? 0;
      line.replaceChildren(el("span", { class: "place-number", text: String(place) }), el("span", { class: "who" }, ...named(room.members.get(seat) ?? "", room.pseudonyms.has(seat))),
        el("span", { class: "gain", text: gain > 0 ? `+${gain}` : "" }), el("b", { text: String(sum) }));
      if (this.element.children[index] !== line) this.element.insertBefore(line, this.element.children[index] ?? null);
    });
    if (reduced.matches) return;
    for (const [seat, line] of this.lines) {
      const moved = (before.get(seat) ?? line.offsetTop) - line.offsetTop;
      if (moved) line.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], { duration: 300, easing: "ease-out" });
    }
  }
}
