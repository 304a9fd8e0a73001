// Parts of the result of any kind of game: the reader's place in a room's daily race, the way to its podium picture,
// the time until the next race.

import { el, icon, setHidden } from "../elements/elements.js";
import { standings } from "../../racing.js";
import { clock, ordinal } from "../../wording.js";
import { isRanked } from "../leaderboard/ranking.js";
import { todayOf } from "../lines/lines.js";
import { result as words } from "../../wording/results.js";

/** @typedef {import("../../store.js").Game} Game */

/**
 * A number of the result, with what it counts below it.
 * @param {string} value
 * @param {string} small what stands above the line behind the value
 * @param {string} said
 */
export function figure(value, small, said) {
  return el("div", {}, el("b", {}, value, small ? el("sup", { text: small }) : null), el("span", { text: said }));
}

/**
 * The race of a game's day in a room, with its standings.
 * @param {import("../../state.js").Room} room
 * @param {Game} game
 */
export function raceOf(room, game) {
  const race = room.races.find((one) => one.puzzle === game.puzzle);
  return { race, all: standings(room, race) };
}

/**
 * The reader's place: in a room that among its members who have begun, else that of the day's ranking. None for who
 * played alone.
 * @param {import("../../store.js").Store} store
 * @param {Game} game
 * @param {import("../../state.js").Room | undefined} room
 * @param {import("../../protocol.js").Leaderboard["you"]} you
 */
export function placeFigure(store, game, room, you) {
  if (room) {
    const { all } = raceOf(room, game);
    const mine = all.find((standing) => standing.seat === room.seat);
    const started = all.filter((standing) => standing.state !== "waiting").length;
    return mine?.state === "home" && started > 1
      ? [figure(String(mine.place), ordinal(mine.place), words.inRoom(started))]
      : [];
  }
  const isToday = todayOf(store, game.puzzle.split("/")[0])?.puzzle === game.puzzle;
  return you && isRanked(you) && you.of > 1
    ? [figure(String(you.rank), ordinal(you.rank), words.onDay(you.of, isToday))]
    : [];
}

/**
 * The button to the picture of a room's day.
 * @param {import("../../main.js").App} app
 * @param {{ game: Game, code: string | null }} props
 */
export function toPicture(app, props) {
  const open = () => {
    const room = props.code ? app.store.rooms.get(props.code) : undefined;
    if (!room) return;
    const { race } = raceOf(room, props.game);
    void app.sheet("picture", { room, race, isSeries: false, from: document.documentElement });
  };
  return el(
    "button",
    { type: "button", class: "button", hidden: !props.code, on: { click: open } },
    icon("download"),
    words.picture,
  );
}

/**
 * Counts down to the next race of a line, below a race of today's; what follows a race of another day is out.
 * @param {import("../../main.js").App} app
 * @param {import("../sheet/sheet.js").Sheet} sheet
 * @param {string} puzzle
 * @param {string} following says what comes with the next day
 */
export function untilNext({ store }, { closed }, puzzle, following) {
  const next = el("p", { class: "next" });
  const tick = () => {
    const today = todayOf(store, puzzle.split("/")[0]);
    setHidden(next, today?.puzzle !== puzzle);
    if (today) next.replaceChildren(following, el("b", { text: clock(today.ends - store.now()) }));
  };
  tick();
  const timer = setInterval(tick, 500);
  closed.addEventListener("abort", () => clearInterval(timer));
  return next;
}
