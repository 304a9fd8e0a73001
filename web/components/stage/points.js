// The points of a sprint on the stage: lines that move to their new places, and pages that turn until everybody was
// seen.

import { el, named } from "../elements/elements.js";
import { placeWords } from "../../wording.js";
import { stage as said } from "../../wording/stage.js";
import { pageAt } from "./order.js";

/** @typedef {{ seat: number, sum: number, place: number }} Line */

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
export class PointList {
  constructor() {
    this.list = el("ol", { class: "stage-lines-of", "aria-label": said.points });
    this.pages = el("p", { class: "stage-pages", "aria-hidden": "true" });
    this.element = el("div", { class: "stage-points" }, this.list, this.pages);
    /** @type {Map<number, HTMLElement>} */
    this.lines = new Map();
    /** @type {Line[]} */
    this.all = [];
    this.page = 0;
    // Lines on a page.
    this.deep = 0;
    /** @type {{ since: number, pause: number | null } | null} while the pages turn */
    this.turning = null;
    /** @type {Map<number, number>} where each line stands */
    this.order = new Map();
  }

  /**
   * @param {import("../../state.js").Room} room
   * @param {[number, number][]} points by seat
   * @param {Map<number, number>} gains points of the round that has just ended
   * @param {{ pause: number | null } | null} turning between words: ms until the next one, if that is known
   */
  show(room, points, gains, turning) {
    this.element.hidden = points.length === 0;
    this.all = points.filter(([seat]) => room.members.has(seat)).sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .map(([seat, sum], _, all) => ({ seat, sum, place: 1 + all.filter(([, other]) => other > sum).length }));
    const now = performance.now();
    if (Boolean(turning) !== Boolean(this.turning)) this.turning = turning && { ...turning, since: now };
    // The end of a series is told after that of its last word: only then it is known how long the pages have.
    else if (this.turning && this.turning.pause === null && turning && turning.pause !== null)
      this.turning.pause = now - this.turning.since + turning.pause;
    for (const [seat, line] of this.lines) {
      if (this.all.some((one) => one.seat === seat)) continue;
      line.remove();
      this.lines.delete(seat);
    }
    for (const { seat, sum, place } of this.all) {
      const line = this.lines.get(seat) ?? el("li", {});
      this.lines.set(seat, line);
      const gain = gains.get(seat) ?? 0;
      line.replaceChildren(
        el("span", { class: "place-number", text: placeWords(place, sum > 0) }),
        el("span", { class: "who", dir: "auto" }, ...named(room.members.get(seat) ?? "", room.pseudonyms.has(seat))),
        el("span", { class: "gain", text: gain > 0 ? `+${gain}` : "" }),
        el("b", { text: String(sum) }),
      );
    }
    this.turn(true);
  }

  /** Lines that have room. */
  get space() {
    const { clientHeight } = this.element;
    const style = getComputedStyle(this.list);
    const line = parseFloat(style.getPropertyValue("grid-auto-rows")) || 40;
    const all = Math.floor(clientHeight / line);
    return Math.max(1, all >= this.all.length ? all : Math.floor((clientHeight - line) / line));
  }

  /**
   * Shows the page whose turn it is.
   * @param {boolean} [isNew] whether lines have changed
   */
  turn(isNew = false) {
    if (this.element.hidden || !this.element.isConnected) return;
    const { space, all } = this;
    const pages = Math.max(1, Math.ceil(all.length / space));
    const page = this.turning ? pageAt(pages, performance.now() - this.turning.since, this.turning.pause) : 0;
    const hasTurned = page !== this.page;
    if (!isNew && !hasTurned && space === this.deep) return;
    this.page = page;
    this.deep = space;
    const lines = all.slice(page * space, (page + 1) * space);
    const words = pages > 1 ? said.page(page * space + 1, page * space + lines.length, all.length) : "";
    if (this.pages.textContent !== words) this.pages.textContent = words;
    const shown = lines.map(({ seat }) => /** @type {HTMLElement} */ (this.lines.get(seat)));
    if (shown.length !== this.list.childElementCount || shown.some((line, index) => this.list.children[index] !== line))
      this.list.replaceChildren(...shown);
    const before = this.order;
    this.order = new Map(lines.map(({ seat }, index) => [seat, index]));
    if (hasTurned) this.list.animate([{ opacity: 0 }, { opacity: 1 }], { duration: reduced.matches ? 120 : 300 });
    else if (!reduced.matches) this.glide(before);
  }

  /** @param {Map<number, number>} before */
  glide(before) {
    const high = /** @type {HTMLElement | null} */ (this.list.firstElementChild)?.offsetHeight ?? 0;
    for (const [seat, index] of this.order) {
      const was = before.get(seat);
      if (was === undefined || was === index) continue;
      this.lines
        .get(seat)
        ?.animate([{ transform: `translateY(${(was - index) * high}px)` }, { transform: "none" }], {
          duration: 300,
          easing: "ease-out",
        });
    }
  }
}
