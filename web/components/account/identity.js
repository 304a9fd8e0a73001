// This device is somebody else from now on: everything in memory is another player's, so the page begins anew.

import { site } from "../../link.js";

/**
 * @param {import("../../main.js").App} app
 * @param {string} [words] said when the page is there again
 * @param {string} [path] where that is
 * @param {boolean} [isForgotten] nobody here wanted that: the page that begins says so
 */
export function becomeAnother(app, words = "", path = "/", isForgotten = false) {
  leaveBehind(app);
  if (!isForgotten) app.preferences.set("player", "");
  // Who knew the reason has said it already.
  if (words) app.preferences.setSession("greeting", words);
  // No sheet is to be gone back from.
  history.replaceState(null, "");
  location.replace(site + path);
}

/**
 * Forgets what this browser keeps for the player that it was.
 * @param {import("../../main.js").App} app
 */
export function leaveBehind({ preferences }) {
  preferences.setSession("draft", "");
  preferences.set("room", "");
  preferences.set("streak", "");
}
