// The words about sprints, and what can be said in a room.

import { counted, listed, plural, race, raised } from "../wording.js";

/** The reactions of a room: the letters of the tiles, and what that is called. */
export const reactions = {
  tray: "Reactions",
  named: /** @type {Record<string, [string, string]>} */ ({
    gg: ["GG", "Good game"],
    clap: ["NICE", "Nice"],
    wow: ["WOW", "Wow"],
    laugh: ["HAHA", "Ha ha"],
    think: ["HMM", "Hmm"],
    fire: ["HOT", "On fire"],
    heart: ["LOVE", "Love it"],
    wave: ["HI", "Hi"],
    nudge: ["RACE?", "Race today"],
  }),
  react: (/** @type {string} */ called) => `React: ${called}`,
};

/** The sprint of a room, on its page and on its stage. */
export const sprint = {
  title: "Sprint",
  host: "The host",
  left: "Somebody who left",
  podium: "Podium",
  standings: "Standings",
  go: "Go",
  soon: "It starts in a moment.",
  done: "Everybody is done.",
  youHost: "You are the host now",
  listed: "Strangers can find this room now. The menu can hide your name",
  changed: "The host has changed the sprint",
  oneAtATime: "One at a time",
  timeLeft: "Time left",
  tenLeft: "10 seconds left",
  which: "Which race",
  others: " The others are racing.",
  along: "Race along",
  race: "race",
  /** A round of a game whose kind nobody knows yet. */
  unit: "round",
  ready: "ready",
  racers: (/** @type {number} */ count) => plural(count, "racer"),
  pointsWord: (/** @type {number} */ count) => plural(count, "point"),
  points: (/** @type {number} */ count) => counted(count, "point"),
  shortPoints: (/** @type {number} */ count) => counted(count, "pt"),
  step: (/** @type {number} */ place, /** @type {string} */ name, /** @type {string} */ said) =>
    `${race.place(place)}: ${name}, ${said}`,
  round: (/** @type {string} */ unit, /** @type {number | undefined} */ round, /** @type {number | undefined} */ of) =>
    `${raised(unit)} ${round} of ${of}`,
  hosts: (/** @type {string} */ name) => `${name} hosts now`,
  onTrack: (/** @type {number} */ count) => `${counted(count, "racer")} still on the track.`,
  after: (/** @type {string} */ done, /** @type {number} */ racing) => `${done}. ${sprint.onTrack(racing)}`,
  youAre: (/** @type {number} */ place) => `You are ${race.place(place)}`,
  isOn: (/** @type {string} */ words) => `${words} is on.`,
  heard: {
    go: "Go!",
    over: "It is over",
    notFound: "You did not find it.",
    calledOff: "The sprint was called off.",
    ended: "The sprint is over.",
    starts: (/** @type {string} */ words, /** @type {number | undefined} */ letters) =>
      `${words} starts in 3 seconds. ${letters} letters.`,
    gain: (/** @type {number} */ place, /** @type {number} */ points) =>
      `You are ${race.place(place)}, ${counted(points, "point")}.`,
    won: (/** @type {string[]} */ names) => `The sprint is over. ${listed(names)} won.`,
  },
};

/** The words in the place of the board while nothing is raced. */
export const sprintPanel = {
  start: "Start the sprint",
  nobody: "Nobody is here to race yet. Invite somebody.",
  alone: "Alone in here: start for practice, or invite somebody first.",
  atAnyTime: "You can start at any time.",
  sitOut: "You sit out: no lane, and nobody waits for you.",
  watch: "Host without racing",
  ready: "Ready",
  amReady: "I am ready",
  setUp: "Set it up",
  toLanes: "To your lanes",
  podium: "The podium",
  calledOff: "Called off",
  noneFound: "Nobody found a word",
  won: "You won",
  rematch: "Rematch",
  picture: "Podium picture",
  last: "That was the last one.",
  ended: { ended: "ended", time: "time", out: "out" },
  forAll: (/** @type {string} */ series, /** @type {string} */ fresh) =>
    `${series} ${fresh} for everybody, at the same instant.`,
  readyOf: (/** @type {number} */ ready, /** @type {number} */ all, /** @type {string} */ then) =>
    `${ready} of ${all} ready. ${then}`,
  starts: (/** @type {string} */ host) => `${host} starts.`,
  yours: (/** @type {string} */ unit) => `Next ${unit} is yours`,
  late: (/** @type {string} */ unit, /** @type {number} */ racing) =>
    `This ${unit} has begun: ${counted(racing, "racer is", "racers are")} on the track. ` +
    `You start with the next ${unit}.`,
  eyes: (/** @type {string} */ unit) => `Eyes on the board: the ${unit} starts in a moment.`,
  isOver: (/** @type {string} */ words) => `${words} is over`,
  nextNow: (/** @type {string} */ unit) => `Next ${unit} now`,
  startsNext: (/** @type {string} */ host, /** @type {string} */ unit) => `${host} starts the next ${unit}.`,
  inAll: (/** @type {number} */ points) => `${points} in all`,
  came: (/** @type {number} */ place) => `You came ${race.place(place)}`,
  winners: (/** @type {string[]} */ names) =>
    `${names.length > 3 ? counted(names.length, "racer") : listed(names)} won`,
  sprintOf: (/** @type {number} */ count, /** @type {string} */ unit) => `Sprint of ${counted(count, unit)}`,
  canRematch: (/** @type {string} */ host) => `${host} can start the rematch.`,
  again: "Past races",
  next: (/** @type {string} */ unit) => `Next ${unit}`,
  in: (/** @type {string} */ what, /** @type {number} */ seconds) => `${what} in ${seconds}`,
  itWas: (/** @type {Node} */ answer) => ["It was ", answer, "."],
};
