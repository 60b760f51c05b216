// @ts-check
/** The organiser's page: the state of each table, refreshed while the page is visible. */

import { shownTime } from "./page.js";
import { fetchIfNew } from "./api.js";
import { make } from "./dom.js";
import { page, say } from "./words.js";

const LOOK_MS = 4000;
/** @type {string | null} */
let tag = null;

/**
 * @param {ParentNode} part
 * @param {string} name
 * @param {Node | string | number} value
 */
function put(part, name, value) {
  part.querySelector(`[data-fact="${name}"]`)?.replaceChildren(value instanceof Node ? value : String(value));
}

/** @param {any} table */
function showTable(table) {
  const card = document.querySelector(`[data-table="${table.id}"]`);
  if (!card) return;
  card.classList.toggle("is-busy", table.in_play > 0);
  for (const fact of ["in_play", "phones"]) put(card, fact, table[fact]);
  put(card, "waiting", table.waiting ? `${table.waiting} · ${say("host_seconds", { n: table.wait })}` : 0);
  card.querySelector('[data-fact="waiting"]')?.parentElement?.classList.toggle("is-late", table.wait > page.late);
  put(card, "at", table.at ? make("time", { datetime: table.at }, shownTime(table.at)) : "");
}

/** @param {any} club */
function show(club) {
  const shown = [...document.querySelectorAll("[data-table]")].map((card) => card.getAttribute("data-table"));
  if (shown.join() !== club.tables.map((/** @type {any} */ table) => table.id).join()) {
    if (!document.activeElement?.matches("input, select")) location.reload(); // another organiser has opened or closed a table
    return;
  }
  put(document, "waiting", club.waiting);
  put(document, "wait", club.waiting ? say("host_seconds", { n: club.wait }) : "–");
  put(document, "readers", club.readers);
  club.tables.forEach(showTable);
}

async function look() {
  if (document.hidden) return;
  const found = await fetchIfNew("/host/overview", tag).catch(() => null);
  if (!found?.body.tables) return; // nothing new, or this phone no longer has the code
  tag = found.tag;
  show(found.body);
}

setInterval(look, LOOK_MS);
document.addEventListener("visibilitychange", () => void look());
