import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import "./page-steps.js";
import * as face from "../components/desk/face.js";
import { RefusedError } from "../link.js";
import { SprintRace } from "../components/sprint/sprint.js";
import { laneWords } from "../components/track/track.js";
import { isRanked } from "../components/leaderboard/ranking.js";
import { shareText } from "../components/result/sharing.js";
import { httpCodes, httpRefusal, refusalCodes, refusalWords } from "../wording/refusals.js";
import { settings, signedOut } from "../wording/account.js";
import { beside, panels } from "../wording/race.js";
import { codeFrom, shownCode } from "../racing.js";
import { clock, dayName, finishTime, lineWords, ordinal, rowSummary } from "../wording.js";

test("A clock shows hours, minutes and seconds, and a finish tenths", () => {
  assert.deepEqual([0, 999, 58_000, 60_000, 727_000, 3_723_000, -5].map(clock), [
    "0:00",
    "0:00",
    "0:58",
    "1:00",
    "12:07",
    "1:02:03",
    "0:00",
  ]);
  assert.deepEqual([0, 67_499, 59_999].map(finishTime), ["0:00.0", "1:07.4", "0:59.9"]);
});

test("A lane that is home says its time once: it stands before these words", () => {
  const lane = { state: "home", present: true, rows: [1, 2, 3, 4], finish: { solved: true, turns: 4, ms: 83_000 } };
  assert.equal(laneWords(lane, 6)[1], ", home in 4");
});

test("A lane that is not home says why at its finish, and how far it is", () => {
  const lane = { state: "racing", present: true, rows: [1, 2], finish: null };
  const words = (more) => laneWords({ ...lane, ...more }, 6);
  assert.deepEqual(words({}), ["", ", on row 3"]);
  assert.deepEqual(words({ present: false }), ["away", ", away, on row 3"]);
  assert.deepEqual(words({ state: "waiting" }), ["", ", not started"]);
  assert.deepEqual(words({ state: "out" }), ["time", ", out of time"]);
  assert.deepEqual(words({ state: "out", ended: true }), ["ended", ", ended by the host"]);
  assert.deepEqual(words({ state: "out", rows: Array(6).fill(1) }), ["out", ", out of guesses"]);
});

test("The words about the line name its state", () => {
  const words = (connection, isKnown, attempt) =>
    lineWords({ connection, today: isKnown ? {} : null, link: { attempt } });
  assert.deepEqual(
    [words("connecting", false, 0), words("waiting", false, 1), words("online", true, 0)],
    ["", "Reconnecting", ""],
  );
  assert.deepEqual(
    [words("waiting", true, 0), words("stopped", true, 0), words("stopped", false, 0)],
    ["Reconnecting", "Disconnected. Reload the page", "Disconnected. Reload the page"],
  );
});

test("The gate and the settings explain Ultra with the same words", () => {
  const gate = Object.values(panels.levels).flat().join(" ");
  for (const text of [gate, settings.hardNow])
    assert.match(text, /every clue must be used.*nothing may be guessed that a clue rules out/is);
});

test("The card beside a race says of rivals what is so in every kind of game", () => {
  assert.doesNotMatch(beside.how, /colour|letter|score/);
  assert.match(beside.how, /never show your words/);
});

test("A page that was signed out is not asked to reload", () => {
  const link = { attempt: 0, isSignedOut: true };
  assert.equal(lineWords({ connection: "stopped", today: {}, link }), "Signed out");
});

test("A day's rank is named only to those who found its word; a longer period ranks everybody by points", () => {
  assert.deepEqual([{ solved: true }, { solved: false }, {}].map(isRanked), [true, false, true]);
  const sums = [{ points: 3, ms: 9 }, { points: 0, ms: 9 }, { points: 0, ms: 0 }];
  assert.deepEqual(sums.map(isRanked), [true, true, false]);
});

test("A signed-out page promises nothing of a player that may be deleted", () => {
  for (const promise of [signedOut.safe, signedOut.signedOut])
    assert.match(promise, /Unless it was deleted, [^.]* is safe on the server/);
});

test("An ordinal has its English ending", () => {
  const shown = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map((rank) => rank + ordinal(rank));
  assert.deepEqual(shown, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th"]);
});

test("The day's name does not depend on the reader's zone", () => {
  assert.equal(dayName("2026-11-21"), "Saturday 21 November");
});

test("A code is read as people type and paste it", () => {
  for (const typed of ["KYTE7", "kyte-7", " kyte 7 ", "https://race.example.org/room/KYTE7?x=1", "KYTE–7"])
    assert.equal(codeFrom(typed), "KYTE7", typed);
  assert.equal(codeFrom("IL0O1"), "");
  assert.equal(shownCode("KYTE7"), "KYTE-7");
});

test("A code is found in a link to the race or its stage, and among other words", () => {
  const among = [
    "http://192.168.0.7:8080/stage/EBWQR", "https://race.example.org/stage/EBWQR?at=top-left#key=abc",
    "https://race.example.org/replay/EBWQR/1", "Race me: https://race.example.org/room/EBWQR tonight",
    "Room code EBWQ-R", "There we race: EBWQ–R", "room code EBWQR", "Join EBWQR, please", "where: ebwq-r",
  ];
  for (const typed of among) assert.equal(codeFrom(typed), "EBWQR", typed);
  for (const typed of ["there we race: kyte7", "HELLO KYTE7", "ENTER: KYTE-7", "see HTTPS://T.ORG/ROOM/KYTE7",
    "https://a.org https://b.org/page3 KYTE7", "t.org/room/room/KYTE7"])
    assert.equal(codeFrom(typed), "KYTE7", typed);
  for (const typed of ["HELLO KYTES", "hello! kytes", "Join us: would kytes"])
    assert.equal(codeFrom(typed), "KYTES", typed);
  // The address of another page has none; half a code is what somebody types.
  assert.equal(codeFrom("https://race.example.org/"), "");
  assert.deepEqual(["k", "kyt", "KYTE", "KaYTE7"].map(codeFrom), ["K", "KYT", "KYTE", "KAYTE"]);
});

test("A judged row is read as letters and marks", () => {
  assert.equal(rowSummary(1, "stole", "02010"), "Row 2: S absent, T correct, O absent, L present, E absent");
});

test("Shared squares follow the contrast, and hold no letters of the guess", () => {
  const share = "Tilerace No. 412 2/6 0:21\n⬛🟨⬛⬛🟩\n🟩🟩🟩🟩🟩";
  const text = (isContrast) => shareText(face.share(share, isContrast), "x");
  assert.equal(text(true), "Tilerace No. 412 2/6 0:21\n⬛🟦⬛⬛🟧\n🟧🟧🟧🟧🟧\nx");
  assert.equal(text(false), `${share}\nx`);
});

test("Every error of the protocol has words", () => {
  const protocol = readFileSync(new URL("../../docs/protocol.md", import.meta.url), "utf8");
  const table = protocol.slice(protocol.indexOf("## Errors"), protocol.indexOf("## Close codes"));
  const codes = [...table.matchAll(/^\| `([a-z_]+)` \|/gm)].map((match) => match[1]);
  assert.ok(codes.length > 20, "the table of errors was not found");
  for (const code of codes) assert.ok(refusalCodes.includes(code), `no words for ${code}`);
});

test("Every code of an HTTP answer that a page may meet has words", () => {
  const protocol = readFileSync(new URL("../../docs/protocol.md", import.meta.url), "utf8");
  const begin = protocol.indexOf("| `code` of HTTP | when |");
  const table = protocol.slice(begin, protocol.indexOf("\n\n", begin));
  const codes = [...table.matchAll(/^\| `([a-z_]+)` \|/gm)].map((match) => match[1]);
  // A browser never sends the cookie without an Origin. Where a code was bad is said where it was typed.
  const worded = [...httpCodes, "bad_code", "rate_limited", "no_origin"];
  assert.deepEqual(codes.sort(), worded.sort());
  assert.equal(httpRefusal(429, "rate_limited", 7), "Too fast. Try again in 7 s");
  assert.match(httpRefusal(0, "", 0), /^No answer/);
  assert.match(httpRefusal(500, "unheard_of", 0), /could not do that/);
});

test("A name that the operator gave is kept for hours that are said", () => {
  const words = (retry) => refusalWords({ code: "name_reset", retry });
  assert.ok(words(86_400_000).endsWith("again in 24 hours"));
  assert.ok(words(3_600_001).endsWith("again in 2 hours"));
  assert.ok(words(3_600_000).endsWith("again within the hour"));
});

test("A setting that is refused is named with its bounds, which are the server's", () => {
  const source = (path) => readFileSync(new URL(`../../Sources/${path}`, import.meta.url), "utf8");
  const words = (field) => refusalWords({ code: "bad_settings", field });
  const sprint = source("Rooms/SprintSettings.swift");
  const [, list = ""] = /enum Field: [^{]*\{\s*case ([\w, ]+)/.exec(sprint) ?? [];
  const fields = [...list.split(", "), "password", "seconds"];
  assert.ok(fields.length > 10, "the settings were not found");
  for (const field of fields) assert.notEqual(words(field), words("unheard_of"), field);
  const bounds = (text, name) =>
    text.match(new RegExp(`static let ${name} = (\\d+)\\.\\.\\.(\\d+)`)).slice(1).join(" to ");
  const anagram = bounds(source("GameRules/Anagram/AnagramRules.swift"), "limits");
  assert.equal(words("rows"), `Guesses must be ${bounds(source("GameRules/Guess/GuessRules.swift"), "rowCounts")}`);
  assert.equal(words("rounds"), `Rounds must be ${bounds(sprint, "roundCounts")}`);
  assert.ok(words("limit").includes(`${bounds(sprint, "limits")} seconds`));
  assert.ok(words("limit").endsWith(`at most ${anagram.split(" ").at(-1)} for anagrams`));
  assert.ok(words("seconds").includes(`${anagram} seconds`));
});

test("What was asked of a seat is refused with the number of the seat", async () => {
  const said = [];
  const command = async () => {
    throw new RefusedError({ code: "bad_seat" });
  };
  const sprint = { store: { command }, view: {}, app: { refuse: (refusal) => said.push(refusalWords(refusal)) } };
  assert.equal(await SprintRace.prototype.ask.call(sprint, "kick", { seat: 3 }), false);
  assert.deepEqual(said, ["Seat 3 is empty"]);
});

test("A refusal says which seat is empty, and when to try again, as far as that is known", () => {
  assert.equal(refusalWords({ code: "bad_seat", seat: 3 }), "Seat 3 is empty");
  assert.equal(refusalWords({ code: "bad_seat" }), "That seat is empty");
  assert.equal(refusalWords({ code: "rate_limited", retry: 2100 }), "Too fast. Try again in 3 s");
  assert.equal(refusalWords({ code: "rate_limited" }), "Too fast. Try again in a moment");
});

test("A hard-mode refusal names the clue", () => {
  const words = (clue) => refusalWords({ code: "hard_mode", clue });
  assert.equal(words({ kind: "position", position: 3, letter: "e" }), "Hard mode: letter 4 must be E");
  assert.equal(words({ kind: "copies", letter: "l", count: 2 }), "Hard mode: use L 2 times");
  assert.equal(words({ kind: "absent", letter: "s", count: 0 }), "Ultra hard: there is no S");
  assert.equal(words({ kind: "absent", letter: "e", count: 1 }), "Ultra hard: no more than 1 E");
  assert.equal(words({ kind: "moved", position: 1, letter: "a" }), "Ultra hard: letter 2 is not A");
});

test("An unknown refusal falls back on the server's own words", () => {
  assert.equal(refusalWords({ code: "new_one", message: "Because." }), "Because.");
});
