// @ts-check
/** Sheets that come up from the bottom of the screen, and short notes that go away by themselves. */

import { byId, icon, make } from "./dom.js";
import { say } from "./words.js";

const NOTE_MS = 5000;

/**
 * Opens a sheet over the page; it closes by its cross, by Escape and by a tap beside it.
 * @param {string} title
 * @param {import("./dom.js").Child[]} content
 * @param {{ look?: string, onClose?: () => void }} [more]
 */
export function openSheet(title, content, more = {}) {
  const heading = make("h2", { id: "sheet-title", tabindex: "-1", autofocus: true }, title);
  const close = make("button", { type: "button", class: "icon-button", "aria-label": say("close"), onclick: () => sheet.close() }, icon("close"));
  const body = make("div", { class: "sheet-body" }, ...content);
  const sheet = /** @type {HTMLDialogElement} */ (
    make("dialog", { class: `sheet ${more.look ?? ""}`, "aria-labelledby": "sheet-title" }, make("header", { class: "sheet-head" }, heading, close), body)
  );
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close();
  });
  sheet.addEventListener("close", () => {
    sheet.remove();
    more.onClose?.();
  });
  document.querySelector("dialog[open]")?.remove();
  document.body.append(sheet);
  sheet.showModal();
  return { sheet, body, close: () => sheet.close() };
}

/**
 * Says something to those who listen, without showing it.
 * @param {string} words
 */
export function announce(words) {
  byId("live").textContent = words;
}

/** Takes the note away: what it was about is settled. */
export function hush() {
  byId("toasts").replaceChildren();
}

/**
 * Shows a short note, and says it.
 * @param {string} words
 * @param {{ look?: string, stays?: boolean, action?: { words: string, deed: () => void } }} [more]
 */
export function note(words, more = {}) {
  const { action } = more;
  const onclick = () => {
    shown.remove();
    action?.deed();
  };
  const shown = make("p", { class: `toast ${more.look ?? ""}` }, words, action ? make("button", { type: "button", class: "toast-button", onclick }, action.words) : null);
  const notes = byId("toasts");
  notes.replaceChildren(shown);
  announce(words);
  setTimeout(() => shown.remove(), more.stays || action ? 3 * NOTE_MS : NOTE_MS);
}
