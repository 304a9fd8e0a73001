// How many words there are of each length: the server tells it to whoever sees the tiles.

import { after } from "../elements/elements.js";
import { refusalOf } from "../../store.js";

/** @typedef {import("../../store.js").Game} Game */

/** Times that a server is asked which has too much to do, and ms between them where it does not say. */
const [tries, pause] = [3, 1000];
/** ms within which those ask who see the tiles of a round at the same instant. */
const spread = 800;

export class Counts {
  /**
   * @param {import("../../store.js").Store} store
   * @param {(counts: number[]) => void} tell takes the numbers of words with three letters, with four, and so on
   */
  constructor(store, tell) {
    this.store = store;
    this.tell = tell;
    this.isAsked = false;
  }

  /**
   * Asks once for a board that is played, and again if the line was lost with the answer. A server that does not tell
   * is not asked again: the list does without.
   * @param {Game} game as it is shown
   */
  async see({ puzzle, room, race, tiles, state, moved }) {
    if (this.isAsked || !tiles || state !== "playing" || moved) return;
    this.isAsked = true;
    if (room) await after(Math.random() * spread);
    for (let left = tries; left > 0; left -= 1) {
      try {
        const of = room ? { room, race } : { puzzle };
        return this.tell((await this.store.link.request({ type: "counts", ...of })).counts);
      } catch (error) {
        const { code, retry = pause } = refusalOf(error);
        // The board is shown again when the line is back.
        if (code === "disconnected" || code === "draining") this.isAsked = false;
        if (code !== "rate_limited") return;
        await after(retry);
      }
    }
  }
}
