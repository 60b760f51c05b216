// @ts-check
/** What the game remembers, on the review page: one question about the turn, forgotten turns, and what speaks against a photo. */

import { tell } from "./api.js";
import { toPieces } from "./arrangement.js";
import { button, make, sign } from "./dom.js";
import { smallBoard } from "./small_board.js";
import { takeAnother } from "./unchanged.js";
import { listed, say } from "./words.js";

/**
 * @typedef {import("./mender.js").Mender} Mender
 * @typedef {{ kind: string, turns: string[], players: string[], probability: number, reason: string | null,
 *   orders: { turn: string, awards: Record<string, number> }[], against: string[],
 *   pieces: { pioneers: Record<string, string[]>, stones: string[] } }} Explanation
 */

/** The best explanation below the first is not taken for granted; one below the second is not offered. */
const [SURE, PLAUSIBLE] = [0.97, 0.02];
const LEGAL = ["unchanged", "part", "turn", "turns"];

/** @param {Mender} mender */
export function beginRemembering(mender) {
  const [best] = explanationsOf(mender);
  if (best?.kind === "turns" && mender.table.state.phase === "playing") mender.said = { ...mender.said, turns: best.turns };
}

/**
 * The boards between which the table has to choose: none where one is plain, or where the hexes have been looked at.
 * @param {Mender} mender
 * @returns {Explanation[]}
 */
function rivals(mender) {
  const [best, ...others] = explanationsOf(mender);
  if (!best || best.probability >= SURE || mender.isAskedHexes) return [];
  const second = others.find((other) => other.probability >= PLAUSIBLE && differing(best, other).length);
  return second && (mender.chosen || mender.arrangement.unseen.length) ? [best, second] : [];
}

/** @param {Mender} mender */
export function isTurnAsked(mender) {
  return !mender.chosen && rivals(mender).length > 0;
}

/**
 * What stands above everything else on the review page.
 * @param {Mender} mender
 */
export function memoryParts(mender) {
  return [otherMoment(mender), whichBoard(mender)];
}

/** @param {Mender} mender */
function whichBoard(mender) {
  const pair = rivals(mender);
  if (!pair.length) return null;
  const cells = differing(pair[0], pair[1]);
  const choices = pair.map((one, index) => {
    const words = sentence(mender, one);
    return make(
      "button",
      { type: "button", class: "board-choice", id: `board-${index + 1}`, "aria-pressed": String(mender.chosen === one), onclick: () => choose(mender, one) },
      smallBoard(mender.table.view, toPieces(one.pieces), cells),
      make("span", { class: "small" }, words),
    );
  });
  const neither = () => {
    mender.isAskedHexes = true;
    mender.show();
  };
  return make(
    "section",
    { class: "note is-warning stack", id: "which-board" },
    make("h2", {}, say("which_board")),
    make("div", { class: "board-choices" }, ...choices),
    mender.chosen ? null : make("div", { class: "chips" }, button(say("neither_board"), neither, { id: "neither-board" })),
  );
}

/**
 * Sets the board as an explanation has it: all its hexes are answered with that.
 * @param {Mender} mender
 * @param {Explanation} explanation
 */
export function choose(mender, explanation) {
  const { arrangement } = mender;
  const pieces = toPieces(explanation.pieces);
  const changed = Object.keys(mender.reading.cells).filter((cell) => (arrangement.pieces[cell] ?? "empty") !== (pieces[cell] ?? "empty"));
  for (const cell of changed) arrangement.put(cell, pieces[cell] ?? "empty");
  for (const cell of arrangement.doubtful) arrangement.look(cell);
  mender.chosen = explanation;
  mender.remade();
  if (explanation.kind === "turns") mender.said = { ...mender.said, turns: explanation.turns };
}

/**
 * Turns that nobody photographed, in the order in which they were probably played.
 * @param {Mender} mender
 */
export function forgottenTurns(mender) {
  const found = (mender.chosen ? [mender.chosen] : explanationsOf(mender)).find(({ kind }) => kind === "turns");
  if (!found || mender.table.state.phase !== "playing" || (!mender.said.turns && !mender.preview.choices.length)) return null;
  const isSaid = Boolean(mender.said.turns);
  const toggle = () => {
    mender.said = { ...mender.said, turns: isSaid ? undefined : found.turns, ruling: undefined };
    void mender.weigh();
  };
  const lines = found.turns.map((turn, index) => make("li", {}, sign(found.players[index]), make("span", {}, played(mender, found.players[index], turn))));
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
 * The legal turn nearest to what was photographed, and the hexes that would then be misread.
 * @param {Mender} mender
 */
export function nearestTurn(mender) {
  const nearest = nearestOf(mender);
  if (!nearest || nearest === mender.chosen || nearest.kind === "unchanged") return null;
  return make(
    "section",
    { class: "stack", id: "nearest-turn" },
    nearest.against.length ? make("p", {}, say("maybe_misread", { cells: listed(nearest.against), n: nearest.against.length })) : null,
    make("p", {}, say("nearest_turn", { turn: sentence(mender, nearest) })),
    make("div", { class: "chips" }, button(say("take_nearest"), () => choose(mender, nearest), { id: "take-nearest" })),
  );
}

/**
 * Whether a misreading is likelier than a broken rule: then it is said first.
 * @param {Mender} mender
 */
export function isMisreadingLikelier(mender) {
  const told = explanationsOf(mender);
  const legal = told.find(({ kind }) => LEGAL.includes(kind))?.probability ?? 0;
  return legal >= (told.find(({ kind }) => kind === "illegal")?.probability ?? 0) && nearestOf(mender) !== null;
}

/**
 * The same board that pays differently: only the table knows the order in which the turn was played.
 * @param {Mender} mender
 */
export function whichOrder(mender) {
  const { preview, said, table } = mender;
  if (!preview.orders.length) return null;
  const chips = preview.orders.map((/** @type {Explanation["orders"][number]} */ { turn, awards }, /** @type {number} */ index) => {
    const shares = Object.entries(awards).map(([colour, n]) => say("share", { name: table.nameOf(colour), n }));
    const onclick = () => {
      mender.said = { ...said, turn };
      void mender.weigh();
    };
    return make("button", { type: "button", class: "button is-wide", id: `order-${index + 1}`, "aria-pressed": String(said.turn === turn), onclick }, make("span", {}, arrows(turn), make("br"), make("span", { class: "small soft" }, shares.length ? listed(shares) : say("nobody"))));
  });
  return make("section", { class: "note is-warning stack", id: "which-order" }, make("h2", {}, say("which_order")), make("p", {}, say("which_order_how")), ...chips);
}

/**
 * The photo shows another moment of the game: earlier, or one that undo has left.
 * @param {Mender} mender
 */
function otherMoment(mender) {
  const { table, reading } = mender;
  const moment = reading?.moment;
  if (!moment || mender.mends !== null) return null;
  const go = async () => {
    const state = await table.attempt(() => tell(`${table.path}/goto`, { from: table.state.revision, to: moment.revision }));
    if (!state) return;
    mender.leave();
    table.activity = null;
    table.accept(state);
    table.home();
  };
  return make(
    "section",
    { class: "note is-warning stack", id: "other-moment" },
    make("h2", {}, moment.sentence),
    make("div", { class: "chips" }, button(say("take_another"), () => takeAnother(mender), { id: "photo-of-now", icon: "camera" }), button(say("go_there"), go, { id: "go-there" })),
  );
}

/**
 * @param {Mender} mender
 * @param {Explanation} explanation
 */
function sentence(mender, { kind, turns, players, reason }) {
  if (kind === "unchanged") return say("nothing_changed");
  if (kind === "illegal") return `${say("illegal")}: ${reason}`;
  if (kind === "other") return say("as_photographed");
  const told = turns.map((turn, index) => played(mender, players[index], turn)).join("; ");
  return kind === "part" ? say("turn_begun", { turn: told }) : told;
}

/**
 * @param {Mender} mender
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
 * @param {Mender} mender
 * @returns {Explanation[]}
 */
function explanationsOf({ reading }) {
  return reading?.explanations ?? [];
}

/**
 * @param {Mender} mender
 * @returns {Explanation | null}
 */
function nearestOf(mender) {
  return mender.reading?.nearest ?? explanationsOf(mender).find(({ kind }) => LEGAL.includes(kind)) ?? null;
}

/**
 * @param {Explanation} one
 * @param {Explanation} other
 */
function differing(one, other) {
  const [first, second] = [toPieces(one.pieces), toPieces(other.pieces)];
  return [...new Set([...Object.keys(first), ...Object.keys(second)])].filter((cell) => first[cell] !== second[cell]);
}
