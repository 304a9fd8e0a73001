// The word in hand and the tiles below it: pressed, dragged, shuffled. A press acts at once, as it comes down; when the
// pointer then moves, the same tile is dragged on.

import { el, setLabel, setText } from "../elements/elements.js";
import { board as words } from "./wording.js";
import { placeAt } from "./tray.js";

/** px that a pointer moves before a press becomes a drag. */
const slip = 8;
/** px above the hand in which a tile is still dropped into it: a finger covers what it drags. */
const above = 40;
/** ms in which shuffled tiles move to their places. */
const moving = 200;

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @typedef {object} Grip a pointer that is down on a tile
 * @property {number} tile
 * @property {number} x where it came down
 * @property {number} y
 * @property {number[]} before the hand as it was then
 * @property {boolean} isPress whether the press has acted already
 * @property {HTMLElement | null} ghost the tile under the pointer, once it is dragged
 */

export class Rack {
  /**
   * @param {import("./tray.js").Tray} tray
   * @param {object} desk
   * @param {() => boolean} desk.isPlaying
   * @param {(act: () => void) => void} desk.add does what adds a letter to the word in hand
   * @param {(act: () => void) => void} desk.change does what changes it otherwise
   */
  constructor(tray, desk) {
    this.tray = tray;
    this.desk = desk;
    /** @type {Map<number, Grip>} by pointer */
    this.grips = new Map();
    this.places = tray.letters.map(() => el("span", {}));
    this.buttons = tray.letters.map((_, tile) => this.button(tile));
    this.hand = el("div", { class: "hand", role: "img" }, ...this.places);
    this.tiles = el("div", { class: "tray", role: "group", "aria-label": words.tiles }, ...this.buttons);
    this.hand.addEventListener("pointerdown", (event) => this.holdPlace(event));
    this.stop = new AbortController();
    const { signal } = this.stop;
    document.addEventListener("pointermove", (event) => this.move(event), { signal });
    document.addEventListener("pointerup", (event) => this.drop(event), { signal });
    document.addEventListener("pointercancel", (event) => this.cancel(event.pointerId), { signal });
    window.addEventListener("blur", () => [...this.grips.keys()].forEach((one) => this.cancel(one)), { signal });
  }

  /**
   * Gives the tiles their letters, which they did not have before.
   * @param {import("./tray.js").Tray} tray of as many
   */
  deal(tray) {
    this.tray = tray;
  }

  /** @param {number} tile */
  button(tile) {
    return el("button", {
      type: "button",
      on: {
        // The pointer's press is the tile's press: two thumbs overlap, and a click comes for the first of them only.
        pointerdown: (/** @type {PointerEvent} */ event) => {
          event.preventDefault();
          if (event.button !== 0 || !this.desk.isPlaying()) return;
          const before = [...this.tray.hand];
          this.desk.add(() => this.tray.press(tile));
          this.hold(event, tile, before, true);
        },
        click: (/** @type {MouseEvent} */ event) => {
          if (event.detail === 0) this.desk.add(() => this.tray.press(tile));
        },
      },
    });
  }

  // Dragging

  /** A letter of the word is pressed: it leaves when the pointer comes up, unless it was dragged. */
  holdPlace(/** @type {PointerEvent} */ event) {
    if (event.button !== 0 || !this.desk.isPlaying()) return;
    const { hand } = this.tray;
    const tile = hand[this.places.indexOf(/** @type {HTMLElement} */ (event.target))];
    if (tile === undefined) return;
    event.preventDefault();
    this.hold(event, tile, [...hand], false);
  }

  /**
   * @param {PointerEvent} event
   * @param {number} tile
   * @param {number[]} before
   * @param {boolean} isPress
   */
  hold({ pointerId, clientX, clientY, target }, tile, before, isPress) {
    // A finger holds on to what it came down on, and would send nothing from elsewhere.
    if (target instanceof Element && target.hasPointerCapture(pointerId)) target.releasePointerCapture(pointerId);
    this.grips.set(pointerId, { tile, x: clientX, y: clientY, before, isPress, ghost: null });
  }

  /** @param {PointerEvent} event */
  move({ pointerId, clientX, clientY }) {
    const grip = this.grips.get(pointerId);
    if (!grip) return;
    if (!grip.ghost && Math.hypot(clientX - grip.x, clientY - grip.y) < slip) return;
    if (!this.desk.isPlaying()) return this.cancel(pointerId);
    const tile = this.buttons[grip.tile];
    if (!grip.ghost && tile) {
      const { width, height } = tile.getBoundingClientRect();
      grip.ghost = el("span", { class: "tile typed dragged", "aria-hidden": "true", text: tile.textContent ?? "" });
      Object.assign(grip.ghost.style, { width: `${width}px`, height: `${height}px` });
      document.body.append(grip.ghost);
    }
    grip.ghost?.style.setProperty("translate", `calc(${clientX}px - 50%) calc(${clientY}px - 60%)`);
    const place = this.placeUnder(grip.tile, clientX, clientY);
    const { hand } = this.tray;
    if (place === null ? !this.tray.isInHand(grip.tile) : hand.indexOf(grip.tile) === place) return this.show();
    this.desk.change(() => (place === null ? this.tray.take(grip.tile) : this.tray.put(grip.tile, place)));
  }

  /**
   * @param {number} tile
   * @param {number} x
   * @param {number} y
   * @returns {number | null} null where the hand is not near
   */
  placeUnder(tile, x, y) {
    const box = this.hand.getBoundingClientRect();
    const low = (box.bottom + this.tiles.getBoundingClientRect().top) / 2;
    if (y < box.top - above || y > low || x < box.left - above || x > box.right + above) return null;
    const others = this.tray.hand.filter((one) => one !== tile).length;
    return placeAt(x, box, this.places.length, others);
  }

  /** @param {PointerEvent} event */
  drop({ pointerId }) {
    const grip = this.grips.get(pointerId);
    if (!grip) return;
    this.letGo(pointerId);
    if (!grip.ghost && !grip.isPress) this.desk.change(() => this.tray.take(grip.tile));
    this.show();
  }

  /**
   * The system took the pointer: a drag that it was in the middle of is undone.
   * @param {number} pointerId
   */
  cancel(pointerId) {
    const grip = this.grips.get(pointerId);
    if (!grip) return;
    this.letGo(pointerId);
    if (grip.ghost && this.desk.isPlaying()) this.desk.change(() => (this.tray.hand = grip.before));
    this.show();
  }

  /** @param {number} pointerId */
  letGo(pointerId) {
    this.grips.get(pointerId)?.ghost?.remove();
    this.grips.delete(pointerId);
  }

  // What is shown

  show() {
    const { letters, hand, word } = this.tray;
    const isPlaying = this.desk.isPlaying();
    const dragged = new Set([...this.grips.values()].filter(({ ghost }) => ghost).map(({ tile }) => tile));
    setLabel(this.hand, word ? words.inHand(word.toUpperCase()) : words.noneInHand);
    this.places.forEach((place, at) => {
      const tile = hand[at];
      setText(place, tile === undefined ? "" : (letters[tile]?.toUpperCase() ?? ""));
      const kind = tile !== undefined ? "tile typed" : at === hand.length && isPlaying ? "tile cursor" : "tile";
      place.className = dragged.has(tile ?? -1) ? `${kind} under` : kind;
    });
    this.buttons.forEach((button, tile) => {
      const isInHand = this.tray.isInHand(tile);
      const letter = letters[tile]?.trim().toUpperCase() ?? "";
      setText(button, letter);
      setLabel(button, letter || words.toCome);
      button.className = isInHand || dragged.has(tile) ? "tile used" : letter ? "tile typed" : "tile typed hidden";
      button.setAttribute("aria-pressed", String(isInHand));
    });
    this.order();
  }

  /** Puts the tiles into their order, to which they move. */
  order() {
    const { order } = this.tray;
    const wanted = order.flatMap((tile) => this.buttons[tile] ?? []);
    if (wanted.every((button, place) => this.tiles.children[place] === button)) return;
    const held = document.activeElement;
    const lefts = this.buttons.map((button) => button.getBoundingClientRect().left);
    this.tiles.append(...wanted);
    if (held instanceof HTMLElement && this.tiles.contains(held)) held.focus();
    if (reduced.matches) return;
    this.buttons.forEach((button, tile) => {
      const from = (lefts[tile] ?? 0) - button.getBoundingClientRect().left;
      if (from !== 0)
        button.animate([{ transform: `translateX(${from}px)` }, {}], { duration: moving, easing: "ease-out" });
    });
  }

  shake() {
    this.hand.classList.remove("shake");
    // Reading the layout lets the same animation start again.
    void this.hand.offsetWidth;
    this.hand.classList.add("shake");
  }

  remove() {
    for (const pointer of [...this.grips.keys()]) this.letGo(pointer);
    this.stop.abort();
  }
}
