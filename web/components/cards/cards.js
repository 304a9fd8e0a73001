// The cards below the track on a wide screen: how the sprint stands, who is in the room, what can be said or done.

import { el, fill, icon, named } from "../elements/elements.js";
import { shownCode, standings } from "../../racing.js";
import { headline, people as names, race } from "../../wording.js";
import { cards as words } from "../../wording/race.js";
import { reminder } from "../missing/missing.js";
import { tray } from "../reactions/reactions.js";

/**
 * The part of each side that stands below the people, and stays while they change. @type {WeakMap<HTMLElement,
 * ReturnType<typeof reminder> | null>}
 */
const reminders = new WeakMap();

/**
 * @param {HTMLElement} side
 * @param {import("../race/race.js").RaceView} view
 */
export function showCards(side, view) {
  const { room, sprint } = view;
  if (!room) return;
  const isSprint = view.course.isSeries === true;
  const hasPoints = isSprint && room.series && (room.series.points.size > 0 || room.series.phase !== "over");
  const held =
    document.activeElement instanceof HTMLElement && side.contains(document.activeElement)
      ? document.activeElement.dataset.key
      : undefined;
  // With rivals one says something; alone in a room one brings some.
  const reacts = sprint && room.seat !== null && (isSprint || room.members.size > 1);
  // Who stands at the door of a full room can only watch.
  const isFull = room.seat === null && room.members.size >= (view.store.welcome?.limits.members ?? Infinity);
  const kind = [
    "room",
    view.app.codeWords(room.code),
    hasPoints ? "points" : "",
    reacts ? "react" : "",
    isSprint ? "on" : "",
    isFull ? "full" : "",
  ].join(" ");
  if (side.dataset.cards !== kind) {
    const points = hasPoints ? [el("section", { class: "card points" })] : [];
    const last = reacts
      ? el("section", { class: isSprint ? "card react" : "card cheer" }, el("h2", { text: words.react }), tray(sprint))
      : hasPoints
        ? null
        : isFull
          ? null
          : inviteCard(view, room.code);
    const missing = isSprint ? null : reminder(view.app);
    reminders.set(side, missing);
    side.replaceChildren(
      ...points,
      el(
        "section",
        { class: "card people" },
        el("div", { class: "card-head" }),
        el("ul", { class: "people-list", "aria-label": words.people, "data-key": "people" }),
        missing?.element,
      ),
      ...(last ? [last] : []),
      ...(reacts ? [inviteCard(view, room.code)] : []),
    );
  }
  side.dataset.cards = kind;
  side.classList.toggle("three", Boolean(hasPoints && reacts && isSprint));
  const [head, people] = side.querySelector(".people")?.children ?? [];
  const points = side.querySelector(".points");
  const all = standings(room, view.course.lanes?.() ? undefined : view.race);
  const seen = all.map(({ seat, name, pseudonym, state, present, finish }) => [
    seat,
    name,
    pseudonym,
    state,
    present,
    finish?.ms,
    finish?.points,
    room.ready.includes(seat),
  ]);
  // They have no standing, and may take a pseudonym.
  const sitting = room.out.map((seat) => [seat, room.members.get(seat), room.pseudonyms.has(seat)]);
  if (head && people) {
    const racing = all.filter((standing) => standing.state === "racing").length;
    const count = racing > 0 ? names.racing(racing) : names.racers(all.length);
    fill(head, count, () => [el("h2", { text: words.room }), el("span", { class: "small", text: count })]);
    // The list stays the same: somebody may have scrolled it, or have the focus on it for that.
    fill(people, JSON.stringify([seen, room.seat, room.host, sitting, room.present]), () =>
      peopleLines(room, all, (view.race ?? view.game)?.rows, view.kind),
    );
    people.classList.toggle("many", all.length > 6);
    if (all.length > 3) people.setAttribute("tabindex", "0");
    else people.removeAttribute("tabindex");
  }
  if (held) /** @type {HTMLElement | null} */ (side.querySelector(`[data-key="${held}"]`))?.focus();
  reminders.get(side)?.show(room);
  if (points)
    fill(
      points,
      JSON.stringify([
        [...room.members],
        { ...room.series, points: [...(room.series?.points ?? [])] },
        room.out,
        room.seat,
      ]),
      () => pointParts(room),
    );
}

/**
 * @param {import("../../state.js").Room} room
 * @param {import("../../state.js").Standing[]} all
 * @param {number | undefined} rows of the race
 * @param {import("../../state.js").Kind} [kind] of its games
 */
function peopleLines(room, all, rows, kind) {
  const out = room.out.filter((seat) => !all.some((standing) => standing.seat === seat));
  return [
    ...all.map((standing) => {
      const state =
        kind?.hasPoints && standing.finish
          ? words.points(standing.finish.points ?? 0)
          : standing.state === "home"
            ? words.home(standing.finish?.turns ?? 0, standing.finish?.ms ?? 0)
            : standing.state === "out"
              ? standing.ended && standing.rows.length < (rows ?? 0)
                ? words.ended
                : headline(false, standing.rows.length, rows)
              : !standing.present
                ? words.away
                : standing.state === "racing"
                  ? words.racing
                  : room.ready.includes(standing.seat)
                    ? words.ready
                    : words.here;
      return el(
        "li",
        { "data-state": standing.present || standing.state === "home" ? standing.state : "away" },
        el(
          "b",
          { dir: "auto" },
          ...named(standing.seat === room.seat ? names.you : standing.name, standing.pseudonym),
          standing.seat === room.host ? el("em", { text: words.host }) : null,
        ),
        el("small", { text: state }),
      );
    }),
    ...out.map((seat) =>
      el(
        "li",
        { "data-state": room.present.includes(seat) ? "waiting" : "away" },
        el(
          "b",
          { dir: "auto" },
          ...named(seat === room.seat ? names.you : (room.members.get(seat) ?? ""), room.pseudonyms.has(seat)),
          seat === room.host ? el("em", { text: words.host }) : null,
        ),
        el("small", { text: words.noLane }),
      ),
    ),
  ];
}

/**
 * The sprint so far: a bar for each racer, its rounds as dashes.
 * @param {import("../../state.js").Room} room
 */
function pointParts(room) {
  const { series } = room;
  if (!series) return [];
  const all = [...room.members.keys()]
    .filter((seat) => !room.out.includes(seat) || series.points.has(seat))
    .map((seat) => ({ seat, points: series.points.get(seat) ?? 0 }))
    .sort((a, b) => b.points - a.points);
  const most = Math.max(1, ...all.map((one) => one.points));
  const dashes = el(
    "span",
    { class: "dashes", "aria-hidden": "true" },
    ...Array.from({ length: Math.min(series.of, 20) }, (_, index) =>
      el("i", {
        class:
          index + 1 < series.round || (index + 1 === series.round && series.phase !== "round")
            ? "done"
            : index + 1 === series.round
              ? "now"
              : "",
      }),
    ),
  );
  return [
    el("div", { class: "card-head" }, el("h2", { text: words.sprint }), dashes),
    el(
      "ol",
      { class: "point-bars" },
      ...withMine(all, room.seat).map(({ seat, points }) => {
        const bar = el("i");
        bar.style.setProperty("width", `${(100 * points) / most}%`);
        return el(
          "li",
          { class: seat === room.seat ? "you" : "" },
          el(
            "span",
            { class: "who", dir: "auto" },
            ...named(seat === room.seat ? names.you : (room.members.get(seat) ?? ""), room.pseudonyms.has(seat)),
          ),
          el("span", { class: "bar-line" }, bar),
          el("b", { text: String(points) }),
        );
      }),
    ),
  ];
}

/** Lines that a card has room for. */
const lines = 6;

/**
 * The first ones; who reads them is always among them.
 * @template {{ seat: number }} One
 * @param {One[]} all the best first
 * @param {number | null} mine
 */
export function withMine(all, mine) {
  const own = all.findIndex(({ seat }) => seat === mine);
  return own < lines ? all.slice(0, lines) : [...all.slice(0, lines - 1), ...all.slice(own, own + 1)];
}

/**
 * @param {import("../race/race.js").RaceView} view
 * @param {string} code
 */
function inviteCard(view, code) {
  const { app } = view;
  const isHidden = app.isCodeHidden;
  const tiles = [...code].map((character) => el("span", { class: "code-tile", text: isHidden ? "•" : character }));
  tiles.splice(4, 0, el("span", { class: "dash", text: "–" }));
  return el(
    "section",
    { class: "card invite" },
    el("h2", { text: words.bring }),
    el(
      "div",
      {
        class: "code-tiles",
        role: "img",
        "aria-label": isHidden ? race.bar.codeHidden : race.code(shownCode(code)),
      },
      ...tiles,
    ),
    el(
      "div",
      { class: "invite-actions" },
      el(
        "button",
        {
          type: "button",
          class: "button",
          on: { click: () => void app.sharing().then((part) => part?.shareRoom(app, code)) },
        },
        icon("link"),
        words.copy,
      ),
      el(
        "button",
        {
          type: "button",
          class: "button",
          "data-key": "hide",
          "aria-label": isHidden ? words.showCode : race.bar.hide,
          "aria-keyshortcuts": "F2",
          on: { click: () => void app.hideCode(!isHidden) },
        },
        icon(isHidden ? "hidden" : "eye"),
        isHidden ? words.show : words.hide,
      ),
    ),
  );
}
