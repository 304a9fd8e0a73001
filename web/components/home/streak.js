// The later part of home's card of my own run: its figures of now, and the signs on its buttons.

import { icon } from "../elements/icons.js";
import { ask } from "../../api.js";
import { advanced } from "../../days.js";
import { pageLinks } from "../page/page.js";
import { shownDays } from "./home.js";

/** @typedef {import("../../protocol.js").PlayedDay} PlayedDay */

/** @param {import("./home.js").HomeView} view */
export async function showStreak(view) {
  const { store, dom, stop } = view;
  if (stop.signal.aborted) return;
  const signs = /** @type {const} */ (["chart", "trophy", "calendar"]);
  dom.streak.actions.querySelectorAll("i").forEach((place, index) => place.replaceWith(icon(signs[index] ?? "chart")));
  void view.placed.then(() => dom.page.querySelector(".page-links") ?? dom.page.append(pageLinks()));
  const show = async () => {
    const today = store.today?.day;
    dom.run.hidden = store.welcome?.features.includes("archive") === false;
    const { line, player } = store;
    if (!today || !line || !store.welcome || !player || dom.run.hidden) return;
    try {
      const [statistics, { games }] = await Promise.all([
        ask(`/me/statistics?line=${line}`, { signal: stop.signal }),
        ask(`/me/games?line=${line}&from=${advanced(today, 1 - shownDays)}&to=${today}`, { signal: stop.signal }),
      ]);
      const { current, longest } = statistics.streak;
      const ranked = /** @type {PlayedDay[]} */ (games).filter((game) => game.ranked);
      // Whoever has not raced needs no words of the kind.
      const kinds = ranked.length > 0 ? await import("../../kinds.js") : null;
      const words = await kinds?.kindOf({ puzzle: line })?.words();
      view.showRun({
        player: player.id,
        line,
        day: today,
        current,
        longest,
        games: ranked.map((game) => ({
          day: game.day,
          state: game.state,
          said: words?.outcome({ ...game, ms: undefined }),
        })),
      });
    } catch {
      // Without the line there is no run to show; the next welcome asks again.
    }
  };
  store.addEventListener("session", () => void show(), { signal: stop.signal });
  store.addEventListener("day", () => void show(), { signal: stop.signal });
  // Today's race begins or ends in another tab.
  store.addEventListener("game", (event) => {
    const { puzzle } = /** @type {CustomEvent} */ (event).detail;
    if (puzzle !== store.today?.puzzle) return;
    void view.fetchMine();
    if (store.begun.get(puzzle) !== "playing") void show();
  }, { signal: stop.signal });
  await show();
}
