// The kinds of games that this page can play, each with a folder of its own, which is loaded when such a game is near.
// Nothing else in the page asks for a kind by its name.

import { headline, kindWords } from "./wording.js";

/** @typedef {import("./state.js").Kind} Kind */

/** The kind that is meant where none is named, as it is older than the others. */
const first = "guess";

/** @type {Map<string, Kind>} */
export const kinds = new Map([
  [
    first,
    {
      name: first,
      isMarked: true,
      hasRows: true,
      ...kindWords.guess,
      headline: ({ solved, turns }, rows, ended) => headline(solved, turns, rows, ended),
      board: () => import("./components/desk/desk.js"),
      face: () => import("./components/desk/face.js"),
      result: () => import("./components/result/result.js"),
      reel: () => import("./components/desk/reel.js"),
      words: () => import("./components/desk/words.js"),
    },
  ],
  [
    "anagram",
    {
      name: "anagram",
      limit: 90,
      hasLanes: true,
      hasPoints: true,
      ...kindWords.anagram,
      headline: ({ points = 0, turns }) => kindWords.anagram.headline(points, turns),
      board: () => import("./components/anagram/desk.js"),
      face: () => import("./components/anagram/face.js"),
      result: () => import("./components/anagram/result.js"),
      reel: () => import("./components/anagram/reel.js"),
      round: () => import("./components/anagram/round.js"),
      words: () => import("./components/anagram/words.js"),
    },
  ],
]);

/**
 * The kind of a game, a course or a line; undefined where this page does not play it.
 * @param {{ kind?: string, puzzle?: string | null }} of `puzzle` says the kind where nothing else does: `guess-en-5`,
 *   `practice-anagram-en-7/17`
 */
export function kindOf({ puzzle, kind = /^([a-z]+)-[a-z]+-\d/.exec(puzzle?.replace("practice-", "") ?? "")?.[1] }) {
  return kinds.get(kind ?? first);
}
