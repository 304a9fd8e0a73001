// A second press for what cannot be taken back.

import { el } from "../elements/elements.js";
import { sure as words } from "../../wording.js";

/** ms within which a second press is the second half of a double click, and answers nothing. */
const pause = 500;

/**
 * A button for what cannot be taken back: the first press asks, the second does it.
 * @param {string} key
 * @param {string} text
 * @param {string | (() => string)} label what it does, in full: that is asked
 * @param {() => unknown} act
 * @param {string} [kind] more classes
 */
export function sure(key, text, label, act, kind = "small-button") {
  const whole = () => (typeof label === "string" ? label : label());
  const button = el("button", {
    type: "button",
    class: `button ${kind}`,
    "data-key": key,
    "aria-label": whole(),
    text,
  });
  let isAsking = false;
  let askedAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const rest = () => {
    clearTimeout(timer);
    isAsking = false;
    button.textContent = text;
    button.setAttribute("aria-label", whole());
    button.classList.remove("asking");
    hold(button, false);
  };
  button.addEventListener("click", () => {
    if (isAsking && performance.now() - askedAt < pause) return;
    if (isAsking) {
      rest();
      return void act();
    }
    isAsking = true;
    askedAt = performance.now();
    hold(button, true);
    button.textContent = words.question(whole());
    button.setAttribute("aria-label", words.again(whole()));
    button.classList.add("asking");
    // A name without a space is broken where the line ends.
    button.classList.toggle("unbroken", /\S{16}/.test(whole()));
    timer = setTimeout(rest, 4000);
  });
  // A key that is held is one press.
  button.addEventListener("keydown", (event) => void (event.repeat && event.preventDefault()));
  button.addEventListener("blur", rest);
  return button;
}

/**
 * Beside others a question takes the place of all of them, which stays as it is: what is asked stands under the pointer
 * that asked.
 * @param {HTMLElement} button
 * @param {boolean} isAsking
 */
function hold({ parentElement: place }, isAsking) {
  if (!place?.matches(".seat-actions")) return;
  place.style.minWidth = isAsking ? `${place.offsetWidth}px` : "";
  place.style.minHeight = isAsking ? `${place.offsetHeight}px` : "";
}
