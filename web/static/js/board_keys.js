// @ts-check
/** The board by keyboard: one tab stop, arrows along rows and across them, six keys for the six directions, letters for pieces. */

/** @typedef {import("./board_view.js").BoardView} BoardView */

/* Places in `to`: E SE SW W NW NE. Round the K on most keyboards, and round the 5 on the number pad. */
/** @type {Record<string, number>} */
const DIRECTIONS = { l: 0, 6: 0, m: 1, 3: 1, n: 2, 1: 2, j: 3, 4: 3, i: 4, 7: 4, o: 5, 9: 5 };

/** @type {Record<string, string>} */
const PIECES = { r: "red", y: "yellow", b: "blue", g: "green", s: "stone", ".": "empty", Delete: "empty", Backspace: "empty" };

/**
 * @typedef {{ onPiece?: (cell: string, piece: string) => void, onUndo?: () => void, onEscape?: () => void,
 *   onMove?: (cell: string) => void }} KeyListeners
 */

/**
 * @param {BoardView} view
 * @param {KeyListeners} listeners
 */
export function bindKeys(view, listeners) {
  view.grid.addEventListener("keydown", (event) => {
    const cell = view.cellOf(event.target);
    if (!cell || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== "z") return; // with the shift key it is a capital: redo in other programs
      event.preventDefault();
      return void listeners.onUndo?.();
    }
    if (handle(view, listeners, cell, event.key)) event.preventDefault();
  });
  view.grid.addEventListener("focusin", (event) => {
    const cell = view.cellOf(event.target);
    if (cell) listeners.onMove?.(cell);
  });
}

/**
 * @param {BoardView} view
 * @param {KeyListeners} listeners
 * @param {string} cell
 * @param {string} pressed
 */
function handle(view, listeners, cell, pressed) {
  const key = pressed.length === 1 ? pressed.toLowerCase() : pressed;
  const next = neighbour(view, cell, key);
  if (next !== undefined) {
    if (next) view.focus(next);
    return true;
  }
  if (key === "Enter" || key === " ") view.onPick(cell);
  else if (key === "Escape") listeners.onEscape?.();
  else if (key === "u") listeners.onUndo?.();
  else if (key in PIECES) listeners.onPiece?.(cell, PIECES[key]);
  else return false;
  return true;
}

/**
 * The cell that a key leads to: null at the edge, undefined for other keys.
 * @param {BoardView} view
 * @param {string} id
 * @param {string} key
 */
function neighbour(view, id, key) {
  const cell = /** @type {import("./board_view.js").Cell} */ (view.cells.get(id));
  if (key in DIRECTIONS) return cell.to[DIRECTIONS[key]];
  const row = view.geometry.cells.filter((other) => other.row === cell.row);
  const place = row.indexOf(cell);
  switch (key) {
    case "ArrowLeft":
      return row[place - 1]?.id ?? null;
    case "ArrowRight":
      return row[place + 1]?.id ?? null;
    case "ArrowUp":
      return cell.up;
    case "ArrowDown":
      return cell.down;
    case "Home":
      return row[0].id;
    case "End":
      return row[row.length - 1].id;
    default:
      return undefined;
  }
}
