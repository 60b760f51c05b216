// @ts-check
/** Replay: every revision of the game on a slider, playing automatically or turn by turn. Only its own buttons change the game. */

import { fetchJson, sendJson } from "./api.js";
import { coverGame } from "./back.js";
import { markShown, sentenceOf } from "./chronicle.js";
import { button, byId, icon, make, sign } from "./dom.js";
import { recall, remember } from "./kept.js";
import { shownTime } from "./page.js";
import { announce, hush, note } from "./sheet.js";
import { loadStyles } from "./styles.js";
import { showLand } from "./taken.js";
import { load, say } from "./words.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./api_types.js").Replay["frames"][number]} Frame
 */

/** How long a turn is shown, in milliseconds; turns that close land are shown longer. */
const PACES = { slow: 2400, normal: 1200, fast: 500 };
const LONGER = 1.6;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Shows an earlier revision of the game.
 * @param {Table} table
 * @param {number} revision
 * @param {{ plays?: boolean }} [more]  `plays`: goes on by itself
 */
export async function openReplay(table, revision, more = {}) {
  const [found] = (await table.attempt(() => Promise.all([fetchJson(`${table.path}/replay?to=${revision}`), loadStyles("replay")]))) ?? [null];
  if (!found) return;
  const replay = new Replay(table, found.frames, revision);
  table.take(replay);
  if (more.plays && !STILL.matches) replay.play();
}

/**
 * Disables the buttons that change the current game while another revision is shown.
 * @param {boolean} isHeld
 */
export function holdPresent(isHeld) {
  document.body.classList.toggle("is-past", isHeld);
  for (const id of ["edit", "snap"]) byId(id).toggleAttribute("disabled", isHeld);
}

class Replay {
  /**
   * @param {Table} table
   * @param {Frame[]} frames
   * @param {number} revision
   */
  constructor(table, frames, revision) {
    this.table = table;
    this.frames = frames;
    this.moments = momentsOf(frames);
    this.index = this.placeOf(revision);
    /** @param {KeyboardEvent} event */
    this.onKey = (event) => this.key(event);
    this.onHide = () => document.hidden && this.pause();
  }

  /** @param {number} revision */
  placeOf(revision) {
    const place = this.frames.findIndex(({ entry }) => entry.revision === revision);
    return place < 0 ? this.frames.length - 1 : place;
  }

  get entry() {
    return this.frames[this.index].entry;
  }

  get last() {
    return this.frames.length - 1;
  }

  enter() {
    this.uncover = coverGame(() => this.table.home());
    document.addEventListener("keydown", this.onKey);
    document.addEventListener("visibilitychange", this.onHide);
    holdPresent(true);
    this.table.showUndo();
    this.build();
    this.show();
    byId("main").scrollTo({ top: 0 });
    byId("replay-slider").focus({ preventScroll: true });
    announce(this.entry.sentence);
  }

  leave() {
    this.pause();
    this.uncover?.();
    hush(".is-answer");
    markShown(null);
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("visibilitychange", this.onHide);
    this.table.view.showChosen([]);
    this.table.showScores({});
    holdPresent(false);
  }

  /** Builds the desk once, so that controls in use stay in place. */
  build() {
    const { table } = this;
    this.slider = /** @type {HTMLInputElement} */ (
      make("input", { type: "range", id: "replay-slider", class: "replay-slider", min: 0, max: this.last, step: 1, value: this.index, "aria-label": say("moment"), oninput: () => this.drag() })
    );
    this.playing = make("button", { type: "button", class: "icon-button", id: "replay-play", onclick: () => this.toggle() });
    const pace = make(
      "select",
      { id: "replay-pace", "aria-label": say("pace"), onchange: (/** @type {Event} */ event) => remember(PACE, /** @type {HTMLSelectElement} */ (event.target).value) },
      ...["slow", "normal", "fast"].map((name) => make("option", { value: name, selected: name === keptPace() }, say(PACE_WORDS[name]))),
    );
    this.when = make("p", { class: "last" });
    this.what = make("p", { class: "prompt" });
    this.count = make("span", { class: "replay-count number small soft" });
    this.back = this.step("back", say("one_earlier"), -1);
    this.next = this.step("next", say("one_later"), 1);
    this.more = make("div", { class: "desk-buttons" });
    table.fillDesk(
      this.when,
      this.what,
      make("div", { class: "replay-line" }, this.slider, this.count, pace),
      make("div", { class: "turn-row replay-row" }, make("span", { class: "steps-back" }, this.back, this.playing, this.next), button(say("back_to_now"), () => table.home(), { look: "is-main", id: "back-to-now" })),
      this.more,
    );
  }

  /**
   * @param {string} picture
   * @param {string} words
   * @param {number} by
   */
  step(picture, words, by) {
    return /** @type {HTMLButtonElement} */ (
      make("button", { type: "button", class: "icon-button", id: `past-${picture}`, title: words, "aria-label": words, onclick: () => this.go(this.index + by) }, icon(picture))
    );
  }

  show() {
    const { table, entry } = this;
    const { pieces, land } = this.moments[this.index];
    table.view.showPieces(pieces);
    table.view.showMarks({});
    table.view.showTurn(entry.turn && entry.turn !== "pass" ? entry.turn.split(" ") : []);
    showLand(table, land, entry.revision);
    table.view.showChosen(entry.events.flatMap(({ cells }) => cells));
    table.showScores(entry.scores);
    this.showDesk();
    table.nameHexes();
    markShown(entry.revision);
  }

  showDesk() {
    const { entry, slider, index, last } = this;
    const words = sentenceOf(entry);
    if (!slider) return;
    slider.max = String(last);
    slider.value = String(index);
    slider.setAttribute("aria-valuetext", words);
    this.count?.replaceChildren(`${index} / ${last}`);
    this.when?.replaceChildren(make("span", {}, say("looking_back", { time: shownTime(entry.at) })));
    this.what?.replaceChildren(...[entry.player ? sign(entry.player) : null, make("span", {}, words)].filter((part) => part !== null));
    if (this.back) this.back.disabled = index === 0;
    if (this.next) this.next.disabled = index === last;
    this.showPlaying();
    this.more?.replaceChildren(...this.choices());
  }

  /** The actions available at this revision; the game changes only if one of them is chosen. */
  choices() {
    const { table, entry, index } = this;
    const isNow = entry.revision === table.state.revision;
    return [
      index && entry.on_line ? button(say("correct_this"), () => this.correct(), { id: "correct-this", icon: "edit" }) : null,
      isNow ? null : button(say("go_on_from_here"), () => this.goOn(), { id: "go-on" }),
      entry.photo ? photoLink(table, entry.photo) : null,
    ].filter((part) => part !== null);
  }

  showPlaying() {
    const words = say(this.timer ? "pause" : "play");
    this.playing?.setAttribute("aria-label", words);
    this.playing?.setAttribute("title", words);
    this.playing?.replaceChildren(icon(this.timer ? "pause" : "play"));
  }

  /** @param {number} index */
  go(index) {
    this.pause();
    if (this.showAt(index)) announce(sentenceOf(this.entry));
  }

  /** @param {number} index */
  showAt(index) {
    const to = Math.max(0, Math.min(this.last, index));
    if (to === this.index) return false;
    this.index = to;
    this.show();
    return true;
  }

  drag() {
    this.pause();
    this.showAt(Number(this.slider?.value));
  }

  toggle() {
    if (this.timer) this.pause();
    else this.play();
  }

  /** Plays from here, or from the start if the end has been reached. */
  play() {
    if (this.index === this.last) this.showAt(0);
    this.await();
    this.showPlaying();
  }

  await() {
    const pace = PACES[keptPace()];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.advance(), this.entry.events.length ? pace * LONGER : pace);
  }

  advance() {
    this.showAt(this.index + 1);
    if (this.index === this.last) this.pause();
    else this.await();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.showPlaying();
  }

  /**
   * The arrow keys step through the turns wherever they have no other function.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("[data-cell], input, select, textarea, dialog")) return;
    const to = { ArrowLeft: this.index - 1, ArrowRight: this.index + 1, Home: 0, End: this.last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  }

  /** @param {string} cell */
  pick(cell) {
    this.table.view.refuse(cell);
    note(say("past_tap"), { look: "is-answer", aside: this.table.view.refused, action: { words: say("back_to_now"), deed: () => this.table.home() } });
  }

  escape() {
    this.table.home();
  }

  /** Handles a new state of the game while the replay continues. */
  async changed() {
    this.table.showUndo();
    this.table.showScores(this.entry.scores);
    const { revision } = this.entry;
    const found = await fetchJson(`${this.table.path}/replay?to=${revision}`).catch(() => null);
    if (!found || this.table.activity !== this) return;
    this.frames = /** @type {Frame[]} */ (found.frames);
    this.moments = momentsOf(this.frames);
    this.index = this.placeOf(revision);
    this.show();
  }

  /** Returns to the current state first, since Undo would not affect the revision shown. */
  undo() {
    this.table.home();
    return true;
  }

  get looksBack() {
    return true;
  }

  async correct() {
    this.pause();
    const { correctEntry } = await load(import("./correct.js"));
    await correctEntry(this.table, this.entry, this.moments[this.index - 1], this.moments[this.index]);
  }

  async goOn() {
    const { table, entry } = this;
    const state = await table.attempt(() => sendJson(`${table.path}/goto`, { from: table.state.revision, to: entry.revision }));
    if (!state) return;
    table.accept(state);
    table.home();
  }
}

/**
 * The pieces and the settled land at each moment.
 * @param {Frame[]} frames
 */
function momentsOf(frames) {
  /** @type {Record<string, string>} */
  let pieces = {};
  /** @type {import("./taken.js").Land[]} */
  let land = [];
  return frames.map((frame) => {
    pieces = { ...pieces, ...frame.changed };
    for (const [cell, piece] of Object.entries(frame.changed)) if (piece === "empty") delete pieces[cell];
    land = frame.land ?? land;
    return { pieces, land };
  });
}

const PACE = "terranova-pace";
/** @type {Record<string, string>} */
const PACE_WORDS = { slow: "pace_slow", normal: "pace_normal", fast: "pace_fast" };

/** @returns {keyof typeof PACES} */
function keptPace() {
  const pace = recall(PACE);
  return pace === "slow" || pace === "fast" ? pace : "normal";
}

/**
 * @param {Table} table
 * @param {string} photo
 */
function photoLink(table, photo) {
  const address = `/games/${table.state.id}/photos/${photo}`;
  const small = make("img", { src: `${address}-small.jpg`, alt: say("photo") });
  const link = make("a", { class: "past-photo", href: `${address}.jpg` }, small);
  small.addEventListener("error", () => link.remove());
  return link;
}
