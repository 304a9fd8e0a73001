// Sharing, by the best way this browser has: the system's sheet, the clipboard, or text to select by hand. Where the
// codes of rooms are hidden, only by ways that show nothing.

import { el } from "../elements/elements.js";
import { sharing as words } from "../../wording/results.js";

/**
 * @param {import("../../main.js").App} app
 * @param {{ title: string, text: string, url: string }} what
 * @returns {Promise<void>}
 */
export async function share(app, { title, text, url }) {
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const isQuiet = app.isCodeHidden && /\/(room|replay)\//.test(url);
  if (isTouch && !isQuiet && typeof navigator.share === "function") {
    try {
      await navigator.share(text ? { text } : { title, url });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  const whole = text || url;
  const isLocal = app.reachable.reach === "local" && whole.includes(app.reachable.url);
  const said = isLocal
    ? words.copiedLocal
    : text
      ? words.copied
      : words.link;
  try {
    // Missing on plain HTTP, the usual self-host.
    await navigator.clipboard.writeText(whole);
    app.say(said);
  } catch {
    if (copiedUnseen(whole)) app.say(said);
    else if (!isQuiet) await app.sheet(async () => ({ content: selectable }), { title, whole });
    else app.say(words.cannotUnseen, true);
  }
}

/**
 * The link to a room.
 * @param {import("../../main.js").App} app
 * @param {string} code
 */
export function shareRoom(app, code) {
  return share(app, { title: words.room, text: "", url: `${app.reachable.url}/room/${code}` });
}

/**
 * A text to share, with a link below.
 * @param {string} text
 * @param {string} link
 */
export function shareText(text, link) {
  return `${text.trimEnd()}\n${link}`;
}

/**
 * Copies by the old way, from a field that nobody sees.
 * @param {string} whole
 */
function copiedUnseen(whole) {
  const held = document.activeElement;
  const dialogs = document.querySelectorAll("dialog[open]");
  const field = el("textarea", { class: "spoken", "aria-hidden": "true", readonly: true });
  field.value = whole;
  (dialogs[dialogs.length - 1] ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (held instanceof HTMLElement) held.focus();
  return isCopied;
}

/** @type {import("../sheet/sheet.js").Content} */
function selectable(app, sheet, { title, whole }) {
  const area = el("textarea", {
    class: "share-text",
    readonly: true,
    "aria-label": words.text,
    rows: String(whole.split("\n").length + 1),
  });
  area.value = whole;
  area.addEventListener("focus", () => area.select());
  sheet.body.append(el("h2", { text: title }), area,
    el("p", { class: "small", text: words.byHand }));
  setTimeout(() => area.focus());
}
