// The words about anagram games beside the board: of days, months, rankings, sprints and past races.

import { clock, counted, decimal, plural } from "../../wording.js";

/** @typedef {import("../../state.js").KindWords} KindWords */

export const name = "Anagram";
export const today = "Today’s anagram";
export const past = "The anagram";
export const following = "Next anagram";

/** @param {{ points?: number, turns?: number }} game */
const result = ({ points = 0, turns = 0 }) => `${counted(points, "point")}, ${counted(turns, "word")}`;

/** @type {KindWords["goal"]} */
export const goal = ({ length }) => `Words from ${length} letters`;

/** @type {KindWords["limit"]} */
export const limit = ({ seconds }) => `${seconds} s`;

/** @type {KindWords["dayTitle"]} */
export const dayTitle = (number) => `Anagram of the day No. ${number}`;

/** @type {KindWords["roundTitle"]} */
export const roundTitle = (series, round, of) => `Sprint ${series}, anagram ${round} of ${of}`;

/** @type {KindWords["foundBy"]} */
export const foundBy = (count) => `${count} found words`;

/** @type {KindWords["field"]} */
export const field = ({ finished, median }) =>
  finished === 0
    ? "Nobody has raced it yet."
    : `${finished} raced it${median ? `. Typical: ${result(median)}` : ""}.`;

export const fieldTitle = "Points of today’s racers";

/** @type {KindWords["bar"]} */
export const bar = (from, count, isLast) =>
  isLast ? [`${from}+`, `${from} points and more`] : [String(from), `${from} to ${from + count - 1} points`];

/** @type {KindWords["outcome"]} */
export const outcome = (game) =>
  game.state === "solved" ? result(game) : game.state === "failed" ? "no word found" : "under way";

/** @type {KindWords["mark"]} */
export const mark = ({ state, points = 0 }) => (state === "playing" ? "" : String(points));

/** @type {KindWords["legend"]} */
export const legend = [
  ["solved", "Raced, with the points"],
  ["failed", "No word found"],
  ["loose solved", "Raced later, not ranked"],
  ["playing", "Under way"],
];

/** @type {KindWords["monthFigures"]} */
export const monthFigures = (_, best) => [
  [best ? String(best.points ?? 0) : "–", plural(best?.points ?? 0, "point at best", "points at best")],
  [best ? String(best.turns ?? 0) : "–", plural(best?.turns ?? 0, "word in it", "words in it")],
];

/** @type {KindWords["bestWords"]} */
export const bestWords = (game) => result(game);

export const chartTitle = "Points you made";
export const chartLabel = "races by their points";
export const first = "Find a word of a day’s letters, and your streak begins.";

/** @type {KindWords["statisticFigures"]} */
export const statisticFigures = ({ played, points, streak }) => [
  [played, "", "played"],
  [points?.best ?? 0, "", "best"],
  [streak.current, "", "streak"],
  [streak.longest, "", "longest"],
];

/** @type {KindWords["average"]} */
export const average = ({ points, average: mean }) => {
  const words = mean ? ` and ${decimal(mean.turns)} words` : "";
  return points ? `${counted(points.average, "point")}${words} on average.` : "";
};

/** @type {KindWords["score"]} */
export const score = ({ score: points = 0 }) => counted(points, "point");

/** @type {KindWords["detail"]} */
export const detail = ({ turns = 0 }) => counted(turns, "word");

export const nobody = "Nobody has raced it yet. Be the first.";
export const order = "Points first, then fewer words, then the earlier last word. The time is that of the last word.";
export const flagged = "Unusually fast: the words came faster than anybody types";

export const rules = [
  "Lay words of three letters and more from the letters that you are shown. Use each tile once in a word; all of them come back for the next one.",
  "A word is worth the square of its length: three letters make 9 points, six make 36. A word of every letter counts three times. A word that is refused costs nothing.",
  "The clock runs from the moment you see the letters. More points win, then fewer words, then the earlier last word. Nobody else sees your words before they have finished too.",
];

/** @param {{ rows: unknown[], points?: number }} lane */
const laneResult = ({ rows, points = 0 }) => `${counted(points, "point")} with ${counted(rows.length, "word")}`;

/** Games where there is no board: lanes, sprints to come, and what is read aloud at an end. */
export const face = {
  name: "Anagrams",
  fresh: "The same letters",
  finish: "Points",
  /** @param {import("../../state.js").LaneView} lane */
  lane: (lane) => {
    const away = lane.present ? "" : ", away";
    if (lane.state === "waiting") return `${away}, not started`;
    if (lane.state === "racing") return `${away}, ${laneResult(lane)}`;
    return `, ${lane.ended ? "ended by the host" : "done"}, ${lane.rows.length > 0 ? laneResult(lane) : "no word"}`;
  },
  series: (/** @type {number} */ rounds, /** @type {number} */ length, /** @type {number} */ seconds) =>
    `${counted(rounds, "round")} of ${clock(seconds * 1000)}: words of three letters and more from ${length} letters.`,
  told: (/** @type {string} */ answer) => `Every letter makes ${answer}`,
  ended: (/** @type {number} */ points, /** @type {number} */ turns, /** @type {boolean | undefined} */ isRanked) =>
    `${isRanked ? "The time is up." : "It is over."} ${counted(points, "point")} with ${counted(turns, "word")}.`,
};

/** The film of a race. */
export const reel = {
  framed: "Framed words were found by one player alone.",
  letters: (/** @type {string} */ spelled) => `The letters: ${spelled}`,
  of: (/** @type {string} */ name) => `Words of ${name}`,
  makes: (/** @type {string} */ name, /** @type {string} */ word, /** @type {number} */ points) =>
    `${name} makes ${word}, ${counted(points, "point")}`,
};
