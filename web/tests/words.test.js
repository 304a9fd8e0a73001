// Holds what a person can read to the message files: wording.js, which every page loads, its parts in wording/, and
// words.js and wording.js in the folder of a kind of games. What is said before a script runs stands in index.html and
// the manifest.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

const scripts = readdirSync(root, { recursive: true })
  .map(String)
  .filter((file) => /\.js$/.test(file) && !/^(?:tests|node_modules)\b/.test(file));
// What is said of the games of a kind stands in the kind's folder.
const isMessages = (/** @type {string} */ file) =>
  /^wording\b/.test(file) || /^components\/\w+\/word(?:s|ing)\.js$/.test(file);
const messages = scripts.filter(isMessages);
const files = scripts.filter((file) => !isMessages(file));

/** What reads like words and is none: media queries, selectors, keys, fields, styles, the product's own name. */
const technical = new RegExp(
  "^(?:[(]|input, |a, button|column |Sora|position: " +
    "|(?:Enter|Backspace|Delete|Escape|AbortError|Content-Type|Retry-After|Tilerace)$)",
);
const readsLikeWords = /^(?:[A-Z“][a-z’]+|[^<{;=#]*[a-z]{2,}[.,:’]? [a-z]{2,})/;

/** Where a text for a person goes, whatever it reads like: into an element, a name for the ear, a title. */
const shown = new RegExp(
  '(?:\\b(?:text|title|placeholder|alt|label)|"aria-(?:label|valuetext|roledescription|description)")' +
    '\\s*:\\s*("[^"\\n]*"|`[^`]*`)',
  "g",
);

/** What is shown and no text: the sign of the product, the form of a code, an address. */
const signs = ["tilerace", "XXXX-XXXX", "/link"];

/** @param {string} file */
function code(file) {
  return readFileSync(root + file, "utf8").replace(/\/\*[^]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

/**
 * The strings and templates of a script that read like words for a person: several words of which one begins as a
 * sentence does, or a single one that does; and whatever is shown to somebody.
 * @param {string} text of the script
 */
function words(text) {
  const plain = (/** @type {string} */ template) => template.replace(/\$\{[^}]*\}/g, "");
  const like = [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
    .map((match) => match[1] ?? (match[2] ?? "").replace(/\$\{[^}]*\}/g, "9"))
    .filter((one) => readsLikeWords.test(one) && !/^[a-z0-9 -]+$/.test(one) && !technical.test(one));
  const put = [...text.matchAll(shown)]
    .map(([, one = ""]) => plain(one.slice(1, -1)))
    .filter((one) => /[A-Za-z]{2}/.test(one) && !signs.includes(one));
  return [...like, ...put];
}

test("What a person can read stands in the message files", () => {
  assert.ok(files.length > 80, "the test reads the folder");
  for (const file of files) assert.deepEqual(words(code(file)), [], file);
});

test("Words are seen, in sentences, alone, and in small letters where they are shown", () => {
  for (const text of [
    'say("Link copied")',
    'el("b", {}, "Share")',
    "`${count} racers are here.`",
    'el("b", { text: "not raced" })',
    'el("b", { "aria-label": `${count} home` })',
  ])
    assert.notDeepEqual(words(text), [], text);
  for (const text of ['el("b", { class: "small next-word" })', 'import("./words.js")', "`${round}/${of}`"])
    assert.deepEqual(words(text), [], text);
});

test("A language is named in one place", () => {
  for (const file of [...files, ...messages]) {
    assert.doesNotMatch(code(file), /new Intl\.\w+\(\[?"/, file);
    assert.doesNotMatch(code(file), /\.toLocale\w+\(/, `${file} follows the browser's language`);
  }
});

/** What a message file says by hand that Intl says for every language, and the helper of wording.js that does it. */
const byHand = [
  ["plural", /=== 1 \?|\}s\b/],
  ["listed", /\.join\(", "\)/],
  ["decimal", /\.toFixed\(/],
  ["dayName", /Monday|\["M", "T"|SMTW/],
];

test("Plurals, lists, decimals and days of message files are made by Intl", () => {
  assert.ok(messages.length > 15, "the message files were not found");
  for (const file of messages)
    for (const [helper, sign] of byHand) {
      // The default of the helper itself is English, as the file is.
      const text = code(file).replace("many = `${one}s`", "");
      assert.doesNotMatch(text, sign, `${file}: ask ${helper} of wording.js`);
    }
});

test("The page and its manifest say a title, what a shared link is, and that scripts are needed", () => {
  const page = readFileSync(`${root}/index.html`, "utf8").replace(/<!--[^]*?-->/g, "");
  const body = page.slice(page.indexOf("<body>")).replace(/<[^>]*>/g, "").trim();
  assert.match(body, /^[^\n]+$/, "one line, for who has no scripts");
  for (const [whole, , content = ""] of page.matchAll(/<meta ([^>]*)content="([^"]*)"[^>]*>/g))
    if (/[a-z]{3,} [a-z]{2,}/i.test(content)) assert.match(whole, /property="og:(?:title|description)"/, whole);
  const manifest = JSON.parse(readFileSync(`${root}/manifest.webmanifest`, "utf8"));
  const said = Object.entries(manifest).filter(([, value]) => typeof value === "string" && / [a-z]{2,}/.test(value));
  assert.deepEqual(said.map(([name]) => name), ["description"]);
});
