// How I have done so far: played, won, streaks, the guesses that it took, as the server counts.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { ask } from "../../api.js";
import { clock, counted } from "../../wording.js";

export const styles = ["/components/statistics/statistics.css"];

/** @typedef {import("../../protocol.js").PlayerStatistics} PlayerStatistics */

/**
 * @param {import("../../main.js").App} app
 * @param {AbortSignal} signal
 * @returns {Promise<PlayerStatistics>}
 */
export function fetchStatistics(app, signal) {
  return ask(`/me/statistics?line=${app.store.line}`, { signal });
}

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet) {
  const place = el("div", { class: "statistics" }, el("p", { role: "status", text: "Counting" }));
  sheet.body.append(
    el("h2", { text: "Your statistics" }),
    place,
    el(
      "div",
      { class: "sheet-actions" },
      el("a", { class: "button", href: "/archive" }, icon("calendar"), "Past days"),
      el(
        "button",
        {
          type: "button",
          class: "button",
          on: { click: () => app.sheet("leaderboard", { puzzle: app.store.today?.puzzle }) },
        },
        icon("trophy"),
        "Ranking",
      ),
    ),
  );
  const show = () =>
    void fetchStatistics(app, sheet.closed).then(
      (statistics) => place.replaceChildren(...parts(statistics)),
      (error) => {
        if (!sheet.closed.aborted) place.replaceChildren(el("p", { role: "status", text: error.message }));
      },
    );
  show();
  app.store.addEventListener("session", show, { signal: sheet.closed });
}

/** @param {PlayerStatistics} statistics */
function parts({ played, won, percent, streak, distribution, average, last }) {
  if (played === 0) {
    return [el("p", {}, el("b", { text: "No race yet." }), " Find a day’s word, and your streak begins."),
      el("a", { class: "button accent large", href: "/today" }, "Start today’s race", icon("arrow"))];
  }
  const figure = (/** @type {number} */ value, /** @type {string} */ small, /** @type {string} */ words) =>
    el("div", {}, el("b", {}, String(value), small ? el("sup", { text: small }) : null), el("span", { text: words }));
  return [
    el(
      "div",
      { class: "figures four" },
      figure(played, "", "played"),
      figure(percent, "%", "won"),
      figure(streak.current, "", "streak"),
      figure(streak.longest, "", "longest"),
    ),
    el("h3", { text: "Guesses you needed" }),
    chart(distribution, played - won, last),
    el("p", {
      class: "small",
      text: average ? `Found in ${average.turns.toFixed(1)} guesses and ${clock(average.ms)} on average.` : "",
    }),
  ];
}

/**
 * The guesses it took, a bar for each number, that of the last race closed by a chequer.
 * @param {number[]} distribution
 * @param {number} lost
 * @param {{ solved: boolean, turns: number } | null} last
 */
export function chart(distribution, lost, last) {
  const most = Math.max(1, lost, ...distribution);
  const words = distribution.map((count, index) => `${index + 1}: ${count}`).join(", ");
  const ending = last
    ? ` The last race: ${last.solved ? `found in ${counted(last.turns, "guess", "guesses")}` : "out of guesses"}.`
    : "";
  return el(
    "div",
    {
      class: "own-chart",
      role: "img",
      "aria-label": `${counted(distribution.length, "bar")}, races by the guesses they took. ${words}, out of guesses: ${lost}.${ending}`,
    },
    ...[...distribution, lost].map((count, index) => {
      const isOut = index === distribution.length;
      const isLast = last !== null && (isOut ? !last.solved : last.solved && last.turns === index + 1);
      const bar = el("i");
      bar.style.setProperty("width", `${(100 * count) / most}%`);
      return el(
        "div",
        { class: ["own-bar", isLast ? "last" : "", isOut ? "out" : ""].filter(Boolean).join(" ") },
        el("b", { text: isOut ? "X" : String(index + 1) }),
        el("span", { class: "own-line" }, bar, isLast ? el("span", { class: "chequer" }) : null),
        el("span", { class: "own-count", text: String(count) }),
      );
    }),
  );
}
