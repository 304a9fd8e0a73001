// The panels in the place of the board of a past day, and below it.

import { el, icon } from "../elements/elements.js";
import { dayName, page } from "../../wording.js";
import { panels, pastDay as words, solo } from "../../wording/race.js";
import { kindOf } from "../../kinds.js";
import { howTo, lesson, levelChoice } from "../race/panels.js";
import { allWords, end, nothing, shareButton, todayLink } from "../solo/end.js";
import { aim, unranked } from "../solo/choice.js";

/** @typedef {InstanceType<typeof import("./day.js").Course>} Course */
/** @typedef {import("../race/race.js").RaceView & { course: Course }} View */

/**
 * The panel before the start.
 * @param {View} view
 */
export function gate(view) {
  const { course } = view;
  setTimeout(() => void view.fetchDesk(), 600);
  // Whoever came by a shared link may never have raced.
  const isFirst = !view.app.preferences.get("met");
  const puzzle = course.asked;
  const kind = kindOf({ puzzle });
  return el(
    "div",
    { class: "panel gate" },
    el(
      "div",
      {},
      el("p", { class: "eyebrow", text: dayName(course.day) }),
      el("h2", { text: words.title }),
      el("p", {}, unranked()),
      isFirst || !kind?.isMarked ? el("p", { text: aim(puzzle, view) }) : null,
      kind?.isMarked ? lesson(view) : null,
      el("p", { text: words.forYourself }),
    ),
    el(
      "div",
      {},
      kind?.hasRows ? levelChoice(view) : null,
      el(
        "button",
        { type: "button", class: "button accent large", on: { click: () => view.start() } },
        words.race,
        icon("arrow"),
      ),
      el(
        "div",
        { class: "actions" },
        howTo(view.app),
        el("a", { class: "button plain", href: view.course.archivePath }, page.links.archive),
      ),
    ),
  );
}

/**
 * After the end.
 * @param {View} view
 */
export function home(view) {
  const { game } = view;
  const { lag = 0 } = game?.result ?? {};
  const another = el("a", { class: "button", href: view.course.archivePath, text: words.another });
  const show = () => view.panels?.showResult(view);
  const result = () =>
    el("button", { type: "button", class: "button accent", text: panels.result, on: { click: show } });
  if (!game?.ranked) another.classList.add("accent");
  return end(view, {
    clock: lag >= 50 ? words.lag(lag) : "",
    kind: words.title,
    actions: game?.ranked
      ? [result(), another]
      : [
          another,
          allWords(view),
          shareButton(view, `/archive/${game?.puzzle}`),
          todayLink(view.course.todayPath),
        ],
  });
}

/** @param {View} view */
export function gone(view) {
  const why = view.gone?.code === "no_words" ? solo.noWords : words.none;
  return nothing(why, null, [view.course.archivePath, page.links.archive]);
}
