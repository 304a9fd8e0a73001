// The remarkable things about races that are over, from what the page knows of them: colours and times. No DOM, no
// letters.

import { standings } from "../../racing.js";

/**
 * @typedef {import("../../state.js").Race} Race
 * @typedef {{ round: number, race: Race }} Round `round`: its number in a series; 0 for the word of the day
 *
 * @typedef {object} Highlights
 * @property {{ seat: number, ms: number, turns: number, round: number } | null} fastest word
 * @property {{ seat: number, behind: number, ms: number, round: number } | null} closest finish, of two who needed as
 *   many guesses
 * @property {{ seat: number, from: number, to: number, round: number } | null} comeback the most places gained in one
 *   race
 */

/**
 * @param {Round[]} rounds
 * @returns {Highlights}
 */
export function highlights(rounds) {
  /** @type {Highlights} */
  const best = { fastest: null, closest: null, comeback: null };
  for (const { round, race } of rounds) {
    const homes = standings(membersOf(race), race).filter(({ state }) => state === "home");
    homes.forEach(({ seat, finish, place }, index) => {
      const { ms = 0, turns = 0 } = finish ?? {};
      if (!best.fastest || ms < best.fastest.ms) best.fastest = { seat, ms, turns, round };
      const behind = homes[index + 1];
      // Only among as many guesses does time decide.
      const gap = behind?.finish?.turns === turns ? behind.finish.ms - ms : Infinity;
      if (behind && gap < (best.closest?.ms ?? Infinity)) best.closest = { seat, behind: behind.seat, ms: gap, round };
      const from = worstPlace(race, seat);
      // One place is no comeback.
      if (from - place > Math.max(1, best.comeback ? best.comeback.from - best.comeback.to : 0))
        best.comeback = { seat, from, to: place, round };
    });
  }
  return best;
}

/**
 * The race in which somebody was at their best: the fewest guesses, then the least time.
 * @param {Round[]} rounds
 * @param {number} seat
 * @returns {Round | undefined}
 */
export function bestRun(rounds, seat) {
  const of = (/** @type {Round} */ { race }) => race.lanes.get(seat)?.finish;
  return rounds.filter((one) => of(one)?.solved)
    .sort((a, b) => (of(a)?.turns ?? 0) - (of(b)?.turns ?? 0) || (of(a)?.ms ?? 0) - (of(b)?.ms ?? 0))[0];
}

/** @param {Race} race */
function membersOf(race) {
  return { members: new Map([...race.lanes.keys()].map((seat) => [seat, ""])), present: [] };
}

/**
 * The worst place that somebody had after a guess of their own.
 * @param {Race} race
 * @param {number} seat
 */
function worstPlace(race, seat) {
  const members = membersOf(race);
  return Math.max(0, ...(race.lanes.get(seat)?.rows ?? []).map(({ ms }) => {
    const lanes = new Map([...race.lanes].map(([one, lane]) => {
      const rows = lane.rows.filter((row) => row.ms <= ms);
      return [one, { ...lane, rows, finish: rows.length === lane.rows.length ? lane.finish : null }];
    }));
    const all = standings(members, { ...race, answer: undefined, lanes });
    return all.find((one) => one.seat === seat)?.place ?? 0;
  }));
}
