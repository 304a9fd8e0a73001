// Everything the page says that has a rule behind it: clocks, ranks, reasons of refusals, what is read aloud.

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

/**
 * The two letters after a rank: 1st, 2nd, 3rd, 4th, 11th, 21st.
 * @param {number} rank
 */
export function ordinal(rank) {
  const teen = rank % 100 >= 11 && rank % 100 <= 13;
  return teen ? "th" : ["th", "st", "nd", "rd"][rank % 10] ?? "th";
}

/**
 * `Saturday 21 November` for `2026-11-21`, whatever the reader's own zone is.
 * @param {string} day
 */
export function dayName(day) {
  const date = new Date(`${day}T00:00:00Z`);
  const part = (/** @type {Intl.DateTimeFormatOptions} */ options) =>
    new Intl.DateTimeFormat("en", { timeZone: "UTC", ...options }).format(date);
  return `${part({ weekday: "long" })} ${date.getUTCDate()} ${part({ month: "long" })}`;
}

/** Characters of room codes: no I, L, O, U, 0, 1, which are taken for one another. */
export const codeCharacters = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
/** Characters in a room code. */
export const codeLength = 5;

/**
 * The characters of a code in what somebody typed or pasted, be it lower case, dashed, or a whole link.
 * @param {string} typed
 */
export function codeFrom(typed) {
  const link = /\/room\/([^/?#]+)/.exec(typed);
  const raised = (link?.[1] ?? typed).toUpperCase();
  return [...raised].filter((character) => codeCharacters.includes(character)).slice(0, codeLength).join("");
}

/**
 * A code as it is shown: `KYTE-7`.
 * @param {string} code
 */
export function shownCode(code) {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

const marksInWords = ["absent", "present", "correct"];

/**
 * What a screen reader hears of a judged row: `Row 2: S absent, T correct`.
 * @param {number} row counted from 0
 * @param {string} word
 * @param {string} marks
 */
export function rowSummary(row, word, marks) {
  const tiles = [...word].map((letter, index) => `${letter.toUpperCase()} ${markName(marks[index])}`);
  return `Row ${row + 1}: ${tiles.join(", ")}`;
}

/** @param {string | undefined} mark */
export function markName(mark) {
  return marksInWords[Number(mark)] ?? "empty";
}

/**
 * The headline of a finished game.
 * @param {boolean} solved
 * @param {number} turns
 */
export function headline(solved, turns) {
  return solved ? `Home in ${turns}` : "Out of rows";
}

/**
 * The share text of the server, in the colours that the reader sees, with a link below.
 * @param {string} share
 * @param {boolean} contrast
 * @param {string} link
 */
export function shareText(share, contrast, link) {
  const squares = contrast ? share.replaceAll("🟩", "🟧").replaceAll("🟨", "🟦") : share;
  return `${squares.trimEnd()}\n${link}`;
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function counted(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

/** @typedef {{ code: string, message?: string, [field: string]: any }} Refusal */

/** @type {Record<string, (refusal: Refusal) => string>} */
const refusals = {
  not_in_word_list: () => "Not in the word list",
  wrong_length: ({ length }) => (length ? `${length} letters, please` : "Wrong number of letters"),
  bad_letters: () => "Only letters of the alphabet",
  hard_mode: ({ clue }) => clueWords(clue),
  hard_mode_locked: () => "Hard mode can only be raised before the first guess",
  stale_row: () => "That row is taken already",
  row_ahead: () => "An earlier row is still empty",
  game_over: () => "This race is over",
  moved: () => "You are racing in another tab",
  not_open: () => "Start the race first",
  bad_puzzle: () => "This server has no such puzzle",
  future_puzzle: () => "That day has not begun",
  puzzle_closed: () => "That day is over",
  bad_name: ({ reason }) => nameWords(reason),
  name_taken: () => "Somebody in your room has that name, or one that looks like it",
  no_such_room: () => "There is no room with that code",
  room_full: () => "Every lane of this room is taken",
  not_in_room: () => "You are not in that room",
  not_host: () => "Only the host can do that",
  room_locked: () => "The host has locked this room: you can only watch",
  password_needed: () => "This room has a password",
  wrong_password: () => "That is not the password",
  kicked: () => "The host has removed you from this room",
  bad_settings: () => "A sprint cannot be set up like that",
  bad_password: () => "A password has 1 to 64 characters",
  bad_seat: () => "Nobody sits there any more",
  round_running: () => "This word is still raced",
  series_running: () => "A sprint is running. End it first",
  no_series: () => "No sprint is running",
  no_such_race: () => "That race is over",
  not_started: () => "Not yet. Wait for the start",
  round_over: () => "Time. This word is over",
  not_in_round: () => "You race from the next word on",
  too_many_rooms: () => "You are in too many rooms. Leave one first",
  rate_limited: () => "Too fast. Try again in a moment",
  storage_unavailable: () => "The server could not save that. Nothing was counted, try again",
  draining: () => "The server is restarting. Back in a moment",
  unauthorized: () => "The server does not know you any more. Reload the page",
  unsupported_protocol: () => "The server has been updated. Reload the page",
  bad_message: () => "The server did not understand the page. Reload it",
  unknown_type: () => "The server did not understand the page. Reload it",
  hello_first: () => "The server did not understand the page. Reload it",
  disconnected: () => "Not connected. Trying again",
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

/** @param {string | undefined} reason */
function nameWords(reason) {
  switch (reason) {
    case "too_short":
      return "A name has at least 2 characters";
    case "too_long":
      return "That name is too long";
    case "bad_characters":
      return "That name has characters that cannot be shown";
    default:
      return "Please choose another name";
  }
}
