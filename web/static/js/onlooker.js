// @ts-check
/** The phone of one player while another plays: whose turn it is, and the board without any way to play for them. */

import { aftermath, lastLine } from "./aftermath.js";
import { button, make, sign } from "./dom.js";
import { note } from "./sheet.js";
import { openLandAt, showLand } from "./taken.js";
import { load, say } from "./words.js";

export class Onlooker {
  /**
   * @param {import("./table.js").Table} table
   * @param {() => boolean} looksOn  whether another still plays
   */
  constructor(table, looksOn) {
    this.table = table;
    this.looksOn = looksOn;
    this.looksBack = true; // there is nothing to undo here
    /** @type {string[]} */
    this.done = [];
  }

  enter() {
    document.body.classList.add("is-onlooking");
    this.show();
  }

  leave() {
    document.body.classList.remove("is-onlooking");
  }

  changed() {
    if (this.looksOn()) this.show();
    else this.table.home();
  }

  undo() {
    return true;
  }

  redo() {
    return true;
  }

  /** @param {string} cell */
  pick(cell) {
    if (!openLandAt(this.table, cell)) note(`${this.table.view.describe(cell)}. ${this.sentence}.`);
  }

  get player() {
    return this.table.state.players.find((player) => player.to_move);
  }

  get sentence() {
    return say("other_plays", { name: this.player?.name ?? "" });
  }

  show() {
    const { table, player } = this;
    const { state, view } = table;
    if (table.activity !== this) return;
    table.showUndo();
    view.showPieces(state.cells);
    view.showMarks({});
    view.showTurn(state.last?.turn && state.last.turn !== "pass" ? state.last.turn.split(" ") : []);
    showLand(table, state.land, state.revision);
    table.showScores({});
    table.fillDesk(
      lastLine(table),
      make("p", { class: "prompt" }, player ? sign(player.colour) : null, make("span", {}, this.sentence)),
      aftermath(state, table),
      button(say("this_phone"), async () => (await load(import("./my_turn.js"))).openSeat(table), { look: "is-plain", icon: "phone", id: "seat" }),
    );
  }
}
