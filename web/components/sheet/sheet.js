// A sheet from below, on a native dialog: focus stays in it, Escape and the backdrop close it, focus goes back after it.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";

/**
 * @typedef {object} Sheet
 * @property {HTMLDialogElement} dialog
 * @property {HTMLElement} body
 * @property {AbortSignal} closed
 * @property {() => void} close
 *
 * @typedef {(app: import("../../main.js").App, sheet: Sheet, props: any) => void} Content fills `sheet.body`
 */

/**
 * @param {import("../../main.js").App} app
 * @param {Content} content
 * @param {object} props
 * @param {string[]} [styles] what it needs besides
 */
export async function openSheet(app, content, props, styles = []) {
  await app.preload(["/components/sheet/sheet.css", ...styles]);
  for (const open of document.querySelectorAll("dialog")) open.close();
  const body = el("div", { class: "sheet-body", tabindex: "-1" });
  /** @type {HTMLDialogElement} */
  const dialog = el("dialog", { class: "sheet" },
    el("div", { class: "grip", "aria-hidden": "true" }),
    el("button", { type: "button", class: "icon-button sheet-close", "aria-label": "Close", on: { click: () => dialog.close() } }, icon("close")),
    body);
  const stop = new AbortController();
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    stop.abort();
    // The toast may be showing in here; it outlives the sheet.
    document.body.append(app.toast);
    dialog.remove();
  });
  content(app, { dialog, body, closed: stop.signal, close: () => dialog.close() }, props);
  const heading = body.querySelector("h2");
  if (heading) {
    heading.id ||= "sheet-title";
    dialog.setAttribute("aria-labelledby", heading.id);
  }
  document.body.append(dialog);
  dialog.showModal();
  body.focus(); // The words first: a sheet is read before it is closed.
  body.scrollTop = 0;
}
