// Name and looks, and in a race what concerns the race.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { endWord } from "../host/end-word.js";
import { sure } from "../sheet/sure.js";
import { kindOf } from "../../kinds.js";
import { refusalWords } from "../../wording/refusals.js";
import { refusalOf } from "../../store.js";
import { settings as words } from "../../wording/account.js";

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, { game = null, code = null, race = null }) {
  const inRace = race !== null;
  sheet.body.append(el("h2", { text: inRace ? words.menu : words.title }), nameForm(app));
  if (game && !game.room && kindOf(game)?.hasRows) sheet.body.append(hardGroup(app, sheet, game));
  sheet.body.append(looks(app, sheet, race));
  if (code) sheet.body.append(roomGroup(app, sheet, code, race));
  sheet.body.append(
    el(
      "div",
      { class: "sheet-actions" },
      el(
        "button",
        { type: "button", class: "button", on: { click: () => app.sheet("help") } },
        icon("help"),
        words.help,
      ),
      el(
        "button",
        { type: "button", class: "button", on: { click: () => app.sheet("account") } },
        icon("seat"),
        words.account,
      ),
      el(
        "button",
        { type: "button", class: "button", on: { click: () => app.sheet("statistics") } },
        icon("chart"),
        words.statistics,
      ),
      el("a", { class: "button", href: "/", text: words.home }),
    ),
  );
}

/** @param {import("../../main.js").App} app */
export function nameForm(app) {
  // In a classroom everybody has the name of the roster.
  if (app.isClass)
    return el("p", { class: "given-name", text: words.youAre(app.store.player?.name ?? "") });
  const input = el("input", {
    class: "text-field",
    "aria-label": words.yourName,
    maxlength: "20",
    autocomplete: "nickname",
    spellcheck: "false",
    "aria-describedby": "name-refusal",
  });
  const refusal = el("p", { class: "field-refusal", id: "name-refusal", role: "alert" });
  const tell = (/** @type {string} */ text) => {
    refusal.textContent = text;
    input.setAttribute("aria-invalid", String(text !== ""));
  };
  input.addEventListener("input", () => tell(""));
  input.value = app.store.player?.name ?? "";
  const form = el(
    "form",
    { class: "field-row" },
    input,
    el("button", { type: "submit", class: "button", text: words.save }),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const { name } = await app.store.link.request({ type: "rename", name: input.value.normalize("NFC").trim() });
      app.store.renamed(name);
      input.value = app.store.player?.name ?? "";
      tell("");
      app.say(words.youAre(input.value));
    } catch (error) {
      tell(refusalWords(refusalOf(error)));
      input.focus();
    }
  });
  return el("div", {}, form, refusal);
}

/**
 * The choice of how hard the race is: it shows what the server has last said of the game, and offers what that allows.
 * @param {import("../../main.js").App} app
 * @param {import("../sheet/sheet.js").Sheet} sheet
 * @param {import("../../store.js").Game} opened the game as it was when the sheet was opened
 */
function hardGroup(app, sheet, opened) {
  const { store } = app;
  const { puzzle } = opened;
  const levels = Object.entries(words.hardLevels);
  const rankOf = (/** @type {string} */ hard) => levels.findIndex(([level]) => level === hard);
  const inputs = levels.map(([value]) => el("input", { type: "radio", name: "hard", value }));
  const hint = el("p", { class: "small" });
  const show = () => {
    const { guesses, state, hard } = store.games.get(puzzle) ?? opened;
    const isFresh = guesses.length === 0 && state === "playing";
    const held = inputs.find((input) => input === document.activeElement);
    inputs.forEach((input, rank) => {
      input.checked = input.value === hard;
      // After the first guess it can only be made easier.
      input.disabled = state !== "playing" || (!isFresh && rank > rankOf(hard));
    });
    const chosen = inputs[rankOf(hard)];
    // The race may have ended on another tab: then nothing can be chosen.
    if (held?.disabled) (chosen?.disabled ? sheet.body : chosen)?.focus();
    hint.textContent = isFresh ? words.hardNow : words.hardLater;
  };
  const choose = async (/** @type {string} */ level) => {
    try {
      const { hard } = await store.link.request({ type: "hard_mode", puzzle, hard: level });
      Object.assign(store.games.get(puzzle) ?? {}, { hard });
      store.announce("game", { puzzle });
    } catch (error) {
      void app.refuse(refusalOf(error));
    }
    show();
  };
  for (const input of inputs) input.addEventListener("change", () => void choose(input.value));
  const choices = inputs.map((input, rank) => el("label", {}, input, levels[rank]?.[1]));
  show();
  store.addEventListener("game", show, { signal: sheet.closed });
  return el(
    "fieldset",
    { class: "settings-group" },
    el("legend", {}, el("b", { text: words.hardMode })),
    el("div", { class: "choices" }, ...choices),
    hint,
  );
}

/**
 * @param {import("../../main.js").App} app
 * @param {import("../sheet/sheet.js").Sheet} sheet
 * @param {import("../race/race.js").RaceView | null} race
 */
function looks(app, sheet, race) {
  const { preferences } = app;
  const theme = preferences.get("theme") || "system";
  const choices = Object.entries(words.themes).map(([value, text]) => {
    const input = el("input", { type: "radio", name: "theme", value });
    input.checked = theme === value;
    input.addEventListener("change", () => preferences.set("theme", value === "system" ? "" : value));
    return el("label", {}, input, text);
  });
  const contrast = toggle(words.contrast, words.contrastHint, false, (on) =>
    preferences.set("contrast", on ? "more" : "normal"),
  );
  // A contrast theme of the system has it always.
  const showContrast = () => {
    contrast.input.checked = preferences.isContrast;
    contrast.input.disabled = preferences.forced.matches;
  };
  showContrast();
  preferences.forced.addEventListener("change", showContrast, { signal: sheet.closed });
  return el(
    "div",
    { class: "settings-group" },
    el("div", { class: "choices", role: "radiogroup", "aria-label": words.theme }, ...choices),
    contrast.element,
    "vibrate" in navigator && matchMedia("(pointer: coarse)").matches
      ? toggle(
          words.vibration,
          words.vibrationHint,
          preferences.get("haptics") !== "off",
          (on) => preferences.set("haptics", on ? "on" : "off"),
        ).element
      : null,
    race?.code
      ? toggle(
          words.boards,
          words.boardsHint,
          app.boards,
          () => void race.bar.switchShape(),
        ).element
      : null,
    race?.code
      ? toggle(
          words.rivals,
          words.rivalsHint,
          preferences.get("rivals") !== "off",
          (on) => {
            preferences.set("rivals", on ? "on" : "off");
            race.render();
          },
        ).element
      : null,
    race?.code
      ? toggle(words.reactions, words.reactionsHint, preferences.get("reactions") !== "off", (on) =>
          preferences.set("reactions", on ? "on" : "off"),
        ).element
      : null,
  );
}

/**
 * @param {string} title
 * @param {string} hint
 * @param {boolean} isOn
 * @param {(on: boolean) => void} change
 */
function toggle(title, hint, isOn, change) {
  const input = el("input", { type: "checkbox", class: "switch", role: "switch" });
  input.checked = isOn;
  input.addEventListener("change", () => change(input.checked));
  const small = el("small", { text: hint });
  return {
    element: el("label", { class: "setting" }, el("span", {}, el("b", { text: title }), small), input),
    input,
    small,
  };
}

/**
 * The switch for how the room shows me: what I ask for is so when the room's own event says it.
 * @param {import("../../main.js").App} app
 * @param {string} code
 */
function pseudonymToggle(app, code) {
  const { element, input, small } = toggle(words.pseudonym, "", false, (on) => {
    app.store.command(code, "pseudonym", { on }).catch((error) => {
      void app.refuse(refusalOf(error));
      show();
    });
  });
  const show = () => {
    const { seat = null, pseudonyms, members } = app.store.rooms.get(code) ?? {};
    if (seat === null || !pseudonyms) return;
    const shown = words.seenAs(members?.get(seat) ?? "");
    input.disabled = Boolean(pseudonyms.get(seat));
    input.checked = pseudonyms.has(seat);
    small.textContent = input.disabled
      ? words.hiddenByHost(shown)
      : input.checked
        ? shown
        : words.pseudonymHint;
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
    words.hideCode,
    words.hideCodeHint,
    app.isCodeHidden,
    (on) => void app.hideCode(on),
  );
  const limits = el("p", {
    class: "small",
    text: words.hideCodeLimits,
  });
  const pseudonym = isMember && !app.isClass ? pseudonymToggle(app, code) : null;
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
    words.invite,
  );
  const show = () => {
    // What rules a room comes with its sprints, which may still be on their way.
    people.hidden = !race?.sprint;
    peopleWords.data = race?.sprint?.isHost ? words.host : words.people;
    ending.hidden = !race?.sprint?.isHost || !race.sprint.isLive;
    heir.hidden = !heirWords(app.store.rooms.get(code));
    heir.textContent = heirWords(app.store.rooms.get(code));
    // Who stands at the door of a full room can only watch.
    invite.hidden = room?.seat === null && room.members.size >= (app.store.welcome?.limits.members ?? Infinity);
    title.textContent = words.roomTitle(room?.name, app.codeWords(code));
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
          // A round of a sprint has no ranking: beside it there is that of the room's day.
          on: { click: () => app.sheet("leaderboard", { code, puzzle: (race?.sprint?.daily ?? race)?.puzzle }) },
        },
        icon("trophy"),
        words.ranking,
      ),
      race ? people : null,
      race ? el("a", { class: "button", ...app.address(`/stage/${code}`) }, icon("stage"), words.stage) : null,
      el(
        "button",
        { type: "button", class: "button", on: { click: () => app.sheet("history", { code }) } },
        icon("again"),
        words.past,
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
          words.takeSeat,
        ),
    heir,
    isMember
      ? sure(
          "leave",
          words.leave,
          () => words.leaveTo(heirName(app.store.rooms.get(code))),
          () => void leave(),
          "plain",
        )
      : el("button", {
          type: "button",
          class: "button plain",
          text: words.stopWatching,
          on: { click: () => void leave() },
        }),
  );
}

/**
 * The name of the host after me, if I give up my seat: the member who has been here longest, present or not.
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
    ? words.heir(name)
    : "";
}
