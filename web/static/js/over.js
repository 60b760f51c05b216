// @ts-check
/** The end of a game: why it is over, who has won, and the scores turn by turn. */

import { drawChart } from "./chart.js";
import { make, sign } from "./dom.js";
import { aftermath, mendButton } from "./aftermath.js";
import { listed, say } from "./words.js";

/** @param {import("./table.js").Table} table */
export function overView(table) {
  const { ended, chart, players } = table.state;
  const names = ended.winners.map((/** @type {string} */ colour) => table.nameOf(colour));
  const words = names.length === 1 ? say("winner", { name: names[0] }) : names.length ? say("winners", { names: listed(names) }) : say("no_winner");
  return [
    make("div", { class: "over" }, ...ended.winners.map(sign), make("h2", {}, words), make("p", {}, ended.sentence)),
    aftermath(table.state, table),
    chart.length > 1 ? drawChart(chart, players) : null,
    make("div", { class: "desk-buttons" }, make("a", { class: "button is-main", href: "/new" }, say("new_game"))),
    mendButton(table),
  ];
}
