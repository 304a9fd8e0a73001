// The way from a result to the boards of those who have finished as well.

import { el, icon } from "../elements/elements.js";
import { boards as words } from "../../wording/results.js";

/**
 * @param {import("../../main.js").App} app
 * @param {{ code: string | null, game: import("../../store.js").Game }} props of the result; no code outside of rooms
 */
export function toBoards(app, props) {
  const { puzzle, ranked } = props.game;
  const click = () => void app.sheet("boards", { code: props.code, puzzle });
  // In a classroom boards are hidden until the day is over.
  const isShown = props.code !== null && ranked && !app.isClass;
  return el(
    "button",
    { type: "button", class: "button", hidden: !isShown, on: { click } },
    icon("boards"),
    words.title,
  );
}
