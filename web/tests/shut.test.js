// A room that does not let somebody in: for now, or for good.

import "./page-steps.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Made, textsOf } from "./page-steps.js";
import { RefusedError } from "../link.js";
import { RaceView } from "../components/race/race.js";
import * as shut from "../components/door/shut.js";
import { SprintRace } from "../components/sprint/sprint.js";
import { StageView } from "../components/stage/stage.js";
import { joined, listenedTo, lost, welcome } from "./store-steps.js";

let link, store, said;

beforeEach(() => {
  ({ link, store } = listenedTo());
  said = [];
  store.today = welcome.today;
});

/** The page of a room, without what is drawn on it. */
function page() {
  const app = {
    store,
    refuse: async ({ code }) => void said.push(code),
    read: (text) => said.push(text),
    reader: { lastElementChild: null },
    preload: async () => {},
    codeWords: (code) => code,
    rememberRoom() {},
  };
  const nothing = () => {};
  const view = Object.assign(Object.create(RaceView.prototype), {
    app, store, code: "KYTE7", door: "", gone: null, shut, isWatcher: false, isFetchingSprint: true, kinds: {},
    course: { puzzle: "p", hasBegun: false }, stop: new AbortController(), bar: { show: nothing, showBanner: nothing },
    dom: { page: { dataset: {} } }, takeFocus: nothing, showTrack: nothing,
    showDesk: nothing, showSide: nothing, tick: nothing,
  });
  store.addEventListener("room", () => view.render());
  store.addEventListener("gone", ({ detail }) => view.shutOut(detail.reason));
  return view;
}

/** What the page shows in place of the room, and then what follows. */
const shown = (view) => textsOf(shut.gone(view, new Made())).join(" | ");
const settled = () => new Promise((done) => setImmediate(done));
const watches = () => link.asked.filter(({ type }) => type === "watch").length;
const refused = (code, more = {}) => new RefusedError({ code, ...more });

for (const [code, words] of [
  ["rate_limited", "Too fast. Try again in 5 s"],
  ["storage_unavailable", "The server could not save that. Try again"],
  ["draining", "The server is restarting. Back in a moment"],
]) {
  test(`A room that is refused for now as ${code} says so, and opens by itself`, async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const view = page();
    link.answers.watch = refused(code, { retry: 5000 });
    await view.enter("watch");
    assert.equal(view.mode, "gone");
    assert.match(shown(view), new RegExp(`\\| ${words} \\| The page tries again by itself\\.`));
    // It is drawn again when codes are hidden, and asked for no more often for that.
    shown(view);
    context.mock.timers.tick(4999);
    await settled();
    assert.equal(watches(), 1, "not before the server has said");
    context.mock.timers.tick(501);
    await settled();
    assert.equal(watches(), 2);
    link.answers.watch = joined({ seat: undefined });
    context.mock.timers.tick(5500);
    await settled();
    assert.equal(watches(), 3);
    assert.deepEqual([view.gone, view.mode, store.wanted.get("KYTE7")], [null, "visiting", "watch"]);
    context.mock.timers.tick(60_000);
    await settled();
    assert.equal(watches(), 3, "and no more");
  });
}

test("A page that has gone asks for its room no more", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const view = page();
  link.answers.watch = refused("rate_limited", { retry: 100 });
  await view.enter("watch");
  shown(view);
  view.stop.abort();
  context.mock.timers.tick(60_000);
  await settled();
  assert.equal(watches(), 1);
});

test("Another refusal is told in its own words, and is over when the room lets in later", async () => {
  const view = page();
  link.answers.watch = refused("too_many_rooms");
  await view.enter("watch");
  assert.match(shown(view), /\| You are in too many rooms\. Leave one first \| Back home$/);
  link.answers.watch = refused("of_a_later_version", { message: "Not on Mondays." });
  await view.enter("watch");
  assert.match(shown(view), /\| Not on Mondays\. \|/);
  // The next line asks again.
  link.answers.watch = joined({ seat: undefined });
  view.begin();
  await settled();
  assert.deepEqual([view.gone, view.mode], [null, "visiting"]);
  // So does the store, of a room whose line was lost meanwhile.
  view.shutOut();
  assert.equal(view.gone, null, "a room that is here is not gone");
  store.rooms.delete("KYTE7");
  view.shutOut("no_such_room");
  assert.equal(view.mode, "gone");
  await store.reenter("KYTE7", true);
  assert.equal(view.mode, "visiting");
});

test("Who has left reads that, and does not look in again over the next line", async () => {
  const view = page();
  link.answers.watch = joined({ seat: undefined });
  await view.enter("watch");
  await store.leave("KYTE7");
  assert.match(shown(view), /\| You have left \| Your seat in this room is free again\. \|/);
  view.begin();
  await settled();
  assert.equal(watches(), 1);
  assert.equal(view.mode, "gone");
});

test("A password that cannot be looked at now is kept at the door", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const view = page();
  link.answers.watch = refused("password_needed");
  await view.enter("watch");
  assert.equal(view.mode, "door");
  link.answers.watch = refused("rate_limited", { retry: 100 });
  await view.enter("watch", { password: "sesame" });
  assert.match(shown(view), /Behind a password/);
  context.mock.timers.tick(60_000);
  await settled();
  assert.equal(watches(), 2, "nobody but the reader sends it again");
  link.answers.watch = refused("wrong_password");
  await view.enter("watch", { password: "sesame" });
  assert.deepEqual([view.gone, view.mode, view.door], [null, "door", "wrong_password"]);
});

test("A member's room that home looks at is asked for again when its page is refused for now", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const view = page();
  link.answers.watch = joined({ seat: undefined });
  await store.enterRoom("KYTE7", "watch");
  store.seated = ["KYTE7"];
  link.answers.join = refused("rate_limited", { retry: 100 });
  await view.enter("join");
  assert.deepEqual([view.gone, view.mode], [null, "loading"]);
  link.answers.join = joined();
  context.mock.timers.tick(600);
  await settled();
  assert.notEqual(store.rooms.get("KYTE7").seat, null);
});

test("Nobody looks again into a room that is closed, and whoever has a seat again does", async () => {
  const view = page();
  for (const [reason, seated, asked] of [["closed", [], 0], ["new_code", [], 0], ["", [], 0], ["", ["KYTE7"], 1]]) {
    view.shutOut(reason);
    store.seated = seated;
    link.answers.join = joined();
    link.asked = [];
    view.begin();
    await settled();
    assert.equal(link.asked.length, asked, `${reason} ${seated}`);
  }
});

test("A room that is wanted over a lost line is not gone", async () => {
  const view = page();
  link.answers.watch = lost;
  await view.enter("watch");
  assert.deepEqual([view.gone, store.wanted.get("KYTE7")], [null, "watch"]);
});

test("A stage that is refused for now says so, and asks again", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { app } = page();
  const stage = Object.assign(Object.create(StageView.prototype), {
    app, store, code: "KYTE7", trouble: "", stop: new AbortController(), render() {},
  });
  link.answers.watch = refused("storage_unavailable");
  await stage.watch();
  await settled();
  assert.deepEqual([said, stage.trouble], [["storage_unavailable"], ""]);
  link.answers.watch = joined({ seat: undefined });
  context.mock.timers.tick(500);
  await settled();
  assert.ok(store.rooms.has("KYTE7"));
});

test("Who watches a room without a host is not its host", () => {
  const isHost = (seat, host) => {
    const view = { room: { seat, host }, app: { isPupil: false } };
    return Object.assign(Object.create(SprintRace.prototype), { view }).isHost;
  };
  assert.deepEqual([isHost(null, null), isHost(null, 1), isHost(2, 1), isHost(1, 1)], [false, false, false, true]);
});

test("The door and the stage ask for another code by one form, which leads to each of them", () => {
  const went = [];
  const app = { isCodeHidden: false, go: (path) => void went.push(path) };
  for (const way of ["room", "stage"]) {
    const form = shut.codeForm(app, way, { form: "", field: "", button: "" }, (input) => { input.value = "kyte-7"; });
    const [, button] = form.parts;
    assert.equal(button.disabled, false, "what is filled in can be sent");
    form.dispatchEvent(new Event("submit"));
  }
  assert.deepEqual(went, ["/room/KYTE7", "/stage/KYTE7"]);
});
