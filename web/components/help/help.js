// The sheet of help: how to play, with the rule about surplus copies that people else report as a bug.

import { el } from "../elements/elements.js";
import { markName } from "../../wording.js";
import { help as words } from "../../wording/help.js";

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet) {
  // Other games that this server has, below the first one.
  void import("../lines/lines.js").then(({ todays, wordsOf }) => {
    for (const words of new Set(todays(app.store).map(wordsOf)))
      if (words.rules.length > 0)
        sheet.body.append(el("h3", { text: words.today }), ...words.rules.map((text) => el("p", { text })));
  }, () => app.partLost());
  sheet.body.append(
    el("h2", { text: words.title }),
    el("p", {
      text: words.lead,
    }),
    example("crane", "20000", ...words.inPlace(el("b", { text: "C" }))),
    example("pilot", "01000", ...words.elsewhere(el("b", { text: "I" }))),
    example("stole", "00000", words.none),
    el("h3", { text: words.twice }),
    example(
      "eerie",
      "10002",
      words.surplus,
    ),
    el("h3", { text: words.race }),
    el("p", {
      text: words.clock,
    }),
    el("h3", { text: words.hard }),
    el("p", {
      text: words.clues,
    }),
    el("p", {
      text: words.ultra,
    }),
  );
}

/**
 * @param {string} word
 * @param {string} marks
 * @param {...import("../elements/elements.js").Child} said
 */
function example(word, marks, ...said) {
  return el("div", { class: "help-example" }, tiles(word, marks), el("p", {}, ...said));
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
