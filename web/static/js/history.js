// @ts-check
/** Looking back: the history as a sheet, and the board as it was at any moment of the game. */

import { fetchJson, sendJson } from "./api.js";
import { chronicleList, markShown, sentenceOf } from "./chronicle.js";
import { drawChart } from "./chart.js";
import { coverGame } from "./back.js";
import { button, byId, icon, make, sign } from "./dom.js";
import { shownTime } from "./page.js";
import { announce, hush, note, openSheet } from "./sheet.js";
import { showLand } from "./taken.js";
import { say } from "./words.js";

/** @param {import("./table.js").Table} table */
export async function openHistory(table) {
  const list = await table.attempt(() => chronicleList(table, (entry) => choose(entry)));
  if (!list) return;
  const place = make("div", { class: "stack" }, chartOf(table), list);
  const follow = async () => {
    const newer = await chronicleList(table, (entry) => choose(entry)).catch(() => null);
    if (newer && table.followers.has(follow)) place.replaceChildren(...[chartOf(table), newer].filter((part) => part !== null));
  };
  const { close } = openSheet(say("history"), [place], { look: "is-tall", onClose: () => table.followers.delete(follow) });
  table.followers.add(follow);
  const choose = (/** @type {any} */ entry) => {
    close();
    void showPast(table, entry);
  };
}

/** @param {import("./table.js").Table} table */
function chartOf({ state }) {
  return state.chart.length > 1 ? drawChart(state.chart, state.players) : null;
}

/**
 * Shows the board as it was.
 * @param {import("./table.js").Table} table
 * @param {{ revision: number }} entry
 */
export async function showPast(table, entry) {
  if (entry.revision === table.state.revision) return table.home();
  const [moment, { history }] = (await table.attempt(() => Promise.all([fetchJson(`${table.path}/revisions/${entry.revision}`), fetchJson(`${table.path}/history`)]))) ?? [null, {}];
  if (!moment) return;
  const later = history.find((/** @type {any} */ other) => other.parent === entry.revision && other.on_line);
  table.take(new Past(table, moment, later?.revision ?? null));
}

class Past {
  /**
   * @param {import("./table.js").Table} table
   * @param {any} moment
   * @param {number | null} later  the revision that came next
   */
  constructor(table, moment, later) {
    this.table = table;
    this.moment = moment;
    this.later = later;
  }

  enter() {
    this.uncover = coverGame(() => this.table.home());
    this.show();
    byId("main").scrollTo({ top: 0 });
    announce(this.moment.entry.sentence);
  }

  show() {
    const { table, moment } = this;
    const { entry } = moment;
    table.showUndo();
    table.view.showPieces(moment.cells);
    table.view.showMarks({});
    table.view.showTurn(entry.turn && entry.turn !== "pass" ? entry.turn.split(" ") : []);
    showLand(table, moment.land, entry.revision);
    document.body.classList.add("is-past");
    table.showScores(entry.scores);
    table.fillDesk(
      make("p", { class: "last" }, make("span", {}, say("looking_back", { time: shownTime(entry.at) }))),
      make("p", { class: "prompt" }, entry.player ? sign(entry.player) : null, make("span", {}, sentenceOf(entry))),
      make(
        "div",
        { class: "turn-row" },
        make("span", { class: "steps-back" }, this.step("back", say("one_earlier"), entry.parent), this.step("next", say("one_later"), this.later)),
        button(say("back_to_now"), () => table.home(), { look: "is-main", id: "back-to-now" }),
      ),
      make("div", { class: "desk-buttons" }, button(say("go_on_from_here"), () => this.goOn(), { id: "go-on" })),
      entry.photo ? photoLink(table, entry.photo) : null,
    );
    table.view.showChosen(entry.events.flatMap((/** @type {{ cells: string[] }} */ event) => event.cells));
    markShown(entry.revision);
  }

  /**
   * A button to the moment before or after.
   * @param {string} picture
   * @param {string} words
   * @param {number | null} revision
   */
  step(picture, words, revision) {
    const onclick = () => revision !== null && void showPast(this.table, { revision });
    return make("button", { type: "button", class: "icon-button", id: `past-${picture}`, title: words, "aria-label": words, disabled: revision === null, onclick }, icon(picture));
  }

  leave() {
    this.uncover?.();
    hush(".is-answer");
    markShown(null);
    this.table.showScores({});
    document.body.classList.remove("is-past");
  }

  /** @param {string} cell */
  pick(cell) {
    this.table.view.refuse(cell);
    note(say("past_tap"), { look: "is-answer", aside: this.table.view.refused, action: { words: say("back_to_now"), deed: () => this.table.home() } });
  }

  escape() {
    this.table.home();
  }

  /** The present has moved on; who looks back goes on looking back. */
  changed() {
    this.show();
  }

  /** What lies before the eyes is not what Undo would take back, so it goes to the present first. */
  undo() {
    this.table.home();
    return true;
  }

  get looksBack() {
    return true;
  }

  async goOn() {
    const { table, moment } = this;
    const state = await table.attempt(() => sendJson(`${table.path}/goto`, { from: table.state.revision, to: moment.revision }));
    if (!state) return;
    table.accept(state);
    table.home();
  }
}

/**
 * @param {import("./table.js").Table} table
 * @param {string} photo
 */
function photoLink(table, photo) {
  const address = `/games/${table.state.id}/photos/${photo}`;
  const small = make("img", { src: `${address}-small.jpg`, alt: say("photo") });
  const link = make("a", { class: "past-photo", href: `${address}.jpg` }, small);
  small.addEventListener("error", () => link.remove());
  return link;
}
