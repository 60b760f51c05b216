// @ts-check
/** Unfinished drawings, stored on this phone until they are saved or discarded. Saved boards do not depend on this storage. */

import { recallValue, remember } from "./kept.js";

const PREFIX = "terranova.drawing.";

/** @typedef {{ title: string, version: string | null, terrains: string[], cells: number[][], at: number }} Kept */

/**
 * @param {string} page  the address of the editor that it belongs to
 * @param {Kept} kept
 */
export function keepDrawing(page, kept) {
  remember(PREFIX + page, JSON.stringify(kept));
}

/** @param {string} page */
export function dropDrawing(page) {
  remember(PREFIX + page, null);
}

/**
 * @param {string} page
 * @returns {Kept | null}
 */
export function findDrawing(page) {
  const kept = recallValue(PREFIX + page);
  const isSound = Array.isArray(kept?.cells) && kept.cells.every(isCell) && Array.isArray(kept.terrains) && typeof kept.title === "string";
  return isSound ? kept : null;
}

/** @param {unknown} cell */
function isCell(cell) {
  return Array.isArray(cell) && cell.length === 3 && cell.every(Number.isInteger);
}

/** @returns {{ page: string, kept: Kept }[]}  the newest first */
export function listDrawings() {
  try {
    const pages = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    const found = pages.map((key) => ({ page: key.slice(PREFIX.length), kept: findDrawing(key.slice(PREFIX.length)) }));
    return /** @type {{ page: string, kept: Kept }[]} */ (found.filter(({ page, kept }) => kept && page.startsWith("/boards/"))).sort((one, other) => other.kept.at - one.kept.at);
  } catch {
    return [];
  }
}
