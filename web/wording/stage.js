// The words of a stage.

import { counted, decimal, finishTime, race } from "../wording.js";

/** The stage while something is raced, and its tools. */
export const stage = {
  closed: "The host has closed this room",
  newCode: "The room has another code now",
  ready: "ready",
  here: "here",
  racing: "racing",
  home: "home",
  done: "done",
  watching: "watching",
  podiumIn: "The podium in",
  calledOff: "Sprint, called off",
  podium: "Sprint, the podium",
  noneFound: "Sprint, nobody found a word",
  points: "Points",
  sound: "Sound",
  soundOn: "Sound is on",
  soundOff: "Sound is off",
  again: "Celebrate again",
  picture: "Picture",
  join: "Join this race",
  codeHidden: "Code hidden",
  showCode: "Show the room code",
  show: "Show",
  hide: "Hide",
  qr: "A QR code with the address of this room",
  titled: (/** @type {string} */ name) => `${name} · Stage`,
  round: (/** @type {string} */ unit, /** @type {number} */ round, /** @type {number} */ of) =>
    `Sprint, ${unit} ${round} of ${of}`,
  nextIn: (/** @type {string} */ unit) => `Next ${unit} in`,
  endsIn: (/** @type {string | undefined} */ daily) => `${race.today(daily)} ends in`,
  page: (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ of) => `${from}–${to} of ${of}`,
  inTurns: (/** @type {string} */ time, /** @type {number | undefined} */ turns) => `${time} in ${turns}`,
};

/** The words of what is celebrated. */
export const celebration = {
  label: "Celebration",
  run: "The winner’s run",
  fastestWord: "Fastest word",
  fastest: "Fastest",
  closest: "Closest finish",
  comeback: "Longest comeback",
  deadHeat: "Dead heat",
  everyLetter: "Every letter",
  longest: "Longest word",
  most: "Most words",
  before: "before",
  and: "and",
  points: (/** @type {number} */ count) => counted(count, "point"),
  letters: (/** @type {number} */ count) => counted(count, "letter"),
  words: (/** @type {number} */ count) => counted(count, "word"),
  pointsWith: (/** @type {number} */ points, /** @type {number} */ words) =>
    `${counted(points, "point")} with ${counted(words, "word")}`,
  homeIn: (/** @type {number} */ turns) => `Home in ${turns}`,
  home: (/** @type {number} */ turns, /** @type {number} */ ms) => `Home in ${turns}, ${finishTime(ms)}`,
  wasHome: (/** @type {number} */ turns) => `home in ${turns}`,
  fromTo: (/** @type {number} */ from, /** @type {number} */ to) => `${race.place(from)} to ${race.place(to)}`,
  /** The gap between two: `0.3 s`, and what tenths cannot tell in thousandths. */
  gap: (/** @type {number} */ ms) =>
    `${ms < 1000 ? decimal(ms / 1000, 3) : decimal(Math.floor(ms / 100) / 10)} s`,
};
