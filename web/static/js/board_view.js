// @ts-check
/** Draws pieces, territories, marks and arrows over the picture of the board. The positions of the hexes come from the server. */

import { makeSvg } from "./dom.js";
import { Tints, drawBorder } from "./tints.js";
import { pieceName, say } from "./words.js";

/**
 * @typedef {{ id: string, row: string, number: number, terrain: string, x: number, y: number, to: (string | null)[],
 *   up: string | null, down: string | null }} Cell
 * @typedef {{ board: string, title: string, hex_mm: number, width_mm: number, height_mm: number, view: number[], svg: string,
 *   terrains: { id: string, label: string }[], corner_offsets: number[][], cells: Cell[],
 *   score_track: { value: number, x: number, y: number, width: number, height: number }[] }} Geometry
 * @typedef {Record<string, string>} Pieces  cell to piece; what is not named is empty
 */

const PIECE_SHARE = 0.74;
const LABEL_SHARE = 0.125;
const STEP_MS = 140;
const REFUSED_MS = 1200;
const GLIDE_MS = 190;
/** With more changes than one turn can make, the page jumps to another moment, and nothing is animated. */
const MOST_GLIDES = 12;
/** In hex widths: the radius of an arrow's starting dot, the distance at which it ends, and the length and width of its head. */
const ARROW = { dot: 0.1, end: 0.4, head: 0.18, half: 0.1 };
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class BoardView {
  /**
   * @param {HTMLElement} sheet
   * @param {Geometry} geometry
   */
  constructor(sheet, geometry) {
    this.sheet = sheet;
    this.geometry = geometry;
    /** @type {Map<string, Cell>} */
    this.cells = new Map(geometry.cells.map((cell) => [cell.id, cell]));
    this.terrains = new Map(geometry.terrains.map((terrain) => [terrain.id, terrain.label]));
    /** @type {Pieces} */
    this.pieces = {};
    /** @type {Map<string, SVGElement>} */
    this.groups = new Map();
    /** @type {Map<string, string>} */
    this.marks = new Map();
    /** @type {Map<string, string>} */
    this.remarks = new Map();
    /** @type {Map<string, string>} whose land each hex is, in words */
    this.holders = new Map();
    /** @type {(cell: string) => void} */
    this.onPick = () => {};
    this.ground = this.layer("board-ground", { "aria-hidden": "true" });
    this.grid = this.layer("board-grid", { role: "grid", "aria-label": say("board_named", { name: geometry.title }) });
    this.top = this.layer("board-top", { "aria-hidden": "true" });
    this.arrows = makeSvg("g");
    this.names = makeSvg("g", { class: "names", "text-anchor": "middle" });
    this.top.append(this.arrows, this.names);
    this.tints = new Tints(this);
    this.ground.append(this.tints.layer);
    this.top.prepend(this.tints.badges);
    this.drawCells();
    this.grid.addEventListener("click", (event) => {
      const cell = this.cellOf(event.target);
      if (cell) this.onPick(cell);
    });
    this.frame(geometry.view);
  }

  /**
   * @param {string} look
   * @param {Record<string, string>} attributes
   */
  layer(look, attributes) {
    const layer = makeSvg("svg", { class: `board-layer ${look}`, ...attributes });
    this.sheet.append(layer);
    return layer;
  }

  /**
   * Shows a part of the board, in board millimetres.
   * @param {number[]} view
   */
  frame(view) {
    for (const layer of [this.ground, this.grid, this.top]) layer.setAttribute("viewBox", view.join(" "));
    const picture = /** @type {HTMLElement | null} */ (this.sheet.querySelector(".board-picture"));
    const [left, top, width, height] = this.geometry.view;
    if (picture) {
      picture.style.left = `${(100 * (left - view[0])) / view[2]}%`;
      picture.style.top = `${(100 * (top - view[1])) / view[3]}%`;
      picture.style.width = `${(100 * width) / view[2]}%`;
      picture.style.height = `${(100 * height) / view[3]}%`;
    }
  }

  /** @param {number} [scale] */
  outline(scale = 1) {
    return this.geometry.corner_offsets.map(([x, y]) => `${(x * scale).toFixed(2)},${(y * scale).toFixed(2)}`).join(" ");
  }

  drawCells() {
    const outline = this.outline();
    /** @type {Map<string, SVGElement>} */
    const rows = new Map();
    for (const cell of this.geometry.cells) {
      const group = makeSvg(
        "g",
        { class: "cell", role: "gridcell", tabindex: "-1", "data-cell": cell.id, transform: `translate(${cell.x} ${cell.y})` },
        makeSvg("polygon", { class: "hex", points: outline }),
      );
      this.groups.set(cell.id, group);
      let row = rows.get(cell.row);
      if (!row) {
        row = makeSvg("g", { role: "row", "aria-label": cell.row });
        rows.set(cell.row, row);
      }
      row.append(group);
      this.name(cell.id);
    }
    this.grid.append(...rows.values());
    this.groups.get(this.geometry.cells[0].id)?.setAttribute("tabindex", "0");
  }

  /** Labels are drawn when the zoom makes them readable, or when all are switched on. */
  drawLabels() {
    if (this.labels) return;
    this.labels = makeSvg("g", { class: "labels", "text-anchor": "middle" });
    this.labels.style.setProperty("--label", `${this.geometry.hex_mm * LABEL_SHARE}px`);
    const tip = Math.min(...this.geometry.corner_offsets.map(([, y]) => y));
    this.labels.append(...this.geometry.cells.map((cell) => makeSvg("text", { x: cell.x, y: cell.y + tip }, cell.id)));
    this.top.prepend(this.labels);
  }

  /**
   * Shows the names of the hexes that the page refers to, at any zoom.
   * @param {Iterable<string>} ids
   */
  showNames(ids) {
    const names = [...new Set(ids)].map((id) => this.cells.get(id)).filter((cell) => cell !== undefined);
    const tip = Math.min(...this.geometry.corner_offsets.map(([, y]) => y));
    this.names.replaceChildren(...names.map((cell) => makeSvg("text", { x: cell.x, y: cell.y + tip }, cell.id)));
  }

  /** @param {EventTarget | null} target */
  cellOf(target) {
    const group = target instanceof Element ? target.closest("[data-cell]") : null;
    return group instanceof SVGElement ? (group.dataset.cell ?? null) : null;
  }

  /** @param {string} id */
  describe(id) {
    const cell = /** @type {Cell} */ (this.cells.get(id));
    const words = [id, this.terrains.get(cell.terrain) ?? cell.terrain, pieceName(this.pieces[id] ?? "empty")];
    for (const remark of [this.holders.get(id), this.remarks.get(id)]) if (remark) words.push(remark);
    return words.join(", ");
  }

  /** @param {string} id */
  name(id) {
    this.groups.get(id)?.setAttribute("aria-label", this.describe(id));
  }

  /** @param {Pieces} pieces */
  showPieces(pieces) {
    const before = this.pieces;
    this.pieces = { ...pieces };
    const changed = [...this.groups.keys()].filter((id) => before[id] !== pieces[id]);
    for (const id of changed) this.drawPiece(id);
    if (changed.length <= MOST_GLIDES && Object.keys(before).length) this.glide(before, changed);
  }

  /**
   * Animates changed pieces: a moved piece glides, a new one settles.
   * @param {Pieces} before
   * @param {string[]} changed
   */
  glide(before, changed) {
    if (STILL.matches || this.sheet.classList.contains("has-photo")) return;
    const left = changed.filter((id) => before[id] && !this.pieces[id]);
    for (const id of changed) {
      const piece = this.groups.get(id)?.querySelector(".piece");
      if (!piece) continue;
      const at = left.findIndex((start) => before[start] === this.pieces[id]);
      const [start] = at < 0 ? [] : left.splice(at, 1);
      const [from, to] = [start && this.cells.get(start), this.cells.get(id)];
      const first = from && to ? { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` } : { transform: "scale(1.35)", opacity: 0 };
      piece.animate([first, { transform: "none", opacity: 1 }], { duration: GLIDE_MS, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" });
    }
  }

  /** @param {string} id */
  drawPiece(id) {
    const group = this.groups.get(id);
    group?.querySelector(".piece")?.remove();
    const piece = this.pieces[id];
    if (piece && piece !== "empty") {
      const size = this.geometry.hex_mm * PIECE_SHARE;
      group?.append(
        makeSvg("use", { class: "piece", href: `#p-${piece}`, x: -size / 2, y: -size / 2, width: size, height: size }),
      );
    }
    this.name(id);
  }

  /**
   * Marks cells with a look and a description for screen readers.
   * @param {Record<string, Iterable<string>>} looks
   * @param {Record<string, string>} [remarks]  a remark for each look
   */
  showMarks(looks, remarks = {}) {
    /** @type {Map<string, string>} */
    const marks = new Map();
    /** @type {Map<string, string>} */
    const texts = new Map();
    for (const [look, cells] of Object.entries(looks)) {
      for (const id of cells) {
        marks.set(id, marks.has(id) ? `${marks.get(id)} ${look}` : look);
        if (remarks[look]) texts.set(id, texts.has(id) ? `${texts.get(id)}, ${remarks[look]}` : remarks[look]);
      }
    }
    const old = this.remarks;
    this.remarks = texts;
    for (const [id, group] of this.groups) {
      const mark = marks.get(id) ?? "";
      if (mark !== (this.marks.get(id) ?? "")) this.drawMark(id, group, mark);
      if (old.get(id) !== texts.get(id)) this.name(id);
    }
    this.marks = marks;
  }

  /**
   * @param {string} id
   * @param {SVGElement} group
   * @param {string} mark
   */
  drawMark(id, group, mark) {
    group.setAttribute("class", `cell ${mark}`);
    const dots = group.querySelector(".dot");
    const isTarget = /\b(target|drop)\b/.test(mark);
    if (isTarget && !dots) group.append(makeSvg("circle", { class: "dot", r: this.geometry.hex_mm * 0.17 }));
    if (!isTarget) dots?.remove();
    const question = group.querySelector(".question");
    const asks = /\bdoubt\b/.test(mark);
    if (asks && !question) group.append(this.questionMark());
    if (!asks) question?.remove();
  }

  questionMark() {
    const size = this.geometry.hex_mm;
    return makeSvg(
      "g",
      { class: "question", transform: `translate(${size * 0.27} ${-size * 0.27})` },
      makeSvg("circle", { r: size * 0.17 }),
      makeSvg("text", { "text-anchor": "middle", y: size * 0.095, "font-size": size * 0.27 }, "?"),
    );
  }

  /**
   * @param {import("./tints.js").Tint[]} tints
   * @param {Map<string, string>} [holders]  whose land each hex is, in words
   */
  showTints(tints, holders = new Map()) {
    this.tints.show(tints);
    const before = this.holders;
    this.holders = holders;
    for (const id of this.cells.keys()) if (before.get(id) !== holders.get(id)) this.name(id);
  }

  /**
   * Draws a border around the territory that the page refers to.
   * @param {string[]} cells
   */
  showChosen(cells) {
    this.chosen?.remove();
    this.chosen = makeSvg("g", { class: "tint tint-chosen" }, drawBorder(this, cells));
    this.ground.append(this.chosen);
  }

  /**
   * Draws a turn: an arrow for each move, a ring for each stone. Actions are in turn notation, such as `C4-C8` and `+D8`.
   * @param {string[]} actions
   */
  showTurn(actions) {
    this.arrows.replaceChildren();
    const size = this.geometry.hex_mm;
    for (const action of actions) {
      const [from, to] = action.replace(/^[+@]/, "").split("-").map((id) => this.cells.get(id));
      if (from && to) {
        this.arrows.append(this.arrow(from, to));
      } else if (from) {
        this.arrows.append(makeSvg("circle", { class: "ring", cx: from.x, cy: from.y, r: size * 0.42 }));
      }
    }
  }

  /**
   * Draws an arrow between two hexes, from the middle of one to just before the piece on the other, so that both stay visible.
   * @param {Cell} from
   * @param {Cell} to
   */
  arrow(from, to) {
    const size = this.geometry.hex_mm;
    const far = Math.hypot(to.x - from.x, to.y - from.y);
    const [ux, uy] = [(to.x - from.x) / far, (to.y - from.y) / far];
    /**
     * @param {number} along
     * @param {number} aside
     */
    const at = (along, aside) => `${(from.x + ux * along - uy * aside).toFixed(2)} ${(from.y + uy * along + ux * aside).toFixed(2)}`;
    const [dot, end] = [ARROW.dot * size, far - ARROW.end * size];
    const [neck, half] = [end - ARROW.head * size, ARROW.half * size];
    const round = `A${dot} ${dot} 0 0 1 `;
    const d = `M${at(-dot, 0)}${round}${at(dot, 0)}${round}${at(-dot, 0)}ZM${at(0, 0)}L${at(neck, 0)}M${at(end, 0)}L${at(neck, half)}L${at(neck, -half)}Z`;
    return makeSvg("g", {}, makeSvg("path", { class: "arrow-halo", d }), makeSvg("path", { class: "arrow", d }));
  }

  /** Shows which hexes can be tapped, after a tap on one that cannot. */
  nudge() {
    if (STILL.matches) return;
    for (const mark of this.grid.querySelectorAll(".movable .hex, .target .dot, .drop:not(.free) .dot")) {
      mark.animate([{ opacity: 1 }, { opacity: 0.15 }, { opacity: 1 }], { duration: 2 * GLIDE_MS, iterations: 2 });
    }
  }

  /**
   * Shows that a tapped hex offers no action.
   * @param {string} id
   */
  refuse(id) {
    const cell = this.cells.get(id);
    if (!cell) return;
    this.refused?.remove();
    const refused = makeSvg("polygon", { class: "refused", points: this.outline(0.94), transform: `translate(${cell.x} ${cell.y})` });
    this.refused = refused;
    this.top.append(refused);
    refused.animate([{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], { duration: REFUSED_MS }).finished.then(
      () => refused.remove(),
      () => {},
    );
  }

  /**
   * Briefly highlights the place of an event.
   * @param {string[]} ids
   */
  flash(ids) {
    ids.forEach((id, index) => {
      const group = this.groups.get(id);
      setTimeout(() => group?.classList.add("is-new"), index * STEP_MS);
      setTimeout(() => group?.classList.remove("is-new"), 1200 + index * STEP_MS);
    });
  }

  /** @param {string} id */
  focus(id) {
    for (const group of this.grid.querySelectorAll('[tabindex="0"]')) group.setAttribute("tabindex", "-1");
    const group = this.groups.get(id);
    group?.setAttribute("tabindex", "0");
    group?.focus();
  }
}
