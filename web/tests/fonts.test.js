// Holds the ranges of the display family's files to each other: a browser asks for each character in one file.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

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

test("every character of ASCII is in one file", () => {
  for (let code = 0x20; code < 0x7f; code += 1)
    assert.equal(having(code).length, 1, String.fromCharCode(code));
  for (const { file } of faces) assert.ok(existsSync(new URL(file, root)), file);
});

test("letters, figures and the page's own signs are in the file of the first load", () => {
  for (const sign of "AZaz09 !%&'()+,-./:;?\u00a0·×–—‘’“”…") {
    assert.deepEqual(having(sign.codePointAt(0)), ["fonts/sora.woff2"], sign);
  }
});
