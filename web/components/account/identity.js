// This device is somebody else from now on: everything in memory is another player's, so the page begins anew.

/**
 * @param {import("../../main.js").App} app
 * @param {string} [words] said when the page is there again
 */
export function becomeAnother(app, words = "") {
  app.preferences.setSession("draft", "");
  app.preferences.set("room", "");
  app.preferences.setSession("greeting", words);
  location.replace("/");
}
