// The words of home that come after its first sight: of races of further lines, of rooms that are live, and of a first
// line of another kind.

import { counted, ordinal } from "../wording.js";

export const later = {
  onTrack: "You are on the track",
  over: "Your race is over",
  goOn: "Continue",
  result: "Result",
  nobodyIn: "Nobody in just now",
  password: "password",
  between: "Between races",
  rank: (/** @type {number} */ rank, /** @type {number} */ of) => `${rank}${ordinal(rank)} of ${of} so far.`,
  left: (/** @type {string} */ time) => `${time} left`,
  best: (/** @type {number} */ points) => `Your best: ${counted(points, "point")}`,
  open: (/** @type {number} */ rooms) => counted(rooms, "open room"),
  here: (/** @type {number} */ count) => `${count} here`,
  round: (/** @type {number} */ round, /** @type {number} */ of) => `Round ${round} of ${of}`,
  goal: (/** @type {string} */ goal, /** @type {string} */ limit) => `${goal}, ${limit}.`,
};
