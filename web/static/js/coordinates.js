// @ts-check
/** The switch that shows the printed names of all hexes, kept on this phone. */

import { remember } from "./kept.js";

/** @returns {boolean} */
export function hasCoordinates() {
  return document.body.classList.contains("shows-labels");
}

/**
 * @param {import("./board_view.js").BoardView} view
 * @param {boolean} wanted
 */
export function showCoordinates(view, wanted) {
  if (wanted) view.drawLabels();
  document.body.classList.toggle("shows-labels", wanted);
  remember("terranova-coordinates", wanted ? "shown" : null);
}
