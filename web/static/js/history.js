// @ts-check
/** Looking back: the history as a sheet, and the board as it was at any moment of the game. */

import { ask, tell } from "./api.js";
import { chronicleList } from "./chronicle.js";
import { drawChart } from "./chart.js";
import { button, make } from "./dom.js";
import { tintOf } from "./hand.js";
import { announce, openSheet } from "./sheet.js";
import { say } from "./words.js";

/** @param {import("./table.js").Table} table */
export async function openHistory(table) {
  const list = await table.attempt(() => chronicleList(table, (entry) => choose(entry)));
  if (!list) return;
  const chart = table.state.chart.length > 1 ? drawChart(table.state.chart, table.state.players) : null;
  const { close } = openSheet(say("history"), [chart, list], { look: "is-tall" });
  const choose = (/** @type {any} */ entry) => {
    close();
    void showPast(table, entry);
  };
}

/**
 * Shows the board as it was.
 * @param {import("./table.js").Table} table
 * @param {any} entry
 */
export async function showPast(table, entry) {
  if (entry.revision === table.state.revision) return table.home();
  const told = await table.attempt(() => ask(`${table.path}/revisions/${entry.revision}`));
  if (told) table.take(new Past(table, told));
}

class Past {
  /**
   * @param {import("./table.js").Table} table
   * @param {any} told
   */
  constructor(table, told) {
    this.table = table;
    this.told = told;
  }

  enter() {
    const { table, told } = this;
    const { entry } = told;
    table.view.showPieces(told.cells);
    table.view.showMarks({});
    table.view.showTurn(entry.turn && entry.turn !== "pass" ? entry.turn.split(" ") : []);
    table.view.showTints(entry.events.map((/** @type {any} */ event) => ({ cells: event.cells, look: tintOf(event.awards) })));
    document.body.classList.add("is-past");
    table.showScores(entry.scores);
    table.fillDesk(
      make("p", { class: "prompt" }, make("span", {}, entry.sentence)),
      entry.photo ? photoLink(table, entry.photo) : null,
      make(
        "div",
        { class: "desk-buttons" },
        button(say("back_to_now"), () => table.home(), { look: "is-main", id: "back-to-now" }),
        button(say("go_on_from_here"), () => this.goOn(), { id: "go-on" }),
      ),
    );
    announce(entry.sentence);
  }

  leave() {
    this.table.showScores({});
    document.body.classList.remove("is-past");
  }

  pick() {}

  escape() {
    this.table.home();
  }

  changed() {
    this.table.home();
  }

  async goOn() {
    const { table, told } = this;
    const state = await table.attempt(() => tell(`${table.path}/goto`, { from: table.state.revision, to: told.revision }));
    if (state) table.accept(state);
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
