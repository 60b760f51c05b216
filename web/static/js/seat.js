// @ts-check
/** The player whose phone this is, stored on the phone for each game. */

const PREFIX = "terranova-seat-";

/**
 * The colour of the player whose phone this is, if one was chosen.
 * @param {string} game
 * @returns {string | null}
 */
export function seatOf(game) {
  return recall(PREFIX + game);
}

/**
 * Whether this is the phone of one player, and it is another's turn.
 * @param {import("./table.js").State} state
 */
export function isOthersTurn({ id, ended, players }) {
  const seat = seatOf(id);
  return !ended && players.some(({ colour }) => colour === seat) && players.some(({ to_move, colour }) => to_move && colour !== seat);
}

/**
 * @param {string} game
 * @param {string | null} colour
 */
export function takeSeat(game, colour) {
  remember(PREFIX + game, colour);
}

/**
 * @param {string} name
 * @returns {string | null}
 */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is switched off
  }
}

/**
 * @param {string} name
 * @param {string | null} value
 */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // As above.
  }
}
