// The podium picture, drawn on a canvas: the podium, and the lanes in their colours. No letter of a word ever comes
// here.

import { picture as words } from "../../wording/results.js";
import { placeWords } from "../../wording.js";
import { byEye } from "../sprint/pace.js";
import { Ink } from "./ink.js";

/**
 * @typedef {object} PictureLane
 * @property {number} place
 * @property {string} name
 * @property {boolean} pseudonym
 * @property {boolean} you
 * @property {string[]} marks of each guess
 * @property {boolean} isHome
 * @property {boolean} isOut
 * @property {string} time
 * @property {string} points of a series
 *
 * @typedef {object} Picture
 * @property {string} title
 * @property {string} sub
 * @property {string} date
 * @property {string} host
 * @property {{ name: string, pseudonym: boolean, place: number, said: string }[]} first as onPodium chooses them, the
 *   best first
 * @property {PictureLane[]} lanes the best first
 * @property {string} caption of the lanes
 * @property {number} rows
 * @property {number} length letters
 * @property {boolean} [isRuns] whether moves are words side by side, and no columns that run to a line
 *
 * @typedef {{ left: number, right: number, line: number, each: number }} Box of the columns, px: `each` from one to the
 *   next, `line` the width of the one they run to
 */

export const width = 1080;
const margin = 64;
/** Lanes that the picture has room for; how many more there were is said. */
export const most = 10;
const laneHeight = 58;
const top = { podium: 246, podiumHeight: 388 };
/**
 * @param {Picture} picture
 * @returns {number} px
 */
export function heightOf({ lanes }) {
  return trackTop + trackHeight(lanes.length) + 84;
}

const trackTop = top.podium + top.podiumHeight + 56;

/** @param {number} count */
function trackHeight(count) {
  return 40 + Math.min(count, most) * laneHeight + (count > most ? 44 : 0) + 12;
}

/**
 * The lanes that the picture has room for: the first ones, and one's own.
 * @template {{ you: boolean }} Lane
 * @param {Lane[]} lanes
 * @returns {Lane[]}
 */
export function shownOf(lanes) {
  const mine = lanes.findIndex(({ you }) => you);
  return mine < most ? lanes.slice(0, most) : [...lanes.slice(0, most - 1), /** @type {Lane} */ (lanes[mine])];
}

/**
 * The place of a lane, as every list of the room says it: none for who has no point of a series, or is out.
 * @param {Pick<PictureLane, "place" | "isOut" | "points">} lane
 */
export function placeOf({ place, isOut, points }) {
  return placeWords(place, points === "" ? !isOut : points !== "0");
}

export class Drawing {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {CSSStyleDeclaration} style in which the tokens of the theme are
   * @param {boolean} isContrast
   */
  constructor(canvas, style, isContrast) {
    this.canvas = canvas;
    this.ink = new Ink(canvas, style);
    this.isContrast = isContrast;
  }

  /** @param {Picture} picture */
  draw(picture) {
    const { canvas, ink } = this;
    canvas.width = width;
    canvas.height = heightOf(picture);
    ink.fill(0, 0, width, canvas.height, this.ground);
    this.head(picture);
    this.podium(picture);
    this.track(picture);
    ink.text(picture.host, margin, canvas.height - 34, { size: 24, colour: ink.token("muted"), space: 600 });
    ink.chequer(width - margin - 96, canvas.height - 50, 96, 16, ink.token("ink"), this.ground);
  }

  /** The colour that everything stands on. */
  get ground() {
    return this.ink.token("page") || this.ink.token("bg");
  }

  /** @param {Picture} picture */
  head({ title, sub, date }) {
    const { ink } = this;
    const muted = ink.token("muted");
    ink.sign(margin, 48, 56);
    ink.text("tilerace", margin + 72, 91, { size: 42, weight: 800, spacing: -1.6 });
    ink.text(date, width - margin, 88, { size: 24, colour: muted, align: "right" });
    ink.text(title, margin, 182, { size: 54, weight: 800, spacing: -1, space: width - 2 * margin });
    ink.text(sub, margin, 226, { size: 26, colour: muted, space: width - 2 * margin });
  }

  /** @param {Picture} picture */
  podium({ first }) {
    const { ink } = this;
    const base = top.podium + top.podiumHeight;
    const count = Math.max(3, first.length);
    const wide = (width - 2 * margin - 16 * (count - 1)) / count;
    first.forEach(({ name, pseudonym, place, said }, index) => {
      const left = margin + (byEye(index, first.length) - 1) * (wide + 16);
      const middle = left + wide / 2;
      const high = [252, 172, 112][Math.min(place, 3) - 1] ?? 112;
      const isBest = place === 1;
      ink.rounded(left, base - high, wide, high, ink.token(isBest ? "accent" : "well"), 18, 0);
      if (this.isContrast) ink.outline();
      /** @type {Partial<import("./ink.js").Look>} */
      const centred = { align: "center" };
      ink.text(String(place), middle, base - high / 2 + (isBest ? 34 : 24), {
        ...centred,
        size: isBest ? 96 : 64,
        weight: 800,
        colour: ink.token(isBest ? "on-accent" : "ink"),
      });
      const look = { ...centred, size: isBest ? 36 : 30, least: 13, weight: 700, space: wide - 8, pseudonym };
      ink.text(name, middle, base - high - 54, look);
      ink.text(said, middle, base - high - 18, { ...centred, size: 24, colour: ink.token("muted"), space: wide });
    });
    ink.chequer(margin, base, width - 2 * margin, 16, ink.token("ink"), this.ground);
  }

  /** @param {Picture} picture */
  track(picture) {
    const { ink } = this;
    const { lanes, rows } = picture;
    ink.fill(0, trackTop, width, trackHeight(lanes.length), ink.token("track"));
    const hasPoints = lanes.some(({ points }) => points);
    const right = hasPoints ? 790 : 866;
    const box = { left: 330, right, line: 16, each: (right - 330) / rows };
    const muted = { size: 20, colour: ink.token("track-muted") };
    for (let row = 0; row < rows && !picture.isRuns; row += 1)
      ink.text(String(row + 1), box.left + (row + 0.5) * box.each, trackTop + 28, { ...muted, align: "center" });
    ink.text(picture.caption, 102, trackTop + 28, { ...muted, space: box.left - 102 });
    if (hasPoints) ink.text(words.points, width - margin / 2, trackTop + 28, { ...muted, align: "right" });
    const shown = shownOf(lanes);
    const first = trackTop + 40;
    shown.forEach((lane, index) => this.lane(lane, first + index * laneHeight, picture, box, hasPoints));
    if (!picture.isRuns)
      ink.chequer(box.right, first, box.line, shown.length * laneHeight, "#FFFFFF", "#000000");
    const below = first + most * laneHeight + 32;
    if (lanes.length > most) ink.text(words.more(lanes.length - most), 100, below, { ...muted, size: 22 });
  }

  /**
   * @param {PictureLane} lane
   * @param {number} y
   * @param {Picture} picture
   * @param {Box} box
   * @param {boolean} hasPoints
   */
  lane(lane, y, picture, box, hasPoints) {
    const { ink } = this;
    const { name, pseudonym, you, marks, isHome, time, points } = lane;
    const seen = ink.token(isHome ? "track-ink" : "track-muted");
    ink.fill(0, y, width, 1, ink.token("chalk"));
    if (you) ink.fill(0, y + 1, 6, laneHeight - 1, ink.token("you"));
    const place = { size: 30, weight: 800, colour: you ? ink.token("you") : seen };
    ink.text(placeOf(lane), 84, y + 40, { ...place, align: "right" });
    const colour = ink.token(you ? "you" : "track-ink");
    ink.text(name, 102, y + 39, { size: 26, colour, space: box.left - 102 - 18, pseudonym });
    if (picture.isRuns) {
      // A longer run has more letters in this picture, too.
      const longest = Math.max(...picture.lanes.map((one) => one.marks.join("").length + one.marks.length / 2));
      this.run(marks, Math.min(14, (box.right - box.left) / longest), box.left, y + 14, laneHeight - 26);
    } else this.columns(lane, y + 8, picture, box);
    const end = width - margin / 2;
    ink.text(time, hasPoints ? 930 : end, y + 39, { size: 26, weight: 700, align: "right", colour: seen });
    const score = { size: 28, weight: 800, colour: ink.token("track-ink") };
    if (hasPoints) ink.text(points, end, y + 39, { ...score, align: "right" });
  }

  /**
   * The guesses of a lane, and the way that is left; or, of one that is home, its run over the rest and the line.
   * @param {PictureLane} lane
   * @param {number} y
   * @param {Picture} picture
   * @param {Box} box
   */
  columns({ marks, isHome }, y, { length, rows }, { left, right, line, each }) {
    const { ink } = this;
    const high = laneHeight - 14;
    const judged = isHome ? marks.slice(0, -1) : marks;
    judged.forEach((one, index) => this.column(one, left + index * each, y, each - 6, high));
    if (!isHome) {
      for (let row = judged.length; row < rows; row += 1)
        ink.fill(left + row * each, y, each - 6, high, ink.token("cell-empty"));
      return;
    }
    const rest = left + judged.length * each;
    const fade = ink.context.createLinearGradient(rest, 0, right, 0);
    fade.addColorStop(0.04, "transparent");
    fade.addColorStop(1, ink.token("cell-correct") + "80");
    for (let letter = 0; letter < length; letter += 1)
      ink.fill(rest, y + (letter * high) / length, right - rest, high / length - 2, fade);
    this.column("2".repeat(length), right + line, y, 14, high);
  }

  /**
   * Words side by side, each as long as it is.
   * @param {string[]} words their marks
   * @param {number} letter width of one
   * @param {number} x
   * @param {number} y
   * @param {number} high
   */
  run(words, letter, x, y, high) {
    const { ink } = this;
    let at = x;
    for (const marks of words) {
      const isWhole = marks.startsWith("1");
      const colour = ink.token(isWhole ? "cell-present" : "cell-correct");
      const wide = marks.length * letter;
      // Hollow in high contrast, as on the page.
      if (this.isContrast && isWhole) ink.hollow(at, y, wide, high, colour);
      else ink.fill(at, y, wide, high, colour);
      at += wide + letter / 2;
    }
  }

  /**
   * A guess: a cell for each letter, from the first at the top.
   * @param {string} marks
   * @param {number} x
   * @param {number} y
   * @param {number} wide
   * @param {number} high
   */
  column(marks, x, y, wide, high) {
    const { ink } = this;
    const cell = high / marks.length;
    [...marks].forEach((mark, index) => {
      const colour = ink.token(["cell-absent", "cell-present", "cell-correct"][Number(mark)] ?? "cell-empty");
      const above = y + index * cell;
      // High contrast has shapes, as on the page: present is hollow, absent a hairline.
      if (this.isContrast && mark === "0") ink.fill(x + wide / 4, above + cell / 2 - 1.5, wide / 2, 2, colour);
      else if (this.isContrast && mark === "1") ink.hollow(x, above, wide, cell - 2, colour);
      else ink.fill(x, above, wide, cell - 2, colour);
    });
  }
}
