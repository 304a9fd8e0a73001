// The words of the sheets and pages about a person: name and looks, account, devices, privacy.

import { counted, language, listed, page } from "../wording.js";

/**
 * `21 November 2026`, in the reader's own zone.
 * @param {number} instant ms since 1970
 */
function longDate(instant) {
  return new Intl.DateTimeFormat(language, { day: "numeric", month: "long", year: "numeric" }).format(instant);
}

/** The sheet of name and looks, which is the menu of a race. */
export const settings = {
  menu: "Menu",
  title: page.looks,
  help: page.help,
  account: "Account",
  statistics: "Statistics",
  home: "Home",
  yourName: "Your name",
  save: "Save",
  hardMode: "Hard mode",
  hardNow: "Hard: every clue must be used. Ultra: also, nothing may be guessed that a clue rules out.",
  hardLater: "After the first guess it can only be lowered.",
  theme: "Theme",
  contrast: "High contrast",
  contrastHint: "Shapes as well as colours",
  vibration: "Vibration",
  vibrationHint: "The device buzzes lightly with keys and colours",
  boards: "Rivals as boards",
  boardsHint: "Instead of lanes, in rooms of up to 12",
  rivals: "Rivals’ colours",
  rivalsHint: "Off: their lanes show how far they are, without hints",
  reactions: "Reactions",
  reactionsHint: "What the others say on their lanes",
  pseudonym: "Show me under a pseudonym",
  pseudonymHint: "An animal name, in this room only",
  hideCode: "Hide the room code",
  hideCodeHint: "For streams. Hides the link, the QR code and the address too. F2 does the same",
  invite: "Invite",
  host: "Host the room",
  people: "People",
  ranking: "Ranking",
  stage: "Stage view",
  past: "Past races",
  takeSeat: "Take a seat",
  stopWatching: "Stop watching",
  youAre: (/** @type {string} */ name) => `You are ${name}`,
  hardLevels: { off: "Off", hard: "Hard", ultra: "Ultra" },
  themes: { light: "Light", dark: "Dark", system: "System" },
  seenAs: (/** @type {string} */ name) => `This room sees ${name}`,
  hiddenByHost: (/** @type {string} */ shown) => `${shown}. The host has hidden your own name`,
  hideCodeLimits:
    "Copying the link still works. This browser’s history still has the code, and a link from elsewhere shows it until " +
    "its page is there. If somebody saw the code, the host can give the room a new one.",
  roomTitle: (/** @type {string | undefined} */ name, /** @type {string} */ code) => `${name || "Room"} · ${code}`,
  leave: "Give up my seat",
  leaveTo: (/** @type {string} */ heir) => (heir ? `Give up my seat, and make ${heir} host` : "Give up my seat"),
  heir: (/** @type {string} */ name) =>
    `You are the host. If you give up your seat, ${name} becomes host at once. If you are just away, whoever has been ` +
    "here longest becomes host after a minute.",
};

/** The sheet of the account. */
export const account = {
  guest: "You are a guest: no email, no password. Your results are kept by the server, not by this browser.",
  title: "You",
  device: "Another device",
  signOutOthers: "Sign out others",
  signOutOthersSure: "Sign out all other devices",
  othersOut: "Every other device is signed out",
  devices: "Devices",
  haveCode: "I have a code",
  signOutHere: "Sign out here",
  signOutHereSure: "Sign out on this device",
  hereOut: "Signed out on this device",
  onlyDevice:
    "If this is your only device, get a code for another one before you sign out here: without one nobody can be you again.",
  codeTitle: "Your code",
  shareLink: "Share the link",
  codeOver: "That code has expired. Get another one.",
  qr: "The link as a QR code",
  nameToDelete: "Your name, to confirm",
  delete: "Delete me",
  deleted: "You are deleted",
  data: "Your data",
  download: "Download",
  kept: "What is kept",
  deleteMeans:
    "Your name is removed everywhere, your seats are given up, and all devices are signed out. Your results still rank, without a name. This cannot be undone. Type your name to go on.",
  since: (/** @type {number} */ instant) => `Here since ${longDate(instant)}. `,
  codeUse: (/** @type {Node} */ left, /** @type {Node} */ address) => [
    "Good once, for ",
    left,
    ". Open ",
    address,
    " on the other device, or scan this.",
  ],
  code: (/** @type {string} */ spelled) => `Code ${spelled}`,
};

/** The words that say that this device is another player now. */
export const signedOut = {
  newGuest: "You are a new guest",
  aGuest: "a guest",
  safe:
    "Unless it was deleted, what you raced is safe on the server. A code from another device of yours brings it back to this one: there, tap your name, then “Another device”.",
  haveCode: "I have a code",
  goOn: "Go on as a guest",
  title: "Signed out",
  signedOut:
    "Another device has signed this one out, or has deleted the player. Unless it was deleted, what was raced is safe on the server.",
  raceAsGuest: "Race as a new guest",
  now: (/** @type {string} */ name) => `You are ${name} now`,
  forgotten: (/** @type {Node} */ before, /** @type {Node} */ now) => [
    "Here you were ",
    before,
    ". This browser’s cookies were cleared, or that player was deleted on another device. Now you are ",
    now,
    ".",
  ],
};

/** The page on which a device takes a code from another one. */
export const link = {
  title: "I have a code",
  lead:
    "Get one on the device where you race already: tap your name, then “Another device”. With it, this device is you as well: same name, same streak, same rooms.",
  label: "Code from your other device",
  use: "Use this code",
  code: "Code",
  bad: "That code is wrong or has expired. Get another one on your other device.",
  races: (/** @type {number} */ count) => counted(count, "race"),
  rooms: (/** @type {number} */ count) => counted(count, "room"),
  raced: (/** @type {string | undefined} */ name, /** @type {string[]} */ left) =>
    `This device has raced as ${name ?? "a guest"}: ${listed(left)}.`,
  leftBehind:
    " They stay there and are not merged. To keep a way back, get a code for that player first: tap your name.",
  welcome: (/** @type {string} */ name) => `Welcome back, ${name}`,
};

/** @typedef {NonNullable<import("../protocol.js").Privacy["forgets"]>} Forgets */

/** The page of what the server keeps. */
export const privacy = {
  title: "Privacy",
  lead:
    "What this server keeps about you, and until when, according to its settings. No email, no password, no advertising, and the page asks nothing of other servers.",
  loading: "Loading",
  kept: "What is kept",
  setUp: "How this server is set up",
  server: "Server",
  cookie: "Cookie",
  devices: "Other devices",
  log: "Log",
  figures: "Figures",
  counted: "The server counts what it does, for its operator: no names and no addresses.",
  notCounted: "None are kept.",
  browser: "This browser",
  inBrowser:
    "Your looks, your last room, who you were last, your streak and last days, your times of practice, and the word you are typing. They are not sent.",
  yours: "Yours to take, yours to delete",
  account: "Your account",
  untils: /** @type {Record<string, string>} */ ({
    deletion: "Until you delete yourself.",
    // The server says it in its own words.
    anonymous: "",
    restart: "Until the server restarts.",
    host: "As long as the operator keeps it.",
  }),
  whats: /** @type {Record<string, string>} */ ({
    player: "You",
    games: "Your games",
    practice: "Practice",
    audit: "What the operator did",
    refused: "Refused words",
    rooms: "Rooms",
    address: "Address",
    log: "Log",
    webhook: "Sent elsewhere",
  }),
  // `days`: after which it goes; `forgets`: after how many days the server forgets players and rooms, if it does.
  keeps: /** @type {Record<string, (days: number, forgets: Forgets) => string>} */ ({
    player: (_, { players }) =>
      "A random number, your name, when you came first, the day of your last visit, and how often you signed out " +
      "everywhere. If the operator gave you another name: until when you keep it. If you are banned: since when." +
      (players
        ? ` If you do not come for ${counted(players, "day")} you are deleted as if you had done it yourself, unless ` +
          "you are banned or on the roster of a class here."
        : ""),
    games: () =>
      "Your games: when you opened them, your guesses, and your times. Deletion takes your name off them; they still " +
      "count in the rankings.",
    practice: () => "Your practice games.",
    audit: (days) =>
      `What those who run the server did, for ${counted(days, "day")}. If it was about you, with your random number.`,
    refused: (days) =>
      `Texts that were tried as words and are in no list, with how often, for ${counted(days, "day")}, and not by whom.`,
    rooms: (_, { rooms }) =>
      "The rooms you were in: your names there, and what you did in races. Deletion takes your names away; the log of a " +
      "room keeps what the room was called first." +
      (rooms
        ? ` A room in which nothing happens for ${counted(rooms, "day")} is deleted with its log; your own games stay.`
        : ""),
    address: () => "Your network address, in memory only, to count how much is asked from it.",
    log: () =>
      "The network address of a connection that was cut off because it read too slowly, in the log. If the operator " +
      "gave you another name: your random number, in the log.",
    webhook: () =>
      "In rooms that the operator has chosen: your name there, your colours and your figures of a day that is over, sent " +
      "to another program or a chat group, which keeps them as its own operator decides. Words are not sent.",
  }),
  serverIs: (/** @type {string} */ name, /** @type {string} */ zone) => `${name}. Its days are those of ${zone}.`,
  cookieIs: (/** @type {string} */ name, /** @type {number} */ days) =>
    `One, “${name}”: it says who you are, no script can read it, and it lives for ${days} days from your last visit.`,
  codeIs: (/** @type {number} */ minutes) =>
    `A code for another device is good for ${minutes} minutes and one use, and is in memory only.`,
  logIs: (/** @type {string} */ level, /** @type {boolean} */ addresses) =>
    `It ${addresses ? "can name" : "names no"} network addresses (level ${level}).`,
  rights: (/** @type {string | undefined} */ name) =>
    "Download everything the server has about you, or delete yourself: what you raced stays in the rankings, under " +
    `the name “${name ?? "Deleted player"}”.`,
};
