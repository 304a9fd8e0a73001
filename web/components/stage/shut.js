// The page of a stage that has nothing to show: a whole page with lanes that say the same as its words, as at the door
// of a room; on an overlay a card in its corner.

import { el, sign } from "../elements/elements.js";
import { shut as words, shutStage } from "../../wording/refusals.js";

/** @typedef {import("../../main.js").App} App */

/** @type {Record<string, string>} what is drawn by the door */
const drawnFor = { no_such_room: "empty", new_code: "empty", kicked: "out", closed: "over" };

/**
 * @param {App} app
 * @param {string} reason
 * @param {string} title
 * @param {boolean} isOverlay
 */
export function deadEnd(app, reason, title, isOverlay) {
  const isLost = reason === "no_such_room" || reason === "new_code";
  // On a stream nobody presses anything: whoever set it up reads what to do.
  if (isOverlay)
    return card(title, isLost ? el("p", { text: shutStage.overlay }) : null);
  return whole(app, drawnFor[reason] ?? "out", title, shutStage.below[reason] ?? "", null, isLost);
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
    "aria-label": words.password,
    maxlength: "64",
    autocomplete: "off",
    "aria-invalid": String(isWrong),
  });
  const form = el(
    "form",
    { class: "stage-way-in" },
    input,
    el("button", { type: "submit", class: "button accent", text: words.goIn }),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value) enter(input.value);
  });
  const [title = "", text = ""] = isWrong ? shutStage.wrong : [words.behind, words.whoKnows];
  if (isOverlay) return card(title, form);
  return whole(app, "locked", title, text, form);
}

/**
 * Asks for the room again, as nobody presses anything on a wall. Many stages may have been refused at one instant: they
 * do not all come back at the next one.
 * @param {import("./stage.js").StageView} view
 * @param {string} [password]
 */
export function watchSoon(view, password) {
  const again = () => {
    if (!view.stop.signal.aborted && view.store.wanted.get(view.code) !== "watch") void view.watch(password);
  };
  setTimeout(again, Math.random() * 500);
}

/**
 * @param {string} title
 * @param {Node | null} more
 */
function card(title, more) {
  return el("div", { class: "stage-word" }, sign(), el("h2", { text: title }), more);
}

const looks = { form: "stage-way-in", field: "stage-field", button: "button accent" };

/**
 * @param {App} app
 * @param {string} drawn
 * @param {string} title
 * @param {string} text
 * @param {Node | null} form
 * @param {boolean} [isCodeAsked] whether the form of the door for another code stands there
 */
function whole(app, drawn, title, text, form, isCodeAsked = false) {
  // Nobody who has just opened the page is sent to the middle of it.
  const isMoved = document.activeElement !== document.body;
  const heading = el("h2", { text: title, tabindex: "-1" });
  const home = el("a", { class: form ? "button" : "button accent large", href: "/" }, words.home);
  const page = el(
    "div",
    { class: "stage-word stage-shut", hidden: true },
    heading,
    text ? el("p", { text }) : null,
    form,
    home,
  );
  const dressed = Promise.all([import("../door/shut.js"), app.preload(["/components/door/door.css"])]);
  // Without its picture it says the same, and leads home.
  void dressed.then(([{ codeForm, picture }]) => {
    page.prepend(picture(drawn));
    if (!isCodeAsked) return;
    home.className = "button";
    home.before(codeForm(app, "stage", looks));
  }).catch(() => app.partLost()).finally(() => {
    page.hidden = false;
    // What had the focus may have gone with the race, or be hidden.
    const held = document.activeElement;
    const isLost = isMoved && (held === document.body || held?.getClientRects().length === 0);
    const next = page.querySelector("input") ?? (isLost ? heading : null);
    next?.focus({ preventScroll: true });
    // Whoever looked on from elsewhere hears it as well.
    if (next !== heading && page.isConnected) app.read(title);
  });
  return page;
}
