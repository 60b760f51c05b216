// @ts-check
/** Correcting an earlier entry: its turn is replayed on the board as it was, and the server replays the later entries. */

import { fetchJson, Trouble } from "./api.js";
import { eventLine } from "./aftermath.js";
import { coverGame } from "./back.js";
import { sentenceOf } from "./chronicle.js";
import { button, byId, make, sign } from "./dom.js";
import { HandPlay } from "./hand.js";
import { holdPresent } from "./replay.js";
import { announce, closeSheet, hush, note, openSheet } from "./sheet.js";
import { showLand } from "./taken.js";
import { load, say } from "./words.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./api_types.js").Entry} Entry
 * @typedef {{ pieces: Record<string, string>, land: import("./taken.js").Land[] }} Moment
 */

/**
 * @param {Table} table
 * @param {Entry} entry
 * @param {Moment} before  the moment before it
 * @param {Moment} after
 */
export async function correctEntry(table, entry, before, after) {
  if (!entry.turn) return (await load(import("./take_up.js"))).correctPicture(table, entry, after.pieces);
  const next = await table.attempt(() => fetchJson(`${table.path}/next?corrects=${entry.revision}`));
  if (next) table.take(new CorrectTurn(table, entry, next, before.land));
}

/** An earlier turn that is being tapped again. Nothing is saved until the turn ends. */
class CorrectTurn extends HandPlay {
  /**
   * @param {Table} table
   * @param {Entry} entry
   * @param {import("./api_types.js").Next} next
   * @param {import("./taken.js").Land[]} land
   */
  constructor(table, entry, next, land) {
    super(table);
    this.entry = entry;
    this.first = next;
    this.next = next;
    this.land = land;
  }

  enter() {
    this.uncover = coverGame(() => this.table.home());
    holdPresent(true);
    this.show();
    byId("main").scrollTo({ top: 0 });
    byId("desk").focus({ preventScroll: true });
    announce(say("correct_lead", { entry: sentenceOf(this.entry) }));
  }

  leave() {
    this.uncover?.();
    this.table.showScores({});
    holdPresent(false);
  }

  begin() {
    this.done = [];
    this.undone = [];
    this.next = this.first;
    this.selected = null;
  }

  /** Does not store taps, since this is not the current turn. */
  setDone(/** @type {string[]} */ done) {
    this.done = done;
  }

  nextPath(/** @type {string[]} */ turn) {
    return `${this.table.path}/next?corrects=${this.entry.revision}&done=${encodeURIComponent(turn.join(" "))}`;
  }

  get player() {
    return this.table.state.players.find((player) => player.colour === this.next.player);
  }

  changed() {
    this.table.showUndo();
    this.show();
  }

  /** @param {string} cell */
  explainCell(cell) {
    this.table.view.refuse(cell);
    this.table.view.nudge();
    void this.whyNot(cell);
  }

  undo() {
    super.undo();
    return true;
  }

  redo() {
    super.redo();
    return true;
  }

  get looksBack() {
    return !this.done.length && !this.undone.length;
  }

  /** @returns {undefined} */
  show() {
    const { table, next } = this;
    if (table.activity !== this) return;
    hush(".is-answer");
    table.showUndo();
    table.view.showPieces(next.cells);
    table.view.showTurn(this.done);
    table.showScores(next.scores);
    this.showChoices();
    showLand(table, this.land, undefined, next.events);
    table.fillDesk(...this.desk());
  }

  desk() {
    const { next, player, entry, table } = this;
    return [
      make("p", { class: "last" }, make("span", {}, say("correct_lead", { entry: sentenceOf(entry) }))),
      make("p", { class: "prompt is-ask" }, player ? sign(player.colour) : null, make("span", {}, this.prompt())),
      next.places.length ? null : this.turnRow(),
      next.events.length ? make("ul", { class: "aftermath" }, ...next.events.map((event) => eventLine(event, table))) : null,
      button(say("cancel"), () => table.home(), { id: "cancel-correction" }),
    ];
  }

  /**
   * @param {string[]} turn
   * @param {boolean} [keeps]  agrees to lose what does not fit
   * @returns {Promise<undefined>}
   */
  async end(turn, keeps = false) {
    const { table } = this;
    if (turn[0].startsWith("@")) this.foresee(turn[0]);
    const body = { from: table.state.revision, turn: turn.join(" "), corrects: this.entry.revision, keep_fitting: keeps };
    const state = await table.attempt(() =>
      table.save("turns", body).catch((trouble) => {
        if (!(trouble instanceof Trouble) || !trouble.details.later) throw trouble;
        askAboutLater(trouble.details.later, () => this.end(turn, true), () => this.show());
      }),
    );
    if (!state) return void (table.activity === this && this.show());
    table.accept(state);
    table.home();
    note(say("corrected"), { action: { words: say("undo"), deed: () => table.undo() } });
  }
}

/** @param {string} sentence */
function withArrows(sentence) {
  return sentence.replace(/\b([A-Z]\d+)-(?=[A-Z]\d)/g, "$1→");
}

/**
 * Shows which later entries no longer fit, and why; nothing has been saved yet.
 * @param {import("./api_types.js").LaterEntries} later
 * @param {() => unknown} keep  goes on without them
 * @param {() => unknown} [cancelled]
 */
export function askAboutLater({ fitting, misfits }, keep, cancelled) {
  let goesOn = false;
  const lines = misfits.map(({ player, sentence, reason }) =>
    make("li", { class: "entry" }, make("span", { class: "entry-sign" }, player ? sign(player) : null), make("span", { class: "entry-words" }, withArrows(sentence), make("span", { class: "misfit-reason" }, withArrows(reason)))),
  );
  const go = () => {
    goesOn = true;
    closeSheet();
    void keep();
  };
  openSheet(
    say("later_title", { n: misfits.length }),
    [
      make("p", {}, `${say("later_fitting", { n: fitting })} ${say("later_how")}`),
      make("ol", { class: "entries misfits" }, ...lines),
      make("div", { class: "desk-buttons" }, button(say("cancel"), closeSheet, { id: "later-cancel" }), button(say("keep_fitting"), go, { look: "is-main", id: "keep-fitting" })),
    ],
    { onClose: () => !goesOn && cancelled?.() },
  );
}
