// @ts-check
/** Memory on the review page: one question about the turn, forgotten turns, and evidence against a photo. */

import { sendJson } from "./api.js";
import { toPieces } from "./arrangement.js";
import { button, make, sign } from "./dom.js";
import { smallBoard } from "./small_board.js";
import { takeAnother } from "./unchanged.js";
import { listed, say } from "./words.js";

/**
 * @typedef {import("./picture_editor.js").PictureEditor} PictureEditor
 * @typedef {{ kind: string, turns: string[], players: string[], probability: number, sure: boolean, reason: string | null,
 *   orders: { turn: string, awards: Record<string, number> }[], against: string[],
 *   pieces: { pioneers: Record<string, string[]>, stones: string[] } }} Explanation
 */

/** The probability below which an explanation is not offered. */
const PLAUSIBLE = 0.02;
/** A legal turn that more hexes than these speak against is not near the photo, and is not offered. */
const MOST_AGAINST = 8;
const LEGAL = ["unchanged", "part", "turn", "turns"];

/** @param {PictureEditor} editor */
export function beginRemembering(editor) {
  const [best] = explanationsOf(editor);
  if (best?.kind === "turns" && editor.table.state.phase === "playing") editor.answers = { ...editor.answers, turns: best.turns };
}

/**
 * The boards that the players must choose between: none if one is clear or the hexes have been reviewed.
 * @param {PictureEditor} editor
 * @returns {Explanation[]}
 */
function rivals(editor) {
  const [best, ...others] = explanationsOf(editor);
  if (!best || best.sure || editor.isAskedHexes) return [];
  const second = others.find((other) => other.probability >= PLAUSIBLE && differing(best, other).length);
  return second && (editor.chosen || editor.arrangement.unseen.length) ? [best, second] : [];
}

/** @param {PictureEditor} editor */
export function isTurnAsked(editor) {
  return !editor.chosen && rivals(editor).length > 0;
}

/**
 * The part at the top of the review page.
 * @param {PictureEditor} editor
 */
export function memoryParts(editor) {
  return [otherMoment(editor), whichBoard(editor)];
}

/** @param {PictureEditor} editor */
function whichBoard(editor) {
  const pair = rivals(editor);
  if (!pair.length) return null;
  const cells = differing(pair[0], pair[1]);
  const choices = pair.map((one, index) => {
    const words = sentence(editor, one);
    return make(
      "button",
      { type: "button", class: "board-answer", id: `board-${index + 1}`, "aria-pressed": String(isChosen(editor, one)), onclick: () => choose(editor, one) },
      smallBoard(editor.table.view, toPieces(one.pieces), cells),
      make("span", { class: "small" }, words),
    );
  });
  const neither = () => {
    editor.isAskedHexes = true;
    editor.show();
  };
  return make(
    "section",
    { class: "note is-warning stack", id: "which-board" },
    make("h2", {}, say("which_board")),
    make("div", { class: "board-answers" }, ...choices),
    editor.chosen ? null : make("div", { class: "chips" }, button(say("neither_board"), neither, { id: "neither-board" })),
  );
}

/**
 * Whether an explanation was chosen, here or as the nearest legal turn.
 * @param {PictureEditor} editor
 * @param {Explanation} one
 */
function isChosen({ chosen }, one) {
  return chosen === one || Boolean(chosen && chosen.kind === one.kind && !differing(chosen, one).length);
}

/**
 * Sets the board to an explanation, which answers all its hexes.
 * @param {PictureEditor} editor
 * @param {Explanation} explanation
 */
export function choose(editor, explanation) {
  const { arrangement } = editor;
  const pieces = toPieces(explanation.pieces);
  const changed = Object.keys(editor.reading.cells).filter((cell) => (arrangement.pieces[cell] ?? "empty") !== (pieces[cell] ?? "empty"));
  for (const cell of changed) arrangement.put(cell, pieces[cell] ?? "empty");
  for (const cell of arrangement.doubtful) arrangement.look(cell);
  editor.chosen = explanation;
  editor.remade();
  if (explanation.kind === "turns") editor.answers = { ...editor.answers, turns: explanation.turns };
}

/**
 * Turns without a photo, in the order in which they were probably played.
 * @param {PictureEditor} editor
 */
export function forgottenTurns(editor) {
  const found = (editor.chosen ? [editor.chosen] : explanationsOf(editor)).find(({ kind }) => kind === "turns");
  if (!found || editor.table.state.phase !== "playing" || (!editor.answers.turns && !editor.preview.choices.length)) return null;
  const isSaid = Boolean(editor.answers.turns);
  const toggle = () => {
    editor.answers = { ...editor.answers, turns: isSaid ? undefined : found.turns, ruling: undefined };
    void editor.weigh();
  };
  const lines = found.turns.map((turn, index) => make("li", {}, sign(found.players[index]), make("span", {}, played(editor, found.players[index], turn))));
  return make(
    "section",
    { class: "note stack", id: "forgotten-turns" },
    make("h2", {}, say("forgotten_turns", { n: found.turns.length })),
    make("ol", { class: "forgotten" }, ...lines),
    make("p", { class: "small soft" }, say("forgotten_turns_how")),
    make("div", { class: "chips" }, button(say("played_so"), toggle, { id: "played-so", pressed: isSaid, icon: isSaid ? "check" : undefined })),
  );
}

/**
 * The legal turn closest to the photo, and the hexes that would then be misread.
 * @param {PictureEditor} editor
 */
export function nearestTurn(editor) {
  const nearest = nearestOf(editor);
  if (!nearest || nearest === editor.chosen || nearest.kind === "unchanged") return null;
  return make(
    "section",
    { class: "stack", id: "nearest-turn" },
    nearest.against.length ? make("p", {}, say("maybe_misread", { cells: listed(nearest.against), n: nearest.against.length })) : null,
    make("p", {}, say("nearest_turn", { turn: sentence(editor, nearest) })),
    make("div", { class: "chips" }, button(say("take_nearest"), () => choose(editor, nearest), { id: "take-nearest" })),
  );
}

/**
 * Whether a misreading is likelier than an illegal turn, and is therefore shown first.
 * @param {PictureEditor} editor
 */
export function isMisreadingLikelier(editor) {
  const explanations = explanationsOf(editor);
  const legal = explanations.find(({ kind }) => LEGAL.includes(kind))?.probability ?? 0;
  return legal >= (explanations.find(({ kind }) => kind === "illegal")?.probability ?? 0) && nearestOf(editor) !== null;
}

/**
 * Orders of the same turn that pay differently; only the players know which was played.
 * @param {PictureEditor} editor
 */
export function whichOrder(editor) {
  const { preview, answers, table } = editor;
  if (!preview.orders.length) return null;
  const chips = preview.orders.map((/** @type {Explanation["orders"][number]} */ { turn, awards }, /** @type {number} */ index) => {
    const shares = Object.entries(awards).map(([colour, n]) => say("share", { name: table.nameOf(colour), n }));
    const onclick = () => {
      editor.answers = { ...answers, turn };
      void editor.weigh();
    };
    return make("button", { type: "button", class: "button is-wide", id: `order-${index + 1}`, "aria-pressed": String(answers.turn === turn), onclick }, make("span", {}, arrows(turn), make("br"), make("span", { class: "small soft" }, shares.length ? listed(shares) : say("nobody"))));
  });
  return make("section", { class: "note is-warning stack", id: "which-order" }, make("h2", {}, say("which_order")), make("p", {}, say("which_order_how")), ...chips);
}

/**
 * The photo shows another revision of the game, earlier or undone.
 * @param {PictureEditor} editor
 */
function otherMoment(editor) {
  const { table, reading } = editor;
  const moment = reading?.moment;
  if (!moment || editor.mends !== null) return null;
  const go = async () => {
    const state = await table.attempt(() => sendJson(`${table.path}/goto`, { from: table.state.revision, to: moment.revision }));
    if (!state) return;
    editor.leave();
    table.activity = null;
    table.accept(state);
    table.home();
  };
  return make(
    "section",
    { class: "note is-warning stack", id: "other-moment" },
    make("h2", {}, moment.sentence),
    make("div", { class: "chips" }, button(say("take_another"), () => takeAnother(editor), { id: "photo-of-now", icon: "camera" }), button(say("go_there"), go, { id: "go-there" })),
  );
}

/**
 * @param {PictureEditor} editor
 * @param {Explanation} explanation
 */
function sentence(editor, { kind, turns, players, reason }) {
  if (kind === "unchanged") return say("nothing_changed");
  if (kind === "illegal") return `${say("illegal")}. ${reason}`;
  if (kind === "other") return reason ? `${say("as_photographed")}. ${reason}` : say("as_photographed");
  const words = turns.map((turn, index) => played(editor, players[index], turn)).join("; ");
  return kind === "part" ? say("turn_begun", { turn: words }) : words;
}

/**
 * @param {PictureEditor} editor
 * @param {string} colour
 * @param {string} turn
 */
function played({ table }, colour, turn) {
  return say("who_played", { name: table.nameOf(colour), turn: turn === "pass" ? say("pass") : arrows(turn) });
}

/** @param {string} turn */
function arrows(turn) {
  return turn.replaceAll(" ", "  ").replaceAll("-", "→");
}

/**
 * @param {PictureEditor} editor
 * @returns {Explanation[]}
 */
function explanationsOf({ reading }) {
  return reading?.explanations ?? [];
}

/**
 * @param {PictureEditor} editor
 * @returns {Explanation | null}
 */
function nearestOf(editor) {
  const nearest = editor.reading?.nearest ?? explanationsOf(editor).find(({ kind }) => LEGAL.includes(kind));
  return nearest && nearest.against.length <= MOST_AGAINST ? nearest : null;
}

/**
 * @param {Explanation} one
 * @param {Explanation} other
 */
function differing(one, other) {
  const [first, second] = [toPieces(one.pieces), toPieces(other.pieces)];
  return [...new Set([...Object.keys(first), ...Object.keys(second)])].filter((cell) => first[cell] !== second[cell]);
}
