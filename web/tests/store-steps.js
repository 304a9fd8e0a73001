// What the tests of the store share: a link whose other end is the test, and what a server would say.

import { RefusedError } from "../link.js";
import { Store } from "../store.js";

globalThis.CustomEvent ??= class extends Event {
  constructor(type, { detail }) {
    super(type);
    this.detail = detail;
  }
};

export const puzzle = "guess-en-5/2026-11-21";
export const game = (more = {}) => ({
  puzzle,
  number: 412,
  length: 5,
  rows: 6,
  hard: "off",
  state: "playing",
  elapsed: 0,
  guesses: [],
  ...more,
});
export const welcome = {
  time: 1000,
  server: { name: "Tilerace" },
  player: { id: "1", name: "Otter" },
  today: { puzzle, number: 412, length: 5, rows: 6, day: "2026-11-21", ends: 9e9 },
  rooms: [{ room: "KYTE7", name: "Kites" }],
  games: [],
  limits: { name: 20, members: 50 },
  features: ["guess"],
};

export class FakeLink extends EventTarget {
  state = "online";
  signOut() { this.state = "stopped"; }
  asked = [];
  /** Answers by type: a value, an error to throw, or a function of the message. */
  answers = {};
  async request(message) {
    this.asked.push(message);
    const answer = this.answers[message.type];
    const given = typeof answer === "function" ? answer(message) : answer;
    if (given instanceof Error) throw given;
    return given;
  }
  push(message) { this.dispatchEvent(new CustomEvent("push", { detail: message })); }
}

export const joined = (more = {}) => ({
  room: "KYTE7",
  epoch: "e",
  seq: 3,
  recovered: false,
  seat: 1,
  snapshot: { present: [1], watchers: 0, name: "Kites", host: 1, members: [{ seat: 1, name: "Otter" }], races: [] },
  ...more,
});

export const board = (more = {}) => ({
  race: "sprint-1-1",
  length: 5,
  rows: 6,
  hard: "off",
  elapsed: 0,
  guesses: [],
  keyboard: {},
  state: "playing",
  ...more,
});

/** What a request gets whose line is lost. */
export const lost = new RefusedError({ code: "disconnected" });

/** A store with its link, and all that it tells from then on. */
export function listenedTo() {
  const link = new FakeLink();
  const store = new Store(link);
  const heard = [];
  for (const topic of ["judged", "refused", "room", "gone", "day", "game"])
    store.addEventListener(topic, (event) => heard.push([topic, event.detail]));
  return { link, store, heard };
}
