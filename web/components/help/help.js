// How to play, with the rule about surplus copies that people else report as a bug.

import { el } from "../elements/elements.js";
import { markName } from "../../wording.js";

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet) {
  // Other games that this server has, below the first one.
  void import("../lines/lines.js").then(({ todays, wordsOf }) => {
    for (const words of new Set(todays(app.store).map(wordsOf)))
      if (words.rules.length > 0)
        sheet.body.append(el("h3", { text: words.today }), ...words.rules.map((text) => el("p", { text })));
  }, () => app.partLost());
  sheet.body.append(
    el("h2", { text: "How to race" }),
    el("p", {
      text: "Guess the word. Everybody on this server has the same one today. Each guess is a real word; after it, the tiles tell you how close you are.",
    }),
    example("crane", "20000", el("b", { text: "C" }), " is in its place."),
    example("pilot", "01000", el("b", { text: "I" }), " is in the word, somewhere else."),
    example("stole", "00000", "None of these letters is in the word."),
    el("h3", { text: "Letters that come twice" }),
    example(
      "eerie",
      "10002",
      "The word is THEME, with two Es. The last E is in its place, the first stands for the other one. The middle E is one too many, so it is marked absent.",
    ),
    el("h3", { text: "The race" }),
    el("p", {
      text: "Your clock starts when you see the board and never pauses. Fewer guesses win; the time decides between equals. In a room everybody has a lane: the others see the colours of your guesses there, never your letters. Who finds the word crosses the finish line, and is home.",
    }),
    el("h3", { text: "Hard mode" }),
    el("p", {
      text: "Every clue must be used in the next guess: placed letters stay, found letters come again, as many times as you know of. Choose it before your first guess; you can drop it later, not raise it.",
    }),
    el("p", {
      text: "Ultra is stricter: besides, nothing may be guessed that a clue rules out, so no absent letter, and no found letter where it was found.",
    }),
  );
}

/**
 * @param {string} word
 * @param {string} marks
 * @param {...import("../elements/elements.js").Child} words
 */
function example(word, marks, ...words) {
  return el("div", { class: "help-example" }, tiles(word, marks), el("p", {}, ...words));
}

/**
 * A row of small tiles.
 * @param {string} word
 * @param {string} marks
 */
export function tiles(word, marks) {
  const label = [...word].map((letter, index) => `${letter.toUpperCase()} ${markName(marks[index])}`).join(", ");
  return el("div", { class: "tiles", role: "img", "aria-label": label }, ...[...word].map((letter, index) =>
    el("span", { class: "small-tile", "data-mark": marks[index], text: letter.toUpperCase() })));
}
