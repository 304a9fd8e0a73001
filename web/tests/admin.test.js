// The words of the admin page: refusals by their codes, and the audit log.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { acts, amount, named, reasoned, refusals, when, words } from "../wording/admin.js";

globalThis.document = /** @type {any} */ ({ documentElement: { dataset: {} } });
const { call } = await import("../admin/api.js");

/** @param {string} path */
const source = (path) => readFileSync(new URL(`../../Sources/${path}`, import.meta.url), "utf8");

/**
 * The raw values of the cases of a Swift enum of strings.
 * @param {string} text
 * @param {string} name
 */
function cases(text, name) {
  const [, body = ""] = text.split(`enum ${name}: String`);
  const own = body.slice(0, body.search(/\n {4}\}/));
  return [...own.matchAll(/^ *case (\w+)(?: = "([^"]+)")?$/gm)].map(([, label, raw]) => raw ?? label);
}

test("Each refusal of the server's has words on the admin page, by its code", () => {
  const codes = cases(source("Messages/AdminRequest.swift"), "Code");
  assert.ok(codes.length > 20, "the codes were not found");
  const own = [...source("Server/Routes/AdminRoutes.swift").matchAll(/code: "(\w+)"/g)].map(([, code]) => code);
  // A player is banned, and nobody of the admin page.
  const all = [...codes, ...own].filter((code) => code !== "banned");
  assert.deepEqual(Object.keys(refusals).sort(), all.sort());
  for (const code of reasoned) assert.ok(code in refusals, code);
});

test("The admin page says a refusal in its own words, and the server's where a code has several reasons", async (t) => {
  let answer;
  t.mock.method(globalThis, "fetch", async () => answer);
  const refused = async (status, problem, fields = {}) => {
    answer = new Response(JSON.stringify(problem), { status, headers: fields });
    return call("/session").then(() => "", (error) => error.message);
  };
  const detail = "Words of the server.";
  assert.equal(await refused(403, { code: "not_allowed", detail }), "Your role may not do that.");
  assert.equal(await refused(400, { code: "bad_word", detail }), `That word cannot be used here. ${detail}`);
  assert.equal(await refused(403, { detail }), detail, "a refusal without a code says what to do");
  assert.equal(await refused(500, {}), words.failed);
  assert.equal(
    await refused(429, { code: "rate_limited", detail }, { "Retry-After": "4" }),
    "Too much at once. Try again in 4 s.",
  );
});

test("Each act of the audit log has words, and so has who did it", () => {
  const request = source("Messages/AdminRequest.swift");
  const begin = request.indexOf("var verb: String");
  const list = request.slice(begin, request.indexOf("\n    }", begin));
  const verbs = [...list.matchAll(/"([a-z-]+)"/g)].map(([, verb]) => verb);
  const door = [...source("Sessions/Operators/AdminDoor.swift").matchAll(/AdminAct\(\w+\.actor, "([a-z-]+)"/g)];
  const commands = cases(source("Server/Folder/FolderActs.swift"), "Verb");
  // To read is no act, but for the words of coming days.
  const reads = ["players", "bans", "rooms", "left-out", "refused-words", "announcement", "acts", "sessions"];
  const logged = [...verbs.filter((verb) => !reads.includes(verb)), ...door.map(([, verb]) => verb), ...commands];
  assert.deepEqual(Object.keys(acts).sort(), logged.sort());
  assert.deepEqual(
    ["owner 3", "moderator 120", "session 7", "command", "all", "", "KYTE7", "guess-en-5/2026-11-21"].map(named),
    ["Owner 3", "Moderator 120", "Session 7", "The machine", "All", "", "KYTE7", "guess-en-5/2026-11-21"],
  );
  assert.equal(words.session({ number: 3, role: "owner" }), "Owner 3");
});

test("Dates and figures of the admin page are in its language, whatever that of the browser is", () => {
  assert.match(when(Date.UTC(2026, 10, 21, 10, 12)), /^2[012] Nov 2026, \d\d:\d\d$/);
  assert.equal(amount(12345), "12,345");
});
