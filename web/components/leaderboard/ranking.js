// A ranking as the server tells it: its pages, how many are in it, and who has a rank to name.

import { ask } from "../../api.js";

/** @typedef {import("../../protocol.js").Leaderboard} Leaderboard */

/** Entries of a page, and of each side of the reader. */
export const pageSize = 50;
export const radius = 5;

/**
 * @typedef {object} Part of a ranking, the first page if nothing is said
 * @property {string | null} [after] where the page begins
 * @property {number | undefined} [around] entries on each side of the reader
 * @property {boolean} [clean] without those who were too fast
 * @property {AbortSignal | undefined} [signal]
 */

/**
 * @param {string} board a line and a period
 * @param {string | null} code of a room; null for the whole server
 * @param {Part} part
 * @returns {Promise<Leaderboard>}
 */
export async function fetchLeaderboard(board, code, { after, around, clean, signal } = {}) {
  const query = new URLSearchParams({
    limit: String(pageSize),
    ...(code && { room: code }),
    ...(after && { after }),
    ...(around && { around: String(around) }),
    ...(clean && { clean: "1" }),
  });
  return ask(`/leaderboards/${board}?${query}`, { signal });
}

/**
 * Whether somebody has a rank to name: only those who found the word of the day, or of one in a longer period.
 * @param {{ solved?: boolean, points?: number, ms?: number }} you
 */
export const isRanked = ({ solved, points, ms = 0 }) => solved !== false && (points !== 0 || ms > 0);

/** @param {Pick<Leaderboard, "finished" | "players">} board */
export function countOf(board) {
  return board.finished ?? board.players ?? 0;
}

/**
 * Whether the reader has neighbours in it, and others that are none.
 * @param {Pick<Leaderboard, "finished" | "players" | "you">} board
 */
export function canBeAround(board) {
  return board.you !== null && countOf(board) > 2 * radius;
}
