// Sharing, by the best way this browser has: the system's sheet, the clipboard, or text to select by hand.

import { el } from "../elements/elements.js";

/**
 * @param {import("../../main.js").App} app
 * @param {{ title: string, text: string, url: string }} what
 * @returns {Promise<void>}
 */
export async function share(app, { title, text, url }) {
  const isTouch = matchMedia("(pointer: coarse)").matches;
  if (isTouch && typeof navigator.share === "function") {
    try {
      await navigator.share(text ? { text } : { title, url });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  const whole = text || url;
  try {
    await navigator.clipboard.writeText(whole); // Missing on plain HTTP, the usual self-host.
    app.say(text ? "Copied. Paste it where your friends are" : "Link copied");
  } catch {
    await app.sheetWith(selectable, { title, whole });
  }
}

/** @type {import("../sheet/sheet.js").Content} */
function selectable(app, sheet, { title, whole }) {
  const area = el("textarea", { class: "share-text", readonly: true, "aria-label": "Text to copy", rows: String(whole.split("\n").length + 1) });
  area.value = whole;
  area.addEventListener("focus", () => area.select());
  sheet.body.append(el("h2", { text: title }), area,
    el("p", { class: "small", text: "Select the text and copy it: this connection gives pages no clipboard." }));
  setTimeout(() => area.focus());
}
