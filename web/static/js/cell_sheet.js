// @ts-check
/** A sheet about one hex: its piece, the reader's confidence, its territory, and the pieces to choose from. */

import { button, make, sign } from "./dom.js";
import { regionCard } from "./review.js";
import { openSheet } from "./sheet.js";
import { page, pieceName, say } from "./words.js";

/**
 * @param {import("./picture_editor.js").PictureEditor} editor
 * @param {string} cell
 * @param {boolean} [isOneOfMany]  the doubtful hexes are being reviewed: after this one, the next opens
 */
export function openCell(editor, cell, isOneOfMany = false) {
  const { table, arrangement, reading, preview } = editor;
  const terrain = table.view.terrains.get(table.view.cells.get(cell)?.terrain ?? "") ?? "";
  const isShown = Boolean(reading) && !reading.unseen?.includes(cell);
  const isGone = isShown && editor.mends === null && table.state.cells[cell] === "stone" && reading.cells[cell].piece !== "stone";
  const lies = arrangement.pieces[cell] ?? "empty";
  const region = preview?.regions.find((/** @type {any} */ one) => one.cells.includes(cell));
  const choices = [...table.colours, "stone", "empty"].map((piece) => {
    const onclick = () => {
      close();
      if (piece !== lies) editor.put(cell, piece);
      if (isOneOfMany) goOn();
    };
    return make("button", { type: "button", class: "piece-choice", "data-piece": piece, "aria-pressed": String(piece === lies), onclick }, sign(piece), make("span", {}, pieceName(piece)));
  });
  /** @type {string | undefined} */
  const following = arrangement.unseen.find((/** @type {string} */ other) => other !== cell);
  const goOn = () => {
    close();
    editor.looked(cell);
    if (following) editor.lookAt(following);
    else editor.table.zoom.fit();
  };
  const { close } = openSheet(
    `${cell} · ${terrain}`,
    [
      isShown ? make("p", {}, readerSays(reading.cells[cell])) : null,
      arrangement.notShown.has(cell) ? make("p", {}, say("not_shown_hex")) : null,
      isGone ? make("p", { class: "note is-warning" }, say("stone_was_here")) : null,
      isShown ? (editor.layer?.closeUp(table.view, cell) ?? null) : null,
      make("div", { class: "piece-choices", role: "group", "aria-label": say("what_lies_here") }, ...choices),
      isOneOfMany && following ? button(say("next_doubt"), goOn, { look: "is-main is-wide", id: "next-doubt" }) : null,
      region ? regionCard(editor, region) : null,
    ],
    { onClose: () => editor.looked(cell) },
  );
}

/** @param {{ piece: string, confidence: number }} read */
function readerSays(read) {
  const sure = new Intl.NumberFormat(page.lang, { style: "percent", maximumFractionDigits: 0 }).format(Math.min(0.99, read.confidence));
  return say("reader_says", { piece: pieceName(read.piece), sure });
}
