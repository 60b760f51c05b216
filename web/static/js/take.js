// @ts-check
/** Copies and shares links. Browsers disable clipboard and sharing over plain http; then the text is selected and copied with execCommand. */

import "./page.js";
import { byId } from "./dom.js";
import { say } from "./words.js";

/** @param {string} id */
function field(id) {
  return /** @type {HTMLInputElement} */ (byId(id));
}

/** @param {HTMLInputElement} input */
async function copy(input) {
  input.focus();
  input.setSelectionRange(0, input.value.length);
  if (navigator.clipboard) {
    const done = await navigator.clipboard.writeText(input.value).then(() => true, () => false);
    if (done) return true;
  }
  return document.execCommand("copy");
}

for (const button of document.querySelectorAll("[data-copies]")) {
  const id = /** @type {HTMLElement} */ (button).dataset.copies ?? "";
  button.addEventListener("click", async () => {
    const done = await copy(field(id));
    byId(`${id}-said`).textContent = say(done ? "copied" : "copy_selected");
  });
}

for (const input of document.querySelectorAll("[data-copied]")) {
  input.addEventListener("focus", () => /** @type {HTMLInputElement} */ (input).select());
}

for (const button of document.querySelectorAll("[data-shares-link]")) {
  if (typeof navigator.share !== "function") break;
  const shown = /** @type {HTMLElement} */ (button);
  shown.hidden = false;
  shown.addEventListener("click", () => {
    navigator.share({ url: field(shown.dataset.sharesLink ?? "").value }).catch(() => {}); // dismissed without sharing
  });
}
