// @ts-check
/** The rule that a refused action broke: a section of How to play, in a sheet over the game. */

import { make } from "./dom.js";
import { bindLessons } from "./lessons.js";
import { openSheet } from "./sheet.js";
import { say } from "./words.js";

/**
 * @param {string} section
 * @param {string} edition
 */
export async function openRule(section, edition) {
  const address = `/how-to-play?edition=${encodeURIComponent(edition)}`;
  const whole = make("a", { class: "button is-wide", href: `${address}#rule-${section}` }, say("whole_rules"));
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return void openSheet(say("the_rule"), [make("p", { class: "note is-warning" }, say("offline")), whole]);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const part = page.getElementById(`rule-${section}`);
  const title = part?.querySelector("h2")?.textContent ?? say("how_to_play");
  part?.querySelector("h2")?.remove();
  useStyle();
  const { body } = openSheet(title, [part && document.importNode(part, true), whole]);
  bindLessons(body);
}

/** Loads the style sheet of How to play, which is not part of a game's page. */
function useStyle() {
  const href = new URL("../css/learn.css", import.meta.url).href;
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(make("link", { rel: "stylesheet", href }));
}
