// @ts-check
/** What the last confirmed change paid, and which pioneers now come off the board. */

import { button, make, sign } from "./dom.js";
import { listed, load, say } from "./words.js";

/**
 * @param {import("./table.js").State} state
 * @param {import("./table.js").Table} table
 */
export function aftermath(state, table) {
  const { last } = state;
  if (!last || last.kind === "start") return null;
  const lines = last.events.map((/** @type {any} */ event) => eventLine(event, table));
  const off = takeOffLines(last.take_off, table);
  if (!lines.length && !off.length) return null;
  return make("ul", { class: "aftermath" }, ...lines, ...off);
}

/**
 * A sentence about a closed territory and what it pays.
 * @param {any} event
 * @param {import("./table.js").Table} table
 */
export function eventWords(event, table) {
  const points = Object.entries(event.awards).map(([colour, n]) => say("share", { name: table.nameOf(colour), n: Number(n) }));
  const where = say("territory_at", { n: event.cells.length, cell: event.cells[0] });
  return `${where} ${points.length ? listed(points) : say("nobody_scores")}.`;
}

/**
 * @param {any} event
 * @param {import("./table.js").Table} table
 */
export function eventLine(event, table) {
  return make("li", {}, showsHexes(table, event.cells, ...Object.keys(event.awards).map(sign), make("span", {}, eventWords(event, table))));
}

/**
 * @param {Record<string, string[]>} takeOff
 * @param {import("./table.js").Table} table
 */
export function takeOffLines(takeOff, table) {
  return Object.entries(takeOff).map(([colour, cells]) =>
    make("li", { class: "take-off" }, showsHexes(table, cells, sign(colour), make("span", {}, say("take_off", { name: table.nameOf(colour), cells: listed(cells) })))),
  );
}

/**
 * Text that highlights its hexes on the board when tapped.
 * @param {import("./table.js").Table} table
 * @param {string[]} cells
 * @param {...import("./dom.js").Child} words
 */
export function showsHexes(table, cells, ...words) {
  return make("button", { type: "button", class: "shows-hexes", onclick: () => table.pointAt(cells) }, ...words);
}

/**
 * The last action, in one line beside the board's tools.
 * @param {import("./table.js").Table} table
 */
export function lastLine(table) {
  const { last } = table.state;
  if (!last || last.kind === "start") return make("p", { class: "last" });
  const isTurn = last.kind === "turn" && last.turn !== "pass";
  const words = isTurn && last.player && last.turn ? `${table.nameOf(last.player)}: ${last.turn.replaceAll("-", "→")}` : last.sentence;
  return make("p", { class: "last" }, last.player ? sign(last.player) : null, make("span", {}, words));
}

/**
 * Offers to correct what was confirmed last, from a photo or by hand.
 * @param {import("./table.js").Table} table
 */
export function correctButton(table) {
  const { last } = table.state;
  if (!last || !["photo", "edit", "ruling"].includes(last.kind)) return null;
  return button(say(last.photo ? "mend_last" : "mend_edit"), async () => (await load(import("./take_up.js"))).correctLast(table), { look: "is-plain", icon: "edit", id: "mend-last" });
}
