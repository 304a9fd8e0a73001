// Which words of a round only one found, and which nobody did, as values: no DOM, no clock, no network.

/**
 * @param {{ seat: number, words?: string[] }[]} lanes
 * @param {string[]} common words that people know, of all that could be found
 * @returns {{ alone: { seat: number, words: string[] }[], together: number, missed: string[] }}
 *   `alone`: words that only one found, of who has any, the best first; `together`: different words;
 *   `missed`: common ones that nobody found
 */
export function shareOf(lanes, common) {
  /** @type {Map<string, number[]>} */
  const seats = new Map();
  for (const { seat, words = [] } of lanes) {
    for (const word of words) seats.set(word, [...seats.get(word) ?? [], seat]);
  }
  const worth = (/** @type {string[]} */ words) => words.reduce((sum, word) => sum + [...word].length ** 2, 0);
  // One alone shares no words with anybody.
  const alone = lanes.length < 2 ? [] : lanes
    .map(({ seat, words = [] }) => ({ seat, words: longest(words.filter((word) => seats.get(word)?.length === 1)) }))
    .filter(({ words }) => words.length > 0)
    .sort((a, b) => worth(b.words) - worth(a.words));
  return { alone, together: seats.size, missed: longest(common.filter((word) => !seats.has(word))) };
}

/** @param {string[]} words */
function longest(words) {
  return [...words].sort((a, b) => [...b].length - [...a].length || (a < b ? -1 : 1));
}
