// The button with which a host ends the word that runs, beside the race and in the menu.

import { sure } from "../sheet/sure.js";

/**
 * @param {() => import("../sprint/sprint.js").SprintRace | null | undefined} sprint
 * @param {() => void} [done]
 */
export function endWord(sprint, done = () => {}) {
  const { unit = "word" } = sprint() ?? {};
  return sure("end-word-now", `End ${unit}`, `End the ${unit} now`, async () => {
    if (await sprint()?.ask("end_round")) done();
  }, "");
}
