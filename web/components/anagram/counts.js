// The numbers of words of each length: the server tells them to whoever sees the tiles.

import { after } from "../elements/elements.js";
import { refusalOf } from "../../store.js";

/** @typedef {import("../../store.js").Game} Game */

/** Times that a server is asked which cannot tell now, and ms between them where it does not say. */
const [tries, pause] = [3, 1000];
/** Refusals that stay: of a server that does not tell, and of boards of which there is nothing to tell. */
const lasting = new Set(["unknown_type", "bad_puzzle", "no_such_race"]);
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
    /** Whether there is no more to ask. */
    this.isDone = false;
    /**
     * The welcome of the line on which it was asked; null: it may be asked now.
     * @type {import("../../protocol.js").Welcome | null}
     */
    this.asked = null;
  }

  /**
   * Asks for a board that is played, once on each line until there is an answer. A server that does not tell is not
   * asked again: the list does without. One that cannot tell now is asked again soon, and then when the board is shown
   * the next time.
   * @param {Game} game as it is shown
   */
  async see({ puzzle, room, race, tiles, state, moved, told }) {
    const { store } = this;
    const { welcome: line = null } = store;
    // A board that was told on a line before: this one is not in its room yet.
    if (!line || told !== line || this.asked === line) return;
    if (this.isDone || !tiles || state !== "playing" || moved) return;
    this.asked = line;
    if (room) await after(Math.random() * spread);
    for (let left = tries; left > 0; left -= 1) {
      // The next line asks for itself, once the board is there again.
      if (store.welcome !== line || store.connection !== "online") return;
      try {
        const of = room ? { room, race } : { puzzle };
        const { counts } = await store.link.request({ type: "counts", ...of });
        this.isDone = true;
        return this.tell(counts);
      } catch (error) {
        const { code, retry = pause } = refusalOf(error);
        this.isDone ||= lasting.has(code);
        if (this.isDone || code === "disconnected") return;
        await after(retry);
      }
    }
    if (this.asked === line) this.asked = null;
  }
}
