// @ts-check
/** The drawing by keyboard: one tab stop, arrows, digits paint, 0 and Delete clear. */

import { SEA } from "./drawing.js";

/**
 * @param {import("./drawing_view.js").DrawingView} view
 * @param {{ paint: (hex: number, landscape: number) => void, chosen: () => number, undo: () => void, redo: () => void }} deeds
 */
export function bindDrawingKeys(view, deeds) {
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target instanceof HTMLInputElement) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    if (key === "y" || event.shiftKey) deeds.redo();
    else deeds.undo();
    event.preventDefault();
  });
  view.svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = neighbour(view, event.key);
    if (next !== undefined) view.focus(next);
    else {
      const landscape = landscapeFor(event.key, view.grid.palette.length, deeds.chosen());
      if (landscape === undefined) return;
      deeds.paint(view.here, landscape);
    }
    event.preventDefault();
  });
}

/**
 * @param {string} key
 * @param {number} count
 * @param {number} chosen
 */
function landscapeFor(key, count, chosen) {
  if (["0", "Delete", "Backspace"].includes(key)) return SEA;
  if (key === "Enter" || key === " ") return chosen;
  const digit = /^[1-9]$/.test(key) ? Number(key) : 0;
  return digit > 0 && digit <= count ? digit - 1 : undefined;
}

/**
 * The hex that an arrow key leads to; up and then down returns to the same hex.
 * @param {import("./drawing_view.js").DrawingView} view
 * @param {string} key
 * @returns {number | undefined}
 */
function neighbour({ drawing, here }, key) {
  const { row, place, q, r } = drawing.hexes[here];
  const own = drawing.rows[row];
  const lean = r % 2 ? 0 : 1;
  switch (key) {
    case "ArrowLeft":
      return own[Math.max(0, place - 1)];
    case "ArrowRight":
      return own[Math.min(own.length - 1, place + 1)];
    case "ArrowUp":
      return drawing.hexAt(q + lean, r - 1) ?? drawing.hexAt(q + 1 - lean, r - 1) ?? here;
    case "ArrowDown":
      return drawing.hexAt(q - 1 + lean, r + 1) ?? drawing.hexAt(q - lean, r + 1) ?? here;
    case "Home":
      return own[0];
    case "End":
      return own[own.length - 1];
    default:
      return undefined;
  }
}
