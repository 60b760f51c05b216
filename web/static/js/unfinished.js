// @ts-check
/** Unfinished work on this phone, a turn or a picture of the table, stored for this tab so that it survives a reload. */

import { recallValue, remember } from "./kept.js";

const PREFIX = "terranova-unfinished-";

/**
 * @typedef {{ kind: "turn", from: number, turn: string[], undone?: string[] }} BegunTurn  `from`: the revision it was begun at; `undone`: the
 *   actions that were undone, the newest last
 * @typedef {{ kind: "picture", from: number, photo: string | null, earlierPhotos: string[], mends: number | null, after: number, arrangement: any,
 *   held: Record<string, string[]>, order: string[], answers: Record<string, any> }} BegunPicture  `after`: the revision whose
 *   table was changed; for a correction, the one before the corrected entry
 */

/**
 * @param {string} game
 * @param {BegunTurn | BegunPicture} work
 */
export function keepWork(game, work) {
  remember(PREFIX + game, JSON.stringify(work), "sessionStorage");
}

/** @param {string} game */
export function dropWork(game) {
  remember(PREFIX + game, null, "sessionStorage");
}

/**
 * @param {string} game
 * @returns {BegunTurn | BegunPicture | null}
 */
export function findWork(game) {
  const work = recallValue(PREFIX + game, "sessionStorage");
  return Number.isInteger(work?.from) ? work : null;
}
