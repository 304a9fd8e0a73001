// The boards of a day’s race with their letters, for who has finished it: how the others got there. The server gives
// them to nobody else.

import { el } from "../elements/elements.js";
import { ask } from "../../api.js";
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
export function content(app, sheet, { code, puzzle }) {
  const { store } = app;
  const place = el("div", { class: "boards", "aria-busy": "true" });
  const state = el("p", { role: "status", text: words.loading });
  const again = el("button", {
    type: "button",
    class: "button",
    text: words.again,
    hidden: true,
    on: { click: () => void look() },
  });
  sheet.body.append(el("h2", { text: words.title }), place, state, again, el("p", { class: "small", text: words.who }));
  const race = () => store.rooms.get(code)?.races.find((one) => one.puzzle === puzzle);
  const homes = () => [...(race()?.lanes.values() ?? [])].filter(({ finish }) => finish).length;
  let shown = -1;
  const look = async () => {
    const count = homes();
    shown = count;
    again.hidden = true;
    try {
      const [found, reel] = await Promise.all([
        /** @type {Promise<FinishedBoards>} */ (ask(`/rooms/${code}/boards/${puzzle}`, { signal: sheet.closed })),
        kindOf({ puzzle })?.reel(),
      ]);
      if (sheet.closed.aborted || !reel) return;
      const room = store.rooms.get(code);
      place.replaceChildren(...parts(found, reel, room ?? null, race()));
      state.textContent = found.boards.length > 1 ? "" : words.nobodyElse;
    } catch (error) {
      if (sheet.closed.aborted) return;
      shown = -1;
      state.textContent = error instanceof Error && error.message ? error.message : words.cannot;
      again.hidden = false;
    } finally {
      place.removeAttribute("aria-busy");
    }
  };
  void look();
  // Who comes home while the sheet is open comes into it.
  store.addEventListener("room", () => void (shown >= 0 && homes() !== shown && look()), { signal: sheet.closed });
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
    if (lane.finish?.solved) board.element.append(el("small", { text: clock(lane.finish.ms) }));
    return board.element;
  });
  const note = reel.note?.(finished);
  return [
    el("div", { class: "reel-answer" }, head.element, note ? el("p", { class: "small", text: note }) : null),
    el("ul", { class: list.length <= 4 ? "reel-boards few" : "reel-boards" }, ...list),
  ];
}
