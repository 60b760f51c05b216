// @ts-check
/** Prospects of an open hex: territories of at most three landscapes, listed under the board and drawn on it. */

import { fetchJson } from "./api.js";
import { coverGame } from "./back.js";
import { button, byId, make, sign } from "./dom.js";
import { announce, hush } from "./sheet.js";
import { loadStyles } from "./styles.js";
import { listed, say } from "./words.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./api_types.js").Prospect} Prospect
 */

/**
 * Shows the territories that a hex could become part of.
 * @param {Table} table
 * @param {string} cell
 */
export async function openProspects(table, cell) {
  const [found] = (await table.attempt(() => Promise.all([fetchJson(`${table.path}/land/${cell}`), loadStyles("land")]))) ?? [null];
  if (found?.lands.length) table.take(new Prospects(table, found));
}

class Prospects {
  /**
   * @param {Table} table
   * @param {import("./api_types.js").Prospects} found
   */
  constructor(table, found) {
    this.table = table;
    this.found = found;
    this.shown = found.lands[0];
    /** @param {KeyboardEvent} event */
    this.onKey = (event) => event.key === "Escape" && this.table.home();
  }

  enter() {
    hush(".is-answer");
    document.addEventListener("keydown", this.onKey);
    this.uncover = coverGame(() => this.table.home());
    document.body.classList.add("is-looking-ahead");
    this.table.zoom.fit();
    this.show();
    byId("main").scrollTo({ top: 0 });
    byId("prospects").focus({ preventScroll: true });
  }

  leave() {
    this.uncover?.();
    document.removeEventListener("keydown", this.onKey);
    document.body.classList.remove("is-looking-ahead");
    this.table.view.showChosen([]);
    this.table.zoom.fit();
  }

  show() {
    const { table, found } = this;
    table.showUndo();
    table.view.showPieces(table.state.cells);
    table.view.showTurn([]);
    table.fillDesk(
      make(
        "div",
        { class: "prospects-head" },
        make("h2", { id: "prospects", tabindex: "-1" }, say("prospects", { cell: found.cell })),
        button(say("close"), () => table.home(), { id: "close-prospects" }),
      ),
      make("ol", { class: "prospects" }, ...found.lands.map((land) => this.row(land))),
      make("p", { class: "small soft" }, found.more ? `${say("prospects_order")} ${say("prospects_more", { n: found.more })}` : say("prospects_order")),
    );
    this.point(this.shown);
  }

  /** @param {Prospect} land */
  row(land) {
    const { table } = this;
    const onclick = () => {
      this.point(land);
      byId("board").scrollIntoView({ block: "nearest" });
    };
    const names = land.terrains.map((id) => table.view.terrains.get(id) ?? id);
    return make(
      "li",
      {},
      make(
        "button",
        { type: "button", class: "prospect", onclick, onfocus: () => this.point(land), onpointerenter: () => this.point(land), "aria-current": land === this.shown ? "true" : null },
        make("span", { class: "prospect-worth" }, make("b", {}, say("points", { n: land.value })), ` · ${say("hexes", { n: land.cells.length })}`),
        make("span", { class: "prospect-stones" }, land.stones ? sign("stone") : null, land.stones ? say("stones", { n: land.stones.length }) : say("not_cut_off")),
        make("span", { class: "prospect-more small soft" }, `${listed(names)} · ${this.who(land)}${left(land)}`),
      ),
    );
  }

  /** @param {Prospect} land */
  who({ leaders, pioneers }) {
    const names = leaders.map((colour) => this.table.nameOf(colour));
    if (!names.length) return say("nobody_there");
    if (names.length > 1) return say("tied", { names: listed(names) });
    return say("leads", { name: names[0], n: pioneers[leaders[0]] });
  }

  /**
   * Draws a land: its border, and the stones that would cut it off.
   * @param {Prospect} land
   */
  point(land) {
    const { table, found } = this;
    const isNew = land !== this.shown;
    this.shown = land;
    table.view.showChosen(land.cells);
    table.view.showMarks({ ahead: land.cells, cut: land.stones ?? [], asked: [found.cell] }, { ahead: say("in_this_land"), cut: say("stone_would_cut") });
    for (const [index, row] of [...document.querySelectorAll(".prospect")].entries()) {
      if (found.lands[index] === land) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
    table.nameHexes([found.cell, ...(land.stones ?? [])]);
    if (isNew && land.stones?.length) announce(say("stones_at", { cells: listed(land.stones) }));
  }

  /** @param {string} cell */
  pick(cell) {
    const { table, found } = this;
    table.home();
    if (cell !== found.cell) table.picked(cell);
  }

  undo() {
    this.table.home();
    return true;
  }

  /** @param {import("./table.js").State} before */
  changed(before) {
    if (before.revision !== this.table.state.revision) this.table.home();
  }
}

/**
 * What remains of the land if stones must be set on its own hexes.
 * @param {Prospect} land
 */
function left({ cells, left }) {
  if (!left || left.cells.length === cells.length) return "";
  return ` · ${say("left_of_it", { n: left.cells.length, points: left.value })}`;
}
