// @ts-check
/** The list of boards: unfinished drawings of this phone, importing a board file, deleting with undo. */

import { shownTime } from "./page.js";
import { sendJson, Trouble } from "./api.js";
import { byId, make } from "./dom.js";
import { dropDrawing, listDrawings } from "./kept_drawings.js";
import { note } from "./sheet.js";
import { say } from "./words.js";

const MOST_BYTES = 1_000_000;
const words = /** @type {HTMLTextAreaElement} */ (byId("board-words"));
const wrong = byId("wrong");

/** @param {string} sentence */
function complain(sentence) {
  wrong.textContent = sentence;
  wrong.hidden = false;
}

/** @param {string} given */
async function takeIn(given) {
  wrong.hidden = true;
  try {
    const saved = await sendJson("/api/board-files", { text: given });
    location.assign(`/boards?saved=${encodeURIComponent(saved.name)}&how=${saved.outcome}`);
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    complain(trouble.message);
  }
}

/**
 * Deletes a board; its text is kept while the deletion can be undone.
 * @param {HTMLElement} button
 */
async function remove(button) {
  const name = /** @type {string} */ (button.dataset.remove);
  const card = /** @type {HTMLElement} */ (button.closest("li"));
  try {
    const file = await (await fetch(`/boards/${encodeURIComponent(name)}.toml`)).text();
    await sendJson(`/api/boards/${encodeURIComponent(name)}`, {}, "DELETE");
    card.remove();
    note(say("board_deleted"), { action: { words: say("undo"), deed: () => void takeIn(file) } });
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    note(trouble.message, { look: "is-wrong" });
  }
}

function showUnfinished() {
  const found = listDrawings();
  byId("unfinished").hidden = found.length === 0;
  const line = (/** @type {typeof found[0]} */ { page, kept }) => {
    const name = kept.title.trim() || say("unnamed");
    const drop = () => {
      dropDrawing(page);
      showUnfinished();
    };
    return make(
      "li",
      { class: "unfinished-drawing" },
      make("a", { href: page }, name),
      make("span", { class: "small soft" }, shownTime(new Date(kept.at).toISOString())),
      make("button", { type: "button", class: "button is-plain", "aria-label": `${say("drop_drawing")}: ${name}`, onclick: drop }, say("drop_drawing")),
    );
  };
  byId("unfinished-list").replaceChildren(...found.map(line));
}

const file = /** @type {HTMLInputElement} */ (byId("board-file"));
file.addEventListener("change", async () => {
  const [given] = file.files ?? [];
  if (!given) return;
  if (given.size > MOST_BYTES) complain(say("board_file_large"));
  else await takeIn(await given.text());
  file.value = "";
});
byId("take-in").addEventListener("submit", (event) => {
  event.preventDefault();
  void takeIn(words.value);
});
for (const button of document.querySelectorAll("[data-remove]")) {
  button.addEventListener("click", () => void remove(/** @type {HTMLElement} */ (button)));
}
window.addEventListener("pageshow", showUnfinished);
document.getElementById("saved-board")?.scrollIntoView({ block: "center" });
