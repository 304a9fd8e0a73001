// What stands where the board would, or below it: the gate, the visitor's choice, the way back.

import { el, icon } from "../elements/elements.js";
import { counted, dayName, headline, shownCode } from "../../wording.js";

/** @typedef {import("./race.js").RaceView} RaceView */

/**
 * Before the start: the clock runs from the sight of the board, so nothing shows it unasked.
 * @param {RaceView} view
 */
export function gate(view) {
  const { today } = view.store;
  const hard = el("input", { type: "checkbox", class: "switch", role: "switch", id: "gate-hard" });
  hard.checked = view.hard !== "off";
  hard.addEventListener("change", () => (view.hard = hard.checked ? "hard" : "off"));
  // The desk's modules come while the reader reads, so that the clock never waits for them.
  setTimeout(() => void view.fetchDesk(), 600);
  return el("div", { class: "panel" },
    el("p", { class: "eyebrow", text: today ? `No. ${today.number} · ${dayName(today.day)}` : "" }),
    el("h2", { text: "Ready?" }),
    el("p", { text: `${today?.length} letters, ${today?.rows} guesses. Your clock starts when you see the board, and it never pauses.` }),
    el("label", { class: "setting", for: "gate-hard" }, el("span", {}, el("b", { text: "Hard mode" }),
      el("small", { text: "Every clue must be used. You can drop it later." })), hard),
    el("button", { type: "button", class: "button accent large", on: { click: () => void view.openBoard() } }, "Start the clock", icon("arrow")),
    el("div", { class: "actions" },
      el("button", { type: "button", class: "button plain", on: { click: () => view.app.sheet("help") } }, icon("help"), "How to race"),
      view.code ? el("button", { type: "button", class: "button plain", on: { click: () => view.invite() } }, icon("link"), "Invite")
        : el("a", { class: "button plain", href: "/" }, "Home")));
}

/**
 * Somebody with the link and without a seat.
 * @param {RaceView} view
 */
export function visit(view) {
  const lanes = view.lanes();
  const count = (/** @type {string} */ state) => lanes.filter((lane) => lane.state === state).length;
  const parts = [["racing", "on the track"], ["home", "home"]].filter(([state = ""]) => count(state) > 0)
    .map(([state = "", words]) => `${count(state)} ${words}`);
  return el("div", { class: "panel" },
    el("p", { class: "eyebrow", text: view.code ? `Room ${shownCode(view.code)}` : "" }),
    el("h2", { text: view.room?.name || "You are invited" }),
    el("p", { text: `${[counted(lanes.length, "racer"), ...parts].join(", ")}.` }),
    el("button", { type: "button", class: "button accent large", on: { click: () => void view.enter("join") } }, icon("seat"), "Take a seat"),
    el("button", { type: "button", class: "button large", on: { click: () => view.watch() } }, icon("eye"), "Just watch"),
    el("p", { class: "small", text: "With a seat you race on today’s word. The others see your colours, never your letters." }));
}

/** @param {RaceView} view */
export function gone(view) {
  return el("div", { class: "panel" },
    el("h2", { text: view.goneWords ? "No such room" : "You have left" }),
    el("p", { text: view.goneWords || "Your seat in this room is free again." }),
    el("a", { class: "button accent large", href: "/" }, "Back home"));
}

/** @param {RaceView} view */
export function moved(view) {
  return el("div", { class: "panel low" },
    el("p", {}, el("b", { text: "You are racing in another tab." }), " This one follows."),
    el("button", { type: "button", class: "button accent", text: "Play here", on: { click: () => void view.openBoard() } }));
}

/** @param {RaceView} view */
export function home(view) {
  const result = view.game?.result;
  const ranking = () => view.app.sheet("leaderboard", { code: view.code, puzzle: view.puzzle });
  return el("div", { class: "panel low" },
    el("h2", { text: result ? headline(result.solved, result.turns) : "" }),
    el("div", { class: "actions" },
      el("button", { type: "button", class: "button accent", on: { click: () => view.showResult() } }, icon("share"), "Result"),
      el("button", { type: "button", class: "button", on: { click: ranking } }, icon("trophy"), "Ranking")),
    el("p", { class: "small next-word" }));
}
