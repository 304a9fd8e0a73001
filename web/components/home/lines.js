// The later part of home's card of the lines besides the first: how today's race of each stands, for me and others.

import { el } from "../elements/elements.js";
import { site } from "../../link.js";
import { ask } from "../../api.js";
import { gameFromReply } from "../../racing.js";
import { clock, raised } from "../../wording.js";
import { home } from "../../wording/home.js";
import { later } from "../../wording/home.js";
import { lineNameOf, lineTitle, todayOf, todayPath, todays, wordsOf } from "../lines/lines.js";

/** @typedef {import("../../state.js").Game} Game */
/** @typedef {import("../../protocol.js").DayStatistics} DayStatistics */

/** ms between two looks at how a day goes. */
const between = 30_000;
/** ms after which what did not come is asked for again. */
const again = 4000;
/** ms after the end of a game's time until the server has ended it. */
const grace = 2500;

/**
 * Shows what is known of each line's race of today.
 * @typedef {{ puzzle: string, day: DayStatistics | null, game: Game | null, you: import("../../protocol.js").Standing
 *   | null, best: number | null, isCounted: boolean | null }} Known `best`: my most points; `isCounted`: whether this
 *   race was over when they were told, null while they are those of a day before
 */

/**
 * @param {import("./home.js").HomeView} view
 * @param {HTMLElement} card
 * @returns {() => void} draws it
 */
export function showLines(view, card) {
  const { store, app, stop: { signal } } = view;
  /** @type {Map<string, Known>} by line */
  const known = new Map();
  const of = (/** @type {string} */ line) => {
    const puzzle = todayOf(store, line)?.puzzle ?? "";
    const one = known.get(line);
    if (one?.puzzle === puzzle) return one;
    const fresh = { puzzle, day: null, game: null, you: null, best: one?.best ?? null, isCounted: null };
    known.set(line, fresh);
    return fresh;
  };
  const places = () => /** @type {HTMLElement[]} */ ([...card.querySelectorAll("[data-line]")]);
  const show = () => {
    const all = todays(store).map(lineNameOf);
    if (all.length === 0) return;
    for (const place of places()) {
      const line = place.dataset.line ?? "";
      // One of a kind that this page does not play is not offered.
      if (!all.includes(line)) place.remove();
      else draw(view, place, line, lineTitle(line, all), of(line));
    }
    if (places().length === 0) card.remove();
  };
  /** @type {Map<string, ReturnType<typeof setTimeout> | null>} lines that are asked for, or will be again */
  const asked = new Map();
  /** @type {(line: string) => Promise<void>} */
  const learn = async (line) => {
    const one = of(line);
    const { puzzle } = one;
    if (puzzle === "" || signal.aborted || asked.get(line) === null) return;
    clearTimeout(asked.get(line) ?? undefined);
    asked.set(line, null);
    const state = stateOf(store, one);
    const isOver = state !== undefined && state !== "playing";
    // Each part is shown when it comes: a slow one keeps none of the others back.
    const keep = async (/** @type {Promise<Partial<Known>>} */ part) => {
      Object.assign(one, await part);
      if (!signal.aborted) show();
    };
    const parts = [
      keep(ask(`/today?line=${line}`, { signal }).then((day) => ({ day }))),
      isOver
        ? keep(ask(`/leaderboards/${puzzle}?limit=1`, { signal }).then(({ you }) => ({ you })))
        : null,
      one.isCounted !== isOver
        ? keep(ask(`/me/statistics?line=${line}`, { signal })
          .then(({ points }) => ({ best: points?.best ?? 0, isCounted: isOver })))
        : null,
      state && (state === "playing" || one.game?.state !== state)
        ? keep(look(store, puzzle).then((game) => ({ game })))
        : null,
    ];
    const told = await Promise.allSettled(parts);
    asked.delete(line);
    // Another day began meanwhile; or the race was ended by another tab, or by its time: there is a place to ask for.
    if (of(line) !== one || stateOf(store, one) !== state) return learn(line);
    if (told.some(({ status }) => status === "rejected")) asked.set(line, setTimeout(() => void learn(line), again));
  };
  const learnAll = () => void places().map((place) => learn(place.dataset.line ?? ""));
  for (const topic of ["session", "day"]) store.addEventListener(topic, learnAll, { signal });
  // The server has ended a game that this page looks at.
  store.addEventListener("game", (event) => {
    const { puzzle } = /** @type {CustomEvent} */ (event).detail;
    for (const [line, one] of known) if (one.puzzle === puzzle) void learn(line);
  }, { signal });
  const timer = setInterval(() => document.hidden || learnAll(), between);
  const second = setInterval(() => {
    for (const [line, one] of known) {
      const left = timeLeft(one.game, store.now());
      if (left === null) continue;
      show();
      // The server has ended it by now, whether anybody was there or not.
      if (left < -grace && one.game) void learn(line);
    }
  }, 1000);
  signal.addEventListener("abort", () => [timer, second, ...asked.values()].forEach((one) => clearInterval(one ?? 0)));
  remember(app, store);
  learnAll();
  show();
  return show;
}

/**
 * Keeps the names of the lines for the next visit.
 * @param {import("../../main.js").App} app
 * @param {import("../../store.js").Store} store
 */
function remember({ preferences }, store) {
  const all = todays(store);
  const names = all.map(lineNameOf);
  const title = (/** @type {string} */ line) => nameOf(line, lineTitle(line, names), names.length);
  const lines = all.map((one) => ({ line: lineNameOf(one), seconds: one.seconds, title: title(lineNameOf(one)) }));
  const text = JSON.stringify(lines);
  if (lines.length > 0 && preferences.get("lines") !== text) preferences.set("lines", text);
}

/**
 * The heading of a line: alone beside the first it is that of its kind; among others, what tells it from them.
 * @param {string} line
 * @param {string} title
 * @param {number} count of lines
 */
function nameOf(line, title, count) {
  return count === 2 ? wordsOf({ puzzle: line }).today : title;
}

/**
 * My game of a puzzle, looked at and left where it is played.
 * @param {import("../../store.js").Store} store
 * @param {string} puzzle
 * @returns {Promise<Game>}
 */
async function look(store, puzzle) {
  const held = store.games.get(puzzle);
  if (held && held.state !== "playing") return held;
  return gameFromReply(await store.link.request({ type: "open", puzzle, follow: true }), store.now(), true);
}

/**
 * The player's state in a race: as its game says, once that is over, or as the server said when the line came up.
 * @param {import("../../store.js").Store} store
 * @param {Known} known
 */
function stateOf(store, { puzzle, game }) {
  return game && game.state !== "playing" ? game.state : store.begun.get(puzzle);
}

/**
 * ms that are left of a game that goes on; null without one, or without a limit.
 * @param {Game | null} game
 * @param {number} now instant of the server's clock, ms
 */
function timeLeft(game, now) {
  if (!game?.seconds || game.state !== "playing") return null;
  return game.startedAt + game.seconds * 1000 - now;
}

/**
 * @param {import("./home.js").HomeView} view
 * @param {HTMLElement} place
 * @param {string} line
 * @param {string} title
 * @param {Known} known
 */
function draw({ store }, place, line, title, known) {
  const { puzzle, day, game, you, best } = known;
  const today = todayOf(store, line);
  const words = wordsOf({ puzzle });
  const begun = stateOf(store, known);
  const left = timeLeft(game, store.now());
  const isOn = begun === "playing" && (left === null || left > 0);
  const result = game?.result;
  const outcome = result && words.outcome({ ...result, state: game.state, ms: undefined });
  const field = day?.today.puzzle === puzzle ? words.field(day) : "\u00a0";
  const rank = you && you.solved !== false && you.of > 1 ? later.rank(you.rank, you.of) : "";
  // What is told of me, then of the others.
  const state = isOn
    ? left === null
      ? later.onTrack
      : later.left(clock(left + 999))
    : begun
      ? (outcome ? raised(outcome) : later.over)
      : best
        ? later.best(best)
        : today
          ? words.goal(today)
          : "";
  const name = nameOf(line, title, store.welcome?.lines.length ?? 2);
  set(place.querySelector("h2, div > b"), name);
  set(place.querySelector(".pill"), today ? words.limit(today) : "");
  set(place.querySelector(".line-state b"), state);
  set(place.querySelector("small"), begun && !isOn && rank ? rank : field);
  const link = /** @type {HTMLAnchorElement} */ (place.querySelector("a"));
  const way = isOn ? later.goOn : begun ? later.result : home.play;
  set(link, way);
  link.setAttribute("aria-label", home.way(way, name));
  link.setAttribute("href", site + todayPath(store, line));
  // One's own letters, from the start on.
  const letters = begun && game?.tiles ? [...game.tiles.toUpperCase()] : [];
  place.querySelector(".closed-tiles")?.classList.toggle("open", letters.length > 0);
  place.querySelectorAll(".closed-tiles i").forEach((tile, at) => set(tile, letters[at] ?? ""));
}

/**
 * @param {Element | null} element
 * @param {string} text
 */
function set(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}
