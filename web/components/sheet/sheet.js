// A sheet from below, on a native dialog: focus stays in it; Escape, the backdrop, Back and a swipe down close it;
// focus goes back after it, or to where a race is.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { swipeable } from "./swipe.js";
import { sheet as words } from "../../wording.js";

/**
 * @typedef {object} Sheet
 * @property {HTMLDialogElement} dialog
 * @property {HTMLElement} body
 * @property {AbortSignal} closed
 * @property {() => void} close
 *
 * @typedef {(app: import("../../main.js").App, sheet: Sheet, props: any) => void} Content fills `sheet.body`
 */

/** @type {AbortController | null} ends what the open sheet has asked for */
let opened = null;
/** Ends when the entry that a closed sheet had in the history is gone: until then no other one can be made. */
let gone = Promise.resolve();
/** @type {(() => void) | null} while that is under way */
let wentBack = null;
/** The visit on which the sheet was opened: while another view is on its way, Back is not the sheet's any more. */
let visit = 0;
/**
 * After Back, or after the entry of a closed sheet was taken off: whether that was all.
 * @param {import("../../main.js").App} app
 */
function wasOfSheet(app) {
  const open = document.querySelector("dialog.sheet[open]");
  if (wentBack) wentBack();
  else if (open instanceof HTMLDialogElement && visit === app.visit) open.close();
  else return false;
  // The room may have got another code meanwhile.
  app.settle(app.stands);
  return true;
}

/** Takes the entry of a sheet that was closed by other ways than Back off the history. */
function takeBack() {
  gone = new Promise((resolve) => {
    const done = () => {
      wentBack = null;
      resolve();
    };
    wentBack = done;
    // A browser that does not go back keeps nobody from the next sheet.
    setTimeout(() => wentBack === done && done(), 1000);
    history.back();
  });
}

/**
 * @param {import("../../main.js").App} app
 * @param {Content} content
 * @param {Record<string, any>} props `code` of a room follows when its host changes it
 * @param {string[]} [styles] what it needs besides
 * @param {() => boolean} [isWanted] whether it is still to be shown when everything is here
 */
export async function openSheet(app, content, props, styles = [], isWanted = () => true) {
  await Promise.all([app.preload(["/components/sheet/sheet.css", ...styles]), gone]);
  if (!isWanted()) return;
  // At once: the event of a dialog that closes comes with the next frame, and on a slow device what the sheet before
  // takes back then would be what this one has asked for meanwhile.
  opened?.abort();
  for (const open of document.querySelectorAll("dialog")) open.close();
  visit = app.visit;
  app.onBack(() => wasOfSheet(app));
  const body = el("div", { class: "sheet-body", tabindex: "-1" });
  /** @type {HTMLDialogElement} */
  const dialog = el(
    "dialog",
    { class: "sheet" },
    el("div", { class: "grip", "aria-hidden": "true" }),
    el(
      "button",
      {
        type: "button",
        class: "icon-button sheet-close",
        "aria-label": words.close,
        on: { click: () => dialog.close() },
      },
      icon("close"),
    ),
    body,
  );
  const stop = new AbortController();
  opened = stop;
  // A click counts as outside where it began there too: it may end what selects the text of a field.
  let isBegunOutside = false;
  dialog.addEventListener("pointerdown", (event) => {
    isBegunOutside = event.target === dialog;
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog && isBegunOutside) dialog.close();
  });
  dialog.addEventListener("close", () => {
    stop.abort();
    // What is said outlives the sheet, and goes on in the one that follows.
    const place = document.querySelector("dialog[open]") ?? document.body;
    for (const said of [app.toast, app.reader]) if (dialog.contains(said)) place.append(said);
    dialog.remove();
    app.view?.takeFocus?.();
    // A sheet that follows has the entry of this one.
    if (history.state?.sheet && !document.querySelector("dialog.sheet[open]")) takeBack();
  });
  // What unfolds below the edge is what somebody wants to read.
  dialog.addEventListener("toggle", ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.open) target.scrollIntoView({ block: "nearest" });
  }, { capture: true });
  swipeable(dialog, body);
  // Before the content listens to the same.
  app.store.addEventListener("code", (event) => {
    const { from, code } = /** @type {CustomEvent} */ (event).detail;
    if (props.code === from) props.code = code;
  }, { signal: stop.signal });
  content(app, { dialog, body, closed: stop.signal, close: () => dialog.close() }, props);
  const heading = body.querySelector("h2");
  if (heading) {
    heading.id ||= "sheet-title";
    dialog.setAttribute("aria-labelledby", heading.id);
  }
  document.body.append(dialog);
  if (!history.state?.sheet) history.pushState({ ...history.state, sheet: true }, "");
  // What is outside of a modal dialog, screen readers do not hear.
  dialog.append(app.reader);
  dialog.showModal();
  // The words first: a sheet is read before it is closed.
  body.focus({ preventScroll: true });
  body.scrollTop = 0;
}
