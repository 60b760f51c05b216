// @ts-check
/** The history, newest first: turns, photos, rulings, and lines left by undo. */

import { fetchJson } from "./api.js";
import { byId, make, sign } from "./dom.js";
import { shownSeconds } from "./durations.js";
import { shownTime } from "./page.js";
import { load, say } from "./words.js";

// The server's limit for one page.
const MOST = 500;

/**
 * @param {import("./table.js").Table} table
 * @param {(entry: any) => void} [onChoose]
 * @param {number} [most]
 */
export async function chronicleList(table, onChoose, most) {
  const { history } = await fetchJson(`${table.path}/history?limit=${most ?? MOST}`);
  const here = table.state.revision;
  const entries = [...history].reverse();
  return make("ol", { class: "entries" }, ...entries.map((/** @type {any} */ entry) => entryLine(table, entry, entry.revision === here, onChoose)));
}

/**
 * An entry's sentence, with its moves drawn as arrows.
 * @param {any} entry
 * @returns {string}
 */
export function sentenceOf({ sentence, turn }) {
  return turn ? sentence.replace(turn, turn.replaceAll("-", "→")) : sentence;
}

/**
 * @param {import("./table.js").Table} table
 * @param {any} entry
 * @param {boolean} isHere
 * @param {((entry: any) => void) | undefined} onChoose
 */
function entryLine(table, entry, isHere, onChoose) {
  const notes = [
    entry.unseen?.cells.length ? say("entry_unseen", { n: entry.unseen.cells.length, points: entry.unseen.points }) : null,
    entry.on_line ? null : say("entry_left"),
    entry.seconds ? say("turn_took", { time: shownSeconds(entry.seconds) }) : null,
    isHere ? say("entry_here") : null,
  ].filter(Boolean);
  const content = entryContent(entry, notes.length ? make("span", { class: "small soft" }, ` ${notes.join(" ")}`) : null);
  const look = `entry ${entry.on_line ? "" : "is-left"} ${isHere ? "is-here" : ""}`;
  if (!onChoose) return make("li", { class: look }, ...content);
  return make("li", {}, make("button", { type: "button", class: look, "data-revision": entry.revision, onclick: () => onChoose(entry), "aria-current": isHere ? "step" : null }, ...content));
}

/**
 * A single line of the history.
 * @param {any} entry
 * @param {() => void} onclick
 */
export function entryButton(entry, onclick) {
  return make("button", { type: "button", class: "entry", onclick }, ...entryContent(entry));
}

/**
 * @param {any} entry
 * @param {import("./dom.js").Child} [notes]
 */
function entryContent(entry, notes = null) {
  return [
    make("span", { class: "entry-sign" }, entry.player ? sign(entry.player) : null),
    make("span", { class: "entry-words" }, sentenceOf(entry), notes),
    make("time", { class: "small soft number", datetime: entry.at }, shownTime(entry.at)),
  ];
}

/** @type {number | null} the revision looked back at */
let shown = null;

/**
 * Marks the line of the revision that the board shows.
 * @param {number | null} revision
 */
export function markShown(revision) {
  shown = revision;
  for (const line of byId("chronicle").querySelectorAll("[data-revision]")) {
    const isShown = revision !== null && /** @type {HTMLElement} */ (line).dataset.revision === String(revision);
    line.classList.toggle("is-shown", isShown);
    if (isShown) reveal(byId("chronicle"), /** @type {HTMLElement} */ (line));
  }
}

/**
 * Scrolls a list that has its own scroll bar; the list under the board must not move.
 * @param {HTMLElement} list
 * @param {HTMLElement} line
 */
function reveal(list, line) {
  const [box, own] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
  if (own.top < box.top) list.scrollTop -= box.top - own.top;
  else if (own.bottom > box.bottom) list.scrollTop += own.bottom - box.bottom;
}

/**
 * Shows the list beside the board if there is room, or its newest lines under the board.
 * @param {import("./table.js").Table} table
 * @param {number} [most]
 */
export async function showChronicle(table, most) {
  const place = byId("chronicle");
  const { revision } = table.state;
  const choose = async (/** @type {any} */ entry) => (await load(import("./history.js"))).showPast(table, entry);
  const list = await chronicleList(table, choose, most).catch(() => null);
  if (!list || revision !== table.state.revision) return;
  place.replaceChildren(make("h2", {}, say("history")), list);
  markShown(shown);
}
