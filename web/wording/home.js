// The words of home.

import { counted, dayName, kindWords, ordinal, plural, raised } from "../wording.js";

/** @typedef {keyof typeof kindWords} Kind */

/**
 * The words for the kind of a room's games; those of the first kind where none is named.
 * @param {string | undefined} kind
 */
const wordsOf = (kind) => kindWords[/** @type {Kind} */ (kind)] ?? kindWords.guess;

/** Home at first sight. */
export const home = {
  race: "Race today’s word",
  start: "Start today’s race",
  practise: "Practise",
  goOn: "Continue your race",
  look: "See how it went",
  isOn: "Your race is on",
  first: "Be the first today",
  nobodyYet: "Nobody has found it yet.",
  friends: "Race with friends",
  create: "Create a room",
  nameOfRoom: "Name of the new room",
  nameRoom: "Name the room",
  run: "Your run",
  streak: "Streak",
  statistics: "Statistics",
  ranking: "Ranking",
  notBegun: "yet to begin",
  rooms: "Your rooms",
  noRooms: ["No rooms yet.", " Create one and share its code. Two racers are enough."],
  onTrack: "On the track",
  notStarted: "Not started",
  play: "Play",
  further: "Also today",
  live: "Live now",
  noLive: [
    "No open races.",
    " Rooms are private unless their host lists them. Host one: create a room, then Menu, Host the room, Listed.",
  ],
  following: "Next word",
  next: (/** @type {string} */ following, /** @type {string} */ time) => `${following} in ${time}.`,
  you: (/** @type {string} */ name) => `You: ${name}. Name and account`,
  found: (/** @type {number} */ turns) => (turns > 0 ? `You found it in ${turns}` : "You found it"),
  typical: (
    /** @type {Node} */ solved,
    /** @type {Node} */ turns,
    /** @type {number} */ count,
    /** @type {Node} */ time,
  ) => [solved, " found it. Typical: ", turns, ` ${plural(count, "guess", "guesses")}, `, time, "."],
  shape: (/** @type {number} */ length, /** @type {number} */ rows) =>
    `${length} letters, ${rows} guesses.`,
  days: (/** @type {number} */ count) => plural(count, "day in a row", "days in a row"),
  best: (/** @type {number} */ days) => `best ${days}`,
  count: (/** @type {number} */ rooms) => counted(rooms, "room"),
  sprint: (/** @type {string | undefined} */ kind, /** @type {number} */ round, /** @type {number} */ of) =>
    `${raised(wordsOf(kind).unit)} ${round} of ${of}`,
  done: (/** @type {string | undefined} */ kind, /** @type {number} */ count) => `${count} ${wordsOf(kind).done}`,
  seconds: (/** @type {number} */ seconds) => `${seconds} s`,
  way: (/** @type {string} */ way, /** @type {string} */ title) => `${way}: ${title}`,
  dayIs: (/** @type {string} */ day, /** @type {string} */ words) => `${dayName(day)}: ${words}`,
  squares: { raced: "raced", open: "still to race", unknown: "not known yet", missed: "not raced" },
};

/** The field for the code of a room. */
export const codeField = {
  label: "Room code",
  join: "Join",
};

/** The words that come later: races of further lines, rooms that are live, a first line of another kind. */
export const later = {
  onTrack: "You are on the track",
  over: "Your race is over",
  goOn: "Continue",
  result: "Result",
  nobodyIn: "Nobody here just now",
  password: "password",
  between: "Between races",
  rank: (/** @type {number} */ rank, /** @type {number} */ of) => `${rank}${ordinal(rank)} of ${of} so far.`,
  left: (/** @type {string} */ time) => `${time} left`,
  best: (/** @type {number} */ points) => `Your best: ${counted(points, "point")}`,
  open: (/** @type {number} */ rooms) => counted(rooms, "open room"),
  here: (/** @type {number} */ count) => `${count} here`,
  round: (/** @type {number} */ round, /** @type {number} */ of) => `Round ${round} of ${of}`,
  goal: (/** @type {string} */ goal, /** @type {string} */ limit) => `${goal}, ${limit}.`,
};
