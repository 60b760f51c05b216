// @ts-check
/** The phone of one player: announces that player's turn on the screen and, after a first tap, with a sound. */

import { byId, button, make, sign } from "./dom.js";
import { recall, remember } from "./kept.js";
import { seatOf, takeSeat } from "./seat.js";
import { openSheet } from "./sheet.js";
import { say } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

const SOUND = "terranova-turn-sound";
/** Two notes: frequencies in hertz, durations in seconds. */
const NOTES = [
  [660, 0],
  [880, 0.16],
];
const NOTE_SECONDS = 0.3;

/** @type {AudioContext | null} */
let audio = null;
let wasMine = true; // no sound if the page was opened during the player's turn

/** @param {import("./api_types.js").State} state */
export function showMyTurn(state) {
  const seat = seatOf(state.id);
  const isMine = state.mode !== "keeper" && !state.ended && state.players.some((player) => player.to_move && player.colour === seat);
  const shown = document.querySelector(".my-turn");
  if (!isMine) shown?.remove();
  else if (!shown) byId("title").before(make("strong", { class: "my-turn", role: "status" }, say("your_turn")));
  if (isMine && !wasMine && recall(SOUND)) void playSound();
  wasMine = isMine;
}

async function playSound() {
  audio ??= new AudioContext();
  await audio.resume();
  for (const [hertz, after] of NOTES) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + after;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.25, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + NOTE_SECONDS);
  }
}

/** Browsers play no sound before the first tap on a page. */
document.addEventListener("pointerdown", () => void (recall(SOUND) && (audio ??= new AudioContext()).resume()), { once: true });

/** @param {Table} table */
export function openSeat(table) {
  const { id, players } = table.state;
  const seat = seatOf(id);
  /** @param {string | null} colour */
  const take = (colour) => {
    takeSeat(id, colour);
    showMyTurn(table.state);
    table.activity?.changed(table.state);
    openSeat(table);
  };
  const choice = (/** @type {string | null} */ colour, /** @type {import("./dom.js").Child[]} */ ...words) =>
    make("button", { type: "button", class: "choice-chip", "aria-pressed": String(seat === colour), onclick: () => take(colour) }, ...words);
  const chips = [choice(null, say("phone_of_all")), ...players.map(({ colour, name }) => choice(colour, sign(colour), name))];
  const turnSound = () => {
    const wanted = recall(SOUND) ? null : "on";
    remember(SOUND, wanted);
    if (wanted) void playSound();
    openSeat(table);
  };
  const sound = button(say("turn_sound"), turnSound, { look: "is-wide", id: "turn-sound", pressed: recall(SOUND) !== null, icon: recall(SOUND) ? "check" : undefined });
  openSheet(say("this_phone"), [make("p", { class: "soft" }, say("this_phone_how")), make("div", { class: "chips", role: "group", "aria-label": say("this_phone") }, ...chips), seat ? sound : null]);
}
