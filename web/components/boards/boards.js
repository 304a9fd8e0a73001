// The boards of a day’s race with their letters, for who has finished it: how the others got there. The server gives
// them to nobody else.

import { el } from "../elements/elements.js";
import { HTTPError, ask } from "../../api.js";
import { kindOf } from "../../kinds.js";
import { standings } from "../../racing.js";
import { clock } from "../../wording.js";
import { boards as words } from "../../wording/results.js";

/**
 * @typedef {import("../../protocol.js").FinishedBoards} FinishedBoards
 * @typedef {import("../../state.js").Reel} Reel
 */

export const styles = ["/components/replay/reel.css", "/components/boards/boards.css"];

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, props) {
  const { store } = app;
  const { puzzle } = props;
  const place = el("div", { class: "boards", "aria-busy": "true" });
  const state = el("p", { role: "status", text: words.loading });
  const press = () => {
    // The button goes.
    sheet.body.focus();
    void look();
  };
  const on = { click: press };
  const again = el("button", { type: "button", class: "button", text: words.again, hidden: true, on });
  sheet.body.append(el("h2", { text: words.title }), place, state, again, el("p", { class: "small", text: words.who }));
  const race = () => store.rooms.get(props.code)?.races.find((one) => one.puzzle === puzzle);
  const homes = () => [...(race()?.lanes.values() ?? [])].filter(({ finish }) => finish).length;
  let shown = -1;
  let isAsking = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let next;
  const lookLater = (/** @type {number} */ ms) => {
    next ??= setTimeout(() => {
      next = undefined;
      void look();
    }, ms);
  };
  sheet.closed.addEventListener("abort", () => clearTimeout(next));
  // One at a time, so that no older answer comes over a newer one.
  const look = async () => {
    if (isAsking || sheet.closed.aborted) return;
    isAsking = true;
    again.hidden = true;
    shown = homes();
    try {
      const reel = await kindOf({ puzzle })?.reel().catch(() => app.partLost());
      if (!reel) throw new Error(words.cannot);
      /** @type {FinishedBoards} */
      const found = await ask(`/rooms/${props.code}/boards/${puzzle}`, { signal: sheet.closed });
      if (sheet.closed.aborted) return;
      place.replaceChildren(...parts(found, reel, store.rooms.get(props.code) ?? null, race()));
      state.textContent = found.boards.length > 1 ? words.finished(found.boards.length) : words.nobodyElse;
    } catch (error) {
      if (sheet.closed.aborted) return;
      const refusal = error instanceof HTTPError ? error : null;
      state.textContent = refusal?.message ?? words.cannot;
      // Many with one address ask at once when somebody comes home.
      if (refusal?.status === 429) lookLater(1000 * (refusal.retry || 60));
      else again.hidden = false;
    } finally {
      isAsking = false;
      place.removeAttribute("aria-busy");
      follow();
    }
  };
  // Who comes home while the sheet is open comes into it, and not all who look ask in one moment.
  const follow = () => again.hidden && homes() !== shown && lookLater(1000 + 2000 * Math.random());
  store.addEventListener("room", follow, { signal: sheet.closed });
  void look();
}

/**
 * @param {FinishedBoards} found
 * @param {Reel} reel
 * @param {import("../../store.js").Room | null} room
 * @param {import("../../state.js").Race | undefined} race
 */
function parts(found, reel, room, race) {
  const places = new Map(room ? standings(room, race).map(({ seat }, place) => [seat, place]) : []);
  const place = (/** @type {{ seat: number }} */ { seat }) => places.get(seat) ?? places.size;
  const lanes = [...found.boards].sort((a, b) => place(a) - place(b));
  // Rows that nobody needed say nothing any more.
  const needed = Math.max(...lanes.map(({ moves }) => moves.length));
  const finished = { ...found, lanes, ...(found.rows && { rows: needed }) };
  const head = reel.head(finished);
  head.show(true);
  const list = lanes.map((lane) => {
    const board = reel.board(finished, lane, lane.seat === room?.seat ? words.you : lane.name);
    board.show(lane.moves.length, true);
    if (lane.moves.length === 0) board.element.append(el("small", { text: words.none }));
    // Who races the clock has no time of one's own.
    else if (lane.finish?.solved && !found.seconds) board.element.append(el("small", { text: clock(lane.finish.ms) }));
    return board.element;
  });
  const note = reel.note?.(finished);
  return [
    el("div", { class: "reel-answer" }, head.element, note ? el("p", { class: "small", text: note }) : null),
    el("ul", { class: list.length <= 4 ? "reel-boards few" : "reel-boards" }, ...list),
  ];
}
