// @ts-check
/** Resumes work on a picture of the table: one begun before a reload, or the last confirmed one. */

import { fetchJson } from "./api.js";
import { Arrangement } from "./arrangement.js";
import { PictureEditor } from "./picture_editor.js";
import { dropWork } from "./unfinished.js";
import { load } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * Restores a picture that was begun before the page was reloaded. If the game has moved on, the server reports the conflicts.
 * @param {Table} table
 * @param {import("./unfinished.js").BegunPicture} begun
 */
export async function resumePicture(table, { from, photo, earlierPhotos, mends, after = from, arrangement, held, order, answers }) {
  const again = photo ? await (await load(import("./snap.js"))).readAgain(table, photo, after, earlierPhotos) : {};
  const before = mends === null ? undefined : await piecesAt(table, after).catch(() => undefined);
  const editor = new PictureEditor(table, { ...again, photo, from, mends, after, before, earlierPhotos });
  try {
    Object.assign(editor, { arrangement: Arrangement.from(arrangement), held, order, answers });
  } catch {
    return dropWork(table.state.id); // written by another version of this page
  }
  table.take(editor);
}

/**
 * Replaces the last confirmed picture; its payments are reverted.
 * @param {Table} table
 */
export async function correctLast(table) {
  const { state } = table;
  await correctPicture(table, { ...state.last, revision: state.revision }, state.cells);
}

/**
 * Corrects a photo or an edit as it was made: piece by piece.
 * @param {Table} table
 * @param {import("./api_types.js").Entry} entry
 * @param {Record<string, string>} after  the pieces on the table after it
 */
export async function correctPicture(table, entry, after) {
  const pieces = { ...after };
  for (const [colour, cells] of Object.entries(entry.take_off)) for (const cell of cells) pieces[cell] = colour;
  const before = await table.attempt(() => piecesAt(table, entry.parent));
  if (!before) return;
  const source = { pieces, before, mends: entry.revision, after: entry.parent ?? undefined, earlierPhotos: entry.earlier_photos };
  const again = entry.photo ? await (await load(import("./snap.js"))).readAgain(table, entry.photo, source.after, source.earlierPhotos) : {};
  table.take(new PictureEditor(table, { ...source, ...again }));
}

/**
 * Reads the photo of a refereed game again, as the table after what another phone has changed; hexes that a person has seen or set stay so.
 * @param {PictureEditor} editor
 * @param {Record<string, string>} chosen  what a person has chosen where both phones had changed a hex
 */
export async function readAfterOthers({ table, photo, earlierPhotos, arrangement }, chosen) {
  const again = photo ? await (await load(import("./snap.js"))).readAgain(table, photo, undefined, earlierPhotos) : {};
  if (!("reading" in again)) return false;
  const next = new PictureEditor(table, { ...again, earlierPhotos });
  const set = [...arrangement.seen, ...arrangement.changed].map((cell) => [cell, arrangement.pieces[cell] ?? "empty"]);
  for (const [cell, piece] of Object.entries({ ...Object.fromEntries(set), ...chosen })) next.arrangement.put(cell, piece);
  table.take(next);
  return true;
}

/**
 * The pieces on the table after an earlier entry.
 * @param {Table} table
 * @param {number | null} revision
 * @returns {Promise<Record<string, string>>}
 */
async function piecesAt(table, revision) {
  return revision === null ? {} : (await fetchJson(`${table.path}/revisions/${revision}`)).cells;
}
