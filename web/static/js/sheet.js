// @ts-check
/** Sheets that come up from the bottom of the screen, and short notes that disappear automatically. */

import { coverGame } from "./back.js";
import { byId, icon, make } from "./dom.js";
import { say } from "./words.js";

const NOTE_MS = 5000;

/** @type {(() => void) | null} */
let closeShown = null;

/** Closes the open sheet, if any. */
export function closeSheet() {
  closeShown?.();
}

/**
 * Opens a sheet over the page, replacing an open one; its cross, Escape, the back button and a tap outside close it.
 * @param {string} title
 * @param {import("./dom.js").Child[]} content
 * @param {{ look?: string, onClose?: () => void }} [more]
 */
export function openSheet(title, content, more = {}) {
  closeSheet();
  hush(".is-answer");
  const heading = make("h2", { id: "sheet-title", tabindex: "-1", autofocus: true }, title);
  const cross = make("button", { type: "button", class: "icon-button", "aria-label": say("close"), onclick: () => close() }, icon("close"));
  const body = make("div", { class: "sheet-body" }, ...content);
  const sheet = /** @type {HTMLDialogElement} */ (
    make("dialog", { class: `sheet ${more.look ?? ""}`, "aria-labelledby": "sheet-title" }, make("header", { class: "sheet-head" }, heading, cross), body)
  );
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) close();
  });
  const close = () => {
    if (closeShown !== close) return;
    closeShown = null;
    uncover();
    bringNewsBack();
    sheet.close();
    sheet.remove();
    more.onClose?.();
  };
  sheet.addEventListener("close", close);
  const uncover = coverGame(close);
  closeShown = close;
  document.body.append(sheet);
  sheet.showModal();
  const bringNewsBack = takeNewsAlong(sheet);
  return { sheet, body, close };
}

/**
 * Notes appear in the open sheet, since the page under it is dimmed and hidden from screen readers.
 * @param {HTMLElement} sheet
 * @returns {() => void}  to be called when the sheet is closed
 */
function takeNewsAlong(sheet) {
  const moved = [byId("toasts"), byId("live")].map((part) => {
    const place = document.createComment("");
    part.replaceWith(place);
    sheet.append(part);
    return () => place.replaceWith(part);
  });
  return () => moved.forEach((back) => back());
}

/**
 * Announces a sentence to screen readers without showing it.
 * @param {string} words
 */
export function announce(words) {
  byId("live").textContent = words;
}

/**
 * Removes notes that no longer apply.
 * @param {string} [which]  a selector, all of them by default; `.is-answer` are responses to taps
 */
export function hush(which = ".toast") {
  for (const shown of byId("toasts").querySelectorAll(which)) shown.remove();
}

/**
 * Shows a short note and announces it to screen readers.
 * @param {string} words
 * @param {{ look?: string, stays?: boolean, action?: { words: string, deed: () => void }, aside?: Element | null }} [more]
 *   `aside`: an element on the board that must stay visible
 */
export function note(words, more = {}) {
  const { action } = more;
  const onclick = () => {
    shown.remove();
    closeSheet(); // what a note offers lies in the game under the sheet
    action?.deed();
  };
  const shown = make("p", { class: `toast ${more.look ?? ""} ${action ? "has-offer" : ""}` }, words, action ? make("button", { type: "button", class: "toast-button", onclick }, action.words) : null);
  const notes = byId("toasts");
  notes.replaceChildren(shown);
  if (more.aside) keepClear(shown, more.aside);
  announce(words);
  setTimeout(() => shown.remove(), more.stays || action ? 3 * NOTE_MS : NOTE_MS);
}

/**
 * Moves a note to the lower edge of the board if it would cover what it refers to.
 * @param {HTMLElement} shown
 * @param {Element} aside
 */
function keepClear(shown, aside) {
  const [own, met, board] = [shown, aside, byId("board")].map((element) => element.getBoundingClientRect());
  if (met.top < own.bottom && met.bottom > own.top) shown.style.marginTop = `${Math.max(0, board.bottom - own.bottom)}px`;
}
