// @ts-check
/** The history as a sheet, from which any earlier moment of the game can be opened. */

import { chronicleList } from "./chronicle.js";
import { drawChart } from "./chart.js";
import { button, make } from "./dom.js";
import { closeSheet, openSheet } from "./sheet.js";
import { load, say } from "./words.js";

/** @param {import("./table.js").Table} table */
export async function openHistory(table) {
  const list = await table.attempt(() => chronicleList(table, (entry) => choose(entry)));
  if (!list) return;
  const replay = button(say("replay_game"), () => replayAll(table), { icon: "play", id: "replay-game" });
  const content = (/** @type {HTMLElement} */ entries) => [table.state.revision ? replay : null, chartOf(table, (entry) => choose(entry)), entries].filter((part) => part !== null);
  const place = make("div", { class: "stack" }, ...content(list));
  const follow = async () => {
    const newer = await chronicleList(table, (entry) => choose(entry)).catch(() => null);
    if (newer && table.followers.has(follow)) place.replaceChildren(...content(newer));
  };
  const { close } = openSheet(say("history"), [place], { look: "is-tall", onClose: () => table.followers.delete(follow) });
  table.followers.add(follow);
  const choose = (/** @type {any} */ entry) => {
    close();
    void showPast(table, entry);
  };
}

/**
 * Replays the whole game from its start.
 * @param {import("./table.js").Table} table
 */
export async function replayAll(table) {
  closeSheet();
  await (await load(import("./replay.js"))).openReplay(table, 0, { plays: true });
}

/**
 * @param {import("./table.js").Table} table
 * @param {(entry: { revision: number }) => void} choose
 */
function chartOf({ state }, choose) {
  return state.chart.length > 1 ? drawChart(state.chart, state.players, (revision) => choose({ revision })) : null;
}

/**
 * Shows the board as it was.
 * @param {import("./table.js").Table} table
 * @param {{ revision: number }} entry
 */
export async function showPast(table, { revision }) {
  if (revision === table.state.revision) return table.home();
  await (await load(import("./replay.js"))).openReplay(table, revision);
}
