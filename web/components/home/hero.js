// The words of home's hero where the first line of the server is of a kind that counts no guesses.

import { kindOf } from "../../kinds.js";
import { raised } from "../../wording.js";
import { home } from "../../wording/home.js";
import { later } from "../../wording/home.js";
import { tasks } from "../../wording/race.js";
import { wordsOf } from "../lines/lines.js";

/** @param {import("./home.js").HomeView} view */
export function showHero(view) {
  const { store, dom, game, statistics, today } = view;
  if (!today) return;
  const { puzzle, length, rows = 0 } = today;
  const words = wordsOf({ puzzle });
  const begun = store.begun.get(puzzle);
  const isOver = begun === "solved" || begun === "failed";
  const result = game?.result;
  const outcome = result && words.outcome({ ...result, state: game.state, ms: undefined });
  dom.heading.textContent = isOver ? (outcome ? raised(outcome) : later.over) : begun ? home.isOn : words.today;
  dom.how.textContent = tasks[kindOf({ puzzle })?.name ?? ""]?.how(length, rows) ?? "";
  const day = statistics?.today.puzzle === puzzle ? words.field(statistics) : "";
  const goal = dom.how.hidden ? later.goal(words.goal(today), words.limit(today)) : "";
  dom.line.textContent = [goal, day].filter(Boolean).join(" ") || "\u00a0";
  view.countDown(words.following);
  if (isOver) dom.line.append(" ", dom.next);
}
