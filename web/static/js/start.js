// @ts-check
/** The first page: the QR code follows the computer's address, and games can be archived, deleted and described. */

import { sendJson, Trouble } from "./api.js";
import { watchAddress } from "./address.js";
import { icon, make } from "./dom.js";
import { openDetails } from "./details.js";
import { shownDay } from "./page.js";
import { note, openSheet } from "./sheet.js";
import { page, say } from "./words.js";

/** @typedef {import("./api_types.js").Card} Card */

const picture = document.querySelector(".invite-card img");
watchAddress((addresses) => picture?.setAttribute("src", addresses.qr));

for (const time of document.querySelectorAll("time[data-day]")) {
  time.textContent = shownDay(/** @type {HTMLTimeElement} */ (time).dateTime);
}
for (const more of document.querySelectorAll(".game-more")) {
  const shown = /** @type {HTMLElement} */ (more);
  more.addEventListener("click", () => openMore(JSON.parse(shown.dataset.game ?? ""), /** @type {HTMLElement} */ (shown.closest("li"))));
}

addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload(); // the games may have gone on
});

/**
 * The actions for a game in the list.
 * @param {Card} game
 * @param {HTMLElement} shown
 */
function openMore(game, shown) {
  const { close } = openSheet(game.title || game.players.map(({ name }) => name).join(" · "), [
    make(
      "ul",
      { class: "menu" },
      link("dice", say("rematch"), `/new?rematch=${game.id}`),
      line("edit", say("details"), () => openDetails(game, reloadOnceBack)),
      page.shelf === "table" ? null : line("reset", say("restore_game"), () => move("table", "game_restored")),
      page.shelf === "archive" ? null : line("archive", say("archive"), () => move("archive", "game_archived")),
      page.shelf === "bin" ? null : line("bin", say("delete"), () => move("bin", "game_deleted")),
    ),
  ]);

  /**
   * @param {string} shelf
   * @param {string} done
   */
  async function move(shelf, done) {
    close();
    if (!(await change({ shelf }))) return;
    shown.hidden = true;
    const deed = async () => {
      if (await change({ shelf: page.shelf })) shown.hidden = false;
    };
    note(say(done), { action: { words: say("undo"), deed } });
  }

  /** @param {Record<string, string>} changes */
  async function change(changes) {
    try {
      return await sendJson(`/api/games/${game.id}`, changes, "PATCH");
    } catch (trouble) {
      if (!(trouble instanceof Trouble)) throw trouble;
      note(trouble.message, { look: "is-wrong" });
      return null;
    }
  }
}

/** Reloads the page once the sheet's history entry is gone; earlier, the two navigations would interfere. */
function reloadOnceBack() {
  addEventListener("popstate", () => location.reload(), { once: true });
}

/**
 * @param {string} sign
 * @param {string} words
 * @param {() => void} onclick
 */
function line(sign, words, onclick) {
  return make("li", {}, make("button", { type: "button", class: "menu-line", onclick }, icon(sign), words));
}

/**
 * @param {string} sign
 * @param {string} words
 * @param {string} href
 */
function link(sign, words, href) {
  return make("li", {}, make("a", { class: "menu-line", href }, icon(sign), words));
}
