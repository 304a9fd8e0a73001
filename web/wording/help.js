// The words of the sheet that explains the race. Those of its examples are English: another language has its own.

import { page } from "../wording.js";

/** The sheet that explains the race. */
export const help = {
  title: page.help,
  lead:
    "Guess the word. Everybody on this server has the same one today. Each guess is a real word; after it, the tiles tell you how close you are.",
  none: "None of these letters is in the word.",
  twice: "Letters that come twice",
  surplus:
    "The word is THEME, with two Es. The last E is in its place, the first stands for the other one. The middle E is one too many, so it is marked absent.",
  race: "The race",
  clock:
    "Your clock starts when you see the board and never pauses. Fewer guesses win; the time decides between equals. In a room everybody has a lane: the others see the colours of your guesses there, never your letters. Whoever finds the word crosses the finish line, and is home.",
  hard: "Hard mode",
  clues:
    "Every clue must be used in the next guess: placed letters stay, found letters come again, as many times as you know of. Choose it before your first guess; you can drop it later, not raise it.",
  ultra:
    "Ultra is stricter: also, nothing may be guessed that a clue rules out, so no absent letter, and no found letter where it was found.",
  inPlace: (/** @type {Node} */ letter) => [letter, " is in its place."],
  elsewhere: (/** @type {Node} */ letter) => [letter, " is in the word, somewhere else."],
};
