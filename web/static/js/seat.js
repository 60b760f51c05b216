// @ts-check
/** The player whose phone this is, stored on the phone for each game. */

import { recall, remember } from "./kept.js";

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
