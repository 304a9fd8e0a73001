// Where a stage has nothing to show: a whole page with lanes that say the same as its words, as at the door of a room;
// on an overlay a card in its corner.

import { el, sign } from "../elements/elements.js";
import { codeFrom, codeLength } from "../../wording.js";

/** @typedef {import("../../main.js").App} App */

/** @type {Record<string, [string, string]>} what is drawn by door.js, and what is said below the heading */
const ends = {
  no_such_room: ["empty", "The host may have changed it, or closed the room."],
  new_code: ["empty", "Ask for it to come back."],
  kicked: ["out", "You can come back when the host lets you in again."],
  closed: ["over", "Thanks for racing."],
};

/**
 * @param {App} app
 * @param {string} reason
 * @param {string} title
 * @param {boolean} isOverlay
 */
export function deadEnd(app, reason, title, isOverlay) {
  const isLost = reason === "no_such_room" || reason === "new_code";
  const [drawn, words = ""] = ends[reason] ?? ["out"];
  // On a stream nobody presses anything: whoever set it up reads what to do.
  if (isOverlay)
    return card(title, isLost ? el("p", { text: "Take the address of the overlay from the room again." }) : null);
  return whole(app, drawn, title, words, isLost ? codeForm(app) : null);
}

/**
 * @param {App} app
 * @param {boolean} isWrong
 * @param {boolean} isOverlay
 * @param {(password: string) => void} enter
 */
export function password(app, isWrong, isOverlay, enter) {
  const input = el("input", {
    class: "stage-field",
    type: "password",
    "aria-label": "Password of the room",
    maxlength: "64",
    autocomplete: "off",
    "aria-invalid": String(isWrong),
  });
  const form = el(
    "form",
    { class: "stage-way-in" },
    input,
    el("button", { type: "submit", class: "button accent", text: "Go in" }),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value) enter(input.value);
  });
  const title = isWrong ? "That is not it" : "Behind a password";
  if (isOverlay) return card(title, form);
  return whole(app, "locked", title, isWrong ? "Capitals count." : "Whoever sent you the code knows it.", form);
}

/**
 * @param {string} title
 * @param {Node | null} more
 */
function card(title, more) {
  return el("div", { class: "stage-word" }, sign(), el("h2", { text: title }), more);
}

/**
 * @param {App} app
 * @param {string} drawn
 * @param {string} title
 * @param {string} words
 * @param {Node | null} form
 */
function whole(app, drawn, title, words, form) {
  const page = el(
    "div",
    { class: "stage-word stage-shut", hidden: true },
    el("h2", { text: title }),
    words ? el("p", { text: words }) : null,
    form,
    el("a", { class: form ? "button" : "button accent large", href: "/" }, "Back home"),
  );
  const dressed = Promise.all([import("../door/door.js"), app.preload(["/components/door/door.css"])]);
  // Without its picture it says the same.
  void dressed.then(([{ picture }]) => page.prepend(picture(drawn))).catch(() => {}).finally(() => {
    page.hidden = false;
    page.querySelector("input")?.focus({ preventScroll: true });
  });
  return page;
}

/**
 * Another code, for who mistyped one.
 * @param {App} app
 */
function codeForm(app) {
  const input = el("input", {
    class: "stage-field",
    type: app.isCodeHidden ? "password" : "text",
    "aria-label": "Another code",
    placeholder: "Another code",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: "200",
    enterkeyhint: "go",
  });
  const button = el("button", { type: "submit", class: "button accent", text: "Go there", disabled: true });
  const form = el("form", { class: "stage-way-in" }, input, button);
  input.addEventListener("input", () => {
    button.disabled = codeFrom(input.value).length < codeLength;
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const code = codeFrom(input.value);
    if (code.length === codeLength) app.go(`/stage/${code}`);
  });
  return form;
}
