// The part of a long list that is seen on a wall, and when: lanes change their order once a second at most, so that the
// eye can follow, and pages of points turn. No DOM, no clock.

import { clock, finishTime } from "../../wording.js";

/** @typedef {import("../../state.js").Standing} Standing */

/** ms between two changes of the order. */
export const calm = 1000;

export class Order {
  constructor() {
    /** @type {Map<number, { index: number, place: number }>} by seat, as shown */
    this.shown = new Map();
    this.sortedAt = -Infinity;
    /** Whether the order that is shown is not the order of the race any more. */
    this.isBehind = false;
  }

  /**
   * The lanes in the order, and with the places, that are to be shown now.
   * @param {Standing[]} all in the order of the race
   * @param {number} now ms of any clock that does not jump
   * @returns {Standing[]}
   */
  arrange(all, now) {
    const isDue = now - this.sortedAt >= calm;
    if (
      isDue &&
      all.some(
        (one, index) => this.shown.get(one.seat)?.index !== index || this.shown.get(one.seat)?.place !== one.place,
      )
    ) {
      // Who is shown for the first time moves nobody, but counts: fifty who come one by one are no fifty changes a
      // second.
      this.sortedAt = now;
      this.shown = new Map(all.map(({ seat, place }, index) => [seat, { index, place }]));
    }
    const known = all.filter(({ seat }) => this.shown.has(seat)).sort((a, b) => this.index(a) - this.index(b));
    const lanes = [...known, ...all.filter(({ seat }) => !this.shown.has(seat))];
    this.shown = new Map(
      lanes.map(({ seat, place }, index) => [seat, { index, place: this.shown.get(seat)?.place ?? place }]),
    );
    this.isBehind = lanes.some((one, index) => one !== all[index] || this.shown.get(one.seat)?.place !== one.place);
    return lanes.map((one) => ({ ...one, place: this.shown.get(one.seat)?.place ?? one.place }));
  }

  /**
   * The lanes stand as they were arranged. A slow screen has its second, too: it counts from then.
   * @param {number} arranged when they were
   * @param {number} now
   */
  stands(arranged, now) {
    if (this.sortedAt === arranged) this.sortedAt = now;
  }

  /** @param {Standing} one */
  index(one) {
    return this.shown.get(one.seat)?.index ?? 0;
  }

  /** @param {number} now */
  isDue(now) {
    return this.isBehind && now - this.sortedAt >= calm;
  }
}

/**
 * The texts of finish times: with tenths as soon as two would read the same.
 * @param {number[]} all ms
 * @returns {(ms: number) => string}
 */
export function timeWords(all) {
  return new Set(all.map(clock)).size < all.length ? finishTime : clock;
}

/** ms for which a page stands where nobody knows when the next word comes. */
const unhurried = 5_000;
/** ms for which it stands at least. */
const hurried = 1_500;

/**
 * The page that is seen, of all of them.
 * @param {number} pages
 * @param {number} passed ms since the first page came
 * @param {number | null} pause ms that all pages have together; null if nobody knows
 */
export function pageAt(pages, passed, pause) {
  const each = pause === null ? unhurried : Math.max(hurried, Math.min(unhurried, pause / pages));
  return Math.floor(Math.max(0, passed) / each) % pages;
}
