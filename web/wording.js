// Words, numbers and dates as the page says them, and of messages those that every page needs; wording/ has the others.

/**
 * A running clock: `0:58`, `12:07`, `1:02:03`.
 * @param {number} ms
 */
export function clock(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * A finished time, with tenths: `1:07.4`. Tenths are cut, not rounded, so that no one gains by the display.
 * @param {number} ms
 */
export function finishTime(ms) {
  return `${clock(ms)}.${Math.floor(Math.max(0, ms) / 100) % 10}`;
}

/** The language of all that the page says. */
export const language = "en-GB";
const plurals = new Intl.PluralRules(language);
const ordinals = new Intl.PluralRules(language, { type: "ordinal" });
/** @type {Partial<Record<Intl.LDMLPluralRule, string>>} */
const endings = { one: "st", two: "nd", few: "rd" };

/**
 * The two letters after a rank: 1st, 2nd, 3rd, 4th, 11th, 21st.
 * @param {number} rank
 */
export function ordinal(rank) {
  return endings[ordinals.select(rank)] ?? "th";
}

/**
 * `Ana, Ben and Mika`; as a `unit`, without the “and”: `C, R, A`.
 * @param {string[]} parts
 * @param {"unit"} [type]
 */
export function listed(parts, type) {
  return new Intl.ListFormat(language, { type }).format(parts);
}

/**
 * A number with so many decimals: `3.6`.
 * @param {number} value
 * @param {number} [digits]
 */
export function decimal(value, digits = 1) {
  const minimumFractionDigits = digits;
  return new Intl.NumberFormat(language, { minimumFractionDigits, maximumFractionDigits: digits }).format(value);
}

/**
 * `Saturday 21 November` for `2026-11-21`, or as `options` say, whatever the reader's own zone is.
 * @param {string} day
 * @param {Intl.DateTimeFormatOptions} [options]
 */
export function dayName(day, options = { weekday: "long", day: "numeric", month: "long" }) {
  return new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options }).format(Date.parse(day));
}

const marksInWords = ["absent", "present", "correct"];

/**
 * The words of a judged row for a screen reader: `Row 2: S absent, T correct`.
 * @param {number} row counted from 0
 * @param {string} word
 * @param {string} marks
 */
export function rowSummary(row, word, marks) {
  const tiles = [...word].map((letter, index) => `${letter.toUpperCase()} ${markName(marks[index])}`);
  return `Row ${row + 1}: ${listed(tiles, "unit")}`;
}

/** @param {string | undefined} mark */
export function markName(mark) {
  return marksInWords[Number(mark)] ?? "empty";
}

/**
 * The headline of a finished game.
 * @param {boolean} solved
 * @param {number} turns
 * @param {number} [rows] those that there were: who has some left ran out of time
 * @param {boolean} [ended] by the host, before the time was out
 */
export function headline(solved, turns, rows = turns, ended = false) {
  return solved
    ? `Home in ${turns}`
    : turns < rows
      ? ended
        ? "The host ended this word"
        : "Out of time"
      : "Out of guesses";
}

/**
 * A place as every list shows it: only who came home has one.
 * @param {number} place
 * @param {boolean} isHome
 */
export function placeWords(place, isHome) {
  return isHome && place > 0 ? String(place) : "–";
}

/**
 * The form of a word beside a number.
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function plural(count, one, many = `${one}s`) {
  return plurals.select(count) === "one" ? one : many;
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function counted(count, one, many) {
  return `${count} ${plural(count, one, many)}`;
}

/**
 * A word with a capital letter.
 * @param {string} word
 */
export function raised(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * The words about the line; nothing while it is up, and of a page that comes not before something went wrong.
 * @param {{ connection: import("./state.js").LinkState, today: object | null, link: { attempt: number, isQuiet?:
 *   boolean, isSignedOut?: boolean } }} store
 */
export function lineWords({ connection, today, link }) {
  if (connection === "stopped") return link.isSignedOut ? "Signed out" : "Disconnected. Reload the page";
  if (connection === "online" && link.isQuiet) return "No answer yet";
  return connection === "online" || (!today && link.attempt === 0) ? "" : "Reconnecting";
}

/** @typedef {{ code: string, message?: string, [field: string]: any }} Refusal */

/**
 * The task, for who has never raced. Words of the usual length stand there before the server has said which it is.
 * @param {number} length
 * @param {number} rows
 */
export function howWords(length, rows) {
  return `Find the ${length}-letter word in ${rows} guesses. Friends still racing see only colours.`;
}

/** The words of the page itself, whichever view it shows. */
export const app = {
  log: "What happens",
  codesHidden: "Room codes are hidden",
  codesShown: "Room codes are shown",
  codeHidden: "code hidden",
  notConnected: "Not connected. Trying again",
  noRanking: "Your class sees how everybody did once the race is over",
};

/** People. */
export const people = {
  you: "You",
  pseudonym: "Pseudonym",
  racers: (/** @type {number} */ count) => counted(count, "racer"),
  racing: (/** @type {number} */ count) => `${count} racing`,
  watching: (/** @type {number} */ count) => `${count} watching`,
};

/** Every sheet. */
export const sheet = {
  close: "Close",
};

/** The words that ask for a second press. */
export const sure = {
  question: (/** @type {string} */ act) => `${act}?`,
  again: (/** @type {string} */ act) => `${act}? Press again`,
  end: (/** @type {string} */ unit) => `End ${unit}`,
  endNow: (/** @type {string} */ unit) => `End the ${unit} now`,
};

/** Pages to read. */
export const page = {
  home: "Tilerace, home",
  looks: "Name and looks",
  help: "How to race",
  whichGame: "Which game",
  more: "More",
  titled: (/** @type {string} */ title) => `${title} · Tilerace`,
  links: {
    home: "Home",
    archive: "Past days",
    practice: "Practice",
    verify: "Was it fair?",
    privacy: "Privacy",
  },
};

/** A race at first sight, with the bar above it; what stands beside the board is in wording/race.js. */
export const race = {
  lanes: "Lanes, the leader first",
  yours: "Your race",
  room: "Room",
  unanswered: "No answer. Start again when you are connected",
  today: (/** @type {string | undefined} */ daily) => `Today’s ${daily ?? "word"}`,
  number: (/** @type {number} */ number) => `No. ${number}`,
  dealt: (/** @type {string} */ letters) => `The letters: ${listed([...letters.toUpperCase()], "unit")}`,
  next: (/** @type {string | undefined} */ daily) => `Next ${daily ?? "word"}`,
  numbered: (/** @type {number | undefined} */ number, /** @type {string} */ day, isHosts = false) =>
    `${isHosts ? "The host’s word" : `No. ${number}`} · ${dayName(day)}`,
  in: (/** @type {string} */ what, /** @type {string} */ time) => `${what} in ${time}`,
  bar: {
    lanes: "Lanes",
    allLanes: ". All lanes",
    hide: "Hide the room code",
    hideKey: "Hide the room code (F2)",
    codeHidden: "Room code hidden",
    time: "Your time",
    shape: "Lanes or boards",
    invite: "Invite",
    menu: "Menu",
    home: "home",
    done: "done",
    points: "pts",
  },
  code: (/** @type {string} */ code) => `Room code ${code}`,
  place: (/** @type {number} */ place) => `${place}${ordinal(place)}`,
  of: (/** @type {number} */ count) => `of ${count}`,
};

/** Lanes; of one that is not home, what stands at its finish, and what is heard after its name and its time. */
export const track = {
  open: "Open lane",
  lane: "Lane",
  finish: "Finish",
  ends: {
    ended: ["ended", ", ended by the host"],
    time: ["time", ", out of time"],
    out: ["out", ", out of guesses"],
  },
  waiting: ["", ", not started"],
  racing: (/** @type {number} */ row) => ["", `, on row ${row}`],
  away: (/** @type {number} */ row) => ["away", `, away, on row ${row}`],
  home: (/** @type {number | undefined} */ turns) => ["", `, home in ${turns}`],
};

/** Kinds of games: what a game of each is called, and what is said of one; `tasks` in wording/race.js has more. */
export const kindWords = {
  guess: {
    unit: "word",
    daily: "word",
    bar: "Today’s word",
    done: "found it",
  },
  anagram: {
    unit: "round",
    daily: "anagram",
    bar: "Anagram",
    done: "done",
    shown: "score, never your words",
    headline: (/** @type {number} */ points, /** @type {number} */ turns) =>
      `${counted(points, "point")}, ${counted(turns, "word")}`,
  },
};

/** The door of a room, for who has its link and no seat; who is not let in reads wording/refusals.js. */
export const door = {
  invited: "You are invited",
  seat: "Take a seat",
  justWatch: "Just watch",
  watch: "Watch the race",
  locked: "The host has locked this room: nobody new can take a seat. You can watch.",
  full: "Every lane is taken. You can watch, and take a seat when one is free.",
  name: "What shall we call you?",
  ownName: "Show my own name",
  colours: "colours, and no letters while they race",
  animal: "an animal name in place of yours",
  room: (/** @type {string} */ code) => `Room ${code}`,
  seen: (/** @type {string} */ shown) => `The others see your ${shown}.`,
  count: (
    /** @type {number} */ racers, /** @type {number} */ racing, /** @type {number} */ home,
    /** @type {boolean} */ hasPoints,
  ) => {
    const parts = [counted(racers, "racer")];
    if (racing > 0) parts.push(`${racing} on the track`);
    if (home > 0) parts.push(`${home} ${hasPoints ? "done" : "home"}`);
    return `${listed(parts, "unit")}.`;
  },
  shownAs: (/** @type {string} */ name) => `Anybody may come in here. They see ${name}.`,
  named: (/** @type {string} */ name, /** @type {boolean} */ isHeld) =>
    `You are ${name} here.${isHeld ? "" : " You can change that in the menu"}`,
};

/** The board of a guess game and its keyboard. */
export const desk = {
  empty: "empty",
  board: "Your board",
  keyboard: "Keyboard",
  erase: "Erase",
  cannotPaste: "A guess cannot be pasted. Type it",
  row: (/** @type {number} */ number) => `Row ${number}`,
  modes: { off: "", hard: "Hard mode", ultra: "Ultra hard mode" },
  size: (/** @type {number} */ rows, /** @type {number} */ letters) => `${rows} rows of ${letters} letters`,
  enter: "Enter",
  tried: (/** @type {string} */ word) => `You tried ${word} before. Press Enter again to use it`,
  short: (/** @type {number} */ letters) => `${letters} letters, please`,
  foreign: (/** @type {string} */ letter) => `Only the letters A to Z, not ${letter}`,
};
