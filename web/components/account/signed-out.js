// The server has closed this page's line for good: somebody signed out everywhere, or deleted the player.

import { el } from "../elements/elements.js";
import { becomeAnother } from "./identity.js";

/** @param {import("../../main.js").App} app */
export async function signedOut(app) {
  // The device that signed the others out has a new cookie, which may still be on its way.
  for (const wait of [0, 1200]) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const { status } = await fetch("/api/v1/me").catch(() => ({ status: 0 }));
    if (status === 200) return void await app.store.link.restart();
  }
  await app.sheetWith(content, {});
}

/** @type {import("../sheet/sheet.js").Content} */
function content(app, sheet) {
  sheet.body.append(el("h2", { text: "Signed out" }),
    el("p", { text: "Another device has signed this one out, or has deleted the player. What was raced is safe on the server." }),
    el("div", { class: "sheet-actions" },
      el("a", { class: "button accent", href: "/link", text: "I have a code", on: { click: () => void app.store.link.restart() } }),
      el("button", { type: "button", class: "button", text: "Race as a new guest", on: { click: () => becomeAnother(app) } })));
}
