// @ts-check
/** Differences between photos and the game: hexes that no photo shows, and missing stones. */

import { Arrangement } from "./arrangement.js";
import { button, make } from "./dom.js";
import { say } from "./words.js";
import { takeAnother } from "./unchanged.js";

/** @typedef {import("./picture_editor.js").PictureEditor} PictureEditor */

/**
 * Starts from the pieces that were read. Hexes that no photo shows keep their known piece, and so do stones that a photo shows to be
 * missing; these hexes are reviewed first.
 * @param {any} reading
 * @param {Record<string, string>} known
 * @param {PictureEditor | null} [earlier]  what was corrected on an earlier photo of the same moment
 */
export function beginWithPhoto(reading, known, earlier = null) {
  const unseen = new Set(reading.unseen ?? []);
  /** @type {Record<string, string>} */
  const pieces = {};
  const gone = [];
  for (const [cell, read] of Object.entries(reading.cells)) {
    const isGone = !unseen.has(cell) && known[cell] === "stone" && read.piece !== "stone";
    const wasSet = earlier?.arrangement.seen.has(cell) ?? false;
    const piece = wasSet ? earlier?.arrangement.pieces[cell] : isGone || unseen.has(cell) ? known[cell] : read.piece;
    if (piece && piece !== "empty") pieces[cell] = piece;
    if (isGone) gone.push(cell);
  }
  const doubts = reading.by_effect.filter((/** @type {string} */ cell) => !unseen.has(cell));
  const begun = new Arrangement(pieces, [...gone, ...doubts], [...unseen]);
  for (const cell of earlier?.arrangement.seen ?? []) begun.look(cell);
  return begun;
}

/**
 * The pieces of a reading, unchanged.
 * @param {any} reading
 * @returns {Record<string, string>}
 */
export function piecesRead(reading) {
  const cells = Object.entries(reading.cells).filter(([, cell]) => /** @type {any} */ (cell).piece !== "empty");
  return Object.fromEntries(cells.map(([id, cell]) => [id, /** @type {any} */ (cell).piece]));
}

/**
 * Asks whether this is the right table if many stones are missing.
 * @param {PictureEditor} editor
 */
export function tableQuestion(editor) {
  const { gone } = editor.preview;
  if (!gone.other_table) return null;
  const isRight = Boolean(editor.answers.right_table);
  const accept = () => {
    for (const cell of gone.cells) if (!editor.arrangement.seen.has(cell)) editor.arrangement.set(cell, pieceOf(editor.reading, cell));
    editor.answers = { ...editor.answers, right_table: true };
    editor.remade();
  };
  return make(
    "section",
    { class: "note is-warning stack", id: "right-table" },
    make("h2", {}, say("right_table")),
    make("p", {}, say("stones_gone", { n: gone.cells.length, known: gone.known })),
    make(
      "div",
      { class: "chips" },
      button(say("take_another"), () => takeAnother(editor), { id: "photo-of-right-table", icon: "camera" }),
      button(say("right_table_yes"), accept, { id: "right-table-yes", pressed: isRight, icon: isRight ? "check" : undefined }),
    ),
  );
}

/**
 * @param {any} reading
 * @param {string} cell
 */
function pieceOf(reading, cell) {
  const { piece } = reading.cells[cell];
  return piece === "empty" ? undefined : piece;
}

/**
 * Shows which part of the board is not in the photo, and asks for a photo of it.
 * @param {PictureEditor} editor
 */
export function notShownPart(editor) {
  const { cells, must_set } = editor.preview.not_shown;
  if (!cells.length) return null;
  const allEmpty = () => {
    for (const cell of cells) editor.arrangement.look(cell);
    editor.remade();
  };
  return make(
    "section",
    { class: `note stack ${must_set ? "is-warning" : ""}`, id: "not-shown" },
    make("h2", { class: "not-shown-title" }, make("span", { class: "unshown-sign", "aria-hidden": "true" }), say("hexes_not_shown", { n: cells.length })),
    make("p", {}, say(must_set ? "not_shown_unknown" : "not_shown_kept")),
    make(
      "div",
      { class: "chips" },
      button(say("photograph_rest"), () => takeAnother(editor, true), { id: "photograph-rest", icon: "camera" }),
      must_set ? button(say("rest_is_empty"), allEmpty, { id: "rest-is-empty" }) : null,
    ),
  );
}
