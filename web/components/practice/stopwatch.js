// The time of a practice game: it starts with the first letter, and runs only while the board is in front of the
// reader. The server times games from their opening without a pause, which says nothing of somebody who practises now
// and then; nothing ranks this time.

import { bestOf, keptGames } from "../solo/choice.js";

/** ms that one look may add at most: a device that slept did not practise. */
const longest = 5000;

export class Stopwatch {
  /**
   * @param {{ read: () => string | null, write: (text: string) => void }} kept what outlasts a visit: a game of each
   *   line
   * @param {() => number} now ms
   */
  constructor(kept, now) {
    this.kept = kept;
    this.now = now;
    this.line = "";
    this.player = "";
    this.game = "";
    /** @type {number | null} ms so far; null for a game of which this browser has not seen all */
    this.ms = null;
    this.isBegun = false;
    /** @type {number | null} the last look, while it runs */
    this.at = null;
  }

  /**
   * Goes on with a game, from where it was kept.
   * @param {string} player
   * @param {string} puzzle `practice-en-5/17`
   * @param {boolean} isFresh no guess is made yet
   */
  follow(player, puzzle, isFresh) {
    const game = `${player} ${puzzle}`;
    if (game === this.game) return;
    this.save();
    this.game = game;
    this.line = puzzle.split("/")[0] ?? "";
    this.player = player;
    const [of, ms] = this.all()[this.line] ?? [];
    const isKnown = of === game && typeof ms === "number";
    this.ms = isKnown ? ms : isFresh ? 0 : null;
    this.isBegun = isKnown || !isFresh;
    this.at = null;
  }

  /** Forgets a game that another page plays: that page keeps its time, and this one has not seen all of it. */
  drop() {
    [this.game, this.ms, this.at, this.isBegun] = ["", null, null, false];
  }

  /** The first letter is typed. */
  begin() {
    this.isBegun = true;
  }

  /**
   * Whether this browser has seen a game of a line, so that there is a board to go on with.
   * @param {string} line `practice-anagram-en-7`
   * @param {string} player
   */
  knows(line, player) {
    return this.all()[line]?.[0].startsWith(`${player} `) === true;
  }

  /**
   * Adds what has gone by since the last look.
   * @param {boolean} isRunning whether the board is in front of the reader, and not done
   */
  look(isRunning) {
    const now = this.now();
    if (this.at !== null && this.ms !== null) this.ms += Math.min(now - this.at, longest);
    this.at = isRunning && this.isBegun && this.ms !== null ? now : null;
  }

  save() {
    if (!this.isBegun || this.ms === null) return;
    const all = this.all();
    this.kept.write(
      JSON.stringify({ ...all, [this.line]: [this.game, Math.round(this.ms), ...(all[this.line]?.slice(2) ?? [])] }),
    );
  }

  /**
   * Keeps a game that was solved, if it is the best of its line.
   * @param {number} turns
   */
  finish(turns) {
    const best = this.best(this.line, this.player);
    const ms = this.ms === null ? null : Math.round(this.ms);
    if (best && (best.turns < turns || (best.turns === turns && (best.ms ?? Infinity) <= (ms ?? Infinity)))) return;
    const all = this.all();
    const [game = this.game, at = ms ?? 0] = all[this.line] ?? [];
    this.kept.write(JSON.stringify({ ...all, [this.line]: [game, at, this.player, turns, ms] }));
  }

  /**
   * The best game of a line that this browser has seen; fewer guesses first, then less time.
   * @param {string} line `practice-en-5`
   * @param {string} player
   * @returns {{ turns: number, ms: number | null } | null}
   */
  best(line, player) {
    return bestOf(this.kept.read(), line, player);
  }

  all() {
    return keptGames(this.kept.read());
  }
}
