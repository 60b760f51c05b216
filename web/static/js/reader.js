// @ts-check
/** Whether photos can be read now; while somebody waits for the reader, it is asked for again and again, gently. */

import { fetchJson } from "./api.js";
import { page } from "./words.js";

const AGAIN_MS = 2000;

/** Asks whether the reader is there; without an answer what was known last still holds. */
export async function lookForReader() {
  const status = await fetchJson("/api/reader").catch(() => null);
  if (status) page.reader = status;
  return page.reader;
}

/**
 * Waits until the reader is there again.
 * @param {HTMLElement} sheet  where somebody waits for it; nobody asks once that is closed
 */
export async function awaitReader(sheet) {
  while (sheet.isConnected) {
    if (!document.hidden && (await lookForReader()).ready) return sheet.isConnected;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  return false;
}
