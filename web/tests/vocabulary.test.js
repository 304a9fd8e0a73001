// Holds the words that the page says to docs/glossary.md: what nobody understands who does not know the code.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { dirname } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const scripts = readdirSync(root, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith(".js") && !file.startsWith("tests"));

/**
 * What a script may say: its strings and templates that are sentences or names, without what is code in them.
 * @param {string} file
 */
function said(file) {
  const code = readFileSync(join(root, file), "utf8").replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
  return [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
    .map((match) => match[1] ?? (match[2] ?? "").replace(/\$\{[^}]*\}/g, "9"))
    .filter((text) => / /.test(text) && !/[<{;]|^[MmL][\d.]|\/\*/.test(text));
}

test("A guess is a guess, a row a row of the board, and no column is told of", () => {
  for (const file of scripts) {
    for (const text of said(file)) {
      assert.doesNotMatch(
        text,
        /\b(?:columns|\d column|out of rows|be had|without flag|sealed words|beaten|turns?\b(?! (?:its|over)))/i,
        `${file}: ${text}`,
      );
    }
  }
});

test("Home is a place on the track: elsewhere a word is found", () => {
  const elsewhere = scripts.filter((file) =>
    /components\/(?:archive|statistics|leaderboard|history|home|verify)\//.test(file),
  );
  assert.ok(elsewhere.length > 5);
  for (const file of elsewhere)
    for (const text of said(file))
      assert.doesNotMatch(text, /\b(?:home in|is home|are home|first home|\d home)\b/i, `${file}: ${text}`);
});
