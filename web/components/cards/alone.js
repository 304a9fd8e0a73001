// The cards beside the board on a wide screen where nobody races along: today's field, and the days behind.

import { el, icon } from "../elements/elements.js";
import { site } from "../../link.js";
import { bars, barsOf } from "../result/bars.js";
import { ask } from "../../api.js";
import { advanced, advancedMonth, monthName, weekdayNames, weeksOf } from "../../days.js";
import { todayOf, todayPath, wordsOf } from "../lines/lines.js";
import { page } from "../../wording.js";
import { beside as words, panels, solo } from "../../wording/race.js";

/** @typedef {import("../../protocol.js").PlayedDay} PlayedDay */
/** @typedef {import("../../protocol.js").DayStatistics} DayStatistics */

/** ms between two looks at how the day goes. */
const between = 20_000;

/**
 * Fills the side once, and keeps it as the day goes.
 * @param {HTMLElement} side
 * @param {import("../race/race.js").RaceView} view
 */
export function showCards(side, view) {
  if (side.dataset.cards === "alone") return;
  side.dataset.cards = "alone";
  const { app, store, stop: { signal } } = view;
  const field = el("section", { class: "card field-card" });
  const days = el("section", { class: "card days-card", hidden: true });
  const friends = el(
    "section",
    { class: "card" },
    el("h2", { text: words.rivals }),
    el("p", {
      class: "small",
      text: words.how,
    }),
    el("div", { class: "card-foot" }, el("a", { class: "button", href: "/" }, icon("plus"), words.friends)),
  );
  // The sheet's style has the looks of bars: nothing stands there before it has come.
  void app
    .preload(["/components/sheet/sheet.css"])
    .then(() => signal.aborted || side.replaceChildren(field, el("div", { class: "beside" }, days, friends)));
  /** @type {DayStatistics | null} */
  let told = null;
  // Of the line that is raced; of the first, where that has no race today.
  const line = () => todayOf(store, view.course.line) && view.course.line ? view.course.line : store.line;
  const draw = () => field.replaceChildren(...fieldParts(view, line(), told));
  const look = async () => {
    try {
      told = await ask(todayPath(store, line()), { signal });
      draw();
    } catch {
      // Without the line the field is as it was; the next look is soon.
    }
  };
  const lookBack = async () => {
    const today = store.today?.day;
    const own = view.course.line || store.line;
    if (!today || !own || store.welcome?.features.includes("archive") === false) return;
    const shown = view.puzzle?.split("/")[1]?.slice(0, 7);
    const month = shown && /^\d{4}-(0[1-9]|1[0-2])$/.test(shown) ? shown : today.slice(0, 7);
    // The month has its place before anybody knows what was raced in it.
    if (days.hidden) days.replaceChildren(...monthParts(store, own, month, "9999-12-31", today, []));
    days.hidden = false;
    try {
      const last = advanced(`${advancedMonth(month, 1)}-01`, -1);
      const { first, games } = await ask(`/me/games?line=${own}&from=${month}-01&to=${last}`, { signal });
      days.replaceChildren(...monthParts(store, own, month, first, today, games));
    } catch {
      // As above.
    }
  };
  const all = () => {
    void look();
    void lookBack();
  };
  /** The puzzles that were being raced when something was told of them last. */
  const running = new Set();
  for (const { puzzle, state } of store.games.values()) if (state === "playing") running.add(puzzle);
  // A game ends with a move, or by its clock or its player without one.
  const heard = (/** @type {Event} */ event) => {
    const { puzzle, row } = /** @type {CustomEvent} */ (event).detail;
    const isRaced = store.games.get(puzzle)?.state === "playing";
    const isOver = running.delete(puzzle) && !isRaced;
    if (isRaced) running.add(puzzle);
    // When the row lies.
    if (row === 0 || isOver) setTimeout(() => signal.aborted || all(), 3000);
  };
  store.addEventListener("session", all, { signal });
  store.addEventListener("day", all, { signal });
  for (const topic of ["judged", "game"]) store.addEventListener(topic, heard, { signal });
  const timer = setInterval(() => document.hidden || void look(), between);
  signal.addEventListener("abort", () => clearInterval(timer));
  draw();
  all();
}

/**
 * @param {import("../race/race.js").RaceView} view
 * @param {string | null} line null while the server has not told the first
 * @param {DayStatistics | null} told
 */
function fieldParts({ app, store }, line, told) {
  const today = todayOf(store, line);
  const { distribution = Array(today?.rows || 10).fill(0), finished = 0, solved = 0 } = told ?? {};
  const puzzle = told?.today.puzzle ?? "";
  const begun = store.begun.get(puzzle);
  const wording = wordsOf({ puzzle: line });
  const mine = store.games.get(puzzle)?.result ?? null;
  const all = barsOf(line ?? "", wording, { distribution, lost: finished - solved, mine });
  const href = todayPath(store, line);
  return [
    el("h2", { text: words.field }),
    el("p", { class: "small", text: told ? wording.field(told) : "\u00a0" }),
    el(
      "ol",
      { class: all.some(({ label }) => label.length > 1) ? "bars wide" : "bars", "aria-label": wording.fieldTitle },
      ...bars(all),
    ),
    el(
      "div",
      { class: "card-foot" },
      begun === "solved" || begun === "failed"
        ? null
        : location.pathname === `${site}/today`
          ? null
          : el("a", { class: "button", href, text: solo.today }),
      el(
        "button",
        {
          type: "button",
          class: "button",
          on: { click: () => puzzle && app.sheet("leaderboard", { code: null, puzzle }) },
        },
        icon("trophy"),
        panels.ranking,
      ),
    ),
  ];
}

/**
 * @param {import("../../store.js").Store} store
 * @param {string} line
 * @param {string} month
 * @param {string} first day there is
 * @param {string} today
 * @param {PlayedDay[]} games
 */
function monthParts(store, line, month, first, today, games) {
  const wording = wordsOf({ puzzle: line });
  const played = new Map(games.map((game) => [game.day, game]));
  const cell = (/** @type {string | null} */ day) => {
    const text = String(Number(day?.slice(8)));
    if (!day) return el("li", {});
    if (day < first || day > today) return el("li", {}, el("span", { class: "to-come", text }));
    const game = played.get(day);
    const kind = [game?.state ?? "", game && !game.ranked ? "loose" : "", day === today ? "today" : ""]
      .filter(Boolean)
      .join(" ");
    const outcome = game ? wording.outcome({ ...game, ms: undefined }) : words.notRaced;
    const isLive = day === today || (game?.state === "playing" && game.ranked);
    return el(
      "li",
      {},
      el("a", {
        class: kind,
        href: isLive ? todayPath(store, line) : `/archive/${line}/${day}`,
        "aria-label": words.day(day, outcome),
        text,
      }),
    );
  };
  const names = weekdayNames("narrow").map((text) =>
    el("li", { class: "weekday", "aria-hidden": "true", text }),
  );
  return [
    el(
      "div",
      { class: "card-head" },
      el("h2", { text: monthName(month) }),
      el("a", { class: "small", href: todayPath(store, line).replace("/today", "/archive"), text: page.links.archive }),
    ),
    el("ol", { "aria-label": words.days(monthName(month)) }, ...names, ...weeksOf(month).flat().map(cell)),
  ];
}
