// Where the sprint of a room stands, as a page shows it.

import { sprintPhase, sprintRace } from "../../racing.js";

/** ms that the last word stays before the podium. */
const lastPause = 7_000;

export class Pace {
  constructor() {
    /** @type {import("../../racing.js").SprintPhase} what is shown */
    this.phase = "idle";
    /** Instant of the page's clock when the podium may stand; 0 where nothing holds it back. */
    this.podiumAt = 0;
  }

  /**
   * What is to be shown now: who saw the last word raced sees how it ended before the podium stands, as after every other word.
   * @param {import("../../racing.js").Room | undefined} room
   * @param {number} now instant of the server's clock
   * @returns {import("../../racing.js").SprintPhase}
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
 * @param {import("../../racing.js").Series | null | undefined} series
 */
export function podiumPlaces(series) {
  const all = [...series?.points ?? []].map(([seat, points]) => ({ seat, points }));
  return all.map((one) => ({ ...one, place: 1 + all.filter(({ points }) => points > one.points).length }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}
