// The state of a room's sprint: in its room, and as a page shows it and reads it aloud.

import { compareResults, standings } from "../../racing.js";
import { race as raceWords } from "../../wording.js";
import { sprint as words } from "../../wording/sprint.js";

/**
 * The round of a sprint that runs or ran last.
 * @param {import("../../state.js").Room | undefined} room
 */
export function sprintRace(room) {
  return room?.races.find((race) => race.kind === "sprint");
}

/** @typedef {"idle" | "countdown" | "racing" | "over" | "podium"} SprintPhase */

/**
 * The phase of a room's sprint.
 * @param {import("../../state.js").Room | undefined} room
 * @param {number} now instant of the server's clock
 * @returns {SprintPhase}
 */
export function sprintPhase(room, now) {
  const series = room?.series;
  if (!series) return "idle";
  if (series.phase === "over") return series.points.size > 0 ? "podium" : "idle";
  const race = sprintRace(room);
  if (series.phase === "pause" || !race) return "over";
  return now < (race.starts ?? 0) ? "countdown" : "racing";
}

/** ms that the last word stays before the podium. */
const lastPause = 7_000;

export class Pace {
  constructor() {
    /** @type {SprintPhase} what is shown */
    this.phase = "idle";
    /** Instant of the page's clock when the podium may stand; 0 where nothing holds it back. */
    this.podiumAt = 0;
  }

  /**
   * Whether another phase is to be shown than the one that is.
   * @param {import("../../state.js").Room | undefined} room
   * @param {number} now instant of the server's clock
   */
  isDue(room, now) {
    return this.next(room, now) !== this.phase;
  }

  /**
   * Goes on to the phase that is to be shown.
   * @param {import("../../state.js").Room | undefined} room
   * @param {number} now instant of the server's clock
   */
  follow(room, now) {
    this.phase = this.next(room, now);
  }

  /**
   * The phase to be shown now: who saw the last word raced sees how it ended before the podium stands, as after every
   * other word.
   * @param {import("../../state.js").Room | undefined} room
   * @param {number} now instant of the server's clock
   * @returns {SprintPhase}
   */
  next(room, now) {
    const phase = sprintPhase(room, now);
    if (phase !== "podium") {
      this.podiumAt = 0;
      return phase;
    }
    // The server ends the series with its last round, in one breath.
    const wasLive = this.phase === "racing" || this.phase === "over";
    if (room?.series?.cancelled || !sprintRace(room)?.answer || !(wasLive || this.podiumAt > 0)) return phase;
    this.podiumAt ||= performance.now() + lastPause;
    return performance.now() < this.podiumAt ? "over" : phase;
  }
}

/**
 * A series in points, best first; equal ones share a place.
 * @param {import("../../state.js").Series | null | undefined} series
 */
export function podiumPlaces(series) {
  const all = [...series?.points ?? []].map(([seat, points]) => ({ seat, points }));
  return all.map((one) => ({ ...one, place: 1 + all.filter(({ points }) => points > one.points).length }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}

/** Steps that a podium has room for. */
const mostSteps = 5;

/**
 * The players on the podium: the first three places, with all who share one of them. Where so many share the last that
 * there is no room, none of them is chosen before the others.
 * @template {{ place: number }} One
 * @param {One[]} all the best first
 * @returns {One[]}
 */
export function onPodium(all) {
  const first = all.filter(({ place }) => place <= 3);
  const whole = first.filter((one) => first.filter(({ place }) => place <= one.place).length <= mostSteps);
  return whole.length > 0 ? whole : first.slice(0, 3);
}

/**
 * The place of a step in the eye's order, from 1: the winner in the middle, the second to the left.
 * @param {number} index in the list
 * @param {number} count
 */
export function byEye(index, count) {
  return (count > 4 ? [3, 2, 4, 1, 5] : [2, 1, 3, 4])[index] ?? index + 1;
}

/**
 * The lanes where nobody races: at the podium by the points of the series, else by seat, with who is ready.
 * @param {import("../../state.js").Room} room
 * @param {boolean} isPodium
 * @returns {import("../../state.js").LaneView[]}
 */
export function restingLanes(room, isPodium) {
  const points = (/** @type {number} */ seat) => room.series?.points.get(seat) ?? 0;
  const all = [...room.members].filter(([seat]) => !room.out.includes(seat))
    .sort(([a], [b]) => (isPodium ? points(b) - points(a) : 0) || a - b);
  const isScored = isPodium && points(all[0]?.[0] ?? 0) > 0;
  return all.map(([seat, name], index) => ({
    key: String(seat), name, pseudonym: room.pseudonyms.has(seat), you: seat === room.seat,
    present: room.present.includes(seat), state: "waiting", rows: [], finish: null,
    place: !isPodium ? index + 1 : points(seat) > 0 ? 1 + all.filter(([one]) => points(one) > points(seat)).length : 0,
    note: room.ready.includes(seat) ? words.ready : isScored ? words.shortPoints(points(seat)) : "",
  }));
}

/**
 * The number of those present who are ready.
 * @param {import("../../state.js").Room | undefined} room
 */
export function readyCount(room) {
  return room?.present.filter((seat) => room.ready.includes(seat) && !room.out.includes(seat)).length ?? 0;
}

/**
 * Points of the first places of those who solved a word; each later one gets the last number. The server has the same,
 * which a test holds: what a page is told that is loaded in a pause has no points of the round.
 */
export const placePoints = [10, 7, 5, 4, 3, 2, 1];

/**
 * The lanes of a round that ended, best first; who did not come home shares the place behind those who did.
 * @param {import("../../state.js").Race | undefined} race
 * @returns {import("../../protocol.js").Placed[]}
 */
export function placed(race) {
  const lanes = [...(race?.lanes.values() ?? [])].map(({ seat, rows, finish }) => ({
    seat,
    solved: finish?.solved ?? false,
    turns: finish?.turns ?? rows.length,
    ms: finish?.ms ?? rows.at(-1)?.ms ?? 0,
    score: finish?.points,
  }));
  const result = (/** @type {typeof lanes[0]} */ { score, ...lane }) => ({ ...lane, points: score });
  const isAhead = (/** @type {typeof lanes[0]} */ a, /** @type {typeof lanes[0]} */ b) =>
    a.solved && (!b.solved || compareResults(result(a), result(b)) < 0);
  return lanes.map((lane) => {
    const place = 1 + lanes.filter((other) => isAhead(other, lane)).length;
    return { ...lane, place, points: lane.solved ? placePoints[Math.min(place, placePoints.length) - 1] ?? 0 : 0 };
  }).sort((a, b) => a.place - b.place || a.seat - b.seat);
}

/**
 * The figure in the bar between rounds: how many are ready, the points so far, the place in the end.
 * @param {SprintPhase} phase
 * @param {import("../../state.js").Room | undefined} room
 * @param {boolean} isOut whether I sit out
 * @returns {[string, string]}
 */
export function figureOf(phase, room, isOut) {
  const points = room?.series?.points;
  const mine = points?.get(room?.seat ?? 0) ?? 0;
  if (phase === "idle" || !points || room?.seat === null) return [String(readyCount(room)), words.ready];
  if (isOut && mine === 0) return [String(points.size), words.racers(points.size)];
  if (mine === 0) return ["", raceWords.bar.lanes];
  if (phase === "over") return [String(mine), words.pointsWord(mine)];
  const place = 1 + [...points.values()].filter((other) => other > mine).length;
  return [raceWords.place(place), raceWords.of(points.size)];
}

/**
 * The words that are read aloud when a phase begins.
 * @param {SprintPhase} phase
 * @param {SprintPhase} before
 * @param {import("../../state.js").Room} room
 * @param {import("../../state.js").Race | undefined} race
 * @param {string} round which it is
 * @param {import("../../state.js").Face | null} face
 */
export function heard(phase, before, room, race, round, face) {
  if (phase === "countdown") return words.heard.starts(round, race?.length);
  if (phase === "racing" && before === "countdown") return words.heard.go;
  if (phase === "over" && race?.answer) {
    const mine = placed(race).find((one) => one.seat === room.seat);
    const { gain, notFound, over } = words.heard;
    const own = mine && (mine.solved ? gain(mine.place, mine.points) : notFound);
    return [`${face?.told(race.answer) ?? over}.`, own ?? ""].join(" ").trim();
  }
  if (phase !== "podium" || !room.series) return "";
  const first = podiumPlaces(room.series)
    .filter((one) => one.place === 1 && one.points > 0)
    .map((one) => room.members.get(one.seat) ?? "");
  if (room.series.cancelled) return words.heard.calledOff;
  return first.length > 0 ? words.heard.won(first) : words.heard.ended;
}

/** ms before the end from which the clock is urgent. */
export const late = 10_000;
/** ms between two ranks that are read aloud: a rank that goes to and fro is noise. */
const quiet = 8_000;

/** The words that are read aloud while a round is raced, each thing once. */
export class Aloud {
  constructor() {
    this.rank = 0;
    this.rankAt = 0;
    this.isLate = false;
  }

  /** Another round begins. */
  begin() {
    this.rank = 0;
    this.isLate = false;
  }

  /**
   * @param {number} left ms
   * @returns {string} that little time is left; empty if that was said, and where a page is loaded too late to say it
   */
  late(left) {
    const said = this.isLate || left < late - 1500 ? "" : words.tenLeft;
    this.isLate = true;
    return said;
  }

  /**
   * The own rank when it has changed, seldom; not the first, which is no news.
   * @param {import("../../state.js").Room} room
   * @param {import("../../state.js").Race | undefined} race
   * @param {number} now ms of the page's clock
   * @returns {string} empty where there is nothing to say
   */
  rankOf(room, race, now) {
    if (now - this.rankAt < quiet) return "";
    const mine = standings(room, race).find((one) => one.seat === room.seat);
    if (!mine || mine.state === "waiting" || mine.place === this.rank) return "";
    const isNews = this.rank !== 0;
    this.rank = mine.place;
    this.rankAt = now;
    return isNews ? words.youAre(mine.place) : "";
  }
}
