// Under which address others reach the server: who opened the page as localhost would else hand out links to everybody's own machine.

import { ask } from "./api.js";

/** @typedef {{ url: string, reach: "public" | "network" | "asked" | "local" }} Address `reach`: for whom it is good */

/**
 * Asks the server; until it has answered, and where it does not, the address of the page has to do.
 * @param {import("./main.js").App} app
 */
export async function learnAddress(app) {
  app.reachable = await ask(`/address?scheme=${location.protocol.slice(0, -1)}`).catch(() => app.reachable);
  app.store.dispatchEvent(new Event("address"));
}
