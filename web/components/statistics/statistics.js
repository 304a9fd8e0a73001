// How I have done so far: played, won, streaks, the guesses that it took, as the server counts.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { ask } from "../../api.js";
import { counted } from "../../wording.js";
import { lineChoice, todayOf, todayPath, wordsOf } from "../lines/lines.js";

export const styles = ["/components/statistics/statistics.css"];

/** @typedef {import("../../protocol.js").PlayerStatistics} PlayerStatistics */

/**
 * @param {import("../../main.js").App} app
 * @param {AbortSignal} signal
 * @param {string} [line]
 * @returns {Promise<PlayerStatistics>}
 */
export function fetchStatistics(app, signal, line = app.store.line) {
  return ask(`/me/statistics?line=${line}`, { signal });
}

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, { line: shown = app.store.line }) {
  let line = /** @type {string} */ (shown);
  const choice = lineChoice(app.store, line, (chosen) => {
    line = chosen;
    days.href = todayPath(app.store, line).replace("/today", "/archive");
    show();
  });
  const days = el(
    "a",
    { class: "button", href: todayPath(app.store, line).replace("/today", "/archive") },
    icon("calendar"),
    "Past days",
  );
  const today = () => todayOf(app.store, line) ?? app.store.today;
  const place = el("div", { class: "statistics" }, el("p", { role: "status", text: "Counting" }));
  sheet.body.append(
    el("h2", { text: "Your statistics" }),
    choice ?? "",
    place,
    el(
      "div",
      { class: "sheet-actions" },
      days,
      el(
        "button",
        {
          type: "button",
          class: "button",
          on: { click: () => app.sheet("leaderboard", { puzzle: today()?.puzzle }) },
        },
        icon("trophy"),
        "Ranking",
      ),
    ),
  );
  const show = () => {
    const asked = line;
    void fetchStatistics(app, sheet.closed, asked).then(
      (statistics) => asked === line && place.replaceChildren(...parts(statistics, todayPath(app.store, line))),
      (error) => {
        if (!sheet.closed.aborted && asked === line)
          place.replaceChildren(el("p", { role: "status", text: error.message }));
      },
    );
  };
  show();
  app.store.addEventListener("session", show, { signal: sheet.closed });
}

/**
 * @param {PlayerStatistics} statistics
 * @param {string} today the address of the line's race of today
 */
function parts(statistics, today) {
  const words = wordsOf({ puzzle: statistics.line });
  if (statistics.played === 0) {
    return [
      el("p", {}, el("b", { text: "No race yet." }), ` ${words.first}`),
      el("a", { class: "button accent large", href: today }, "Start today’s race", icon("arrow")),
    ];
  }
  const figure = (/** @type {number} */ value, /** @type {string} */ small, /** @type {string} */ words) =>
    el("div", {}, el("b", {}, String(value), small ? el("sup", { text: small }) : null), el("span", { text: words }));
  return [
    el(
      "div",
      { class: "figures four" },
      ...words.statisticFigures(statistics).map((one) => figure(...one)),
    ),
    el("h3", { text: words.chartTitle }),
    chart(words, statistics),
    el("p", { class: "small", text: words.average(statistics) }),
  ];
}

/**
 * My races by how they ended, a bar for each class; that of the last race is closed by a chequer.
 * @param {import("../../state.js").KindWords} words
 * @param {PlayerStatistics} statistics
 */
export function chart(words, { distribution, played, won, last }) {
  const all = words.bars({ distribution, lost: played - won, mine: last });
  const most = Math.max(1, ...all.map(({ count }) => count));
  const state = last?.solved ? "solved" : "failed";
  const ending = last ? ` The last race: ${words.outcome({ ...last, ms: undefined, state })}.` : "";
  const counts = all.map(({ name, count }) => `${name}: ${count}`).join(", ");
  return el(
    "div",
    {
      class: all.some(({ label }) => label.length > 1) ? "own-chart wide" : "own-chart",
      role: "img",
      "aria-label": `${counted(all.filter(({ isOut }) => !isOut).length, "bar")}, ${words.chartLabel}. ${counts}.${ending}`,
    },
    ...all.map(({ label, count, isMine, isOut }) => {
      const bar = el("i");
      bar.style.setProperty("width", `${(100 * count) / most}%`);
      return el(
        "div",
        { class: ["own-bar", isMine ? "last" : "", isOut ? "out" : ""].filter(Boolean).join(" ") },
        el("b", { text: label }),
        el("span", { class: "own-line" }, bar, isMine ? el("span", { class: "chequer" }) : null),
        el("span", { class: "own-count", text: String(count) }),
      );
    }),
  );
}
