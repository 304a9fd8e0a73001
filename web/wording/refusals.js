// Why the server refused something, in words for a person. No first sight of a page needs them.

/** @typedef {import("../wording.js").Refusal} Refusal */

/**
 * Rules of settings in words, by the field of each.
 * @type {Record<string, string>}
 */
const settings = {
  password: "A password has 1 to 64 characters",
  kind: "This server has no such game",
  language: "This server has no such words in that language",
  length: "This server has no words of that length",
  rows: "Guesses must be 4 to 10",
  hard: "Choose how strict clues are",
  limit: "The time must be 30 to 600 seconds, and at most 300 for anagrams",
  rounds: "Rounds must be 1 to 20",
  late: "Choose what latecomers do",
  next: "Choose how the next round starts",
  seconds: "Choose 30 to 300 seconds, or no limit",
};

/** @param {number | undefined} seconds until the same can be asked again */
const tooFast = (seconds) => `Too fast. Try again in ${seconds ? `${seconds} s` : "a moment"}`;

/** @type {Record<string, (refusal: Refusal) => string>} */
const refusals = {
  not_in_word_list: () => "Not in the word list",
  too_short: ({ length }) => `Words have at least ${length ?? 3} letters`,
  not_layable: ({ letter }) => `No ${letter?.toUpperCase() ?? "such tile"} is left`,
  wrong_length: ({ length }) => (length ? `${length} letters, please` : "Wrong number of letters"),
  bad_letters: () => "Use letters of the alphabet only",
  hard_mode: ({ clue }) => clueWords(clue),
  hard_mode_locked: () => "Hard mode can only be raised before the first guess",
  stale_row: () => "That row has a guess already",
  row_ahead: () => "An earlier row is still empty",
  game_over: () => "This race is over",
  not_over: () => "The words are shown once the race is over",
  moved: () => "You are racing in another tab",
  not_open: () => "Start the race first",
  bad_puzzle: () => "This server has no such puzzle",
  future_puzzle: () => "That day has not begun",
  puzzle_closed: () => "That day is over",
  bad_name: ({ reason }) => nameWords(reason),
  name_taken: () => "Somebody in your room has that name, or one that looks like it",
  name_held: () => "The host shows you under a pseudonym in this room",
  not_in_class: () => "This is a classroom: your teacher decides that",
  name_reset: ({ retry }) =>
    `The operator of this server gave you another name. You can choose one again ${waitWords(retry)}`,
  no_such_room: () => "There is no room with that code",
  room_full: () => "Every lane of this room is taken",
  not_in_room: () => "You are not in that room",
  not_host: () => "Only the host can do that",
  room_locked: () => "The host has locked this room: you can only watch",
  room_barred: () => "The operator of this server keeps this room out of “Live now”",
  password_needed: () => "This room has a password",
  wrong_password: () => "That is not the password",
  kicked: () => "The host has removed you from this room",
  bad_settings: ({ field }) => settings[field] ?? "A sprint cannot be set up like that",
  bad_seat: ({ seat }) => (seat ? `Seat ${seat} is empty` : "That seat is empty"),
  round_running: () => "This round is still being raced",
  series_running: () => "A sprint is running. End it first",
  no_racers: () => "Nobody is here to race: everybody sits out",
  no_series: () => "No sprint is running",
  no_such_race: () => "That race is over",
  not_started: () => "Not yet. Wait for the start",
  round_over: () => "Time is up. This round is over",
  not_in_round: () => "You race from the next round on",
  too_many_rooms: () => "You are in too many rooms. Leave one first",
  rate_limited: ({ retry }) => tooFast(retry && Math.ceil(retry / 1000)),
  storage_unavailable: () => "The server could not save that. Try again",
  draining: () => "The server is restarting. Back in a moment",
  banned: () => "This server keeps you out",
  unauthorized: () => "The server does not know you any more. Reload the page",
  unsupported_protocol: () => "The server has been updated. Reload the page",
  bad_message: () => "The server did not understand the page. Reload it",
  unknown_type: () => "The server did not understand the page. Reload it",
  hello_first: () => "The server did not understand the page. Reload it",
  disconnected: () => "Not connected. Try again when you are",
};

/**
 * Why something was refused, in words for a person.
 * @param {Refusal} refusal
 */
export function refusalWords(refusal) {
  const words = refusals[refusal.code];
  return words ? words(refusal) : refusal.message ?? "That did not work";
}

/** The codes that have words here; a test holds them to docs/protocol.md. */
export const refusalCodes = Object.keys(refusals);

/** The advice for who is not let into a room any more. */
const advice = {
  no_such_room: "The host may have changed it, or closed the room.",
  kicked: "You can come back when the host lets you in again.",
  new_code: "Ask for it, and come back.",
  closed: "Thanks for racing.",
};

/** The words in place of a room that does not let somebody in. */
export const shut = {
  behind: "Behind a password",
  password: "Password of the room",
  goIn: "Go in",
  whoKnows: "Whoever sent you the code knows it.",
  wrong: "That is not it. Capitals count.",
  anotherCode: "Another code",
  goThere: "Go there",
  home: "Back home",
  tried: "The page tries again by itself.",
  left: ["You have left", "Your seat in this room is free again."],
  ends: /** @type {Record<string, [string, string]>} */ ({
    no_such_room: ["No such room", `There is no room with that code. ${advice.no_such_room}`],
    room_full: ["No lane free", "Every lane of this room is taken."],
    kicked: ["You are out", `The host has removed you. ${advice.kicked}`],
    new_code: ["New code", `The host has given this room another code. ${advice.new_code}`],
    closed: ["Closed", `The host has closed this room. ${advice.closed}`],
  }),
};

/** On a stage: no game is in hand there, and the title says why. */
export const shutStage = {
  overlay: "Copy the overlay’s address from the room again.",
  wrong: ["That is not it", "Capitals count."],
  below: /** @type {Record<string, string>} */ (advice),
};

/** @param {{ kind?: string, position?: number, letter?: string, count?: number } | undefined} clue */
function clueWords(clue) {
  const letter = (clue?.letter ?? "").toUpperCase();
  const position = (clue?.position ?? 0) + 1;
  switch (clue?.kind) {
    case "position":
      return `Hard mode: letter ${position} must be ${letter}`;
    case "copies":
      return (clue.count ?? 1) > 1 ? `Hard mode: use ${letter} ${clue.count} times` : `Hard mode: use ${letter}`;
    case "absent":
      return clue.count ? `Ultra hard: no more than ${clue.count} ${letter}` : `Ultra hard: there is no ${letter}`;
    case "moved":
      return `Ultra hard: letter ${position} is not ${letter}`;
    default:
      return "Hard mode: use every clue";
  }
}

/** @param {number | undefined} ms */
function waitWords(ms = 0) {
  const hours = Math.ceil(ms / 3_600_000);
  return hours > 1 ? `in ${hours} hours` : "within the hour";
}

/** @param {string | undefined} reason */
function nameWords(reason) {
  switch (reason) {
    case "too_short":
      return "A name has at least 2 characters";
    case "too_long":
      return "That name is too long";
    case "bad_characters":
      return "Use letters of today’s alphabets, digits and visible signs, with single spaces between words";
    case "mixed_scripts":
      return "A word of that name mixes letters of different scripts";
    case "spoiler":
      return "That name gives away a word that others are still looking for";
    case "offensive":
      return "That name is not for this server. Choose another one";
    default:
      return "Please choose another name";
  }
}

/** @type {Record<string, string>} */
const httpRefusals = {
  no_such_line: "This server has no such daily race",
  no_such_puzzle: "This server has no such puzzle",
  no_such_ranking: "This server has no such leaderboard",
  no_such_room: "There is no room with that code",
  no_such_race: "This room has had no such race",
  not_over: "That race is not over yet",
  veiled_in_class: "In a classroom this is shown once it is over",
  words_unreadable: "The words of that race cannot be shown any more",
  not_finished: "Finish that race yourself first",
  other_name: "That is not your name",
  export_too_long: "There is too much to send. Whoever runs this server can give it to you",
  foreign_origin: "The server takes this page for another site’s. Whoever runs it has to set its public address",
  busy: "The server is busy. Try again in a moment",
  storage_unavailable: "The server cannot reach its storage. Try again in a moment",
  unauthorized: "The server does not know you any more. Reload the page",
  banned: "This server keeps you out",
};

/** The codes that have words here; a test holds them to docs/protocol.md. */
export const httpCodes = Object.keys(httpRefusals);

/**
 * Why what was asked over HTTP was not done, in words for a person.
 * @param {number} status of HTTP, 0 where no answer came
 * @param {string} code names the reason; empty where the status tells it
 * @param {number} retry s until the same can be asked again, 0 where the server said nothing
 */
export function httpRefusal(status, code, retry) {
  if (status === 0) return "No answer from the server. Try again in a moment";
  if (status === 429) return tooFast(retry || 60);
  return httpRefusals[code] ?? "The server could not do that. Try again in a moment";
}
