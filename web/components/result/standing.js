// The reader's place on the ranking of a day, under the result of any kind of game.

import { fetchLeaderboard } from "../leaderboard/ranking.js";

/** @typedef {import("../../protocol.js").Leaderboard} Leaderboard */

/**
 * Shows the reader's place on the whole server: on the day itself as it changes, as the ranking has it.
 * @param {import("../../main.js").App} app
 * @param {import("../sheet/sheet.js").Sheet} sheet
 * @param {string} puzzle
 * @param {boolean} isToday
 * @param {(you: Leaderboard["you"]) => void} show
 */
export function watchStanding({ store }, { closed }, puzzle, isToday, show) {
  const read = () => fetchLeaderboard(puzzle, null, { signal: closed }).then(({ you }) => show(you), () => {});
  if (!isToday || !store.welcome?.features.includes("ranking")) return void read();
  const look = () =>
    void store.link.request({ type: "look", board: puzzle, on: true }).then(({ you }) => show(you), read);
  store.addEventListener("standing", (event) => {
    const { line, period, scope, clean, you } = /** @type {CustomEvent<Leaderboard>} */ (event).detail;
    if (`${line}/${period}` === puzzle && scope === "server" && !clean) show(you);
  }, { signal: closed });
  store.addEventListener("session", look, { signal: closed });
  closed.addEventListener("abort", () => void store.link.request({ type: "look", on: false }).catch(() => {}));
  look();
}
