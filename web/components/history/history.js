// The past races of a room, newest first; each can be seen again.

import { el } from "../elements/elements.js";
import { ask, HTTPError } from "../../api.js";
import { icon } from "../elements/icons.js";
import { language, people } from "../../wording.js";
import { history as words } from "../../wording/rooms.js";
import { wordsOf } from "../lines/lines.js";

/** @typedef {import("../../protocol.js").PastRace} PastRace */

/** @type {import("../sheet/sheet.js").Content} */
export function content(app, sheet, props) {
  const list = el("ul", { class: "past-races" });
  const state = el("p", { role: "status", text: words.loading });
  const more = el("button", {
    type: "button",
    class: "button",
    text: words.earlier,
    hidden: true,
    on: { click: () => void load() },
  });
  /** @type {string | null} */
  let before = null;
  const load = async () => {
    if (more.getAttribute("aria-busy")) return;
    // Not `disabled`, which would take the focus from who has pressed it.
    more.setAttribute("aria-busy", "true");
    try {
      const from = before === null ? "" : `&before=${encodeURIComponent(before)}`;
      /** @type {import("../../protocol.js").PastRaces} */
      const { races, next } = await ask(`/rooms/${props.code}/races?limit=20${from}`, { signal: sheet.closed });
      const entries = races.map((race) => entry(app.address(`/replay/${props.code}/${race.race}`), race));
      list.append(...entries.map((one) => el("li", {}, one)));
      if (document.activeElement === more) (entries[0] ?? sheet.body).focus();
      before = next;
      state.textContent =
        list.childElementCount > 0
          ? ""
          : words.none;
      more.hidden = next === null;
      more.textContent = words.earlier;
    } catch (error) {
      state.textContent = error instanceof HTTPError ? error.message : words.failed;
      more.hidden = false;
      more.textContent = words.again;
    }
    more.removeAttribute("aria-busy");
  };
  sheet.body.append(el("h2", { text: words.title }), state, list, more);
  void load();
}

/**
 * @param {object} address
 * @param {PastRace} past
 */
function entry(address, past) {
  const { race, kind, game, length, series = 0, round = 0, of = 0, number = 0, over, players, solved } = past;
  const wording = wordsOf({ kind: game });
  // The day of its word, wherever the reader is; a round's own time.
  const date = new Date(kind === "sprint" ? over : `${race.split("/")[1]}T00:00`);
  const part = (/** @type {Intl.DateTimeFormatOptions} */ options) =>
    new Intl.DateTimeFormat(language, options).format(date);
  const when = [
    part({ day: "numeric", month: "short" }),
    kind === "sprint" ? part({ hour: "2-digit", minute: "2-digit" }) : "",
  ]
    .join(" ")
    .trim();
  const title = kind === "sprint" ? wording.roundTitle(series, round, of) : wording.dayTitle(number);
  const found = solved === undefined ? "" : wording.foundBy(solved);
  const how = [words.letters(length), people.racers(players), found, when];
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
