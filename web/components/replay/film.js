// A race that is over, at any moment of it. No DOM, no clock, no network.

import { commitmentOf } from "../../sha256.js";

/**
 * @typedef {import("../../protocol.js").Replay} Replay
 * @typedef {{ ms: number, seat: number, turn: number, isHome: boolean }} Moment a guess: whose, and whether it was the
 *   word
 */

/** ms for which the picture stands when the last lane is done. */
const still = 1000;
/** ms between two places of the scrubber. */
export const step = 100;

/**
 * How long the race takes to be seen.
 * @param {Replay} replay
 * @returns {number} ms
 */
export function durationOf({ lanes, sprint }) {
  const last = Math.max(0, ...lanes.flatMap(({ moves }) => moves.map(({ ms }) => ms)));
  // A server that was away when the time was out told of it later.
  const whole = Math.max(last + still, sprint ? Math.min(sprint.over, sprint.ends) - sprint.starts : 0);
  return Math.ceil(whole / step) * step; // A scrubber that cannot reach the end would never show it.
}

/**
 * What happened, in its order.
 * @param {Replay} replay
 * @returns {Moment[]}
 */
export function momentsOf({ lanes }) {
  return lanes.flatMap(({ seat, moves, finish }) => moves.map(({ ms }, index) => (
    { ms, seat, turn: index + 1, isHome: finish?.solved === true && index + 1 === moves.length })))
    .sort((a, b) => a.ms - b.ms || a.seat - b.seat);
}

/**
 * The race as it stood, in the shape that the track is drawn from.
 * @param {Replay} replay
 * @param {number} ms since the start
 * @param {boolean} isOver whether who has not come home is out
 * @returns {{ members: Map<number, string>, present: number[], race: import("../../state.js").Race }}
 */
export function stateAt(replay, ms, isOver) {
  const { race, length, rows, lanes, answer } = replay;
  return {
    members: new Map(lanes.map(({ seat, name }) => [seat, name])),
    present: lanes.map(({ seat }) => seat),
    race: {
      race,
      length,
      rows,
      ...(isOver ? { answer } : {}),
      lanes: new Map(
        lanes.map(({ seat, moves, finish }) => {
          const shown = moves.filter((move) => move.ms <= ms);
          const isDone = finish !== undefined && shown.length === moves.length;
          return [
            seat,
            { seat, rows: shown.map((move) => ({ marks: move.marks, ms: move.ms })), finish: isDone ? finish : null },
          ];
        }),
      ),
    },
  };
}

/**
 * Whether the word is the one that the seal is about; when that was published is another matter.
 * @param {Replay} replay
 */
export function isSealed({ commitment, salt, answer, race, sprint }) {
  return commitmentOf(salt, sprint ? `${sprint.epoch}/${race}` : race, answer) === commitment;
}
