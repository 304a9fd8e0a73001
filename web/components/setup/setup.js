// Setting a sprint up: every choice is sent at once, so that the others see what they will race.

import { el, icon } from "../elements/elements.js";
import { clock, language as spoken } from "../../wording.js";
import { setup as words } from "../../wording/rooms.js";
import { kindOf } from "../../kinds.js";

/** @typedef {import("../../protocol.js").Sprint} Sprint */
/** @typedef {import("../../state.js").Kind} Kind */
/** @typedef {import("../../state.js").Face} Face */

const languageNames = new Intl.DisplayNames([spoken], { type: "language" });

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, { sprint, faces: given }) {
  const { store } = app;
  const summary = el("p", { "aria-live": "polite" });
  const all = (store.welcome?.sprints ?? []).filter((line) => kindOf(line));
  /** Kinds of sprints that there are, with their words. @type {Map<Kind, Face>} */
  const faces = given;
  const groups = el("div", { class: "setup-groups" });
  const now = () => /** @type {Sprint} */ (sprint.room?.sprint);
  let drawn = "";
  /**
   * The choices that have not come back yet: what comes back meanwhile is of an earlier choice. @type
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
    const kind = /** @type {Kind} */ (kindOf(settings));
    const face = faces.get(kind);
    if (!face) return;
    summary.textContent = face.series(settings);
    // A choice that came back from the server as it stands here is no reason to draw: the focus is on it.
    const picture = JSON.stringify(settings);
    if (picture === drawn) return;
    drawn = picture;
    const focus = groups.querySelector(":focus")?.getAttribute("data-of");
    const fresh = el("div", {}, ...parts(settings, kind, face));
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

  /**
   * Another kind of games, with what it has words for, and its usual time.
   * @param {Kind} kind
   * @param {Sprint} settings
   * @returns {Partial<Sprint>}
   */
  const change = (kind, { language, length }) => {
    const of = all.filter((line) => kindOf(line) === kind);
    const line = of.find((one) => one.language === language) ?? of[0];
    const { lengths = [length] } = line ?? {};
    const daily = store.lines.find(({ puzzle }) => kindOf({ puzzle }) === kind)?.length ?? 5;
    return {
      kind: kind.name,
      language: line?.language ?? language,
      length: lengths.includes(daily) ? daily : (lengths[0] ?? length),
      limit: faces.get(kind)?.limits[0] ?? 180,
    };
  };

  /**
   * @param {Sprint} settings
   * @param {Kind} kind
   * @param {Face} face
   */
  const parts = (settings, kind, face) => {
    const known = all.filter((line) => kindOf(line) === kind);
    const lines = known.length > 0 ? known : [{ language: "en", lengths: [4, 5, 6, 7, 8] }];
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
          input.addEventListener("change", () => {
            const other = field === "kind" ? kindOf({ kind: String(value) }) : undefined;
            void set(other ? change(other, now()) : /** @type {Partial<Sprint>} */ ({ [field]: value }));
          });
          return el("label", {}, input, el("span", { text: name(value) }));
        }),
      );
    };
    const { unit } = kind;
    return [
      faces.size > 1
        ? chips(
            words.game,
            "kind",
            [...faces.keys()].map(({ name }) => name),
            (name) => faces.get(/** @type {Kind} */ (kindOf({ kind: name })))?.name ?? "",
          )
        : null,
      lines.length > 1
        ? chips(
            words.language,
            "language",
            lines.map((one) => one.language),
            (language) => languageNames.of(language) ?? language,
          )
        : null,
      chips(words.letters, "length", lengths, String),
      chips(words.rounds(unit), "rounds", [1, 2, 3, 5, 10, 20], String),
      // Of rows there can be more, and what a move tells can be made to bind the next one.
      kind.hasRows ? chips(words.guesses, "rows", [4, 5, 6, 7, 8, 10], String) : null,
      chips(words.time, "limit", [...face.limits].sort((a, b) => a - b), (seconds) => clock(seconds * 1000)),
      kind.hasRows
        ? chips(
            words.clues,
            "hard",
            ["off", "hard", "ultra"],
            (level) => words.levels[level],
          )
        : null,
      chips(words.late, "late", ["start", "wait"], (late) => words.lateWays(unit)[late]),
      chips(words.next(unit), "next", ["auto", "host"], (next) => words.nextWays[next]),
    ].flatMap((part) => (part ? [part] : []));
  };

  sheet.body.append(
    el("h2", { text: words.title }),
    summary,
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
        words.start,
        icon("arrow"),
      ),
      el("button", { type: "button", class: "button large", text: words.done, on: { click: () => sheet.close() } }),
    ),
    el("p", {
      class: "small",
      text: words.fair(sprint.room?.present.length ?? 0),
    }),
  );
  show();
  store.addEventListener("room", show, { signal: sheet.closed });
}
