// What stands where the board would, and below it, in a race for myself.

import { el, icon } from "../elements/elements.js";
import { clock, dayName, finishTime, headline } from "../../wording.js";
import { howTo, lesson, levelChoice } from "../race/panels.js";
import { lines } from "./lines.js";
import { tiles } from "../help/help.js";

/** @typedef {import("./solo.js").SoloView} SoloView */

/**
 * Before a past day.
 * @param {any} view a `SoloView`
 */
export function gate(view) {
  setTimeout(() => void view.fetchDesk(), 600);
  // Whoever came by a shared link may never have raced.
  const isFirst = !view.app.preferences.get("met");
  return el(
    "div",
    { class: "panel gate" },
    el(
      "div",
      {},
      el("p", { class: "eyebrow", text: dayName(view.day) }),
      el("h2", { text: "A past day" }),
      el("p", {}, el("span", { class: "pill unranked", text: "Not ranked" })),
      isFirst ? el("p", { text: view.aim }) : null,
      lesson(view),
      el("p", {
        text: "You race for yourself: your time is shown, and no ranking, no streak and no room knows of it.",
      }),
    ),
    el(
      "div",
      {},
      levelChoice(view),
      el(
        "button",
        { type: "button", class: "button accent large", on: { click: () => view.start() } },
        "Race this day",
        icon("arrow"),
      ),
      el(
        "div",
        { class: "actions" },
        howTo(view.app),
        el("a", { class: "button plain", href: "/archive" }, "Past days"),
      ),
    ),
  );
}

/**
 * After the end.
 * @param {any} view a `SoloView`
 */
export function home(view) {
  /** @type {import("../../store.js").Game} */
  const game = view.game;
  const { result } = game;
  void view.app.preload(["/components/sheet/sheet.css"]); // It has the looks of small tiles.
  const answer = !result?.solved && game.answer ? tiles(game.answer, "2".repeat(game.answer.length)) : null;
  const lag = result?.lag && result.lag >= 50 ? `, ${(result.lag / 1000).toFixed(1)} s lag credit` : "";
  const time = view.ownTime;
  const when = game.ranked ? "" : view.isPractice ? "Practice, not ranked" : "A past day, not ranked";
  const actions = view.isPractice
    ? [
        el(
          "button",
          { type: "button", class: "button accent", "aria-keyshortcuts": "Enter", on: { click: () => view.again() } },
          icon("plus"),
          "Another word",
        ),
        shareButton(view, game),
        el("a", { class: "button", href: "/today", text: "Today’s race" }),
      ]
    : [
        game.ranked
          ? el("button", {
              type: "button",
              class: "button accent",
              text: "Result",
              on: { click: () => view.showResult() },
            })
          : null,
        el("a", { class: game.ranked ? "button" : "button accent", href: "/archive", text: "Another day" }),
        ...(game.ranked
          ? []
          : [shareButton(view, game), el("a", { class: "button", href: "/today", text: "Today’s race" })]),
      ];
  return el(
    "div",
    { class: "panel low" },
    answer,
    el("h2", { text: result ? headline(result.solved, result.turns) : "" }),
    el("p", {
      class: "small",
      text: [
        result?.solved && time !== null ? `${finishTime(time)}${view.isPractice ? " by this page’s clock" : lag}` : "",
        when,
      ]
        .filter(Boolean)
        .join(" · "),
    }),
    el("div", { class: "actions" }, ...actions),
  );
}

/**
 * Shares a race that counts for nothing, with the way to the same day, or to words of one's own. Its result sheet would
 * rank it.
 * @param {any} view a `SoloView`
 * @param {import("../../store.js").Game} game
 */
function shareButton(view, game) {
  const { app } = view;
  const act = async () => {
    const { share, shareText } = await app.sharing();
    const [, words = ""] = /^practice-(.+)\//.exec(game.puzzle) ?? [];
    const url = `${app.reachable.url}${words ? `/practice?words=${words}` : `/archive/${game.puzzle}`}`;
    // The time that this page shows: the server's own clock runs between visits.
    const told = (game.result?.share ?? "").replace(
      / [\d:]+(?=\n)/,
      words ? (view.ownTime === null ? "" : ` ${clock(view.ownTime)}`) : "$&",
    );
    await share(app, { title: "Your result", text: shareText(told, app.preferences.isContrast, url), url });
  };
  return el("button", { type: "button", class: "button", on: { click: () => void act() } }, icon("share"), "Share");
}

/**
 * Instead of what there is not.
 * @param {any} view a `SoloView`
 */
export function gone(view) {
  const hasNoWords = view.goneReason === "no_words" || view.isPractice;
  const [words, path, link] = hasNoWords
    ? ["This server has no such words.", ...(view.isPractice ? ["/practice", "Practice"] : ["/archive", "Past days"])]
    : ["There is no word of that day: it has not begun, or this server was not there yet.", "/archive", "Past days"];
  return el("div", { class: "panel" }, el("h2", { text: "This race cannot be opened" }), el("p", { text: words }),
    view.isPractice ? lines(view.store, "", view.stopwatch) : null,
    el("a", { class: "button accent large", href: path, text: link }));
}
