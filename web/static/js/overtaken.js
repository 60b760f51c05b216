// @ts-check
/** A turn that another phone has overtaken: which hexes differ now, and which of its actions are still legal. */

import { fetchJson, Trouble } from "./api.js";
import { lastLine } from "./aftermath.js";
import { button, byId, make, sign } from "./dom.js";
import { announce, note } from "./sheet.js";
import { dropWork, keepWork } from "./unfinished.js";
import { loadStyles } from "./styles.js";
import { pieceName, say } from "./words.js";

await loadStyles("review");

/**
 * @typedef {import("./hand.js").HandPlay} HandPlay
 * @typedef {{ revision: number, cells: { cell: string, yours: string, theirs: string }[], turn: string[], playable: string[] }} Found
 */

/**
 * Shows how a turn was overtaken; a turn that is unaffected is continued.
 * @param {HandPlay} play
 * @param {number} from  the revision at which the turn was begun
 * @param {string[]} turn
 * @param {Found | null} conflict  the conflict, if a response has reported it
 */
export async function meet(play, from, turn, conflict) {
  const { table } = play;
  const { activity } = table;
  const found = conflict ?? (await find(play, from, turn).catch((trouble) => table.explain(trouble)));
  if (!found || table.activity !== activity) return;
  if (found.revision !== table.state.revision) await table.refresh();
  if (found.cells.length) return table.take(new Overtaken(play, from, found));
  table.take(play);
  if (found.playable.length) return play.resume(found.playable);
  note(say("overtaken_same"));
}

/**
 * @param {HandPlay} play
 * @param {number} from
 * @param {string[]} turn
 * @returns {Promise<Found>}
 */
async function find({ table }, from, turn) {
  try {
    const { revision } = await fetchJson(`${table.path}/next?from=${from}&done=${encodeURIComponent(turn.join(" "))}`);
    return { revision, cells: [], turn, playable: turn };
  } catch (trouble) {
    if (trouble instanceof Trouble && trouble.details.overtaken) return trouble.details.overtaken;
    throw trouble;
  }
}

class Overtaken {
  /**
   * @param {HandPlay} play
   * @param {number} from
   * @param {Found} found
   */
  constructor(play, from, found) {
    this.play = play;
    this.table = play.table;
    this.from = from;
    this.found = found;
    this.hasVisited = false;
  }

  enter() {
    keepWork(this.table.state.id, { kind: "turn", from: this.from, turn: this.found.turn });
    this.show();
    byId("desk").focus({ preventScroll: true });
    announce([say("conflict_title"), this.lead(), this.verdict()].join(". ").replaceAll("..", "."));
  }

  leave() {
    dropWork(this.table.state.id);
    if (this.hasVisited) this.table.zoom.fit();
  }

  /** @param {import("./table.js").State} before */
  changed(before) {
    if (before.revision !== this.table.state.revision) void meet(this.play, this.from, this.found.turn, null);
  }

  /** @param {string} cell */
  pick(cell) {
    announce(this.table.view.describe(cell));
    document.getElementById(`differs-${cell}`)?.focus();
  }

  show() {
    const { table, found } = this;
    const { state, view } = table;
    table.showUndo();
    view.showPieces(state.next?.cells ?? state.cells);
    view.showTurn([]);
    view.showTints([]);
    view.showMarks({ differs: found.cells.map(({ cell }) => cell) }, { differs: say("differs") });
    const heads = make("p", { class: "difference small soft", "aria-hidden": "true" }, ...["", say("you_saw"), say("now_there")].map((words) => make("span", {}, words)));
    table.fillDesk(
      lastLine(table),
      make("h2", { class: "prompt is-ask" }, say("conflict_title")),
      make("p", { class: "small" }, this.lead()),
      make("div", {}, heads, make("ul", { class: "differences" }, ...found.cells.map((one) => this.line(one)))),
      make("p", { class: "small" }, this.verdict()),
      make("div", { class: "way-on" }, ...this.ways()),
    );
  }

  lead() {
    return say("overtaken", { n: this.found.cells.length });
  }

  /** What remains of the turn. */
  verdict() {
    const { turn, playable } = this.found;
    if (!playable.length) return say("turn_gone", { turn: written(turn) });
    if (playable.length === turn.length) return say("turn_whole", { turn: written(turn) });
    return say("turn_partly", { turn: written(turn), kept: written(playable) });
  }

  /** @param {Found["cells"][number]} one */
  line({ cell, yours, theirs }) {
    const parts = [
      make("b", {}, cell),
      make("span", { class: "was" }, sign(yours), make("span", {}, make("span", { class: "sr-only" }, `${say("you_saw")} `), pieceName(yours))),
      make("span", {}, sign(theirs), make("span", {}, make("span", { class: "sr-only" }, `${say("now_there")} `), pieceName(theirs))),
    ];
    return make("li", {}, make("button", { type: "button", class: "difference is-met", id: `differs-${cell}`, onclick: () => this.visit(cell) }, ...parts));
  }

  ways() {
    const { playable } = this.found;
    if (!playable.length) return [button(say("go_on"), () => this.goOn([]), { look: "is-main is-wide", id: "go-on" })];
    return [
      button(say("go_on_with", { turn: written(playable) }), () => this.goOn(playable), { look: "is-main", id: "go-on" }),
      button(say("drop_turn"), () => this.goOn([]), { id: "drop-turn" }),
    ];
  }

  /** @param {string} cell */
  visit(cell) {
    this.hasVisited = true;
    byId("board").scrollIntoView({ block: "nearest" });
    this.table.zoom.visit(cell);
    this.table.view.flash([cell]);
  }

  /** @param {string[]} turn */
  goOn(turn) {
    this.table.take(this.play);
    byId("desk").focus({ preventScroll: true });
    if (turn.length) this.play.resume(turn);
    else announce(this.play.prompt());
  }
}

/**
 * A turn as chips.
 * @param {string[]} turn
 */
function written(turn) {
  return turn.map((action) => (action === "pass" ? say("pass") : action.replace("-", "→").replace("@", ""))).join(" ");
}
