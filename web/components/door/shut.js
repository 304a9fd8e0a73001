// A page for whom a room does not let in: it says why, and what there is to do, with lanes that say the same.

import { after, el, icon } from "../elements/elements.js";
import { codeFrom, codeLength } from "../../racing.js";
import { isForNow } from "../../store.js";
import { door as doorWords } from "../../wording.js";
import { refusalWords, shut as words } from "../../wording/refusals.js";

/** @typedef {import("../race/race.js").RaceView} RaceView */
/** @typedef {import("../../wording.js").Refusal} Refusal */

/** ms before a room is asked for again, where the server does not say when. */
const pause = 2000;

/**
 * Whether nobody is to look in again: the room is closed, or not to be had by its code, or I have left it.
 * @param {RaceView} view
 */
export const isOver = ({ gone, hasSeat }) => !hasSeat && /^(closed|new_code|)$/.test(gone?.code ?? "-");

/**
 * The page at the door of a room that has a password.
 * @param {RaceView} view
 * @param {Element} desk
 */
export function door(view, desk) {
  const isWrong = view.door === "wrong_password";
  const input = el("input", {
    class: "text-field",
    type: "password",
    "aria-label": words.password,
    maxlength: "64",
    autocomplete: "off",
    required: true,
    "aria-invalid": String(isWrong),
    "aria-describedby": "door-words",
  });
  const button = el("button", { type: "submit", class: "button accent", text: words.goIn });
  const form = el("form", { class: "field-row" }, input, button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value) void view.enter("watch", { password: input.value }).then((why) => tell(view, why));
  });
  carryOver(desk, input);
  return whole(view, "locked", words.behind, isWrong ? words.wrong : words.whoKnows, isWrong, form, input);
}

/** @type {Record<string, string>} what is drawn */
const drawnFor = { no_such_room: "empty", room_full: "full", kicked: "out", new_code: "empty", closed: "over" };

/**
 * Says why a password was not looked at. The form stays, to be sent again.
 * @param {RaceView} view
 * @param {Refusal | null} why
 */
function tell({ app }, why) {
  if (why && isForNow(why)) void app.refuse(why);
}

const looks = { form: "field-row", field: "text-field", button: "button" };

/**
 * @param {RaceView} view
 * @param {Element} desk
 */
export function gone(view, desk) {
  const { app, gone: why } = view;
  const reason = why?.code ?? "";
  const isTried = why !== null && isForNow(why);
  // Who has typed a password types it once.
  if (isTried && view.door) return door(view, desk);
  if (isTried) void tryAgain(view);
  const [title = "", text = ""] = words.ends[reason] ??
    (why && reason ? [refusalWords(why), isTried ? words.tried : ""] : words.left);
  const said = text ? `${title}. ${text}` : title;
  // It is drawn again when codes are hidden or shown, and said once. Who has left by themselves know it.
  if (reason && app.reader.lastElementChild?.textContent !== said) app.read(said);
  const isTyping = document.activeElement instanceof HTMLInputElement;
  const isLost = reason === "no_such_room" || reason === "new_code";
  const form = isLost ? codeForm(app, "room", looks, (input) => carryOver(desk, input)) : null;
  const first = isTyping ? form?.querySelector("input") : null;
  return whole(view, drawnFor[reason] ?? (isTried ? "server" : "out"), title, text, false, form, first);
}

/** Views whose room is being asked for again. @type {WeakSet<RaceView>} */
const trying = new WeakSet();

/**
 * Asks for a room again until the answer is more than a refusal for now.
 * @param {RaceView} view
 */
async function tryAgain(view) {
  if (trying.has(view)) return;
  trying.add(view);
  const isRefused = () => view.gone !== null && isForNow(view.gone);
  while (isRefused()) {
    // Many pages may have been refused at one instant: they do not all come back at the next one.
    await after((view.gone?.retry ?? pause) + Math.random() * 500);
    if (view.stop.signal.aborted) return;
    if (isRefused()) await view.enter(view.hasSeat ? "join" : "watch");
  }
  trying.delete(view);
}

/**
 * Keeps what is half typed when the page is drawn again, as it is when codes are hidden or shown.
 * @param {Element} desk
 * @param {HTMLInputElement} input in place of the one that stands there
 */
function carryOver(desk, input) {
  const before = desk.querySelector("input");
  // A password that was wrong is typed anew.
  if (before?.getAttribute("aria-label") !== input.getAttribute("aria-label")) return;
  const [is, was] = [input, before].map((field) => field?.getAttribute("aria-invalid"));
  if (is !== "true" || was === "true") input.value = before?.value ?? "";
}

/**
 * Another code, for who mistyped one, at the door and on a stage.
 * @param {import("../../main.js").App} app
 * @param {"room" | "stage"} way where it leads
 * @param {{ form: string, field: string, button: string }} looks classes
 * @param {(input: HTMLInputElement) => void} [prepare] fills in what is half typed
 */
export function codeForm(app, way, looks, prepare) {
  const input = el("input", {
    class: looks.field,
    type: app.isCodeHidden ? "password" : "text",
    "aria-label": words.anotherCode,
    placeholder: words.anotherCode,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: "200",
    enterkeyhint: "go",
  });
  prepare?.(input);
  const button = el("button", { type: "submit", class: looks.button, text: words.goThere });
  const form = el("form", { class: looks.form }, input, button);
  const show = () => { button.disabled = codeFrom(input.value).length < codeLength; };
  show();
  input.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const code = codeFrom(input.value);
    if (code.length === codeLength) app.go(`/${way}/${code}`);
  });
  return form;
}

/**
 * A page of its own, with lanes that say the same as the words.
 * @param {RaceView} view
 * @param {string} drawn
 * @param {string} title
 * @param {string} text
 * @param {boolean} isAlert
 * @param {Node | null} more
 * @param {HTMLElement | null} [first] takes the focus, whatever has it
 */
function whole(view, drawn, title, text, isAlert, more, first) {
  const page = el("div", { class: "panel door-page" },
    picture(drawn),
    el("p", { class: "eyebrow", text: view.code ? doorWords.room(view.app.codeWords(view.code)) : "" }),
    el("h2", { text: title }),
    text ? el("p", { id: "door-words", role: isAlert ? "alert" : null, text }) : null,
    more, el("a", { class: more ? "button" : "button accent large", href: "/" }, words.home));
  void dress(view, page).then(() => first?.focus({ preventScroll: true }));
  return page;
}

/**
 * Hides a panel until its looks are there. While it is hidden it cannot take the focus of what it stands in place of.
 * @param {RaceView} view
 * @param {HTMLElement} panel
 */
async function dress(view, panel) {
  // Nobody who has just opened the page is sent to the middle of it.
  const isMoved = view.isAdrift || document.activeElement !== document.body;
  panel.hidden = true;
  // The text fields look as those of sheets.
  await view.app.preload(["/components/door/door.css", "/components/sheet/sheet.css"]);
  panel.hidden = false;
  if (panel.isConnected) view.dressed(isMoved);
}

/** The lanes of each picture: marks of its columns, `h` at the end for a lane that is home, `-` for no lane. */
const pictures = {
  locked: ["00100 01020 .....", "01000 .....", "00010 01200 02202"],
  empty: ["", "-", ""],
  full: ["01002 12022 h", "00100 20102 22022", "01010 02120 h"],
  out: ["00100 01020 22022", "-", "01000 02120"],
  over: ["01002 12022 h", "00100 h", "01010 02120 20222 h"],
  server: ["00100 01020 22022", "01000 00210", "10010 01200 02202 22022", "00001", "01010 20020"],
};

/**
 * @param {string} drawn
 * @param {boolean} [isLocked] whether a lock keeps from what is drawn
 */
export function picture(drawn, isLocked = drawn === "locked") {
  const lanes = pictures[/** @type {keyof typeof pictures} */ (drawn)] ?? [];
  const band = el("div", { class: `door-picture ${drawn}`, "aria-hidden": "true" }, ...lanes.map(drawnLane));
  if (isLocked) band.append(el("span", { class: "door-lock" }, icon("lock")));
  return band;
}

/**
 * @param {string} lane
 * @param {number} index
 */
function drawnLane(lane, index) {
  const isHome = lane.endsWith("h");
  const columns = lane.split(" ").filter((column) => /\d/.test(column));
  const cells = (/** @type {string[]} */ looks) => looks.map((look) => el("i", { class: look }));
  const rest = isHome
    ? [el("span", { class: "door-trail" })]
    : Array.from({ length: 6 - columns.length }, () => el("span", { class: "empty" }));
  return el(
    "span",
    { class: lane === "-" ? "door-lane free" : "door-lane" },
    el("b", { text: String(index + 1) }),
    el(
      "span",
      { class: "door-columns" },
      ...columns.map((marks) => el("span", {}, ...cells([...marks].map((mark) => `m${mark}`)))),
      ...rest,
    ),
    el("span", { class: "door-home" }, ...cells(isHome ? Array(5).fill("m2") : [])),
  );
}
