// @ts-check
/** A game whose score alone is kept: the pieces move on the table, the screen says when a photo is due and what it paid. */

import { aftermath, lastLine, correctButton } from "./aftermath.js";
import { icon, make } from "./dom.js";
import { note } from "./sheet.js";
import { showLand } from "./taken.js";
import { openLandAt, openTerritoryAt } from "./territory.js";
import { say } from "./words.js";

export class ScoreKeeper {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  enter() {
    this.show();
  }

  changed() {
    if (this.table.isKeeper) this.show();
    else this.table.home();
  }

  /** @param {string} cell */
  pick(cell) {
    if (!openTerritoryAt(this.table, cell) && !openLandAt(this.table, cell)) note(`${this.table.view.describe(cell)}. ${say("prompt_keeper")}`);
  }

  show() {
    const { table } = this;
    const { state, view } = table;
    if (table.activity !== this) return;
    view.showPieces(state.cells);
    view.showTurn([]);
    view.showMarks({});
    showLand(table, state.land, state.ended ? undefined : state.revision);
    table.showScores({});
    if (state.ended) return void table.showEnd(this);
    table.fillDesk(lastLine(table), make("p", { class: "prompt" }, icon("camera"), make("span", {}, say("prompt_keeper"))), aftermath(state, table), correctButton(table));
  }
}
