// The words beside a board: before a race, in the place of its board and below it, on the cards beside it, and in
// races for oneself. The words of the lesson are English: another language has its own.

import { clock, counted, dayName, decimal, headline, howWords, plural, race, raised } from "../wording.js";

/** @typedef {(length: number, rows: number, seconds?: number) => string} Said `seconds`: 0 for as long as one likes */

/** Games of letters that are laid to words; what is said while one goes on is in components/anagram/wording.js. */
const lay = (/** @type {number} */ length, /** @type {number} */ _, /** @type {number} */ seconds = 90) =>
  `Lay words of three letters and more from ${length} letters${seconds ? `, in ${seconds} seconds` : ""}.`;

/**
 * Games by their kinds: how large one is; what to do in it, in a sentence that names the words; the same for who has
 * never raced; and what asks for the next game of practice.
 * @type {Record<string, { shape: Said, aim: Said, how: Said, another: string }>}
 */
export const tasks = {
  guess: {
    shape: (length, rows) => `${length} letters, ${rows} guesses.`,
    aim: (length, rows) => `Find the ${length}-letter word in ${rows} guesses.`,
    how: howWords,
    another: "Another word",
  },
  anagram: { shape: lay, aim: lay, how: lay, another: "New letters" },
};

/**
 * The words to be heard when a board is there to be guessed on. The clock of practice waits for the first letter.
 * @param {import("../state.js").Game} game
 */
export function greeting({ puzzle, guesses, rows, length }) {
  const isNew = guesses.length === 0;
  const clock = isNew && puzzle.startsWith("practice") ? "The clock starts with your first letter." : "The clock runs.";
  return `${clock} ${rows} rows of ${length} letters. Type your ${isNew ? "first" : "next"} guess.`;
}

/** The words before a race, and in the place of its board. */
export const panels = {
  ready: "Ready?",
  clock: "Your clock starts when you see the board, and it never pauses.",
  startClock: "Start the clock",
  hard: "Hard mode",
  levels: {
    off: ["Off", "Guess what you like."],
    hard: ["Hard", "Every clue must be used. You can drop it later."],
    ultra: ["Ultra", "As in Hard, and nothing may be guessed that a clue rules out. You can drop it later."],
  },
  stillCounts: " This race still counts for its day.",
  raceIt: "Race it",
  moved: ["You are racing in another tab.", " This one follows."],
  playHere: "Play here",
  result: "Result",
  ranking: "Ranking",
  raceAlong: "Race along",
  isOut: (/** @type {number} */ number) => `${race.number(number)} has begun.`,
  done: (/** @type {number} */ count, /** @type {boolean} */ hasPoints) =>
    `${count > 0 ? count : "Nobody is"} ${hasPoints ? "done" : "home"}`,
  racing: (/** @type {number} */ count) => `${count} on the track`,
  rest: (/** @type {string} */ done) => `${done}. Waiting for the rest.`,
  daily: (/** @type {string | undefined} */ daily) => `today’s ${daily ?? "word"}`,
  nobody: "Nobody has started",
  waitsFor: (/** @type {string} */ daily) => `Waiting for the first racer on ${daily}.`,
  notStarted: (/** @type {number} */ count, /** @type {string} */ daily) =>
    `${counted(count, "racer has", "racers have")} not started ${daily}.`,
  everybody: "Everybody is done",
};

/** Tiles that turn, for who has never raced. */
export const lesson = {
  turns: "Each guess turns its tiles over.",
  meaning: ["is not in the word.", "is in the word, in another place.", "is in the right place."],
  all: (/** @type {(letters: string) => Node} */ bold) => [
    bold("R and A"),
    " are in place, ",
    bold("T"),
    " belongs elsewhere, ",
    bold("C and E"),
    " are not in the word. Press a tile.",
  ],
};

/** The cards of a room beside its board. */
export const cards = {
  react: "React",
  room: "In the room",
  people: "People",
  ended: "Ended",
  away: "Away",
  racing: "Racing",
  ready: "Ready",
  here: "In the room",
  host: " host",
  noLane: "No lane",
  sprint: "Sprint",
  bring: "Bring a rival",
  copy: "Copy the link",
  show: "Show",
  hide: "Hide",
  showCode: "Show the room code",
  points: (/** @type {number} */ points) => counted(points, "point"),
  home: (/** @type {number} */ turns, /** @type {number} */ ms) => `${headline(true, turns)}, ${clock(ms)}`,
};

/** The members of a room who have not raced today, and the nudge. */
export const missing = {
  raced: "raced today",
  racing: "racing now",
  notRaced: "not raced today",
  nudge: "Nudge",
  nudged: "Nudged. Whoever has the page open sees it",
  tooSoon: "You nudged a moment ago. Once a minute is enough",
  somebody: "Somebody",
  race: "race",
  absent: (/** @type {number} */ count, /** @type {number} */ all, /** @type {string | undefined} */ name) =>
    `${name ?? `${count} of ${all}`} ${plural(count, "has", "have")} not raced today.`,
  nudgesYou: (/** @type {string} */ name, /** @type {string} */ race) =>
    `${name} nudges you: today’s ${race} is waiting`,
};

/** The cards beside a race alone. */
export const beside = {
  rivals: "Better with rivals",
  how: "Create a room and share its code: your lanes run side by side, live, and never show your words.",
  friends: "Race with friends",
  field: "Today’s field",
  notRaced: "not raced",
  day: (/** @type {string} */ day, /** @type {string} */ words) => `${dayName(day)}, ${words}`,
  days: (/** @type {string} */ month) => `Your days in ${month}`,
};

/** Races for oneself. */
export const solo = {
  today: "Today’s race",
  notRanked: "Not ranked",
  yours: "Your result",
  share: "Share",
  cannot: "This race cannot be opened",
  noWords: "This server has no such words.",
  noLine: "This server has no daily race of that kind.",
  which: "Words to practise with",
  letters: "Letters",
  unranked: (/** @type {string} */ kind) => `${kind}, not ranked`,
  kinds: (/** @type {string} */ daily) => raised(plural(2, daily)),
  length: (/** @type {string} */ kinds, /** @type {number} */ length, /** @type {string} */ best) =>
    `${kinds && `${kinds} of `}${length} letters${best && `, your best: ${best}`}`,
  guesses: (/** @type {number} */ turns) => counted(turns, "guess", "guesses"),
  inTurns: (/** @type {number} */ turns) => `in ${turns}`,
};

/** Practice. */
export const practice = {
  title: "Practice",
  eyebrow: "Practice, not ranked",
  start: "Start",
  time: "Time",
  all: "All words",
  ownClock: " by this page’s clock",
  ofRace: "The time of a race.",
  half: "Half as much again as in a race.",
  twice: "Twice the time of a race.",
  noLimit: ["No limit", "Take as long as you like, and say when you are done."],
  numbered: (/** @type {string} */ daily, /** @type {number | undefined} */ number) => `${raised(daily)} ${number}`,
};

/** A past day. */
export const pastDay = {
  title: "A past day",
  forYourself: "You race for yourself: no ranking, no streak and no room knows of it.",
  race: "Race this day",
  another: "Another day",
  none: "There is no word for that day: it has not begun, or this server did not exist yet.",
  lag: (/** @type {number} */ ms) => `, ${decimal(ms / 1000)} s lag credit`,
};

/** The page of past days. */
export const archive = {
  lead: "Any day that is over can be raced again, just for fun. It counts for no ranking and no streak.",
  before: "The month before",
  after: "The month after",
  loading: "Loading your days",
  practise: "Practise with other words",
  none: "No race of yours in this month. Pick any day.",
  raced: "raced",
  notYet: "not yet",
  beforeFirst: "before the first word",
  best: (/** @type {string} */ best, /** @type {string} */ day) => `Your best: ${best}, on ${dayName(day)}.`,
  loose: (/** @type {number} */ count) => `${counted(count, "race was", "races were")} played later, not ranked.`,
  outcome: (/** @type {string | null} */ outcome, /** @type {boolean} */ isToday, /** @type {boolean} */ isRanked) =>
    outcome === null
      ? isToday
        ? "today, not raced yet"
        : beside.notRaced
      : `${isToday ? "today, " : ""}${outcome}${isRanked ? "" : ", not ranked"}`,
};
