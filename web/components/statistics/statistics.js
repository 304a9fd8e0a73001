// The reader's own statistics: played, won, streaks, the guesses that it took, as the server counts.

import { el } from "../elements/elements.js";
import { site } from "../../link.js";
import { icon } from "../elements/icons.js";
import { ask } from "../../api.js";
import { page } from "../../wording.js";
import { statistics as words } from "../../wording/results.js";
import { barsOf } from "../result/bars.js";
import { lineChoice, todayOf, todayPath, wordsOf } from "../lines/lines.js";

export const styles = ["/components/statistics/statistics.css"];

/** @typedef {import("../../protocol.js").PlayerStatistics} PlayerStatistics */

/**
 * @param {import("../../main.js").App} app
 * @param {AbortSignal} signal
 * @param {string | null} line null for the first, as the server has it
 * @returns {Promise<PlayerStatistics>}
 */
export function fetchStatistics(app, signal, line) {
  return ask(line ? `/me/statistics?line=${line}` : "/me/statistics", { signal });
}

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, { line: shown = app.store.line }) {
  // The first, until another one is chosen: null while the server has not told it.
  let line = /** @type {string | null} */ (shown);
  /** @type {HTMLElement | null} */
  let choice = null;
  const choose = (/** @type {string} */ chosen) => {
    line = chosen;
    days.href = site + todayPath(app.store, line).replace("/today", "/archive");
    show();
  };
  const days = el(
    "a",
    { class: "button", href: todayPath(app.store, line).replace("/today", "/archive") },
    icon("calendar"),
    page.links.archive,
  );
  const today = () => todayOf(app.store, line) ?? app.store.today;
  const place = el("div", { class: "statistics" }, el("p", { role: "status", text: words.counting }));
  sheet.body.append(
    el("h2", { text: words.title }),
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
        words.ranking,
      ),
    ),
  );
  const show = () => {
    line ??= app.store.line;
    choice ??= lineChoice(app.store, line, choose);
    if (choice && !choice.isConnected) place.before(choice);
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
  const wording = wordsOf({ puzzle: statistics.line });
  if (statistics.played === 0) {
    return [
      el("p", {}, ...words.first(el("b", { text: words.none }), wording.first)),
      el("a", { class: "button accent large", href: today }, words.start, icon("arrow")),
    ];
  }
  const figure = (/** @type {number} */ value, /** @type {string} */ small, /** @type {string} */ said) =>
    el("div", {}, el("b", {}, String(value), small ? el("sup", { text: small }) : null), el("span", { text: said }));
  return [
    el(
      "div",
      { class: "figures four" },
      ...wording.statisticFigures(statistics).map((one) => figure(...one)),
    ),
    el("h3", { text: wording.chartTitle }),
    chart(wording, statistics),
    el("p", { class: "small", text: wording.average(statistics) }),
  ];
}

/**
 * My races by how they ended, a bar for each class; that of the last race is closed by a chequer.
 * @param {import("../../state.js").KindWords} wording
 * @param {PlayerStatistics} statistics
 */
export function chart(wording, { line, distribution, played, won, last }) {
  const all = barsOf(line, wording, { distribution, lost: played - won, mine: last });
  const most = Math.max(1, ...all.map(({ count }) => count));
  const state = last?.solved ? "solved" : "failed";
  const ending = last ? wording.outcome({ ...last, ms: undefined, state }) : undefined;
  const counts = all.map(({ name, count }) => `${name}: ${count}`).join(", ");
  return el(
    "div",
    {
      class: all.some(({ label }) => label.length > 1) ? "own-chart wide" : "own-chart",
      role: "img",
      "aria-label": words.chart(all.filter(({ isOut }) => !isOut).length, wording.chartLabel, counts, ending),
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
