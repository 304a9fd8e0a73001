// Name and looks, and in a race what concerns the race.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { endWord } from "../host/end-word.js";
import { sure } from "../sheet/sure.js";
import { refusalWords } from "../../refusals.js";
import { refusalOf } from "../../store.js";

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, { game = null, code = null, race = null }) {
  const inRace = race !== null;
  sheet.body.append(el("h2", { text: inRace ? "Menu" : "Name and looks" }), nameForm(app));
  if (game && !game.room) sheet.body.append(hardGroup(app, game));
  sheet.body.append(looks(app, race));
  if (code) sheet.body.append(roomGroup(app, sheet, code, race));
  sheet.body.append(
    el(
      "div",
      { class: "sheet-actions" },
      el(
        "button",
        { type: "button", class: "button", on: { click: () => app.sheet("help") } },
        icon("help"),
        "How to race",
      ),
      el(
        "button",
        { type: "button", class: "button", on: { click: () => app.sheet("account") } },
        icon("seat"),
        "Account",
      ),
      el(
        "button",
        { type: "button", class: "button", on: { click: () => app.sheet("statistics") } },
        icon("chart"),
        "Statistics",
      ),
      el("a", { class: "button", href: "/", text: "Home" }),
    ),
  );
}

/** @param {import("../../main.js").App} app */
export function nameForm(app) {
  const input = el("input", {
    class: "text-field",
    "aria-label": "Your name",
    maxlength: "20",
    autocomplete: "nickname",
    spellcheck: "false",
    "aria-describedby": "name-refusal",
  });
  const refusal = el("p", { class: "field-refusal", id: "name-refusal", role: "alert" });
  const tell = (/** @type {string} */ words) => {
    refusal.textContent = words;
    input.setAttribute("aria-invalid", String(words !== ""));
  };
  input.addEventListener("input", () => tell(""));
  input.value = app.store.player?.name ?? "";
  const form = el(
    "form",
    { class: "field-row" },
    input,
    el("button", { type: "submit", class: "button", text: "Save" }),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const { name } = await app.store.link.request({ type: "rename", name: input.value.normalize("NFC").trim() });
      app.store.renamed(name);
      input.value = app.store.player?.name ?? "";
      tell("");
      app.say("You are " + input.value);
    } catch (error) {
      tell(refusalWords(refusalOf(error)));
      input.focus();
    }
  });
  return el("div", {}, form, refusal);
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
        const { puzzle } = game;
        const { hard } = await app.store.link.request({ type: "hard_mode", puzzle, hard: level });
        Object.assign(app.store.games.get(puzzle) ?? {}, { hard });
        app.store.announce("game", { puzzle });
      } catch (error) {
        void app.refuse(refusalOf(error));
      }
    });
    return el("label", {}, input, text);
  });
  return el(
    "fieldset",
    { class: "settings-group" },
    el("legend", {}, el("b", { text: "Hard mode" })),
    el("div", { class: "choices" }, ...choices),
    el("p", {
      class: "small",
      text: isFresh
        ? "Hard: every clue must be used. Ultra: besides, nothing may be guessed that a clue rules out."
        : "After the first guess it can only be lowered.",
    }),
  );
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
  return el(
    "div",
    { class: "settings-group" },
    el("div", { class: "choices", role: "radiogroup", "aria-label": "Theme" }, ...choices),
    toggle("High contrast", "Shapes as well as colours", preferences.isContrast, (on) =>
      preferences.set("contrast", on ? "more" : "normal"),
    ).element,
    "vibrate" in navigator && matchMedia("(pointer: coarse)").matches
      ? toggle(
          "Vibration",
          "The device moves a little with keys and colours",
          preferences.get("haptics") !== "off",
          (on) => preferences.set("haptics", on ? "on" : "off"),
        ).element
      : null,
    race?.code
      ? toggle(
          "Rivals as boards",
          "Instead of lanes, in rooms of up to 12",
          app.boards,
          () => void race.bar.switchShape(),
        ).element
      : null,
    race?.code
      ? toggle(
          "Rivals’ colours",
          "Off: their lanes show how far they are, and no hints",
          preferences.get("rivals") !== "off",
          (on) => {
            preferences.set("rivals", on ? "on" : "off");
            race.render();
          },
        ).element
      : null,
    race?.code
      ? toggle("Reactions", "What the others say on their lanes", preferences.get("reactions") !== "off", (on) =>
          preferences.set("reactions", on ? "on" : "off"),
        ).element
      : null,
  );
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
  const small = el("small", { text: words });
  return {
    element: el("label", { class: "setting" }, el("span", {}, el("b", { text: title }), small), input),
    input,
    small,
  };
}

/**
 * How the room shows me: what I ask for is so when the room's own event says it.
 * @param {import("../../main.js").App} app
 * @param {string} code
 */
function pseudonymToggle(app, code) {
  const { element, input, small } = toggle("Show me under a pseudonym", "", false, (on) => {
    app.store.command(code, "pseudonym", { on }).catch((error) => {
      void app.refuse(refusalOf(error));
      show();
    });
  });
  const show = () => {
    const { seat = null, pseudonyms, members } = app.store.rooms.get(code) ?? {};
    if (seat === null || !pseudonyms) return;
    const shown = `This room sees ${members?.get(seat)}`;
    input.disabled = Boolean(pseudonyms.get(seat));
    input.checked = pseudonyms.has(seat);
    small.textContent = input.disabled
      ? `${shown}. The host has hidden your own name`
      : input.checked
        ? shown
        : "An animal name, in this room only";
  };
  return { element, show };
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
      void app.refuse(refusalOf(error));
    }
  };
  const title = el("h3");
  const isHidden = toggle(
    "Hide the room code",
    "For streams: with the link, the QR code and the address. F2 does the same",
    app.isCodeHidden,
    (on) => void app.hideCode(on),
  );
  const limits = el("p", {
    class: "small",
    text:
      "Copying the link still works. Not hidden: this browser’s history, and links from elsewhere until their page is there. " +
      "If the code was seen, the host can give the room a new one.",
  });
  const pseudonym = isMember ? pseudonymToggle(app, code) : null;
  const people = el(
    "button",
    {
      type: "button",
      class: "button",
      on: { click: () => race?.sprint && app.sheet("host", { sprint: race.sprint }) },
    },
    icon("people"),
  );
  const peopleWords = new Text();
  people.append(peopleWords);
  const ending = endWord(() => race?.sprint, () => sheet.close());
  const heir = el("p", { class: "small" });
  const invite = el(
    "button",
    { type: "button", class: "button", on: { click: () => void app.invite(code) } },
    icon("link"),
    "Invite",
  );
  const show = () => {
    // What rules a room comes with its sprints, which may still be on their way.
    people.hidden = !race?.sprint;
    peopleWords.data = race?.sprint?.isHost ? "Host the room" : "People";
    ending.hidden = !race?.sprint?.isHost || !race.sprint.isLive;
    heir.hidden = !heirWords(app.store.rooms.get(code));
    heir.textContent = heirWords(app.store.rooms.get(code));
    // Who stands at the door of a full room can only watch.
    invite.hidden = room?.seat === null && room.members.size >= (app.store.welcome?.limits.members ?? Infinity);
    title.textContent = `${room?.name || "Room"} · ${app.codeWords(code)}`;
    isHidden.input.checked = app.isCodeHidden;
    limits.hidden = !app.isCodeHidden;
    pseudonym?.show();
  };
  show();
  app.preferences.addEventListener("change", show, { signal: sheet.closed });
  app.store.addEventListener("room", show, { signal: sheet.closed });
  return el(
    "div",
    { class: "settings-group" },
    title,
    el(
      "div",
      { class: "sheet-actions" },
      ending,
      invite,
      el(
        "button",
        {
          type: "button",
          class: "button",
          on: { click: () => app.sheet("leaderboard", { code, puzzle: race?.puzzle }) },
        },
        icon("trophy"),
        "Ranking",
      ),
      race ? people : null,
      race ? el("a", { class: "button", ...app.address(`/stage/${code}`) }, icon("stage"), "Stage view") : null,
      el(
        "button",
        { type: "button", class: "button", on: { click: () => app.sheet("history", { code }) } },
        icon("again"),
        "Past races",
      ),
    ),
    isHidden.element,
    limits,
    pseudonym?.element,
    isMember
      ? null
      : el(
          "button",
          {
            type: "button",
            class: "button",
            on: {
              click: () => {
                sheet.close();
                race?.watch(false);
              },
            },
          },
          icon("seat"),
          "Take a seat",
        ),
    heir,
    isMember
      ? sure(
          "leave",
          "Give up my seat",
          () => ["Give up my seat", heirName(app.store.rooms.get(code))].filter(Boolean).join(", and make host "),
          () => void leave(),
          "plain",
        )
      : el("button", {
          type: "button",
          class: "button plain",
          text: "Stop watching",
          on: { click: () => void leave() },
        }),
  );
}

/**
 * Who becomes host if I, the host, give up my seat: the member who has been here longest, present or not.
 * @param {import("../../state.js").Room | undefined} room
 * @returns {string} nothing where I am no host, or alone
 */
function heirName(room) {
  if (!room || room.seat === null || room.seat !== room.host) return "";
  return [...room.members].find(([seat]) => seat !== room.seat)?.[1] ?? "";
}

/** @param {import("../../state.js").Room | undefined} room */
function heirWords(room) {
  const name = heirName(room);
  return name
    ? `You are the host. If you give up your seat, ${name} becomes host at once. If you are only away, whoever has been here longest does after a minute.`
    : "";
}
