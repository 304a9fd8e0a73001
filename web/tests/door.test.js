// The door of a room: what becomes of a seat that is asked for and not given.

import "./page-steps.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { RefusedError } from "../link.js";
import { visiting } from "../components/door/door.js";
import { RaceView } from "../components/race/race.js";
import { joined, listenedTo, lost, welcome } from "./store-steps.js";

let link, store, said;

beforeEach(() => {
  ({ link, store } = listenedTo());
  said = [];
});

/** An element of a part of the page, by its class. */
function found(part, name) {
  if (part.attributes?.get("class") === name) return part;
  return part.parts?.map((one) => found(one, name)).find(Boolean);
}

/** The page of somebody who watches a room at its door, and what a press on “Take a seat” does. */
async function door() {
  const app = {
    store, preload: async () => {}, codeWords: (code) => code, rememberRoom() {},
    refuse: async ({ code }) => void said.push(code),
    say: (text) => said.push(text), wordsFor: async ({ code }) => code,
  };
  const view = Object.assign(Object.create(RaceView.prototype), {
    app, store, code: "KYTE7", door: "", gone: null, stop: new AbortController(),
    lanes: () => [], render() {}, course: {},
  });
  link.answers.watch = joined({ seat: undefined });
  await view.enter("watch");
  const form = found(visiting(view), "door-form");
  const sit = async () => {
    form.dispatchEvent(new Event("submit"));
    await new Promise(setImmediate);
  };
  return { view, sit };
}

const leaves = () => link.asked.filter(({ type }) => type === "leave").length;

for (const code of ["room_full", "room_locked", "rate_limited", "name_taken"]) {
  test(`Who gets no seat, as ${code}, goes on watching, and leaves the room with the page`, async () => {
    const { sit } = await door();
    link.answers.join = new RefusedError({ code });
    await sit();
    assert.equal(store.wanted.get("KYTE7"), "watch");
    link.push({ type: "resync", room: "KYTE7" });
    await new Promise(setImmediate);
    assert.deepEqual(link.asked.map(({ type }) => type), ["watch", "join", "watch"], "no seat is asked for unasked");
    store.unwatch("KYTE7");
    assert.equal(leaves(), 1);
  });
}

test("A seat that the line kept away is said to be asked for again, and is", async () => {
  const { sit } = await door();
  link.answers.join = lost;
  await sit();
  assert.deepEqual(said, ["Not connected. Trying again"]);
  link.answers.join = joined();
  await store.welcomed({ welcome: { ...welcome, rooms: [] }, clockOffset: 0 });
  assert.equal(store.rooms.get("KYTE7").seat, 1);
  assert.equal(store.wanted.get("KYTE7"), "join");
});

test("A room that was never entered is not kept for a seat that was refused", async () => {
  const { view, sit } = await door();
  store.unwatch("KYTE7");
  link.answers.join = new RefusedError({ code: "room_full" });
  await sit();
  assert.equal(view.gone.code, "room_full");
  assert.equal(store.wanted.has("KYTE7"), false);
});

test("A name that was emptied is said to be the one of now, and none without the own name", async () => {
  const { view } = await door();
  store.player = { id: "1", name: "Mika" };
  view.room.listed = true;
  const form = found(visiting(view), "door-form");
  const [input, choice] = [found(form, "text-field"), found(form, "switch")];
  input.removeAttribute = () => {};
  const note = () => found(form, "setting").textContent;
  assert.match(note(), /They see an animal name in place of yours\./);
  choice.checked = true;
  choice.dispatchEvent(new Event("change"));
  assert.match(note(), /They see Mika\./);
  for (const [name, seen] of [["Ana", "Ana"], [" ", "Mika"]]) {
    input.value = name;
    input.dispatchEvent(new Event("input"));
    assert.ok(note().includes(`They see ${seen}.`), note());
  }
});

test("A door that is drawn again listens once for the drawn name, and fills it into the form that stands", async () => {
  const { view } = await door();
  const listen = store.addEventListener.bind(store);
  let listened = 0;
  store.addEventListener = (topic, ...more) => {
    listened += Number(topic === "session");
    listen(topic, ...more);
  };
  const field = () => found(visiting(view), "text-field");
  const [first, second] = [field(), field()];
  assert.equal(listened, 0, "the view listens since its first door");
  store.player = { id: "1", name: "Otter" };
  store.announce("session");
  assert.deepEqual([first.value, second.value], ["", "Otter"]);
});
