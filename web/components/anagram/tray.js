// The tiles of an anagram game and the word in hand, as values: no DOM, no clock, no network.

/** Letters of the shortest word that counts. */
export const shortest = 3;

export class Tray {
  /** @param {string} tiles the letters in the order that is everybody's */
  constructor(tiles) {
    this.letters = [...tiles];
    /** Tiles by the place where they are shown: their numbers in `letters`. */
    this.order = this.letters.map((_, tile) => tile);
    /** @type {number[]} tiles in hand, in the order of the word */
    this.hand = [];
  }

  get word() {
    return this.hand.map((tile) => this.letters[tile]).join("");
  }

  /** @param {number} tile */
  isInHand(tile) {
    return this.hand.includes(tile);
  }

  /**
   * A tile is pressed: it goes to the end of the word, or back to its place.
   * @param {number} tile
   */
  press(tile) {
    if (this.isInHand(tile)) this.take(tile);
    else this.put(tile, this.hand.length);
  }

  /**
   * A letter is typed: the first tile with it that is free goes into the hand.
   * @param {string} letter
   * @returns {boolean} false where there is none
   */
  type(letter) {
    const tile = this.order.find((one) => this.letters[one] === letter && !this.isInHand(one));
    if (tile === undefined) return false;
    this.press(tile);
    return true;
  }

  /**
   * Puts a tile at a place of the word, from the tray or from another place of it.
   * @param {number} tile
   * @param {number} place 0 for the first; one after the end is the end
   */
  put(tile, place) {
    if (this.letters[tile] === undefined) return;
    const others = this.hand.filter((one) => one !== tile);
    const at = Math.min(Math.max(0, place), others.length);
    this.hand = [...others.slice(0, at), tile, ...others.slice(at)];
  }

  /**
   * Takes a tile out of the word; the letters after it close up.
   * @param {number} tile
   */
  take(tile) {
    this.hand = this.hand.filter((one) => one !== tile);
  }

  erase() {
    this.hand = this.hand.slice(0, -1);
  }

  clear() {
    this.hand = [];
  }

  /**
   * Lays a word in place of the one in hand. All tiles are free for it: the letters come back after every word.
   * @param {string} word
   * @returns {boolean} false where a letter of it has no tile left; the hand is as it was then
   */
  lay(word) {
    const before = this.hand;
    this.clear();
    if ([...word].every((letter) => this.type(letter))) return true;
    this.hand = before;
    return false;
  }

  /**
   * Puts the tiles into another order, which is never the one that is seen now, unless there is no other. The word in
   * hand stays.
   * @param {() => number} random 0 to 1
   */
  shuffle(random) {
    const seen = () => this.order.map((tile) => this.letters[tile]).join("");
    const before = seen();
    const canDiffer = new Set(this.letters).size > 1;
    do {
      for (let last = this.order.length - 1; last > 0; last -= 1) {
        const other = Math.floor(random() * (last + 1));
        const [a = 0, b = 0] = [this.order[last], this.order[other]];
        [this.order[last], this.order[other]] = [b, a];
      }
    } while (canDiffer && seen() === before);
  }
}

/**
 * Found words by their lengths, the longest first, with a place for each length that there can be.
 * @template {{ word: string }} Found
 * @param {Found[]} found
 * @param {number} tiles
 * @returns {{ length: number, words: Found[] }[]} of a length in the order in which they were found: a word that is new
 *   comes last, and none of the others moves
 */
export function byLength(found, tiles) {
  return Array.from({ length: Math.max(0, tiles - shortest + 1) }, (_, index) => {
    const length = tiles - index;
    return { length, words: found.filter(({ word }) => [...word].length === length) };
  });
}

/** Slots of one length at most: as many as a wide screen has room for beside the number. */
const mostSlots = 12;

/**
 * The words beside the list of a length.
 * @param {number} found words of this length
 * @param {number} [all] that there are; undefined while nobody has told that: then one slot says that a list is empty
 * @returns {{ text: string, slots: number, isWhole: boolean }} `slots`: for words that are still to be found, if there
 *   is room
 */
export function tally(found, all) {
  if (all === undefined) return { text: String(found), slots: found > 0 ? 0 : 1, isWhole: false };
  // Words found before a server has got new lists may be none of its words any more.
  const most = Math.max(found, all);
  return { text: `${found}/${most}`, slots: Math.min(mostSlots, most - found), isWhole: most > 0 && found === most };
}

/**
 * The parts of the height that the lists of the lengths get, the longest first. They depend on the tiles alone, so that
 * no list moves while words come in: most words have four letters, and hardly any has them all.
 * @param {number} tiles
 */
export function shares(tiles) {
  return byLength([], tiles).map(({ length }) => (length === tiles ? 1 : (wanted[length] ?? 1)));
}

/**
 * Lines that a length of many words fills, by length.
 * @type {Record<number, number>}
 */
const wanted = { 3: 2, 4: 3, 5: 2, 6: 1.25 };

/**
 * The place in the word to which a tile is dragged.
 * @param {number} x of the pointer
 * @param {{ left: number, width: number }} hand the row of places
 * @param {number} places in the row
 * @param {number} count letters of the word without that tile
 */
export function placeAt(x, { left, width }, places, count) {
  const at = Math.floor(((x - left) / Math.max(1, width)) * places);
  return Math.min(Math.max(0, at), count);
}

/**
 * The points of all found words.
 * @param {{ points?: number }[]} found
 */
export function score(found) {
  return found.reduce((sum, { points = 0 }) => sum + points, 0);
}

/**
 * The fault of a word before it is asked for: nobody waits for the server to be told that.
 * @param {string} word
 * @param {{ word: string }[]} found
 * @returns {"empty" | "short" | "found" | null}
 */
export function doubt(word, found) {
  if (word === "") return "empty";
  if ([...word].length < shortest) return "short";
  return found.some((one) => one.word === word) ? "found" : null;
}

/**
 * A game against the words that people know, once it is over.
 * @param {{ word: string }[]} found
 * @param {string[]} common
 * @param {number} tiles
 */
export function review(found, common, tiles) {
  const mine = new Set(found.map(({ word }) => word));
  const known = new Set(common);
  const missed = common.filter((word) => !mine.has(word)).sort(longestFirst);
  const lists = byLength(common.map((word) => ({ word })), tiles).map(({ length, words }) => ({
    length,
    words: words.map(({ word }) => ({ word, isFound: mine.has(word) })),
    // Words that few people know: none of them is looked for, and each counts.
    rare: found.filter(({ word }) => [...word].length === length && !known.has(word)).map(({ word }) => word),
  }));
  return {
    lists: lists.filter(({ words, rare }) => words.length + rare.length > 0),
    found: common.length - missed.length,
    of: common.length,
    missed: missed[0] ?? null,
  };
}

/**
 * @param {string} a
 * @param {string} b
 */
const longestFirst = (a, b) => [...b].length - [...a].length || (a < b ? -1 : 1);

/**
 * The time that is left, and how it is shown: calm, then urgent.
 * @param {{ startedAt: number, seconds?: number | null }} game
 * @param {number} now instant of the server's clock, ms
 * @returns {{ ms: number, part: number, isLate: boolean } | null} `part`: of all, 0 to 1; null without a limit
 */
export function timeLeft({ startedAt, seconds }, now) {
  if (!seconds) return null;
  const all = seconds * 1000;
  const ms = Math.max(0, Math.min(all, startedAt + all - now));
  return { ms, part: ms / all, isLate: ms <= late };
}

/** ms before the end from which the clock is urgent. */
const late = 10_000;
