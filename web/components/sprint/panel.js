// The panel in place of the board while no word is raced: the grid before a sprint, the word after it, the podium.

import { el, named } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { door, finishTime, people, placeWords, race as raceWords } from "../../wording.js";
import { sprint as common, sprintPanel as words } from "../../wording/sprint.js";
import { kindOf } from "../../kinds.js";
import { tray } from "../reactions/reactions.js";
import { onPodium, placed, podiumPlaces } from "./pace.js";
import { podium } from "./ends.js";

export class SprintPanel {
  /** @param {import("./sprint.js").SprintRace} sprint */
  constructor(sprint) {
    this.sprint = sprint;
    this.element = el("div", { class: "panel grid-panel" });
    this.next = el("p", { class: "until" });
    this.picture = "";
  }

  /** Draws anew what has changed; the focus stays on the button it was on, and lines that are open stay so. */
  show() {
    const { room, phase } = this.sprint;
    if (!room) return;
    const picture = JSON.stringify([phase, ...this.pictureOf(room)]);
    // What is told after a round may come later than its end.
    if (phase === "over") this.sprint.end?.show();
    if (picture === this.picture) return;
    const isNew = JSON.parse(this.picture || "[0]")[0] !== phase;
    this.picture = picture;
    const held =
      document.activeElement instanceof HTMLElement && this.element.contains(document.activeElement)
        ? document.activeElement.dataset.key
        : undefined;
    const open = isNew ? [] : [...this.summaries("[open]")].map((one) => one.dataset.key);
    this.element.classList.toggle("fresh", isNew);
    this.element.replaceChildren(...this.parts(room));
    for (const one of this.summaries()) one.parentElement?.toggleAttribute("open", open.includes(one.dataset.key));
    if (held) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${held}"]`))?.focus();
    if (isNew) this.element.scrollTop = 0;
  }

  /** @param {string} [state] of the lines they belong to */
  summaries(state = "") {
    return /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll(`details${state} > summary`));
  }

  /**
   * All that is shown in this phase, and nothing else: who reads the standings is not disturbed by who gets ready.
   * @param {import("../../state.js").Room} room
   * @returns {unknown[]}
   */
  pictureOf(room) {
    const { phase, race, face, isHost, hostName, racing, words: title } = this.sprint;
    const { seat, ready, out, members, pseudonyms } = room;
    const all = [seat, isHost, hostName, face?.name, seat === null && this.offer(room).length];
    const series = room.series && { ...room.series, points: [...room.series.points] };
    if (phase === "idle") return [...all, ready, out, room.present, room.sprint, [...members.keys()]];
    const shown = phase === "podium" ? room.series?.points : race?.lanes;
    const named = [...shown?.keys() ?? []].map((one) => [one, members.get(one), pseudonyms.has(one)]);
    if (phase === "podium") return [...all, ready, out, series, named];
    return phase === "over" ? [...all, series, named, race?.answer, room.sprint?.next] : [...all, title, racing];
  }

  /**
   * @param {import("../../state.js").Room} room
   * @returns {Node[]}
   */
  parts(room) {
    const { phase } = this.sprint;
    const parts = phase === "over" && room.series?.round ? this.over(room) : phase === "podium" ? this.podium(room)
      : phase === "idle" ? this.grid(room) : this.waiting(room);
    return /** @type {Node[]} */ (parts.filter(Boolean));
  }

  /**
   * @param {string} key
   * @param {string} kind classes besides `button`
   * @param {() => void} click
   * @param {...import("../elements/elements.js").Child} face
   */
  button(key, kind, click, ...face) {
    return el("button", { type: "button", class: `button ${kind}`, "data-key": key, on: { click } }, ...face);
  }

  /** @param {import("../../state.js").Room} room */
  grid(room) {
    const { sprint } = this;
    const { face } = sprint;
    const members = [...room.members.keys()].filter((seat) => room.present.includes(seat) && !room.out.includes(seat));
    return [
      sprint.tabs(),
      el("h2", { text: common.title }),
      el("p", { text: room.sprint && face ? words.forAll(face.series(room.sprint), face.fresh) : "" }),
      ...this.startButtons(room, words.start),
      el("p", {
        class: "small",
        text:
          sprint.isOut && members.length === 0
            ? words.nobody
            : room.seat === null || sprint.isOut || members.length > 1
              ? words.readyOf(
                  sprint.ready,
                  members.length,
                  sprint.isHost ? words.atAnyTime : words.starts(sprint.hostName),
                )
              : words.alone,
      }),
      room.seat === null || members.length < 2 ? null : tray(sprint),
    ];
  }

  /**
   * The buttons of a member, and of the host, before a sprint.
   * @param {import("../../state.js").Room} room
   * @param {string} start what the host presses
   */
  startButtons(room, start) {
    const { sprint } = this;
    if (room.seat === null) return this.offer(room);
    if (sprint.isOut && !sprint.isHost) {
      return [
        el("p", { class: "small", text: words.sitOut }),
        this.button("sit", "accent large", () => void sprint.ask("sit_out", { out: false }), common.along),
      ];
    }
    const isReady = room.ready.includes(room.seat);
    const ready = this.button(
      "ready",
      sprint.isHost ? "" : isReady ? "large" : "accent large",
      () => void sprint.ask("ready", { ready: !isReady }),
      isReady ? icon("tick") : null,
      isReady ? words.ready : words.amReady,
    );
    ready.setAttribute("aria-pressed", String(isReady));
    if (!sprint.isHost) return [ready];
    const sit = this.button(
      "sit",
      "",
      () => void sprint.ask("sit_out", { out: !sprint.isOut }),
      icon(sprint.isOut ? "flag" : "eye"),
      sprint.isOut ? common.along : words.watch,
    );
    return [
      this.button("start", "accent large", () => void sprint.ask("start"), start, icon("arrow")),
      el(
        "div",
        { class: "actions" },
        this.button("setup", "", () => sprint.setUp(), icon("pen"), words.setUp),
        sprint.isOut ? null : ready,
        sit,
      ),
    ];
  }

  /**
   * A lane for who looks on.
   * @param {import("../../state.js").Room} room
   */
  offer(room) {
    const { view, store } = this.sprint;
    if (room.locked || room.members.size >= (store.welcome?.limits.members ?? Infinity)) return [];
    return [this.button("seat", "accent large", () => view.watch(false), icon("seat"), door.seat)];
  }

  /** @param {import("../../state.js").Room} room */
  waiting(room) {
    const { sprint } = this;
    const { unit } = sprint;
    const isLate = sprint.phase === "racing" && room.seat !== null && !sprint.lane;
    return [
      el("p", { class: "eyebrow", text: sprint.words }),
      el("h2", { text: isLate ? words.yours(unit) : words.toLanes }),
      el("p", {
        text: isLate ? words.late(unit, sprint.racing) : words.eyes(unit),
      }),
    ];
  }

  /** @param {import("../../state.js").Room} room */
  over(room) {
    const { sprint } = this;
    const { race } = sprint;
    const series = /** @type {import("../../state.js").Series} */ (room.series);
    const standings = placed(race);
    const mine = standings.find((one) => one.seat === room.seat);
    const result = { solved: mine?.solved ?? false, turns: mine?.turns ?? -1, points: mine?.score };
    const kind = kindOf({ kind: race?.game });
    const title =
      !mine && (!race?.ended || kind?.hasPoints)
        ? words.isOver(sprint.words)
        : kind?.headline(result, race?.rows, race?.ended) ?? "";
    const isLast = series.round >= series.of;
    return [
      el("p", { class: "eyebrow", text: sprint.words }),
      answerTiles(race?.answer ?? "", sprint.face?.told(race?.answer ?? "") ?? ""),
      el(
        "h2",
        { class: title.length > 16 ? "long" : "" },
        title,
        mine?.solved && standings.length > 1
          ? el("span", { class: "rank-mark", text: raceWords.place(mine.place) })
          : null,
      ),
      // Above the lines: thirty of them are longer than a screen.
      this.next,
      !isLast && sprint.isHost && room.seat !== null
        ? this.button(
            "next",
            room.sprint?.next === "host" ? "accent large" : "",
            () => void sprint.ask("next_round"),
            words.nextNow(sprint.unit),
            icon("arrow"),
          )
        : null,
      !isLast && !sprint.isHost && series.next === null
        ? el("p", { class: "small", text: words.startsNext(sprint.hostName, sprint.unit) })
        : null,
      this.standings(room, standings),
      sprint.end?.element ?? null,
      ...(room.seat === null ? this.offer(room) : [tray(sprint)]),
    ];
  }

  /**
   * The standings with how each came in, and the points; a line opens to the words of that lane.
   * @param {import("../../state.js").Room} room
   * @param {import("../../protocol.js").Placed[]} standings
   */
  standings(room, standings) {
    const { end, face, race } = this.sprint;
    return el(
      "ol",
      { class: "standings", "aria-label": common.standings },
      ...standings.map((one) => {
        const lane = race?.lanes.get(one.seat);
        const rows = lane?.rows ?? [];
        const name = one.seat === room.seat ? people.you : (room.members.get(one.seat) ?? common.left);
        const gain = one.points > 0 ? `+${one.points}` : "";
        const total = room.series?.points.get(one.seat) ?? 0;
        const line = [
          el("b", { class: "place-number", text: placeWords(one.place, one.solved) }),
          el("span", { class: "who", dir: "auto" }, ...named(name, room.pseudonyms.has(one.seat))),
          el("span", { class: "mini-run", "aria-hidden": "true" }, ...rows.map((row) => face?.lane(row))),
          el("span", { class: "how", text: how(one, race) }),
          el("b", { class: "gain", role: "img", "aria-label": common.points(one.points), text: gain }),
          el("span", { class: "total", role: "img", "aria-label": words.inAll(total), text: String(total) }),
        ];
        const laid =
          lane?.words ?? (one.seat === room.seat ? this.sprint.view.game?.guesses.map(({ word }) => word) : undefined);
        const isMine = one.seat === room.seat ? "you" : "";
        if (!laid?.length) return el("li", { class: isMine }, el("div", { class: "line-of" }, ...line));
        return el(
          "li",
          { class: isMine },
          el(
            "details",
            {},
            el("summary", { class: "line-of", "data-key": `${race?.race} ${one.seat}` }, ...line),
            lane && end
              ? end.words({ ...lane, words: laid })
              : el("div", { class: "their-words" }, ...laid.map((word, row) => face?.word(word, rows[row]))),
          ),
        );
      }),
    );
  }

  /** @param {import("../../state.js").Room} room */
  podium(room) {
    const { sprint } = this;
    const series = /** @type {import("../../state.js").Series} */ (room.series);
    const all = podiumPlaces(series);
    const mine = all.find((one) => one.seat === room.seat);
    const winners = all
      .filter(({ place }) => place === 1)
      .map(({ seat }) => room.members.get(seat) ?? common.left);
    const title = series.cancelled
      ? words.calledOff
      : !all[0]?.points
        ? words.noneFound
        : mine?.place === 1
          ? words.won
          : mine?.points
            ? words.came(mine.place)
            : words.winners(winners);
    // Nobody stands on a podium without a point.
    const steps = onPodium(all.filter(({ points }) => points > 0));
    const rest = all.slice(steps.length);
    return [
      el("p", { class: "eyebrow", text: words.sprintOf(series.of, sprint.unit) }),
      el("h2", { text: title }),
      steps.length > 0 ? podium(room, steps) : null,
      ...this.startButtons(room, words.rematch),
      sprint.isHost || room.seat === null
        ? null
        : el("p", { class: "small", text: words.canRematch(sprint.hostName) }),
      rest.length > 0
        ? el(
            "ol",
            { class: "standings rest" },
            ...rest.map((one) =>
              el(
                "li",
                { class: one.seat === room.seat ? "you" : "" },
                el(
                  "div",
                  { class: "line-of" },
                  el("b", { class: "place-number", text: placeWords(one.place, one.points > 0) }),
                  el(
                    "span",
                    { class: "who", dir: "auto" },
                    ...named(
                      one.seat === room.seat ? people.you : (room.members.get(one.seat) ?? common.left),
                      room.pseudonyms.has(one.seat),
                    ),
                  ),
                  el("span", { class: "total", text: String(one.points) }),
                ),
              ),
            ),
          )
        : null,
      this.button(
        "history",
        "plain",
        () => void sprint.app.sheet("history", { code: room.code }),
        icon("again"),
        words.again,
      ),
      steps.length > 0
        ? this.button(
            "picture",
            "plain",
            () =>
              void sprint.app.sheet("picture", {
                room,
                race: sprint.race,
                isSeries: true,
                from: document.documentElement,
              }),
            icon("download"),
            words.picture,
          )
        : null,
      room.seat === null ? null : tray(sprint),
      sprint.tabs(),
    ];
  }

  /** @param {number} now instant of the server's clock */
  tick(now) {
    const { pace: { podiumAt }, phase, room } = this.sprint;
    const ms = podiumAt > 0 ? podiumAt - performance.now() : (room?.series?.next ?? 0) - now;
    // Where all were away, the next round waits for them longer than was said.
    const isShown = phase === "over" && (podiumAt > 0 || ms > -1000);
    this.next.textContent = isShown
      ? words.in(podiumAt > 0 ? words.podium : words.next(this.sprint.unit), Math.max(0, Math.ceil(ms / 1000)))
      : "";
  }
}

/**
 * The outcome of a lane in a round: the points of its game, or its time, or why it has none.
 * @param {import("../../protocol.js").Placed} one
 * @param {import("../../state.js").Race | undefined} race
 */
function how({ score, solved, turns, ms }, race) {
  if (score !== undefined) return String(score);
  if (solved) return finishTime(ms);
  const { ended, out, time } = words.ended;
  return turns < (race?.rows ?? 0) ? (race?.ended ? ended : time) : out;
}

/** @param {string} word @param {string} label */
function answerTiles(word, label) {
  const tiles = [...word].map((letter) => el("span", { class: "tile", "data-mark": "2", text: letter.toUpperCase() }));
  const row = el("div", { class: "answer-row", role: "img", "aria-label": label }, ...tiles);
  row.style.setProperty("--letters", String(tiles.length));
  return row;
}

/**
 * Below the own board when it is done and others still race.
 * @param {import("./sprint.js").SprintRace} sprint
 * @param {import("../../state.js").Game} game
 */
export function low(sprint, game) {
  const { racing } = sprint;
  const isFailed = game.answer && game.state === "failed";
  const result = { ...game.result, solved: game.state === "solved", turns: game.guesses.length };
  return el(
    "div",
    { class: "panel low" },
    el("h2", { text: kindOf(game)?.headline(result, game.rows) ?? "" }),
    isFailed ? el("p", {}, ...words.itWas(el("b", { text: game.answer?.toUpperCase() }))) : null,
    el("p", { text: racing > 0 ? common.onTrack(racing) : words.last }),
    tray(sprint),
  );
}
