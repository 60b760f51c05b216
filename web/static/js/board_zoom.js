// @ts-check
/** Zoom by buttons, pinch and wheel; panning is the browser's own scrolling. */

const MOST = 5;
const STEP = 1.5;
/** On the narrowest phones the whole board still fits; one step further in, hexes are large enough for any finger. */
const LEAST_HEX_PX = 17;
const LABEL_HEX_PX = 52;
const VISIT_HEX_PX = 56;
const DRAG_PX = 6;
/** Up to this ratio of board to window, only sea is cut off at both sides. */
const HARDLY = 1.03;

export class Zoom {
  /**
   * @param {HTMLElement} frame  what scrolls
   * @param {HTMLElement} sheet  what grows
   * @param {import("./board_view.js").BoardView} view
   */
  constructor(frame, sheet, view) {
    this.frame = frame;
    this.sheet = sheet;
    this.view = view;
    this.shown = view.geometry.view;
    this.zoom = 1;
    this.dragged = false;
    this.fitWidth = 0;
    this.height = 0;
    this.isWhole = false;
    this.fit();
    new ResizeObserver(() => this.resized()).observe(frame.parentElement ?? frame);
    this.bindPinch();
    this.bindMouse();
  }

  /** The width of a hex on the screen. */
  get hexPx() {
    return (this.view.geometry.hex_mm * this.width) / this.shown[2];
  }

  get width() {
    return this.fitWidth * this.zoom;
  }

  measure() {
    const space = /** @type {HTMLElement} */ (this.frame.parentElement);
    const room = getComputedStyle(space).getPropertyValue("--board-height").trim() === "room" ? space.clientHeight : Infinity;
    const tall = this.shown[3] / this.shown[2];
    this.fitWidth = Math.min(space.clientWidth, room / tall);
    // As high as the board is when its hexes are large enough to tap, so that it scrolls sideways at most.
    this.height = Math.min(room, this.fitWidth * tall * this.fitting);
  }

  /** The zoom at which every hex is large enough to tap; 1 to show the whole board. */
  get fitting() {
    const hexPx = (this.view.geometry.hex_mm * this.fitWidth) / this.shown[2];
    return this.isWhole ? 1 : Math.max(1, Math.min(MOST, LEAST_HEX_PX / hexPx));
  }

  resized() {
    const before = this.fitWidth;
    this.measure();
    if (this.fitWidth !== before) this.apply();
  }

  /** Shows as much of the board as fits with hexes large enough to tap. */
  fit() {
    this.measure();
    this.zoom = this.fitting;
    this.apply();
    if (this.zoom > 1 && this.zoom < HARDLY) this.frame.scrollTo((this.width - this.frame.clientWidth) / 2, 0);
  }

  /**
   * @param {number[]} view
   * @param {boolean} isWhole  all of it, however small
   */
  show(view, isWhole) {
    this.shown = view;
    this.isWhole = isWhole;
    this.view.frame(view);
    this.fit();
  }

  apply() {
    const width = Math.ceil(this.width * 10) / 10;
    this.sheet.style.width = `${width}px`;
    this.sheet.style.height = `${(width * this.shown[3]) / this.shown[2]}px`;
    this.frame.style.width = `${Math.max(this.fitWidth, Math.min(width, /** @type {HTMLElement} */ (this.frame.parentElement).clientWidth))}px`;
    this.frame.style.height = `${this.height}px`;
    this.frame.classList.toggle("is-zoomed", this.zoom > HARDLY);
    this.sheet.style.setProperty("--mm-per-px", String(this.shown[2] / width));
    const near = this.hexPx >= LABEL_HEX_PX;
    if (near) this.view.drawLabels();
    this.sheet.classList.toggle("has-labels", near);
  }

  /**
   * Zooms around a point on the screen.
   * @param {number} zoom
   * @param {number} [x]
   * @param {number} [y]
   */
  to(zoom, x, y) {
    const box = this.frame.getBoundingClientRect();
    const atX = (x ?? box.left + box.width / 2) - box.left;
    const atY = (y ?? box.top + box.height / 2) - box.top;
    const before = this.zoom;
    this.zoom = Math.max(1, Math.min(MOST, zoom));
    const grown = this.zoom / before;
    const left = (this.frame.scrollLeft + atX) * grown - atX;
    const top = (this.frame.scrollTop + atY) * grown - atY;
    this.apply();
    this.frame.scrollTo(left, top);
  }

  nearer() {
    this.to(this.zoom * STEP);
  }

  farther() {
    this.to(this.zoom / STEP);
  }

  /**
   * Scrolls a cell into view.
   * @param {string} id
   */
  reveal(id) {
    const cell = this.view.cells.get(id);
    if (!cell || this.zoom <= 1) return;
    const scale = this.width / this.shown[2];
    const x = (cell.x - this.shown[0]) * scale;
    const y = (cell.y - this.shown[1]) * scale;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.frame;
    const margin = this.hexPx;
    const hidden = x < scrollLeft + margin || x > scrollLeft + clientWidth - margin;
    if (hidden || y < scrollTop + margin || y > scrollTop + clientHeight - margin) {
      this.frame.scrollTo(x - clientWidth / 2, y - clientHeight / 2);
    }
  }

  /**
   * Zooms in on a cell.
   * @param {string} id
   */
  visit(id) {
    const cell = this.view.cells.get(id);
    if (!cell) return;
    this.zoom = Math.max(this.zoom, (VISIT_HEX_PX / this.hexPx) * this.zoom);
    this.apply();
    const scale = this.width / this.shown[2];
    const { clientWidth, clientHeight } = this.frame;
    this.frame.scrollTo((cell.x - this.shown[0]) * scale - clientWidth / 2, (cell.y - this.shown[1]) * scale - clientHeight / 2);
  }

  bindPinch() {
    let apart = 0;
    let started = 1;
    /** @param {TouchEvent} event */
    const spread = ({ touches: [one, two] }) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
    this.frame.addEventListener(
      "touchstart",
      (event) => {
        if (event.touches.length !== 2) return;
        apart = spread(event);
        started = this.zoom;
      },
      { passive: true },
    );
    this.frame.addEventListener(
      "touchmove",
      (event) => {
        if (event.touches.length !== 2 || !apart) return;
        event.preventDefault();
        const [one, two] = event.touches;
        this.to((started * spread(event)) / apart, (one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2);
      },
      { passive: false },
    );
    this.frame.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.to(this.zoom * Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
      },
      { passive: false },
    );
  }

  /** Drags the board with a mouse; a drag does not count as a tap. */
  bindMouse() {
    /** @type {{ x: number, y: number, left: number, top: number } | null} */
    let held = null;
    this.frame.addEventListener("pointerdown", (event) => {
      this.dragged = false;
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      held = { x: event.clientX, y: event.clientY, left: this.frame.scrollLeft, top: this.frame.scrollTop };
    });
    window.addEventListener("pointermove", (event) => {
      if (!held) return;
      const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
      if (this.zoom > 1 && Math.hypot(dx, dy) > DRAG_PX) this.dragged = true;
      if (this.dragged) this.frame.scrollTo(held.left - dx, held.top - dy);
    });
    window.addEventListener("pointerup", () => (held = null));
    this.frame.addEventListener(
      "click",
      (event) => {
        if (!this.dragged) return;
        event.stopPropagation();
        this.dragged = false;
      },
      { capture: true },
    );
  }
}
