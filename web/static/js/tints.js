// @ts-check
/** Land in its owner's colour: tints, borders, hatching and badges. `printables/artwork/land_picture.py` draws the same on pictures. */

import { makeSvg } from "./dom.js";

/**
 * @typedef {import("./board_view.js").BoardView} BoardView
 * @typedef {import("./api_types.js").State["land"][number]} Land
 * @typedef {{ cells: string[], look: string, badge?: { cell: string, words: string } | null, fresh?: boolean }} Tint
 */

/** In hex widths: the height of a badge, the width of a digit, the spacing of hatching. */
const [BADGE, FIGURE, HATCH] = [0.36, 0.25, 0.24];
/** The least height of a badge on the screen, at any zoom. */
const LEAST_BADGE_PX = 13;

/**
 * The tints of settled land; the land that closed last is highlighted.
 * @param {Land[]} land
 * @param {number} [revision]  the one whose land is fresh
 * @returns {Tint[]}
 */
export function landTints(land, revision) {
  return land.map((one) => ({ cells: one.cells, look: one.look, badge: one.badge, fresh: one.revision !== null && one.revision === revision }));
}

/** The tints on a board; unchanged ones are not redrawn. */
export class Tints {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    this.layer = makeSvg("g", { class: "tints" });
    this.badges = makeSvg("g", { class: "badges", "text-anchor": "middle" });
    this.badges.style.setProperty("--px-share", String(LEAST_BADGE_PX / (view.geometry.hex_mm * BADGE)));
    /** @type {Map<string, SVGElement[]>} */
    this.drawn = new Map();
  }

  /** @param {Tint[]} tints */
  show(tints) {
    const wanted = new Map(tints.map((tint) => [JSON.stringify(tint), tint]));
    for (const [key, parts] of this.drawn) {
      if (wanted.has(key)) continue;
      for (const part of parts) part.remove();
      this.drawn.delete(key);
    }
    for (const [key, tint] of wanted) if (!this.drawn.has(key)) this.drawn.set(key, this.draw(tint));
  }

  /** @param {Tint} tint */
  draw(tint) {
    const part = makeSvg("g", { class: `tint tint-${tint.look} ${tint.fresh ? "is-fresh" : ""}` }, ...this.hexes(tint.cells));
    if (tint.look === "nobody") part.append(this.hatching(tint.cells));
    part.append(drawBorder(this.view, tint.cells));
    this.layer.append(part);
    const badge = this.badge(tint);
    if (badge) this.badges.append(badge);
    return badge ? [part, badge] : [part];
  }

  /** @param {string[]} cells */
  hexes(cells) {
    const points = this.view.outline(1.01);
    return cells.flatMap((id) => {
      const cell = this.view.cells.get(id);
      return cell ? [makeSvg("polygon", { points, transform: `translate(${cell.x} ${cell.y})` })] : [];
    });
  }

  /** @param {string[]} cells */
  hatching(cells) {
    if (!this.layer.querySelector("pattern")) this.layer.prepend(makeSvg("defs", {}, hatchPattern(this.view.geometry.hex_mm * HATCH)));
    return makeSvg("g", { class: "hatching", fill: "url(#hatching)" }, ...this.hexes(cells));
  }

  /** @param {Tint} tint */
  badge({ badge, look }) {
    const cell = badge && this.view.cells.get(badge.cell);
    if (!badge || !cell) return null;
    const height = this.view.geometry.hex_mm * BADGE;
    const width = this.view.geometry.hex_mm * FIGURE * (badge.words.length + 0.8);
    return makeSvg(
      "g",
      { transform: `translate(${cell.x} ${cell.y})` },
      makeSvg(
        "g",
        { class: `badge badge-${look}` },
        makeSvg("rect", { x: -width / 2, y: -height / 2, width, height, rx: height * 0.3 }),
        makeSvg("text", { y: height * 0.31, "font-size": height * 0.88 }, badge.words),
      ),
    );
  }
}

/** @param {number} step */
function hatchPattern(step) {
  return makeSvg("pattern", { id: "hatching", patternUnits: "userSpaceOnUse", width: step, height: step, patternTransform: "rotate(45)" }, makeSvg("rect", { width: step * 0.16, height: step, fill: "#2b2420" }));
}

/**
 * Draws a line round a group of cells: the sides whose neighbour is not in it.
 * @param {BoardView} view
 * @param {string[]} ids
 */
export function drawBorder({ cells, geometry }, ids) {
  const inside = new Set(ids);
  const corners = geometry.corner_offsets;
  let path = "";
  for (const id of inside) {
    const cell = cells.get(id);
    if (!cell) continue;
    cell.to.forEach((neighbour, side) => {
      if (neighbour && inside.has(neighbour)) return;
      const [x1, y1] = corners[side];
      const [x2, y2] = corners[(side + 1) % corners.length];
      path += `M${(cell.x + x1).toFixed(2)} ${(cell.y + y1).toFixed(2)}L${(cell.x + x2).toFixed(2)} ${(cell.y + y2).toFixed(2)}`;
    });
  }
  return makeSvg("path", { class: "border", d: path });
}
