// The lobby on the home page: rooms whose hosts list them, as they are just now.

import { el, icon } from "../elements/elements.js";
import { refusalOf } from "../../store.js";
import { counted, shownCode } from "../../wording.js";

/** @typedef {import("../../protocol.js").LobbyRoom} LobbyRoom */

/** @param {import("../home/home.js").HomeView} view */
export function showLobby(view) {
  const { store } = view;
  const { signal } = view.stop;
  const card = el("section", { class: "card rooms live" });
  /** @param {LobbyRoom[]} rooms */
  const show = (rooms) => card.replaceChildren(...parts(rooms));
  const ask = async () => {
    try {
      show((await store.link.request({ type: "lobby", on: true })).rooms);
    } catch (error) {
      refusalOf(error); // Without the line, or too fast: the card keeps what it shows, and the next welcome asks again.
    }
  };
  show([]);
  view.element.append(card);
  store.addEventListener("lobby", (event) => show(/** @type {CustomEvent} */ (event).detail.rooms), { signal });
  store.addEventListener("session", () => void ask(), { signal });
  signal.addEventListener("abort", () => void store.link.request({ type: "lobby", on: false }).catch(() => {}));
  void ask();
}

/** @param {LobbyRoom[]} rooms */
function parts(rooms) {
  if (rooms.length === 0) {
    return [el("h2", { text: "Live now" }), el("div", { class: "ghost-lanes", "aria-hidden": "true" }, ...Array.from({ length: 18 }, () => el("i"))),
      el("p", {}, el("b", { text: "No open races." }), " Rooms are private unless their host lists them. Host one: create a room, then Menu, Host the room, Listed.")];
  }
  return [
    el("div", { class: "rooms-head" }, el("h2", { text: "Live now" }), el("span", { class: "small", text: counted(rooms.length, "open room") })),
    el("ul", {}, ...rooms.map((room) => el("li", {}, link(room)))),
  ];
}

/** @param {LobbyRoom} room */
function link({ room, name, present, watchers, password, series }) {
  const isOn = series !== null && series.phase !== "over";
  const who = present === 0 ? "Nobody in just now" : `${present} here`;
  return el("a", { class: "room-link", href: `/room/${room}` },
    el("span", { class: "room-words" }, el("b", {}, name || shownCode(room), password ? icon("lock") : null),
      el("small", { text: [shownCode(room), who, watchers > 0 ? `${watchers} watching` : "", password ? "password" : ""].filter(Boolean).join(" · ") })),
    el("span", { class: isOn ? "live-phase on" : "live-phase", text: isOn ? `Word ${series.round} of ${series.of}` : "Between races" }));
}
