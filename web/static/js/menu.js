// @ts-check
/** The game's menu: names and mode, the board as a table, the keys, more phones, language and light. */

import { sendJson } from "./api.js";
import { hasCoordinates, showCoordinates } from "./coordinates.js";
import { button, byId, icon, make, sign } from "./dom.js";
import { bindSettings } from "./page.js";
import { plainTable } from "./plain_table.js";
import { openSheet } from "./sheet.js";
import { load, pieceName, say } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table */
export function openMenu(table) {
  const settings = /** @type {HTMLTemplateElement} */ (byId("menu-settings")).content.cloneNode(true);
  const place = make("div", { class: "menu-settings" }, settings);
  openSheet(say("menu"), [
    make(
      "ul",
      { class: "menu" },
      line("edit", say("game_settings"), () => openSettings(table)),
      line("edit", say("details"), () => void load(import("./details.js")).then(({ openDetails }) => openDetails(table.state, (changed) => table.accept(changed)))),
      link("eye", say("own_pieces"), `${location.pathname}/pieces`),
      table.isKeeper ? null : line("phone", say("this_phone"), () => void load(import("./my_turn.js")).then(({ openSeat }) => openSeat(table))),
      table.isKeeper ? null : line("clock", say("clock"), () => void load(import("./clock.js")).then(({ openClock }) => openClock(table))),
      line("eye", say("board_as_table"), () => openTable(table)),
      coordinatesLine(table),
      line("help", say("keys"), openKeys),
      link("screen", say("big_screen"), `/games/${table.state.id}/screen`),
      link("image", say("take_away"), `/games/${table.state.id}/take`),
      link("phone", say("invite"), "/invite"),
      link("plus", say("new_game"), "/new"),
      link("learn", say("how_to_play"), `/how-to-play?edition=${table.state.edition}`),
      link("help", say("help"), "/help"),
    ),
    place,
  ]);
  bindSettings(place);
}

/**
 * @param {string} picture
 * @param {string} words
 * @param {() => void} onclick
 */
function line(picture, words, onclick) {
  return make("li", {}, make("button", { type: "button", class: "menu-line", onclick }, icon(picture), words));
}

/**
 * @param {string} picture
 * @param {string} words
 * @param {string} href
 */
function link(picture, words, href) {
  return make("li", {}, make("a", { class: "menu-line", href }, icon(picture), words));
}

/** @param {Table} table */
function coordinatesLine({ view }) {
  const shown = line("track", say("coordinates"), () => {
    showCoordinates(view, !hasCoordinates());
    control.setAttribute("aria-checked", String(hasCoordinates()));
  });
  const control = /** @type {HTMLElement} */ (shown.firstElementChild);
  control.id = "coordinates";
  control.setAttribute("role", "switch");
  control.setAttribute("aria-checked", String(hasCoordinates()));
  return shown;
}

/** @param {Table} table */
function openTable(table) {
  const { close } = openSheet(say("board_as_table"), [plainTable(table.view, pick)], { look: "is-tall" });
  /** @param {string} cell */
  function pick(cell) {
    close();
    table.view.focus(cell);
    table.picked(cell);
  }
}

function openKeys() {
  const keys = [
    ["← → ↑ ↓", say("keys_arrows")],
    ["I O J L N M", say("keys_directions")],
    ["Home End", say("keys_ends")],
    ["Enter", say("keys_pick")],
    ["Esc", say("keys_escape")],
    ["R Y B G", ["red", "yellow", "blue", "green"].map(pieceName).join(", ")],
    ["S .", [pieceName("stone"), pieceName("empty")].join(", ")],
    ["U", say("undo")],
  ];
  const rows = keys.map(([key, words]) => make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, words)));
  openSheet(say("keys"), [make("p", { class: "soft" }, say("keys_lead")), make("dl", { class: "keys" }, ...rows)]);
}

/** @param {Table} table */
function openSettings(table) {
  const { state } = table;
  const names = state.players.map(({ colour, name }) => {
    const id = `rename-${colour}`;
    const input = make("input", { type: "text", id, name: "name", value: name, maxlength: 40, autocomplete: "off" });
    return make("div", { class: "seat" }, sign(colour), make("span", {}, make("label", { class: "sr-only", for: id }, pieceName(colour)), input));
  });
  const title = make("input", { type: "text", id: "retitle", name: "title", value: state.title, maxlength: 80, autocomplete: "off" });
  const modes = ["keeper", "referee"].map((mode) =>
    make(
      "label",
      { class: "choice" },
      make("input", { type: "radio", name: "mode", value: mode, checked: mode === state.mode }),
      make("span", {}, make("strong", {}, say(MODES[mode][0])), make("span", { class: "small soft" }, say(MODES[mode][1]))),
    ),
  );
  const form = /** @type {HTMLFormElement} */ (
    make(
      "form",
      { class: "stack" },
      ...names,
      make("div", { class: "field" }, make("label", { for: "retitle" }, say("title_of_game")), title),
      ...modes,
      make("button", { class: "button is-main is-wide" }, say("save")),
    )
  );
  const { close } = openSheet(say("game_settings"), [form]);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const changes = { players: given.getAll("name"), title: given.get("title"), mode: given.get("mode") };
    const changed = await table.attempt(() => sendJson(table.path, changes, "PATCH"));
    if (!changed) return;
    close();
    table.accept(changed);
  });
}

/** @type {Record<string, [string, string]>} */
const MODES = { keeper: ["mode_keeper", "mode_keeper_how"], referee: ["mode_referee", "mode_referee_how"] };
