// The members of a room who have not raced today, and a nudge that reminds them.

import { el, icon, setText } from "../elements/elements.js";
import "../elements/icons.js";
import { kindOf } from "../../kinds.js";
import { todayIn } from "../../racing.js";
import { refusalOf } from "../../store.js";
import { missing as words } from "../../wording/race.js";

/** @typedef {import("../../state.js").Room} Room */

/**
 * The seats of those who race in this room and have not begun the day's word.
 * @param {Room} room
 * @param {string | undefined} puzzle of today
 */
export function missing(room, puzzle) {
  const lanes = room.races.find((race) => race.puzzle === puzzle)?.lanes;
  return [...room.members.keys()].filter((seat) => !room.out.includes(seat) && !lanes?.has(seat));
}

/**
 * The words for how a member stands with today's word.
 * @param {Room} room
 * @param {string | undefined} puzzle of today
 * @param {number} seat
 */
export function todayWords(room, puzzle, seat) {
  const lane = room.races.find((race) => race.puzzle === puzzle)?.lanes.get(seat);
  return lane?.finish ? words.raced : lane ? words.racing : words.notRaced;
}

/**
 * A line that counts who is missing, with a button that reminds them: for a member who has begun and could be waited
 * for no longer.
 * @param {import("../../main.js").App} app
 * @returns {{ element: HTMLElement, show: (room: Room) => void }}
 */
export function reminder(app) {
  const line = el("span");
  let code = "";
  const button = el(
    "button",
    { type: "button", class: "button", "data-key": "nudge", on: { click: () => void nudge(app, code) } },
    icon("bell"),
    words.nudge,
  );
  const element = el("div", { class: "missing", hidden: true }, line, button);
  const show = (/** @type {Room} */ room) => {
    code = room.code;
    const puzzle = todayIn(app.store, room)?.puzzle;
    const seats = missing(room, puzzle);
    const isMine = room.seat !== null && !seats.includes(room.seat);
    element.hidden = !isMine || seats.length === 0 || !puzzle;
    const [first] = seats.length === 1 ? seats.map((seat) => room.members.get(seat)) : [];
    setText(line, words.absent(seats.length, room.members.size - room.out.length, first));
  };
  return { element, show };
}

/**
 * @param {import("../../main.js").App} app
 * @param {string} code
 */
async function nudge(app, code) {
  try {
    await app.store.command(code, "react", { reaction: "nudge" });
    app.say(words.nudged);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.code === "rate_limited") app.say(words.tooSoon, true);
    else void app.refuse(refusal);
  }
}

/**
 * Tells me that somebody of a room of mine waits for my race, on home as in the room.
 * @param {import("../../main.js").App} app
 * @param {{ room: string, seat: number }} told
 */
export function nudged(app, { room: code, seat }) {
  const { store, preferences } = app;
  const room = store.rooms.get(code);
  if (preferences.get("reactions") === "off" || app.path.startsWith("/stage/")) return;
  if (!room || room.seat === seat || !store.seated.includes(code)) return;
  const { puzzle } = todayIn(store, room) ?? {};
  if (store.begun.has(puzzle ?? "")) return;
  app.say(words.nudgesYou(room.members.get(seat) ?? words.somebody, kindOf({ puzzle })?.daily ?? words.race));
}
