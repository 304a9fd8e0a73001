// The past races of a room, newest first; each can be seen again.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { counted } from "../../wording.js";
import { kindOf } from "../../kinds.js";
import { raised } from "../sprint/pace.js";

/** @typedef {import("../../protocol.js").PastRace} PastRace */

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, { code }) {
  const list = el("ul", { class: "past-races" });
  const state = el("p", { role: "status", text: "Loading the races" });
  const more = el("button", {
    type: "button",
    class: "button",
    text: "Earlier races",
    hidden: true,
    on: { click: () => void ask() },
  });
  /** @type {number | null} */
  let before = null;
  const ask = async () => {
    more.disabled = true;
    try {
      const response = await fetch(
        `/api/v1/rooms/${code}/races?limit=20${before === null ? "" : `&before=${before}`}`,
        { signal: sheet.closed },
      );
      if (!response.ok) throw new Error(String(response.status));
      const { races, next } = /** @type {import("../../protocol.js").PastRaces} */ (await response.json());
      list.append(...races.map((race) => el("li", {}, entry(app.address(`/replay/${code}/${race.race}`), race))));
      before = next;
      state.textContent =
        list.childElementCount > 0
          ? ""
          : "No race is over yet. Rounds of sprints are here as soon as they are over, the word of a day two days later.";
      more.hidden = next === null;
    } catch {
      state.textContent = "The races could not be loaded.";
      more.hidden = false;
      more.textContent = "Try again";
    }
    more.disabled = false;
  };
  sheet.body.append(el("h2", { text: "Past races" }), state, list, more);
  void ask();
}

/**
 * @param {object} address
 * @param {PastRace} past
 */
function entry(address, { race, kind, game, length, series, round, of, number, over, players, solved }) {
  // The day of its word, wherever the reader is; a round's own time.
  const date = new Date(kind === "sprint" ? over : `${race.split("/")[1]}T00:00`);
  const part = (/** @type {Intl.DateTimeFormatOptions} */ options) =>
    new Intl.DateTimeFormat("en-GB", options).format(date);
  const when = [
    part({ day: "numeric", month: "short" }),
    kind === "sprint" ? part({ hour: "2-digit", minute: "2-digit" }) : "",
  ]
    .join(" ")
    .trim();
  const { daily = "race", isMarked, unit = "round" } = kindOf({ kind: game }) ?? {};
  const days = `${raised(daily)} of the day No. ${number}`;
  const title = kind === "sprint" ? `Sprint ${series}, ${unit} ${round} of ${of}` : days;
  const found = solved === undefined || !isMarked ? "" : `${solved} found it`;
  const how = [`${length} letters`, counted(players, "racer"), found, when];
  return el(
    "a",
    { class: "past-race", ...address },
    el(
      "span",
      { class: "seat-words" },
      el("b", { text: title }),
      el("small", { text: how.filter(Boolean).join(" · ") }),
    ),
    icon("play"),
  );
}
