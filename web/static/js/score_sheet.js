// @ts-check
/** Where a player's points come from: each territory, and the turn that closed it. */

import { eventWords } from "./aftermath.js";
import { make, sign } from "./dom.js";
import { closeSheet, openSheet } from "./sheet.js";
import { load, say } from "./words.js";

/**
 * @param {import("./table.js").Table} table
 * @param {string} colour
 */
export function openScore(table, colour) {
  const player = table.state.players.find((one) => one.colour === colour);
  if (!player) return;
  const paid = table.state.land.filter(({ awards }) => colour in awards);
  const lines = paid.map((land) => {
    const go = async () => {
      closeSheet();
      if (land.revision === null) return table.pointAt(land.cells);
      await (await load(import("./replay.js"))).openReplay(table, land.revision);
    };
    const points = make("b", { class: "number" }, `+${land.awards[/** @type {import("./table.js").Player["colour"]} */ (colour)]}`);
    return make("li", {}, make("button", { type: "button", class: "entry", onclick: go }, make("span", { class: "entry-sign" }, sign(colour)), make("span", { class: "entry-words" }, eventWords(land, table)), points));
  });
  openSheet(say("points_of", { name: player.name, n: player.score }), [
    lines.length ? make("p", { class: "soft" }, say("points_of_how")) : make("p", {}, say("no_points_yet")),
    make("ol", { class: "entries" }, ...lines),
  ]);
}
