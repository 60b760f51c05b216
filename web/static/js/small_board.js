// @ts-check
/** A small picture of a part of the board with its own pieces; two side by side ask which board is right. */

import { byId, makeSvg } from "./dom.js";

/** The margin around the hexes that differ, and the least width of the picture, in hexes. */
const [MARGIN, LEAST_ACROSS] = [1, 4];

/**
 * @param {import("./board_view.js").BoardView} view
 * @param {Record<string, string>} pieces
 * @param {string[]} differing  the cells that matter
 */
export function smallBoard(view, pieces, differing) {
  const { geometry } = view;
  const frame = frameRound(view, differing);
  const [left, top, width, height] = geometry.view;
  const source = /** @type {HTMLImageElement} */ (byId("board-picture")).src;
  const size = geometry.hex_mm * 0.74;
  const shown = geometry.cells.filter(({ x, y }) => x > frame[0] - size && x < frame[0] + frame[2] + size && y > frame[1] - size && y < frame[1] + frame[3] + size);
  const lying = shown.filter(({ id }) => pieces[id]).map(({ id, x, y }) => makeSvg("use", { href: `#p-${pieces[id]}`, x: x - size / 2, y: y - size / 2, width: size, height: size }));
  const rings = shown.filter(({ id }) => differing.includes(id)).map(({ x, y }) => makeSvg("polygon", { class: "differs", points: view.outline(0.94), transform: `translate(${x} ${y})` }));
  return makeSvg("svg", { class: "small-board", viewBox: frame.join(" "), "aria-hidden": "true" }, makeSvg("image", { href: source, x: left, y: top, width, height }), ...rings, ...lying);
}

/**
 * A square part of the board around some cells, in board millimetres, moved inside the board where it reaches beyond.
 * @param {import("./board_view.js").BoardView} view
 * @param {string[]} differing
 */
function frameRound({ cells, geometry }, differing) {
  const at = differing.map((id) => cells.get(id)).filter((cell) => cell !== undefined);
  const [xs, ys] = [at.map(({ x }) => x), at.map(({ y }) => y)];
  const margin = geometry.hex_mm * (MARGIN + 0.5);
  const side = Math.max(Math.max(...xs) - Math.min(...xs) + 2 * margin, Math.max(...ys) - Math.min(...ys) + 2 * margin, LEAST_ACROSS * geometry.hex_mm);
  const [left, top, width, height] = geometry.view;
  /** @type {(middle: number, least: number, room: number) => number} */
  const begin = (middle, least, room) => Math.max(least, Math.min(middle - side / 2, least + room - side));
  return [begin((Math.max(...xs) + Math.min(...xs)) / 2, left, width), begin((Math.max(...ys) + Math.min(...ys)) / 2, top, height), side, side];
}
