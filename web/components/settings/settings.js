// Name and looks, and in a race what concerns the race.

import { el, icon } from "../elements/elements.js";
import { sure } from "../sheet/sure.js";
import { refusalWords, shownCode } from "../../wording.js";
import { refusalOf } from "../../store.js";

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, { game = null, code = null, race = null }) {
  const inRace = race !== null;
  sheet.body.append(el("h2", { text: inRace ? "Menu" : "Name and looks" }), nameForm(app));
  if (game && !game.room) sheet.body.append(hardGroup(app, game));
  sheet.body.append(looks(app, race));
  if (code) sheet.body.append(roomGroup(app, sheet, code, race));
  sheet.body.append(el("div", { class: "sheet-actions" },
    el("button", { type: "button", class: "button", on: { click: () => app.sheet("help") } }, icon("help"), "How to race"),
    el("a", { class: "button", href: "/", text: "Home" })));
}

/** @param {import("../../main.js").App} app */
function nameForm(app) {
  const input = el("input", { class: "text-field", "aria-label": "Your name", maxlength: "20", autocomplete: "nickname", spellcheck: "false" });
  input.value = app.store.player?.name ?? "";
  const form = el("form", { class: "field-row" }, input, el("button", { type: "submit", class: "button", text: "Save" }));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await app.store.rename(input.value.normalize("NFC").trim());
      input.value = app.store.player?.name ?? "";
      app.say("You are " + input.value);
    } catch (error) {
      app.say(refusalWords(refusalOf(error)), true);
      input.focus();
    }
  });
  return form;
}

/**
 * @param {import("../../main.js").App} app
 * @param {import("../../store.js").Game} game
 */
function hardGroup(app, game) {
  const isFresh = game.guesses.length === 0 && game.state === "playing";
  const levels = /** @type {const} */ ({ off: "Off", hard: "Hard", ultra: "Ultra" });
  const order = ["off", "hard", "ultra"];
  const choices = Object.entries(levels).map(([level, text]) => {
    const input = el("input", { type: "radio", name: "hard", value: level });
    input.checked = game.hard === level;
    input.disabled = game.state !== "playing" || (!isFresh && order.indexOf(level) > order.indexOf(game.hard));
    input.addEventListener("change", async () => {
      try {
        await app.store.setHard(game.puzzle, /** @type {import("../../store.js").Hard} */ (level));
      } catch (error) {
        app.say(refusalWords(refusalOf(error)), true);
      }
    });
    return el("label", {}, input, text);
  });
  return el("fieldset", { class: "settings-group" }, el("legend", {}, el("b", { text: "Hard mode" })),
    el("div", { class: "choices" }, ...choices),
    el("p", { class: "small", text: isFresh ? "Hard: use every clue. Ultra: waste no letter that is known absent." : "It can be lowered now, not raised." }));
}

/**
 * @param {import("../../main.js").App} app
 * @param {import("../race/race.js").RaceView | null} race
 */
function looks(app, race) {
  const { preferences } = app;
  const theme = preferences.get("theme") || "system";
  const choices = Object.entries({ light: "Light", dark: "Dark", system: "System" }).map(([value, text]) => {
    const input = el("input", { type: "radio", name: "theme", value });
    input.checked = theme === value;
    input.addEventListener("change", () => preferences.set("theme", value === "system" ? "" : value));
    return el("label", {}, input, text);
  });
  return el("div", { class: "settings-group" },
    el("div", { class: "choices", role: "radiogroup", "aria-label": "Theme" }, ...choices),
    toggle("High contrast", "Shapes as well as colours", preferences.isContrast, (on) => preferences.set("contrast", on ? "more" : "normal")),
    race?.code ? toggle("Rivals as boards", "Instead of lanes, in rooms of up to 12", app.boards, (on) => {
      preferences.set("lanes", on ? "boards" : "lanes");
      race.render();
    }) : null,
    race?.sprint ? toggle("Rivals’ colours", "Off: their lanes show how far they are, and no hints", preferences.get("rivals") !== "off", (on) => {
      preferences.set("rivals", on ? "on" : "off");
      race.render();
    }) : null,
    race?.sprint ? toggle("Reactions", "What the others say on their lanes", preferences.get("reactions") !== "off", (on) =>
      preferences.set("reactions", on ? "on" : "off")) : null);
}

/**
 * @param {string} title
 * @param {string} words
 * @param {boolean} isOn
 * @param {(on: boolean) => void} change
 */
function toggle(title, words, isOn, change) {
  const input = el("input", { type: "checkbox", class: "switch", role: "switch" });
  input.checked = isOn;
  input.addEventListener("change", () => change(input.checked));
  return el("label", { class: "setting" }, el("span", {}, el("b", { text: title }), el("small", { text: words })), input);
}

/**
 * @param {import("../../main.js").App} app
 * @param {import("../sheet/sheet.js").Sheet} sheet
 * @param {string} code
 * @param {import("../race/race.js").RaceView | null} race
 */
function roomGroup(app, sheet, code, race) {
  const room = app.store.rooms.get(code);
  const isMember = room?.seat !== null && room?.seat !== undefined;
  const leave = async () => {
    try {
      await app.store.leave(code);
      sheet.close();
      app.go("/");
    } catch (error) {
      app.say(refusalWords(refusalOf(error)), true);
    }
  };
  return el("div", { class: "settings-group" },
    el("h3", { text: `${room?.name || "Room"} · ${shownCode(code)}` }),
    el("div", { class: "sheet-actions" },
      el("button", { type: "button", class: "button", on: { click: () => race?.invite() } }, icon("link"), "Invite"),
      el("button", { type: "button", class: "button", on: { click: () => app.sheet("leaderboard", { code, puzzle: race?.puzzle }) } }, icon("trophy"), "Ranking"),
      race?.sprint ? el("button", { type: "button", class: "button", on: { click: () => app.sheet("host", { sprint: race.sprint }) } }, icon("people"), race.sprint.isHost ? "Host the room" : "People") : null,
      race?.sprint ? el("a", { class: "button", href: `/stage/${code}` }, icon("stage"), "Stage view") : null,
      el("button", { type: "button", class: "button", on: { click: () => app.sheet("history", { code }) } }, icon("again"), "Past races")),
    isMember ? null : el("button", { type: "button", class: "button", on: { click: () => { sheet.close(); void race?.enter("join"); } } }, icon("seat"), "Take a seat"),
    isMember ? sure("leave", "Give up my seat", "Give up my seat", () => void leave(), "plain")
      : el("button", { type: "button", class: "button plain", text: "Stop watching", on: { click: () => void leave() } }));
}
