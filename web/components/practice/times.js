// How long a game may take that is not raced: who has not everybody’s hands or eyes can take longer.

import { clock } from "../../wording.js";

/** @typedef {{ seconds: number, name: string, words: string }} Time `seconds`: 0 for no limit */

/**
 * The times to choose from, that of a race first.
 * @param {number} limit seconds that a race takes
 * @returns {Time[]}
 */
export function times(limit) {
  const of = (/** @type {number} */ factor, /** @type {string} */ words) => {
    const seconds = limit * factor;
    return { seconds, name: clock(seconds * 1000), words };
  };
  return [
    of(1, "The time of a race."),
    of(1.5, "Half as much again as in a race."),
    of(2, "Twice the time of a race."),
    { seconds: 0, name: "No limit", words: "Take as long as you like, and say when you are done." },
  ];
}
