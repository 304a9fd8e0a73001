// What stands below the track on a wide screen: who is in the room, how to come in, how the day goes.

import { el, icon } from "../elements/elements.js";
import { standings } from "../../racing.js";
import { clock, counted, shownCode } from "../../wording.js";

/**
 * @param {HTMLElement} side
 * @param {import("../race/race.js").RaceView} view
 */
export function showCards(side, view) {
  const { room } = view;
  if (!room) {
    if (side.dataset.cards !== "solo") side.replaceChildren(friendsCard(view));
    side.dataset.cards = "solo";
    return;
  }
  side.dataset.cards = "room";
  if (!side.querySelector(".people")) side.replaceChildren(el("section", { class: "card people" }), inviteCard(view, room.code));
  side.querySelector(".people")?.replaceChildren(...peopleParts(view, room));
}

/**
 * @param {import("../race/race.js").RaceView} view
 * @param {import("../../racing.js").Room} room
 */
function peopleParts(view, room) {
  const all = standings(room, view.race);
  const racing = all.filter((standing) => standing.state === "racing").length;
  return [
    el("div", { class: "card-head" }, el("h2", { text: "In the room" }),
      el("span", { class: "small", text: racing > 0 ? `${racing} racing` : counted(all.length, "racer") })),
    el("ul", { class: all.length > 6 ? "people-list many" : "people-list" }, ...all.map((standing) => {
      const words = standing.state === "home" ? `Home in ${clock(standing.finish?.ms ?? 0)}`
        : standing.state === "out" ? "Out of rows" : !standing.present ? "Away" : standing.state === "racing" ? "Racing" : "In the room";
      return el("li", { "data-state": standing.present || standing.state === "home" ? standing.state : "away" },
        el("b", {}, standing.seat === room.seat ? "You" : standing.name, standing.seat === room.host ? el("em", { text: " host" }) : null),
        el("small", { text: words }));
    })),
  ];
}

/**
 * @param {import("../race/race.js").RaceView} view
 * @param {string} code
 */
function inviteCard(view, code) {
  const tiles = [...code].map((character) => el("span", { class: "code-tile", text: character }));
  tiles.splice(4, 0, el("span", { class: "dash", text: "–" }));
  return el("section", { class: "card invite" }, el("h2", { text: "Bring a rival" }),
    el("div", { class: "code-tiles", role: "img", "aria-label": `Room code ${shownCode(code)}` }, ...tiles),
    el("button", { type: "button", class: "button", on: { click: () => view.invite() } }, icon("link"), "Copy the link"));
}

/** @param {import("../race/race.js").RaceView} view */
function friendsCard(view) {
  return el("section", { class: "card invite" }, el("h2", { text: "Better with rivals" }),
    el("p", { class: "small", text: "Create a room and share its code: your lanes run side by side, live, colours only. Your race of today counts there too." }),
    el("a", { class: "button", href: "/" }, icon("plus"), "Race with friends"));
}
