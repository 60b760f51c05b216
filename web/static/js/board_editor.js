// @ts-check
/** The board editor: palette, symmetry, undo, an island from a seed, and saving; unfinished drawings stay on this phone. */

import "./page.js";
import { fetchJson, sendJson, Trouble } from "./api.js";
import { byId, make } from "./dom.js";
import { Drawing, SEA } from "./drawing.js";
import { DrawingCheckPanel, hexSwatch } from "./drawing_check.js";
import { bindDrawingKeys } from "./drawing_keys.js";
import { DrawingView } from "./drawing_view.js";
import { dropDrawing, findDrawing, keepDrawing } from "./kept_drawings.js";
import { announce, note } from "./sheet.js";
import { page, say } from "./words.js";

const KEEP_MS = 400;
const SEED_LETTERS = "abcdefghjkmnpqrstuvwxyz";
const SEED_LENGTH = 5;

/** @type {import("./api_types.js").EditedBoard} */
const edited = page.edited;
const address = location.pathname + location.search;
const kept = findDrawing(address);
const title = /** @type {HTMLInputElement} */ (byId("board-title"));
const seed = /** @type {HTMLInputElement} */ (byId("seed"));
const drawing = new Drawing(edited.half_rows, edited.half_columns);
const view = new DrawingView(byId("drawing"), drawing, edited);
const checks = new DrawingCheckPanel(view, () => drawn());
let chosen = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let keeping;
let isChanged = false;

function drawn() {
  return { title: title.value.trim(), terrains: edited.palette.map(({ given }) => given), cells: drawing.cells };
}

/** Schedules a check and a save after a change. */
function changed() {
  isChanged = true;
  showSteps();
  checks.askSoon();
  clearTimeout(keeping);
  keeping = setTimeout(keep, KEEP_MS);
}

function keep() {
  clearTimeout(keeping);
  if (isChanged) keepDrawing(address, { title: title.value, version: kept?.version ?? edited.version, terrains: edited.palette.map(({ given }) => given.id), cells: drawing.cells, at: Date.now() });
}

function showSteps() {
  /** @type {HTMLButtonElement} */ (byId("undo")).disabled = drawing.done.length === 0;
  /** @type {HTMLButtonElement} */ (byId("redo")).disabled = drawing.undone.length === 0;
}

/** @param {number[]} hexes */
function step(hexes) {
  if (!hexes.length) return;
  view.redraw(hexes);
  changed();
}

/** @param {number} landscape */
function choose(landscape) {
  chosen = landscape;
  for (const tool of byId("palette").querySelectorAll("button")) tool.setAttribute("aria-pressed", String(tool.dataset.landscape === String(landscape)));
  byId("chosen").textContent = landscape === SEA ? say("sea") : edited.palette[landscape].label;
}

/**
 * @param {number} landscape
 * @param {string} label
 * @param {string | null} look
 */
function tool(landscape, label, look) {
  const key = String(landscape + 1);
  return make("button", { type: "button", class: "paint", "data-landscape": landscape, "aria-label": label, "aria-keyshortcuts": key, title: label, onclick: () => choose(landscape) }, hexSwatch(look, edited.corners), make("span", { class: "paint-key" }, landscape < 9 ? key : ""));
}

function showUnpaintable() {
  view.mark("is-out", drawing.hexes.flatMap((_, hex) => (drawing.imagesOf(hex).length ? [] : [hex])));
}

/** @param {string} given */
async function makeIsland(given) {
  try {
    const made = await fetchJson(`/api/made-board?seed=${encodeURIComponent(given)}`);
    step(drawing.replace(inPalette(centred(made.cells), made.terrains)));
    byId("drawing").scrollIntoView({ block: "nearest" });
    announce(say("island_made", { n: made.cells.length }));
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    note(trouble.message, { look: "is-wrong" });
  }
}

/**
 * A word as islands are named: without accents, hyphens between its parts.
 * @param {string} written
 */
function plainWord(written) {
  return written.trim().normalize("NFKD").replace(/\p{M}/gu, "").replace(/\s+/g, "-");
}

/**
 * Renumbers landscapes as in the palette, omitting hexes whose landscape is not in it.
 * @param {number[][]} cells
 * @param {string[]} terrains  the ids that the cells number
 */
function inPalette(cells, terrains) {
  const palette = terrains.map((id) => edited.palette.findIndex((one) => one.given.id === id));
  return cells.map(([q, r, landscape]) => [q, r, palette[landscape] ?? SEA]);
}

/**
 * Moves hexes round the middle of the drawing.
 * @param {number[][]} cells
 */
function centred(cells) {
  const middle = (/** @type {number[]} */ numbers) => Math.floor((Math.min(...numbers) + Math.max(...numbers)) / 2);
  const down = middle(cells.map(([, r]) => r));
  const across = Math.floor((middle(cells.map(([q, r]) => 2 * q + r)) - down) / 2);
  return cells.map(([q, r, landscape]) => [q - across, r - down, landscape]);
}

function newSeed() {
  return Array.from(crypto.getRandomValues(new Uint8Array(SEED_LENGTH)), (byte) => SEED_LETTERS[byte % SEED_LETTERS.length]).join("");
}

async function save() {
  const button = /** @type {HTMLButtonElement} */ (byId("save"));
  button.disabled = true;
  try {
    const saved = await sendJson("/api/boards", { ...drawn(), replaces: edited.name, version: kept?.version ?? edited.version });
    isChanged = false;
    clearTimeout(keeping);
    dropDrawing(address);
    location.assign(`/boards?saved=${encodeURIComponent(saved.name)}&how=${saved.outcome}`);
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    button.disabled = false;
    note(trouble.message, { look: "is-wrong" });
    if (!title.value.trim()) title.focus();
  }
}

const strokes = {
  begin: () => drawing.begin(),
  paint: (/** @type {number} */ hex) => view.redraw(drawing.paint(hex, chosen)),
  end: () => void (drawing.end() && changed()),
  cancel: () => view.redraw(drawing.cancel()),
};

view.bindPointer(strokes);
bindDrawingKeys(view, {
  chosen: () => chosen,
  undo: () => step(drawing.undo()),
  redo: () => step(drawing.redo()),
  paint: (hex, landscape) => {
    drawing.begin();
    view.redraw(drawing.paint(hex, landscape));
    if (drawing.end()) changed();
    announce(view.describe(hex));
  },
});
byId("palette").append(...edited.palette.map(({ label, look }, landscape) => tool(landscape, label, look)), tool(SEA, say("sea"), null));
byId("undo").addEventListener("click", () => step(drawing.undo()));
byId("redo").addEventListener("click", () => step(drawing.redo()));
byId("clear").addEventListener("click", () => step(drawing.replace([])));
byId("zoom-in").addEventListener("click", () => zoom(1));
byId("zoom-out").addEventListener("click", () => zoom(-1));
byId("move").addEventListener("click", () => move(byId("move").getAttribute("aria-pressed") !== "true"));
byId("symmetry").addEventListener("change", () => {
  drawing.symmetry = /** @type {HTMLSelectElement} */ (byId("symmetry")).value;
  showUnpaintable();
});
byId("make").addEventListener("submit", (event) => {
  event.preventDefault();
  seed.value = plainWord(seed.value);
  void makeIsland(seed.value);
});
byId("surprise").addEventListener("click", () => {
  seed.value = newSeed();
  void makeIsland(seed.value);
});
byId("save").addEventListener("click", () => void save());
title.addEventListener("input", changed);
window.addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") keep();
});

/** @param {number} steps */
function zoom(steps) {
  view.zoomBy(steps);
  /** @type {HTMLButtonElement} */ (byId("zoom-out")).disabled = view.isWhole;
  byId("move").hidden = view.isWhole;
  if (view.isWhole) move(false);
}

/** @param {boolean} isMoved  a finger moves the board instead of painting */
function move(isMoved) {
  byId("drawing").classList.toggle("is-moved", isMoved);
  byId("move").setAttribute("aria-pressed", String(isMoved));
}

choose(0);
seed.value = newSeed();
zoom(0);
view.redraw(drawing.replace(kept ? inPalette(kept.cells, kept.terrains) : edited.cells));
drawing.done = [];
if (kept) {
  isChanged = true;
  title.value = kept.title;
  const startAfresh = () => {
    dropDrawing(address);
    title.value = edited.title;
    step(drawing.replace(edited.cells));
  };
  note(say("drawing_back"), { action: { words: say("start_afresh"), deed: startAfresh } });
}
showSteps();
void checks.ask();
