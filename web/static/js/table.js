// @ts-check
/** The shared table: the state of the game from the server, and the current activity of this phone. */

import { lastLine } from "./aftermath.js";
import { fetchJson, fetchIfNew, randomId, sendJson, Trouble } from "./api.js";
import { bindKeys } from "./board_keys.js";
import { drawTrack } from "./board_track.js";
import { BoardView } from "./board_view.js";
import { Zoom } from "./board_zoom.js";
import { byId, make } from "./dom.js";
import { recall } from "./kept.js";
import { showChronicle } from "./chronicle.js";
import { seatOf } from "./seat.js";
import { announce, closeSheet, hush, note } from "./sheet.js";
import { load, say } from "./words.js";

const POLL_MS = 1000;
const SILENCES = 3;
const REST_MS = 1500;
const NEWEST = 5;
const GAIN_MS = 1800;
const WIDE = matchMedia("(min-width: 60rem), (min-width: 35rem) and (max-height: 32rem)");
const ROOMY = matchMedia("(min-width: 60rem) and (min-height: 32.01rem)");
const TALL = matchMedia("(min-height: 780px)");

/**
 * @typedef {import("./api_types.js").State} State
 * @typedef {State["players"][number]} Player
 * @typedef {{ enter: () => void, leave?: () => void, pick: (cell: string) => void,
 *   place?: (cell: string, piece: string) => void, undo?: () => boolean, canUndo?: boolean, redo?: () => boolean, canRedo?: boolean, looksBack?: boolean, escape?: () => void,
 *   changed: (before: State) => void }} Activity  what this phone is doing now
 */

export class Table {
  /**
   * @param {State} state
   * @param {import("./board_view.js").Geometry} geometry
   * @param {string | null} [tag]  by which the server knows this state
   */
  constructor(state, geometry, tag = null) {
    this.state = state;
    this.tag = tag;
    /** @type {Activity | null} */
    this.activity = null;
    this.busy = false;
    /** @type {Map<HTMLElement, ReturnType<typeof setTimeout>>} */
    this.gains = new Map();
    /** @type {Set<() => void>} */
    this.followers = new Set();
    this.home = () => {};
    this.frame = byId("board-window");
    this.view = new BoardView(byId("board-sheet"), geometry);
    this.zoom = new Zoom(this.frame, byId("board-sheet"), this.view);
    this.view.onPick = (cell) => this.picked(cell);
    bindKeys(this.view, {
      onPiece: (cell, piece) => this.activity?.place?.(cell, piece),
      onUndo: () => this.undo(),
      onEscape: () => this.activity?.escape?.(),
      onMove: (cell) => this.zoom.reveal(cell),
    });
    this.bindButtons();
    new MutationObserver(() => this.nameHexes()).observe(byId("toasts"), { childList: true });
    if (recall("terranova-coordinates")) void load(import("./coordinates.js")).then(({ showCoordinates }) => showCoordinates(this.view, true));
    for (const room of [WIDE, TALL]) room.addEventListener("change", () => this.showHistory());
    this.showState();
    if (ROOMY.matches) this.showTrack(true);
  }

  get path() {
    return `/api/games/${this.state.id}`;
  }

  /** Whether the game is in score-keeper mode, in which nothing is played on the screen. */
  get isKeeper() {
    return this.state.mode === "keeper";
  }

  get colours() {
    return this.state.players.map((player) => player.colour);
  }

  /** @param {string} colour */
  nameOf(colour) {
    return this.state.players.find((player) => player.colour === colour)?.name ?? colour;
  }

  bindButtons() {
    byId("zoom-in").addEventListener("click", () => this.zoom.nearer());
    byId("zoom-out").addEventListener("click", () => this.zoom.farther());
    byId("show-track").addEventListener("click", () => this.showTrack(!this.hasTrack));
    byId("undo").addEventListener("click", () => this.undo());
    byId("redo").addEventListener("click", () => this.redo());
    byId("history").addEventListener("click", async () => (await load(import("./history.js"))).openHistory(this));
    byId("edit").addEventListener("click", async () => (await load(import("./picture_editor.js"))).editFreely(this));
    byId("snap").addEventListener("click", async () => (await load(import("./snap.js"))).openSnap(this));
    for (const score of document.querySelectorAll(".player-score")) {
      const { colour = "" } = /** @type {HTMLElement} */ (score.closest(".player")).dataset;
      score.addEventListener("click", async () => (await load(import("./score_sheet.js"))).openScore(this, colour));
    }
    byId("open-menu").addEventListener("click", async () => (await load(import("./menu.js"))).openMenu(this));
  }

  /** @param {boolean} wanted */
  showTrack(wanted) {
    const { view, width_mm, height_mm } = this.view.geometry;
    this.hasTrack = wanted;
    byId("show-track").setAttribute("aria-pressed", String(wanted));
    byId("board-sheet").classList.toggle("has-track", wanted);
    if (wanted) drawTrack(this.view, this.state.players);
    this.zoom.show(wanted ? [0, 0, width_mm, height_mm] : view, wanted);
  }

  /** @param {string} cell */
  picked(cell) {
    this.activity?.pick(cell);
  }

  /**
   * Switches to another activity.
   * @param {Activity} activity
   */
  take(activity) {
    this.activity?.leave?.();
    this.activity = activity;
    activity.enter();
  }

  /** Updates the players, the dock and the chronicle after a change of state. */
  showState() {
    const { state } = this;
    for (const player of state.players) this.showPlayer(player, state.next?.scores[player.colour] ?? player.score);
    this.showUndo();
    document.body.dataset.phase = state.phase;
    if (seatOf(state.id)) void load(import("./my_turn.js")).then(({ showMyTurn }) => showMyTurn(state));
    if (state.clock || document.body.classList.contains("has-clock")) void load(import("./clock.js")).then(({ showClock }) => showClock(state));
    this.showTitle();
    if (this.hasTrack) drawTrack(this.view, state.players);
    this.showHistory();
  }

  /** The game's title, or else its players, and its mode. */
  showTitle() {
    const title = this.state.title || this.state.players.map((player) => player.name).join(" · ");
    byId("title").textContent = title;
    document.body.classList.toggle("keeps-score", this.isKeeper);
    byId("mode").textContent = say(this.isKeeper ? "mode_keeper" : "mode_referee");
    document.title = `${title} · Terra Nova`;
  }

  /** What can be undone: a step of the turn on this phone, or the last revision; nothing during a replay. */
  showUndo() {
    const { canUndo, canRedo, looksBack } = this.activity ?? {};
    /** @type {HTMLButtonElement} */ (byId("undo")).disabled = looksBack || !(this.state.can_undo || canUndo);
    /** @type {HTMLButtonElement} */ (byId("redo")).disabled = looksBack || !(canRedo || (this.state.can_redo && !canUndo));
  }

  /**
   * Shows the scores of a revision, also on the score track.
   * @param {Record<string, number>} scores
   */
  showScores(scores) {
    const players = this.state.players.map((player) => ({ ...player, score: scores[player.colour] ?? player.score }));
    for (const player of players) this.showPlayer(player, player.score);
    if (this.hasTrack) drawTrack(this.view, players);
  }

  /** All of the history beside the board, or its newest lines under it on a tall phone; first drawn when the page is idle. */
  showHistory() {
    clearTimeout(this.chronicleTimer);
    const place = byId("chronicle");
    if (WIDE.matches) void showChronicle(this);
    else if (!TALL.matches) place.replaceChildren();
    else this.chronicleTimer = setTimeout(() => showChronicle(this, NEWEST), place.childElementCount ? 0 : REST_MS);
  }

  /**
   * Shows the names of the hexes that the page refers to, and of some more.
   * @param {string[]} [cells]
   */
  nameHexes(cells = []) {
    const parts = [byId("desk"), byId("toasts"), ...document.querySelectorAll("#sheet-title")];
    this.view.showNames([...parts.flatMap((part) => [...cellsNamed(part, this.view.cells)]), ...cells]);
  }

  /**
   * Highlights hexes that the page refers to.
   * @param {string[]} cells
   */
  pointAt(cells) {
    closeSheet();
    byId("board").scrollIntoView({ block: "nearest" });
    this.view.showChosen(cells);
    this.nameHexes(cells);
    if (cells.length) this.zoom.reveal(cells[0]);
  }

  /**
   * @param {Player} player
   * @param {number} score
   */
  showPlayer(player, score) {
    const shown = document.querySelector(`.player[data-colour="${player.colour}"]`);
    if (!shown) return;
    shown.toggleAttribute("aria-current", false);
    if (player.to_move && !this.isKeeper) shown.setAttribute("aria-current", "true");
    const left = player.reserve && !this.isKeeper ? say("to_place", { n: player.reserve }) : "";
    const parts = { ".player-score": score, ".player-name": player.name, ".player-left": left };
    for (const [part, words] of Object.entries(parts)) {
      const element = /** @type {HTMLElement} */ (shown.querySelector(part));
      if (element.textContent === String(words)) continue;
      if (part === ".player-score") this.showGain(element, score - Number(element.textContent));
      element.textContent = String(words);
    }
  }

  /**
   * Animates points gained and lost.
   * @param {HTMLElement} element
   * @param {number} gain
   */
  showGain(element, gain) {
    if (document.body.classList.contains("is-past")) return;
    element.dataset.gain = gain > 0 ? `+${gain}` : `−${-gain}`;
    clearTimeout(this.gains.get(element));
    this.gains.set(element, setTimeout(() => element.removeAttribute("data-gain"), GAIN_MS));
  }

  /** @param {State} state */
  accept(state) {
    const before = this.state;
    if (state.version < before.version) return;
    this.state = state;
    this.tag = null;
    this.showState();
    for (const follow of this.followers) follow();
    this.activity?.changed(before);
  }

  /**
   * Runs an action that may fail, one at a time.
   * @template T
   * @param {() => Promise<T>} deed
   * @returns {Promise<T | null>}
   */
  async attempt(deed) {
    if (this.busy) return null;
    this.busy = true;
    document.body.classList.add("is-busy");
    try {
      return await deed();
    } catch (trouble) {
      await this.explain(trouble);
      return null;
    } finally {
      this.busy = false;
      document.body.classList.remove("is-busy");
    }
  }

  /** @param {unknown} trouble */
  async explain(trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    note(trouble.message, { look: "is-wrong", stays: true });
    if (trouble.slug === "conflict" || trouble.slug === "nothing-to-undo" || trouble.slug === "nothing-to-redo") await this.refresh();
  }

  /**
   * Saves on the server; if the response is lost, repeats the request with the same id, which has no effect twice.
   * @param {string} path
   * @param {Record<string, unknown>} body
   */
  async save(path, body) {
    const saved = { ...body, save: randomId() };
    try {
      return await sendJson(`${this.path}/${path}`, saved);
    } catch (trouble) {
      if (!(trouble instanceof Trouble) || trouble.slug !== "offline") throw trouble;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      return sendJson(`${this.path}/${path}`, saved);
    }
  }

  undo() {
    if (this.activity?.undo?.()) return;
    if (this.state.can_undo) void this.step("undo", "undone");
  }

  redo() {
    if (this.activity?.redo?.()) return;
    if (this.state.can_redo) void this.step("redo", "redone");
  }

  /**
   * @param {"undo" | "redo"} which
   * @param {string} words
   */
  async step(which, words) {
    const state = await this.attempt(() => sendJson(`${this.path}/${which}`, { from: this.state.revision }));
    if (!state) return;
    this.accept(state);
    announce(`${say(words)} ${state.last?.sentence ?? ""}`);
  }

  async refresh() {
    this.accept(await fetchJson(this.path));
  }

  /** Polls for changes by others every second, and at once when the phone wakes up. */
  watch() {
    let looking = false;
    const look = async () => {
      if (document.hidden || looking || this.busy) return;
      looking = true;
      let refusal = "";
      const news = await fetchIfNew(this.path, this.tag, (headers) => this.showOthersTurn(headers.get("Terranova-Unfinished") ?? "")).catch((trouble) => {
        refusal = trouble.message;
      });
      looking = false;
      this.heard(refusal);
      if (!news || this.busy) return;
      const isNew = news.body.version > this.state.version;
      if (isNew) {
        this.accept(news.body);
        if (news.body.last) announce(news.body.last.sentence);
      }
      this.tag = news.tag;
    };
    setInterval(look, POLL_MS);
    document.addEventListener("visibilitychange", look);
    window.addEventListener("pageshow", look);
  }

  /**
   * Faintly shows the unfinished turn of another phone.
   * @param {string} turn
   */
  showOthersTurn(turn) {
    if (turn || document.querySelector(".others-turn")) void load(import("./others_turn.js")).then(({ showTurnOfOthers }) => showTurnOfOthers(this, turn));
  }

  /**
   * Announces once that the server refuses or does not respond, and shows it until it does.
   * @param {string} refusal  why there is no answer, or nothing if there is one
   */
  heard(refusal) {
    if (!refusal && (this.silences ?? 0) >= SILENCES) hush();
    this.silences = refusal ? (this.silences ?? 0) + 1 : 0;
    byId("board").classList.toggle("is-offline", this.silences >= SILENCES);
    if (this.silences === SILENCES) note(refusal, { look: "is-wrong", stays: true });
  }

  /**
   * Shows how the game ended, unless this phone is busy with something else.
   * @param {Activity} activity
   */
  async showEnd(activity) {
    this.fillDesk(lastLine(this));
    const { overView } = await load(import("./over.js"));
    if (this.activity === activity && this.state.ended) this.fillDesk(...overView(this));
  }

  /**
   * Renders the desk under the board.
   * @param {...import("./dom.js").Child} content
   */
  fillDesk(...content) {
    const desk = byId("desk");
    const focused = document.activeElement instanceof HTMLElement && desk.contains(document.activeElement) ? document.activeElement.id : "";
    desk.replaceChildren(make("div", { class: "desk-inside" }, ...content));
    this.view.showChosen([]);
    this.nameHexes();
    if (focused) document.getElementById(focused)?.focus();
  }
}

/**
 * The hexes named in an element's text.
 * @param {Node} part
 * @param {Map<string, unknown>} cells
 */
function cellsNamed(part, cells) {
  const named = new Set();
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (walker.currentNode.parentElement?.closest("details:not([open])")) continue;
    for (const word of String(walker.currentNode.nodeValue).match(/[A-Z]+\d+/g) ?? []) if (cells.has(word)) named.add(word);
  }
  return named;
}
