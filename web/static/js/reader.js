// @ts-check
/** Whether photos can be read now; while the page waits for the reader, it polls at a low rate. */

import { fetchJson } from "./api.js";
import { page } from "./words.js";

const AGAIN_MS = 2000;

/** Asks whether the reader is available; without an answer, the last known state is kept. */
export async function lookForReader() {
  const status = await fetchJson("/api/reader").catch(() => null);
  if (status) page.reader = status;
  return page.reader;
}

/**
 * Waits until the reader is available again.
 * @param {HTMLElement} sheet  the sheet that waits for it; polling ends when the sheet is closed
 */
export async function awaitReader(sheet) {
  while (sheet.isConnected) {
    if (!document.hidden && (await lookForReader()).ready) return sheet.isConnected;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  return false;
}
