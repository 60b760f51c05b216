// @ts-check
/** The toolbar while the table is being set: pick a piece once, place it many times, and finish. */

import { button, icon, make, sign } from "./dom.js";
import { pieceName, say } from "./words.js";

export class EditingToolbar {
  /** @param {import("./picture_editor.js").PictureEditor} editor */
  constructor(editor) {
    this.editor = editor;
    /** @type {string | null} */
    this.piece = null;
    const kinds = [null, ...editor.table.colours, "stone", "empty"];
    this.tools = kinds.map((kind) => this.tool(kind));
    this.undo = this.small("undo", say("undo"), () => editor.undo());
    this.back = this.small("reset", editor.reading ? say("back_to_reading") : say("back_to_start"), () => editor.reset());
    this.confirm = /** @type {HTMLButtonElement} */ (button(say("confirm"), () => editor.confirm(), { look: "is-main", icon: "check", id: "confirm" }));
    this.dock = make(
      "section",
      { class: "edit-dock", "aria-label": say("actions") },
      make("div", { class: "piece-tools", role: "group", "aria-label": say("pieces") }, ...this.tools),
      make("div", { class: "edit-buttons" }, button(say("cancel"), () => editor.cancel(), { id: "cancel" }), this.undo, this.back, this.confirm),
    );
    this.choose(null);
  }

  /** @param {string | null} kind */
  tool(kind) {
    const words = kind === null ? say("look_tool") : say("put_tool", { piece: pieceName(kind) });
    const onclick = () => this.choose(kind);
    return make("button", { type: "button", class: "tool", title: words, "aria-label": words, "data-piece": kind ?? "look", onclick }, kind === null ? icon("eye") : sign(kind));
  }

  /**
   * @param {string} picture
   * @param {string} words
   * @param {() => void} onclick
   */
  small(picture, words, onclick) {
    return /** @type {HTMLButtonElement} */ (make("button", { type: "button", class: "icon-button", title: words, "aria-label": words, id: `edit-${picture}`, onclick }, icon(picture)));
  }

  /** @param {string | null} kind */
  choose(kind) {
    this.piece = kind;
    for (const tool of this.tools) tool.setAttribute("aria-pressed", String(tool.dataset.piece === (kind ?? "look")));
  }

  show() {
    const { arrangement, preview, wrong } = this.editor;
    this.undo.disabled = arrangement.steps.length === 0;
    this.back.disabled = arrangement.changed.length === 0;
    this.confirm.disabled = !preview || Boolean(wrong);
  }
}
