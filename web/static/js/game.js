// @ts-check
/** The game page: puts the board, the players, the desk and the dock together. */

import "./page.js";
import { load, page } from "./words.js";
import { Table } from "./table.js";
import { HandPlay } from "./hand.js";
import { ScoreKeeper } from "./keeper.js";
import { findWork } from "./unfinished.js";

const table = new Table(page.game, page.board, page.tag);
const play = new HandPlay(table);
const begun = findWork(table.state.id);
table.home = () => table.take(table.isKeeper ? new ScoreKeeper(table) : play);
table.home();
if (begun?.kind === "turn" && !table.isKeeper) play.resumeFrom(begun);
if (begun?.kind === "picture") void load(import("./take_up.js")).then(({ resumePicture }) => resumePicture(table, begun));
table.watch();
