// The requests of the admin page to the server, like those of `tilerace admin`, proved by a cookie of its own.

import { reasoned, refusals, words } from "../wording/admin.js";

/** The text before every path of the server, where it does not have its host for itself. */
export const site = document.documentElement.dataset.site ?? "";

/** Why the server did not do as asked; `code` is one of docs/protocol.md, `status` 0 if it did not answer. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * @param {string} path below the address of administration: `/session`
 * @param {"GET" | "POST" | "DELETE"} [method]
 * @param {object} [body]
 * @returns {Promise<any>} the answer; null if it has no body
 */
export async function call(path, method = "GET", body) {
  const response = await send(`${site}/api/v1/admin${path}`, {
    method,
    cache: "no-store",
    credentials: "same-origin",
    headers: { "tilerace-admin": "1", ...(body ? { "Content-Type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const json = await read(response);
  if (response.ok) return json;
  throw new Refusal(response.status, json?.code ?? "", refusalWords(response, json));
}

/**
 * Why the server refused something, in words for a person.
 * @param {Response} response
 * @param {{ code?: string, detail?: string } | null} json
 */
function refusalWords({ status, headers }, json) {
  const { code = "", detail = "" } = json ?? {};
  if (status === 429 && headers.has("Retry-After")) return words.tooOften(Number(headers.get("Retry-After")));
  const said = refusals[code] ?? (json ? detail || words.failed : words.strange);
  return reasoned.includes(code) ? `${said} ${detail}` : said;
}

/**
 * Sends a request. A browser's words for a network that fails are for who writes pages.
 * @param {string} address
 * @param {RequestInit} request
 */
async function send(address, request) {
  try {
    return await fetch(address, request);
  } catch {
    throw new Refusal(0, "", words.lost);
  }
}

/**
 * The answer; null if it has no body, or one of something that stands before the server.
 * @param {Response} response
 * @returns {Promise<any>}
 */
async function read(response) {
  try {
    const text = await response.text();
    return text ? JSON.parse(text) : null;
  } catch {
    if (response.ok) throw new Refusal(0, "", words.strange);
    return null;
  }
}

/**
 * @param {string} verb
 * @param {Record<string, string>} [fields]
 */
export const ask = (verb, fields = {}) => call("", "POST", { do: verb, ...fields });
