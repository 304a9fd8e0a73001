// SHA-256 (FIPS 180-4): browsers have one of their own for pages that come by HTTPS only, and most servers at home
// speak HTTP.

/**
 * The first 32 bits of the fractional parts of the roots of the first primes.
 * @param {number} root 2 or 3
 * @param {number} count
 */
function fractions(root, count) {
  const found = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    let isPrime = true;
    for (let factor = 2; factor * factor <= candidate; factor += 1) isPrime &&= candidate % factor !== 0;
    if (isPrime) found.push(bitsOfRoot(candidate, root));
  }
  return Uint32Array.from(found);
}

/**
 * 32 bits behind the point of a root, in whole numbers, as floating point has not enough of them.
 * @param {number} value
 * @param {number} root
 */
function bitsOfRoot(value, root) {
  const wanted = BigInt(value) << BigInt(32 * root);
  let low = 0n;
  let high = BigInt(value) << 32n;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** BigInt(root) <= wanted) low = middle;
    else high = middle - 1n;
  }
  return Number(low & 0xFFFFFFFFn);
}

const initial = fractions(2, 8);
const constants = fractions(3, 64);

/**
 * @param {number} value
 * @param {number} by bits, to the right
 */
const turned = (value, by) => (value >>> by) | (value << (32 - by));

/**
 * The digest of some bytes.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = initial.slice();
  const words = new Uint32Array(64);
  for (let offset = 0; offset < padded.length; offset += 64) absorb(state, words, view, offset);
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  state.forEach((word, index) => out.setUint32(4 * index, word));
  return digest;
}

/**
 * One block of 64 bytes.
 * @param {Uint32Array} state 8 words, changed
 * @param {Uint32Array} words 64 words of scratch
 * @param {DataView} view
 * @param {number} offset
 */
function absorb(state, words, view, offset) {
  const at = (/** @type {Uint32Array} */ list, /** @type {number} */ index) => list[index] ?? 0;
  for (let i = 0; i < 64; i += 1) {
    if (i < 16) words[i] = view.getUint32(offset + 4 * i);
    else {
      const [near, far] = [at(words, i - 2), at(words, i - 15)];
      words[i] =
        at(words, i - 16) +
        (turned(far, 7) ^ turned(far, 18) ^ (far >>> 3)) +
        at(words, i - 7) +
        (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10));
    }
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const first =
      (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + at(constants, i) + at(words, i)) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => { state[index] = at(state, index) + word; });
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The text that was published before the day for this word: the digest of salt, puzzle and answer.
 * @param {string} salt hexadecimal digits
 * @param {string} subject the puzzle, or EPOCH/RACE of a sprint
 * @param {string} answer
 */
export function commitmentOf(salt, subject, answer) {
  const salted = (salt.match(/../g) ?? []).map((two) => parseInt(two, 16));
  return hex(sha256(Uint8Array.from([...salted, ...new TextEncoder().encode(subject + answer)])));
}
