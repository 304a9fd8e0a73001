// The announcement of those who run the server: a quiet card that stays until it is put away or withdrawn.

import { el, preload } from "../elements/elements.js";
import { announcement as words } from "../../wording/announcement.js";

/** @type {HTMLElement | null} the card that stands */
let card = null;
/** @type {number | null} the time of its announcement */
let shown = null;

/**
 * Shows the announcement of now, unless it was put away here before. A stage is for those in the hall.
 * @param {import("../../main.js").App} app
 */
export async function show(app) {
  const announcement = app.store.welcome?.announcement;
  const isKnown = announcement && app.preferences.get("announced") === String(announcement.time);
  const isWanted = announcement && !isKnown && !app.path.startsWith("/stage/");
  // Each welcome tells it again: who reads it is not to be disturbed.
  if (isWanted && card?.isConnected && shown === announcement.time) return;
  card?.remove();
  card = null;
  if (!isWanted) return;
  await preload(["/components/announcement/announcement.css"]);
  // Withdrawn, or another by now.
  if (app.store.welcome?.announcement?.time !== announcement.time || card) return;
  const away = el("button", { type: "button", class: "button announcement-away", text: words.away });
  const made = el(
    "aside",
    { class: "announcement", "aria-label": words.title },
    el("p", { text: announcement.text }),
    away,
  );
  away.addEventListener("click", () => {
    app.preferences.set("announced", String(announcement.time));
    made.remove();
    if (card === made) card = null;
  });
  [card, shown] = [made, announcement.time];
  document.body.append(made);
  // By the log, which is there already: of a live region that comes with its words few screen readers tell.
  void app.read(announcement.text);
}
