// The panels in the place of the board of practice, and below it.

import { el, icon } from "../elements/elements.js";
import { clock } from "../../wording.js";
import { panels, practice as words, solo, tasks } from "../../wording/race.js";
import { kindOf } from "../../kinds.js";
import { howTo } from "../race/panels.js";
import { allWords, end, nothing, shareButton, todayLink } from "../solo/end.js";
import { aim, lines } from "../solo/choice.js";

/** @typedef {InstanceType<typeof import("./practice.js").Course>} Course */
/** @typedef {import("../race/race.js").RaceView & { course: Course }} View */

/**
 * The panel before the start of a game that has a clock: which letters, and how long.
 * @param {View} view
 */
export function gate(view) {
  const { app, course, store } = view;
  setTimeout(() => void view.fetchDesk(), 300);
  return el(
    "div",
    { class: "panel gate" },
    el(
      "div",
      {},
      el("p", { class: "eyebrow", text: words.eyebrow }),
      el("h2", { text: panels.ready }),
      el("p", { text: aim(course.asked, view, 0) }),
    ),
    el(
      "div",
      {},
      lines(store, course.asked, course.stopwatch),
      timeChoice(course),
      el(
        "button",
        { type: "button", class: "button accent large", on: { click: () => view.start() } },
        words.start,
        icon("arrow"),
      ),
      el(
        "div",
        { class: "actions" },
        howTo(app),
        el("a", { class: "button plain", href: "/today", text: solo.today }),
      ),
    ),
  );
}

/**
 * The choice of how long a game may take; null where games of this kind have no limit to choose.
 * @param {Course} course
 */
function timeChoice(course) {
  if (!course.times) return null;
  /** @type {import("../solo/choice.js").Time[]} */
  const times = course.times;
  const chosen = times.find(({ seconds }) => seconds === course.seconds);
  const meaning = el("small", { id: "time-words", text: chosen?.words ?? "" });
  const choices = times.map(({ seconds, name, words: said }) => {
    const input = el("input", {
      type: "radio",
      name: "time",
      value: String(seconds),
      checked: seconds === chosen?.seconds,
      "aria-describedby": "time-words",
      on: {
        change: () => {
          course.limit(seconds);
          meaning.textContent = said;
        },
      },
    });
    return el("label", {}, input, name);
  });
  return el(
    "div",
    { class: "level times", role: "radiogroup", "aria-label": words.time },
    el("span", { class: "level-head" }, el("b", { text: words.time }), meaning),
    el("span", { class: "level-choices" }, ...choices),
  );
}

/**
 * After the end.
 * @param {View} view
 */
export function home(view) {
  const { course, game, ownTime } = view;
  const [, asked = ""] = /^practice-(.+)\//.exec(game?.puzzle ?? "") ?? [];
  const kind = kindOf(course);
  // The time that this page shows: the server's own clock runs between visits.
  const timed = (/** @type {string} */ text) =>
    text.replace(/ [\d:]+(?=\n)/, ownTime === null ? "" : ` ${clock(ownTime)}`);
  const another = el(
    "button",
    { type: "button", class: "button accent", "aria-keyshortcuts": "Enter", on: { click: () => course.again() } },
    icon("plus"),
    tasks[kind?.name ?? ""]?.another ?? "",
  );
  const panel = end(view, {
    clock: words.ownClock,
    kind: words.title,
    actions: [another, allWords(view), shareButton(view, `/practice?words=${asked}`, timed), todayLink()],
  });
  const times = timeChoice(course);
  if (times) panel.append(times);
  return panel;
}

/** @param {View} view */
export function gone({ course, store }) {
  return nothing(solo.noWords, lines(store, "", course.stopwatch), ["/practice", words.title]);
}
