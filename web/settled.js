// What comes when the page stands and everything a reader waits for is there.

import { learnAddress } from "./address.js";

/** @param {import("./main.js").App} app */
export function settle(app) {
  learnAddress(app).catch(() => {});
  void app.preload(["/manifest.webmanifest", "/refusals.js", "/components/veil/veil.js"]);
  const { store, preferences } = app;
  const know = () => {
    if (!store.player) return;
    const { id, name } = store.player;
    const [known = "", ...called] = (preferences.get("player") ?? "").split(" ");
    // The cookie went, or the player was deleted elsewhere, and the server has made a guest. Who never raced has lost nothing, and on
    // a stage nobody could answer.
    const hasLost = preferences.get("met") !== null && !app.path.startsWith("/stage/");
    if (known && known !== id && hasLost) void import("./components/account/signed-out.js").then(({ forgotten }) => forgotten(app, called.join(" ")), () => {});
    if (`${known} ${called.join(" ")}` !== `${id} ${name}`) preferences.set("player", `${id} ${name}`);
  };
  store.addEventListener("session", know);
  know();
}
