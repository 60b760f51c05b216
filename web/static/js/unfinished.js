// @ts-check
/** Unfinished work on this phone, a turn or a picture of the table, stored for this tab so that it survives a reload. */

const PREFIX = "terranova-unfinished-";

/**
 * @typedef {{ kind: "turn", from: number, turn: string[], undone?: string[] }} BegunTurn  `from`: the revision it was begun at; `undone`: what was
 *   undone actions, the newest last
 * @typedef {{ kind: "picture", from: number, photo: string | null, earlierPhotos: string[], mends: number | null, after: number, arrangement: any,
 *   held: Record<string, string[]>, order: string[], answers: Record<string, any> }} BegunPicture  `after`: the revision whose table it
 *   was changed; for a correction, the one before the corrected entry
 */

/**
 * @param {string} game
 * @param {BegunTurn | BegunPicture} work
 */
export function keepWork(game, work) {
  try {
    sessionStorage.setItem(PREFIX + game, JSON.stringify(work));
  } catch {
    // Storage is switched off or full, so nothing is stored.
  }
}

/** @param {string} game */
export function dropWork(game) {
  try {
    sessionStorage.removeItem(PREFIX + game);
  } catch {
    // As above.
  }
}

/**
 * @param {string} game
 * @returns {BegunTurn | BegunPicture | null}
 */
export function findWork(game) {
  try {
    const work = JSON.parse(sessionStorage.getItem(PREFIX + game) ?? "null");
    return Number.isInteger(work?.from) ? work : null;
  } catch {
    return null;
  }
}
