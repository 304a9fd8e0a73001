// The HTTP side of the server, for what no socket is needed for.

import { inTurn, site } from "./link.js";
import { httpRefusal } from "./wording/refusals.js";

/** A refusal of the server, in the page's words; `status` is that of HTTP, 0 where no answer came. */
export class HTTPError extends Error {
  /**
   * @param {number} status
   * @param {string} [code] names the reason, where the server has more than one for a status
   * @param {number} [retry] s until the same can be asked again, 0 where the server said nothing
   */
  constructor(status, code = "", retry = 0) {
    super(httpRefusal(status, code, retry));
    this.status = status;
    this.code = code;
    this.retry = retry;
  }
}

/** @typedef {{ method?: string, body?: object | undefined, signal?: AbortSignal | undefined }} Asking */

/**
 * Asks the server. Fails with `HTTPError`.
 * @param {string} path below /api/v1
 * @param {Asking} options
 * @returns {Promise<Response>} that is no refusal; its body is still to be read
 */
export async function answerTo(path, { method = "GET", body, signal } = {}) {
  /** @type {RequestInit} */
  const init = { method, ...(signal && { signal }) };
  if (body) Object.assign(init, { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
  const response = await fetch(`${site}/api/v1${path}`, init).catch((error) => {
    throw signal?.aborted ? error : new HTTPError(0);
  });
  if (response.ok) return response;
  // The status is known, whatever becomes of the rest.
  const answer = await bodyOf(response).catch((error) => {
    if (signal?.aborted) throw error;
    return null;
  });
  // The cookie is gone, whatever this page was before: main.js sees to it.
  if (/^(password|invitation|code)_needed$/.test(answer?.code)) document.dispatchEvent(new Event("stranger"));
  throw new HTTPError(response.status, answer?.code, Number(response.headers.get("Retry-After")));
}

/**
 * Asks the server, and reads its JSON. Fails with `HTTPError`.
 * @param {string} path below /api/v1
 * @param {Asking} [options]
 * @returns {Promise<any>} null where the answer is empty
 */
export async function ask(path, options) {
  const response = await answerTo(path, options);
  try {
    return await bodyOf(response);
  } catch (error) {
    // The line broke, or something else answered: what a browser says of that is for those who write pages.
    throw options?.signal?.aborted ? error : new HTTPError(0);
  }
}

/** The last change of the cookie that this page has asked for. @type {Promise<unknown>} */
let change = Promise.resolve();

/**
 * Asks for what changes the cookie of somebody known, one after the other (`inTurn`). Fails with `HTTPError`.
 * @param {string} path below /api/v1
 * @param {Asking} options
 * @returns {Promise<any>}
 */
export function askForCookie(path, options) {
  const done = change.then(() => inTurn(() => ask(path, options)));
  change = done.catch(() => {});
  return done;
}

/**
 * The JSON of an answer; null where it has none.
 * @param {Response} response
 */
async function bodyOf(response) {
  const text = await response.text();
  return text.startsWith("{") ? JSON.parse(text) : null;
}
