// The facts of a race of anagrams that is over, as values: no DOM, no clock, no network.

import { tilesOf } from "./order.js";

/**
 * Whether the tiles are those that were sealed, in the order that was.
 * @param {{ answer: string, salt: string, tiles?: string }} replay
 */
export function isDealt({ answer, salt, tiles }) {
  return tilesOf(salt, answer) === tiles;
}

/**
 * Words that one of several players found alone.
 * @param {{ moves: { word: string }[] }[]} lanes
 */
export function ownWords(lanes) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { moves } of lanes) for (const { word } of moves) counts.set(word, (counts.get(word) ?? 0) + 1);
  const racers = lanes.filter(({ moves }) => moves.length > 0).length;
  return new Set(racers < 2 ? [] : [...counts].filter(([, count]) => count === 1).map(([word]) => word));
}
