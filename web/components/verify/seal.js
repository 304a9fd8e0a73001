import { seal as words } from "../../wording/fairness.js";
// When the seal of a day's word was published: what the server states, and what that shows.

/** @typedef {import("../../protocol.js").SealTime} SealTime */

/**
 * In words, and whether it shows that the word was fixed before it could be known.
 * @param {SealTime | undefined} seal undefined in documents of servers that did not keep note of it
 */
export function sealedWhen(seal) {
  switch (seal?.when) {
    case "before": return { text: words.before, shows: true };
    case "on": return { text: seal.time ? words.onAt(seal.time) : words.on, shows: true };
    case "after": return { text: words.after, shows: false };
    default: return { text: words.unknown, shows: false };
  }
}
