// The widths at which the words of a lane are drawn, as values: no DOM.

/**
 * Widths of a letter and of the space between two words, px. All lanes of a track have the same, so that one that is
 * longer has more letters.
 * @type {[number, number][]}
 */
export const scales = [
  [20, 6],
  [15, 5],
  [11, 4],
  [8, 3],
  [6, 2],
  [4.5, 2],
  [3.25, 1.5],
  [2.25, 1],
  [1.5, 1],
  [1, 1],
];

/** The first scale whose letters are too narrow to be told apart. */
export const tight = 7;

/** Words of three letters that a run has room for at the least, before they get narrower. */
const fewest = 12;

/**
 * The widest scale in which every run has room.
 * @param {{ rows: { marks: string }[] }[]} lanes
 * @param {number} width px of a run
 * @returns {number} its number; the last one where a run is too long in each
 */
export function scaleOf(lanes, width) {
  // Where lanes are short, a word is not to be the whole of one.
  const widest = Math.max(6, width / (3 * fewest));
  const found = scales.findIndex(
    ([letter, between]) =>
      letter <= widest &&
      lanes.every(({ rows }) => rows.reduce((sum, { marks }) => sum + marks.length * letter + between, 0) <= width),
  );
  return found < 0 ? scales.length - 1 : found;
}
