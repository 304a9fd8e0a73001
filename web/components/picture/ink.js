// Ink on a canvas, in the colours of the page's theme: text that is cut where it has no room, boxes, the chequer, the
// sign. What is drawn with it is said elsewhere.

import { strokes } from "../elements/icons.js";

const family = "Sora, ui-rounded, system-ui, sans-serif";
const rightToLeft = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** @type {[number, number, number, number][]} the bars of the sign: left, top, width and height */
const bars = [
  [10, 6, 9.5, 2.4], [6, 9.7, 13, 2.4], [12.5, 13.4, 6.5, 2.4], [8, 17.1, 11, 2.4], [4.5, 20.8, 14.5, 2.4],
  [20.5, 5.5, 2.2, 18],
];

/**
 * @typedef {object} Look of a text
 * @property {number} size px
 * @property {number} [least] px that it may become smaller to
 * @property {number} [weight]
 * @property {string} [colour]
 * @property {CanvasTextAlign} [align]
 * @property {number} [space] px that it has
 * @property {number} [spacing] px between letters
 * @property {boolean} [pseudonym] whether a mask stands before it
 */

export class Ink {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {CSSStyleDeclaration} style in which the tokens of the theme are
   */
  constructor(canvas, style) {
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.style = style;
  }

  /**
   * A colour of the theme.
   * @param {string} name
   */
  token(name) {
    return this.style.getPropertyValue(`--${name}`).trim();
  }

  /**
   * A line of text that is cut at its end, between two characters as people count them, where it has no room; first it
   * becomes smaller, down to `least`.
   * @param {string} words
   * @param {number} x
   * @param {number} y of the base line
   * @param {Look} look
   */
  text(words, x, y, look) {
    const { size: wanted, least = wanted, weight = 600, colour = this.token("ink"), align = "left" } = look;
    const { space = Infinity, spacing = 0, pseudonym = false } = look;
    const { context: ink } = this;
    ink.font = `${weight} ${wanted}px ${family}`;
    const room = space / (ink.measureText(words).width + (pseudonym ? wanted * 1.3 : 0));
    const size = Math.max(least, wanted * Math.min(1, room));
    ink.font = `${weight} ${size}px ${family}`;
    // Where the browser knows of it.
    /** @type {any} */ (ink).letterSpacing = `${spacing}px`;
    ink.direction = rightToLeft.test(words) ? "rtl" : "ltr";
    ink.textAlign = align;
    ink.fillStyle = colour;
    const mask = pseudonym ? size * 1.3 : 0;
    const shown = cut(words, space - mask, (one) => ink.measureText(one).width);
    const wide = ink.measureText(shown).width;
    const start = align === "center" ? x + mask / 2 : align === "left" ? x + mask : x;
    ink.fillText(shown, start, y);
    const left = align === "center" ? x - (wide + mask) / 2 : align === "left" ? x : x - wide - mask;
    if (mask) this.mask(left, y - size * 0.86, size * 1.05, colour);
    ink.direction = "ltr";
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {string} colour
   */
  mask(x, y, size, colour) {
    const { context: ink } = this;
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
    const { context: ink } = this;
    ink.save();
    ink.translate(x, y);
    ink.scale(size / 28, size / 28);
    this.rounded(0, 0, 28, 28, this.token("accent"), 7);
    for (const [left, above, wide, high] of bars) this.rounded(left, above, wide, high, this.token("on-accent"), 0.9);
    ink.restore();
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} wide
   * @param {number} high
   * @param {string | CanvasGradient} colour
   */
  fill(x, y, wide, high, colour) {
    this.context.fillStyle = colour;
    this.context.fillRect(x, y, wide, high);
  }

  /**
   * A box of which only the edge is drawn.
   * @param {number} x
   * @param {number} y
   * @param {number} wide
   * @param {number} high
   * @param {string} colour
   */
  hollow(x, y, wide, high, colour) {
    this.context.lineWidth = 2;
    this.context.strokeStyle = colour;
    this.context.strokeRect(x + 1, y + 1, wide - 2, high - 2);
  }

  /** The line of high contrast around the box that was filled last. */
  outline() {
    this.context.lineWidth = 3;
    this.context.strokeStyle = this.token("line");
    this.context.stroke();
  }

  /**
   * A filled box with round corners.
   * @param {number} x
   * @param {number} y
   * @param {number} wide
   * @param {number} high
   * @param {string} colour
   * @param {number} round radius of the upper corners
   * @param {number} [below] of the lower ones
   */
  rounded(x, y, wide, high, colour, round, below = round) {
    const { context: ink } = this;
    ink.beginPath();
    ink.moveTo(x + round, y);
    ink.arcTo(x + wide, y, x + wide, y + high, round);
    ink.arcTo(x + wide, y + high, x, y + high, below);
    ink.arcTo(x, y + high, x, y, below);
    ink.arcTo(x, y, x + wide, y, round);
    ink.closePath();
    ink.fillStyle = colour;
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
    const { context: ink } = this;
    const size = 8;
    ink.fillStyle = light;
    ink.fillRect(x, y, wide, high);
    ink.fillStyle = dark;
    for (let row = 0; row * size < high; row += 1) {
      for (let column = row % 2; column * size < wide; column += 2) {
        const [left, above] = [column * size, row * size];
        ink.fillRect(x + left, y + above, Math.min(size, wide - left), Math.min(size, high - above));
      }
    }
  }
}

/**
 * The part of the words for which there is room, with an ellipsis where some are missing.
 * @param {string} words
 * @param {number} space
 * @param {(words: string) => number} measure
 */
export function cut(words, space, measure) {
  if (measure(words) <= space) return words;
  const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(words);
  const whole = [...segments].map(({ segment }) => segment);
  while (whole.length > 0 && measure(`${whole.join("").trimEnd()}…`) > space) whole.pop();
  return `${whole.join("").trimEnd()}…`;
}
