// @ts-check
/** One question for a whole group of similar pieces whose kind is in doubt, instead of one for each of them. */

import { button, make, sign } from "./dom.js";
import { announce } from "./sheet.js";
import { pieceName, say } from "./words.js";

/** @typedef {import("./picture_editor.js").PictureEditor} PictureEditor */

/** As in the reader's settings: fewer doubtful pieces are reviewed one by one just as quickly. */
const GROUP_QUESTION_FROM = 4;

/**
 * The photo's groups without an answer, each as a question.
 * @param {PictureEditor} editor
 */
export function groupQuestions(editor) {
  const open = new Set(editor.arrangement.unseen);
  return (editor.reading?.groups ?? [])
    .map((/** @type {any} */ group) => ({ ...group, cells: group.cells.filter((/** @type {string} */ cell) => open.has(cell)) }))
    .filter((/** @type {any} */ group) => group.cells.length >= GROUP_QUESTION_FROM)
    .map((/** @type {any} */ group) => question(editor, group));
}

/**
 * @param {PictureEditor} editor
 * @param {{ cells: string[], piece: string, other: string }} group
 */
function question(editor, { cells, piece, other }) {
  /** @param {string} kind */
  const settle = (kind) => {
    for (const cell of cells) editor.arrangement.put(cell, kind);
    announce(say("group_settled", { n: cells.length, piece: pieceName(kind) }));
    editor.remade();
  };
  const kinds = [piece, other].map((kind) =>
    make("button", { type: "button", class: "choice-chip", "data-kind": kind, onclick: () => settle(kind) }, sign(kind), pieceName(kind)),
  );
  return make(
    "section",
    { class: "note is-warning stack group-question", role: "group", "aria-label": say("group_alike", { n: cells.length }) },
    make("h2", {}, say("group_alike", { n: cells.length })),
    make("p", { class: "small" }, say("group_what")),
    make("div", { class: "chips" }, ...kinds, button(say("show_on_board"), () => editor.table.pointAt(cells), { icon: "eye" })),
  );
}
