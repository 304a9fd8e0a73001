// The ranking of a day: in the room, or of the whole server.

import { el } from "../elements/elements.js";
import { clock, counted } from "../../wording.js";

/**
 * @param {string} puzzle
 * @param {string | null} code
 * @returns {Promise<import("../../protocol.js").Leaderboard>}
 */
export async function fetchLeaderboard(puzzle, code) {
  const room = code ? `&room=${encodeURIComponent(code)}` : "";
  const response = await fetch(`/api/v1/leaderboards/${puzzle}?limit=50${room}`);
  if (!response.ok) throw new Error(`leaderboard: ${response.status}`);
  return response.json();
}

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, { code = null, puzzle }) {
  const list = el("ol", { class: "ranking" });
  const words = el("p", { class: "small", role: "status", text: "One moment" });
  const show = async (/** @type {string | null} */ scope) => {
    list.replaceChildren();
    try {
      const board = await fetchLeaderboard(puzzle, scope);
      list.replaceChildren(...board.entries.map(entry));
      const home = counted(board.finished, "race is", "races are");
      words.textContent = board.finished === 0 ? "Nobody is home yet. Be the first."
        : board.you ? `${home} over. You are ${board.you.rank} of ${board.you.of}.` : `${home} over.`;
    } catch {
      words.textContent = "The ranking cannot be had just now. Try again in a moment.";
    }
  };
  sheet.body.append(el("h2", { text: "Ranking" }));
  if (code) {
    const scopes = el("div", { class: "choices", role: "radiogroup", "aria-label": "Whose ranking" });
    for (const [text, scope] of /** @type {[string, string | null][]} */ ([["This room", code], ["Whole server", null]])) {
      const input = el("input", { type: "radio", name: "scope" });
      input.checked = scope === code;
      input.addEventListener("change", () => void show(scope));
      scopes.append(el("label", {}, input, text));
    }
    sheet.body.append(scopes);
  }
  sheet.body.append(words, list);
  void show(code);
}

/** @param {import("../../protocol.js").Entry} entry */
function entry({ rank, name, solved, turns, ms, you }) {
  return el("li", { class: you ? "you" : "" },
    el("span", { class: "rank-number", text: String(rank) }),
    el("span", { class: "rank-name", text: you ? `${name} (you)` : name }),
    el("span", { class: "rank-turns", text: solved ? `in ${turns}` : "out" }),
    el("span", { class: "rank-time", text: solved ? clock(ms) : "" }));
}
