// A race that is over, at any moment of it. No DOM, no clock, no network.

import { commitmentOf } from "../../sha256.js";

/**
 * @typedef {import("../../protocol.js").Replay} Replay
 * @typedef {{ ms: number, seat: number, turn: number, isHome: boolean }} Moment a move: whose, and whether it was the
 *   word, or one of every letter
 */

/** ms for which the picture stands when the last lane is done. */
const still = 1000;
/** ms between two places of the scrubber. */
export const step = 100;

/**
 * The time that the race takes to be seen.
 * @param {Replay} replay
 * @returns {number} ms
 */
export function durationOf({ lanes, sprint }) {
  const last = Math.max(0, ...lanes.flatMap(({ moves }) => moves.map(({ ms }) => ms)));
  // A server that was away when the time was out told of it later.
  const whole = Math.max(last + still, sprint ? Math.min(sprint.over, sprint.ends) - sprint.starts : 0);
  // A scrubber that cannot reach the end would never show it.
  return Math.ceil(whole / step) * step;
}

/**
 * The moments of the race, in their order.
 * @param {Replay} replay
 * @returns {Moment[]}
 */
export function momentsOf({ lanes, length, seconds }) {
  // Where the clock ends a game no move is the last one: the best is one of every letter.
  /**
   * @param {import("../../protocol.js").ReplayLane} lane
   * @param {number} index
   */
  const isBest = ({ moves, finish }, index) =>
    seconds === undefined
      ? finish?.solved === true && index + 1 === moves.length
      : [...(moves[index]?.word ?? "")].length === length;
  return lanes
    .flatMap((lane) =>
      lane.moves.map(({ ms }, index) => ({ ms, seat: lane.seat, turn: index + 1, isHome: isBest(lane, index) })),
    )
    .sort((a, b) => a.ms - b.ms || a.seat - b.seat);
}

/** Rows of a track whose games have none: as many as the longest lane needs, and a few at least. */
const fewest = 6;

/**
 * The race as it stood, in the shape that the track is drawn from.
 * @param {Replay} replay
 * @param {number} ms since the start
 * @param {boolean} isOver whether who has not come home is out
 * @returns {{ members: Map<number, string>, present: number[], race: import("../../state.js").Race }}
 */
export function stateAt(replay, ms, isOver) {
  const { race, length, lanes, answer, seconds } = replay;
  const rows = replay.rows ?? Math.max(fewest, ...lanes.map(({ moves }) => moves.length + 1));
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
          // The clock ends a game that has one, however early its last move was.
          const isOut = seconds === undefined || isOver || ms >= seconds * 1000;
          const isDone = finish !== undefined && shown.length === moves.length && isOut;
          return [seat, { seat, rows: shown.map((move) => told(move, length)), finish: isDone ? finish : null }];
        }),
      ),
    },
  };
}

/**
 * A move as lanes show it: a word that counts by its length has a colour for each letter, and another one where it has
 * them all.
 * @param {import("../../protocol.js").ReplayMove} move
 * @param {number} length
 */
function told({ word, marks, ms, points }, length) {
  const letters = [...word].length;
  const colours = marks ?? (letters === length ? "1" : "2").repeat(letters);
  return { marks: colours, ms, ...(points !== undefined && { points }) };
}

/**
 * Whether the word is the one that the seal is about; when that was published is another matter.
 * @param {Replay} replay
 */
export function isSealed({ commitment, salt, answer, race, sprint }) {
  return commitmentOf(salt, sprint ? `${sprint.epoch}/${race}` : race, answer) === commitment;
}
