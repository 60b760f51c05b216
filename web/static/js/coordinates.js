// @ts-check
/** The switch that shows the printed names of all hexes, kept on this phone. */

const KEPT_AS = "terranova-coordinates";

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
  try {
    localStorage.setItem(KEPT_AS, wanted ? "shown" : "");
  } catch {
    // A phone that keeps nothing forgets it with the page.
  }
}

/** @param {import("./board_view.js").BoardView} view */
export function restoreCoordinates(view) {
  try {
    if (localStorage.getItem(KEPT_AS)) showCoordinates(view, true);
  } catch {
    // As above.
  }
}
