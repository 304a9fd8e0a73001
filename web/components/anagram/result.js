// The result of an anagram game: the points and the place, the words that people know with those that were found, and
// what next.

import { el, icon } from "../elements/elements.js";
import { result as words } from "./wording.js";
import { result as common } from "../../wording/results.js";
import { refusalOf } from "../../store.js";
import { todayOf } from "../lines/lines.js";
import { figure, placeFigure, toPicture, untilNext } from "../result/place.js";
import { share as shareResult, shareText } from "../result/sharing.js";
import { watchStanding } from "../result/standing.js";
import { toBoards } from "../boards/way.js";
import { share } from "./face.js";
import { byLength, review } from "./tray.js";

/** @typedef {import("../../store.js").Game} Game */
/**
 * @typedef {{ common: string[], count: number }} Solutions words that people know, and the number of all that count
 */

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, props) {
  const { store } = app;
  /** @type {Game} */
  const game = props.game;
  const result = /** @type {NonNullable<Game["result"]>} */ (game.result);
  const line = game.puzzle.split("/")[0] ?? "";
  const figures = el("div", { class: "figures" });
  const place = el("div", { class: "result-words", "aria-live": "polite" });
  sheet.body.append(
    el(
      "div",
      { class: "result-head" },
      source(game),
      el("h2", { text: words.points(result.points ?? 0) }),
      figures,
    ),
    place,
    el("div", { class: "sheet-actions" }, ...actions(app, sheet, props)),
    toBoards(app, props),
    toPicture(app, props),
    untilNext(app, sheet, game.puzzle, words.next),
  );
  /** @type {import("../../protocol.js").Leaderboard["you"]} */
  let you = null;
  /** @type {ReturnType<typeof review> | null} */
  let seen = null;
  const show = () => figures.replaceChildren(...figureParts(store, props, seen, you));
  show();
  store.addEventListener("room", show, { signal: sheet.closed });
  if (game.ranked)
    watchStanding(app, sheet, game.puzzle, todayOf(store, line)?.puzzle === game.puzzle, (found) => {
      you = found;
      show();
    });
  /** @returns {Promise<void>} */
  const look = async () => {
    place.setAttribute("aria-busy", "true");
    const found = await solutions(store, game).catch(refusalOf);
    if (sheet.closed.aborted) return;
    place.removeAttribute("aria-busy");
    if ("code" in found) return away(place, game, press);
    seen = review(game.guesses, found.common, game.tiles?.length ?? game.length);
    place.replaceChildren(...told(game, seen, found.count));
    show();
  };
  const press = () => {
    // The button goes.
    sheet.body.focus();
    loading(place);
    void look();
  };
  loading(place);
  void look();
  // What the line kept away is asked for again when it is up.
  store.addEventListener("session", () => seen === null && void look(), { signal: sheet.closed });
}

export const styles = ["/components/anagram/anagram.css"];

/**
 * The words of a game that is over.
 * @param {import("../../store.js").Store} store
 * @param {Game} game
 * @returns {Promise<Solutions>}
 */
function solutions({ link }, { puzzle, room, race }) {
  return link.request({ type: "solutions", ...(room ? { room, race } : { puzzle }) });
}

/**
 * The word that the tiles were made of, in the colour of one that was found or of one that was not.
 * @param {Game} game
 */
function source({ answer, guesses }) {
  if (!answer) return null;
  const isFound = guesses.some(({ word }) => word === answer);
  const label = words.source(answer.toUpperCase(), isFound);
  return el(
    "div",
    { class: "tiles answer source", role: "img", "aria-label": label },
    ...[...answer.toUpperCase()].map((letter) =>
      el("span", { class: "small-tile", "data-mark": isFound ? "2" : null, text: letter }),
    ),
  );
}

/**
 * @param {import("../../store.js").Store} store
 * @param {{ game: Game, code: string | null }} props
 * @param {ReturnType<typeof review> | null} seen
 * @param {import("../../protocol.js").Leaderboard["you"]} you
 */
function figureParts(store, { game, code }, seen, you) {
  const turns = game.result?.turns ?? 0;
  const parts = [figure(String(turns), "", words.words(turns))];
  if (seen && seen.of > 0) parts.push(figure(String(Math.floor((100 * seen.found) / seen.of)), "%", words.found));
  const room = code ? store.rooms.get(code) : undefined;
  return [...parts, ...placeFigure(store, game, room, you)];
}

/** @param {HTMLElement} place */
function loading(place) {
  place.replaceChildren(el("p", { class: "words-away", text: words.looking }));
}

/**
 * The words that could not be had, with those that are known.
 * @param {HTMLElement} place
 * @param {Game} game
 * @param {() => void} again
 */
function away(place, game, again) {
  const own = review(game.guesses, [], game.tiles?.length ?? game.length);
  place.replaceChildren(
    el(
      "div",
      { class: "words-away" },
      el("p", { text: words.away }),
      el("button", {
        type: "button",
        class: "button",
        text: words.tryAgain,
        on: { click: again },
      }),
    ),
    lists(own),
  );
}

/**
 * @param {Game} game
 * @param {ReturnType<typeof review>} seen
 * @param {number} count of all words that count
 */
function told(game, seen, count) {
  const meter = el("i", {});
  meter.style.setProperty("width", `${seen.of ? (100 * seen.found) / seen.of : 0}%`);
  const rare = seen.lists.reduce((sum, list) => sum + list.rare.length, 0);
  return [
    el(
      "div",
      { class: "share-found" },
      el("p", { text: words.youFound(seen.found, seen.of) }),
      el("div", { class: "meter", "aria-hidden": "true" }, meter, el("span", { class: "chequer" })),
      el("p", {
        class: "small",
        text: [
          rare > 0 ? words.rare(rare) : "",
          words.inAll(count),
        ]
          .filter(Boolean)
          .join(" "),
      }),
      seen.missed
        ? el("p", {}, words.missed, el("b", { text: seen.missed.toUpperCase() }))
        : el("p", {}, el("b", { text: seen.of > 0 ? words.all : "" })),
    ),
    el("h3", { text: words.common }),
    lists(seen),
  ];
}

/**
 * The words by their lengths; those that were found are marked, and the ear is told how many of each length.
 * @param {ReturnType<typeof review>} seen
 */
function lists({ lists: all, of: common }) {
  const mark = (/** @type {string} */ word, /** @type {string} */ kind, /** @type {string} */ said) =>
    el("li", { class: kind }, word, said ? el("span", { class: "spoken", text: `, ${said}` }) : null);
  return el(
    "div",
    { class: "all-words" },
    ...all.map(({ length, words: known, rare }) => {
      const found = known.filter(({ isFound }) => isFound).length;
      const of = known.length > 0 ? `${found}/${known.length}` : "";
      return el(
        "section",
        { "aria-label": words.ofLength(length, found, known.length) },
        el("b", { class: "length", "aria-hidden": "true", text: String(length) }),
        el(
          "ul",
          { class: "word-marks" },
          ...known.map(({ word, isFound }) => mark(word, isFound ? "found-one" : "", isFound ? words.found : "")),
          // Where no word is known to be common, none of one's own is less so.
          ...rare.map((word) => mark(word, common ? "rare" : "found-one", common ? words.foundRare : words.found)),
        ),
        el("span", { class: "of", "aria-hidden": "true", text: of }),
      );
    }),
  );
}

/**
 * @param {import("../../main.js").App} app
 * @param {import("../sheet/sheet.js").Sheet} sheet
 * @param {{ game: Game, code: string | null }} props
 */
function actions(app, sheet, props) {
  const { game } = props;
  const practised = /^practice-(.+)\//.exec(game.puzzle)?.[1];
  // A past day’s own address is /today while it lasts.
  const own = practised ? `/practice?words=${practised}` : `/archive/${game.puzzle}`;
  const act = () => {
    const url = `${app.reachable.url}${props.code ? `/room/${props.code}` : own}`;
    const text = shareText(share(game.result?.share ?? "", app.preferences.isContrast), url);
    return shareResult(app, { title: common.yours, text, url });
  };
  const ranking = () => app.sheet("leaderboard", { code: props.code, puzzle: game.puzzle });
  return [
    el("button", { type: "button", class: "button accent large", on: { click: act } }, icon("share"), common.share),
    game.ranked
      ? el("button", { type: "button", class: "button large", text: common.ranking, on: { click: ranking } })
      : el("button", { type: "button", class: "button large", text: words.close, on: { click: () => sheet.close() } }),
  ];
}
