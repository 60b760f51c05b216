// @ts-check
/** The game page: sets up the board, the players, the desk and the dock. */

import "./page.js";
import { load, page } from "./words.js";
import { Table } from "./table.js";
import { HandPlay } from "./hand.js";
import { ScoreKeeper } from "./keeper.js";
import { isOthersTurn } from "./seat.js";
import { findWork } from "./unfinished.js";

const table = new Table(page.game, page.board, page.tag);
const play = new HandPlay(table);
const begun = findWork(table.state.id);
const looksOn = () => !table.isKeeper && isOthersTurn(table.state);
table.home = () => {
  if (looksOn()) void lookOn(table.activity);
  else table.take(table.isKeeper ? new ScoreKeeper(table) : play);
};
if (begun?.kind === "turn" && !table.isKeeper) {
  table.take(play);
  play.resumeFrom(begun);
} else table.home();
if (begun?.kind === "picture") void load(import("./take_up.js")).then(({ resumePicture }) => resumePicture(table, begun));
table.watch();

/** @param {import("./table.js").Activity | null} before  what this phone did until now */
async function lookOn(before) {
  const { Onlooker } = await load(import("./onlooker.js"));
  if (table.activity !== before) return;
  if (looksOn()) table.take(new Onlooker(table, looksOn));
  else table.home();
}
