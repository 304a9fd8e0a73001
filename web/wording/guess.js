// What is said of games of guesses beside the board. The words of the lesson are English: another language has its own.

/** How a game of guesses ended, as it is read aloud. */
export const guessFace = {
  time: (/** @type {string} */ time) => ` Your time is ${time}.`,
  answer: (/** @type {string} */ word) => ` The word was ${word}.`,
};

/** Tiles that turn, for who has never raced. */
export const lesson = {
  turns: "Each guess turns its tiles over.",
  meaning: ["is not in the word.", "is in the word, in another place.", "is in the right place."],
  all: (/** @type {(letters: string) => Node} */ bold) => [
    bold("R and A"),
    " are in place, ",
    bold("T"),
    " belongs elsewhere, ",
    bold("C and E"),
    " are not in the word. Press a tile.",
  ],
};
