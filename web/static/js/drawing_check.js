// @ts-check
/** The panel beside the drawing: what makes it invalid as a board, with the hexes concerned, and a comparison of its landscapes. */

import { sendJson, Trouble } from "./api.js";
import { byId, icon, make, makeSvg } from "./dom.js";
import { say } from "./words.js";

const PATIENCE_MS = 350;

/** @typedef {import("./api_types.js").DrawingCheck} DrawingCheck */

export class DrawingCheckPanel {
  /**
   * @param {import("./drawing_view.js").DrawingView} view
   * @param {() => unknown} body  the drawing as it is sent
   */
  constructor(view, body) {
    this.view = view;
    this.body = body;
    this.asked = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
  }

  /** Sends the drawing after a short pause in painting. */
  askSoon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.ask(), PATIENCE_MS);
  }

  async ask() {
    const asked = ++this.asked;
    try {
      const checked = await sendJson("/api/board-checks", this.body());
      if (asked === this.asked) this.show(checked);
    } catch (trouble) {
      if (!(trouble instanceof Trouble)) throw trouble;
      if (asked === this.asked) byId("remarks").replaceChildren(make("li", { class: "note is-wrong" }, trouble.message));
    }
  }

  /** @param {DrawingCheck} checked */
  show(checked) {
    const hexesOf = (/** @type {number[][]} */ cells) => cells.map(([q, r]) => this.view.drawing.hexAt(q, r)).filter((hex) => hex !== undefined);
    this.view.mark("is-wrong", hexesOf(checked.remarks.flatMap(({ cells }) => cells)));
    const remarks = checked.remarks.map(({ sentence, cells }) => this.remark(sentence, hexesOf(cells)));
    const fine = make("li", { class: "note" }, icon("check"), say("drawing_fine", { n: checked.hexes }));
    byId("remarks").replaceChildren(...(remarks.length ? remarks : [fine]));
    this.compare(checked);
  }

  /**
   * @param {string} sentence
   * @param {number[]} hexes
   */
  remark(sentence, hexes) {
    if (!hexes.length) return make("li", { class: "note is-warning" }, sentence);
    const show = make("button", { type: "button", class: "button is-plain", onclick: () => this.view.focus(hexes[0]) }, say("show_hex"));
    return make("li", { class: "note is-warning" }, sentence, " ", show);
  }

  /** @param {DrawingCheck} checked */
  compare({ landscapes }) {
    const largest = Math.max(1, ...landscapes.map(({ hexes }) => hexes));
    const rows = landscapes.map((extent, number) => this.compared(number, extent, largest));
    byId("compared").replaceChildren(...rows);
  }

  /**
   * @param {number} number
   * @param {DrawingCheck["landscapes"][0]} extent
   * @param {number} largest
   */
  compared(number, { hexes, parts, borders, coast }, largest) {
    const { label, look } = this.view.grid.palette[number];
    const bar = makeSvg("svg", { class: "extent", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, makeSvg("rect", { width: (100 * hexes) / largest, height: 10 }));
    const name = make("th", { scope: "row" }, hexSwatch(look, this.view.grid.corners), label, parts > 1 ? make("span", { class: "small soft" }, ` ${say("in_parts", { n: parts })}`) : null);
    return make("tr", {}, name, make("td", { class: "number" }, hexes, bar), make("td", { class: "number" }, borders), make("td", { class: "number" }, coast));
  }
}

/**
 * @param {string | null} look  of a landscape; null is the sea
 * @param {number[][]} corners
 */
export function hexSwatch(look, corners) {
  const points = corners.map((corner) => corner.join(",")).join(" ");
  return makeSvg("svg", { class: "swatch", viewBox: "-17 -19.5 34 39", "aria-hidden": "true" }, makeSvg("polygon", { class: "drawn", points, ...(look ? { fill: `url(#look-${look})` } : {}) }));
}
