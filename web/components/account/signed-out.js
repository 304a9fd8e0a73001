// The server has closed this page's line for good: somebody signed out everywhere, or deleted the player.

import { el } from "../elements/elements.js";
import { ask } from "../../api.js";
import { becomeAnother } from "./identity.js";

/** @param {import("../../main.js").App} app */
export async function signedOut(app) {
  // The device that signed the others out has a new cookie, which may still be on its way.
  for (const wait of [0, 1200]) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const me = await ask("/me").catch(() => null);
    if (!me) continue;
    const isAnother = app.store.player !== null && me.player.id !== app.store.player.id;
    return isAnother ? becomeAnother(app, `You are ${me.player.name} now`) : void await app.store.link.restart();
  }
  const { openSheet } = await import("../sheet/sheet.js");
  await openSheet(app, content, {});
}

/** @type {import("../sheet/sheet.js").Content} */
function content(app, sheet) {
  let isDecided = false;
  // Whoever closes it has chosen nothing, and would be left with a page that does nothing any more.
  sheet.closed.addEventListener("abort", () => void (!isDecided && becomeAnother(app)));
  const decide = (/** @type {string} */ path) => {
    isDecided = true;
    becomeAnother(app, "", path);
  };
  sheet.body.append(el("h2", { text: "Signed out" }),
    el("p", { text: "Another device has signed this one out, or has deleted the player. What was raced is safe on the server." }),
    el("div", { class: "sheet-actions" },
      el("button", { type: "button", class: "button accent", text: "I have a code", on: { click: () => decide("/link") } }),
      el("button", { type: "button", class: "button", text: "Race as a new guest", on: { click: () => decide("/") } })));
}
