// @ts-check
/** Resolves a conflict between two phones hex by hex. Neither side's changes are lost. */

import { Arrangement, toPieces } from "./arrangement.js";
import { button, make, sign } from "./dom.js";
import { closeSheet, hush, note, openSheet } from "./sheet.js";
import { load, pieceName, say } from "./words.js";

/**
 * @param {import("./picture_editor.js").PictureEditor} editor
 * @param {import("./api.js").Trouble} trouble
 */
export function settleConflict(editor, trouble) {
  const { conflict } = trouble.details;
  if (!conflict) throw trouble;
  if (isConfirmed(conflict) && !editor.answers.scores) return void drop().then(() => note(say("conflict_same")));
  /** @type {Record<string, string>} */
  const chosen = Object.fromEntries(conflict.cells.map((/** @type {any} */ met) => [met.cell, met.yours]));
  const lines = conflict.cells.map((/** @type {any} */ met) => line(met, chosen));
  hush();
  const { close } = openSheet(
    say("conflict_title"),
    [
      make("p", {}, lines.length ? say("conflict", { n: lines.length }) : say("conflict_none")),
      make("ul", { class: "stack" }, ...lines),
      button(say("go_on"), () => goOn(), { look: "is-main is-wide", id: "conflict-go-on" }),
      button(say("drop_mine"), () => drop(), { look: "is-wide", id: "conflict-drop" }),
    ],
    { look: lines.length ? "is-tall" : "" },
  );

  async function goOn() {
    close();
    hush();
    const pieces = toPieces(conflict.merged);
    for (const [cell, piece] of Object.entries(chosen)) {
      if (piece === "empty") delete pieces[cell];
      else pieces[cell] = piece;
    }
    const seen = [...editor.arrangement.seen];
    await editor.table.refresh();
    const isNextTurn = editor.photo && editor.mends === null && !editor.table.isKeeper;
    if (isNextTurn && (await (await load(import("./take_up.js"))).readAfterOthers(editor, chosen))) return;
    const base = editor.mends === null ? editor.table.state.cells : editor.arrangement.start;
    editor.arrangement = new Arrangement(base, editor.arrangement.doubtful, editor.arrangement.notShown);
    for (const cell of new Set([...Object.keys(base), ...Object.keys(pieces)])) {
      if (base[cell] !== pieces[cell]) editor.arrangement.put(cell, pieces[cell] ?? "empty");
    }
    // Merged hexes do not count as reviewed; only those that a person saw or chose do.
    editor.arrangement.seen = new Set([...seen, ...Object.keys(chosen)]);
    editor.mends = null;
    editor.before = editor.table.state.cells;
    editor.held = {};
    editor.order = [];
    editor.from = editor.after = editor.table.state.revision;
    editor.show();
    await editor.weigh();
  }

  async function drop() {
    closeSheet();
    await editor.table.refresh();
    editor.table.home();
  }
}

/**
 * Whether the other phone has confirmed all that this one has changed.
 * @param {{ cells: unknown[], merged: unknown, theirs: unknown }} conflict
 */
function isConfirmed({ cells, merged, theirs }) {
  return !cells.length && JSON.stringify(merged) === JSON.stringify(theirs);
}

/**
 * @param {{ cell: string, before: string, yours: string, theirs: string }} met
 * @param {Record<string, string>} chosen
 */
function line(met, chosen) {
  /**
   * @param {string} piece
   * @param {string} words
   * @param {boolean} isMine
   */
  const option = (piece, words, isMine) =>
    make(
      "label",
      {},
      make("input", { type: "radio", name: `conflict-${met.cell}`, checked: isMine, onchange: () => (chosen[met.cell] = piece) }),
      make("span", { class: "conflict-option" }, sign(piece), make("span", {}, `${words}: ${pieceName(piece)}`)),
    );
  return make(
    "li",
    { class: "card" },
    make("h3", {}, met.cell),
    make("div", { class: "segments", role: "radiogroup", "aria-label": met.cell }, option(met.yours, say("yours"), true), option(met.theirs, say("theirs"), false)),
  );
}
