// @ts-check
/** Shows a drawing with one element per hex, and maps touch, mouse and keys to hexes. Changing a hex changes one attribute. */

import { make, makeSvg } from "./dom.js";
import { SEA } from "./drawing.js";
import { say } from "./words.js";

const MARGIN_MM = 3;
const [LEAST_ZOOM, MOST_ZOOM, ZOOM_STEP] = [1, 4, 1.5];

/**
 * @typedef {{ label: string, look: string, given: import("./api_types.js").Landscape }} Landscape
 * @typedef {{ step: number[][], corners: number[][], palette: Landscape[] }} Grid
 * @typedef {{ begin: () => void, paint: (hex: number) => void, end: () => void, cancel: () => void }} Strokes
 */

export class DrawingView {
  /**
   * @param {HTMLElement} frame  what scrolls
   * @param {import("./drawing.js").Drawing} drawing
   * @param {Grid} grid
   */
  constructor(frame, drawing, grid) {
    this.frame = frame;
    this.drawing = drawing;
    this.grid = grid;
    this.zoom = 1;
    /** The hex that keys act on. */
    this.here = drawing.hexAt(0, 0) ?? 0;
    const box = this.viewBox();
    this.svg = /** @type {SVGSVGElement} */ (makeSvg("svg", { class: "drawing", role: "grid", "aria-label": say("board"), viewBox: box.join(" ") }));
    this.svg.style.setProperty("--aspect", String(box[2] / box[3]));
    /** @type {SVGElement[]} */
    this.hexes = [];
    for (const row of drawing.rows) this.svg.append(this.drawRow(row));
    this.hexes[this.here].setAttribute("tabindex", "0");
    this.svg.addEventListener("focusin", (event) => this.stand(this.hexes.indexOf(/** @type {SVGElement} */ (event.target))));
    frame.append(make("div", { class: "drawing-sheet" }, this.svg));
    this.redraw(drawing.hexes.map((_, hex) => hex));
  }

  viewBox() {
    const [[width], [, height]] = this.grid.step;
    const points = this.drawing.hexes.map(({ q, r }) => this.centre(q, r));
    const [right, bottom] = [Math.max(...points.map(([x]) => x)), Math.max(...points.map(([, y]) => y))];
    const [halfWidth, halfHeight] = [right + width / 2 + MARGIN_MM, bottom + (height * 2) / 3 + MARGIN_MM];
    return [-halfWidth, -halfHeight, 2 * halfWidth, 2 * halfHeight];
  }

  /**
   * @param {number} q
   * @param {number} r
   */
  centre(q, r) {
    const [[qx, qy], [rx, ry]] = this.grid.step;
    return [q * qx + r * rx, q * qy + r * ry];
  }

  /** @param {number[]} row */
  drawRow(row) {
    const points = this.grid.corners.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
    const group = makeSvg("g", { role: "row" });
    for (const hex of row) {
      const { q, r } = this.drawing.hexes[hex];
      const [x, y] = this.centre(q, r);
      const polygon = makeSvg("polygon", { class: "drawn", role: "gridcell", tabindex: "-1", points, transform: `translate(${x} ${y.toFixed(2)})` });
      this.hexes.push(polygon);
      group.append(polygon);
    }
    return group;
  }

  /** @param {Iterable<number>} hexes */
  redraw(hexes) {
    for (const hex of hexes) {
      const landscape = this.drawing.land[hex];
      const element = this.hexes[hex];
      if (landscape === SEA) element.removeAttribute("fill");
      else element.setAttribute("fill", `url(#look-${this.grid.palette[landscape].look})`);
      element.setAttribute("aria-label", this.describe(hex));
    }
  }

  /** @param {number} hex */
  describe(hex) {
    const { row, place } = this.drawing.hexes[hex];
    const landscape = this.drawing.land[hex];
    return say("drawn_hex", { row: row + 1, place: place + 1, landscape: landscape === SEA ? say("sea") : this.grid.palette[landscape].label });
  }

  /**
   * Gives these hexes a look, and removes it from all others.
   * @param {string} look
   * @param {Iterable<number>} hexes
   */
  mark(look, hexes) {
    const marked = new Set(hexes);
    this.hexes.forEach((element, hex) => {
      if (element.classList.contains(look) !== marked.has(hex)) element.classList.toggle(look);
    });
  }

  /**
   * Moves the focus of the keys.
   * @param {number} hex
   */
  focus(hex) {
    this.hexes[hex].focus();
  }

  /** @param {number} hex  the hex that has the focus */
  stand(hex) {
    if (hex < 0) return;
    this.hexes[this.here].setAttribute("tabindex", "-1");
    this.here = hex;
    this.hexes[hex].setAttribute("tabindex", "0");
  }

  /** @param {number} steps  nearer, or farther if negative */
  zoomBy(steps) {
    const { frame } = this;
    const middle = [(frame.scrollLeft + frame.clientWidth / 2) / frame.scrollWidth, (frame.scrollTop + frame.clientHeight / 2) / frame.scrollHeight];
    this.zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, this.zoom * ZOOM_STEP ** steps));
    this.svg.style.setProperty("--zoom", String(this.zoom));
    frame.classList.toggle("is-zoomed", this.zoom > LEAST_ZOOM);
    frame.scrollTo(middle[0] * frame.scrollWidth - frame.clientWidth / 2, middle[1] * frame.scrollHeight - frame.clientHeight / 2);
  }

  get isWhole() {
    return this.zoom <= LEAST_ZOOM;
  }

  /** @param {Strokes} strokes */
  bindPointer(strokes) {
    /** @type {{ id: number, last: number[], onScreen: DOMMatrix } | null} */
    let stroke = null;
    this.svg.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !event.isPrimary || this.frame.classList.contains("is-moved")) return;
      const onScreen = this.svg.getScreenCTM();
      if (!onScreen) return;
      stroke = { id: event.pointerId, last: [], onScreen };
      this.svg.setPointerCapture(event.pointerId);
      strokes.begin();
      paintAt(event);
      event.preventDefault();
    });
    /** @param {PointerEvent} event */
    const paintAt = (event) => {
      if (!stroke) return;
      const { a, d, e, f } = stroke.onScreen;
      const spot = this.spotAt((event.clientX - e) / a, (event.clientY - f) / d);
      for (const [q, r] of lineBetween(stroke.last.length ? stroke.last : spot, spot)) {
        const hex = this.drawing.hexAt(q, r);
        if (hex !== undefined) strokes.paint(hex);
      }
      stroke.last = spot;
    };
    this.svg.addEventListener("pointermove", (event) => {
      if (event.pointerId !== stroke?.id) return;
      const points = event.getCoalescedEvents?.() ?? [];
      for (const point of points.length ? points : [event]) paintAt(point);
    });
    /**
     * @param {string} kind
     * @param {() => void} finish
     */
    const end = (kind, finish) =>
      this.svg.addEventListener(kind, (event) => {
        if (/** @type {PointerEvent} */ (event).pointerId !== stroke?.id) return;
        stroke = null;
        finish();
      });
    end("pointerup", strokes.end);
    end("pointercancel", strokes.cancel);
  }

  /**
   * The hex around a point, which may be outside the drawing.
   * @param {number} x
   * @param {number} y
   */
  spotAt(x, y) {
    const [[width], [half, height]] = this.grid.step;
    return roundSpot((x - (y / height) * half) / width, y / height);
  }
}

/**
 * @param {number} q
 * @param {number} r
 */
function roundSpot(q, r) {
  const s = -q - r;
  const [nearQ, nearR, nearS] = [q, r, s].map(Math.round);
  const [offQ, offR, offS] = [Math.abs(nearQ - q), Math.abs(nearR - r), Math.abs(nearS - s)];
  if (offQ > offR && offQ > offS) return [-nearR - nearS, nearR];
  return offR > offS ? [nearQ, -nearQ - nearS] : [nearQ, nearR];
}

/**
 * The hexes between two hexes, so that a quick stroke has no gaps.
 * @param {number[]} from
 * @param {number[]} to
 */
function lineBetween([q, r], [toQ, toR]) {
  const steps = Math.max(Math.abs(toQ - q), Math.abs(toR - r), Math.abs(toQ + toR - q - r));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const share = steps ? step / steps : 0;
    return roundSpot(q + (toQ - q) * share, r + (toR - r) * share);
  });
}
