// @ts-check
/** The rectified photo under the reading, and the slider between photo and clean board. */

import { fetchJson } from "./api.js";
import { icon, make, makeSvg, sign } from "./dom.js";
import { say } from "./words.js";

/** @typedef {number[][]} Matrix  3 x 3, row by row */

const CLOSE_UP_PX = 240;
const CLOSE_UP_HEXES = 3.2;

/**
 * Inverts a homography.
 * @param {Matrix} m
 * @returns {Matrix}
 */
function invert([[a, b, c], [d, e, f], [g, h, i]]) {
  const size = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return [
    [(e * i - f * h) / size, (c * h - b * i) / size, (b * f - c * e) / size],
    [(f * g - d * i) / size, (a * i - c * g) / size, (c * d - a * f) / size],
    [(d * h - e * g) / size, (b * g - a * h) / size, (a * e - b * d) / size],
  ];
}

/**
 * @param {Matrix} m
 * @param {Matrix} n
 * @returns {Matrix}
 */
function multiply(m, n) {
  return m.map((row) => n[0].map((_, column) => row.reduce((sum, value, index) => sum + value * n[index][column], 0)));
}

/** @param {Matrix} matrix */
function css([[a, b, c], [d, e, f], [g, h, i]]) {
  return `matrix3d(${[a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, i].map((value) => (value / i).toPrecision(9)).join(",")})`;
}

/**
 * The label at one end of the slider: words, or an icon if there is no room for them.
 * @param {"empty" | "photo"} which
 * @param {string} words
 */
function end(which, words) {
  return make("span", { class: "small slider-end" }, which === "photo" ? icon("image") : sign("empty"), make("span", {}, words));
}

export class PhotoLayer {
  /**
   * @param {any} reading
   * @param {string[]} sources  addresses of the picture, the best first; one that fails is followed by the next
   */
  constructor(reading, sources) {
    this.reading = reading;
    this.sources = sources;
    this.share = 1;
    /** Maps the reading's board to the board shown; they differ if it was printed in another size. */
    /** @type {Matrix} */
    this.toShown = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    this.picture = this.makePicture();
    this.slide = /** @type {HTMLInputElement} */ (
      make("input", { type: "range", id: "photo-slider", min: 0, max: 100, value: 100, "aria-label": say("photo_or_board"), oninput: () => this.fade() })
    );
    this.control = make("div", { class: "photo-slider" }, end("empty", say("clean_board")), this.slide, end("photo", say("photo")));
  }

  makePicture() {
    const { width, height } = this.reading.photo;
    const picture = /** @type {HTMLImageElement} */ (make("img", { class: "board-photo", alt: "", width, height }));
    let next = 0;
    const load = () => {
      if (next < this.sources.length) picture.src = this.sources[next++];
    };
    picture.addEventListener("error", load);
    load();
    return picture;
  }

  /**
   * Fetches the geometry of the reading's layout if it differs from the one shown.
   * @param {import("./board_view.js").Geometry & { paper?: string }} shown
   */
  async fit(shown) {
    const { board, paper, hex_mm } = this.reading;
    if (shown.paper === paper && Math.abs(shown.hex_mm - hex_mm) < 0.01) return;
    const own = await fetchJson(`/api/boards/${encodeURIComponent(board)}/geometry?paper=${encodeURIComponent(paper)}&hex_mm=${hex_mm}`);
    const [from, to] = [own.cells[0], shown.cells[0]];
    const scale = shown.hex_mm / own.hex_mm;
    this.toShown = [[scale, 0, to.x - from.x * scale], [0, scale, to.y - from.y * scale], [0, 0, 1]];
  }

  /** @param {import("./board_view.js").BoardView} view */
  show(view) {
    this.view = view;
    view.sheet.insertBefore(this.picture, view.ground);
    view.sheet.classList.add("has-photo");
    this.place();
    this.watcher = new ResizeObserver(() => this.place());
    this.watcher.observe(view.sheet);
    this.fade();
  }

  hide() {
    this.watcher?.disconnect();
    this.picture.remove();
    this.view?.sheet.classList.remove("has-photo", "is-photo");
    for (const layer of [this.view?.grid, this.view?.ground]) layer?.removeAttribute("opacity");
  }

  /** Photo pixels to board millimetres to the pixels of the sheet. */
  place() {
    const { view } = this;
    if (!view) return;
    const [left, top, width] = String(view.grid.getAttribute("viewBox")).split(" ").map(Number);
    const scale = view.sheet.clientWidth / width;
    const toScreen = [[scale, 0, -left * scale], [0, scale, -top * scale], [0, 0, 1]];
    this.picture.style.transform = css(multiply(toScreen, this.fromPhoto()));
  }

  fromPhoto() {
    return multiply(this.toShown, invert(this.reading.board_to_photo));
  }

  fade() {
    this.share = Number(this.slide.value) / 100;
    this.picture.style.opacity = String(this.share);
    this.view?.sheet.classList.toggle("is-photo", this.share > 0.5);
  }

  slider() {
    return this.control;
  }

  /**
   * An enlarged cut-out of the photo at a hex.
   * @param {import("./board_view.js").BoardView} view
   * @param {string} id
   */
  closeUp(view, id) {
    const cell = view.cells.get(id);
    if (!cell) return null;
    const scale = CLOSE_UP_PX / (view.geometry.hex_mm * CLOSE_UP_HEXES);
    const half = CLOSE_UP_PX / 2;
    const toScreen = [[scale, 0, half - cell.x * scale], [0, scale, half * 0.75 - cell.y * scale], [0, 0, 1]];
    const picture = /** @type {HTMLImageElement} */ (this.picture.cloneNode());
    picture.style.opacity = "1";
    picture.style.transform = css(multiply(toScreen, this.fromPhoto()));
    const points = view.geometry.corner_offsets.map(([x, y]) => `${half + x * scale},${half * 0.75 + y * scale}`).join(" ");
    const outline = makeSvg("svg", { class: "board-layer", viewBox: `0 0 ${CLOSE_UP_PX} ${CLOSE_UP_PX * 0.75}`, "aria-hidden": "true" }, makeSvg("polygon", { class: "close-up-hex", points }));
    return make("div", { class: "close-up" }, picture, outline);
  }
}
