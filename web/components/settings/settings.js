// Name and looks, and in a race what concerns the race.

import { el } from "../elements/elements.js";
import { site } from "../../link.js";
import { icon } from "../elements/icons.js";
import { endWord } from "../host/end-word.js";
import { sure } from "../sheet/sure.js";
import { toggle } from "../sheet/toggle.js";
import { kindOf } from "../../kinds.js";
import { refusalWords } from "../../wording/refusals.js";
import { refusalOf } from "../../store.js";
import { settings as words } from "../../wording/account.js";

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, props) {
  const { game = null, race = null } = props;
  const inRace = race !== null;
  sheet.body.append(el("h2", { text: inRace ? words.menu : words.title }), nameForm(app));
  if (game && !game.room && kindOf(game)?.hasRows) sheet.body.append(hardGroup(app, sheet, game));
  sheet.body.append(looks(app, sheet, race));
  if (props.code) sheet.body.append(roomGroup(app, sheet, props, race));
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
      store.hardened(puzzle, hard);
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
 * The switch for how the room shows me: what I ask for is so when the room's own event says it.
 * @param {import("../../main.js").App} app
 * @param {{ code: string }} props
 */
function pseudonymToggle(app, props) {
  const { element, input, small } = toggle(words.pseudonym, "", false, (on) => {
    app.store.command(props.code, "pseudonym", { on }).catch((error) => {
      void app.refuse(refusalOf(error));
      show();
    });
  });
  const show = () => {
    const { seat = null, pseudonyms, members } = app.store.rooms.get(props.code) ?? {};
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
 * The part about the room, whose code and members are asked for at each use: they change while the menu stands.
 * @param {import("../../main.js").App} app
 * @param {import("../sheet/sheet.js").Sheet} sheet
 * @param {{ code: string }} props
 * @param {import("../race/race.js").RaceView | null} race
 */
function roomGroup(app, sheet, props, race) {
  const { store } = app;
  const room = () => store.rooms.get(props.code);
  const leave = async () => {
    try {
      await store.leave(props.code);
      sheet.close();
      app.go("/");
    } catch (error) {
      void app.refuse(refusalOf(error));
    }
  };
  const takeSeat = () => {
    sheet.close();
    race?.watch(false);
  };
  // A round of a sprint has no ranking: beside it there is that of the room's day.
  const ranking = () =>
    app.sheet("leaderboard", { code: props.code, puzzle: (race?.sprint?.daily ?? race)?.puzzle });
  const button = (/** @type {() => void} */ click, /** @type {import("../elements/elements.js").Child[]} */ ...face) =>
    el("button", { type: "button", class: "button", on: { click } }, ...face);
  const title = el("h3");
  const isHidden = toggle(words.hideCode, words.hideCodeHint, app.isCodeHidden, (on) => void app.hideCode(on));
  const limits = el("p", { class: "small", text: words.hideCodeLimits });
  const pseudonym = app.isClass ? null : pseudonymToggle(app, props);
  const peopleWords = new Text();
  const people = button(() => race?.sprint && app.sheet("host", { sprint: race.sprint }), icon("people"));
  people.append(peopleWords);
  const ending = endWord(() => race?.sprint, () => sheet.close());
  const heir = el("p", { class: "small" });
  const invite = button(() => void app.invite(props.code), icon("link"), words.invite);
  const stage = el("a", { class: "button" }, icon("stage"), words.stage);
  const sit = button(takeSeat, icon("seat"), words.takeSeat);
  const giveUp = sure("leave", words.leave, () => words.leaveTo(heirName(room())), () => void leave(), "plain");
  const stopWatching = button(() => void leave(), words.stopWatching);
  stopWatching.classList.add("plain");
  const show = () => {
    const { name = "", seat = null, members } = room() ?? {};
    // What rules a room comes with its sprints, which may still be on their way.
    people.hidden = !race?.sprint;
    peopleWords.data = race?.sprint?.isHost ? words.host : words.people;
    ending.hidden = !race?.sprint?.isHost || !race.sprint.isLive;
    heir.hidden = !heirWords(room());
    heir.textContent = heirWords(room());
    // Who stands at the door of a full room can only watch.
    invite.hidden = seat === null && (members?.size ?? 0) >= (store.welcome?.limits.members ?? Infinity);
    title.textContent = words.roomTitle(name, app.codeWords(props.code));
    const { href, "data-path": path } = app.address(`/stage/${props.code}`);
    stage.href = site + href;
    stage.dataset.path = path;
    isHidden.input.checked = app.isCodeHidden;
    limits.hidden = !app.isCodeHidden;
    if (pseudonym) pseudonym.element.hidden = seat === null;
    pseudonym?.show();
    giveUp.hidden = seat === null;
    sit.hidden = stopWatching.hidden = seat !== null;
  };
  show();
  app.preferences.addEventListener("change", show, { signal: sheet.closed });
  for (const topic of ["room", "code"]) store.addEventListener(topic, show, { signal: sheet.closed });
  const past = button(() => app.sheet("history", { code: props.code }), icon("again"), words.past);
  return el(
    "div",
    { class: "settings-group" },
    title,
    el(
      "div",
      { class: "sheet-actions" },
      ending,
      invite,
      button(ranking, icon("trophy"), words.ranking),
      race ? people : null,
      race ? stage : null,
      past,
    ),
    isHidden.element,
    limits,
    pseudonym?.element,
    sit,
    heir,
    giveUp,
    stopWatching,
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
