// The button with which a host ends the word that runs, beside the race and in the menu.

import { sure } from "../sheet/sure.js";
import { kindWords, sure as words } from "../../wording.js";

/**
 * @param {() => import("../sprint/sprint.js").SprintRace | null | undefined} sprint
 * @param {() => void} [done]
 */
export function endWord(sprint, done = () => {}) {
  const { unit = kindWords.guess.unit } = sprint() ?? {};
  return sure("end-word-now", words.end(unit), words.endNow(unit), async () => {
    if (await sprint()?.ask("end_round")) done();
  }, "");
}
