// Home's card of my own run: the streak, what I did on the last days, and the ways to more of it.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { ask } from "../../api.js";
import { advanced, weekday } from "../../days.js";
import { counted, dayName } from "../../wording.js";
import { pageLinks } from "../page/page.js";

/** @typedef {import("../../protocol.js").PlayedDay} PlayedDay */

const letters = ["M", "T", "W", "T", "F", "S", "S"];
/** Days on a wide screen; on a phone the last seven of them are seen. */
const shownDays = 28;

/** @param {import("./home.js").HomeView} view */
export async function showStreak(view) {
  const { app, store, dom, stop } = view;
  if (stop.signal.aborted) return;
  const { count, words, days, actions } = dom.streak;
  actions.append(
    el(
      "button",
      { type: "button", class: "button", on: { click: () => app.sheet("statistics") } },
      icon("chart"),
      "Statistics",
    ),
    el("button", { type: "button", class: "button", on: { click: () => view.ranking() } }, icon("trophy"), "Ranking"),
    el("a", { class: "button", href: "/archive" }, icon("calendar"), "Past days"),
  );
  if (!dom.page.querySelector(".page-links")) dom.page.append(pageLinks());
  const show = async () => {
    const today = store.today?.day;
    dom.run.hidden = store.welcome?.features.includes("archive") === false;
    if (!today || !store.welcome || dom.run.hidden) return;
    try {
      const line = store.line;
      const [statistics, { games }] = await Promise.all([
        ask(`/me/statistics?line=${line}`, { signal: stop.signal }),
        ask(`/me/games?line=${line}&from=${advanced(today, 1 - shownDays)}&to=${today}`, { signal: stop.signal }),
      ]);
      const { current, longest } = statistics.streak;
      count.textContent = String(current);
      words.replaceChildren(
        el("span", { text: current === 1 ? "day" : "days" }),
        el("span", { text: longest > 0 ? `best ${longest}` : "yet to begin" }),
      );
      days.replaceChildren(...squares(today, games));
      count.parentElement?.classList.remove("awaited");
    } catch {
      // Without the line there is no run to show; the next welcome asks again.
    }
  };
  store.addEventListener("session", () => void show(), { signal: stop.signal });
  store.addEventListener("day", () => void show(), { signal: stop.signal });
  await show();
}

/**
 * A square for each day, the last of them today's.
 * @param {string} today
 * @param {PlayedDay[]} games
 */
function squares(today, games) {
  const ranked = new Map(games.filter((game) => game.ranked).map((game) => [game.day, game]));
  return Array.from({ length: shownDays }, (_, index) => {
    const day = advanced(today, index + 1 - shownDays);
    const game = ranked.get(day);
    const words =
      game?.state === "solved"
        ? `found in ${counted(game.turns ?? 0, "guess", "guesses")}`
        : game?.state === "failed"
          ? "out of guesses"
          : day === today
            ? "still to race"
            : "not raced";
    const kind = [game?.state ?? "", day === today ? "today" : ""].filter(Boolean).join(" ");
    return el(
      "li",
      {},
      el("i", { class: kind, role: "img", "aria-label": `${dayName(day)}: ${words}` }),
      el("span", { "aria-hidden": "true", text: letters[weekday(day) - 1] ?? "" }),
    );
  });
}
