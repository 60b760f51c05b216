// @ts-check
/** What is known of one territory: how large, of which landscapes, what it is worth, who stands there. */

import { make } from "./dom.js";
import { openSheet } from "./sheet.js";
import { listed, say } from "./words.js";

/**
 * @param {import("./table.js").Table} table
 * @param {{ cells: string[], terrains: string[], value: number, pioneers: Record<string, number> }} region
 */
export function regionFacts(table, region) {
  const landscapes = region.terrains.map((id) => table.view.terrains.get(id) ?? id);
  const standing = Object.entries(region.pioneers).map(([colour, n]) => say("standing", { name: table.nameOf(colour), n }));
  return [
    make("p", { class: "small" }, say("landscapes", { n: landscapes.length, names: listed(landscapes) })),
    sum(region),
    standing.length ? make("p", { class: "small" }, say("who_stands", { names: listed(standing) })) : null,
  ];
}

/**
 * How the value comes about: so many points for each hex.
 * @param {{ cells: string[], value: number }} region
 */
function sum({ cells, value }) {
  const each = value / cells.length;
  return value && Number.isInteger(each) ? make("p", { class: "small number" }, `${cells.length} × ${each} = ${value}`) : null;
}

/**
 * Opens the closed territory that a hex belongs to; false where there is none.
 * @param {import("./table.js").Table} table
 * @param {string} cell
 */
export function openTerritoryAt(table, cell) {
  const region = table.state.score.regions.find((/** @type {any} */ one) => one.closed && one.cells.includes(cell));
  if (region) openRegion(table, region);
  return Boolean(region);
}

/**
 * Tells about a closed territory of the board as it stands.
 * @param {import("./table.js").Table} table
 * @param {any} region
 */
export function openRegion(table, region) {
  openSheet(say("territory", { n: region.cells.length, cell: region.cells[0] }), regionFacts(table, region), { onClose: () => table.view.showChosen([]) });
  table.view.showChosen(region.cells);
}
