// The podium picture, drawn on a canvas: the podium, and the lanes in their colours. No letter of a word ever comes here.

import { picture as words } from "../../wording/results.js";
import { strokes } from "../elements/icons.js";
import { placeWords } from "../../wording.js";
import { byEye } from "../sprint/pace.js";

/**
 * @typedef {object} PictureLane
 * @property {number} place
 * @property {string} name
 * @property {boolean} pseudonym
 * @property {boolean} you
 * @property {string[]} marks of each guess
 * @property {boolean} isHome
 * @property {string} time
 * @property {string} points of a series
 *
 * @typedef {object} Picture
 * @property {string} title
 * @property {string} sub
 * @property {string} date
 * @property {string} host
 * @property {{ name: string, pseudonym: boolean, place: number, said: string }[]} first as onPodium chooses them, the best first
 * @property {PictureLane[]} lanes the best first
 * @property {string} caption of the lanes
 * @property {number} rows
 * @property {number} length letters
 * @property {boolean} [isRuns] whether moves are words side by side, and no columns that run to a line
 */

export const width = 1080;
const margin = 64;
/** Lanes that the picture has room for; how many more there were is said. */
export const most = 10;
const laneHeight = 58;
const top = { podium: 246, podiumHeight: 388 };
const family = "Sora, ui-rounded, system-ui, sans-serif";
const rightToLeft = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

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
 * @param {Pick<PictureLane, "place" | "time" | "points">} lane
 */
export function placeOf({ place, time, points }) {
  return placeWords(place, points === "" ? time !== "out" : points !== "0");
}

export class Drawing {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {CSSStyleDeclaration} style in which the tokens of the theme are
   * @param {boolean} isContrast
   */
  constructor(canvas, style, isContrast) {
    this.canvas = canvas;
    this.ink = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.isContrast = isContrast;
    /** @param {string} name */
    this.token = (name) => style.getPropertyValue(`--${name}`).trim();
  }

  /** @param {Picture} picture */
  draw(picture) {
    const { canvas, ink } = this;
    canvas.width = width;
    canvas.height = heightOf(picture);
    ink.fillStyle = this.token("page") || this.token("bg");
    ink.fillRect(0, 0, width, canvas.height);
    this.head(picture);
    this.podium(picture);
    this.track(picture);
    this.text(picture.host, margin, canvas.height - 34, { size: 24, colour: this.token("muted"), space: 600 });
    this.chequer(width - margin - 96, canvas.height - 50, 96, 16, this.token("ink"), this.token("page") || this.token("bg"));
  }

  // Parts

  /** @param {Picture} picture */
  head({ title, sub, date }) {
    const muted = this.token("muted");
    this.sign(margin, 48, 56);
    this.text("tilerace", margin + 72, 91, { size: 42, weight: 800, spacing: -1.6 });
    this.text(date, width - margin, 88, { size: 24, colour: muted, align: "right" });
    this.text(title, margin, 182, { size: 54, weight: 800, spacing: -1, space: width - 2 * margin });
    this.text(sub, margin, 226, { size: 26, colour: muted, space: width - 2 * margin });
  }

  /** @param {Picture} picture */
  podium({ first }) {
    const { ink } = this;
    const base = top.podium + top.podiumHeight;
    const count = Math.max(3, first.length);
    const wide = (width - 2 * margin - 16 * (count - 1)) / count;
    first.forEach(({ name, pseudonym, place, said }, index) => {
      const left = margin + (byEye(index, first.length) - 1) * (wide + 16);
      const high = [252, 172, 112][Math.min(place, 3) - 1] ?? 112;
      ink.fillStyle = this.token(place === 1 ? "accent" : "well");
      this.rounded(left, base - high, wide, high, 18, 0);
      if (this.isContrast) this.outline();
      this.text(String(place), left + wide / 2, base - high / 2 + (place === 1 ? 34 : 24),
        { size: place === 1 ? 96 : 64, weight: 800, align: "center", colour: this.token(place === 1 ? "on-accent" : "ink") });
      this.text(name, left + wide / 2, base - high - 54, { size: place === 1 ? 36 : 30, least: 13, weight: 700, align: "center", space: wide - 8, pseudonym });
      this.text(said, left + wide / 2, base - high - 18, { size: 24, colour: this.token("muted"), align: "center", space: wide });
    });
    this.chequer(margin, base, width - 2 * margin, 16, this.token("ink"), this.token("page") || this.token("bg"));
  }

  outline() {
    this.ink.lineWidth = 3;
    this.ink.strokeStyle = this.token("line");
    this.ink.stroke();
  }

  /** @param {Picture} picture */
  track(picture) {
    const { ink } = this;
    const { lanes, rows } = picture;
    const high = trackHeight(lanes.length);
    ink.fillStyle = this.token("track");
    ink.fillRect(0, trackTop, width, high);
    const hasPoints = lanes.some(({ points }) => points);
    const box = { left: 330, right: hasPoints ? 790 : 866, line: 16 };
    const muted = { size: 20, colour: this.token("track-muted") };
    const each = (box.right - box.left) / rows;
    for (let row = 0; row < rows && !picture.isRuns; row += 1)
      this.text(String(row + 1), box.left + (row + 0.5) * each, trackTop + 28, { ...muted, align: "center" });
    this.text(picture.caption, 102, trackTop + 28, { ...muted, space: box.left - 102 });
    if (hasPoints) this.text(words.points, width - margin / 2, trackTop + 28, { ...muted, align: "right" });
    const shown = shownOf(lanes);
    shown.forEach((lane, index) => this.lane(lane, trackTop + 40 + index * laneHeight, picture, { ...box, each }, hasPoints));
    if (!picture.isRuns)
      this.chequer(box.right, trackTop + 40, box.line, shown.length * laneHeight, "#FFFFFF", "#000000");
    if (lanes.length > most) this.text(words.more(lanes.length - most), 100, trackTop + 40 + most * laneHeight + 32, { ...muted, size: 22 });
  }

  /**
   * @param {PictureLane} lane
   * @param {number} y
   * @param {Picture} picture
   * @param {{ left: number, right: number, line: number, each: number }} box
   * @param {boolean} hasPoints
   */
  lane({ place, name, pseudonym, you, marks, isHome, time, points }, y, picture, { left, right, line, each }, hasPoints) {
    const { ink } = this;
    const { isRuns, lanes, length, rows } = picture;
    const colour = this.token(you ? "you" : "track-ink");
    ink.fillStyle = this.token("chalk");
    ink.fillRect(0, y, width, 1);
    if (you) {
      ink.fillStyle = colour;
      ink.fillRect(0, y + 1, 6, laneHeight - 1);
    }
    this.text(placeOf({ place, time, points }), 84, y + 40, { size: 30, weight: 800, colour: you ? colour : this.token(isHome ? "track-ink" : "track-muted"), align: "right" });
    this.text(name, 102, y + 39, { size: 26, colour, space: left - 102 - 18, pseudonym });
    const high = laneHeight - 14;
    const colourOf = (/** @type {boolean} */ isIn) => this.token(isIn ? "track-ink" : "track-muted");
    if (isRuns) {
      // A longer run has more letters in this picture, too.
      const most = Math.max(...lanes.map((lane) => lane.marks.join("").length + lane.marks.length / 2));
      this.run(marks, Math.min(14, (right - left) / most), left, y + 14, high - 12);
      this.text(time, hasPoints ? 930 : width - margin / 2, y + 39, { size: 26, weight: 700, align: "right", colour: colourOf(isHome) });
      if (hasPoints) this.text(points, width - margin / 2, y + 39, { size: 28, weight: 800, align: "right", colour: colourOf(true) });
      return;
    }
    const columns = isHome ? marks.slice(0, -1) : marks;
    columns.forEach((one, index) => this.column(one, left + index * each, y + 8, each - 6, high));
    const rest = left + columns.length * each;
    if (isHome) {
      const fade = ink.createLinearGradient(rest, 0, right, 0);
      fade.addColorStop(0.04, "transparent");
      fade.addColorStop(1, this.token("cell-correct") + "80");
      ink.fillStyle = fade;
      for (let letter = 0; letter < length; letter += 1) ink.fillRect(rest, y + 8 + (letter * high) / length, right - rest, high / length - 2);
      this.column("2".repeat(length), right + line, y + 8, 14, high);
    } else {
      ink.fillStyle = this.token("cell-empty");
      for (let row = columns.length; row < rows; row += 1) ink.fillRect(left + row * each, y + 8, each - 6, high);
    }
    this.text(time, hasPoints ? 930 : width - margin / 2, y + 39, { size: 26, weight: 700, align: "right", colour: this.token(isHome ? "track-ink" : "track-muted") });
    if (hasPoints) this.text(points, width - margin / 2, y + 39, { size: 28, weight: 800, align: "right", colour: this.token("track-ink") });
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
      ink.fillStyle = ink.strokeStyle = this.token(isWhole ? "cell-present" : "cell-correct");
      const wide = marks.length * letter;
      // Hollow in high contrast, as on the page.
      if (this.isContrast && isWhole) {
        ink.lineWidth = 2;
        ink.strokeRect(at + 1, y + 1, wide - 2, high - 2);
      } else ink.fillRect(at, y, wide, high);
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
      ink.fillStyle = ink.strokeStyle = this.token(["cell-absent", "cell-present", "cell-correct"][Number(mark)] ?? "cell-empty");
      const place = /** @type {const} */ ([x, y + index * cell, wide, cell - 2]);
      // High contrast has shapes, as on the page: present is hollow, absent a hairline.
      if (this.isContrast && mark === "0") ink.fillRect(x + wide / 4, y + (index + 0.5) * cell - 1.5, wide / 2, 2);
      else if (this.isContrast && mark === "1") {
        ink.lineWidth = 2;
        ink.strokeRect(place[0] + 1, place[1] + 1, place[2] - 2, place[3] - 2);
      } else ink.fillRect(...place);
    });
  }

  // Strokes

  /**
   * A line of text that is cut at its end, between two characters as people count them, where it has no room; first it
   * becomes smaller, down to `least`.
   * @param {string} words
   * @param {number} x
   * @param {number} y of the base line
   * @param {{ size: number, least?: number, weight?: number, colour?: string, align?: CanvasTextAlign, space?: number, spacing?: number, pseudonym?: boolean }} look
   */
  text(words, x, y, { size: wanted, least = wanted, weight = 600, colour = this.token("ink"), align = "left", space = Infinity, spacing = 0, pseudonym = false }) {
    const { ink } = this;
    ink.font = `${weight} ${wanted}px ${family}`;
    const room = space / (ink.measureText(words).width + (pseudonym ? wanted * 1.3 : 0));
    const size = Math.max(least, wanted * Math.min(1, room));
    ink.font = `${weight} ${size}px ${family}`;
    /** @type {any} */ (ink).letterSpacing = `${spacing}px`; // Where the browser knows of it.
    ink.direction = rightToLeft.test(words) ? "rtl" : "ltr";
    ink.textAlign = align;
    ink.fillStyle = colour;
    const mask = pseudonym ? size * 1.3 : 0;
    const shown = cut(words, space - mask, (one) => ink.measureText(one).width);
    const wide = ink.measureText(shown).width;
    const start = align === "center" ? x + mask / 2 : align === "left" ? x + mask : x;
    ink.fillText(shown, start, y);
    if (mask) this.mask(align === "center" ? x - (wide + mask) / 2 : align === "left" ? x : x - wide - mask, y - size * 0.86, size * 1.05, colour);
    ink.direction = "ltr";
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {string} colour
   */
  mask(x, y, size, colour) {
    const { ink } = this;
    ink.save();
    ink.translate(x, y);
    ink.scale(size / 24, size / 24);
    ink.strokeStyle = colour;
    ink.lineWidth = 2;
    ink.lineJoin = ink.lineCap = "round";
    ink.stroke(new Path2D(strokes.mask));
    ink.restore();
  }

  /**
   * The sign, as elements.js draws it.
   * @param {number} x
   * @param {number} y
   * @param {number} size
   */
  sign(x, y, size) {
    const { ink } = this;
    ink.save();
    ink.translate(x, y);
    ink.scale(size / 28, size / 28);
    ink.fillStyle = this.token("accent");
    this.rounded(0, 0, 28, 28, 7);
    ink.fillStyle = this.token("on-accent");
    for (const [left = 0, above = 0, wide = 0, high = 0] of [[10, 6, 9.5, 2.4], [6, 9.7, 13, 2.4], [12.5, 13.4, 6.5, 2.4], [8, 17.1, 11, 2.4], [4.5, 20.8, 14.5, 2.4], [20.5, 5.5, 2.2, 18]]) {
      this.rounded(left, above, wide, high, 0.9);
    }
    ink.restore();
  }

  /**
   * A filled box with round corners.
   * @param {number} x
   * @param {number} y
   * @param {number} wide
   * @param {number} high
   * @param {number} round radius of the upper corners
   * @param {number} [below] of the lower ones
   */
  rounded(x, y, wide, high, round, below = round) {
    const { ink } = this;
    ink.beginPath();
    ink.moveTo(x + round, y);
    ink.arcTo(x + wide, y, x + wide, y + high, round);
    ink.arcTo(x + wide, y + high, x, y + high, below);
    ink.arcTo(x, y + high, x, y, below);
    ink.arcTo(x, y, x + wide, y, round);
    ink.closePath();
    ink.fill();
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} wide
   * @param {number} high
   * @param {string} dark
   * @param {string} light
   */
  chequer(x, y, wide, high, dark, light) {
    const { ink } = this;
    const size = 8;
    ink.fillStyle = light;
    ink.fillRect(x, y, wide, high);
    ink.fillStyle = dark;
    for (let row = 0; row * size < high; row += 1) {
      for (let column = row % 2; column * size < wide; column += 2) {
        ink.fillRect(x + column * size, y + row * size, Math.min(size, wide - column * size), Math.min(size, high - row * size));
      }
    }
  }
}

/**
 * As much of the words as there is room for, with an ellipsis where some are missing.
 * @param {string} words
 * @param {number} space
 * @param {(words: string) => number} measure
 */
export function cut(words, space, measure) {
  if (measure(words) <= space) return words;
  const whole = [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(words)].map(({ segment }) => segment);
  while (whole.length > 0 && measure(`${whole.join("").trimEnd()}…`) > space) whole.pop();
  return `${whole.join("").trimEnd()}…`;
}
