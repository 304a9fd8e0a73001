// The panel below the board when a race for myself is over, and instead of one that there is not.

import { el, icon } from "../elements/elements.js";
import { finishTime } from "../../wording.js";
import { practice, solo as words } from "../../wording/race.js";
import { kindOf } from "../../kinds.js";
import { tiles } from "../help/help.js";

/**
 * @param {import("../race/race.js").RaceView} view
 * @param {{ clock: string, kind: string, actions: (Node | null)[] }} more what is said of the time, what this was, and
 *   what can be done next
 */
export function end(view, { clock, kind, actions }) {
  const { game, ownTime: time } = view;
  const result = game?.result;
  // It has the looks of small tiles.
  void view.app.preload(["/components/sheet/sheet.css"]);
  const answer = !result?.solved && game?.answer ? tiles(game.answer, "2".repeat(game.answer.length)) : null;
  // Of a race against the clock the points say how it went.
  const found = result?.solved && !game?.seconds && time !== null ? finishTime(time) + clock : "";
  return el(
    "div",
    { class: "panel low" },
    answer,
    el("h2", { text: (result && kindOf(view.course)?.headline(result)) ?? "" }),
    el("p", {
      class: "small",
      text: [found, game?.ranked ? "" : words.unranked(kind)].filter(Boolean).join(" · "),
    }),
    el("div", { class: "actions" }, ...actions),
  );
}

/**
 * Shares a race that counts for nothing, with the way to the same words. Its result sheet would rank it.
 * @param {import("../race/race.js").RaceView} view
 * @param {string} path of those words
 * @param {(text: string) => string} [told] what is said in place of the server’s words
 */
export function shareButton(view, path, told = (text) => text) {
  const { app, game } = view;
  const act = async () => {
    const parts = await Promise.all([app.sharing(), app.load(view.fetchFace())]);
    const [sharing, face] = parts;
    if (!sharing || face === null) return;
    const url = `${app.reachable.url}${path}`;
    const result = told(game?.result?.share ?? "");
    const text = sharing.shareText(face?.share(result, app.preferences.isContrast) ?? result, url);
    await sharing.share(app, { title: words.yours, text, url });
  };
  return el("button", { type: "button", class: "button", on: { click: () => void act() } }, icon("share"), words.share);
}

/**
 * The way to all the words that there were; null where a race has one alone.
 * @param {import("../race/race.js").RaceView} view
 */
export function allWords({ app, game }) {
  const kind = game && kindOf(game);
  if (!kind?.limit) return null;
  const act = () => void app.sheet(kind.result, { game, code: null });
  return el("button", { type: "button", class: "button", on: { click: act } }, icon("lanes"), practice.all);
}

/** @param {string} [href] the address of the line's race of today */
export function todayLink(href = "/today") {
  return el("a", { class: "button", href, text: words.today });
}

/**
 * Instead of what there is not.
 * @param {string} why
 * @param {Node | null} choice of what there is
 * @param {[string, string]} link where to go: the path and its name
 */
export function nothing(why, choice, [href, text]) {
  return el(
    "div",
    { class: "panel" },
    el("h2", { text: words.cannot }),
    el("p", { text: why }),
    choice,
    el("a", { class: "button accent large", href, text }),
  );
}
