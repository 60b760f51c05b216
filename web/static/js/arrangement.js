// @ts-check
/** A picture of the table while it is being set or corrected: the piece on each hex, and the steps to undo. Independent of the page. */

/** @typedef {Record<string, string>} Pieces */

/**
 * Converts pieces to the form that the server expects.
 * @param {Pieces} pieces
 * @param {string[]} colours
 */
export function toArrangement(pieces, colours) {
  /** @type {Record<string, string[]>} */
  const pioneers = Object.fromEntries(colours.map((colour) => [colour, []]));
  /** @type {string[]} */
  const stones = [];
  for (const [cell, piece] of Object.entries(pieces)) {
    if (piece === "stone") stones.push(cell);
    else pioneers[piece]?.push(cell);
  }
  return { pioneers, stones };
}

/**
 * @param {{ pioneers: Record<string, string[]>, stones: string[] }} arrangement
 * @returns {Pieces}
 */
export function toPieces({ pioneers, stones }) {
  /** @type {Pieces} */
  const pieces = {};
  for (const [colour, cells] of Object.entries(pioneers)) for (const cell of cells) pieces[cell] = colour;
  for (const cell of stones) pieces[cell] = "stone";
  return pieces;
}

export class Arrangement {
  /**
   * @param {Pieces} start
   * @param {Iterable<string>} [doubtful]  cells to review
   * @param {Iterable<string>} [notShown]  cells that no photo shows
   */
  constructor(start, doubtful = [], notShown = []) {
    this.start = { ...start };
    this.pieces = { ...start };
    this.doubtful = new Set(doubtful);
    this.notShown = new Set(notShown);
    /** @type {Set<string>} */
    this.seen = new Set();
    /** @type {{ cell: string, piece: string | undefined, wasSeen: boolean }[]} */
    this.steps = [];
  }

  /**
   * Restores a saved arrangement.
   * @param {any} written
   */
  static from({ start, pieces, doubtful, notShown, seen, steps }) {
    const taken = new Arrangement(start, doubtful, notShown);
    taken.pieces = { ...pieces };
    taken.seen = new Set(seen);
    taken.steps = [...steps];
    return taken;
  }

  toJSON() {
    const { start, pieces, doubtful, notShown, seen, steps } = this;
    return { start, pieces, doubtful: [...doubtful], notShown: [...notShown], seen: [...seen], steps };
  }

  get changed() {
    const cells = new Set([...Object.keys(this.start), ...Object.keys(this.pieces)]);
    return [...cells].filter((cell) => this.start[cell] !== this.pieces[cell]);
  }

  /**
   * Cells whose piece differs from the one before.
   * @param {Record<string, string>} before
   */
  added(before) {
    return Object.keys(this.pieces).filter((cell) => this.pieces[cell] !== "empty" && this.pieces[cell] !== before[cell]);
  }

  /** Cells that no photo shows and no person has set. */
  get unshown() {
    return [...this.notShown].filter((cell) => !this.seen.has(cell));
  }

  /** Doubtful cells that have not been reviewed. */
  get unseen() {
    return [...this.doubtful].filter((cell) => !this.seen.has(cell));
  }

  /**
   * @param {string} cell
   * @param {string} piece
   */
  put(cell, piece) {
    this.steps.push({ cell, piece: this.pieces[cell], wasSeen: this.seen.has(cell) });
    this.set(cell, piece === "empty" ? undefined : piece);
    this.seen.add(cell);
  }

  /** @param {string} cell */
  look(cell) {
    this.seen.add(cell);
  }

  /** Undoes the last step. Returns its cell, or null. */
  undo() {
    const step = this.steps.pop();
    if (!step) return null;
    this.set(step.cell, step.piece);
    if (!step.wasSeen) this.seen.delete(step.cell);
    return step.cell;
  }

  /** Restores the initial state; this can be undone step by step too. */
  reset() {
    for (const cell of this.changed) this.put(cell, this.start[cell] ?? "empty");
  }

  /** Removes all pieces. */
  clear() {
    for (const cell of Object.keys(this.pieces)) this.put(cell, "empty");
  }

  /**
   * @param {string} cell
   * @param {string | undefined} piece
   */
  set(cell, piece) {
    if (piece === undefined) delete this.pieces[cell];
    else this.pieces[cell] = piece;
  }
}
