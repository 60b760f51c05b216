// @ts-check
/** Unfinished turns: sent to the other phones and drawn faintly there. They are not part of the game. */

import { sendJson } from "./api.js";
import { byId, make, makeSvg } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

const REPEAT_MS = 10_000;
const PIECE_SHARE = 0.74;
const RING_SHARE = 0.42;

/** @type {ReturnType<typeof setInterval> | undefined} */
let repeating;
let drawn = "";

/**
 * Shares an unfinished turn with the other phones.
 * @param {Table} table
 * @param {number} from
 * @param {string[]} done
 */
export function shareTurn(table, from, done) {
  clearInterval(repeating);
  const tell = () => sendJson(`${table.path}/unfinished`, { from, turn: done.join(" ") }, "PUT").catch(() => null);
  void tell();
  if (done.length) repeating = setInterval(() => (table.state.revision === from ? void tell() : clearInterval(repeating)), REPEAT_MS);
}

/**
 * Draws another phone's unfinished turn, unless this phone has one of its own.
 * @param {Table} table
 * @param {string} turn  empty to take it away
 */
export function showTurnOfOthers(table, turn) {
  const { activity, state } = table;
  const isFree = activity !== null && "done" in activity && !activity.canUndo;
  const shown = isFree ? turn : "";
  const key = `${state.revision} ${shown}`;
  if (key === drawn) return;
  drawn = key;
  for (const old of document.querySelectorAll(".others-turn")) old.remove();
  const player = state.players.find((one) => one.to_move);
  if (!shown || !player) return;
  table.view.top.append(makeSvg("g", { class: "others-turn" }, ...shown.split(" ").flatMap((action) => parts(table.view, action, player.colour))));
  byId("board").append(make("p", { class: "others-turn others-note", role: "status" }, say("turn_not_final", { name: player.name })));
}

/**
 * @param {import("./board_view.js").BoardView} view
 * @param {string} action
 * @param {string} colour
 */
function parts(view, action, colour) {
  const [from, to] = action.replace(/^[+@]/, "").split("-").map((id) => view.cells.get(id));
  const at = to ?? from;
  if (!from || !at) return [];
  const size = view.geometry.hex_mm;
  const side = size * PIECE_SHARE;
  const piece = action.startsWith("+") ? "stone" : colour;
  const drawing = makeSvg("use", { href: `#p-${piece}`, x: at.x - side / 2, y: at.y - side / 2, width: side, height: side });
  return [drawing, to ? view.arrow(from, to) : makeSvg("circle", { class: "ring", cx: at.x, cy: at.y, r: size * RING_SHARE })];
}
