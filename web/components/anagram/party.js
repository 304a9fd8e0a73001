// The end of anagram races on a stage: the winner's words as they came, and what was remarkable.

import { el, preload, setText } from "../elements/elements.js";
import { clock } from "../../wording.js";
import { celebration as said } from "../../wording/stage.js";
import { score, standings } from "../../racing.js";

/** @typedef {import("../../state.js").Race} Race */
/** @typedef {{ round: number, race: Race }} Round */
/** @typedef {import("../../state.js").Standing} Standing */
/** @typedef {import("../../state.js").KindParty} KindParty */

await preload(["/components/anagram/party.css"]);

/** Points between two that are close. */
const close = 25;

/**
 * The lane in which somebody was at their best.
 * @param {Round[]} rounds
 * @param {number} seat
 */
function best(rounds, seat) {
  const points = (/** @type {Round} */ { race }) => race.lanes.get(seat)?.finish?.points ?? 0;
  return [...rounds].sort((a, b) => points(b) - points(a))[0];
}

/** @type {KindParty["run"]} */
export function run(rounds, seat) {
  const found = best(rounds, seat);
  const lane = found?.race.lanes.get(seat);
  if (!found || !lane?.finish || lane.rows.length === 0) return null;
  const { finish, rows } = lane;
  // Letters only of a round that is over: everybody has its words by then. Those of a day stay blocks.
  const words = found.race.answer ? (lane.words ?? []) : [];
  const parts = rows.map(({ marks }, index) =>
    el(
      "span",
      { class: marks.startsWith("1") ? "run-word full" : "run-word" },
      ...[...marks].map((_, at) => el("i", { text: [...(words[index] ?? "")][at]?.toUpperCase() ?? "" })),
    ),
  );
  const figure = el("div", { class: "run-clock" });
  const sum = el("p", { class: "run-said", text: said.words(finish.turns) });
  const element = el(
    "div",
    { class: "run-words", role: "img", "aria-label": said.pointsWith(finish.points ?? 0, finish.turns) },
    ...parts,
  );
  element.style.setProperty("--many", String(Math.min(8, Math.max(3, Math.ceil(Math.sqrt(rows.length))))));
  return {
    round: found.round,
    element,
    parts,
    at: rows.map(({ ms }) => ms),
    ms: rows.at(-1)?.ms ?? 0,
    figure,
    said: sum,
    show: (now) => setText(figure, String(score(rows.filter(({ ms }) => ms <= now)))),
  };
}

/** @type {KindParty["figures"]} */
export function figures(rounds) {
  /** @type {import("../../state.js").PartyFigure[]} */
  const found = [];
  const all = rounds.flatMap(({ round, race }) => [...race.lanes.values()].map((lane) => ({ round, ...lane })));
  const moves = all.flatMap(({ seat, round, rows }) => rows.map((row) => ({ seat, round, ...row })));
  const [whole] = moves.filter(({ marks }) => marks.startsWith("1")).sort((a, b) => a.ms - b.ms);
  const [longest] = [...moves].sort((a, b) => b.marks.length - a.marks.length || a.ms - b.ms);
  if (whole) found.push({ title: said.everyLetter, figure: clock(whole.ms), who: [whole.seat], round: whole.round });
  else if (longest) {
    const figure = said.letters(longest.marks.length);
    found.push({ title: said.longest, figure, who: [longest.seat], round: longest.round });
  }
  const [most] = [...all].sort((a, b) => b.rows.length - a.rows.length);
  if (most && most.rows.length > 0) {
    const figure = said.words(most.rows.length);
    found.push({ title: said.most, figure, who: [most.seat], round: most.round });
  }
  const gaps = rounds.flatMap(({ round, race }) => {
    const members = new Map([...race.lanes.keys()].map((seat) => [seat, ""]));
    const lanes = standings({ members, present: [] }, race).filter(({ points }) => points);
    return lanes.slice(1).map((lane, index) => {
      const front = /** @type {Standing} */ (lanes[index]);
      return { round, who: [front.seat, lane.seat], ...gapBetween(front, lane) };
    });
  });
  const [closest] = gaps.sort((a, b) => a.points - b.points || a.turns - b.turns || a.ms - b.ms);
  if (closest && closest.points <= close) {
    const { points, turns, ms, who, round } = closest;
    const isEven = points === 0 && turns === 0 && ms === 0;
    const figure = points > 0 ? said.points(points) : turns > 0 ? said.words(turns) : said.gap(ms);
    found.push({ title: said.closest, figure: isEven ? said.deadHeat : figure, who, isEven, round });
  }
  return found;
}

/**
 * The gap between two who stand one after the other, in what decided: points; among equal points fewer words; among as
 * many words the earlier last one. What comes after that is 0, and so is everything in a dead heat.
 * @param {Standing} front
 * @param {Standing} behind
 */
function gapBetween(front, behind) {
  const [a, b] = [front, behind].map(({ finish, rows }) =>
    finish ?? { turns: rows.length, ms: rows.at(-1)?.ms ?? 0 });
  const points = (front.points ?? 0) - (behind.points ?? 0);
  const turns = points === 0 ? (b?.turns ?? 0) - (a?.turns ?? 0) : 0;
  const ms = points === 0 && turns === 0 ? (b?.ms ?? 0) - (a?.ms ?? 0) : 0;
  return { points, turns, ms };
}
