// @ts-check
/** Settled land on the board: tinted in its owner's colour, and described for screen readers. */

import { listed, load, say } from "./words.js";
import { landTints } from "./tints.js";

/** @typedef {import("./tints.js").Land} Land */

/**
 * Shows the owner of each settled land.
 * @param {import("./table.js").Table} table
 * @param {Land[]} land
 * @param {number} [revision]  the one whose land is highlighted
 * @param {{ cells: string[], awards: Record<string, number> }[]} [events]  territories that an unfinished turn has closed
 */
export function showLand(table, land, revision, events = []) {
  const holders = new Map(land.flatMap((one) => one.cells.map((cell) => [cell, holderWords(table, one)])));
  const closed = events.map((event) => ({ cells: event.cells, look: tintOf(event.awards), fresh: true }));
  table.view.showTints([...landTints(land, revision), ...closed], holders);
}

/**
 * The tints of a picture's territories: those that pay now, those that need an answer, and land settled before.
 * @param {import("./table.js").Table} table
 * @param {import("./api_types.js").Preview["regions"]} regions
 */
export function regionTints(table, regions) {
  return regions.flatMap(({ cells, status, awards }) => {
    if (status === "open") return [];
    if (status === "pays") return [{ cells, look: tintOf(awards) }];
    const held = status === "paid" && table.state.land.find((land) => cells.includes(land.cells[0]));
    return held ? landTints([{ ...held, cells }]) : [{ cells, look: status }];
  });
}

/**
 * Opens the information about a hex's land: the value of a territory, or the prospects of open land. False if there is none.
 * @param {import("./table.js").Table} table
 * @param {string} cell
 */
export function openLandAt(table, cell) {
  const region = table.state.score.regions.find((/** @type {any} */ one) => one.cells.includes(cell));
  if (!region) return false;
  if (region.closed) void load(import("./territory.js")).then(({ openRegion }) => openRegion(table, region));
  else if (table.state.phase !== "playing" || (!table.isKeeper && table.view.pieces[cell])) return false;
  else void load(import("./prospects.js")).then(({ openProspects }) => openProspects(table, cell));
  return true;
}

/**
 * The owner of settled land, and what it paid.
 * @param {import("./table.js").Table} table
 * @param {Land} land
 */
export function holderWords(table, { look, awards }) {
  if (look === "nobody") return say("land_of_nobody");
  return say("land_of", { shares: listed(Object.entries(awards).map(([colour, n]) => say("share", { name: table.nameOf(colour), n }))) });
}

/**
 * The look of a territory that pays these awards.
 * @param {Record<string, number>} awards
 */
export function tintOf(awards) {
  const colours = Object.keys(awards);
  return colours.length === 1 ? colours[0] : colours.length ? "shared" : "nobody";
}
