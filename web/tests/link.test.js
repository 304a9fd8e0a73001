import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Link } from "../link.js";

/** A socket whose other end is the test. */
class FakeSocket extends EventTarget {
  static OPEN = 1;
  static all = [];
  constructor() {
    super();
    this.readyState = 0;
    this.sent = [];
    FakeSocket.all.push(this);
  }
  send(text) { this.sent.push(JSON.parse(text)); }
  close() { this.readyState = 3; }
  opens() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }
  says(message) { this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) })); }
  closes(code, reason = "") {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason }));
  }
}

const welcome = { type: "welcome", time: 1_795_237_200_000, player: { id: "1", name: "Otter" } };
/** What was sent on a socket besides the hello. */
const asked = (socket) => socket.sent.filter(({ type }) => type !== "hello");

let link;
const realSocket = globalThis.WebSocket;
globalThis.CustomEvent ??= class extends Event {
  constructor(type, { detail }) {
    super(type);
    this.detail = detail;
  }
};

beforeEach(() => {
  globalThis.WebSocket = FakeSocket;
  FakeSocket.all = [];
  link = new Link("ws://x");
  link.connect();
  FakeSocket.all[0].opens();
});

afterEach(() => {
  for (const socket of FakeSocket.all) socket.closes(4500); // Ends every timer of the link.
  clearTimeout(link.timer);
  globalThis.WebSocket = realSocket;
});

test("Another server behind the socket is greeted on it, and what was asked fails as on a broken line", async () => {
  const [socket] = FakeSocket.all;
  socket.says({ re: socket.sent[0].id, ...welcome });
  await new Promise(setImmediate);
  assert.equal(link.state, "online");
  const [kept, refused] = [link.request({ type: "lobby" }), link.request({ type: "ping" })];
  socket.says({ re: asked(socket)[1].id, type: "error", code: "hello_first", message: "Say hello first." });
  const refusal = { re: asked(socket)[1].id, type: "error", code: "hello_first", message: "Say hello first." };
  await assert.rejects(refused, { refusal });
  assert.equal(socket.sent.length, 3, "an answer is no push");
  socket.says({ type: "error", code: "hello_first", message: "Say hello first." });
  await assert.rejects(kept, { refusal: { code: "disconnected" } });
  assert.equal(link.state, "waiting");
  const welcomes = [];
  link.addEventListener("welcome", (event) => welcomes.push(event.detail.welcome.player.id));
  assert.equal(socket.sent[3].type, "hello");
  socket.says({ re: socket.sent[3].id, ...welcome });
  await new Promise(setImmediate);
  assert.deepEqual([link.state, welcomes, FakeSocket.all.length], ["online", ["1"], 1]);
});

test("A hello without an answer gives its socket up after 8 s, and also where a socket is greeted again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const line = new Link("ws://x");
  line.connect();
  const first = FakeSocket.all.at(-1);
  t.mock.timers.tick(7000);
  first.opens();
  t.mock.timers.tick(7999);
  assert.equal(line.socket, first, "the answer has its own 8 s, however long the socket took to open");
  t.mock.timers.tick(1);
  const second = FakeSocket.all.at(-1);
  assert.deepEqual([first.readyState, line.state, line.socket], [3, "connecting", second]);
  second.opens();
  second.says({ re: second.sent[0].id, ...welcome });
  await new Promise(setImmediate);
  t.mock.timers.tick(4000);
  second.says({ type: "error", code: "hello_first" });
  await new Promise(setImmediate);
  t.mock.timers.tick(15_999);
  assert.equal(line.socket, second, "a hello that is not the first has more time");
  t.mock.timers.tick(1);
  assert.deepEqual([second.readyState, line.state], [3, "waiting"]);
});

test("A socket that was welcomed in time is not given up for its hello", async (t) => {
  const { line, socket, pass } = await clocked(t);
  pass(10_000);
  assert.deepEqual([line.state, line.socket], ["online", socket]);
});

test("Replies find their requests, whatever their order", async () => {
  const [first, second] = [link.request({ type: "ping" }), link.request({ type: "ping" })];
  const [a, b] = asked(FakeSocket.all[0]);
  FakeSocket.all[0].says({ re: b.id, type: "pong", time: 2 });
  FakeSocket.all[0].says({ re: a.id, type: "pong", time: 1 });
  assert.deepEqual([(await first).time, (await second).time], [1, 2]);
});

test("A pong is told for its time, whoever asked, and answers who did", async () => {
  const times = [];
  link.addEventListener("push", ({ detail }) => times.push(detail.time));
  const ping = link.request({ type: "ping" });
  FakeSocket.all[0].says({ re: asked(FakeSocket.all[0])[0].id, type: "pong", time: 7 });
  assert.equal((await ping).time, 7);
  assert.deepEqual(times, [7]);
});

test("An error reply is a refusal with its fields", async () => {
  const guess = link.request({ type: "guess" });
  FakeSocket.all[0].says({ re: asked(FakeSocket.all[0])[0].id, type: "error", code: "stale_row", message: "", row: 3 });
  await assert.rejects(guess, (error) => error.refusal.code === "stale_row" && error.refusal.row === 3);
});

test("A lost line fails what was asked, and a late answer of the old socket is not heard", async () => {
  const ping = link.request({ type: "ping" });
  FakeSocket.all[0].closes(1006);
  await assert.rejects(ping, (error) => error.refusal.code === "disconnected");
  assert.equal(link.state, "waiting");
  link.connect();
  FakeSocket.all[1].opens();
  let pushes = 0;
  link.addEventListener("push", () => (pushes += 1));
  FakeSocket.all[0].says({ type: "day" });
  assert.equal(pushes, 0);
});

test("A welcome starts the back-off anew, and tells the server's clock as of half-way", async () => {
  link.attempt = 4;
  let greeting;
  link.addEventListener("welcome", (event) => (greeting = [event.detail, link.state]));
  const [hello] = FakeSocket.all[0].sent;
  const before = performance.now();
  FakeSocket.all[0].says({ re: hello.id, ...welcome });
  await new Promise(setImmediate);
  const [{ clockOffset, welcome: said }, state] = greeting;
  assert.deepEqual(
    [hello.type, hello.protocol, said.player.name, state, link.attempt],
    ["hello", 1, "Otter", "online", 0],
  );
  assert.ok(Math.abs(clockOffset + before - welcome.time) < 1000);
});

test("A hello without a valid session gets one, and the next socket says hello again", async (t) => {
  const sessions = t.mock.method(globalThis, "fetch", async () => ({ ok: true, text: async () => "" }));
  let troubles = 0;
  link.addEventListener("trouble", () => (troubles += 1));
  FakeSocket.all[0].says({ re: FakeSocket.all[0].sent[0].id, type: "error", code: "unauthorized" });
  await new Promise(setImmediate);
  assert.deepEqual([sessions.mock.callCount(), FakeSocket.all[0].readyState, troubles], [1, 3, 0]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(FakeSocket.all.length, 2, "at once: a page that trusted a cookie which is gone waits for this");
});

test("Any other refusal of a hello is told", async () => {
  let told;
  link.addEventListener("trouble", (event) => (told = event.detail.refusal.code));
  FakeSocket.all[0].says({ re: FakeSocket.all[0].sent[0].id, type: "error", code: "unsupported_protocol" });
  await new Promise(setImmediate);
  assert.equal(told, "unsupported_protocol");
});

test("A page without an identity connects only when it has one", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let isUp = false;
  t.mock.method(globalThis, "fetch", async () => ({ ok: isUp, text: async () => "" }));
  const fresh = new Link("ws://y");
  const told = [];
  fresh.addEventListener("state", () => told.push(fresh.state));
  await fresh.start();
  fresh.wake();
  assert.deepEqual([fresh.socket, fresh.attempt, told], [null, 1, ["waiting"]], "and says that it tries");
  isUp = true;
  t.mock.timers.tick(4000);
  await new Promise(setImmediate);
  assert.notEqual(fresh.socket, null);
});

/** Answers every request for an identity as a private server does. */
const shut = (t) => {
  const body = '{"status":403,"code":"password_needed"}';
  return t.mock.method(globalThis, "fetch", async () => new Response(body, { status: 403 }));
};

test("A server that wants its password is asked once, until somebody has given it", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const session = shut(t);
  const fresh = new Link("ws://y");
  const told = [];
  fresh.addEventListener("shut", () => told.push(fresh.state));
  await fresh.start();
  t.mock.timers.tick(60_000);
  fresh.wake();
  await new Promise(setImmediate);
  assert.deepEqual([told, session.mock.callCount(), fresh.socket], [["stopped"], 1, null]);
  session.mock.mockImplementation(async () => new Response("{}", { status: 201 }));
  await fresh.restart();
  assert.equal(fresh.state, "connecting");
});

test("A line whose identity is gone ends where the server wants its password", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  shut(t);
  let told = 0;
  link.addEventListener("shut", () => (told += 1));
  const [socket] = FakeSocket.all;
  socket.says({ re: socket.sent[0].id, type: "error", code: "unauthorized" });
  await new Promise(setImmediate);
  t.mock.timers.tick(60_000);
  assert.deepEqual([told, link.state, socket.readyState, FakeSocket.all.length], [1, "stopped", 3, 1]);
});

test("A session that is refused for another reason is asked for again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const session = t.mock.method(globalThis, "fetch", async () => new Response('{"status":503}', { status: 503 }));
  const fresh = new Link("ws://y");
  fresh.addEventListener("shut", () => assert.fail("shut"));
  await fresh.start();
  t.mock.timers.tick(4000);
  await new Promise(setImmediate);
  assert.equal(session.mock.callCount(), 2);
});

test("After 4501 the page stays away until it has an identity again", async (t) => {
  const heard = [];
  t.mock.method(globalThis, "fetch", async () => new Response("{}"));
  link.addEventListener("signed-out", () => heard.push(link.state));
  FakeSocket.all[0].closes(4501);
  assert.deepEqual(heard, ["stopped"]);
  link.connect();
  assert.equal(FakeSocket.all.length, 1);
  await link.restart();
  assert.equal(FakeSocket.all.length, 2);
  assert.equal(link.state, "connecting");
});

test("After 4500 the page stays away", () => {
  FakeSocket.all[0].closes(4500);
  assert.equal(link.state, "stopped");
  link.connect();
  assert.equal(FakeSocket.all.length, 1);
});

test("A line that the page signs out stays away, and says so", () => {
  let told = 0;
  link.addEventListener("signed-out", () => (told += 1));
  link.signOut();
  assert.deepEqual([link.state, FakeSocket.all[0].readyState, told], ["stopped", 3, 1]);
  link.probe();
  assert.equal(FakeSocket.all.length, 1);
});

test("Coming to the front connects at once, with no back-off", () => {
  FakeSocket.all[0].closes(1006);
  link.probe();
  assert.equal(FakeSocket.all.length, 2);
  assert.equal(link.state, "connecting");
});

test("Coming to the front while an attempt is under way: if that one fails, the next is made at once", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  FakeSocket.all[0].closes(1006);
  link.connect();
  link.attempt = 5;
  link.probe();
  assert.equal(FakeSocket.all.length, 2, "a fresh attempt goes on");
  FakeSocket.all[1].closes(1006);
  t.mock.timers.tick(1);
  assert.equal(FakeSocket.all.length, 3);
  // Only once: a server that is gone is not asked without end.
  FakeSocket.all[2].closes(1006);
  t.mock.timers.tick(1);
  assert.equal(FakeSocket.all.length, 3);
});

test("Coming to the front gives up an attempt that hangs, and leaves a fresh one alone", () => {
  FakeSocket.all[0].closes(1006);
  link.probe();
  link.probe();
  assert.equal(FakeSocket.all.length, 2, "a fresh attempt goes on");
  link.connectingSince -= 1500;
  link.probe();
  assert.equal(FakeSocket.all.length, 3);
  assert.equal(FakeSocket.all[1].readyState, 3);
  assert.equal(link.state, "connecting");
});

/** A link that is online, with every clock in the test's hand. */
async function clocked(t) {
  let now = 1000;
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  t.mock.method(performance, "now", () => now);
  const line = new Link("ws://x");
  line.connect();
  const socket = FakeSocket.all.at(-1);
  socket.opens();
  socket.says({ re: socket.sent[0].id, ...welcome });
  await new Promise(setImmediate);
  const states = [];
  line.addEventListener("state", () => states.push(line.state === "online" && line.isQuiet ? "quiet" : line.state));
  t.after(() => clearInterval(line.beat));
  return {
    line,
    socket,
    states,
    pass: (ms) => {
      for (const end = now + ms; now < end;) {
        now += 100;
        t.mock.timers.tick(100);
      }
    },
  };
}

test("A late answer is told of within 2.5 s, and a dead line’s request goes over another after 8 s", async (t) => {
  const { line, socket, states, pass } = await clocked(t);
  assert.equal(line.state, "online");
  const guess = line.request({ type: "guess" });
  guess.catch(() => {});
  pass(2200);
  assert.deepEqual(states, []);
  pass(300);
  assert.deepEqual(states, ["quiet"]);
  assert.deepEqual(
    asked(socket).map(({ type }) => type),
    ["guess", "ping"],
    "the line is asked whether it lives, once",
  );
  pass(5000);
  assert.deepEqual(states, ["quiet"]);
  pass(1100);
  assert.deepEqual([states.at(1), socket.readyState, line.isQuiet], ["waiting", 3, false]);
  await assert.rejects(guess, (error) => error.refusal.code === "disconnected");
  pass(100);
  assert.equal(FakeSocket.all.length, 3, "at once");
});

test("A server that is slow to answer one question, and answers whether it lives, keeps its line", async (t) => {
  const { line, socket, states, pass } = await clocked(t);
  const look = line.request({ type: "look" });
  const pong = () =>
    socket.sent
      .filter(({ type }) => type === "ping")
      .forEach(({ id }) => line.waiting.has(id) && socket.says({ re: id, type: "pong", time: 1 }));
  for (let second = 0; second < 20; second += 1) {
    pass(1000);
    pong();
    await Promise.resolve();
  }
  assert.deepEqual([socket.readyState, states], [1, ["quiet"]]);
  socket.says({ re: asked(socket)[0].id, type: "ranking" });
  assert.equal((await look).type, "ranking");
  assert.deepEqual(states, ["quiet", "online"]);
});

test("A dead line is noticed within 10 s while somebody races, though nothing is asked", async (t) => {
  const { line, socket, states, pass } = await clocked(t);
  pass(20_000);
  assert.deepEqual([asked(socket), states], [[], []], "nobody races: nothing is asked");
  line.isAttended = true;
  socket.says({ type: "presence" });
  pass(4900);
  assert.equal(asked(socket).length, 0);
  pass(700);
  assert.deepEqual(asked(socket).map(({ type }) => type), ["ping"]);
  pass(3400);
  assert.deepEqual(states, ["quiet"]);
  socket.says({ re: asked(socket)[0].id, type: "pong", time: 1 });
  assert.deepEqual(states, ["quiet", "online"]);
});

test("A device without a network says so at once, and is well again when something is heard", async (t) => {
  const { line, socket, states } = await clocked(t);
  line.lose();
  assert.deepEqual(states, ["quiet"]);
  socket.says({ type: "presence" });
  assert.deepEqual(states, ["quiet", "online"]);
});
