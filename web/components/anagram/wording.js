// The words while anagrams are laid, and after: the board, the sheet of a result, the end of a round.

import { counted, listed, plural } from "../../wording.js";
import { face } from "./words.js";

/** The board. */
export const board = {
  shuffle: "Shuffle",
  short: "Three letters at least",
  done: "I am done",
  end: "End this game",
  hold: "Hold to clear the word",
  points: " points",
  everyLetter: "Every letter",
  byLength: "Your words, by length",
  tiles: "Tiles",
  noneInHand: "No word in hand",
  toCome: "A tile to come",
  held: "The server could not save that yet. Trying again",
  again: (/** @type {string} */ word) => `You have ${word} already`,
  noneLeft: (/** @type {string} */ letter) => `No ${letter} is left`,
  timeLeft: "Time left",
  left: (/** @type {number} */ seconds) => `${seconds} seconds left`,
  greeting: (/** @type {string} */ letters, /** @type {number} */ seconds) =>
    `${seconds ? `${counted(seconds, "second")}. ` : ""}Your letters: ${letters}. Type words of them.`,
  judged: (
    /** @type {string} */ word,
    /** @type {number} */ points,
    /** @type {number} */ total,
    /** @type {boolean} */ isFull,
  ) => `${isFull ? "Every letter! " : ""}${word}, ${counted(points, "point")}. ${total} in all.`,
  yourWords: (/** @type {number} */ count, /** @type {number} */ points) =>
    `Your words: ${counted(count, "word")}, ${counted(points, "point")}`,
  ofLength: (/** @type {number} */ length, /** @type {string[]} */ words, /** @type {number | undefined} */ all) =>
    all === undefined
      ? `${length} letters: ${listed(words, "unit") || "none yet"}`
      : [`${length} letters: ${words.length} of ${Math.max(all, words.length)} found`, listed(words, "unit")]
        .filter(Boolean).join(". "),
  inHand: (/** @type {string} */ word) => `The word in hand: ${word}`,
};

/** The sheet of a result. */
export const result = {
  found: "found",
  foundRare: "found, less common",
  looking: "Looking for every word that could be laid",
  away: "The list of words could not be loaded.",
  tryAgain: "Try again",
  missed: "Longest missed: ",
  all: "You found them all",
  common: "All common words",
  close: "Close",
  next: "Next anagram in ",
  points: (/** @type {number} */ points) => counted(points, "point"),
  words: (/** @type {number} */ count) => plural(count, "word"),
  source: (/** @type {string} */ answer, /** @type {boolean} */ isFound) =>
    `${face.told(answer)}: ${isFound ? "you found it" : "you did not find it"}`,
  youFound: (/** @type {number} */ found, /** @type {number} */ all) =>
    `You found ${found} of ${counted(all, "common word")}`,
  rare: (/** @type {number} */ count) =>
    `${counted(count, "word of yours is", "words of yours are")} less common.`,
  inAll: (/** @type {number} */ count) => `${counted(count, "word counts", "words count")} in all.`,
  ofLength: (/** @type {number} */ length, /** @type {number} */ found, /** @type {number} */ all) =>
    `${length} letters${all > 0 ? `: ${found} of ${all} found` : ""}`,
};

/** The end of a round in a sprint. */
export const round = {
  title: "Words",
  you: "you",
  nobody: "Nobody",
  alone: "Nobody else found it",
  only: (/** @type {Node} */ who) => ["Only ", who],
  found: (/** @type {number} */ found, /** @type {number} */ all) => `${found} of ${counted(all, "word")} found`,
  letters: (/** @type {number} */ length) => `${length} letters`,
  more: (/** @type {number} */ count) => `and ${count} more`,
};
