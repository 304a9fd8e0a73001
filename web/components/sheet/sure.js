// A second press for what cannot be taken back.

import { el } from "../elements/elements.js";

/** ms within which a second press is the second half of a double click, and answers nothing. */
const pause = 500;

/**
 * A button for what cannot be taken back: the first press asks, the second does it.
 * @param {string} key
 * @param {string} text
 * @param {string} label
 * @param {() => unknown} act
 * @param {string} [kind] more classes
 */
export function sure(key, text, label, act, kind = "small-button") {
  const button = el("button", { type: "button", class: `button ${kind}`, "data-key": key, "aria-label": label, text });
  let isAsking = false;
  let askedAt = 0;
  const rest = () => {
    isAsking = false;
    button.textContent = text;
    button.setAttribute("aria-label", label);
    button.classList.remove("asking");
  };
  button.addEventListener("click", () => {
    if (isAsking && performance.now() - askedAt < pause) return;
    if (isAsking) {
      rest();
      return void act();
    }
    isAsking = true;
    askedAt = performance.now();
    button.textContent = "Sure?";
    button.setAttribute("aria-label", `${label}: sure? Press again`);
    button.classList.add("asking");
    setTimeout(rest, 4000);
  });
  button.addEventListener("keydown", (event) => void (event.repeat && event.preventDefault())); // A key that is held is one press.
  button.addEventListener("blur", rest);
  return button;
}
