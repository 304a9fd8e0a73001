// Holds what a person can read to the message files: wording.js, which every page loads, and its parts in wording/.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Files whose words have not moved yet. The list may only become shorter. */
const waiting = [
  "components/anagram/cheer.js",
  "components/anagram/desk.js",
  "components/anagram/face.js",
  "components/anagram/list.js",
  "components/anagram/party.js",
  "components/anagram/rack.js",
  "components/anagram/reel.js",
  "components/anagram/result.js",
  "components/anagram/round.js",
  "components/archive/archive.js",
  "components/cards/alone.js",
  "components/cards/cards.js",
  "components/day/day.js",
  "components/day/panels.js",
  "components/desk/face.js",
  "components/desk/reel.js",
  "components/door/door.js",
  "components/elements/elements.js",
  "components/further/panels.js",
  "components/history/history.js",
  "components/home/hero.js",
  "components/home/home.js",
  "components/home/lines.js",
  "components/home/lobby.js",
  "components/host/end-word.js",
  "components/host/host.js",
  "components/leaderboard/leaderboard.js",
  "components/lines/lines.js",
  "components/picture/drawing.js",
  "components/practice/panels.js",
  "components/practice/practice.js",
  "components/practice/times.js",
  "components/race/bar.js",
  "components/race/panels.js",
  "components/race/race.js",
  "components/replay/replay.js",
  "components/room-line/room-line.js",
  "components/setup/setup.js",
  "components/solo/end.js",
  "components/solo/lines.js",
  "components/sprint/lights.js",
  "components/sprint/pace.js",
  "components/sprint/panel.js",
  "components/sprint/podium.js",
  "components/sprint/sprint.js",
  "components/stage/bars.js",
  "components/stage/celebration.js",
  "components/stage/join.js",
  "components/stage/lanes.js",
  "components/stage/party.js",
  "components/stage/points.js",
  "components/stage/shut.js",
  "components/stage/stage.js",
  "components/stage/told.js",
  "components/statistics/statistics.js",
  "components/track/track.js",
  "days.js",
  "kinds.js",
  "main.js",
];

const files = readdirSync(root, { recursive: true })
  .map(String)
  // What is said of the games of a kind stands in the kind's folder.
  .filter((file) => /\.js$/.test(file) && !/^(?:tests|node_modules|wording)\b|^components\/\w+\/words\.js$/.test(file));

/** What reads like words and is none: media queries, selectors, keys, fields, styles, the product's own name. */
const technical = new RegExp(
  "^(?:[(]|input, |a, button|column |Sora|position: " +
    "|(?:Enter|Backspace|Delete|Escape|AbortError|Content-Type|Retry-After|Tilerace)$)",
);
const readsLikeWords = /^(?:[A-Z“][a-z’]+|[^<{;=#]*[a-z]{2,}[.,:’]? [a-z]{2,})/;

/**
 * The strings and templates of a script that read like words for a person: several words of which one begins as a
 * sentence does, or a single one that does.
 * @param {string} file
 */
function words(file) {
  const code = readFileSync(root + file, "utf8").replace(/\/\*[^]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  return [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
    .map((match) => match[1] ?? (match[2] ?? "").replace(/\$\{[^}]*\}/g, "9"))
    .filter((text) => readsLikeWords.test(text) && !/^[a-z0-9 -]+$/.test(text) && !technical.test(text));
}

test("what a person can read stands in the message files", () => {
  for (const file of files.filter((one) => !waiting.includes(one))) assert.deepEqual(words(file), [], file);
});

test("no file waits that has no words any more", () => {
  assert.deepEqual(waiting.filter((file) => !files.includes(file) || words(file).length === 0), []);
});
