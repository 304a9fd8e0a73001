// The words of the admin page.

import { counted, language, listed, plural } from "../wording.js";

/**
 * `21 Nov 2026, 10:12`, in the reader’s own zone.
 * @param {number} instant ms since 1970
 */
export const when = (instant) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(instant);

/** @param {number} value */
export const amount = (value) => new Intl.NumberFormat(language).format(value);

/**
 * Why the server refused something, by the code of the refusal; a test holds the codes to the server's.
 * @type {Record<string, string>}
 */
export const refusals = {
  bad_request: "The server cannot read that.",
  unknown_verb: "This server is of another version than this page. Load the page again.",
  too_long: "That is too long.",
  time_out: "The server waited too long for that. Try again.",
  too_many_connections: "Too many are connected. Try again in a moment.",
  not_allowed: "Your role may not do that.",
  no_such_player: "There is no player with that ID.",
  no_such_room: "There is no open room with that code.",
  no_such_session: "That session is over already.",
  no_such_puzzle: "No word can be chosen for that.",
  word_is_fixed: "The word of that day cannot be changed any more.",
  bad_word: "That word cannot be used here.",
  bad_name: "That name cannot be used.",
  name_taken: "Somebody in a room of that player has that name, or one that looks like it.",
  bad_text: "An announcement is one line of 1 to 280 characters, all of which can be seen.",
  bad_link: "This link was used, or its time is over. Make another one on the server’s machine.",
  list_is_full: "No more words can be left out.",
  too_many: "Too many sessions are open. End one on the machine, and try again.",
  busy: "The server is busy with a request like that. Try again in a moment.",
  not_logged: "That was done, but the audit log does not have it: the server cannot write to its disk.",
  unavailable: "The server cannot do that just now.",
  draining: "The server is shutting down.",
  no_session: "Nobody is signed in here.",
};

/** Codes that stand for several reasons: the server's own words for the one of them come behind those above. */
export const reasoned = [
  "bad_request", "no_such_puzzle", "word_is_fixed", "bad_word", "bad_name", "list_is_full", "unavailable",
];

/**
 * Acts in the audit log, by their verbs; a test holds these to the server's.
 * @type {Record<string, string>}
 */
export const acts = {
  "reset-name": "Reset a player’s name",
  rename: "Renamed a player",
  ban: "Banned a player",
  unban: "Lifted a ban",
  "reset-room-name": "Reset a room’s name",
  "rename-room": "Renamed a room",
  "unlist-room": "Kept a room out of the lobby",
  "list-room": "Let a room into the lobby",
  "close-room": "Closed a room",
  "host-words": "Looked at the words of coming days",
  "set-word": "Set a word",
  "force-word": "Set a word against the rules",
  "clear-word": "Cleared a word",
  "leave-out": "Left a word out",
  "bring-back": "Brought a word back",
  announce: "Announced something",
  withdraw: "Withdrew the announcement",
  link: "Made a link to this page",
  "open-session": "Signed in",
  "sign-out": "Signed out",
  "end-sessions": "Ended sessions",
  "set-password": "Set the server’s password",
  invite: "Made an invitation",
  "revoke-invitation": "Took an invitation back",
  "add-to-class": "Added somebody to the class",
  "renew-code": "Renewed a code of the class",
  "remove-from-class": "Removed somebody from the class",
  "rotate-key": "Made a new key for sessions",
  "forget-key": "Forgot a key for sessions",
  "resend-letter": "Sent a webhook’s delivery again",
  "drop-letter": "Dropped a webhook’s delivery",
};

/** @type {Record<string, string>} */
const roles = { owner: "Owner", moderator: "Moderator" };

/**
 * The name of somebody or something in the audit log: `owner 3`, `session 3`, `command`, `all`.
 * @param {string} name
 */
export function named(name) {
  const [kind = "", number = ""] = name.split(" ");
  const said = /** @type {Record<string, string>} */ (
    { ...roles, session: "Session", room: "Room", command: "The machine", all: "All" })[kind];
  return said ? [said, number].filter(Boolean).join(" ") : name;
}

export const words = {
  title: "Administration",
  roles,
  signOut: "Sign out",
  open: "Open the page",
  linked: "This link opens the page once.",
  signedOut: "Nobody is signed in here.",
  how: "Make a link on the server’s machine, and open it within 5 minutes:",
  command: "tilerace admin link",
  lost: "The server does not answer.",
  strange: "The server sent an answer that this page cannot read. Load the page again.",
  tooOften: (/** @type {number} */ seconds) => `Too much at once. Try again in ${seconds} s.`,
  failed: "That did not work. Load the page again.",
  search: "Search",
  more: "Earlier",
  loading: "Loading …",
  done: "Done.",
  same: "Nothing to do: that was so already.",
  sure: (/** @type {string} */ act) => `${act}: sure?`,
  cut: "There are more. Search for a longer text.",

  live: "Live",
  plots: {
    sockets: "Connections",
    players: "Players in memory",
    rooms: "Rooms in memory",
    guesses: "Guesses a minute",
    commit: "Write to disk, ms",
    failures: "Failed writes",
  },
  plotted: (/** @type {string} */ name, /** @type {string} */ now, /** @type {string} */ most) =>
    `${name}: ${now} now, ${most} at most in the last 10 minutes`,

  announcement: "Announcement",
  announcementLead: "Everybody on this server sees it until you withdraw it.",
  announcementText: "Text, 280 characters at most",
  announce: "Announce",
  withdraw: "Withdraw",
  nothingAnnounced: "Nothing is announced.",
  announced: (/** @type {string} */ text) => `Shown now: “${text}”`,

  players: "Players",
  playerName: "Part of a name",
  rename: "Rename",
  newName: (/** @type {string} */ name) => `New name of ${name}`,
  cutBans: "There are more: these were banned last. Search for the others by name.",
  noPlayers: "No player’s name contains that.",
  bans: "Show who is banned",
  noBans: "Nobody is banned.",
  resetName: "Reset the name",
  ban: "Ban",
  unban: "Lift the ban",
  banned: (/** @type {string} */ time) => `banned since ${time}`,
  kept: (/** @type {string} */ time) => `cannot take another name until ${time}`,
  since: (/** @type {string} */ time) => `here since ${time}`,
  connected: "connected now",
  away: "not connected",
  inRooms: (/** @type {string[]} */ codes) => `in ${plural(codes.length, "room")} ${listed(codes)}`,
  renamed: (/** @type {string} */ name) => `The name is “${name}” now.`,
  isBanned: (/** @type {string} */ name) => `“${name}” is kept out.`,
  isUnbanned: (/** @type {string} */ name) => `“${name}” may come in.`,

  rooms: "Rooms",
  roomName: "Code, or part of a name",
  noRooms: "No open room has that code or name.",
  resetRoom: "Reset the name",
  unlist: "Keep out of the lobby",
  list: "Let into the lobby",
  close: "Close",
  empty: "nobody is there",
  room: (/** @type {{ members: number, present: number, watchers: number }} */ state) =>
    `${counted(state.members, "member")}, ${state.present} here, ${state.watchers} watching`,
  barred: "kept out of the lobby",
  listed: "in the lobby",
  closed: (/** @type {string} */ code) => `${code} is closed.`,

  refused: "Not in the list",
  refusedLead: "What players tried as a word and no list has, from before yesterday. Who tried it is not kept.",
  noRefused: "Nothing was tried more than once.",
  show: "Show",

  hostWords: "Words of coming days",
  hostWordsLead:
    "Only the words that a person chose. Whoever looks knows what others still have to find, and should not race for " +
    "it: look only if you must. The log says who looked.",
  noHostWords: "No word is chosen.",
  day: "Day",
  word: "Word",
  line: "Line",
  knower: "Who chose the word, and so knows it?",
  knowerPlays: "This player, for whom the day does not count",
  knowerAway: "Somebody who does not play here",
  knowerText: "ID, or part of the name",
  findKnower: "Find",
  knowerMissing: "Choose the player by the ID: type a part of the name, and press “Find”.",
  knownTo: (/** @type {string} */ id) => `does not count for player ${id}`,
  knownToNobody: "counts for everybody",
  force: "Even if it is in no list, the word of another day, or left out",
  set: "Set the word",
  clear: "Clear",
  setDone: (/** @type {string} */ puzzle) => `The word of ${puzzle} is set.`,

  leftOut: "Words left out",
  leftOutLead:
    "No round and no practice draws them from now on, and no day from the day after tomorrow on. They can still be " +
    "guessed.",
  leaveOut: "Leave it out",
  bringBack: "Bring it back",
  leftOutSince: (/** @type {string} */ time) => `left out since ${time}`,
  noneLeftOut: "No word is left out here.",
  leftOutInFile: (/** @type {number} */ count) =>
    `${counted(count, "more word stands", "more words stand")} in the file that the setting words-left-out names: ` +
    "change the file on the server’s machine, and restart the server.",

  log: "What was done",
  acts: "Acts, the newest first",
  noActs: "Nothing has been done yet.",
  time: "Time",
  actor: "By",
  act: "What",
  subject: "Concerns",

  sessions: "Sessions",
  session: (/** @type {{ number: number, role: string }} */ session) => `${roles[session.role]} ${session.number}`,
  mine: "this one",
  until: (/** @type {string} */ time) => `ends at ${time} unless it is used`,
  end: "End",
  endAll: "End all sessions and links",
  ended: "Ended.",
};
