// @ts-check
/** One question for a whole group of similar pieces whose kind is in doubt, instead of one for each of them. */

import { button, make, sign } from "./dom.js";
import { announce } from "./sheet.js";
import { pieceName, say } from "./words.js";

/** @typedef {import("./picture_editor.js").PictureEditor} PictureEditor */

/** As in the reader's settings: fewer doubtful pieces are reviewed one by one just as quickly. */
const GROUP_QUESTION_FROM = 4;

/** @typedef {{ cells: string[], piece: string, other: string }} Group */

/**
 * Questions about the photo's groups without an answer. Groups between the same two kinds are one question.
 * @param {PictureEditor} editor
 */
export function groupQuestions(editor) {
  const open = new Set(editor.arrangement.unseen);
  /** @type {Map<string, Group[]>} */
  const questions = new Map();
  for (const group of editor.reading?.groups ?? []) {
    const cells = group.cells.filter((/** @type {string} */ cell) => open.has(cell));
    const kinds = [group.piece, group.other].sort().join();
    if (cells.length) questions.set(kinds, [...(questions.get(kinds) ?? []), { ...group, cells }]);
  }
  return [...questions.values()].filter((groups) => countOf(groups) >= GROUP_QUESTION_FROM).map((groups) => question(editor, groups));
}

/** @param {Group[]} groups */
function countOf(groups) {
  return groups.reduce((count, { cells }) => count + cells.length, 0);
}

/**
 * @param {PictureEditor} editor
 * @param {Group[]} groups
 */
function question(editor, groups) {
  const several = groups.length > 1;
  const heading = say("group_alike", { n: countOf(groups) });
  const confirm = () => {
    for (const { cells, piece } of groups) put(editor, cells, piece);
    announce(groups.map(({ cells, piece }) => settled(cells, piece)).join(" "));
    editor.remade();
  };
  return make(
    "section",
    { class: "note is-warning stack group-question", role: "group", "aria-label": heading },
    make("h2", {}, heading),
    make("p", { class: "small" }, say(several ? "groups_what" : "group_what")),
    ...groups.map((group) => answers(editor, group, several)),
    make(
      "div",
      { class: "chips" },
      several ? button(say("groups_correct"), confirm, { icon: "check" }) : null,
      button(say("show_on_board"), () => editor.table.pointAt(groups.flatMap(({ cells }) => cells)), { icon: "eye" }),
    ),
  );
}

/**
 * The two kinds of a group to choose from, with the likelier one shown as chosen if several groups are asked about together.
 * @param {PictureEditor} editor
 * @param {Group} group
 * @param {boolean} several
 */
function answers(editor, { cells, piece, other }, several) {
  /** @param {string} kind */
  const settle = (kind) => {
    put(editor, cells, kind);
    announce(settled(cells, kind));
    editor.remade();
  };
  const kinds = [piece, other].map((kind) => {
    const chosen = several ? { "aria-pressed": String(kind === piece) } : {};
    return make(
      "button",
      { type: "button", class: "choice-chip", "data-kind": kind, onclick: () => settle(kind), ...chosen },
      sign(kind),
      pieceName(kind),
    );
  });
  return make("div", { class: "chips" }, several ? make("span", { class: "number" }, `${cells.length} ×`) : null, ...kinds);
}

/**
 * @param {PictureEditor} editor
 * @param {string[]} cells
 * @param {string} kind
 */
function put(editor, cells, kind) {
  for (const cell of cells) editor.arrangement.put(cell, kind);
}

/**
 * @param {string[]} cells
 * @param {string} kind
 */
function settled(cells, kind) {
  return say("group_settled", { n: cells.length, piece: pieceName(kind) });
}
