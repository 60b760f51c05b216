// @ts-check
/** A screen beside the table: the board and the score in large type, following the game. Read-only. */

import "./page.js";
import { eventWords } from "./aftermath.js";
import { fetchIfNew } from "./api.js";
import { BoardView } from "./board_view.js";
import { byId, make, sign } from "./dom.js";
import { showLand } from "./taken.js";
import { load, page, say } from "./words.js";

/** @typedef {import("./api_types.js").State} State */

const POLL_MS = 1000;
const SILENCES = 3;
const PAYMENTS = 3;
/** The unit for names of hexes, as a share of the screen's height; a name is 11 units high. */
const NAME_SHARE = 0.0026;
const JOIN_SHOWN_MS = 120_000;

class BigScreen {
  /**
   * @param {State} state
   * @param {import("./board_view.js").Geometry} geometry
   */
  constructor(state, geometry) {
    this.state = state;
    /** @type {string | null} */
    this.tag = null;
    this.silences = 0;
    this.view = new BoardView(byId("board-sheet"), geometry);
    new ResizeObserver(() => this.fit()).observe(byId("board"));
    this.fit();
    this.show();
  }

  /** Fits the board to the available room. */
  fit() {
    const room = byId("board");
    const { paddingLeft, paddingTop } = getComputedStyle(room);
    const [, , width, height] = this.view.geometry.view;
    const scale = Math.min((room.clientWidth - 2 * parseFloat(paddingLeft)) / width, (room.clientHeight - 2 * parseFloat(paddingTop)) / height);
    const sheet = byId("board-sheet");
    sheet.style.width = `${width * scale}px`;
    sheet.style.height = `${height * scale}px`;
    sheet.style.setProperty("--mm-per-px", String((NAME_SHARE * innerHeight) / scale));
  }

  /** @param {string} colour */
  nameOf(colour) {
    return this.state.players.find((player) => player.colour === colour)?.name ?? colour;
  }

  show() {
    const { state, view } = this;
    document.body.classList.toggle("is-over", state.phase === "over");
    byId("title").textContent = state.title || state.players.map((player) => player.name).join(" · ");
    this.showPlayers();
    if (state.clock || document.body.classList.contains("has-clock")) void load(import("./clock.js")).then(({ showClock }) => showClock(state));
    byId("turn").textContent = state.ended?.sentence ?? this.turnWords();
    this.showPayments();
    view.showPieces(state.cells);
    view.showTurn(state.last.turn && state.last.turn !== "pass" && !state.ended ? state.last.turn.split(" ") : []);
    showLand(/** @type {any} */ (this), state.land, state.ended ? undefined : state.revision);
  }

  turnWords() {
    const player = this.state.mode === "keeper" ? undefined : this.state.players.find((one) => one.to_move);
    return player ? say("turn_of", { name: player.name }) : "";
  }

  showPlayers() {
    const { players, mode } = this.state;
    const best = Math.max(...players.map((player) => player.score));
    for (const { colour, name, score, to_move } of players) {
      const line = /** @type {HTMLElement} */ (byId("players").querySelector(`[data-colour="${colour}"]`));
      if (to_move && mode !== "keeper") line.setAttribute("aria-current", "true");
      else line.removeAttribute("aria-current");
      line.classList.toggle("is-best", score === best);
      /** @type {HTMLElement} */ (line.querySelector(".player-name")).textContent = name;
      /** @type {HTMLElement} */ (line.querySelector(".player-score")).textContent = String(score);
    }
  }

  /** The last payments: all of them if one turn closed several territories. */
  showPayments() {
    const settled = this.state.land.filter((land) => land.revision);
    const newest = Math.max(...settled.map((land) => land.revision ?? 0));
    const paid = settled.filter((land) => land.revision === newest).slice(-PAYMENTS);
    byId("payments").replaceChildren(...paid.map((land) => make("li", {}, ...Object.keys(land.awards).map(sign), make("span", {}, eventWords(land, /** @type {any} */ (this))))));
    this.view.showNames(paid.map((land) => land.cells[0]));
  }

  /** Polls every second, as phones do. */
  watch() {
    const look = async () => {
      if (document.hidden) return;
      const news = await fetchIfNew(`/api/games/${this.state.id}`, this.tag).catch(() => undefined);
      this.silences = news === undefined ? this.silences + 1 : 0;
      byId("offline").hidden = this.silences < SILENCES;
      if (!news) return;
      this.tag = news.tag;
      if (news.body.version < this.state.version) return;
      this.state = news.body;
      this.show();
    };
    setInterval(look, POLL_MS);
    document.addEventListener("visibilitychange", look);
  }
}

/** Only where the browser allows it, which excludes plain http. */
async function keepAwake() {
  if (document.hidden || !("wakeLock" in navigator)) return;
  await navigator.wakeLock.request("screen").catch(() => null);
}

function bindTools() {
  const [opener, panel, full] = [byId("show-join"), byId("join-panel"), byId("full-screen")];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @param {boolean} shown */
  const showJoin = (shown) => {
    clearTimeout(timer);
    panel.hidden = !shown;
    opener.setAttribute("aria-expanded", String(shown));
    if (shown) timer = setTimeout(() => showJoin(false), JOIN_SHOWN_MS);
  };
  opener.addEventListener("click", () => showJoin(panel.hidden));
  panel.addEventListener("click", () => showJoin(false));
  full.hidden = !document.fullscreenEnabled;
  full.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()));
}

bindTools();
void keepAwake();
document.addEventListener("visibilitychange", keepAwake);
new BigScreen(page.game, page.board).watch();
