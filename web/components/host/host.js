// The room and its people. Everybody sees who is here; the host rules it: name, lock, list, password, code, seats.

import { el, named } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { todayIn } from "../../racing.js";
import { race } from "../../wording.js";
import { host as words, roomLine } from "../../wording/rooms.js";
import { lineSelect } from "../room-line/room-line.js";
import { reminder, todayWords } from "../missing/missing.js";
import { sure } from "../sheet/sure.js";
import { toggle } from "../sheet/toggle.js";

/** @typedef {import("../sprint/sprint.js").SprintRace} SprintRace */

export const styles = ["/components/missing/missing.css"];

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, { sprint }) {
  const rules = el("div", { class: "settings-group" });
  const people = el("ul", { class: "seats-list" });
  const count = el("p", { class: "small" });
  const reminds = reminder(app);
  let [drawn, drawnPeople] = ["", ""];
  const show = () => {
    const { room } = sprint;
    if (!room) return sheet.close();
    const { isHost } = sprint;
    const picture = JSON.stringify([
      isHost,
      room.name,
      room.locked,
      room.listed,
      room.barred,
      room.password,
      room.daily,
      room.series?.phase,
      app.codeWords(room.code),
    ]);
    const held = /** @type {HTMLElement | null} */ (sheet.body.querySelector(":focus"));
    const line = held?.closest("[data-line]")?.getAttribute("data-line");
    if (picture !== drawn) {
      const parts = isHost ? ruleParts(app, sprint, room, sheet) : [];
      for (const part of parts) carryOver(rules, part);
      rules.replaceChildren(...parts);
    }
    drawn = picture;
    rules.hidden = !isHost;
    count.textContent = words.count(room.members.size, room.present.length, room.watchers);
    // Nothing of it depends on single guesses: a button that asks whether one is sure goes on asking.
    const peoplePicture = JSON.stringify([
      isHost,
      room.seat,
      room.host,
      [...room.members],
      room.present,
      room.ready,
      room.out,
      [...room.kicked],
      [...room.pseudonyms],
      [...room.members.keys()].map((seat) => todayWords(room, todayIn(app.store, room)?.puzzle, seat)),
    ]);
    reminds.show(room);
    if (peoplePicture !== drawnPeople) {
      people.replaceChildren(
        ...[...room.members].map(([seat, name]) => person(sprint, room, seat, name, isHost)),
        ...(isHost ? [...room.kicked].map(([seat, name]) => kicked(sprint, room, seat, name)) : []),
      );
    }
    drawnPeople = peoplePicture;
    if (!held) return;
    // To the same again, else to what stands in its line now, else to the words of the sheet.
    for (const next of [`[data-key="${held.dataset.key}"]`, `[data-line="${line}"] :is(button, input)`]) {
      if (held.isConnected || sheet.body.querySelector(":focus")) return;
      /** @type {HTMLElement | null} */ (sheet.body.querySelector(next))?.focus();
    }
    if (!sheet.body.querySelector(":focus")) sheet.body.focus({ preventScroll: true });
  };
  const title = el("h2", { text: sprint.isHost ? words.yours : words.people });
  sheet.body.append(title, count, reminds.element, rules, people);
  // A key that is held down presses nothing that has come in the place of what it has pressed.
  sheet.body.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && event.preventDefault());
  show();
  app.store.addEventListener("room", show, { signal: sheet.closed });
  // While the room takes another code there is none for a moment.
  app.preferences.addEventListener("change", () => sprint.room && show(), { signal: sheet.closed });
}

/**
 * Keeps what the host has typed and not sent yet, when what it stands in is drawn again.
 * @param {HTMLElement} rules as they stand
 * @param {HTMLElement} part in place of one of them
 */
function carryOver(rules, part) {
  for (const input of part.querySelectorAll("input")) {
    const before = rules.querySelector(`input.text-field[data-key="${input.dataset.key}"]`);
    if (!(before instanceof HTMLInputElement) || before.value === before.defaultValue) continue;
    input.value = before.value;
    input.setSelectionRange(before.selectionStart, before.selectionEnd);
  }
}

/**
 * @param {SprintRace} sprint
 * @param {import("../../state.js").Room} room
 * @param {number} seat
 * @param {string} name
 * @param {boolean} isHost
 */
function person(sprint, room, seat, name, isHost) {
  const isMine = seat === room.seat;
  const isHeld = room.pseudonyms.get(seat);
  const state =
    seat === room.host
      ? words.host
      : room.ready.includes(seat)
        ? words.ready
        : room.present.includes(seat)
          ? words.here
          : words.away;
  const said = [
    state,
    room.out.includes(seat) ? "" : todayWords(room, todayIn(sprint.store, room)?.puzzle, seat),
    room.out.includes(seat) ? words.sitsOut : "",
    isHeld ? words.held : "",
  ]
    .filter(Boolean)
    .join(", ");
  return el(
    "li",
    { "data-state": room.present.includes(seat) ? "here" : "away", "data-line": `seat-${seat}` },
    el(
      "span",
      { class: "seat-words" },
      el("b", { dir: "auto" }, ...named(isMine ? words.you(name) : name, room.pseudonyms.has(seat))),
      el("small", { text: said }),
    ),
    isMine
      ? el(
          "span",
          { class: "seat-actions" },
          el("button", {
            type: "button",
            class: "button small-button",
            "data-key": `sit-${seat}`,
            text: room.out.includes(seat) ? words.raceAlong : words.sitOut,
            on: { click: () => void sprint.ask("sit_out", { out: !room.out.includes(seat) }) },
          }),
        )
      : null,
    isHost && !isMine
      ? el(
          "span",
          { class: "seat-actions" },
          sure(
            `hold-${seat}`,
            isHeld ? words.freeName : words.hideName,
            isHeld ? words.freeNameOf(name) : words.hideNameOf(name),
            () => sprint.ask("hold_name", { seat, held: !isHeld }),
          ),
          sure(`hand-${seat}`, words.makeHost, words.makeHostOf(name), () => sprint.ask("hand_over", { seat })),
          sure(`kick-${seat}`, words.remove, words.removeOf(name), () => sprint.ask("kick", { seat })),
        )
      : null,
  );
}

/**
 * @param {SprintRace} sprint
 * @param {import("../../state.js").Room} room
 * @param {number} seat
 * @param {string} name
 */
function kicked(sprint, room, seat, name) {
  return el(
    "li",
    { "data-state": "out", "data-line": `seat-${seat}` },
    el(
      "span",
      { class: "seat-words" },
      el("b", { dir: "auto" }, ...named(name, room.pseudonyms.has(seat))),
      el("small", { text: words.removed }),
    ),
    el("button", {
      type: "button",
      class: "button small-button",
      "data-key": `unkick-${seat}`,
      "aria-label": words.letBackOf(name),
      text: words.letBack,
      on: { click: () => void sprint.ask("unkick", { seat }) },
    }),
  );
}

/**
 * @param {import("../../main.js").App} app
 * @param {SprintRace} sprint
 * @param {import("../../state.js").Room} room
 * @param {import("../sheet/sheet.js").Sheet} sheet
 * @returns {HTMLElement[]}
 */
function ruleParts(app, sprint, room, sheet) {
  const done = async (/** @type {string} */ act, /** @type {object} */ fields, /** @type {string} */ said) => {
    const isDone = await sprint.ask(act, fields);
    if (isDone) app.say(said);
    return isDone;
  };
  const name = field(
    words.name,
    room.name,
    30,
    words.rename,
    (name) => done("name_room", { name }, words.renamed(name)),
    "text",
  );
  const password = room.password
    ? el(
        "div",
        { class: "setting", "data-line": "password" },
        el(
          "span",
          {},
          el("b", { text: words.hasPassword }),
          el("small", { text: words.needIt }),
        ),
        sure("no-password", words.remove, words.removePassword, () => sprint.ask("password", { password: null })),
      )
    : field(
        words.newPassword,
        "",
        64,
        words.set,
        (value) => done("password", { password: value }, words.needItNow),
        "password",
      );
  const running = room.series && room.series.phase !== "over";
  return [
    el("h3", { text: words.title(room.name || race.room, app.codeWords(room.code)) }),
    name,
    toggle(words.locked, words.lockedHint, room.locked, (on) => sprint.ask("lock", { locked: on }), "lock").element,
    toggle(
      words.listed,
      room.barred
        ? words.barred
        : words.listedHint,
      room.listed,
      (on) => sprint.ask("list", { listed: on }),
      "list",
    ).element,
    password,
    ...dailyLine(sprint, room),
    el(
      "div",
      { class: "sheet-actions", "data-line": "sprint" },
      el(
        "button",
        {
          type: "button",
          class: "button",
          "data-key": "set-up",
          "aria-disabled": Boolean(running) && "true",
          on: { click: () => running || sprint.setUp() },
        },
        icon("pen"),
        words.setUp,
      ),
      room.series?.phase === "round"
        ? sure(
            "end-word",
            words.endThis(sprint.unit),
            words.endForAll(sprint.unit),
            () => sprint.ask("end_round"),
            "",
          )
        : null,
      running
        ? sure("end", words.endSprint, words.endSprint, () => sprint.ask("end_series"), "")
        : sure(
            "new-code",
            words.newCode,
            words.giveCode,
            () => done("new_code", {}, words.codeGone),
            "",
          ),
    ),
    sure(
      "close",
      words.close,
      words.closeForGood,
      async () => {
        if (await sprint.ask("close_room")) sheet.close();
      },
      "plain",
    ),
  ];
}

/**
 * The line of the daily races to come, where there are several.
 * @param {SprintRace} sprint
 * @param {import("../../state.js").Room} room
 */
function dailyLine(sprint, room) {
  const { app, store } = sprint;
  const select = lineSelect(store, room.daily, { class: "text-field", "data-key": "line" });
  if (!select) return [];
  select.addEventListener("change", async () => {
    if (await sprint.ask("daily_line", { line: select.value })) app.say(words.dailyChanged);
    else select.value = room.daily ?? "";
  });
  const small = el("small", { text: words.dailyHint });
  return [el("label", { class: "setting" }, el("span", {}, el("b", { text: roomLine.daily }), small), select)];
}

/**
 * @param {string} label
 * @param {string} value
 * @param {number} most
 * @param {string} verb
 * @param {(value: string) => Promise<boolean>} save
 * @param {"text" | "password"} type
 */
function field(label, value, most, verb, save, type) {
  const input = el("input", {
    class: "text-field",
    type,
    "aria-label": label,
    placeholder: label,
    maxlength: String(most),
    autocomplete: type === "password" ? "new-password" : "off",
    spellcheck: "false",
    "data-key": type,
    value,
  });
  const button = el("button", { type: "submit", class: "button", "data-key": `${type}-send`, text: verb });
  const form = el("form", { class: "field-row", "data-line": type }, input, button);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (type === "text") input.value = input.value.normalize("NFC").trim();
    if (input.value.trim() !== "" && !await save(input.value)) input.focus();
  });
  return form;
}
