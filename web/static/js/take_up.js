// @ts-check
/** Takes up a picture of the table again: one that was begun before the page was loaded anew, or the one confirmed last. */

import { Arrangement } from "./arrangement.js";
import { PictureEditor } from "./picture_editor.js";
import { dropWork } from "./unfinished.js";
import { load } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * Takes up a picture that was begun before the page was loaded anew. Where the game has moved on, the server tells what meets.
 * @param {Table} table
 * @param {import("./unfinished.js").BegunPicture} begun
 */
export async function resumePicture(table, { from, photo, earlierPhotos, mends, after = from, arrangement, held, order, answers }) {
  const again = photo ? await (await load(import("./snap.js"))).readAgain(table, photo, after, earlierPhotos) : {};
  const editor = new PictureEditor(table, { ...again, photo, from, mends, after, earlierPhotos });
  try {
    Object.assign(editor, { arrangement: Arrangement.from(arrangement), held, order, answers });
  } catch {
    return dropWork(table.state.id); // written by another version of this page
  }
  table.take(editor);
}

/**
 * Puts another picture in the place of the one confirmed last; what that one paid is taken back.
 * @param {Table} table
 */
export async function correctLast(table) {
  const { state } = table;
  /** @type {Record<string, string>} */
  const pieces = { ...state.cells };
  for (const [colour, cells] of Object.entries(state.last.take_off)) {
    for (const cell of /** @type {string[]} */ (cells)) pieces[cell] = colour;
  }
  const source = { pieces, mends: state.revision, after: state.last.parent ?? undefined, earlierPhotos: state.last.earlier_photos };
  const again = state.last.photo ? await (await load(import("./snap.js"))).readAgain(table, state.last.photo, source.after, source.earlierPhotos) : {};
  table.take(new PictureEditor(table, { ...source, ...again }));
}
