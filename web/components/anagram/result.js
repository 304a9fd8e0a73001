// The result of an anagram game: the points, the words by their lengths, and what next.

import { el, icon } from "../elements/elements.js";
import { clock, counted } from "../../wording.js";
import { share as shareResult, shareText } from "../result/sharing.js";
import { share } from "./face.js";
import { byLength } from "./tray.js";

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, { game, code }) {
  const { store } = app;
  const { result } = game;
  // On its day that is /today.
  const link = `${app.reachable.url}${code ? `/room/${code}` : `/archive/${game.puzzle}`}`;
  const next = el("p", { class: "next" });
  const act = () =>
    shareResult(app, {
      title: "Your result",
      text: shareText(share(result.share, app.preferences.isContrast), link),
      url: link,
    });
  sheet.body.append(
    el(
      "div",
      { class: "result-head" },
      el("h2", { text: counted(result.points ?? 0, "point") }),
      el("p", {
        text: [
          result.turns > 0 ? counted(result.turns, "word") : "No word this time",
          game.answer ? `every letter makes ${game.answer.toUpperCase()}` : "",
        ]
          .filter(Boolean)
          .join(", "),
      }),
    ),
    el(
      "dl",
      { class: "their-lengths" },
      ...byLength(game.guesses, game.tiles?.length ?? 0)
        .filter(({ words }) => words.length > 0)
        .flatMap(({ length, words }) => [
          el("dt", { text: `${length} letters` }),
          el("dd", { text: words.map(({ word }) => word.toUpperCase()).join(" ") }),
        ]),
    ),
    el(
      "div",
      { class: "sheet-actions" },
      el("button", { type: "button", class: "button accent large", on: { click: act } }, icon("share"), "Share"),
      el("button", {
        type: "button",
        class: "button large",
        text: "Ranking",
        on: { click: () => app.sheet("leaderboard", { code, puzzle: game.puzzle }) },
      }),
    ),
    next,
  );
  const tick = () => {
    if (store.today) next.replaceChildren("Next word in ", el("b", { text: clock(store.today.ends - store.now()) }));
  };
  tick();
  const timer = setInterval(tick, 500);
  sheet.closed.addEventListener("abort", () => clearInterval(timer));
}

export const styles = ["/components/anagram/anagram.css"];
