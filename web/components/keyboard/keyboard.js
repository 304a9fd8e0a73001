// The on-screen keyboard, and the physical one beside it.

import { el, icon } from "../elements/elements.js";
import { markName } from "../../wording.js";

const rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/** Dispatches `letter` (detail: the letter, lower case), `enter` and `erase`. */
export class Keyboard extends EventTarget {
  constructor() {
    super();
    /** @type {Map<string, HTMLButtonElement>} */
    this.keys = new Map();
    this.element = el("div", { class: "keyboard", role: "group", "aria-label": "Keyboard" },
      ...rows.map((letters, index) => el("div", { class: "key-row" },
        index === 2 && this.key("enter", "Enter", icon("enter")),
        ...[...letters].map((letter) => this.key(letter, letter.toUpperCase(), letter.toUpperCase())),
        index === 2 && this.key("erase", "Erase", icon("back")))));
    this.onKeyDown = this.onKeyDown.bind(this);
    document.addEventListener("keydown", this.onKeyDown);
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {string | Node} face
   */
  key(name, label, face) {
    const button = el("button", { type: "button", class: name.length > 1 ? `key key-${name}` : "key", "aria-label": label },
      face);
    // The pointer's press is the key's press: two thumbs overlap, and a click comes for the first of them only.
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      if (event.button === 0) this.press(name);
    });
    // What is left for `click` is the press by a keyboard or a screen reader, which has no pointer.
    button.addEventListener("click", (event) => {
      if (event.detail === 0) this.press(name);
    });
    this.keys.set(name, button);
    return button;
  }

  /** @param {string} name */
  press(name) {
    if (name === "enter" || name === "erase") this.dispatchEvent(new Event(name));
    else this.dispatchEvent(new CustomEvent("letter", { detail: name }));
  }

  /** @param {KeyboardEvent} event */
  onKeyDown(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input, textarea, dialog, select")) return;
    if (event.key === "Enter") {
      // On a link or another button Enter is theirs; on a key of this keyboard it sends the row and does not click too.
      if (target?.closest("a, button:not(.key), summary") || event.repeat) return;
      event.preventDefault();
      this.press("enter");
    } else if (event.key === "Backspace") {
      event.preventDefault();
      this.press("erase");
    } else {
      const letter = event.key.toLowerCase();
      if (letter.length !== 1 || !this.keys.has(letter)) return;
      // Who types a word is done with the button that has the focus: the Enter at its end must not press that.
      if (target instanceof HTMLElement && target.closest("a, button")) target.blur();
      this.press(letter);
    }
  }

  /** @param {Map<string, number>} states */
  show(states) {
    for (const [name, button] of this.keys) {
      if (name.length > 1) continue;
      const mark = states.get(name);
      if (mark === undefined) delete button.dataset.mark;
      else button.dataset.mark = String(mark);
      button.setAttribute("aria-label", name.toUpperCase() + (mark === undefined ? "" : `, ${markName(String(mark))}`));
    }
  }

  remove() {
    document.removeEventListener("keydown", this.onKeyDown);
    this.element.remove();
  }
}
