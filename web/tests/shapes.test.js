// Holds the typedefs of protocol.js to the examples and the table of events in docs/protocol.md, which a Swift test
// (ProtocolExampleTests) holds to what the server sends.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const shapes = fileURLToPath(new URL("../protocol.js", import.meta.url));
const page = readFileSync(new URL("../../docs/protocol.md", import.meta.url), "utf8");

/** The types of the messages of the socket, without `re` and `type`. */
const messages = {
  announcement: "{ announcement?: wire.Announcement }",
  board: "{ room: string, board: wire.BoardShape }",
  day: "{ time: number, today: wire.Today, lines: wire.Today[] }",
  event: "{ room: string, epoch: string } & wire.LoggedEvent",
  game: "wire.GameReply",
  joined: "wire.RoomReply",
  judged: "wire.Judged",
  lobby: "{ rooms: wire.LobbyRoom[] }",
  played: "wire.Played",
  ranking: "wire.Leaderboard",
  snapshot: "wire.RoomReply",
  standing: 'Omit<wire.Leaderboard, "entries" | "next">',
  watching: "wire.RoomReply",
  welcome: "wire.Welcome",
};

/** Messages of one or two fields, which protocol.js does not describe. */
const plain = [
  "code", "counts", "done", "error", "hard_mode", "left", "moved", "pong", "presence", "reaction", "renamed", "resync",
  "stage_key",
];

/** The types of the answers over HTTP, by their first two fields; empty where protocol.js describes none. */
const documents = {
  "code expires": "",
  "format version": "wire.Replay",
  "line first": "wire.PlayedDays",
  "line period": "wire.Leaderboard",
  "line played": "wire.PlayerStatistics",
  "line puzzles": "wire.SealedPuzzles",
  player: "{ player: wire.Player }",
  "player since": "{ player: wire.Player, since: number }",
  "puzzle language": "wire.FinishedBoards",
  "puzzle number": "wire.SealedPuzzle",
  "room name": "wire.PastRaces",
  rooms: "{ rooms: wire.LobbyRoom[] }",
  "server cookie": "wire.Privacy",
  "today lines": "wire.DayStatistics",
  "url reach": "",
};

/** Examples of what the server sends: line, JSON, and type, which is undefined where nobody has said it. */
const examples = [...page.matchAll(/^```json (server|http-response)\n([^]*?)\n```$/gm)]
  .map((match) => {
    const line = page.slice(0, match.index).split("\n").length;
    const { re, type, ...json } = JSON.parse(match[2]);
    if (match[1] === "server") return { line, json, shape: plain.includes(type) ? "" : messages[type] };
    return { line, json, shape: documents[Object.keys(json).slice(0, 2).join(" ")] };
  })
  // The export is a file for its player: the page reads nothing of it.
  .filter(({ json }) => json.format !== "tilerace-export");

/** The fields of each kind of event. */
const events = new Map(
  page.slice(page.indexOf("| kind | fields | meaning |")).split("\n\n", 1)[0].split("\n").slice(2).map((row) => {
    const [, [[, kind]], fields] = row.split("|").map((cell) => [...cell.matchAll(/`(\w+)`/g)]);
    return [kind, fields.map(([, field]) => field)];
  }),
);

/**
 * What the type checker says of a script.
 * @param {string[]} lines
 */
function faults(lines) {
  const folder = mkdtempSync(join(tmpdir(), "tilerace-shapes-"));
  const file = join(folder, "examples.ts");
  try {
    writeFileSync(file, [`import type * as wire from ${JSON.stringify(shapes)};`, ...lines].join("\n"));
    const flags = ["--noEmit", "--strict", "--allowJs", "--target", "ES2022", "--moduleResolution", "node"];
    return spawnSync("tsc", [...flags, file], { encoding: "utf8" }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("Each example of what the server sends has a type, or is said to have none", () => {
  assert.ok(examples.length > 60, "the examples were not found");
  assert.deepEqual(examples.filter(({ shape }) => shape === undefined).map(({ line }) => line), []);
});

test("Each example has the fields of its type, and no other", () => {
  const typed = examples.filter(({ shape }) => shape);
  const script = typed.map(({ line, json, shape }) => `const line${line}: ${shape} = ${JSON.stringify(json)};`);
  assert.equal(faults(script), "");
});

test("The type of events has the kinds and the fields of their table, and no other", () => {
  assert.ok(events.size > 25, "the table of events was not found");
  // Those that anagrams have besides stand in the table of their differences.
  const fields = new Set(["kind", "game", "points", ...[...events.values()].flat()]);
  const all = (names) => `{ ${[...names].map((name) => `${name}: 1`).join(", ")} }`;
  assert.equal(
    faults([
      `const kinds: Record<wire.EventKind, 1> = ${all(events.keys())};`,
      `const fields: Record<keyof wire.RoomEvent, 1> = ${all(fields)};`,
    ]),
    "",
  );
});

test("A field too many, one that is missing and one of another kind are seen", () => {
  const wrong = ['{ id: "1" }', '{ id: "1", name: "Mika", age: 9 }', '{ id: 1, name: "Mika" }'];
  const found = faults(wrong.map((text, at) => `const player${at}: wire.Player = ${text};`));
  assert.equal(found.match(/error TS/g)?.length, wrong.length, found);
});
