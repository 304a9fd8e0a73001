// What stands where the board would while no word is raced: the grid before a sprint, the word after it, the podium.

import { el, named } from "../elements/elements.js";
import { icon } from "../elements/icons.js";
import { counted, finishTime, ordinal, placeWords } from "../../wording.js";
import { kindOf } from "../../kinds.js";
import { tray } from "../reactions/reactions.js";
import { onPodium, placed, podiumPlaces } from "./pace.js";
import { podium } from "./podium.js";

export class SprintPanel {
  /** @param {import("./sprint.js").SprintRace} sprint */
  constructor(sprint) {
    this.sprint = sprint;
    this.element = el("div", { class: "panel grid-panel" });
    this.next = el("p", { class: "until" });
    this.picture = "";
  }

  /** Draws anew what has changed; the focus stays on the button it was on. */
  show() {
    const { room, phase, race, isHost } = this.sprint;
    if (!room) return;
    const { seat, series, ready, out, sprint, host, present, locked } = room;
    const waits = phase === "racing" ? this.sprint.racing : 0;
    const picture = JSON.stringify([
      phase,
      seat,
      isHost,
      ready,
      out,
      sprint,
      host,
      present,
      locked,
      [...room.members],
      [...room.pseudonyms],
      waits,
      series && { ...series, points: [...series.points] },
      race?.answer,
      this.sprint.face !== null,
    ]);
    // What is told after a round may come later than its end.
    if (phase === "over") this.sprint.end?.show();
    if (picture === this.picture) return;
    const isNew = JSON.parse(this.picture || "[0]")[0] !== phase;
    this.picture = picture;
    const held =
      document.activeElement instanceof HTMLElement && this.element.contains(document.activeElement)
        ? document.activeElement.dataset.key
        : undefined;
    this.element.classList.toggle("fresh", isNew);
    this.element.replaceChildren(...this.parts(room));
    if (held) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${held}"]`))?.focus();
    if (isNew) this.element.scrollTop = 0;
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
    const what = room.sprint && face ? `${face.series(room.sprint)} ${face.fresh}` : "";
    const words = what ? `${what} for everybody, at the same instant.` : "";
    const members = [...room.members.keys()].filter((seat) => room.present.includes(seat) && !room.out.includes(seat));
    return [
      sprint.tabs(),
      el("h2", { text: "Sprint" }),
      el("p", { text: words }),
      ...this.startButtons(room, "Start the sprint"),
      el("p", {
        class: "small",
        text:
          sprint.isOut && members.length === 0
            ? "Nobody is here to race yet. Invite somebody."
            : room.seat === null || sprint.isOut || members.length > 1
              ? `${sprint.ready} of ${members.length} ready. ${sprint.isHost ? "You can start at any time." : `${sprint.hostName} starts.`}`
              : "Alone in here: start for practice, or invite somebody first.",
      }),
      room.seat === null || members.length < 2 ? null : tray(sprint),
    ];
  }

  /**
   * What a member, and what the host can do before a sprint.
   * @param {import("../../state.js").Room} room
   * @param {string} words
   */
  startButtons(room, words) {
    const { sprint } = this;
    if (room.seat === null) return this.offer(room);
    const sit = this.button(
      "sit",
      "",
      () => void sprint.ask("sit_out", { out: !sprint.isOut }),
      icon(sprint.isOut ? "flag" : "eye"),
      sprint.isOut ? "Race along" : "Host without racing",
    );
    if (sprint.isOut && !sprint.isHost) {
      return [
        el("p", { class: "small", text: "You sit out: no lane, and nobody waits for you." }),
        this.button("sit", "accent large", () => void sprint.ask("sit_out", { out: false }), "Race along"),
      ];
    }
    const isReady = room.ready.includes(room.seat);
    const ready = this.button(
      "ready",
      sprint.isHost ? "" : isReady ? "large" : "accent large",
      () => void sprint.ask("ready", { ready: !isReady }),
      isReady ? icon("tick") : null,
      isReady ? "Ready" : "I am ready",
    );
    ready.setAttribute("aria-pressed", String(isReady));
    if (!sprint.isHost) return [ready];
    return [
      this.button("start", "accent large", () => void sprint.ask("start"), words, icon("arrow")),
      el(
        "div",
        { class: "actions" },
        this.button("setup", "", () => sprint.setUp(), icon("pen"), "Set it up"),
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
    return [this.button("seat", "accent large", () => view.watch(false), icon("seat"), "Take a seat")];
  }

  /** @param {import("../../state.js").Room} room */
  waiting(room) {
    const { sprint } = this;
    const { unit } = sprint;
    const isLate = sprint.phase === "racing" && room.seat !== null && !sprint.lane;
    return [
      el("p", { class: "eyebrow", text: sprint.words }),
      el("h2", { text: isLate ? `Next ${unit} is yours` : "To your lanes" }),
      el("p", {
        text: isLate
          ? `You came while this ${unit} is raced. ${counted(sprint.racing, "racer is", "racers are")} on the track; you start with the next ${unit}.`
          : `Eyes on the board: the ${unit} starts in a moment.`,
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
      !mine && (!race?.ended || kind?.hasLanes)
        ? `${sprint.words} is over`
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
          ? el("span", { class: "rank-mark", text: `${mine.place}${ordinal(mine.place)}` })
          : null,
      ),
      // Above the lines: thirty of them are longer than a screen.
      this.next,
      !isLast && sprint.isHost && room.seat !== null
        ? this.button(
            "next",
            room.sprint?.next === "host" ? "accent large" : "",
            () => void sprint.ask("next_round"),
            `Next ${sprint.unit} now`,
            icon("arrow"),
          )
        : null,
      !isLast && !sprint.isHost && series.next === null
        ? el("p", { class: "small", text: `${sprint.hostName} starts the next ${sprint.unit}.` })
        : null,
      this.standings(room, standings),
      sprint.end?.element ?? null,
      ...(room.seat === null ? this.offer(room) : [tray(sprint)]),
    ];
  }

  /**
   * Who came in how, with the points; a line opens to the words of that lane.
   * @param {import("../../state.js").Room} room
   * @param {import("../../protocol.js").Placed[]} standings
   */
  standings(room, standings) {
    const { end, face, race } = this.sprint;
    return el(
      "ol",
      { class: "standings", "aria-label": "Standings" },
      ...standings.map((one) => {
        const lane = race?.lanes.get(one.seat);
        const rows = lane?.rows ?? [];
        const name = one.seat === room.seat ? "You" : (room.members.get(one.seat) ?? "Somebody who left");
        const gain = one.points > 0 ? `+${one.points}` : "";
        const line = [
          el("b", { class: "place-number", text: placeWords(one.place, one.solved) }),
          el("span", { class: "who", dir: "auto" }, ...named(name, room.pseudonyms.has(one.seat))),
          el("span", { class: "mini-run", "aria-hidden": "true" }, ...rows.map((row) => face?.lane(row))),
          el("span", {
            class: "how",
            text: how(one, race),
          }),
          el("b", { class: "gain", role: gain ? null : "img", "aria-label": counted(one.points, "point"), text: gain }),
          el("span", {
            class: "total",
            "aria-label": `${room.series?.points.get(one.seat) ?? 0} in all`,
            text: String(room.series?.points.get(one.seat) ?? 0),
          }),
        ];
        const words =
          lane?.words ?? (one.seat === room.seat ? this.sprint.view.game?.guesses.map(({ word }) => word) : undefined);
        const isMine = one.seat === room.seat ? "you" : "";
        if (!words?.length) return el("li", { class: isMine }, el("div", { class: "line-of" }, ...line));
        return el(
          "li",
          { class: isMine },
          el(
            "details",
            {},
            el("summary", { class: "line-of" }, ...line),
            lane && end
              ? end.words({ ...lane, words })
              : el("div", { class: "their-words" }, ...words.map((word, row) => face?.word(word, rows[row]))),
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
      .map(({ seat }) => room.members.get(seat) ?? "Somebody who left");
    const title = series.cancelled
      ? "Called off"
      : !all[0]?.points
        ? "Nobody found a word"
        : mine?.place === 1
          ? "You won"
          : mine?.points
            ? `You came ${mine.place}${ordinal(mine.place)}`
            : `${winners.length > 3 ? counted(winners.length, "racer") : new Intl.ListFormat("en").format(winners)} won`;
    // Nobody stands on a podium without a point.
    const steps = onPodium(all.filter(({ points }) => points > 0));
    const rest = all.slice(steps.length);
    return [
      el("p", { class: "eyebrow", text: `Sprint of ${counted(series.of, sprint.unit)}` }),
      el("h2", { text: title }),
      steps.length > 0 ? podium(room, steps) : null,
      ...this.startButtons(room, "Rematch"),
      sprint.isHost || room.seat === null
        ? null
        : el("p", { class: "small", text: `${sprint.hostName} can start the rematch.` }),
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
                      one.seat === room.seat ? "You" : (room.members.get(one.seat) ?? "Somebody who left"),
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
        `See the ${sprint.unit}s again`,
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
            "Podium picture",
          )
        : null,
      room.seat === null ? null : tray(sprint),
      sprint.tabs(),
    ];
  }

  /** @param {number} now instant of the server's clock */
  tick(now) {
    const { room } = this.sprint;
    const { podiumAt } = this.sprint.pace;
    const ms = podiumAt > 0 ? podiumAt - performance.now() : (room?.series?.next ?? 0) - now;
    const isShown = this.sprint.phase === "over" && (podiumAt > 0 || Boolean(room?.series?.next));
    this.next.textContent = isShown
      ? `${podiumAt > 0 ? "The podium" : `Next ${this.sprint.unit}`} in ${Math.max(0, Math.ceil(ms / 1000))}`
      : "";
  }
}

/**
 * What came of a lane in a round: the points of its game, or its time, or why it has none.
 * @param {import("../../protocol.js").Placed} one
 * @param {import("../../state.js").Race | undefined} race
 */
function how({ score, solved, turns, ms }, race) {
  if (score !== undefined) return String(score);
  if (solved) return finishTime(ms);
  return turns < (race?.rows ?? 0) ? (race?.ended ? "ended" : "time") : "out";
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
    isFailed ? el("p", {}, "It was ", el("b", { text: game.answer?.toUpperCase() }), ".") : null,
    el("p", { text: racing > 0 ? `${counted(racing, "racer")} still on the track.` : "That was the last one." }),
    tray(sprint),
  );
}
