// The words about races that are over and can be checked: replays, and the page of seals.

import { counted, language, plural, raised } from "../wording.js";

/**
 * `21 November`, of the reader’s own zone.
 * @param {number} instant ms since 1970
 */
const dayAndMonth = (instant) =>
  new Intl.DateTimeFormat(language, { day: "numeric", month: "long" }).format(instant);

/** The page on which a browser checks seals. */
export const verify = {
  title: "Was it fair?",
  loading: "Loading the words",
  earlier: "Earlier words",
  tomorrow: "Tomorrow",
  again: "Try again",
  published:
    "Only the server says when a seal was published, so a seal proves something only to those who noted it at the time. To be sure yourself, note tomorrow’s seal, and compare it in three days.",
  means:
    "For those who check by other means: a seal is the SHA-256 of the salt (16 random bytes, secret until then), the puzzle’s name and the word. Whole races can be checked too, by anybody: save the replay of one as a file, and give it to the command “tilerace verify”.",
  nothingYet: "No word is public yet. The first will be, two days after its own day.",
  secret: "secret until two days after",
  notYet: "Not public yet",
  broken: "Seal does not fit",
  lead:
    "A word should stay what it was before its day. So the day before, the server publishes a fingerprint of it, its " +
    "seal, which fits no other word and tells nothing about this one. Two days after its own day the word is public, " +
    "and your browser checks here that it fits its seal.",
  broke: (/** @type {number} */ count) => `${counted(count, "seal does", "seals do")} not fit.`,
  checked: (/** @type {number} */ all, /** @type {number} */ late) => {
    const sum = `${counted(all, "word")} checked in this browser: ${plural(all, "its seal fits", "every seal fits")}`;
    return late === 0 ? `${sum}.` : `${sum}, and ${counted(late, "seal proves", "seals prove")} nothing about the day.`;
  },
  facts: { seal: "Seal", salt: "Salt", puzzle: "Puzzle", chosen: "Chosen", word: "Word", published: "Published" },
  byHost: "by the operator of this server, not drawn",
  saysServer: (/** @type {string} */ instant) => `${instant}, says the server`,
  number: (/** @type {number} */ number) => `No. ${number}`,
  fits: (/** @type {string} */ sealed) => `${sealed}, and fits`,
};

/** When the seal of a word was published. */
export const seal = {
  before: "Sealed before the day began",
  on: "Sealed on the day",
  after: "Made afterwards: proves nothing about that day",
  unknown: "Nobody knows when: proves nothing about that day",
  onAt: (/** @type {string} */ time) => `Sealed on the day at ${time}`,
};

/** A race that is over, run again. */
export const replay = {
  words: "Words",
  time: "Time of the race",
  share: "Share this replay",
  download: "Download this race",
  moment: "Moment of the race",
  playback: "Playback",
  speed: "Speed",
  pause: "Pause",
  again: "Play again",
  play: "Play",
  toRoom: "To the room",
  title: "Replay",
  tryAgain: "Try again",
  failed: "This race cannot be shown",
  none: [
    "No such race",
    "It is not over yet, or it never was. Rounds of sprints can be seen as soon as they are over, the word of a day two days later.",
  ],
  tooMany: ["One at a time", "Too many races were asked for from your address. Try again in a minute."],
  noAnswer: ["No answer", "The server cannot be reached just now."],
  otherKind: [
    "Another kind of game",
    "This race cannot be shown here yet. It can be saved, and the command “tilerace verify” judges it.",
  ],
  beforeStart: "Sealed before the start",
  broken: "This is not the word that was sealed",
  fits: (/** @type {string} */ sealed) => `It fits. ${sealed}, says the server`,
  times: (/** @type {number} */ speed) => `${speed} times as fast`,
  of: (/** @type {string} */ name) => `Replay · ${name}`,
  round: (
    /** @type {string} */ unit,
    /** @type {number} */ round,
    /** @type {number} */ of,
    /** @type {number} */ at,
  ) => `${raised(unit)} ${round} of ${of} · ${dayAndMonth(at)}`,
  day: (/** @type {number | undefined} */ number, /** @type {number} */ at) => `No. ${number} · ${dayAndMonth(at)}`,
  at: (/** @type {string} */ now, /** @type {string} */ end) => `${now} of ${end}`,
};
