// @ts-check
/** The details of a game: its title, its date and place, and a note. */

import { sendJson, Trouble } from "./api.js";
import { make } from "./dom.js";
import { note, openSheet } from "./sheet.js";
import { say } from "./words.js";

/** @typedef {{ id: string, title: string, date: string, place: string, note: string }} Described */

const [LONGEST, LONGEST_NOTE] = [80, 300];

/**
 * @param {Described} game
 * @param {(changed: any) => void} done
 */
export function openDetails(game, done) {
  const form = /** @type {HTMLFormElement} */ (
    make(
      "form",
      { class: "stack" },
      field("title", say("title_of_game"), { value: game.title, maxlength: LONGEST }),
      field("date", say("date_played"), { type: "date", value: game.date }),
      field("place", say("place_played"), { value: game.place, maxlength: LONGEST }),
      field("note", say("note_of_game"), { value: game.note, maxlength: LONGEST_NOTE }),
      make("button", { class: "button is-main is-wide" }, say("save")),
    )
  );
  const { close } = openSheet(say("details"), [form]);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const changes = { ...Object.fromEntries(["title", "place", "note"].map((name) => [name, given.get(name)])), date: given.get("date") || null };
    try {
      const changed = await sendJson(`/api/games/${game.id}`, changes, "PATCH");
      close();
      done(changed);
    } catch (trouble) {
      if (!(trouble instanceof Trouble)) throw trouble;
      note(trouble.message, { look: "is-wrong" });
    }
  });
}

/**
 * @param {string} name
 * @param {string} words
 * @param {Record<string, unknown>} attributes
 */
function field(name, words, attributes) {
  const id = `details-${name}`;
  return make("div", { class: "field" }, make("label", { for: id }, words), make("input", { type: "text", id, name, autocomplete: "off", ...attributes }));
}
