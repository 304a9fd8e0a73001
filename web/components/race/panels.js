// The panels in place of the board, or below it: the gate, what is waited for, the way back.

import { el, icon, setText } from "../elements/elements.js";
import { clock, door, page, race } from "../../wording.js";
import { panels as words, tasks } from "../../wording/race.js";
import { kindOf } from "../../kinds.js";

/** @typedef {import("./race.js").RaceView} RaceView */

/**
 * The panel before the start: the clock runs from the sight of the board, so nothing shows it unasked.
 * @param {RaceView} view
 */
export function gate(view) {
  const { today } = view;
  const isFirst = !view.app.preferences.get("met");
  const kind = kindOf(view.course);
  const { length = 5, rows = 6, seconds } = today ?? {};
  // The desk's modules come while the reader reads, so that the clock never waits for them.
  setTimeout(() => void view.fetchDesk(), 600);
  return el(
    "div",
    { class: "panel gate" },
    el(
      "div",
      {},
      view.sprint?.tabs(),
      el("p", { class: "eyebrow", text: today ? race.numbered(today.number, today.day, today.by_host) : "" }),
      el("h2", { text: words.ready }),
      el("p", { text: tasks[kind?.name ?? ""]?.[isFirst ? "how" : "shape"](length, rows, seconds) ?? "" }),
      kind?.isMarked ? lesson(view) : null,
      el("p", { class: "small", text: words.clock }),
    ),
    el(
      "div",
      {},
      kind?.hasRows ? levelChoice(view) : null,
      el(
        "button",
        { type: "button", class: "button accent large", on: { click: () => view.start() } },
        words.startClock,
        icon("arrow"),
      ),
      el(
        "div",
        { class: "actions" },
        howTo(view.app),
        view.code
          ? el(
              "button",
              { type: "button", class: "button plain", on: { click: () => void view.app.invite(view.code) } },
              icon("link"),
              race.bar.invite,
            )
          : el("a", { class: "button plain", href: "/" }, page.links.home),
      ),
    ),
  );
}

/**
 * The meaning of the tiles, for somebody who has never raced.
 * @param {{ app: import("../../main.js").App }} view
 */
export function lesson({ app }) {
  const isFirst = !app.preferences.get("met");
  const place = el("div", { class: "lesson", hidden: !isFirst });
  if (isFirst) {
    void import("./lesson.js").then(({ showLesson }) => showLesson(place), () => app.partLost());
  }
  return place;
}

/**
 * Whoever has pressed sees that it was heard, however long the line takes.
 * @param {Element} desk
 * @param {boolean} isOpening
 */
export function showStart(desk, isOpening) {
  desk.querySelector(".gate .accent")?.setAttribute("aria-busy", String(isOpening));
}

/** @param {import("../../main.js").App} app */
export function howTo(app) {
  return el(
    "button",
    { type: "button", class: "button plain", on: { click: () => app.sheet("help") } },
    icon("help"),
    page.help,
  );
}

/**
 * The choice of how hard the race is to be, before its clock starts.
 * @param {{ hard: import("../../protocol.js").Hard, choose: (level: import("../../protocol.js").Hard) => void }} view
 */
export function levelChoice(view) {
  const meaning = el("small", { id: "level-words", text: words.levels[view.hard][1] });
  const choices = Object.entries(words.levels).map(([level, [name]]) => {
    const input = el("input", { type: "radio", name: "level", value: level, "aria-describedby": "level-words" });
    input.checked = view.hard === level;
    input.addEventListener("change", () => {
      view.choose(/** @type {import("../../protocol.js").Hard} */ (level));
      meaning.textContent = words.levels[view.hard][1] ?? "";
    });
    return el("label", {}, input, name);
  });
  return el(
    "div",
    { class: "level", role: "radiogroup", "aria-label": words.hard },
    el(
      "span",
      { class: "level-head" },
      el("b", { text: words.hard }),
      el("span", { class: "level-choices" }, ...choices),
    ),
    meaning,
  );
}

/**
 * Gives the focus on, of which what had it is gone.
 * @param {HTMLElement} desk
 * @param {Element | null} [held] had it
 * @returns {boolean} whether what is to have it may be on its way yet
 */
export function takeFocus(desk, held) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = desk.querySelectorAll(
    held?.closest(".tabs") ? ".tabs [aria-pressed=true]" : ":is(.low, .await) .accent",
  );
  /** @type {HTMLElement | null} */
  const heading = desk.querySelector(".panel h2");
  // A heading, and not what is to be pressed: the Enter of a word that is over presses nothing.
  if (heading) heading.tabIndex = -1;
  const next = [...found].find((one) => one.getClientRects().length > 0) ?? heading ?? desk;
  next.focus({ preventScroll: true });
  return next === desk || document.activeElement === document.body;
}

/**
 * A board of yesterday is still in hand.
 * @param {{ view: RaceView, take: (puzzle: string) => void }} course
 * @param {import("../../protocol.js").Today} today
 */
export function newDay(course, today) {
  return [
    el(
      "span",
      {},
      el("b", { text: words.isOut(today.number) }),
      course.view.game?.state === "playing" ? words.stillCounts : "",
    ),
    el("button", {
      type: "button",
      class: "button accent",
      text: words.raceIt,
      on: { click: () => course.take(today.puzzle) },
    }),
  ];
}

/** @param {RaceView} view */
export function moved(view) {
  const [moved, follows] = words.moved;
  const here = () => void view.openBoard();
  return el(
    "div",
    { class: "panel low" },
    el("p", {}, el("b", { text: moved }), follows),
    el("button", { type: "button", class: "button accent", text: words.playHere, on: { click: here } }),
  );
}

/** @param {RaceView} view */
export function home(view) {
  const result = view.game?.result;
  const ranking = () => view.app.sheet("leaderboard", { code: view.code, puzzle: view.puzzle });
  return el(
    "div",
    { class: "panel low" },
    view.sprint?.tabs("narrow-only"),
    el("h2", { text: (result && kindOf(view.course)?.headline(result)) ?? "" }),
    el(
      "div",
      { class: "actions" },
      el(
        "button",
        { type: "button", class: "button accent", on: { click: () => showResult(view) } },
        icon("share"),
        words.result,
      ),
      el("button", { type: "button", class: "button", on: { click: ranking } }, icon("trophy"), words.ranking),
    ),
    (view.room?.members.size ?? 0) > 1 && view.sprint ? view.sprint.tray() : null,
    el("p", { class: "small next-word" }),
  );
}

/**
 * Says when the next race comes, below a race of today's; what follows a race of another day is out.
 * @param {RaceView} view
 * @param {Element} desk
 */
export function countDown({ course, kind, puzzle, store, today }, desk) {
  const next = desk.querySelector(".next-word");
  if (!next || !store.today) return;
  const following = race.in(course.following ?? race.next(kind?.daily), clock(store.today.ends - store.now()));
  setText(next, puzzle === today?.puzzle ? following : "");
}

/**
 * My game is over, and was seen to be.
 * @param {RaceView} view
 * @param {string} puzzle
 */
export async function finished(view, puzzle) {
  const face = await view.fetchFace().catch(() => view.app.partLost());
  const { game } = view;
  if (!game || puzzle !== view.puzzle || view.stop.signal.aborted) return;
  if (face) view.app.read(face.ended(game, view.ownTime));
  showResult(view);
}

/** @param {RaceView} view */
export function showResult({ app, code, game, today }) {
  const kind = game && kindOf(game);
  // Today's counts for nothing where one has chosen its word oneself.
  const isShown = game?.ranked || game?.puzzle === today?.puzzle;
  if (kind && game.result && isShown) void app.sheet(kind.result, { game, code });
}

/**
 * The words for onlookers about what is waited for.
 * @param {RaceView} view
 * @returns {[string, string]}
 */
export function awaited(view) {
  const lanes = view.lanes();
  const count = (/** @type {string} */ state) => lanes.filter((lane) => lane.state === state).length;
  const [racing, home, waiting] = [count("racing"), count("home"), count("waiting")];
  // Games with points have no goal to reach: who is out of time is done.
  const hasPoints = view.kind?.hasPoints === true;
  const done = words.done(hasPoints ? home + count("out") : home, hasPoints);
  const own = view.course.awaited?.(racing, done);
  if (own) return own;
  if (racing > 0) return [words.racing(racing), words.rest(done)];
  const daily = words.daily(view.kind?.daily);
  if (waiting === lanes.length) return [words.nobody, words.waitsFor(daily)];
  return waiting > 0 ? [done, words.notStarted(waiting, daily)] : [words.everybody, ""];
}

/**
 * The letters of a round while it goes on, where they are everybody's: who looks on may look for words as well.
 * @param {import("../../state.js").Race | undefined} round
 */
function letters(round) {
  if (!round?.tiles || round.answer) return null;
  return el(
    "div",
    { class: "await-tiles", role: "img", "aria-label": race.dealt(round.tiles) },
    ...[...round.tiles.toUpperCase()].map((text) => el("i", { text })),
  );
}

/**
 * Below the lanes of who looks on, with the way to a lane.
 * @param {RaceView} view
 */
export function watching(view) {
  const { room, sprint } = view;
  const [title, text] = awaited(view);
  const takes =
    room?.seat === null && !room.locked && room.members.size < (view.store.welcome?.limits.members ?? Infinity);
  const isOut = room?.seat !== null && sprint?.isOut && !sprint.isHost;
  const act = () => (isOut ? void sprint?.ask("sit_out", { out: false }) : view.watch(false));
  return el(
    "div",
    { class: "panel await" },
    letters(view.race),
    el("p", { role: "status" }, el("b", { text: title }), el("span", { class: text ? "" : "next-word", text })),
    takes || isOut
      ? el(
          "button",
          { type: "button", class: "button accent", on: { click: act } },
          icon("seat"),
          isOut ? words.raceAlong : door.seat,
        )
      : null,
  );
}
