// @ts-check
/** An unchanged board: take another photo, or choose the turn that was played. */

import { button, make } from "./dom.js";
import { openSheet } from "./sheet.js";
import { load, say } from "./words.js";

/** @typedef {import("./picture_editor.js").PictureEditor} PictureEditor */

/** @param {PictureEditor} editor */
export function unchangedPart(editor) {
  const { preview, answers } = editor;
  const { turns, ruling } = preview.unchanged;
  const isSaid = Boolean(answers.turn || answers.ruling);
  const words = turns[0] === "pass" ? say("pass") : say("turn_was_played");
  const deed = () => (turns.length > 1 ? askWhichTurn(editor) : choose(editor, { turn: turns[0], ruling: !turns.length }));
  return make(
    "section",
    { class: "note stack", id: "unchanged" },
    make("h2", {}, say("nothing_changed")),
    editor.reading && editor.table.state.last?.kind === "turn" ? make("p", { id: "already-confirmed" }, say("already_confirmed")) : null,
    make("p", {}, isSaid ? turnSaid(answers.turn) : say("nothing_changed_how")),
    make(
      "div",
      { class: "chips" },
      button(say(editor.reading ? "take_another" : "take_photo"), () => takeAnother(editor), { id: "another-photo", icon: "camera" }),
      turns.length || ruling ? button(words, deed, { id: "turn-played", pressed: isSaid, icon: isSaid ? "check" : undefined }) : null,
    ),
  );
}

/** @param {string | undefined} turn */
function turnSaid(turn) {
  if (turn === undefined) return say("no_turn_back");
  return turn === "pass" ? say("turn_found_pass") : say("turn_found", { turn: shown(turn) });
}

/** @param {string} turn */
function shown(turn) {
  return turn.replaceAll(" ", "  ").replaceAll("-", "→");
}

/**
 * @param {PictureEditor} editor
 * @param {{ turn?: string, ruling?: boolean }} answer
 */
function choose(editor, answer) {
  editor.answers = { ...editor.answers, ...answer };
  void editor.weigh();
}

/** @param {PictureEditor} editor */
function askWhichTurn(editor) {
  const { turns, ways } = editor.preview.unchanged;
  const choices = turns.map((/** @type {string} */ turn) => {
    const onclick = () => {
      close();
      choose(editor, { turn });
    };
    return make("li", {}, make("button", { type: "button", class: "button is-wide number", "data-turn": turn, onclick }, shown(turn)));
  });
  const { close } = openSheet(say("which_turn"), [
    make("p", {}, say("which_turn_how")),
    make("ul", { class: "stack" }, ...choices),
    ways > turns.length ? make("p", { class: "small soft" }, say("more_turns", { n: ways - turns.length })) : null,
  ]);
}

/**
 * @param {PictureEditor} editor
 * @param {boolean} [isRest]  the new photo shows another part of the same moment
 */
export async function takeAnother(editor, isRest = false) {
  (await load(import("./snap.js"))).openSnap(editor.table, isRest ? editor : null);
}
