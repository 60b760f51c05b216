// @ts-check
/** A board being drawn: a sea of hexes with their landscapes, and strokes to undo. Independent of the page. */

import { imagesOf } from "./symmetry.js";

export const SEA = -1;

/** @typedef {{ hex: number, before: number, after: number }} Change */

export class Drawing {
  /**
   * @param {number} halfRows  hexes from the middle to the upper and lower edge
   * @param {number} halfColumns  hexes from the middle to the sides
   */
  constructor(halfRows, halfColumns) {
    /** @type {{ q: number, r: number, row: number, place: number }[]} */
    this.hexes = [];
    /** @type {number[][]} */
    this.rows = [];
    /** @type {Map<string, number>} */
    this.at = new Map();
    for (let r = -halfRows; r <= halfRows; r++) this.layRow(r, halfRows, halfColumns);
    this.land = new Int8Array(this.hexes.length).fill(SEA);
    this.symmetry = "none";
    /** @type {Change[][]} */
    this.done = [];
    /** @type {Change[][]} */
    this.undone = [];
    /** @type {Map<number, Change> | null} */
    this.stroke = null;
  }

  /**
   * Rows offset by half a hex end half a hex earlier on both sides, so that the sea is symmetrical.
   * @param {number} r
   * @param {number} halfRows
   * @param {number} halfColumns
   */
  layRow(r, halfRows, halfColumns) {
    /** @type {number[]} */
    const row = [];
    for (let q = Math.ceil(-halfColumns - r / 2); q + r / 2 <= halfColumns; q++) {
      row.push(this.hexes.length);
      this.at.set(`${q},${r}`, this.hexes.length);
      this.hexes.push({ q, r, row: r + halfRows, place: row.length - 1 });
    }
    this.rows.push(row);
  }

  /**
   * @param {number} q
   * @param {number} r
   * @returns {number | undefined}
   */
  hexAt(q, r) {
    return this.at.get(`${q},${r}`);
  }

  /**
   * The hexes that a brush paints around one hex; none if any of them is outside the sea.
   * @param {number} hex
   */
  imagesOf(hex) {
    const { q, r } = this.hexes[hex];
    const images = imagesOf(this.symmetry, q, r).map(([toQ, toR]) => this.hexAt(toQ, toR));
    return images.every((image) => image !== undefined) ? /** @type {number[]} */ ([...new Set(images)]) : [];
  }

  begin() {
    this.stroke = new Map();
  }

  /**
   * Paints a hex and its images.
   * @param {number} hex
   * @param {number} landscape
   * @returns {number[]}  the hexes that have changed
   */
  paint(hex, landscape) {
    return this.imagesOf(hex).filter((image) => this.change(image, landscape));
  }

  /**
   * @param {number} hex
   * @param {number} landscape
   */
  change(hex, landscape) {
    const before = this.land[hex];
    if (before === landscape || !this.stroke) return false;
    const known = this.stroke.get(hex);
    this.stroke.set(hex, { hex, before: known ? known.before : before, after: landscape });
    this.land[hex] = landscape;
    return true;
  }

  /** Ends a stroke, which is undone as a whole. Returns whether it has changed anything. */
  end() {
    const changes = [...(this.stroke?.values() ?? [])].filter(({ before, after }) => before !== after);
    this.stroke = null;
    if (!changes.length) return false;
    this.done.push(changes);
    this.undone = [];
    return true;
  }

  /** Reverts a stroke that has not ended. Returns the hexes that changed. */
  cancel() {
    const changes = [...(this.stroke?.values() ?? [])];
    this.stroke = null;
    return this.set(changes.map(({ hex, before }) => ({ hex, before, after: before })));
  }

  /** @param {Change[]} changes */
  set(changes) {
    for (const { hex, after } of changes) this.land[hex] = after;
    return changes.map(({ hex }) => hex);
  }

  undo() {
    const changes = this.done.pop();
    if (!changes) return [];
    this.undone.push(changes);
    return this.set(changes.map(({ hex, before, after }) => ({ hex, before: after, after: before })));
  }

  redo() {
    const changes = this.undone.pop();
    if (!changes) return [];
    this.done.push(changes);
    return this.set(changes);
  }

  /**
   * Replaces all of the land, as one stroke.
   * @param {number[][]} cells  q, r and landscape of each hex
   */
  replace(cells) {
    const wanted = new Int8Array(this.hexes.length).fill(SEA);
    for (const [q, r, landscape] of cells) {
      const hex = this.hexAt(q, r);
      if (hex !== undefined) wanted[hex] = landscape;
    }
    this.begin();
    const changed = this.hexes.map((_, hex) => hex).filter((hex) => this.change(hex, wanted[hex]));
    this.end();
    return changed;
  }

  /** @returns {number[][]} q, r and landscape of each hex of land */
  get cells() {
    return this.hexes.flatMap(({ q, r }, hex) => (this.land[hex] === SEA ? [] : [[q, r, this.land[hex]]]));
  }
}
