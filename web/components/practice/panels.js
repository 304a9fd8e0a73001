// What stands below the board of practice, and in its place.

import { el, icon } from "../elements/elements.js";
import { clock } from "../../wording.js";
import { end, nothing, shareButton, todayLink } from "../solo/end.js";
import { lines } from "../solo/lines.js";

/**
 * After the end.
 * @param {any} view a `RaceView` of practice
 */
export function home(view) {
  const { course, game, ownTime } = view;
  const [, words = ""] = /^practice-(.+)\//.exec(game.puzzle) ?? [];
  // The time that this page shows: the server's own clock runs between visits.
  const timed = (/** @type {string} */ text) =>
    text.replace(/ [\d:]+(?=\n)/, ownTime === null ? "" : ` ${clock(ownTime)}`);
  const another = el(
    "button",
    { type: "button", class: "button accent", "aria-keyshortcuts": "Enter", on: { click: () => course.again() } },
    icon("plus"),
    "Another word",
  );
  return end(view, {
    clock: " by this page’s clock",
    kind: "Practice",
    actions: [another, shareButton(view, `/practice?words=${words}`, timed), todayLink()],
  });
}

/** @param {any} view a `RaceView` of practice */
export function gone({ course, store }) {
  return nothing("This server has no such words.", lines(store, "", course.stopwatch), ["/practice", "Practice"]);
}
