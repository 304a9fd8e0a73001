// When the seal of a day's word was published: what the server states, and what that shows.

/** @typedef {import("../../protocol.js").SealTime} SealTime */

/**
 * In words, and whether it shows that the word was fixed before it could be known.
 * @param {SealTime | undefined} seal undefined in documents of servers that did not keep note of it
 */
export function sealedWhen(seal) {
  switch (seal?.when) {
    case "before": return { text: "Sealed before the day began", shows: true };
    case "on": return { text: seal.time ? `Sealed on the day at ${seal.time}` : "Sealed on the day", shows: true };
    case "after": return { text: "Made afterwards: proves nothing about that day", shows: false };
    default: return { text: "Nobody knows when: proves nothing about that day", shows: false };
  }
}
