// The parts that come when the page stands and everything a reader waits for is there.

import { ask, askForCookie } from "./api.js";
import { isTrusting } from "./link.js";

/** @typedef {{ url: string, reach: "public" | "network" | "asked" | "local" }} Address `reach`: for whom it is good */

/**
 * Moves what is fixed at the left upper corner of the window to the middle below the row in hand, or above it where
 * there is no room below. Covers no lane and no key; without a row it stands above the keys, and without either, or in
 * a dialog, where its own style has it.
 * @param {HTMLElement} element
 * @param {Element | undefined} dialog
 */
export function standBelow(element, dialog) {
  const [row, still, keys] = [".board .row.current", ".board .row:not(.current)", ".keyboard, .desk > .panel.low"].map(
    (part) => (dialog ? undefined : document.querySelector(part)?.getBoundingClientRect()),
  );
  const place = row ?? keys;
  element.classList.toggle("near", place !== undefined);
  const { top = 0, bottom = innerHeight } = place ?? {};
  // A row that shakes is beside its place; all rows have the same one from left to right.
  const { left = 0, right = 0 } = (row && still) ?? place ?? {};
  const isBeside = keys && row && keys.left >= right;
  const high = element.offsetHeight + 8;
  const half = element.offsetWidth / 2 + 8;
  const x = Math.max(half, Math.min((left + right) / 2, isBeside ? keys.left - half : Infinity));
  const y = bottom + 8 + high <= (keys && !isBeside ? keys.top : innerHeight) ? bottom + 8 : Math.max(8, top - high);
  element.style.translate = place ? `${x}px ${y}px` : "";
}

/**
 * Asks under which address others reach the server: who opened the page as localhost would else hand out links to
 * everybody's own machine. Until the server has answered, and where it does not, the address of the page has to do.
 * @param {import("./main.js").App} app
 */
async function learnAddress(app) {
  const address = await ask(`/address?scheme=${location.protocol.slice(0, -1)}`).catch(() => app.reachable);
  app.reachAt(address);
}

/**
 * Keeps count of my races that another tab or device of mine plays: the server tells every connection of each move, and
 * the store keeps only the games that were opened here.
 * @param {import("./store.js").Store} store
 */
export function followOthers(store) {
  store.link.addEventListener("push", (event) => {
    const { type, puzzle, state } = /** @type {CustomEvent} */ (event).detail;
    if (type !== "judged" || store.games.has(puzzle) || store.begun.get(puzzle) === state) return;
    // A past day raced for oneself is none of these; one that was left unfinished at midnight is.
    if (!store.begun.has(puzzle) && !store.lines.some((line) => line.puzzle === puzzle)) return;
    store.noteBegun(puzzle, state);
    store.announce("game", { puzzle });
  });
}

/** Has the cookie live longer. It is given up soon: what else changes the cookie waits for it. */
async function renewCookie() {
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), 8000);
  await askForCookie("/session?renew=1", { method: "POST", signal: stop.signal }).catch(() => {});
  clearTimeout(late);
}

/** @param {import("./main.js").App} app */
export function settle(app) {
  void learnAddress(app);
  followOthers(app.store);
  const soon = ["/wording/refusals.js", "/components/veil/veil.js"];
  void app.preload(["/manifest.webmanifest", ...soon]);
  const { store, preferences } = app;
  const greeting = preferences.session("greeting");
  if (greeting) app.say(greeting);
  preferences.setSession("greeting", "");
  // One that stands is taken away, too, when there is none any more.
  let isAnnounced = false;
  const announce = () => {
    isAnnounced ||= Boolean(store.welcome?.announcement);
    if (isAnnounced)
      void import("./components/announcement/announcement.js").then(({ show }) => show(app)).catch(() => {});
  };
  for (const topic of ["session", "announcement"]) store.addEventListener(topic, announce);
  announce();
  let isRenewed = !isTrusting;
  const know = () => {
    if (!store.player) return;
    // The cookie was good. Asked for it only now, the server has it live longer.
    if (!isRenewed) void renewCookie();
    isRenewed = true;
    const { id, name } = store.player;
    const [known = "", ...called] = (preferences.get("player") ?? "").split(" ");
    // The cookie went, or the player was deleted elsewhere, and the server has made a guest. Who never raced, and was
    // in no room, has lost nothing; and on a stage nobody could answer.
    const hasLost = (preferences.get("met") !== null || preferences.get("room")) && !app.path.startsWith("/stage/");
    if (known && known !== id && hasLost)
      void import("./components/account/signed-out.js").then(
        ({ forgotten }) => forgotten(app, called.join(" ")),
        () => {},
      );
    if (`${known} ${called.join(" ")}` !== `${id} ${name}`) preferences.set("player", `${id} ${name}`);
  };
  store.addEventListener("reaction", (event) => {
    const { detail } = /** @type {CustomEvent} */ (event);
    if (detail.reaction === "nudge")
      void import("./components/missing/missing.js").then(
        ({ nudged }) => nudged(app, detail),
        () => {},
      );
  });
  store.addEventListener("session", know);
  know();
}
