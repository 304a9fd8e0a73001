// The words about guess games beside the board: of days, months, rankings, sprints and past races.

import { clock, counted, decimal, plural } from "../../wording.js";

/** @typedef {import("../../state.js").KindWords} KindWords */

export const name = "Word";
export const today = "Today’s word";
export const past = "The word";
export const following = "Next word";

/** @type {KindWords["goal"]} */
export const goal = ({ length }) => `A word of ${length} letters`;

/** @type {KindWords["limit"]} */
export const limit = ({ rows = 0 }) => counted(rows, "guess", "guesses");

/** @type {KindWords["dayTitle"]} */
export const dayTitle = (number) => `Word of the day No. ${number}`;

/** @type {KindWords["roundTitle"]} */
export const roundTitle = (series, round, of) => `Sprint ${series}, word ${round} of ${of}`;

/** @type {KindWords["foundBy"]} */
export const foundBy = (count) => `${count} found it`;

/** @type {KindWords["field"]} */
export const field = ({ solved, median }) =>
  solved === 0
    ? "Nobody has found today’s word yet."
    : `${solved} found it${median ? `. Typical: ${counted(median.turns, "guess", "guesses")}, ${clock(median.ms)}` : ""}.`;

export const fieldTitle = "Guesses that today’s racers needed";

/** @type {KindWords["bar"]} */
export const bar = (turns, _, isLast) => (isLast ? ["X", "out of guesses"] : [String(turns), String(turns)]);

/** @type {KindWords["outcome"]} */
export const outcome = ({ state, turns = 0, ms }) =>
  state === "solved"
    ? `found in ${counted(turns, "guess", "guesses")}${ms === undefined ? "" : `, ${clock(ms)}`}`
    : state === "failed"
      ? "out of guesses"
      : "under way";

/** @type {KindWords["mark"]} */
export const mark = ({ state, turns }) => (state === "solved" ? String(turns) : state === "failed" ? "X" : "");

/** @type {KindWords["legend"]} */
export const legend = [
  ["solved", "Found, with the number of guesses"],
  ["failed", "Out of guesses"],
  ["loose solved", "Raced later, not ranked"],
  ["playing", "Under way"],
];

/** @type {KindWords["monthFigures"]} */
export const monthFigures = (found, best) => [
  [String(found), "found"],
  [best ? String(best.turns) : "–", plural(best?.turns ?? 0, "guess at best", "guesses at best")],
];

/** @type {KindWords["bestWords"]} */
export const bestWords = ({ turns, ms }) => `${counted(turns ?? 0, "guess", "guesses")} and ${clock(ms ?? 0)}`;

export const chartTitle = "Guesses you needed";
export const chartLabel = "races by the guesses they took";
export const first = "Find a day’s word, and your streak begins.";

/** @type {KindWords["statisticFigures"]} */
export const statisticFigures = ({ played, percent, streak }) => [
  [played, "", "played"],
  [percent, "%", "won"],
  [streak.current, "", "streak"],
  [streak.longest, "", "longest"],
];

/** @type {KindWords["average"]} */
export const average = ({ average: mean }) =>
  mean ? `Found in ${decimal(mean.turns)} guesses and ${clock(mean.ms)} on average.` : "";

/** @type {KindWords["score"]} */
export const score = ({ turns }, isRanked) => (isRanked ? `in ${turns}` : "out");

/** @type {KindWords["detail"]} */
export const detail = () => "";

export const nobody = "Nobody has found it yet. Be the first.";
export const order = "";
export const flagged = "Unusually fast: solved at the first guess, or faster than seems possible";

/**
 * The rules stand in the sheet of help, with tiles.
 * @type {string[]}
 */
export const rules = [];

/** Games where there is no board: sprints to come, and what is read aloud at an end. */
export const face = {
  name: "Words",
  fresh: "The same fresh word",
  series: (
    /** @type {number} */ rounds,
    /** @type {number} */ length,
    /** @type {number} */ rows,
    /** @type {number} */ seconds,
    /** @type {import("../../protocol.js").Hard} */ hard,
  ) => {
    const level = { off: "", hard: ", hard mode", ultra: ", ultra hard" }[hard] ?? "";
    const each = rounds > 1 ? "each" : "it";
    const time = clock(seconds * 1000);
    return `${counted(rounds, "word")} of ${length} letters, ${rows} guesses and ${time} for ${each}${level}.`;
  },
  told: (/** @type {string} */ answer) => `The word was ${answer}`,
  time: (/** @type {string} */ time) => `Your time is ${time}.`,
};

/** The film of a race. */
export const reel = {
  atEnd: "The word comes at the end",
  home: (/** @type {string} */ name, /** @type {number} */ turns, /** @type {number} */ ms) =>
    `${name} is home in ${turns}, ${clock(ms)}`,
};
