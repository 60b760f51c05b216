// @ts-check
/** A game played by hand: whose turn it is, the legal moves from the server, and ending the turn. */

import { fetchJson, Trouble } from "./api.js";
import { button, icon, make, sign } from "./dom.js";
import { aftermath, eventLine, eventWords, lastLine, correctButton } from "./aftermath.js";
import { isOthersTurn } from "./seat.js";
import { announce, hush, note } from "./sheet.js";
import { openLandAt, showLand } from "./taken.js";
import { dropWork, keepWork } from "./unfinished.js";
import { load, page, say } from "./words.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./api_types.js").Next} Next
 */

export class HandPlay {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {string[]} */
    this.done = [];
    /** @type {string[]} what was taken back of this turn, the newest last */
    this.undone = [];
    this.isKept = false;
    this.from = table.state.revision;
    this.next = /** @type {Next} */ (table.state.next);
    /** @type {string | null} */
    this.selected = null;
  }

  /** Continues a turn in progress, unless the game has moved on in the meantime. */
  enter() {
    if (this.from !== this.table.state.revision) this.begin();
    this.setDone(this.done); // stored again, since a picture of the table may have replaced it
    this.show();
  }

  /** Starts a turn from the current position. */
  begin() {
    this.from = this.table.state.revision;
    this.undone = [];
    this.setDone([]);
    this.next = /** @type {Next} */ (this.table.state.next);
    if (this.selected && !this.next?.moves[this.selected]) this.selected = null;
  }

  /** @param {string[]} done */
  setDone(done) {
    const { from, undone, table } = this;
    const isBegun = done.length + undone.length > 0;
    if (isBegun) keepWork(table.state.id, { kind: "turn", from, turn: done, undone });
    else if (this.isKept) dropWork(table.state.id);
    if (isBegun || this.isKept) void load(import("./others_turn.js")).then(({ shareTurn }) => shareTurn(table, from, done));
    this.isKept = isBegun;
    this.done = done;
  }

  /** @param {import("./table.js").State} before */
  changed(before) {
    const { done } = this;
    if (this.table.isKeeper) return this.table.home();
    if (before.revision !== this.table.state.revision) this.begin();
    if (!done.length && isOthersTurn(this.table.state)) return this.table.home();
    this.show();
    if (done.length && !this.done.length) void this.overtaken(before.revision, done);
  }

  /**
   * Handles a turn that another phone has played in the meantime.
   * @param {number} from  the revision at which the turn was begun
   * @param {string[]} turn
   * @param {any} [conflict]  the conflict, if a response has reported it
   */
  async overtaken(from, turn, conflict = null) {
    await (await load(import("./overtaken.js"))).meet(this, from, turn, conflict);
  }

  /**
   * Runs an action on a turn, unless another phone has changed the game first.
   * @param {string[]} turn
   * @param {(from: number) => Promise<any>} deed
   */
  async unlessOvertaken(turn, deed) {
    const { table } = this;
    const from = table.state.revision;
    /** @type {any} */
    let conflict = null;
    const answer = await table.attempt(() =>
      deed(from).catch((trouble) => {
        conflict = trouble instanceof Trouble && trouble.details.overtaken;
        if (!conflict) throw trouble;
      }),
    );
    if (conflict) {
      this.begin();
      await this.overtaken(from, turn, conflict);
    }
    return answer;
  }

  /**
   * Continues a turn that was begun before.
   * @param {string[]} turn
   */
  resume(turn) {
    void (turn[0].startsWith("@") ? this.end(turn) : this.follow(turn));
  }

  /**
   * Restores a turn that was begun before the page was reloaded.
   * @param {import("./unfinished.js").BegunTurn} begun
   */
  resumeFrom({ from, turn, undone = [] }) {
    if (![turn, undone].every((actions) => Array.isArray(actions) && actions.every((action) => typeof action === "string"))) return;
    dropWork(this.table.state.id); // stored again when it has been restored
    if (from !== this.from) return void (turn.length && this.overtaken(from, turn));
    this.undone = undone;
    if (turn.length) this.resume(turn);
    else this.enter();
  }

  get player() {
    return this.table.state.players.find((player) => player.to_move);
  }

  /** @param {string} cell */
  pick(cell) {
    const { next } = this;
    if (this.table.busy) return;
    if (!next) return this.explainCell(cell);
    if (next.places.includes(cell)) void this.end([`@${cell}`]);
    else if (this.selected && next.moves[this.selected]?.includes(cell)) void this.act(`${this.selected}-${cell}`);
    else if (this.selected !== cell && next.moves[cell]) this.select(cell);
    else if (!this.selected && next.stones.includes(cell)) void this.act(`+${cell}`);
    else if (this.selected === cell) this.select(null);
    else this.explainCell(cell);
  }

  /**
   * Responds to a tap on a hex without an action: shows what a closed territory is worth, or which hexes can be tapped.
   * @param {string} cell
   */
  explainCell(cell) {
    const { table } = this;
    if (!this.done.length && !this.selected && openLandAt(table, cell)) return;
    table.view.refuse(cell);
    table.view.nudge();
    void this.whyNot(cell);
  }

  /**
   * Explains why a hex offers no action, by the rules if it is clear which action was meant.
   * @param {string} cell
   */
  async whyNot(cell) {
    const { table, next, selected, done, from } = this;
    const action = this.meant(cell);
    if (selected) this.select(null);
    const asked = action && fetchJson(this.nextPath([...done, action], from));
    const refusal = asked ? await asked.then(() => null, (trouble) => (trouble instanceof Trouble && trouble.slug === "illegal-turn" ? trouble : null)) : null;
    const why = withoutNotation(refusal?.message ?? "", action) || `${table.view.describe(cell)}. ${next ? this.prompt() : ""}`;
    const rule = refusal?.details.rule;
    const deed = async () => (await load(import("./rule_sheet.js"))).openRule(rule, table.state.edition);
    note(why, { look: "is-answer", aside: table.view.refused, action: rule && { words: say("the_rule"), deed } });
  }

  /**
   * The action that a tap on a hex was probably meant to be.
   * @param {string} cell
   */
  meant(cell) {
    const { next, selected, table, player } = this;
    const lies = table.view.pieces[cell];
    if (!next) return null;
    if (next.places.length) return `@${cell}`;
    if (selected) return `${selected}-${cell}`;
    const beside = table.view.cells.get(cell)?.to.find(Boolean);
    if (lies && lies !== "stone" && lies !== player?.colour) return `${cell}-${beside}`;
    return !lies && next.stones.length ? `+${cell}` : null;
  }

  escape() {
    this.select(null);
  }

  /** @param {string | null} cell */
  select(cell) {
    this.selected = cell;
    this.show();
    if (cell) announce(say("may_go", { cell, n: this.next.moves[cell].length }));
  }

  /** @param {string} action */
  async act(action) {
    const done = [...this.done, action];
    this.undone = [];
    const before = this.next.events.length;
    this.foresee(action);
    if (!(await this.follow(done))) return this.show();
    const closed = this.next.events.slice(before).map((/** @type {any} */ event) => eventWords(event, this.table));
    announce([this.describe(action), ...closed, this.prompt()].join(" "));
    const [from, to] = action.replace("+", "").split("-");
    this.table.view.flash([to ?? from]);
  }

  /**
   * Shows an action at once, since the server has listed it as legal, and requests the legal actions after it.
   * @param {string} action
   */
  foresee(action) {
    const { view } = this.table;
    const pieces = { ...this.next.cells };
    const [from, to] = action.replace(/^[+@]/, "").split("-");
    if (to) delete pieces[from];
    pieces[to ?? from] = action.startsWith("+") ? "stone" : (this.player?.colour ?? "empty");
    view.showPieces(pieces);
    view.showMarks({});
    view.showTurn(action.startsWith("@") ? [] : [...this.done, action]);
  }

  /**
   * The URL of the legal next actions.
   * @param {string[]} done
   * @param {number} from
   */
  nextPath(done, from) {
    return `${this.table.path}/next?from=${from}&done=${encodeURIComponent(done.join(" "))}`;
  }

  /**
   * Requests the legal next actions and shows them.
   * @param {string[]} done
   */
  async follow(done) {
    const next = await this.unlessOvertaken(done, (from) => fetchJson(this.nextPath(done, from)));
    if (!next) return false;
    this.setDone(done);
    this.next = next;
    this.selected = null;
    this.show();
    return true;
  }

  /** @param {string} action */
  describe(action) {
    return action.startsWith("+") ? say("stone_set", { cell: action.slice(1) }) : say("moved", { from: action.split("-")[0], to: action.split("-")[1] });
  }

  /** Undoes the last action of an unfinished turn; false if there is none. */
  undo() {
    if (this.selected) this.select(null);
    if (!this.done.length) return false;
    this.undone.push(this.done[this.done.length - 1]);
    void this.follow(this.done.slice(0, -1));
    return true;
  }

  /** Redoes the action of this turn that was undone last; false if there is none. */
  redo() {
    const action = this.undone.pop();
    if (action) void this.follow([...this.done, action]);
    return Boolean(action);
  }

  get canRedo() {
    return this.undone.length > 0;
  }

  get canUndo() {
    return this.done.length > 0;
  }

  /** @param {string[]} turn */
  async end(turn) {
    const { table } = this;
    if (turn[0].startsWith("@")) this.foresee(turn[0]);
    const state = await this.unlessOvertaken(turn, (from) => table.save("turns", { from, turn: turn.join(" ") }));
    if (!state) return this.show();
    this.setDone([]);
    table.accept(state);
    announce([state.last.sentence, state.ended?.sentence ?? this.prompt()].join(" "));
  }

  /** The prompt: what the player may do now, in one sentence. */
  prompt() {
    const { next, player } = this;
    if (!next || !player) return "";
    const name = player.name;
    if (next.places.length) return say("prompt_place", { name, n: player.reserve });
    const canMove = Object.keys(next.moves).length > 0;
    if (this.selected) return say("prompt_target", { cell: this.selected });
    if (next.pass) return say("prompt_pass", { name });
    if (canMove && next.stones.length) return say("prompt_move_or_stone");
    if (canMove && next.may_end) return say("prompt_move_or_end");
    if (canMove) return this.done.length ? say("prompt_go_on") : say("prompt_move", { name });
    if (next.stones.length) return say("prompt_stone");
    return say("prompt_end", { name });
  }

  show() {
    const { table, next } = this;
    if (table.activity !== this) return;
    hush(".is-answer");
    table.showUndo();
    table.view.showPieces(next?.cells ?? table.state.cells);
    table.view.showTurn(this.done.length || !table.state.last?.turn || table.state.ended ? this.done : lastTurn(table.state.last));
    if (!next) {
      table.view.showMarks({});
      showLand(table, table.state.land);
      return void table.showEnd(this);
    }
    table.showScores(next.scores);
    this.showChoices();
    showLand(table, table.state.land, this.done.length ? undefined : table.state.revision, next.events);
    table.fillDesk(...this.desk());
  }

  showChoices() {
    const { next, selected } = this;
    const movable = Object.keys(next.moves);
    const targets = next.places.length ? next.places : selected ? next.moves[selected] : [];
    const marks = {
      movable: selected ? [] : movable,
      selected: selected ? [selected] : [],
      [next.places.length ? "drop" : "target"]: targets,
      drop: selected || next.places.length ? targets.filter(() => Boolean(next.places.length)) : next.stones,
      free: next.places,
    };
    const remarks = { movable: say("can_move"), selected: say("chosen"), target: say("can_go_here"), drop: say("can_be_set_here") };
    this.table.view.showMarks(marks, remarks);
  }

  desk() {
    const { next, player, done, table } = this;
    return [
      lastLine(table),
      make("p", { class: "prompt is-ask" }, player ? sign(player.colour) : null, make("span", {}, this.prompt())),
      next.places.length ? this.firstHelp() : this.turnRow(),
      next.events.length ? make("ul", { class: "aftermath" }, ...next.events.map((/** @type {any} */ event) => eventLine(event, table))) : null,
      done.length ? null : aftermath(table.state, table),
      correctButton(table),
    ];
  }

  /** A link to How to play, shown on the empty board. */
  firstHelp() {
    const { players, edition } = this.table.state;
    if (players.some((player) => player.on_board)) return null;
    return make("a", { class: "button is-plain", href: `/how-to-play?edition=${edition}` }, icon("learn"), say("how_to_play"));
  }

  /** The actions of the turn so far, with the End turn button always in the same place. */
  turnRow() {
    const { next, done } = this;
    const steps = done.map((action) => make("li", { class: "chip" }, action.replace("-", "→")));
    const finish = next.pass
      ? button(say("pass"), () => this.end(["pass"]), { look: "is-main", id: "end-turn" })
      : next.may_end
        ? button(say("end_turn"), () => this.end(done), { look: "is-main", icon: "check", id: "end-turn" })
        : this.notYet();
    return make("div", { class: "turn-row" }, make("ul", { class: "chips", "aria-label": say("this_turn") }, ...steps), finish);
  }

  /** The disabled End turn button: it shows the progress and, when tapped, the reason. */
  notYet() {
    const { next, done } = this;
    const left = next.actions - done.length;
    const count = make("span", { class: "turn-count" }, say("action_of", { n: done.length + 1, most: next.actions }));
    const finish = button(say("end_turn"), () => note(say("end_turn_why", { n: left, most: next.actions }), { look: "is-answer" }), { look: "is-main", id: "end-turn" });
    finish.setAttribute("aria-disabled", "true");
    finish.append(count);
    return finish;
  }
}

/**
 * A refusal's sentence without the action at its beginning, which is in turn notation.
 * @param {string} why
 * @param {string | null} action
 */
function withoutNotation(why, action) {
  if (!action || !why.startsWith(action)) return why;
  const rest = why.slice(action.length).replace(/^[\s:]+/, "");
  return rest.charAt(0).toLocaleUpperCase(page.lang) + rest.slice(1);
}

/** @param {any} entry */
function lastTurn(entry) {
  return entry.turn === "pass" ? [] : entry.turn.split(" ");
}
