// @ts-check
/** Sends requests to the server that the page came from, and to no other. */

import { page, say } from "./words.js";

/** Why a phone at a club table has to join again. */
const PUT_OUT = ["table-closed", "table-code-changed"];

/** An error reported by the server or the network. */
export class Trouble extends Error {
  /**
   * @param {string} slug
   * @param {string} message
   * @param {number} status
   * @param {Record<string, any>} details
   */
  constructor(slug, message, status = 0, details = {}) {
    super(message);
    this.slug = slug;
    this.status = status;
    this.details = details;
  }
}

/** @param {string} path */
export function inLanguage(path) {
  return `${path}${path.includes("?") ? "&" : "?"}lang=${page.lang}`;
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
async function send(path, options = {}) {
  try {
    return await fetch(inLanguage(path), { credentials: "same-origin", cache: "no-store", ...options });
  } catch {
    throw new Trouble("offline", say("offline"));
  }
}

/**
 * @param {Response} answer
 * @returns {Promise<any>}
 */
async function read(answer) {
  const body = await answer.json().catch(() => ({}));
  if (answer.ok) return body;
  if (PUT_OUT.includes(body.problem)) location.assign("/join"); // that page says why
  throw new Trouble(body.problem ?? "unknown", body.message ?? say("no_answer"), answer.status, body);
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function fetchJson(path) {
  return read(await send(path));
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {string} [method]
 * @returns {Promise<any>}
 */
export async function sendJson(path, body, method = "POST") {
  return read(await send(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }));
}

/**
 * Fetches a resource if it has changed; null otherwise.
 * @param {string} path
 * @param {string | null} tag
 * @param {(headers: Headers) => void} [onHeaders]
 * @returns {Promise<{ body: any, tag: string | null } | null>}
 */
export async function fetchIfNew(path, tag, onHeaders) {
  const answer = await send(path, { headers: tag ? { "If-None-Match": tag } : {} });
  onHeaders?.(answer.headers);
  if (answer.status === 304) return null;
  return { body: await read(answer), tag: answer.headers.get("ETag") };
}

/** A random id, the same for every attempt to save one thing. crypto.randomUUID is missing on plain http. */
export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
