// What can be said in a room, each a stamp of small tiles: eight by hand, and the nudge.

import { el } from "../elements/elements.js";

/** @type {Record<string, [string, string]>} what the tiles spell, and what it is called */
const reactions = {
  gg: ["GG", "Good game"],
  clap: ["NICE", "Nice"],
  wow: ["WOW", "Wow"],
  laugh: ["HAHA", "Ha ha"],
  think: ["HMM", "Hmm"],
  fire: ["HOT", "On fire"],
  heart: ["LOVE", "Love it"],
  wave: ["HI", "Hi"],
  nudge: ["RACE?", "Race today"],
};
/** Those of the tray; who is missing today is nudged beside their names. */
const shown = Object.entries(reactions).filter(([name]) => name !== "nudge");

/**
 * Shows a reaction at the end of its sender's lane, for 4 seconds; nothing for one of a later version.
 * @param {import("../track/track.js").Track} track
 * @param {number} seat
 * @param {string} reaction
 */
export function stamp(track, seat, reaction) {
  const lane = track.lanes.get(String(seat))?.element;
  const [word] = reactions[reaction] ?? [];
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
 * The eight buttons.
 * @param {import("../sprint/sprint.js").SprintRace} sprint
 */
export function tray(sprint) {
  const buttons = shown.map(([name, [word, label]]) =>
    el(
      "button",
      {
        type: "button",
        "aria-label": `React: ${label}`,
        on: { click: () => void sprint.ask("react", { reaction: name }) },
      },
      el(
        "span",
        { class: "stamp-face", "aria-hidden": "true" },
        ...[...word].map((letter) => el("i", { text: letter })),
      ),
    ),
  );
  return el("div", { class: "tray", role: "group", "aria-label": "Reactions" }, ...buttons);
}
