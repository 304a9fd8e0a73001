// The server has closed this page's line for good: somebody signed out everywhere, or deleted the player.

import { after, el } from "../elements/elements.js";
import { ask } from "../../api.js";
import { becomeAnother } from "./identity.js";
import { signedOut as words } from "../../wording/account.js";

/** @param {import("../../main.js").App} app */
export async function signedOut(app) {
  // The device that signed the others out has a new cookie, which may still be on its way.
  for (const wait of [0, 1200]) {
    await after(wait);
    const me = await ask("/me").catch(() => null);
    if (!me) continue;
    const isAnother = app.store.player !== null && me.player.id !== app.store.player.id;
    if (!isAnother) return app.store.link.restart();
    // Another tab that took a code has said so to this one; else the cookie is gone, and with it perhaps what was kept
    // beside it.
    const known = app.preferences.get("player");
    const isForgotten = known?.split(" ")[0] === app.store.player?.id;
    if (isForgotten) app.preferences.set("player", known ?? "");
    return becomeAnother(app, isForgotten ? "" : words.now(me.player.name), "/", isForgotten);
  }
  await app.sheet(async () => ({ content }), {}, true);
}

/**
 * The server does not know this browser any more, and has made a guest of it.
 * @param {import("../../main.js").App} app
 * @param {string} before the name of the player that was
 */
export async function forgotten(app, before) {
  await app.sheet(async () => ({ content: forgottenContent }), { before }, true);
}

/** @type {import("../sheet/sheet.js").Content} */
function forgottenContent(app, sheet, { before }) {
  sheet.body.append(
    el("h2", { text: words.newGuest }),
    el(
      "p",
      {},
      ...words.forgotten(
        el("b", { dir: "auto", text: before }),
        el("b", { dir: "auto", text: app.store.player?.name ?? words.aGuest }),
      ),
    ),
    el("p", {
      class: "small",
      text: words.safe,
    }),
    el(
      "div",
      { class: "sheet-actions" },
      el("a", { class: "button accent", href: "/link", text: words.haveCode }),
      el("button", { type: "button", class: "button", text: words.goOn, on: { click: () => sheet.close() } }),
    ),
  );
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
  sheet.body.append(
    el("h2", { text: words.title }),
    el("p", {
      text: words.signedOut,
    }),
    el(
      "div",
      { class: "sheet-actions" },
      el("button", {
        type: "button",
        class: "button accent",
        text: words.haveCode,
        on: { click: () => decide("/link") },
      }),
      el("button", { type: "button", class: "button", text: words.raceAsGuest, on: { click: () => decide("/") } }),
    ),
  );
}
