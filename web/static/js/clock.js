// @ts-check
/** The soft clock beside each player's name: the server's count, continued until the next response. Independent of the time of day. */

import { fetchJson, sendJson } from "./api.js";
import { button, make, sign } from "./dom.js";
import { shownSeconds } from "./durations.js";
import { openSheet } from "./sheet.js";
import { say } from "./words.js";

/** @typedef {import("./api_types.js").State} State */

const TICK_MS = 1000;

/** @type {State | null} */
let shown = null;
let receivedMs = 0;
/** @type {ReturnType<typeof setInterval> | null} */
let timer = null;

/**
 * Shows the clock of a new state, or hides it.
 * @param {State} state
 */
export function showClock(state) {
  shown = state;
  receivedMs = performance.now();
  document.body.classList.toggle("has-clock", state.clock !== null);
  if (timer === null) {
    timer = setInterval(tick, TICK_MS);
    document.addEventListener("visibilitychange", catchUp);
  }
  tick();
}

/** Fetches the count after a phone was asleep, since its own has stopped. */
async function catchUp() {
  if (document.hidden || !shown?.clock) return;
  const state = await fetchJson(`/api/games/${shown.id}`).catch(() => null);
  if (state && shown && state.version === shown.version) showClock(state);
}

function tick() {
  if (!shown) return;
  for (const { colour } of shown.players) {
    const line = document.querySelector(`li[data-colour="${colour}"]`);
    if (line) placeOf(line).textContent = shown.clock ? `${shown.clock.running ? "" : "\u23f8 "}${shownSeconds(secondsOf(shown, colour))}` : "";
  }
}

/** @param {Element} line */
function placeOf(line) {
  const found = line.querySelector(".player-time");
  if (found) return found;
  const place = make("span", { class: "player-time small soft number" });
  line.append(place);
  return place;
}

/**
 * The total time of a player so far.
 * @param {State} state
 * @param {string} colour
 */
function secondsOf({ clock, players, ended }, colour) {
  if (!clock) return 0;
  const total = /** @type {Record<string, number>} */ (clock.players)[colour] ?? 0;
  const isAtPlay = !ended && players.some((player) => player.to_move && player.colour === colour);
  const since = clock.running ? (performance.now() - receivedMs) / 1000 : 0;
  return isAtPlay ? total + clock.spent + since : total;
}

/**
 * Switches the clock on, off, or for a break.
 * @param {import("./table.js").Table} table
 */
export function openClock(table) {
  const { clock, players } = table.state;
  /** @param {"off" | "running" | "paused"} to */
  const turn = async (to) => {
    const state = await table.attempt(() => sendJson(table.path, { clock: to }, "PATCH"));
    if (!state) return;
    close();
    table.accept(state);
  };
  const times = players.map(({ colour, name }) =>
    make("li", {}, sign(colour), make("span", { class: "player-name" }, name), make("b", { class: "number" }, shownSeconds(secondsOf(table.state, colour)))),
  );
  const { close } = openSheet(say("clock"), [
    make("p", { class: "soft" }, say("clock_how")),
    clock && !clock.running ? make("p", { class: "note is-warning" }, say("clock_paused")) : null,
    clock ? make("ul", { class: "ranking" }, ...times) : null,
    clock ? button(say(clock.running ? "clock_pause" : "clock_resume"), () => turn(clock.running ? "paused" : "running"), { look: "is-main is-wide", id: "clock-break" }) : null,
    button(say(clock ? "clock_off" : "clock_on"), () => turn(clock ? "off" : "running"), { look: clock ? "is-wide" : "is-main is-wide", id: "clock-switch" }),
  ]);
}
