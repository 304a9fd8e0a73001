// At the door of a room: who comes in is asked for a name; who cannot come in is told why, and what there is to do.

import { el, icon } from "../elements/elements.js";
import { codeFrom, codeLength, counted } from "../../wording.js";
import { refusalOf } from "../../store.js";

/** @typedef {import("../race/race.js").RaceView} RaceView */

/**
 * Whether nobody new finds a lane.
 * @param {RaceView} view
 */
function isFull({ room, store }) {
  return room !== undefined && room.members.size >= (store.welcome?.limits.members ?? Infinity);
}

/**
 * What the door depends on; the rest is written into it as it changes, so that what somebody types there stays.
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
  const count = el("p", { class: "door-count" });
  const note = room?.locked ? "The host has locked this room: nobody new can take a seat. You can watch." : "Every lane is taken. You can watch, and take a seat when one is free.";
  const watch = el("button", { type: "button", class: isOpen ? "button large" : "button accent large", on: { click: () => view.watch() } }, icon("eye"), isOpen ? "Just watch" : "Watch the race");
  const element = el("div", { class: "panel door" },
    el("p", { class: "eyebrow", text: view.code ? `Room ${view.app.codeWords(view.code)}` : "" }),
    el("h2", { text: room?.name || "You are invited", dir: "auto" }), count,
    isOpen ? seatForm(view, watch) : el("div", { class: "door-form" }, el("p", { class: "notice" }, icon(room?.locked ? "lock" : "seat"), el("span", { text: note })), watch),
    isOpen ? el("p", { class: "small", text: `The others see your ${view.kind?.shown ?? "colours, never your letters"}.` }) : null);
  showCount(view, count);
  // A choice looks like one of a sheet.
  element.hidden = room?.listed === true;
  if (element.hidden) void dressed(view).then(() => { element.hidden = false; });
  return element;
}

/**
 * @param {RaceView} view
 * @param {Element | null} [place]
 */
export function showCount(view, place = view.dom.desk.querySelector(".door-count")) {
  const lanes = view.lanes();
  const count = (/** @type {string} */ state) => lanes.filter((lane) => lane.state === state).length;
  const parts = [["racing", "on the track"], ["home", "home"]].filter(([state = ""]) => count(state) > 0).map(([state = "", words]) => `${count(state)} ${words}`);
  const words = `${[counted(lanes.length, "racer"), ...parts].join(", ")}.`;
  if (place && place.textContent !== words) place.textContent = words;
}

/**
 * Asks for a name, which is filled in, and takes a seat under it: one press to go on.
 * @param {RaceView} view
 * @param {HTMLElement} watch
 */
function seatForm(view, watch) {
  const { app, store } = view;
  const name = () => store.player?.name ?? "";
  const input = el("input", { class: "text-field", id: "door-name", maxlength: "20", autocomplete: "nickname", spellcheck: "false", enterkeyhint: "go", dir: "auto", "aria-describedby": "door-refusal" });
  const refusal = el("p", { class: "door-refusal", id: "door-refusal", role: "alert" });
  const choice = view.room?.listed ? shownAs(view, input) : null;
  const named = el("div", { class: "door-name" }, el("label", { for: "door-name", text: "What shall we call you?" }), input, refusal);
  input.value = view.doorName ?? name();
  input.addEventListener("input", () => {
    view.doorName = input.value;
    refusal.textContent = "";
    input.removeAttribute("aria-invalid");
  });
  // A name is drawn when the line is up, perhaps after the door stands.
  store.addEventListener("session", () => { if (view.doorName === null) input.value = name(); }, { signal: view.stop.signal });
  const refuse = async (/** @type {import("../../wording.js").Refusal} */ why) => {
    refusal.textContent = (await import("../../wording/refusals.js")).refusalWords(why);
    input.setAttribute("aria-invalid", "true");
    input.focus();
  };
  const form = el("form", { class: "door-form" }, named, choice, el("button", { type: "submit", class: "button accent large" }, icon("seat"), "Take a seat"), watch);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const asked = input.value.normalize("NFC").trim();
    try {
      if (asked !== "" && asked !== name()) store.renamed((await store.link.request({ type: "rename", name: asked })).name);
      view.doorName = null;
      const refused = await sitDown(view);
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
  app.say(`You are ${given} here.${room?.pseudonyms.get(seat) ? "" : " You can change that in the menu"}`);
}

/**
 * The choice of a name, before a seat is taken where anybody may come in.
 * @param {RaceView} view
 * @param {HTMLInputElement} name
 */
function shownAs(view, name) {
  const input = el("input", { type: "checkbox", class: "switch", role: "switch" });
  const words = el("small", { "aria-live": "polite" });
  const show = () => {
    words.textContent = `Anybody may come in here. You will be shown as ${view.ownName ? name.value.trim() : "an animal"}.`;
  };
  input.checked = view.ownName;
  input.addEventListener("change", () => {
    view.ownName = input.checked;
    show();
  });
  name.addEventListener("input", show);
  show();
  return el("label", { class: "setting" }, el("span", {}, el("b", { text: "Show my own name" }), words), input);
}

/**
 * Takes a seat, shown as was chosen; what the room is like otherwise, the server knows best.
 * @param {RaceView} view
 */
function sitDown(view) {
  return view.enter("join", view.room?.listed ? { pseudonym: !view.ownName } : {});
}

/**
 * Behind the door of a room that has a password.
 * @param {RaceView} view
 */
export function door(view) {
  const isWrong = view.door === "wrong_password";
  const input = el("input", { class: "text-field", type: "password", "aria-label": "Password of the room", maxlength: "64", autocomplete: "off",
    required: true, "aria-invalid": String(isWrong), "aria-describedby": "door-words" });
  const form = el("form", { class: "field-row" }, input, el("button", { type: "submit", class: "button accent", text: "Go in" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value) void view.enter("watch", { password: input.value });
  });
  const page = whole(view, "locked", "Behind a password", isWrong ? "That is not it. Capitals count." : "Whoever sent you the code knows it.", isWrong, form);
  void dressed(view).then(() => input.focus({ preventScroll: true }));
  return page;
}

/** @type {Record<string, [string, string, string]>} what is drawn, and what is said */
const goneWords = {
  no_such_room: ["empty", "No such room", "There is no room with that code. The host may have changed it, or closed the room."],
  room_full: ["full", "No lane free", "Every lane of this room is taken."],
  kicked: ["out", "You are out", "The host has taken your seat. You can come back when the host lets you in again."],
  new_code: ["empty", "New code", "The host has given this room another code. Ask for it to come back."],
  closed: ["over", "Closed", "The host has closed this room. Thanks for racing."],
};

/** @param {RaceView} view */
export function gone(view) {
  const [drawn, title, words] = goneWords[view.goneReason] ?? ["out", "You have left", "Your seat in this room is free again."];
  const hasCode = view.goneReason === "no_such_room" || view.goneReason === "new_code";
  return whole(view, drawn, title, words, false, hasCode ? codeForm(view) : null);
}

/**
 * Another code, for who mistyped one.
 * @param {RaceView} view
 */
function codeForm({ app }) {
  const input = el("input", { class: "text-field", type: app.isCodeHidden ? "password" : "text", "aria-label": "Another code", placeholder: "Another code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "200", enterkeyhint: "go" });
  const button = el("button", { type: "submit", class: "button", text: "Go there", disabled: true });
  const form = el("form", { class: "field-row" }, input, button);
  input.addEventListener("input", () => { button.disabled = codeFrom(input.value).length < codeLength; });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const code = codeFrom(input.value);
    if (code.length === codeLength) app.go(`/room/${code}`);
  });
  return form;
}

/**
 * A page of its own, with lanes that say the same as the words.
 * @param {RaceView} view
 * @param {string} drawn
 * @param {string} title
 * @param {string} words
 * @param {boolean} isAlert
 * @param {Node | null} more
 */
function whole(view, drawn, title, words, isAlert, more) {
  const page = el("div", { class: "panel door-page", hidden: true },
    picture(drawn),
    el("p", { class: "eyebrow", text: view.code ? `Room ${view.app.codeWords(view.code)}` : "" }),
    el("h2", { text: title }),
    el("p", { id: "door-words", role: isAlert ? "alert" : null, text: words }),
    more, el("a", { class: more ? "button" : "button accent large", href: "/" }, "Back home"));
  void dressed(view).then(() => { page.hidden = false; });
  return page;
}

/**
 * The looks of a whole page come with it, and before it is seen.
 * @param {RaceView} view
 */
function dressed({ app }) {
  // That of a text field.
  return app.preload(["/components/door/door.css", "/components/sheet/sheet.css"]);
}

/** What the lanes of a picture show: marks of its columns, `h` at the end for a lane that is home, `-` for no lane. */
const pictures = {
  locked: ["00100 01020 .....", "01000 .....", "00010 01200 02202"],
  empty: ["", "-", ""],
  full: ["01002 12022 h", "00100 20102 22022", "01010 02120 h"],
  out: ["00100 01020 22022", "-", "01000 02120"],
  over: ["01002 12022 h", "00100 h", "01010 02120 20222 h"],
};

/** @param {string} drawn */
export function picture(drawn) {
  const lanes = pictures[/** @type {keyof typeof pictures} */ (drawn)] ?? [];
  const band = el("div", { class: `door-picture ${drawn}`, "aria-hidden": "true" }, ...lanes.map((lane, index) => {
    const isHome = lane.endsWith("h");
    const columns = lane.split(" ").filter((column) => /\d/.test(column));
    return el("span", { class: lane === "-" ? "door-lane free" : "door-lane" }, el("b", { text: String(index + 1) }),
      el("span", { class: "door-columns" }, ...columns.map((marks) => el("span", {}, ...[...marks].map((mark) => el("i", { class: `m${mark}` })))),
        ...(isHome ? [el("span", { class: "door-trail" })] : Array.from({ length: 6 - columns.length }, () => el("span", { class: "empty" })))),
      el("span", { class: "door-home" }, ...(isHome ? Array.from({ length: 5 }, () => el("i", { class: "m2" })) : [])));
  }));
  if (drawn === "locked") band.append(el("span", { class: "door-lock" }, icon("lock")));
  return band;
}
