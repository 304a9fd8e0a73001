// Holds the ranges of the display family's files to each other, and to what is in the files: a browser asks for each
// character in one file.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliDecompressSync } from "node:zlib";

const root = new URL("..", import.meta.url);
const css = readFileSync(new URL("style.css", root), "utf8");

/** The files of the family, each with its ranges. */
const faces = [...css.matchAll(/@font-face \{([^}]*)\}/g)].map(([, face = ""]) => {
  const ranges = /unicode-range: ([^;]+);/.exec(face)?.[1]?.split(",") ?? [];
  return {
    file: /url\("([^"]+)"\)/.exec(face)?.[1] ?? "",
    ranges: ranges.map((range) => {
      const [first = 0, last = first] = range.trim().slice(2).split("-").map((code) => parseInt(code, 16));
      return { first, last };
    }),
  };
});

/** The files that have a character. */
const having = (code) =>
  faces.filter(({ ranges }) => ranges.some(({ first, last }) => first <= code && code <= last)).map(({ file }) => file);

test("Every character of ASCII is in one file", () => {
  for (let code = 0x20; code < 0x7f; code += 1)
    assert.equal(having(code).length, 1, String.fromCharCode(code));
  for (const { file } of faces) assert.ok(existsSync(new URL(file, root)), file);
});

test("Letters, figures and the page's own signs are in the file of the first load", () => {
  for (const sign of "AZaz09 !%&'()+,-./:;?\u00a0·×–—‘’“”…") {
    assert.deepEqual(having(sign.codePointAt(0)), ["fonts/sora.woff2"], sign);
  }
});

/**
 * The table `cmap` of a WOFF2 file (W3C WOFF 2.0, section 4), which says for which characters it has glyphs.
 * @param {Buffer} file
 */
function characterMap(file) {
  assert.equal(file.toString("latin1", 0, 4), "wOF2");
  let at = 48;
  const length = () => {
    for (let value = 0; ; ) {
      const byte = file[at++];
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const tables = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = file[at++];
    const tag = flags & 63;
    if (tag === 63) at += 4;
    const plain = length();
    // Outlines of TrueType (10 and 11) are packed unless it says 3, every other table where it says something.
    const isPacked = tag === 10 || tag === 11 ? flags >> 6 !== 3 : flags >> 6 !== 0;
    return { tag, length: isPacked ? length() : plain };
  });
  const data = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  const before = tables.slice(0, tables.findIndex(({ tag }) => tag === 0));
  return data.subarray(before.reduce((sum, table) => sum + table.length, 0));
}

/**
 * The characters of a font, by the subtable of format 4 that all of them have (OpenType, `cmap`).
 * @param {Buffer} map
 */
function charactersOf(map) {
  const offsets = Array.from({ length: map.readUInt16BE(2) }, (_, index) => map.readUInt32BE(8 + 8 * index));
  const offset = offsets.find((one) => map.readUInt16BE(one) === 4) ?? assert.fail("no format 4");
  const size = map.readUInt16BE(offset + 6);
  const found = new Set();
  for (let segment = 0; segment < size; segment += 2) {
    const place = offset + 14 + segment;
    const [last, first] = [map.readUInt16BE(place), map.readUInt16BE(place + size + 2)];
    const [delta, range] = [map.readUInt16BE(place + 2 * size + 2), map.readUInt16BE(place + 3 * size + 2)];
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const glyph = range && map.readUInt16BE(place + 3 * size + 2 + range + 2 * (code - first));
      if (range ? glyph !== 0 : ((code + delta) & 0xffff) !== 0) found.add(code);
    }
  }
  return found;
}

test("A file has every character of its ranges", () => {
  for (const { file, ranges } of faces) {
    const characters = charactersOf(characterMap(readFileSync(new URL(file, root))));
    for (const { first, last } of ranges)
      for (let code = first; code <= last; code += 1)
        assert.ok(characters.has(code), `${file}: U+${code.toString(16)}`);
    assert.ok(!characters.has(0x416), `${file} has no Cyrillic`);
  }
});
