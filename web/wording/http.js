// The failures of what is asked over HTTP.

export const http = {
  noAnswer: "No answer from the server. Try again in a moment",
  cannot: "The server could not do that. Try again in a moment",
  tooFast: (/** @type {string} */ seconds) => `Too fast. Try again in ${seconds} s`,
};
