// The way from a result to the boards of those who have finished as well.

import { el, icon } from "../elements/elements.js";
import { boards as words } from "../../wording/results.js";

/**
 * @param {import("../../main.js").App} app
 * @param {string | null} code of the room; null outside of rooms
 * @param {import("../../store.js").Game} game
 */
export function toBoards(app, code, { puzzle, ranked }) {
  const click = () => void app.sheet("boards", { code, puzzle });
  // In a classroom boards are hidden until the day is over.
  const isShown = code !== null && ranked && !app.isClass;
  return el(
    "button",
    { type: "button", class: "button", hidden: !isShown, on: { click } },
    icon("boards"),
    words.title,
  );
}
