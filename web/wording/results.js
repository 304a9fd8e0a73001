// The words about races that are over: results, rankings, statistics, the podium picture.

import { counted, decimal, ordinal } from "../wording.js";

/** The podium picture and its sheet. */
export const picture = {
  save: "Save",
  title: "Podium picture",
  noLetters: "Colours, places and times. No letters.",
  cannot: "It could not be shared. Save it instead",
  share: "Share",
  somebody: "Somebody who left",
  out: "out",
  points: "Points",
  more: (/** @type {number} */ count) => `and ${count} more`,
  last: (/** @type {string} */ unit) => `The last ${unit}`,
  motto: (/** @type {string} */ daily) => `Race the same ${daily} at the same time`,
  onIt: (/** @type {number} */ place, /** @type {string} */ name, /** @type {string} */ said) =>
    `${place}${ordinal(place)} ${name}, ${said}`,
  podium: (/** @type {string} */ title, /** @type {string} */ first) => `The podium of ${title}: ${first}`,
  pointsOf: (/** @type {number} */ count) => counted(count, "point"),
  homeIn: (/** @type {string} */ time, /** @type {number} */ turns) => `${time} in ${turns}`,
  sprint: (/** @type {number} */ count, /** @type {string} */ unit) => `Sprint of ${counted(count, unit)}`,
  today: (/** @type {string} */ daily, /** @type {number | string} */ number) => `Today’s ${daily}, No. ${number}`,
};

/** The result of a game of guesses. */
export const result = {
  photo: "Photo finish",
  needed: "Guesses that today’s racers needed",
  field: "Today’s field",
  statistics: "Your statistics",
  run: "Your run",
  yours: "Your result",
  share: "Share",
  watch: "Watch the rest",
  ranking: "Ranking",
  picture: "Podium picture",
  next: "Next word in ",
  yourTime: "your time",
  you: "You",
  score: (/** @type {number} */ number, /** @type {number | null} */ turns, /** @type {number} */ rows) =>
    `No. ${number} · ${turns ?? "X"}/${rows}`,
  streak: (/** @type {number} */ current, /** @type {number} */ longest) =>
    `Streak ${current}${longest > current ? `, best ${longest}` : ""}`,
  bestStreak: (/** @type {number} */ days) => `Best streak ${days}`,
  won: (/** @type {number} */ percent) => `${percent}% won`,
  lag: (/** @type {number} */ ms) => `${decimal(ms / 1000)} s lag credit`,
  inRoom: (/** @type {number} */ count) => `of ${count} in the room`,
  onDay: (/** @type {number} */ count, /** @type {boolean} */ isToday) =>
    `of ${count} ${isToday ? "today" : "that day"}`,
  behind: (/** @type {boolean} */ isRoom) => `of the ${isRoom ? "server" : "others"} behind you`,
  running: (/** @type {number} */ count) => `${count} still running`,
  home: (/** @type {number} */ count) => `${counted(count, "racer")} home`,
  guesses: (/** @type {number} */ count) => counted(count, "guess", "guesses"),
};

/** The boards of a day’s race, for who has finished it. */
export const boards = {
  title: "How they got there",
  loading: "One moment",
  again: "Try again",
  cannot: "The boards could not be loaded.",
  finished: (/** @type {number} */ count) => `${counted(count, "racer has", "racers have")} finished.`,
  nobodyElse: "Nobody else here has finished yet. Their boards appear here when they do.",
  who: "Only those who have finished see these letters.",
  you: "You",
  none: "No word",
};

/** The words when something is shared or copied. */
export const sharing = {
  copiedLocal: "Copied. The link opens on this machine only",
  copied: "Copied. Paste it where your friends are",
  link: "Link copied",
  cannotUnseen: "This browser cannot copy a hidden code. Show the room code first",
  room: "Race me on Tilerace",
  text: "Text to copy",
  byHand: "Select the text and copy it yourself: over this connection the page cannot.",
};

/** Rankings. */
export const ranking = {
  title: "Ranking",
  wait: "One moment",
  more: "More",
  again: "Try again",
  before: "The one before",
  after: "The one after",
  around: "Around me",
  clean: "Hide unusually fast",
  whose: "Whose ranking",
  room: "This room",
  server: "Whole server",
  period: "Period",
  spans: { day: "Day", week: "Week", month: "Month", all: "All time" },
  periods: { all: "All time", today: "Today", yesterday: "Yesterday", week: "This week" },
  allFast: "Everybody here was unusually fast.",
  nobody: "Nobody raced then.",
  onlyYou: "Only you so far.",
  live: "Live",
  you: "you",
  flagged: "flagged as unusually fast",
  rank: (/** @type {number} */ rank) => `${rank}${ordinal(rank)}`,
  stands: (/** @type {Node} */ rank, /** @type {number} */ of, /** @type {number} */ beaten) => [
    rank,
    ` of ${of}`,
    beaten > 0 ? `, ahead of ${beaten}% of the others` : "",
    ".",
  ],
  over: (/** @type {number} */ count) => `${counted(count, "race is over", "races are over")}.`,
  racers: (/** @type {number} */ count) => `${counted(count, "racer")}.`,
  points: (/** @type {number} */ count) => counted(count, "point"),
  mine: (/** @type {string} */ name) => `${name} (you)`,
};

/** My statistics. */
export const statistics = {
  title: "Your statistics",
  counting: "Counting",
  ranking: "Ranking",
  none: "No race yet.",
  start: "Start today’s race",
  first: (/** @type {Node} */ none, /** @type {string} */ first) => [none, ` ${first}`],
  chart: (
    /** @type {number} */ bars,
    /** @type {string} */ label,
    /** @type {string} */ counts,
    /** @type {string | undefined} */ last,
  ) => `${counted(bars, "bar")}, ${label}. ${counts}.${last ? ` The last race: ${last}.` : ""}`,
};
