// The page around every view: what it says where a part of it does not come.

import { Made } from "./page-steps.js";
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

// A browser in which nothing is shown, nothing is kept, and no answer comes. It is there before the page is.
mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
const hub = new EventTarget();
Object.assign(document, {
  documentElement: new Made(), body: new Made(), head: new Made(), fonts: { load: async () => {} },
  querySelector: () => Object.assign(new Made(), { sheet: {} }), querySelectorAll: () => [],
  addEventListener: hub.addEventListener.bind(hub),
});
globalThis.matchMedia = () => Object.assign(new EventTarget(), { matches: false });
globalThis.window = Object.assign(new EventTarget(), { scrollTo() {} });
globalThis.getComputedStyle = () => ({ getPropertyValue: () => "" });
globalThis.location = { protocol: "http:", host: "x", origin: "http://x", pathname: "/", search: "", hash: "" };
globalThis.history = { state: null, replaceState() {}, pushState() {} };
globalThis.fetch = () => new Promise(() => {});
const { App, Preferences } = await import("../main.js");
const { RaceView } = await import("../components/race/race.js");
const { Party } = await import("../components/stage/party.js");

const lost = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
const notConnected = "Not connected. Trying again";
let app, said;

beforeEach(() => {
  app = new App();
  said = [];
  app.say = (text) => void said.push(text);
});

test("A part of the page that does not come is told, and the page knows that it misses one", async () => {
  assert.equal(await app.load(lost()), null);
  assert.deepEqual([said, app.isPartLost], [[notConnected], true]);
  assert.equal(await app.load(Promise.resolve("part")), "part");
  assert.equal(said.length, 1);
});

test("Codes are not said to be hidden while the address of the page still shows one", async () => {
  let drawn = 0;
  app.view = { render: () => (drawn += 1) };
  app.veilCodes = lost;
  await app.hideCode(true);
  assert.deepEqual([said, app.isCodeHidden], [[notConnected], true], "the page itself hides them, and goes on trying");
  delete app.veilCodes;
  await app.hideCode(true);
  assert.deepEqual([said.at(-1), app.veil !== null, drawn > 0], ["Room codes are hidden", true, true]);
});

test("Cards and celebrations that do not come are missed in silence, as nobody has asked for them", async () => {
  app.cards = lost;
  const stop = new AbortController();
  const dom = { side: new Made(), page: new Made() };
  RaceView.prototype.showSide.call({ app, code: "KYTE7", mode: "watching", stop, dom }, "watching");
  await new Promise(setImmediate);
  assert.deepEqual([said, app.isPartLost], [[], true]);
  app.isPartLost = false;
  const stage = { stop, face: { lanes: { party: lost } } };
  await Party.prototype.begin.call({ app, stage }, "series 1", {}, []);
  assert.deepEqual([said, app.isPartLost], [[], true]);
});

test("A sound that comes after its stage has gone is not made, whatever view stands then", async (t) => {
  let made = 0;
  t.after(() => delete globalThis.AudioContext);
  globalThis.AudioContext = class { constructor() { made += 1; } };
  const stop = new AbortController();
  const page = { load: (part) => part, view: {} };
  const party = { app: page, stage: { stop }, soundButton: new Made(), hasSound: true, sound: null };
  const shown = Party.prototype.showSound.call(party);
  stop.abort();
  await shown;
  assert.deepEqual([party.sound, made], [null, 0]);
});

test("The sheet that was asked for last is shown, however late the others come", async () => {
  let come = () => {};
  const shown = [];
  const sheet = (name) => ({ content: () => void shown.push(name) });
  const late = app.sheet(() => new Promise((resolve) => { come = () => resolve(sheet("menu")); }));
  const last = app.sheet(async () => sheet("help"));
  await last.catch(() => {}); // Nobody sees it here.
  come();
  await late;
  assert.deepEqual(shown, ["help"]);
});

test("A tab takes over the looks that another one has chosen, and not what it only keeps", () => {
  let changes = 0;
  new Preferences().addEventListener("change", () => (changes += 1));
  const kept = (key) => window.dispatchEvent(Object.assign(new Event("storage"), { key }));
  for (const key of ["tilerace.practice", "tilerace.player", "tilerace.streak", "theme-of-another-app"]) kept(key);
  assert.equal(changes, 0);
  for (const key of ["tilerace.theme", "tilerace.contrast", "tilerace.code", "tilerace.sound", null]) kept(key);
  assert.equal(changes, 5);
});

test("Where storage takes nothing more, what was chosen last holds for the visit", () => {
  const kept = { "tilerace.theme": "light" };
  let isFull = true;
  globalThis.localStorage = {
    getItem: (name) => kept[name] ?? null,
    setItem: (name, value) => {
      if (isFull) throw new Error("QuotaExceededError");
      kept[name] = value;
    },
  };
  const preferences = new Preferences();
  preferences.set("theme", "dark");
  assert.equal(preferences.get("theme"), "dark");
  isFull = false;
  preferences.set("theme", "light");
  kept["tilerace.theme"] = "dark";
  assert.equal(preferences.get("theme"), "dark", "another tab's choice counts again");
  delete globalThis.localStorage;
});
