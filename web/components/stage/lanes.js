// The track of the stage: it fills its height with any number of lanes, and its finish line stands still while lanes
// move.

import { el } from "../elements/elements.js";
import { Track } from "../track/track.js";
import { track as words } from "../../wording.js";
import { layout } from "./layout.js";
import { ems, tabularEms } from "./measure.js";

/** @typedef {import("../../state.js").LaneView} LaneView */

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
/** ms of a change of the order. */
const glide = 600;

export class StageTrack extends Track {
  /** @param {{ label: string, isOverlay: boolean }} options */
  constructor({ label, isOverlay }) {
    super({ label });
    this.isOverlay = isOverlay;
    // Below the lanes what they leave free while they move, above them those that have left for another stack, and the
    // line.
    this.beds = el("div", { class: "stage-beds", "aria-hidden": "true" });
    this.lines = el("div", { class: "stage-lines", "aria-hidden": "true" });
    this.parting = el("div", { class: "stage-parting", "aria-hidden": "true" });
    this.list.before(this.beds);
    this.element.append(this.parting, this.lines);
    /** @type {import("./layout.js").Layout | undefined} */
    this.layout = undefined;
    /** @type {Map<string, number>} where each lane stands */
    this.stood = new Map();
    /** @type {LaneView[]} */
    this.taken = [];
    this.measured = "";
    this.fitted = "";
  }

  /**
   * @param {LaneView[]} taken front first
   * @param {number} length letters
   * @param {number} rows
   * @param {number} [atLeast]
   * @param {import("../../state.js").LaneFace} [kind]
   */
  show(taken, length, rows, atLeast = 0, kind = undefined) {
    this.taken = taken;
    const order = new Map(taken.map(({ key }, index) => [key, index]));
    this.part(order);
    super.show(taken, length, rows, atLeast, kind);
    const count = Math.max(taken.length, atLeast);
    // Names and times have widths of their own.
    const measured = JSON.stringify([
      count,
      kind?.look,
      taken.map(({ name, pseudonym }) => [name, pseudonym]).sort(),
      taken
        .map((lane) => finishWords(lane, kind).length)
        .sort((a, b) => a - b)
        .at(-1),
    ]);
    if (measured !== this.measured) {
      this.measured = measured;
      this.fit();
    }
    this.glide(order);
  }

  /**
   * The stage has an order of its own, and waits for it itself.
   * @param {LaneView[]} lanes
   */
  calmly(lanes) {
    return [...lanes];
  }

  /** The order of the lanes says where they were: nothing has to be measured, and they glide by themselves. */
  motion() {
    return null;
  }

  /**
   * The lanes that are to move, with where they stood and will stand.
   * @param {Map<string, number>} order
   */
  moves(order) {
    const { stood: before, layout } = this;
    if (reduced.matches || !layout) return [];
    const stack = (/** @type {number} */ index) => Math.floor(index / layout.deep);
    return [...order].flatMap(([key, index]) => {
      const was = before.get(key);
      const element = this.lanes.get(key)?.element;
      if (was === undefined || was === index || !element) return [];
      return [{ element, was, index, isNear: stack(was) === stack(index) }];
    });
  }

  /**
   * Leaves a picture of each lane that goes to another stack where it stood. It fades as others come there: nothing is
   * seen on the way across all the others, and no place is empty.
   * @param {Map<string, number>} order
   */
  part(order) {
    const { deep = 1 } = this.layout ?? {};
    for (const { element, was, isNear } of this.moves(order)) {
      if (isNear) continue;
      const parts = [...element.children].filter((one) => !one.classList.contains("stamp"));
      const picture = el("div", { class: element.className }, ...parts.map((one) => one.cloneNode(true)));
      picture.dataset.state = element.dataset.state ?? "";
      picture.style.gridArea = `${(was % deep) + 1} / ${Math.floor(was / deep) + 1}`;
      this.parting.append(picture);
      picture.animate([{ opacity: 1 }, { opacity: 0 }], { duration: glide, easing: "ease-in" }).onfinish = () =>
        picture.remove();
    }
  }

  /** @param {Map<string, number>} order */
  glide(order) {
    const moves = this.moves(order);
    this.stood = order;
    const lane = this.layout?.lane ?? 0;
    for (const { element, was, index, isNear } of moves) {
      // Whoever comes from another stack stands there at once, below those who make way.
      if (!isNear) continue;
      // Whoever gains a place goes over those who lose one, and over what fades.
      const zIndex = was > index ? 3 : 2;
      element.animate(
        [
          { transform: `translateY(${(was - index) * lane}px)`, zIndex },
          { transform: "none", zIndex },
        ],
        { duration: glide, easing: "cubic-bezier(0.4, 0, 0.2, 1)" },
      );
    }
  }

  /** Chooses sizes and stacks for the room there is. */
  fit() {
    const { element, count } = this;
    // Outside the page nothing has a size.
    if (!element.isConnected || count === 0 || !this.taken) return;
    const stand = /** @type {HTMLElement} */ (element.parentElement);
    const { clientWidth: width, clientHeight: height } = stand;
    if (width === 0 || height === 0) return;
    const unit = parseFloat(getComputedStyle(stand).fontSize);
    const found = this.found(width, height, unit);
    const { stacks, deep, line, ...sizes } = found;
    const fitted = JSON.stringify(found);
    this.layout = found;
    if (fitted === this.fitted) return;
    this.fitted = fitted;
    element.dataset.stacks = String(stacks);
    const { style } = element;
    for (const [name, value] of Object.entries({ stacks, deep })) style.setProperty(`--${name}`, String(value));
    for (const [name, value] of Object.entries({ "line-width": line, ...sizes }))
      style.setProperty(`--${name}`, `${Math.floor(value * 100) / 100}px`);
    for (const one of [this.beds, this.lines]) one.replaceChildren(...Array.from({ length: stacks }, () => el("i")));
    this.kind?.fit(this, true);
  }

  /**
   * @param {number} width
   * @param {number} height
   * @param {number} unit as in stage.css
   */
  found(width, height, unit) {
    const family = getComputedStyle(this.element).fontFamily;
    const wide = (/** @type {string} */ text, /** @type {number} */ weight) => ems(text, weight, family);
    const isOpen = this.count > this.taken.length;
    const names = Math.max(
      isOpen ? wide(words.open, 600) : 4,
      ...this.taken.map(({ name, pseudonym }) => wide(name, 600) + (pseudonym ? 1.45 : 0)),
    );
    const shown = this.taken.map((lane) => finishWords(lane, this.kind));
    const finishes = [this.kind ? "000" : "0:00.0", ...shown].map((text) => tabularEms(text, 700, family));
    const times = Math.max(...finishes);
    const space = {
      width,
      gap: unit * 0.8,
      count: this.count,
      names: names + 0.1,
      times: times + 0.1,
      height,
      tallest: Infinity,
    };
    // One stack has a head above it.
    const head = Math.max(16, unit * 2.2);
    if (!this.isOverlay) {
      const high = layout({ ...space, height: height - head });
      return high.stacks === 1 ? high : layout(space);
    }
    // Behind an overlay there is a picture to be seen: it takes what it needs to be read, and no more.
    const enough = Math.min(height, Math.max(unit * 30, Math.ceil(this.count / 3) * unit * 2.4));
    return layout({ ...space, height: enough - head, tallest: unit * 4.6 });
  }
}

/**
 * The words at the finish of a lane: a time, or points.
 * @param {LaneView} lane
 * @param {import("../../state.js").LaneFace | undefined} kind
 */
function finishWords(lane, kind) {
  return kind ? lane.note || kind.figure(lane) : lane.time || lane.note || "";
}
