// The later part of home's card of the rooms whose hosts list them: those rooms, as they are just now.

import { el } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { people } from "../../wording.js";
import { home } from "../../wording/home.js";
import { later as words } from "../../wording/home.js";
import { refusalOf } from "../../store.js";

/** @typedef {import("../../protocol.js").LobbyRoom} LobbyRoom */

/**
 * @param {import("./home.js").HomeView} view
 * @param {HTMLElement} card
 * @param {() => Node[]} empty what it shows where there is no room
 * @returns {() => void} draws it
 */
export function showLobby({ app, store, stop: { signal } }, card, empty) {
  let drawn = "";
  /** @type {LobbyRoom[]} */
  let rooms = [];
  const show = (/** @type {LobbyRoom[]} */ told = rooms) => {
    rooms = told;
    const picture = JSON.stringify([rooms, app.isCodeHidden]);
    if (picture !== drawn) card.replaceChildren(...(rooms.length > 0 ? parts(app, rooms) : empty()));
    drawn = picture;
  };
  const ask = async () => {
    try {
      show((await store.link.request({ type: "lobby", on: true })).rooms);
    } catch (error) {
      refusalOf(error); // Without the line, or too fast: the card keeps what it shows, and the next welcome asks again.
    }
  };
  store.addEventListener("lobby", (event) => show(/** @type {CustomEvent} */ (event).detail.rooms), { signal });
  store.addEventListener("session", () => void ask(), { signal });
  signal.addEventListener("abort", () => void store.link.request({ type: "lobby", on: false }).catch(() => {}));
  void ask();
  return show;
}

/**
 * @param {import("../../main.js").App} app
 * @param {LobbyRoom[]} rooms
 */
function parts(app, rooms) {
  return [
    el(
      "div",
      { class: "rooms-head" },
      el("h2", { text: home.live }),
      el("span", { class: "small", text: words.open(rooms.length) }),
    ),
    el("ul", {}, ...rooms.map((room) => el("li", {}, link(app, room)))),
  ];
}

/**
 * @param {import("../../main.js").App} app
 * @param {LobbyRoom} room
 */
function link(app, { room, name, present, watchers, password, series }) {
  const isOn = series !== null && series.phase !== "over";
  const who = present === 0 ? words.nobodyIn : words.here(present);
  const code = app.codeWords(room);
  const small = [code, who, watchers > 0 ? people.watching(watchers) : "", password ? words.password : ""];
  return el(
    "a",
    { class: "room-link", ...app.address(`/room/${room}`) },
    el(
      "span",
      { class: "room-words" },
      el("b", {}, name || code, password ? icon("lock") : null),
      el("small", { text: small.filter(Boolean).join(" · ") }),
    ),
    el("span", {
      class: isOn ? "live-phase on" : "live-phase",
      text: isOn ? words.round(series.round, series.of) : words.between,
    }),
  );
}
