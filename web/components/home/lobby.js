// The later part of home's card of the rooms whose hosts list them: those rooms, as they are just now.

import { el, setText } from "../elements/elements.js";
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
  const count = el("span", { class: "small" });
  const head = el("div", { class: "rooms-head" }, el("h2", { text: home.live }), count);
  const list = el("ul");
  const show = (/** @type {LobbyRoom[]} */ told = rooms) => {
    rooms = told;
    const picture = JSON.stringify([rooms, app.isCodeHidden]);
    if (picture === drawn) return;
    drawn = picture;
    if (rooms.length === 0) return card.replaceChildren(...empty());
    setText(count, words.open(rooms.length));
    showLinks(list, rooms.map((room) => link(app, room)));
    if (list.parentNode !== card) card.replaceChildren(head, list);
  };
  const ask = async () => {
    try {
      show((await store.link.request({ type: "lobby", on: true })).rooms);
    } catch (error) {
      // Without the line, or too fast: the card keeps what it shows, and the next welcome asks again.
      refusalOf(error);
    }
  };
  store.addEventListener("lobby", (event) => show(/** @type {CustomEvent} */ (event).detail.rooms), { signal });
  store.addEventListener("session", () => void ask(), { signal });
  signal.addEventListener("abort", () => void store.link.request({ type: "lobby", on: false }).catch(() => {}));
  void ask();
  return show;
}

/**
 * Brings a list of links up to date. The link to a room that was there stays the same element: a press that has begun
 * on it counts, and the focus stays.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} links in their order
 */
function showLinks(list, links) {
  const held = document.activeElement;
  const before = new Map([...list.children].map((line) => [line.querySelector("a")?.dataset.path, line]));
  const lines = links.map((next) => {
    const line = before.get(next.dataset.path);
    const old = line?.querySelector("a");
    if (!line || !old) return el("li", {}, next);
    for (const { name, value } of next.attributes) old.setAttribute(name, value);
    if (!old.isEqualNode(next)) old.replaceChildren(...next.childNodes);
    return line;
  });
  for (const line of before.values()) if (!lines.includes(line)) line.remove();
  lines.forEach((line, index) => {
    if (list.children[index] !== line) list.insertBefore(line, list.children[index] ?? null);
  });
  // One that went to another place has lost it.
  if (held instanceof HTMLElement && list.contains(held)) held.focus({ preventScroll: true });
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
