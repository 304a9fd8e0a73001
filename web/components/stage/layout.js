// The size of the lanes of a stage: the largest type with which all of them stand in the room there is. No DOM.

/**
 * @typedef {object} Space
 * @property {number} width px
 * @property {number} height px
 * @property {number} gap px between stacks
 * @property {number} count lanes
 * @property {number} names width of the widest name in a type of 1 px
 * @property {number} times width of the widest time, the same way
 * @property {number} tallest px of a lane at most
 *
 * @typedef {object} Layout
 * @property {number} stacks of lanes, side by side
 * @property {number} deep lanes in a stack
 * @property {number} lane height of one, px
 * @property {number} fitting size of a name with which nothing touches, px
 * @property {number} type size of a name, which can be read in any case, px; the sizes that follow are in px, too
 * @property {number} place size of its number
 * @property {number} number width of the column of places
 * @property {number} name
 * @property {number} time size
 * @property {number} finish
 * @property {number} home
 * @property {number} line width of the chequer
 * @property {number} start free space before a place
 */

/** Stacks side by side, at most: in narrower ones names would say nothing. */
const most = 4;
/** Part of a stack that the columns of a lane have at least. */
const forColumns = 0.32;
/** Width of a digit of the display family, bold, in a type of 1 px. */
const digit = 0.7;

/**
 * @param {Space} space
 * @returns {Layout}
 */
export function layout(space) {
  /** @type {Layout | undefined} */
  let best;
  for (let stacks = 1; stacks <= Math.min(most, space.count); stacks += 1) {
    const found = stacked(space, stacks);
    // More stacks only for what can be seen: letters that are a tenth larger.
    if (!best || found.fitting > best.fitting * 1.1) best = found;
  }
  return /** @type {Layout} */ (best);
}

/**
 * @param {Space} space
 * @param {number} stacks
 * @returns {Layout}
 */
function stacked({ width, height, gap, count, names, times, tallest }, stacks) {
  const whole = (width - gap * (stacks - 1)) / stacks;
  const deep = Math.ceil(count / stacks);
  const lane = Math.min(tallest, height / deep);
  const digits = String(count).length;
  // Longer names are cut, where stacks are narrow sooner.
  const letters = Math.min(names, [0, 12, 10, 8, 7][stacks] ?? 7);
  const start = stacks === 1 ? Math.max(8, whole * 0.022) : Math.max(6, whole * 0.02);
  const line = Math.max(6, Math.round(whole * 0.011));
  // In ems of the type: place and the space after it, name and space, home and time with theirs.
  const ems = digits * digit * 1.35 + 0.5 + letters + 0.7 + 0.5 + times * 1.1 + 0.9;
  const fitting = Math.min(lane * 0.46, (whole * (1 - forColumns) - start - line) / ems);
  const type = Math.max(8, fitting);
  const place = Math.min(lane * 0.6, type * 1.35);
  const time = Math.min(lane * 0.5, type * 1.1);
  return {
    stacks,
    deep,
    lane,
    fitting,
    type,
    place,
    time,
    start,
    line,
    home: Math.max(4, type * 0.5),
    number: start + digits * digit * place + type * 0.5,
    name: (letters + 0.7) * type,
    finish: type * 1.4 + times * time,
  };
}
