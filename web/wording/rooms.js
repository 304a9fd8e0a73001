// What is said in rooms beside the race: invitations, nudges, reactions.

import { counted } from "../wording.js";

/** Who of a room has not raced today, and the nudge. */
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
    `${name ?? `${count} of ${all}`} ${count === 1 ? "has" : "have"} not raced today.`,
  nudgesYou: (/** @type {string} */ name, /** @type {string} */ race) =>
    `${name} nudges you: today’s ${race} is waiting`,
};

/** The sheet with the ways into a room. */
export const invite = {
  title: "Invite",
  link: "Link",
  copied: "Link copied",
  share: "Share the link",
  scan: "Scan this, open the link, or type the code at",
  hidden: "Your screen hides room codes. The link can be copied without being seen.",
  copyUnseen: "Copy unseen",
  show: "Show the code",
  local: "This link opens on this machine only.",
  localHint: " Open Tilerace by the address that others use, and invite from there.",
};

/** A text that can be copied. */
export const copyField = {
  marked: "Marked. Copy it now",
  copy: "Copy",
  copyOf: (/** @type {string} */ label) => `Copy: ${label}`,
};

/** A room’s code as a picture and as tiles. */
export const ways = {
  qr: "A QR code with the address of this room",
  codeHidden: "Room code hidden",
  code: (/** @type {string} */ code) => `Room code ${code}`,
};

/** The part of that sheet for streamers. */
export const streaming = {
  wall: "Stage view, for a wall",
  staysGood: "It stays good when the room gets a new code: for your own software only.",
  showFirst: "Show the code first: it is part of this address.",
  address: "Overlay address",
  copied: "Overlay address copied",
  title: "For streamers and walls",
  lead:
    "Give this address to your streaming software as a browser source: lanes and clock on a transparent page, never a letter.",
  choices: {
    at: "Where",
    size: "Size",
    names: "Names",
  },
  values: {
    "top-left": "Top left",
    "top-right": "Top right",
    "bottom-left": "Bottom left",
    "bottom-right": "Bottom right",
    small: "Small",
    medium: "Medium",
    full: "Full width",
    on: "Shown",
    off: "Hidden",
  },
};

/** What can be said in a room: the letters of the tiles, and what that is called. */
export const reactions = {
  tray: "Reactions",
  named: /** @type {Record<string, [string, string]>} */ ({
    gg: ["GG", "Good game"],
    clap: ["NICE", "Nice"],
    wow: ["WOW", "Wow"],
    laugh: ["HAHA", "Ha ha"],
    think: ["HMM", "Hmm"],
    fire: ["HOT", "On fire"],
    heart: ["LOVE", "Love it"],
    wave: ["HI", "Hi"],
    nudge: ["RACE?", "Race today"],
  }),
  react: (/** @type {string} */ called) => `React: ${called}`,
};

/** The sheet with everybody’s lanes. */
export const field = {
  lanes: "All lanes, the leader first",
  title: "On the track",
  count: (/** @type {number} */ lanes, /** @type {number} */ ended, /** @type {boolean} */ hasPoints) =>
    `${counted(lanes, "lane")}, ${ended > 0 ? ended : "nobody"} ${hasPoints ? "done" : "home"}.`,
};
