// @ts-check
/** The game page: puts the board, the players, the desk and the dock together. */

import "./page.js";
import { page } from "./words.js";
import { Table } from "./table.js";
import { HandPlay } from "./hand.js";

const table = new Table(page.game, page.board);
table.home = () => table.take(new HandPlay(table));
table.home();
table.watch();
