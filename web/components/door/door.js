// At the door of a room: who comes in is asked for a name. Who cannot come in sees what shut.js shows.

import { el, icon } from "../elements/elements.js";
import { app as page, door as words } from "../../wording.js";
import { refusalOf } from "../../store.js";

/** @typedef {import("../race/race.js").RaceView} RaceView */

/**
 * Names typed at a door, null where nobody has typed one, and whether they are to be shown in a listed room;
 * `callAgain` fills in the name that the server has drawn.
 * @typedef {{ name: string | null, isOwn: boolean, callAgain: () => void }} Typed
 */
/** @type {WeakMap<RaceView, Typed>} */
const typedAtDoors = new WeakMap();

/** @param {RaceView} view */
function typedAt(view) {
  const known = typedAtDoors.get(view);
  if (known) return known;
  /** @type {Typed} */
  const typed = { name: null, isOwn: false, callAgain() {} };
  typedAtDoors.set(view, typed);
  // A name is drawn when the line is up, perhaps after the door stands, and goes into the form that stands then.
  view.store.addEventListener("session", () => typed.callAgain(), { signal: view.stop.signal });
  return typed;
}

/**
 * Whether nobody new finds a lane.
 * @param {RaceView} view
 */
function isFull({ room, store }) {
  return room !== undefined && room.members.size >= (store.welcome?.limits.members ?? Infinity);
}

/**
 * The state that the door depends on; the rest is written into it as it changes, so that what somebody types there
 * stays.
 * @param {RaceView} view
 */
export function doorShape(view) {
  return [isFull(view), view.room?.locked, view.room?.listed].join();
}

/**
 * Somebody with the link and without a seat.
 * @param {RaceView} view
 */
export function visiting(view) {
  const { room } = view;
  const isOpen = !room?.locked && !isFull(view);
  const note = room?.locked ? words.locked : words.full;
  const look = isOpen ? "button large" : "button accent large";
  const watch = el(
    "button",
    { type: "button", class: look, on: { click: () => view.watch() } },
    icon("eye"),
    isOpen ? words.justWatch : words.watch,
  );
  const element = el("div", { class: "panel door" },
    el("p", { class: "eyebrow", text: view.code ? words.room(view.app.codeWords(view.code)) : "" }),
    el("h2", { text: room?.name || words.invited, dir: "auto" }), el("p", { class: "door-count" }),
    isOpen
      ? seatForm(view, watch)
      : el(
          "div",
          { class: "door-form" },
          el("p", { class: "notice" }, icon(room?.locked ? "lock" : "seat"), el("span", { text: note })),
          watch,
        ),
    isOpen ? el("p", { class: "small", text: words.seen(view.kind?.shown ?? words.colours) }) : null);
  showCount(view, element);
  // A choice looks like one of a sheet.
  element.hidden = room?.listed === true;
  const isMoved = view.isAdrift || document.activeElement !== document.body;
  // Who types a name goes on typing when the door is drawn again.
  const isNaming = document.activeElement?.id === "door-name";
  const goOn = () => isNaming && element.querySelector("input")?.focus();
  if (element.hidden) void dressed(view).then(() => {
    element.hidden = false;
    if (element.isConnected) view.dressed(isMoved);
    goOn();
  });
  else setTimeout(goOn);
  return element;
}

/**
 * @param {RaceView} view
 * @param {Element} desk or the door that is to stand there
 */
export function showCount(view, desk) {
  const place = desk.querySelector(".door-count");
  const lanes = view.lanes();
  const count = (/** @type {string} */ state) => lanes.filter((lane) => lane.state === state).length;
  const hasPoints = view.kind?.hasPoints === true;
  const done = hasPoints ? count("home") + count("out") : count("home");
  const text = words.count(lanes.length, count("racing"), done, hasPoints);
  if (place && place.textContent !== text) place.textContent = text;
}

/**
 * Asks for a name, which is filled in, and takes a seat under it: one press to go on.
 * @param {RaceView} view
 * @param {HTMLElement} watch
 */
function seatForm(view, watch) {
  const { app, store } = view;
  const name = () => store.player?.name ?? "";
  const input = el("input", {
    class: "text-field",
    id: "door-name",
    maxlength: "20",
    autocomplete: "nickname",
    spellcheck: "false",
    enterkeyhint: "go",
    dir: "auto",
    "aria-describedby": "door-refusal",
  });
  const refusal = el("p", { class: "door-refusal", id: "door-refusal", role: "alert" });
  const choice = view.room?.listed ? shownAs(view, input) : null;
  const named = el("div", { class: "door-name" }, el("label", { for: "door-name", text: words.name }), input, refusal);
  const typed = typedAt(view);
  input.value = typed.name ?? name();
  input.addEventListener("input", () => {
    typed.name = input.value;
    refusal.textContent = "";
    input.removeAttribute("aria-invalid");
  });
  typed.callAgain = () => {
    if (typed.name === null) input.value = name();
  };
  const refuse = async (/** @type {import("../../wording.js").Refusal} */ why) => {
    refusal.textContent = await app.wordsFor(why);
    input.setAttribute("aria-invalid", "true");
    input.focus();
  };
  const sit = el("button", { type: "submit", class: "button accent large" }, icon("seat"), words.seat);
  const form = el("form", { class: "door-form" }, named, choice, sit, watch);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const asked = input.value.normalize("NFC").trim();
    try {
      if (asked !== "" && asked !== name()) {
        const renamed = await store.link.request({ type: "rename", name: asked });
        store.renamed(renamed.name);
      }
      typed.name = null;
      const refused = await sitDown(view);
      // The next line asks for the seat by itself.
      if (refused?.code === "disconnected") app.say(page.notConnected, true);
      if (refused?.code.includes("name")) await refuse(refused);
      if (!refused) tellName(view, asked);
    } catch (error) {
      await refuse(refusalOf(error));
    }
  });
  return form;
}

/**
 * Says under which name somebody sits here, if it is not the one that they gave.
 * @param {RaceView} view
 * @param {string} asked
 */
function tellName({ app, room }, asked) {
  const seat = room?.seat ?? 0;
  const given = room?.members.get(seat);
  if (!given || given === asked) return;
  // One that the host holds back is not theirs to change.
  app.say(words.named(given, Boolean(room?.pseudonyms.get(seat))));
}

/**
 * The choice of a name, before a seat is taken where anybody may come in.
 * @param {RaceView} view
 * @param {HTMLInputElement} name
 */
function shownAs(view, name) {
  const input = el("input", { type: "checkbox", class: "switch", role: "switch" });
  const note = el("small", { "aria-live": "polite" });
  const typed = typedAt(view);
  const show = () => {
    note.textContent = words.shownAs(typed.isOwn ? name.value.trim() || view.store.player?.name || "" : words.animal);
  };
  input.checked = typed.isOwn;
  input.addEventListener("change", () => {
    typed.isOwn = input.checked;
    show();
  });
  name.addEventListener("input", show);
  show();
  return el("label", { class: "setting" }, el("span", {}, el("b", { text: words.ownName }), note), input);
}

/**
 * Takes a seat, shown as was chosen; what the room is like otherwise, the server knows best.
 * @param {RaceView} view
 */
async function sitDown(view) {
  const refused = await view.enter("join", view.room?.listed ? { pseudonym: !typedAt(view).isOwn } : {});
  const { code, store } = view;
  // Who gets no seat goes on watching: a seat that is still wanted would be asked for again unasked, and a watcher who
  // leaves would be counted for ever.
  if (refused && refused.code !== "disconnected" && code && store.wanted.has(code)) store.want(code, "watch");
  return refused;
}

/**
 * The looks of the door come with it, and before it is seen.
 * @param {RaceView} view
 */
function dressed({ app }) {
  // The text fields look as those of sheets.
  return app.preload(["/components/door/door.css", "/components/sheet/sheet.css"]);
}
