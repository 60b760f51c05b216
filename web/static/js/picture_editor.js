// @ts-check
/** Setting or correcting the table: a photo's reading or free editing is reviewed, corrected, previewed by the server and confirmed. */

import { sendJson, Trouble } from "./api.js";
import { Arrangement, toArrangement } from "./arrangement.js";
import { openCell } from "./cell_sheet.js";
import { settleConflict } from "./conflict.js";
import { coverGame } from "./back.js";
import { byId, make, sign } from "./dom.js";
import { EditingToolbar } from "./editing_toolbar.js";
import { groupQuestions } from "./group_question.js";
import { beginRemembering, isTurnAsked, memoryParts } from "./memory.js";
import { beginWithPhoto, notShownPart, piecesRead, tableQuestion } from "./photographed.js";
import { askAboutUnseen, reviewParts } from "./review.js";
import { announce, hush, note } from "./sheet.js";
import { regionTints } from "./taken.js";
import { dropWork, keepWork } from "./unfinished.js";
import { loadStyles } from "./styles.js";
import { load, pieceName, say } from "./words.js";

await loadStyles("picture_editor", "review", "snap");

/** @typedef {import("./table.js").Table} Table */

const CALM_MS = 150;
const FIRST_DOUBTS = 8;

/**
 * @typedef {{ reading?: any, photo?: string | null, layer?: import("./photo_layer.js").PhotoLayer | null, mends?: number | null,
 *   pieces?: Record<string, string>, before?: Record<string, string>, from?: number, after?: number, earlierPhotos?: string[],
 *   earlier?: PictureEditor | null }} Source  `from`: the revision it was taken at; `after`: the one before the entry it corrects; `before`: what lay
 *   on the table then; `earlier`: what other photos of the same moment showed
 */

export class PictureEditor {
  /**
   * @param {Table} table
   * @param {Source} source
   */
  constructor(table, source) {
    this.table = table;
    this.hasVisited = false;
    this.reading = source.reading ?? null;
    this.photo = source.photo ?? null;
    this.layer = source.layer ?? null;
    this.mends = source.mends ?? null;
    this.from = source.from ?? table.state.revision;
    this.after = source.after ?? this.from;
    /** @type {PictureEditor | null} */
    const earlier = source.earlier ?? null;
    /** @type {string[]} */
    const earlierPhotos = source.earlierPhotos ?? [];
    /** @type {string[]} */
    this.earlierPhotos = earlier?.photo ? [...earlier.earlierPhotos, earlier.photo] : earlierPhotos;
    this.before = source.before ?? table.state.cells;
    this.arrangement = begin(this.reading, source, this.before);
    /** @type {Record<string, string[]>} */
    this.held = {};
    /** @type {string[]} */
    this.order = [];
    /** @type {{ to_move?: string, scores?: Record<string, number>, ruling?: boolean, turn?: string, turns?: string[], finish_setup?: boolean,
     *   right_table?: boolean }} */
    this.answers = {};
    /** @type {any} */
    this.preview = null;
    this.asked = 0;
    /** @type {import("./memory.js").Explanation | null} the board that the table has chosen */
    this.chosen = null;
    this.isAskedHexes = false;
    beginRemembering(this);
    this.toolbar = new EditingToolbar(this);
  }

  enter() {
    this.uncover = coverGame(() => this.cancel());
    hush(".has-offer, .is-answer");
    document.body.classList.add("is-editing");
    document.body.append(this.toolbar.dock);
    this.layer?.show(this.table.view);
    this.show();
    void this.weigh();
    byId("desk").focus({ preventScroll: true });
    announce(this.reading ? say("read_done", { n: this.arrangement.unseen.length }) : say("edit_lead"));
  }

  leave() {
    this.uncover?.();
    dropWork(this.table.state.id);
    document.body.classList.remove("is-editing");
    this.toolbar.dock.remove();
    this.layer?.hide();
    if (this.hasVisited) this.table.zoom.fit();
    clearTimeout(this.timer);
    this.asked += 1; // a pending response is no longer needed
    byId("desk").removeAttribute("aria-busy");
  }

  /** @param {import("./table.js").State} before */
  changed(before) {
    if (this.table.state.revision === before.revision) return void (this.isStale || this.weigh()); // names or the mode may differ
    this.isStale = true; // the preview is of an older table
    note(say("moved_on"), { look: "is-warning", stays: true });
  }

  /** @param {string} cell */
  pick(cell) {
    if (this.toolbar.piece) this.put(cell, this.toolbar.piece);
    else openCell(this, cell);
  }

  /**
   * @param {string} cell
   * @param {string} piece
   */
  place(cell, piece) {
    if (piece === "empty" || piece === "stone" || this.table.colours.some((colour) => colour === piece)) this.put(cell, piece);
  }

  /**
   * @param {string} cell
   * @param {string} piece
   */
  put(cell, piece) {
    this.arrangement.put(cell, piece);
    announce(`${cell}: ${pieceName(piece)}`);
    this.remade();
  }

  undo() {
    if (this.arrangement.undo()) this.remade();
    return true;
  }

  escape() {
    this.toolbar.choose(null);
  }

  reset() {
    this.arrangement.reset();
    announce(say("reset_done"));
    this.remade();
  }

  /** @param {string} cell */
  looked(cell) {
    if (!this.arrangement.unseen.includes(cell)) return;
    this.arrangement.look(cell);
    this.remade();
  }

  /** Shows a changed piece, and requests a preview after a short pause. */
  remade() {
    this.answers = { ...this.answers, turn: undefined, turns: undefined, ruling: undefined }; // they referred to another board
    this.show();
    this.weighSoon();
  }

  weighSoon() {
    clearTimeout(this.timer);
    this.asked += 1; // a pending response refers to another board
    this.isStale = true;
    byId("desk").setAttribute("aria-busy", "true");
    this.timer = setTimeout(() => this.weigh(), CALM_MS);
  }

  body() {
    const { arrangement, photo, earlierPhotos, mends } = this;
    return {
      from: this.from,
      ...toArrangement(arrangement.pieces, this.table.colours),
      photo,
      earlier_photos: earlierPhotos,
      seen: photo ? [...arrangement.seen] : [],
      mends,
      held: this.held,
      order: this.order,
      ...this.answers,
    };
  }

  async weigh() {
    clearTimeout(this.timer);
    const asked = ++this.asked;
    try {
      const preview = await sendJson(`${this.table.path}/preview`, this.body());
      if (asked !== this.asked) return;
      this.preview = preview;
      this.wrong = null;
      this.isStale = false;
    } catch (trouble) {
      if (asked !== this.asked) return;
      if (!(trouble instanceof Trouble)) throw trouble;
      if (trouble.slug === "no-such-region") return this.forgetAnswers();
      if (trouble.slug === "no-such-turn" && this.answers.turns) return this.forgetTurns();
      if (trouble.slug === "conflict") return settleConflict(this, trouble);
      this.preview = null;
      this.wrong = trouble.message;
    }
    byId("desk").removeAttribute("aria-busy");
    this.show();
  }

  /** Discards the answers, since a territory they refer to no longer exists. */
  async forgetAnswers() {
    this.held = {};
    this.order = [];
    await this.weigh();
  }

  /** Discards the assumed turns, since they do not lead to this board. */
  async forgetTurns() {
    this.answers = { ...this.answers, turns: undefined };
    await this.weigh();
  }

  /** Whether nothing has been read or placed, so that nothing can be lost. */
  get isNothing() {
    return !this.reading && !this.arrangement.steps.length;
  }

  keep() {
    const { from, photo, earlierPhotos, mends, after, arrangement, held, order, answers, table } = this;
    if (this.isNothing) return dropWork(table.state.id);
    keepWork(table.state.id, { kind: "picture", from, photo, earlierPhotos, mends, after, arrangement, held, order, answers });
  }

  show() {
    const { table, arrangement, preview } = this;
    this.keep();
    table.view.showPieces(arrangement.pieces);
    const off = Object.values(preview?.take_off ?? {}).flat();
    table.view.showMarks(
      { unshown: arrangement.unshown, added: this.reading ? arrangement.added(this.before) : [], doubt: arrangement.unseen, changed: arrangement.changed, off },
      { unshown: say("not_shown"), added: say("added_by_photo"), doubt: say("doubtful"), changed: say("changed_by_you"), off: say("comes_off") },
    );
    table.view.showTints(this.tints());
    table.view.showTurn(preview?.actions ?? []);
    table.fillDesk(...this.desk());
    this.toolbar.show();
  }

  tints() {
    return regionTints(this.table, this.preview?.regions ?? []);
  }

  desk() {
    return [
      this.layer?.slider() ?? null,
      this.wrong ? make("p", { class: "note is-wrong", role: "alert" }, this.wrong) : null,
      ...(this.preview ? [tableQuestion(this), notShownPart(this)] : []),
      ...memoryParts(this),
      ...(isTurnAsked(this) ? [] : [...groupQuestions(this), this.doubts()]),
      ...(this.preview ? reviewParts(this) : []),
    ];
  }

  doubts() {
    const { arrangement, table } = this;
    if (!arrangement.doubtful.size) return this.reading && !arrangement.unshown.length ? make("p", { class: "note" }, say("no_doubts")) : null;
    const order = [...arrangement.unseen, ...[...arrangement.doubtful].filter((cell) => arrangement.seen.has(cell))];
    const chips = order.map((cell) => {
      const seen = arrangement.seen.has(cell);
      const words = [cell, sign(arrangement.pieces[cell] ?? "empty")];
      const label = `${table.view.describe(cell)}${seen ? `, ${say("looked_at")}` : ""}`;
      return make("li", {}, make("button", { type: "button", class: `chip is-doubt ${seen ? "is-seen" : ""}`, "aria-label": label, onclick: () => this.lookAt(cell) }, ...words));
    });
    const unseen = arrangement.unseen.length;
    return make(
      "section",
      { class: "stack doubts" },
      make("h2", {}, unseen ? say("doubts", { n: unseen }) : say("doubts_done")),
      make("ul", { class: "chips" }, ...chips.slice(0, FIRST_DOUBTS)),
      chips.length > FIRST_DOUBTS
        ? make("details", { class: "more", id: "all-doubts", open: document.querySelector("#all-doubts[open]") !== null }, make("summary", {}, say("more_doubts", { n: chips.length - FIRST_DOUBTS })), make("ul", { class: "chips" }, ...chips.slice(FIRST_DOUBTS)))
        : null,
    );
  }

  /** @param {string} cell */
  lookAt(cell) {
    this.hasVisited = true;
    this.table.zoom.visit(cell);
    openCell(this, cell, this.arrangement.unseen.includes(cell));
  }

  /** Leaves without confirming; the picture can be restored for a while. */
  cancel() {
    const { table } = this;
    const { isNothing } = this;
    table.home();
    byId("main").scrollTo({ top: 0 });
    if (!isNothing) note(say("changes_dropped"), { action: { words: say("take_up_again"), deed: () => table.take(this) } });
  }

  async confirm() {
    if (this.isStale) await this.weigh();
    const { preview } = this;
    if (!preview || this.isStale) return;
    if (preview.gone.other_table && !this.answers.right_table) return this.askFirst("#right-table", say("say_table_first"));
    if (preview.not_shown.must_set) return this.askFirst("#not-shown", say("say_rest_first"));
    if (isTurnAsked(this)) return this.askFirst("#which-board", say("say_board_first"));
    if (preview.orders.length && !this.answers.turn) return this.askFirst("#which-order", say("say_order_first"));
    if (preview.ask.length) showQuestion(preview.ask[0]);
    if (preview.ask.length) return note(say("answer_first", { n: preview.ask.length }), { look: "is-warning" });
    if (preview.unchanged && !preview.check) return this.askFirst("#turn-played, #another-photo", say("say_turn_first"));
    if (preview.choices.length && !this.answers.ruling) return note(say("choose_first"), { look: "is-warning" });
    if (preview.unseen.cells.length) return askAboutUnseen(this, preview.unseen);
    await this.send({});
  }

  /**
   * Shows the question that must be answered first.
   * @param {string} where
   * @param {string} words
   */
  askFirst(where, words) {
    document.querySelector(where)?.scrollIntoView({ block: "center" });
    note(words, { look: "is-warning" });
  }

  /** @param {{ accept_unseen?: boolean, keep_fitting?: boolean }} more */
  async send(more) {
    const { table } = this;
    const state = await table.attempt(async () => {
      try {
        return await table.save("confirm", { ...this.body(), ...more });
      } catch (trouble) {
        if (!(trouble instanceof Trouble)) throw trouble;
        return this.refused(trouble, more);
      }
    });
    if (!state) return;
    hush();
    this.leave();
    table.activity = null;
    table.accept(state);
    table.home();
    for (const id of ["main", "desk"]) byId(id).scrollTo({ top: 0 });
    byId("desk").focus({ preventScroll: true });
    announce(state.last?.sentence ?? say("confirmed"));
  }

  /**
   * Shows what the server asks before it confirms.
   * @param {Trouble} trouble
   * @param {{ accept_unseen?: boolean }} more  what was sent
   */
  refused(trouble, more) {
    const { later, preview } = trouble.details;
    if (trouble.slug === "conflict") settleConflict(this, trouble);
    else if (later) void load(import("./correct.js")).then(({ askAboutLater }) => askAboutLater(later, () => this.send({ ...more, keep_fitting: true })));
    else if (preview) {
      this.preview = preview;
      this.show();
      if (trouble.slug === "unseen-hexes") askAboutUnseen(this, this.preview.unseen);
      else note(trouble.message, { look: "is-warning" });
    } else throw trouble;
    return null;
  }
}

/**
 * @param {any} reading
 * @param {Source} source
 * @param {Record<string, string>} known
 * @returns {Arrangement}
 */
function begin(reading, { pieces, earlier }, known) {
  if (!reading) return new Arrangement(pieces ?? known);
  if (!pieces) return beginWithPhoto(reading, known, earlier);
  const unseen = new Set(reading.unseen ?? []);
  const begun = new Arrangement(piecesRead(reading), reading.by_effect.filter((/** @type {string} */ cell) => !unseen.has(cell)));
  putAll(begun, pieces);
  return begun;
}

/**
 * @param {Arrangement} arrangement
 * @param {Record<string, string>} pieces
 */
function putAll(arrangement, pieces) {
  for (const cell of new Set([...Object.keys(arrangement.pieces), ...Object.keys(pieces)])) {
    if (arrangement.pieces[cell] !== pieces[cell]) arrangement.put(cell, pieces[cell] ?? "empty");
  }
}

/**
 * Scrolls to a question that must be answered first.
 * @param {string} first  the territory it is about
 */
function showQuestion(first) {
  const card = document.querySelector(`[data-territory="${first}"]`);
  card?.scrollIntoView({ block: "center" });
  /** @type {HTMLElement | null | undefined} */ (card?.querySelector("button"))?.focus({ preventScroll: true });
}

/** @param {Table} table */
export function editFreely(table) {
  table.take(new PictureEditor(table, {}));
}
