// @ts-check
/** Shows the game contained in the page's link, moment by moment. Read-only. */

import "./page.js";
import { sendJson, Trouble } from "./api.js";
import { BoardView } from "./board_view.js";
import { byId, make, sign } from "./dom.js";
import { landTints } from "./tints.js";
import { say } from "./words.js";

/** @typedef {import("./api_types.js").Look} Look */

const slider = /** @type {HTMLInputElement} */ (byId("moment"));

class Looking {
  /** @param {Look} look */
  constructor(look) {
    this.look = look;
    const sheet = byId("board-sheet");
    const [, , width, height] = look.board.view;
    sheet.append(make("img", { class: "board-picture", src: look.board.svg, alt: "", width: Math.round(width), height: Math.round(height) }));
    this.view = new BoardView(sheet, /** @type {import("./board_view.js").Geometry} */ (/** @type {any} */ (look.board)));
    this.at = 0;
    slider.max = String(look.moments.length);
    byId("steps").hidden = look.moments.length === 1;
    slider.addEventListener("input", () => this.show(Number(slider.value) - 1));
    byId("earlier").addEventListener("click", () => this.show(this.at - 1));
    byId("later").addEventListener("click", () => this.show(this.at + 1));
    this.show(look.moments.length - 1);
  }

  /** @param {number} number  from 0 */
  show(number) {
    const { moments, players } = this.look;
    this.at = Math.max(0, Math.min(moments.length - 1, number));
    const moment = moments[this.at];
    slider.value = String(this.at + 1);
    byId("place").textContent = say("look_moment", { number: this.at + 1, most: moments.length });
    byId("sentence").textContent = moment.sentence;
    this.view.showPieces(moment.cells);
    this.view.showTurn(moment.turn && moment.turn !== "pass" ? moment.turn.split(" ") : []);
    this.view.showTints(landTints(moment.land, moment.revision));
    byId("scores").replaceChildren(
      ...players.map(({ colour, name }) => make("li", {}, sign(colour), make("span", {}, name), make("b", { class: "number" }, moment.scores[colour]))),
    );
    /** @type {HTMLButtonElement} */ (byId("earlier")).disabled = this.at === 0;
    /** @type {HTMLButtonElement} */ (byId("later")).disabled = this.at === moments.length - 1;
  }
}

async function open() {
  const link = location.hash.slice(1);
  try {
    if (!link) throw new Trouble("link-cut-short", say("look_nothing"));
    const look = await sendJson("/api/look", { link });
    byId("shown").hidden = false;
    /** @type {HTMLInputElement} */ (byId("words")).value = link;
    new Looking(look);
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    const wrong = byId("wrong");
    wrong.textContent = trouble.message;
    wrong.hidden = false;
  }
}

window.addEventListener("hashchange", () => location.reload());
void open();
