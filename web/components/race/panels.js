// What stands where the board would, or below it: the gate, the visitor's choice, the way back.

import { el, icon } from "../elements/elements.js";
import { counted, dayName, headline } from "../../wording.js";

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
  return el("div", { class: "panel" }, view.sprint?.tabs(),
    el("p", { class: "eyebrow", text: today ? `No. ${today.number} · ${dayName(today.day)}` : "" }),
    el("h2", { text: "Ready?" }),
    el("p", { text: `${today?.length} letters, ${today?.rows} guesses. Your clock starts when you see the board, and it never pauses.` }),
    el("label", { class: "setting", for: "gate-hard" }, el("span", {}, el("b", { text: "Hard mode" }),
      el("small", { text: "Every clue must be used. You can drop it later." })), hard),
    el("button", { type: "button", class: "button accent large", on: { click: () => void view.openBoard() } }, "Start the clock", icon("arrow")),
    el("div", { class: "actions" },
      el("button", { type: "button", class: "button plain", on: { click: () => view.app.sheet("help") } }, icon("help"), "How to race"),
      view.code ? el("button", { type: "button", class: "button plain", on: { click: () => void view.app.invite(view.code) } }, icon("link"), "Invite")
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
    el("p", { class: "eyebrow", text: view.code ? `Room ${view.app.codeWords(view.code)}` : "" }),
    el("h2", { text: view.room?.name || "You are invited" }),
    el("p", { text: `${[counted(lanes.length, "racer"), ...parts].join(", ")}.` }),
    view.room?.locked ? el("p", { class: "notice" }, icon("lock"), el("span", { text: "The host has locked this room: nobody new can take a seat. You can watch." })) : null,
    shownAs(view),
    view.room?.locked ? null : el("button", { type: "button", class: "button accent large", on: { click: () => sitDown(view) } }, icon("seat"), "Take a seat"),
    el("button", { type: "button", class: view.room?.locked ? "button accent large" : "button large", on: { click: () => view.watch() } }, icon("eye"), "Just watch"),
    el("p", { class: "small", text: "With a seat you race along. The others see your colours, never your letters." }));
}

/**
 * The choice of a name, before a seat is taken where anybody may come in.
 * @param {RaceView} view
 */
export function shownAs(view) {
  if (!view.room?.listed || view.room.locked) return null;
  const input = el("input", { type: "checkbox", class: "switch", role: "switch" });
  const words = el("small", { "aria-live": "polite" });
  const show = () => {
    words.textContent = `Anybody may come in here. You will be shown as ${view.ownName ? view.store.player?.name : "an animal"}.`;
  };
  input.checked = view.ownName;
  input.addEventListener("change", () => {
    view.ownName = input.checked;
    show();
  });
  show();
  return el("label", { class: "setting" }, el("span", {}, el("b", { text: "Show my own name" }), words), input);
}

/**
 * Takes a seat, shown as was chosen; what the room is like otherwise, the server knows best.
 * @param {RaceView} view
 */
export function sitDown(view) {
  void view.enter("join", view.room?.listed ? { pseudonym: !view.ownName } : {});
}

/**
 * Behind the door of a room that has a password.
 * @param {RaceView} view
 */
export function door(view) {
  const isWrong = view.door === "wrong_password";
  void view.app.preload(["/components/sheet/sheet.css"]); // It has the looks of a text field.
  const input = el("input", { class: "text-field", type: "password", "aria-label": "Password of the room", maxlength: "64", autocomplete: "off",
    required: true, "aria-invalid": String(isWrong), "aria-describedby": "door-words" });
  const form = el("form", { class: "field-row door-form" }, input, el("button", { type: "submit", class: "button accent", text: "Go in" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value) void view.enter("watch", { password: input.value });
  });
  setTimeout(() => input.focus({ preventScroll: true }));
  return el("div", { class: "panel" },
    el("p", { class: "eyebrow", text: view.code ? `Room ${view.app.codeWords(view.code)}` : "" }),
    el("h2", { text: "Behind a password" }),
    el("p", { id: "door-words", role: isWrong ? "alert" : null, text: isWrong ? "That is not it. Capitals count." : "Whoever sent you the code knows it." }),
    form, el("a", { class: "button plain", href: "/" }, "Back home"));
}

/**
 * A board of yesterday is still in hand.
 * @param {RaceView} view
 * @param {import("../../protocol.js").Today} today
 */
export function newDay(view, today) {
  return [el("span", {}, el("b", { text: `No. ${today.number} is out.` }), view.game?.state === "playing" ? " This race still counts for its day." : ""),
    el("button", { type: "button", class: "button accent", text: "Race it", on: { click: () => view.setPuzzle(today.puzzle) } })];
}

/** @type {Record<string, [string, string]>} */
const goneWords = {
  no_such_room: ["No such room", "There is no room with that code. The host may have changed it, or closed the room."],
  room_full: ["No lane free", "Every lane of this room is taken."],
  kicked: ["You are out", "The host has taken your seat. You can come back when the host lets you in again."],
  new_code: ["New code", "The host has given this room another code. Ask for it to come back."],
  closed: ["Closed", "The host has closed this room. Thanks for racing."],
};

/** @param {RaceView} view */
export function gone(view) {
  const [title, words] = goneWords[view.goneReason] ?? ["You have left", "Your seat in this room is free again."];
  return el("div", { class: "panel" }, el("h2", { text: title }), el("p", { text: words }),
    el("a", { class: "button accent large", href: "/" }, "Back home"));
}

/** @param {RaceView} view */
export function moved(view) {
  return el("div", { class: "panel low" },
    el("p", {}, el("b", { text: "You are racing in another tab." }), " This one follows."),
    el("button", { type: "button", class: "button accent", text: "Play here",
      on: { click: () => void (view.game?.room ? view.enter("join") : view.openBoard()) } }));
}

/** @param {RaceView} view */
export function home(view) {
  const result = view.game?.result;
  const ranking = () => view.app.sheet("leaderboard", { code: view.code, puzzle: view.puzzle });
  return el("div", { class: "panel low" }, view.sprint?.tabs("narrow-only"),
    el("h2", { text: result ? headline(result.solved, result.turns) : "" }),
    el("div", { class: "actions" },
      el("button", { type: "button", class: "button accent", on: { click: () => view.showResult() } }, icon("share"), "Result"),
      el("button", { type: "button", class: "button", on: { click: ranking } }, icon("trophy"), "Ranking")),
    el("p", { class: "small next-word" }));
}
