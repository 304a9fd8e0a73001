// The result: the word, the time, the ranks, the photo finish, the day's field, and what next.

import { el, icon, named } from "../elements/elements.js";
import { ask } from "../../api.js";
import { clock, finishTime, headline } from "../../wording.js";
import { isRanked } from "../leaderboard/ranking.js";
import { todayOf, todayPath } from "../lines/lines.js";
import { fetchStatistics } from "../statistics/statistics.js";
import { tiles } from "../help/help.js";
import { lane, share as squares } from "../desk/face.js";
import * as guessWords from "../desk/words.js";
import { bars, barsOf } from "./bars.js";
import { figure, placeFigure, raceOf, toPicture, untilNext } from "./place.js";
import { share, shareText } from "./sharing.js";
import { watchStanding } from "./standing.js";
import { toBoards } from "../boards/way.js";
import { result as words } from "../../wording/results.js";

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, props) {
  const { store } = app;
  const { game } = props;
  const result = game.result;
  const shareIt = () => {
    // On its day that is /today.
    const url = `${app.reachable.url}${props.code ? `/room/${props.code}` : `/archive/${game.puzzle}`}`;
    const text = shareText(squares(result.share, app.preferences.isContrast), url);
    return share(app, { title: words.yours, text, url });
  };
  const photo = el("section", { class: "photo", "aria-label": words.photo });
  const field = el("ol", { class: "bars", "aria-label": words.needed });
  const figures = el("div", { class: "figures" });
  // Its place is kept while its numbers are on their way; those of another day it never has.
  const line = game.puzzle.split("/")[0] ?? "";
  const isToday = todayOf(store, line)?.puzzle === game.puzzle;
  const fieldBox = el("div", { hidden: !isToday }, el("h3", { text: words.field }), field);
  fieldBox.style.setProperty("visibility", "hidden");
  const streak = el(
    "button",
    {
      type: "button",
      class: "button streak-line",
      hidden: !store.welcome?.features.includes("ranking"),
      on: { click: () => app.sheet("statistics", { line }) },
    },
    icon("chart"),
    el("span", { text: words.statistics }),
  );
  const answer = tiles(game.answer ?? "", "2".repeat((game.answer ?? "").length));
  answer.classList.add("answer");
  sheet.body.append(
    el("div", { class: "result-head" }, answer, el("h2", { text: headline(result.solved, result.turns) }), figures),
    photo,
    el(
      "div",
      { class: "field-and-run" },
      fieldBox,
      el(
        "div",
        {},
        el("h3", { text: words.run }),
        run(game),
        el("p", { class: "small", text: words.score(game.number, result.solved ? result.turns : null, game.rows) }),
      ),
    ),
    el(
      "div",
      { class: "sheet-actions" },
      el(
        "button",
        {
          type: "button",
          class: "button accent large",
          on: { click: shareIt },
        },
        icon("share"),
        words.share,
      ),
      props.code
        ? el("button", {
            type: "button",
            class: "button large",
            text: words.watch,
            on: { click: () => sheet.close() },
          })
        : el("button", {
            type: "button",
            class: "button large",
            text: words.ranking,
            on: { click: () => app.sheet("leaderboard", { code: null, puzzle: game.puzzle }) },
          }),
    ),
    toBoards(app, props),
    toPicture(app, props),
    streak,
    untilNext(app, sheet, game.puzzle, words.next),
  );

  /** @type {Leaderboard["you"]} */
  let you = null;
  const showFigures = () => figures.replaceChildren(...figureParts(store, game, props.code, you));
  const showPhoto = () => photo.replaceChildren(...photoParts(store, game, props.code));
  const showAll = () => {
    showFigures();
    showPhoto();
    photo.hidden = photo.childElementCount === 0;
  };
  showAll();
  store.addEventListener("room", showAll, { signal: sheet.closed });
  const fieldBars = (/** @type {number[]} */ distribution, /** @type {number} */ lost) =>
    bars(barsOf(game.puzzle, guessWords, { distribution, lost, mine: result }));
  field.replaceChildren(...fieldBars(Array(game.rows).fill(0), 0));
  if (store.welcome?.features.includes("ranking"))
    void fetchStatistics(app, sheet.closed, line).then(
      ({ streak: { current, longest }, percent }) => {
        const days =
          current > 0 ? words.streak(current, longest) : longest > 0 ? words.bestStreak(longest) : "";
        streak.lastElementChild?.replaceChildren(
          [days, percent > 0 ? words.won(percent) : ""].filter(Boolean).join(" · ") || words.statistics,
        );
      },
      () => {},
    );
  watchStanding(app, sheet, game.puzzle, isToday, (found) => {
    you = found;
    showFigures();
  });
  if (isToday) watchField(sheet, todayPath(store, line), fieldBox, (day) => {
    fieldBox.hidden = day.today.puzzle !== game.puzzle;
    fieldBox.style.removeProperty("visibility");
    field.replaceChildren(...fieldBars(day.distribution, day.finished - day.solved));
  });
}

/** @typedef {import("../../protocol.js").Leaderboard} Leaderboard */

/** ms between two looks at the day's field, which goes on while somebody reads. */
const lookEvery = 4000;

/**
 * @param {import("../sheet/sheet.js").Sheet} sheet
 * @param {string} path
 * @param {HTMLElement} box hidden where there is nothing to show
 * @param {(day: import("../../protocol.js").DayStatistics) => void} show
 */
function watchField(sheet, path, box, show) {
  let wasShown = false;
  const look = () => {
    if (document.hidden && wasShown) return;
    ask(path, { signal: sheet.closed }).then((day) => {
      wasShown = true;
      show(day);
    }, () => { box.hidden ||= !wasShown; });
  };
  look();
  const timer = setInterval(look, lookEvery);
  sheet.closed.addEventListener("abort", () => clearInterval(timer));
}

/**
 * @param {import("../../store.js").Store} store
 * @param {import("../../store.js").Game} game
 * @param {string | null} code
 * @param {Leaderboard["you"]} you
 */
function figureParts(store, game, code, you) {
  const lag = game.result?.lag ?? 0;
  const room = code ? store.rooms.get(code) : undefined;
  const parts = [
    figure(finishTime(game.result?.ms ?? 0), "", lag >= 50 ? words.lag(lag) : words.yourTime),
    ...placeFigure(store, game, room, you),
  ];
  // In a room the place is that among its members.
  if (you && isRanked(you) && you.beaten > 0)
    parts.push(figure(String(you.beaten), "%", words.behind(room !== undefined)));
  return parts;
}

/**
 * The finishers of the room along a ruler of time; ticks are steps of the same length.
 * @param {import("../../store.js").Store} store
 * @param {import("../../store.js").Game} game
 * @param {string | null} code
 */
function photoParts(store, game, code) {
  const room = code ? store.rooms.get(code) : undefined;
  if (!room) return [];
  const { all } = raceOf(room, game);
  const home = all.filter((standing) => standing.state === "home" && standing.finish);
  // Who ran alone had nobody to finish beside.
  if (home.length === 0 || all.filter((standing) => standing.state !== "waiting").length < 2) return [];
  const running = all.filter((standing) => standing.state === "racing").length;
  const times = home.map((standing) => standing.finish?.ms ?? 0);
  const first = Math.min(...times, game.result?.ms ?? 0);
  const span = Math.max(...times, game.result?.ms ?? 0) - first || 1;
  const ruler = el("div", { class: "ruler" });
  const left = (/** @type {import("../../state.js").Standing} */ { finish }) =>
    home.length === 1 ? 40 : 2 + (((finish?.ms ?? 0) - first) / span) * 78;
  const mine = home.find((standing) => standing.seat === room.seat);
  // A name needs a fifth of the ruler; who has less between two others is a bare tick.
  const labelled = mine ? [left(mine)] : [];
  for (const standing of [...home].sort((a, b) => left(a) - left(b))) {
    const isMine = standing === mine;
    const isTight = !isMine && labelled.some((other) => Math.abs(other - left(standing)) < 20);
    if (!isMine && !isTight) labelled.push(left(standing));
    const place = el(
      "div",
      { class: isMine ? "finisher you" : isTight ? "finisher tight" : "finisher" },
      ...Array.from({ length: game.length }, () => el("i")),
      el("span", { dir: "auto" }, ...named(isMine ? words.you : standing.name, standing.pseudonym)),
      el("b", { text: clock(standing.finish?.ms ?? 0) }),
    );
    place.style.setProperty("left", `${left(standing)}%`);
    ruler.append(place);
  }
  return [el("div", { class: "photo-head" }, el("span", { text: words.photo }),
    el("span", { text: running > 0 ? words.running(running) : words.home(home.length) })), ruler];
}

/** @param {import("../../store.js").Game} game */
function run(game) {
  const label = words.guesses(game.guesses.length);
  return el(
    "div",
    { class: "run", role: "img", "aria-label": label },
    ...game.guesses.map(lane),
    game.state === "solved" && el("span", { class: "chequer" }),
  );
}
