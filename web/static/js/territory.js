// @ts-check
/** The facts about one territory: its size, landscapes, value and pioneers. */

import { fetchJson } from "./api.js";
import { entryButton, markShown } from "./chronicle.js";
import { make } from "./dom.js";
import { closeSheet, openSheet } from "./sheet.js";
import { holderWords } from "./taken.js";
import { listed, load, page, say } from "./words.js";

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
 * The calculation of the value: points for each hex.
 * @param {{ cells: string[], value: number }} region
 */
function sum({ cells, value }) {
  const each = value / cells.length;
  return value && Number.isInteger(each) ? make("p", { class: "small number" }, `${cells.length} × ${each} = ${value}`) : null;
}

/**
 * Shows a closed territory of the current board, and the turn that closed it.
 * @param {import("./table.js").Table} table
 * @param {any} region
 */
export function openRegion(table, region) {
  const land = table.state.land.find(({ cells }) => cells.includes(region.cells[0]));
  const onClose = () => {
    table.view.showChosen([]);
    markShown(null);
    table.nameHexes();
  };
  const place = make("div", { class: "stack" });
  openSheet(say("territory", { n: region.cells.length, cell: region.cells[0] }), [land ? make("p", {}, sentence(holderWords(table, land))) : null, ...regionFacts(table, region), place], { onClose });
  table.view.showChosen(region.cells);
  table.nameHexes();
  if (land?.revision) void showEntry(table, land.revision, place);
}

/** @param {string} words */
function sentence(words) {
  return `${words.charAt(0).toLocaleUpperCase(page.lang)}${words.slice(1)}.`;
}

/**
 * The line of the history that settled a territory; it leads to the board as it was.
 * @param {import("./table.js").Table} table
 * @param {number} revision
 * @param {HTMLElement} place
 */
async function showEntry(table, revision, place) {
  const { entry } = await fetchJson(`${table.path}/revisions/${revision}`).catch(() => ({}));
  if (!entry) return;
  const choose = async () => {
    closeSheet();
    await (await load(import("./history.js"))).showPast(table, { revision });
  };
  place.replaceChildren(make("h3", {}, say("closed_by")), entryButton(entry, choose));
  markShown(revision);
}
