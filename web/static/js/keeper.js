// @ts-check
/** A game in score-keeper mode: pieces move on the table only; the screen shows when to take a photo and what was paid. */

import { correctButton, eventLine, lastLine, takeOffLines } from "./aftermath.js";
import { icon, make } from "./dom.js";
import { note } from "./sheet.js";
import { openLandAt, showLand } from "./taken.js";
import { say } from "./words.js";

const PAYMENTS = 3;

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
    if (!openLandAt(this.table, cell)) note(`${this.table.view.describe(cell)}. ${say("prompt_keeper")}`, { look: "is-answer" });
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
    const off = takeOffLines(state.last.take_off, table);
    table.fillDesk(
      lastLine(table),
      make("p", { class: "prompt" }, icon(off.length ? "check" : "camera"), make("span", {}, this.whatNext(off.length > 0))),
      off.length ? make("ul", { class: "aftermath" }, ...off) : null,
      this.payments(),
      correctButton(table),
    );
  }

  /** @param {boolean} takesOff  whether pioneers come off the board */
  whatNext(takesOff) {
    if (takesOff) return say("keeper_take_off");
    return this.table.state.last.kind === "start" ? say("keeper_begin") : say("prompt_keeper");
  }

  /** The territories settled last, the newest first. */
  payments() {
    const { state } = this.table;
    const settled = state.land.filter((land) => land.revision).slice(-PAYMENTS);
    if (!settled.length) return null;
    const lines = settled.reverse().map((land) => {
      const line = eventLine(land, this.table);
      line.classList.toggle("is-newest", land.revision === state.revision);
      return line;
    });
    return make("section", { class: "payments", "aria-labelledby": "payments" }, make("h2", { id: "payments" }, say("last_payments")), make("ul", { class: "aftermath" }, ...lines));
  }
}
