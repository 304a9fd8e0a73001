// The words of the sheets of a room: invitations, its people and rules, sprints to set up, past races, lanes at full
// size.

import { counted, plural, race } from "../wording.js";

/** The sheet with the ways into a room. */
export const invite = {
  title: "Invite",
  link: "Link",
  copied: "Link copied",
  share: "Share the link",
  scan: "Scan this, open the link, or type the code at",
  hidden: "Your screen hides room codes. The link can be copied without being seen.",
  copyUnseen: "Copy unseen",
  show: "Show the code",
  local: "This link opens on this machine only.",
  localHint: " Open Tilerace by the address that others use, and invite from there.",
};

/** A text that can be copied. */
export const copyField = {
  marked: "Selected. Copy it now",
  copy: "Copy",
  copyOf: (/** @type {string} */ label) => `Copy: ${label}`,
};

/** A room’s code as a picture and as tiles. */
export const ways = {
  qr: "A QR code with the address of this room",
  codeHidden: race.bar.codeHidden,
  code: race.code,
};

/** The part of that sheet for streamers. */
export const streaming = {
  wall: "Stage view, for a wall",
  staysGood: "It keeps working when the room gets a new code: give it to your own software only.",
  showFirst: "Show the code first: it is part of this address.",
  address: "Overlay address",
  copied: "Overlay address copied",
  title: "For streamers and walls",
  lead:
    "Give this address to your streaming software as a browser source: lanes and clock on a transparent page, never a letter.",
  choices: {
    at: "Where",
    size: "Size",
    names: "Names",
  },
  values: {
    "top-left": "Top left",
    "top-right": "Top right",
    "bottom-left": "Bottom left",
    "bottom-right": "Bottom right",
    small: "Small",
    medium: "Medium",
    full: "Full width",
    on: "Shown",
    off: "Hidden",
  },
};

/** The sheet with everybody’s lanes. */
export const field = {
  lanes: "All lanes, the leader first",
  title: "On the track",
  count: (/** @type {number} */ lanes, /** @type {number} */ ended, /** @type {boolean} */ hasPoints) =>
    `${counted(lanes, "lane")}, ${ended > 0 ? ended : "nobody"} ${hasPoints ? "done" : "home"}.`,
};

/** The line of a room’s daily race. */
export const roomLine = {
  daily: "Daily race",
};

/** The room and its people; what the host can do. */
export const host = {
  yours: "Your room",
  people: "People",
  host: "Host",
  ready: "Ready",
  here: "Here",
  away: "Away",
  sitsOut: "sits out",
  held: "own name hidden",
  raceAlong: "Race along",
  sitOut: "Sit out",
  freeName: "Free name",
  hideName: "Hide name",
  makeHost: "Make host",
  remove: "Remove",
  removed: "Removed. Cannot come back",
  letBack: "Let back in",
  name: "Name of the room",
  rename: "Rename",
  hasPassword: "Password is set",
  needIt: "Strangers need it, to race or to watch",
  needItNow: "Strangers need the password now",
  removePassword: "Remove the password",
  newPassword: "New password",
  set: "Set",
  locked: "Locked",
  lockedHint: "Nobody new can take a seat",
  listed: "Listed",
  listedHint: "Anyone on this server finds it under “Live now”, and sees the names of all who sit here",
  barred: "The operator of this server keeps this room out of “Live now”",
  setUp: "Set up a sprint",
  endSprint: "End the sprint",
  newCode: "New code",
  giveCode: "Give the room a new code",
  codeGone: "The old code no longer works",
  close: "Close the room",
  closeForGood: "Close the room for good",
  dailyChanged: "The daily race changes tomorrow",
  dailyHint: "A change takes effect tomorrow",
  count: (/** @type {number} */ seats, /** @type {number} */ present, /** @type {number} */ watchers) =>
    `${counted(seats, "seat")} taken, ${present} here now, ${counted(watchers, "watcher")}.`,
  you: (/** @type {string} */ name) => `${name} (you)`,
  freeNameOf: (/** @type {string} */ name) => `Let ${name} show their own name again`,
  hideNameOf: (/** @type {string} */ name) => `Hide the name ${name}`,
  makeHostOf: (/** @type {string} */ name) => `Make ${name} the host`,
  removeOf: (/** @type {string} */ name) => `Remove ${name}`,
  letBackOf: (/** @type {string} */ name) => `Let ${name} back in`,
  renamed: (/** @type {string} */ name) => `The room is called “${name}” now`,
  title: (/** @type {string} */ name, /** @type {string} */ code) => `${name} · ${code}`,
  endThis: (/** @type {string} */ unit) => `End this ${unit}`,
  endForAll: (/** @type {string} */ unit) => `End this ${unit} for everybody`,
};

/** Setting a sprint up. */
export const setup = {
  title: "Set up the sprint",
  game: "Game",
  language: "Language",
  letters: "Letters",
  guesses: "Guesses for each",
  time: "Time for each",
  clues: "Clues",
  levels: { off: "As you like", hard: "Hard", ultra: "Ultra hard" },
  late: "Latecomers",
  nextWays: { auto: "By itself", host: "When I say" },
  start: "Start",
  done: "Done",
  rounds: (/** @type {string} */ unit) => `How many ${plural(2, unit)}`,
  lateWays: (/** @type {string} */ unit) => ({ start: "Start at once", wait: `Wait for the next ${unit}` }),
  next: (/** @type {string} */ unit) => `The next ${unit} starts`,
  fair: (/** @type {number} */ racers) =>
    `${counted(racers, "racer")} here now. Everybody gets the same, drawn fresh; nothing can be paused.`,
};

/** Past races of a room. */
export const history = {
  title: "Past races",
  loading: "Loading the races",
  earlier: "Earlier races",
  none:
    "No race is over yet. Rounds of sprints are here as soon as they are over, the race of a day two days later.",
  failed: "The races could not be loaded.",
  again: "Try again",
  letters: (/** @type {number} */ length) => `${length} letters`,
};
