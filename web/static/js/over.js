// @ts-check
/** The end of a game: why it is over, who has won, and the scores turn by turn. */

import { drawChart } from "./chart.js";
import { button, make, sign } from "./dom.js";
import { aftermath, correctButton, eventLine } from "./aftermath.js";
import { listed, load, say } from "./words.js";

/** @param {import("./table.js").Table} table */
export function overView(table) {
  const { ended, chart, players } = table.state;
  if (!ended) return [];
  const names = ended.winners.map((/** @type {string} */ colour) => table.nameOf(colour));
  const words = names.length === 1 ? say("winner", { name: names[0] }) : names.length ? say("winners", { names: listed(names) }) : say("no_winner");
  return [
    make("div", { class: "over" }, make("span", { class: "winners" }, ...ended.winners.map(sign)), make("h2", {}, words), make("p", {}, ended.sentence)),
    ranking(players, ended.winners),
    aftermath(table.state, table),
    chart.length > 1 ? drawChart(chart, players, (revision) => look(table, revision)) : null,
    landList(table),
    make("div", { class: "desk-buttons" }, button(say("replay_game"), async () => (await load(import("./history.js"))).replayAll(table), { id: "replay-game" }), make("a", { class: "button is-main", href: `/new?rematch=${table.state.id}` }, say("rematch")), make("a", { class: "button", href: "/new" }, say("new_game"))),
    correctButton(table),
  ];
}

/**
 * Shows the board as it was, even after the last turn, since the game is over.
 * @param {import("./table.js").Table} table
 * @param {number} revision
 */
async function look(table, revision) {
  await (await load(import("./replay.js"))).openReplay(table, revision);
}

/**
 * All settled land, highest value first; each line highlights its hexes.
 * @param {import("./table.js").Table} table
 */
function landList(table) {
  const points = (/** @type {{ awards: Record<string, number> }} */ { awards }) => Math.max(0, ...Object.values(awards));
  const taken = table.state.land.filter((land) => points(land)).sort((one, other) => points(other) - points(one));
  if (!taken.length) return null;
  return make("details", { class: "more", id: "land", ontoggle: () => table.nameHexes() }, make("summary", {}, say("taken_land", { n: taken.length })), make("ul", { class: "aftermath" }, ...taken.map((land) => eventLine(land, table))));
}

/**
 * The players by score; among equal scores, those who win by the rules come first.
 * @param {import("./table.js").Player[]} players
 * @param {string[]} winners
 */
function ranking(players, winners) {
  /** @param {import("./table.js").Player} player */
  const worth = ({ colour, score }) => score + (winners.includes(colour) ? 0.5 : 0);
  const lines = [...players].sort((one, other) => worth(other) - worth(one)).map(({ colour, name, score }) =>
    make("li", { class: winners.includes(colour) ? "is-first" : "" }, sign(colour), make("span", { class: "player-name" }, name), make("b", { class: "number" }, score)),
  );
  return make("ol", { class: "ranking", "aria-label": say("ranking") }, ...lines);
}
