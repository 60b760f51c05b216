// @ts-check
/** The form for a new game: a name for each player, and who begins. */

import "./page.js";
import { randomId, sendJson, Trouble } from "./api.js";
import { byId, make } from "./dom.js";
import { listed, pieceName, say } from "./words.js";

const COLOURS = ["red", "yellow", "blue", "green"];
const form = /** @type {HTMLFormElement} */ (byId("new-game"));
const first = /** @type {HTMLSelectElement} */ (byId("first"));
const wrong = byId("wrong");
const save = randomId();

function fields() {
  return new FormData(form);
}

function seats() {
  const names = fields().getAll("name").map((name) => String(name).trim());
  return COLOURS.slice(0, Number(fields().get("count"))).map((colour, seat) => ({ colour, name: names[seat] || pieceName(colour) }));
}

function showSeats() {
  const chosen = first.value;
  const players = seats();
  for (const seat of document.querySelectorAll("[data-seat]")) {
    /** @type {HTMLElement} */ (seat).hidden = Number(/** @type {HTMLElement} */ (seat).dataset.seat) >= players.length;
  }
  first.replaceChildren(...players.map(({ colour, name }) => make("option", { value: colour }, name)));
  if (players.some((player) => player.colour === chosen)) first.value = chosen;
}

/** @param {string} typed */
function hexWidth(typed) {
  const plain = typed.trim().replace(",", ".");
  return plain === "" ? null : Number(plain);
}

function choices() {
  const given = fields();
  return {
    save,
    players: seats().map((player) => player.name),
    first: first.value,
    ...Object.fromEntries(["mode", "edition", "board", "paper", "ink"].map((name) => [name, given.get(name)])),
    hex_mm: hexWidth(String(given.get("hex_mm"))),
    clock: given.get("clock") === "on",
  };
}

/** @param {string} words */
function complain(words) {
  wrong.textContent = words;
  wrong.hidden = false;
  wrong.scrollIntoView({ block: "nearest" });
}

async function begin() {
  wrong.hidden = true;
  const { hex_mm } = choices();
  if (hex_mm !== null && !(hex_mm > 0)) return complain(say("bad_hex"));
  try {
    const state = await sendJson("/api/games", choices());
    location.assign(`/games/${state.id}`);
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    complain(trouble.message);
  }
}

/**
 * A uniformly random whole number below a limit.
 * @param {number} most
 */
function drawBelow(most) {
  const limit = 2 ** 32 - (2 ** 32 % most);
  for (;;) {
    const [drawn] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < limit) return drawn % most;
  }
}

function drawFirst() {
  const players = seats();
  const { colour, name } = players[drawBelow(players.length)];
  first.value = colour;
  byId("drawn").textContent = say("drawn_first", { name });
}

/** Assigns the names to the seats; a seat without a name is called by its colour. */
function drawSeats() {
  const inputs = [...document.querySelectorAll("[data-seat]:not([hidden]) input")].map((input) => /** @type {HTMLInputElement} */ (input));
  const names = inputs.map((input) => input.value);
  for (let left = names.length; left > 1; left--) {
    const drawn = drawBelow(left);
    [names[left - 1], names[drawn]] = [names[drawn], names[left - 1]];
  }
  inputs.forEach((input, seat) => (input.value = names[seat]));
  showSeats();
  byId("drawn").textContent = say("drawn_seats", { names: listed(seats().map(({ name }) => name)) });
}

byId("draw-first").addEventListener("click", drawFirst);
byId("draw-seats").addEventListener("click", drawSeats);
form.addEventListener("input", () => {
  showSeats();
  byId("print-board").setAttribute("href", `/print?board=${encodeURIComponent(String(fields().get("board")))}`);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void begin();
});
showSeats();
first.value = first.dataset.first ?? "";
if (!first.value) first.selectedIndex = 0;
