// The entrance of a private server.

import { counted } from "../wording.js";

/** @param {number} seconds */
const waitWords = (seconds) =>
  seconds > 90 ? counted(Math.ceil(seconds / 60), "minute") : counted(seconds, "second");

/** The words in place of every page until somebody has given the password of the server. */
export const entrance = {
  title: "This server is private",
  lead: "Whoever invited you knows its password.",
  invited: "You need an invitation: ask whoever runs this server for a link.",
  bannedTitle: "You cannot come in",
  banned: "Whoever runs this server keeps you out. If you think that is a mistake, ask them.",
  inviting: "Checking your invitation …",
  isInvited: "You are invited.",
  badInvitation: "This invitation has been used up, has expired, or was taken back.",
  badCode: "That is not your code. Check your strip of paper again.",
  classTitle: "Your class races here",
  classLead: "Your teacher gave you a code. It is yours alone.",
  codeLabel: "Your code",
  label: "Password of this server",
  show: "Show the password",
  goIn: "Go in",
  wrong: "That is not it. Capitals count.",
  canAgain: "You can try again",
  busy: "The server is busy. Try again in a moment.",
  otherDevice: "Do you race here on another device? A code from it is enough.",
  haveCode: "I have a code",
  privacy: "Privacy",
  again: (/** @type {string} */ time) => `Again in ${time}`,
  tooMany: (/** @type {number} */ seconds) => `Too many tries. Wait ${waitWords(seconds)}.`,
};
