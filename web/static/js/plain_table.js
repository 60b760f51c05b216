// @ts-check
/** The board as a plain table, for screen readers. */

import { make } from "./dom.js";
import { pieceName, say } from "./words.js";

/**
 * @param {import("./board_view.js").BoardView} view
 * @param {(cell: string) => void} onPick
 */
export function plainTable(view, onPick) {
  const head = make("tr", {}, ...["column_hex", "column_landscape", "column_piece"].map((name) => make("th", { scope: "col" }, say(name))));
  const rows = view.geometry.cells.map((cell) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, make("button", { type: "button", class: "button is-plain", onclick: () => onPick(cell.id) }, cell.id)),
      make("td", {}, view.terrains.get(cell.terrain)),
      make("td", {}, [pieceName(view.pieces[cell.id] ?? "empty"), view.remarks.get(cell.id)].filter(Boolean).join(", ")),
    ),
  );
  return make("table", { class: "plain-table" }, make("caption", { class: "sr-only" }, say("board")), make("thead", {}, head), make("tbody", {}, ...rows));
}
