// The reactions of a room, each a stamp of small tiles: those by hand, and the nudge.

import { el } from "../elements/elements.js";
import { reactions as words } from "../../wording/sprint.js";

/** The reactions of the tray; who is missing today is nudged beside their names. */
const shown = Object.entries(words.named).filter(([name]) => name !== "nudge");

/**
 * Shows a reaction at the end of its sender's lane, for 4 seconds; nothing for one of a later version.
 * @param {import("../track/track.js").Track} track
 * @param {number} seat
 * @param {string} reaction
 */
export function stamp(track, seat, reaction) {
  const lane = track.lanes.get(String(seat))?.element;
  const [word] = words.named[reaction] ?? [];
  if (!lane || !word) return;
  lane.querySelector(".stamp")?.remove();
  const tiles = el(
    "span",
    { class: "stamp", "aria-hidden": "true" },
    ...[...word].map((letter) => el("i", { text: letter })),
  );
  lane.append(tiles);
  setTimeout(() => tiles.remove(), 4000);
}

/**
 * The buttons.
 * @param {import("../sprint/sprint.js").SprintRace} sprint
 */
export function tray(sprint) {
  const buttons = shown.map(([name, [word, label]]) =>
    el(
      "button",
      {
        type: "button",
        "aria-label": words.react(label),
        "data-key": name,
        on: { click: () => void sprint.ask("react", { reaction: name }) },
      },
      el(
        "span",
        { class: "stamp-face", "aria-hidden": "true" },
        ...[...word].map((letter) => el("i", { text: letter })),
      ),
    ),
  );
  return el("div", { class: "tray", role: "group", "aria-label": words.tray }, ...buttons);
}
