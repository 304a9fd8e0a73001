// Setting a sprint up: every choice is sent at once, so that the others see what they will race.

import { el, icon } from "../elements/elements.js";
import { clock, counted } from "../../wording.js";
import { kindOf } from "../../kinds.js";
import { offered } from "../solo/lines.js";
import { summary } from "../sprint/panel.js";

/** @typedef {import("../../protocol.js").Sprint} Sprint */

const languageNames = new Intl.DisplayNames(["en"], { type: "language" });

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, { sprint }) {
  const { store } = app;
  const code = sprint.view.code ?? "";
  const words = el("p", { "aria-live": "polite" });
  const groups = el("div", { class: "setup-groups" });
  const now = () => /** @type {Sprint} */ (store.rooms.get(code)?.sprint);
  let drawn = "";
  /**
   * What was chosen and has not come back yet: what comes back meanwhile is of an earlier choice. @type
   * {Partial<Sprint>}
   */
  let chosen = {};

  const show = () => {
    const known = now();
    if (!known) return sheet.close();
    chosen = Object.fromEntries(
      Object.entries(chosen).filter(([field, value]) => known[/** @type {keyof Sprint} */ (field)] !== value),
    );
    const settings = { ...known, ...chosen };
    words.textContent = summary(settings);
    // A choice that came back from the server as it stands here is no reason to draw: the focus is on it.
    const picture = JSON.stringify(settings);
    if (picture === drawn) return;
    drawn = picture;
    const focus = groups.querySelector(":focus")?.getAttribute("data-of");
    const fresh = el("div", {}, ...parts(settings));
    const before = [...groups.querySelectorAll("input")];
    const after = [...fresh.querySelectorAll("input")];
    // The same choices stay where they are: somebody may be pressing the next one.
    if (before.map((input) => input.dataset.of).join() === after.map((input) => input.dataset.of).join()) {
      return before.forEach((input, index) => {
        input.checked = after[index]?.checked ?? false;
      });
    }
    groups.replaceChildren(...fresh.childNodes);
    if (focus) /** @type {HTMLElement | null} */ (groups.querySelector(`[data-of="${focus}"]`))?.focus();
  };
  /** @param {Partial<Sprint>} change */
  const set = async (change) => {
    chosen = { ...chosen, ...change };
    if (!await sprint.ask("settings", change)) {
      chosen = {};
      drawn = "";
    }
    show();
  };

  /** @param {Sprint} settings */
  const parts = (settings) => {
    const all = offered(store).filter(({ kind }) => kindOf({ kind }) === kindOf(settings));
    const lines = all.length > 0 ? all : [{ language: "en", lengths: [4, 5, 6, 7, 8] }];
    const lengths = lines.find((one) => one.language === settings.language)?.lengths ?? [settings.length];
    /**
     * @template {keyof Sprint} Field
     * @param {string} legend
     * @param {Field} field
     * @param {Sprint[Field][]} values
     * @param {(value: Sprint[Field]) => string} name
     */
    const chips = (legend, field, values, name) => {
      const shown = values.includes(settings[field])
        ? values
        : [...values, settings[field]].sort((a, b) => Number(a) - Number(b));
      return el(
        "fieldset",
        { class: "chips" },
        el("legend", { text: legend }),
        ...shown.map((value) => {
          const input = el("input", {
            type: "radio",
            name: `sprint-${field}`,
            value: String(value),
            "data-of": `${field}-${value}`,
          });
          input.checked = settings[field] === value;
          input.addEventListener("change", () => void set(/** @type {Partial<Sprint>} */ ({ [field]: value })));
          return el("label", {}, input, el("span", { text: name(value) }));
        }),
      );
    };
    return [
      lines.length > 1
        ? chips(
            "Language",
            "language",
            lines.map((one) => one.language),
            (language) => languageNames.of(language) ?? language,
          )
        : null,
      chips("Letters", "length", lengths, String),
      chips("Words", "rounds", [1, 2, 3, 5, 10, 20], String),
      chips("Guesses for each", "rows", [4, 5, 6, 7, 8, 10], String),
      chips("Time for each", "limit", [30, 60, 120, 180, 300, 600], (seconds) => clock(seconds * 1000)),
      chips(
        "Clues",
        "hard",
        ["off", "hard", "ultra"],
        (level) => ({ off: "As you like", hard: "Hard", ultra: "Ultra hard" })[level],
      ),
      chips(
        "Who comes late",
        "late",
        ["start", "wait"],
        (late) => ({ start: "Starts at once", wait: "Waits a word" })[late],
      ),
      chips("The next word", "next", ["auto", "host"], (next) => ({ auto: "By itself", host: "When I say" })[next]),
    ].flatMap((part) => (part ? [part] : []));
  };

  sheet.body.append(
    el("h2", { text: "Set up the sprint" }),
    words,
    groups,
    el(
      "div",
      { class: "sheet-actions" },
      el(
        "button",
        {
          type: "button",
          class: "button accent large",
          on: {
            click: async () => {
              if (await sprint.ask("start")) sheet.close();
            },
          },
        },
        "Start",
        icon("arrow"),
      ),
      el("button", { type: "button", class: "button large", text: "Done", on: { click: () => sheet.close() } }),
    ),
    el("p", {
      class: "small",
      text: `${counted(store.rooms.get(code)?.present.length ?? 0, "racer")} here now. Everybody gets the same word, drawn fresh; nothing can be paused.`,
    }),
  );
  show();
  store.addEventListener("room", show, { signal: sheet.closed });
}
