// The order in which everybody saw the tiles, made again from the salt and the word: docs/protocol.md says how. Who was
// dealt other tiles than those that were sealed, is told.

import { sha256 } from "../../sha256.js";

/** Bytes of a block of SHA-256. */
const block = 64;

/**
 * HMAC-SHA-256 (RFC 2104).
 * @param {number[]} key 64 bytes at most
 * @param {number[]} message
 */
function code(key, message) {
  const padded = (/** @type {number} */ pad) => Array.from({ length: block }, (_, at) => (key[at] ?? 0) ^ pad);
  const inner = sha256(Uint8Array.from([...padded(0x36), ...message]));
  return sha256(Uint8Array.from([...padded(0x5c), ...inner]));
}

/**
 * Uniform numbers under a key, the same each time.
 * @param {number[]} key
 * @returns {(bound: number) => number}
 */
function draws(key) {
  const label = [...new TextEncoder().encode("tiles v1"), 0];
  /** @type {number[]} */
  let left = [];
  let counter = 0;
  const next = () => {
    if (left.length === 0) {
      const bytes = Array.from({ length: 8 }, (_, at) => (at < 4 ? 0 : (counter >>> (56 - 8 * at)) & 0xff));
      const view = new DataView(code(key, [...label, ...bytes]).buffer);
      left = Array.from({ length: 8 }, (_, at) => view.getUint32(4 * at));
      counter += 1;
    }
    return left.shift() ?? 0;
  };
  return (bound) => {
    // Numbers above the last whole multiple of the bound would make low remainders likelier.
    const accepted = Math.floor(2 ** 32 / bound) * bound;
    let number = next();
    while (number >= accepted) number = next();
    return number % bound;
  };
}

/**
 * @param {string} salt hexadecimal digits
 * @param {string} source the word that the tiles were made of
 */
export function tilesOf(salt, source) {
  const draw = draws((salt.match(/../g) ?? []).map((two) => parseInt(two, 16)));
  const letters = [...source];
  const canDiffer = new Set(letters).size > 1;
  do {
    for (let last = letters.length - 1; last > 0; last -= 1) {
      const other = draw(last + 1);
      const [a = "", b = ""] = [letters[last], letters[other]];
      [letters[last], letters[other]] = [b, a];
    }
  } while (canDiffer && letters.join("") === source);
  return letters.join("");
}
