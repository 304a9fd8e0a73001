// Lanes as small boards, as large as the room there is lets them be.

import { Track } from "./track.js";

Track.boards = (track, fills) => {
  const { element, count, shape } = track;
  const { clientWidth, clientHeight } = element;
  const mine = element.classList.contains("mine") ? 1 : 0;
  const board = boardWidth(count - mine, clientWidth - 24, (fills ? clientHeight : innerHeight * 0.34) - 24, shape);
  element.style.setProperty("--board", `${board}px`);
};

/**
 * The greatest width with which so many boards stand in the room there is.
 * @param {number} count
 * @param {number} width px
 * @param {number} height px
 * @param {{ length: number, rows: number }} shape
 * @returns {number} px
 */
function boardWidth(count, width, height, { length, rows }) {
  let best = 48;
  for (let across = 1; across <= count; across += 1) {
    const down = Math.ceil(count / across);
    // Less the name above a board and the line below it
    const tall = (height - 14 * (down - 1)) / down - 40;
    best = Math.max(best, Math.min(400, (width - 14 * (across - 1)) / across, (tall * length) / rows));
  }
  return Math.floor(best);
}
