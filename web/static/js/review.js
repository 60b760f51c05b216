// @ts-check
/** The preview of a confirmation: the turn found, territories, questions, pieces to take off. */

import { showsHexes, takeOffLines } from "./aftermath.js";
import { button, icon, make, sign } from "./dom.js";
import { forgottenTurns, isMisreadingLikelier, isTurnAsked, nearestTurn, whichOrder } from "./memory.js";
import { openSheet } from "./sheet.js";
import { regionFacts } from "./territory.js";
import { unchangedPart } from "./unchanged.js";
import { listed, pieceName, say } from "./words.js";

/** @typedef {import("./picture_editor.js").PictureEditor} PictureEditor */

/** @type {Record<string, string>} */
const WHY = { majority: "why_majority", tie: "why_tie", nobody: "why_nobody", said: "why_said", paid: "why_paid" };

/** @param {PictureEditor} editor */
export function reviewParts(editor) {
  const { preview, table } = editor;
  const asked = preview.regions.filter((/** @type {any} */ region) => region.status === "ask" || region.first in editor.held);
  const paying = preview.pays
    .map((/** @type {string} */ first) => preview.regions.find((/** @type {any} */ region) => region.first === first))
    .filter((/** @type {any} */ region) => !(region.first in editor.held));
  const off = takeOffLines(preview.take_off, table);
  return [
    whichOrder(editor),
    forgottenTurns(editor),
    isTurnAsked(editor) ? null : verdict(editor),
    asksWhoIsNext(editor) ? whoIsNext(editor) : null,
    preview.ended ? make("p", { class: "note" }, preview.ended.sentence) : null,
    asked.length ? make("section", { class: "stack" }, make("h2", {}, say("who_held")), ...asked.map((/** @type {any} */ region) => question(editor, region))) : null,
    paying.length ? make("section", { class: "stack" }, make("h2", {}, say("territories")), ...paying.map((/** @type {any} */ region) => regionCard(editor, region))) : null,
    off.length ? make("ul", { class: "aftermath" }, ...off) : null,
    totals(editor),
    moreToSay(editor),
  ];
}

/**
 * The scores after confirming.
 * @param {PictureEditor} editor
 */
function totals({ preview, table }) {
  const items = table.state.players.map(({ colour, name, score }) => {
    const after = preview.totals[colour];
    const gain = after === score ? null : make("b", { class: "gain number" }, after > score ? `+${after - score}` : String(after - score));
    return make("li", {}, sign(colour), make("span", { class: "player-name" }, name), gain, make("b", { class: "number" }, after));
  });
  return make("ul", { class: "totals", "aria-label": say("scores_after") }, ...items);
}

/**
 * One territory: its size and landscapes, the pioneers in it, what it pays and why.
 * @param {PictureEditor} editor
 * @param {any} region
 */
export function regionCard(editor, region) {
  const { table, preview } = editor;
  const place = preview.pays.indexOf(region.first);
  const awards = Object.entries(region.awards);
  return make(
    "div",
    { class: "card region", onclick: cardTapped(table, region) },
    make(
      "div",
      { class: "region-head" },
      heading(table, region),
      preview.pays.length > 1 && place >= 0 && region.status === "pays" ? orderButtons(editor, region, place) : null,
    ),
    ...regionFacts(table, region),
    region.status === "open" ? make("p", { class: "small soft" }, say("still_open")) : null,
    region.why ? make("p", { class: "small soft" }, say(WHY[region.why], { value: region.value })) : null,
    awards.length
      ? make("ul", { class: "awards" }, ...awards.map(([colour, points]) => make("li", {}, sign(colour), table.nameOf(colour), make("b", { class: "number" }, `+${points}`))))
      : null,
  );
}

/**
 * @param {import("./table.js").Table} table
 * @param {any} region
 */
function heading(table, region) {
  return make("h3", {}, showsHexes(table, region.cells, say("territory", { n: region.cells.length, cell: region.first })));
}

/**
 * A tap on a card shows its hexes, except on its other controls.
 * @param {import("./table.js").Table} table
 * @param {any} region
 */
function cardTapped(table, region) {
  return (/** @type {Event} */ event) => {
    if (event.target instanceof Element && !event.target.closest("button")) table.pointAt(region.cells);
  };
}

/**
 * @param {PictureEditor} editor
 * @param {any} region
 * @param {number} place
 */
function orderButtons(editor, region, place) {
  const { pays } = editor.preview;
  /**
   * @param {number} to
   * @param {string} picture
   * @param {string} words
   */
  const move = (to, picture, words) =>
    make(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": `${words}: ${region.first}`,
        disabled: to < 0 || to >= pays.length,
        onclick: () => {
          const order = pays.filter((/** @type {string} */ first) => first !== region.first);
          order.splice(to, 0, region.first);
          editor.order = order;
          void editor.weigh();
        },
      },
      icon(picture),
    );
  return make("span", { class: "order" }, move(place - 1, "up", say("pay_earlier")), move(place + 1, "down", say("pay_later")));
}

/**
 * A closed territory that is new and empty: its pioneers have been taken off already.
 * @param {PictureEditor} editor
 * @param {any} region
 */
function question(editor, region) {
  const { table } = editor;
  const held = editor.held[region.first];
  /** @param {string[] | undefined} answer */
  const answer = (answer) => {
    if (answer) editor.held = { ...editor.held, [region.first]: answer };
    void editor.weigh();
  };
  const players = table.state.players.map(({ colour, name }) => {
    const chosen = held?.includes(colour) ?? false;
    const next = chosen ? held.filter((one) => one !== colour) : [...(held ?? []), colour];
    return make("button", { type: "button", class: "choice-chip", id: `held-${region.first}-${colour}`, "aria-pressed": String(chosen), onclick: () => answer(next) }, sign(colour), name);
  });
  const nobody = make("button", { type: "button", class: "choice-chip", id: `held-${region.first}-none`, "aria-pressed": String(held?.length === 0), onclick: () => answer([]) }, say("nobody"));
  return make(
    "div",
    { class: "card region is-question", role: "group", "data-territory": region.first, "aria-label": say("territory", { n: region.cells.length, cell: region.first }), onclick: cardTapped(table, region) },
    heading(table, region),
    make("p", { class: "small" }, say("held_how", { value: region.value })),
    make("div", { class: "chips" }, ...players, nobody),
    held?.length ? make("p", { class: "small soft" }, awardsLine(editor, region)) : null,
  );
}

/**
 * @param {PictureEditor} editor
 * @param {any} region
 */
function awardsLine(editor, region) {
  return listed(Object.entries(region.awards).map(([colour, n]) => say("share", { name: editor.table.nameOf(colour), n: Number(n) })));
}

/**
 * The referee's verdict on the turn.
 * @param {PictureEditor} editor
 */
function verdict(editor) {
  const { check, actions, choices, changed, unchanged } = editor.preview;
  if (unchanged) return unchangedPart(editor);
  if (!check) return null;
  if (check.legal) {
    const words = actions[0] === "pass" ? say("turn_found_pass") : say("turn_found", { turn: actions.join("  ").replaceAll("-", "→") });
    return make("p", { class: "note" }, words);
  }
  if (!choices.length) return null;
  const { ruling } = editor.answers;
  const misread = isMisreadingLikelier(editor);
  const rule = () => {
    editor.answers = { ...editor.answers, ruling: !ruling };
    editor.show();
  };
  return make(
    "section",
    { class: `note stack ${misread ? "is-warning" : "is-wrong"}` },
    misread ? nearestTurn(editor) : null,
    make("h2", {}, say("illegal")),
    make("p", {}, check.reason),
    misread ? null : nearestTurn(editor),
    make("p", { class: "small soft" }, say("illegal_choices")),
    make(
      "div",
      { class: "chips" },
      changed.length ? button(say("put_back"), () => showPutBack(changed), { id: "put-back" }) : null,
      button(say("ruling"), rule, { id: "ruling", pressed: Boolean(ruling), icon: ruling ? "check" : undefined }),
    ),
  );
}

/** @param {{ cell: string, before: string, after: string }[]} changed */
function showPutBack(changed) {
  const lines = changed.map(({ cell, before }) => make("li", {}, make("b", {}, cell), sign(before), pieceName(before)));
  openSheet(say("put_back"), [make("p", {}, say("put_back_how")), make("ul", { class: "put-back" }, ...lines)]);
}

/**
 * After a ruling, only the players know whose turn is next; without turn checking, it does not matter.
 * @param {PictureEditor} editor
 */
function asksWhoIsNext({ preview, answers, table }) {
  if (table.isKeeper || preview.ended || preview.position.reserve) return false;
  return answers.ruling && (preview.choices.length > 0 || Boolean(preview.unchanged));
}

/** @param {PictureEditor} editor */
function whoIsNext(editor) {
  const { table, preview } = editor;
  const chips = table.state.players.map(({ colour, name }) => {
    const isNext = preview.position.to_move === colour;
    const onclick = () => {
      editor.answers = { ...editor.answers, to_move: colour };
      void editor.weigh();
    };
    return make("button", { type: "button", class: "choice-chip", id: `next-${colour}`, "aria-pressed": String(isNext), onclick }, sign(colour), name);
  });
  return make("section", { class: "stack", id: "who-is-next", role: "group", "aria-label": say("whose_turn") }, make("h2", {}, say("whose_turn")), make("div", { class: "chips" }, ...chips));
}

/**
 * The player to move if turns are checked, the scores at the table, and the end of setup; rarely needed, so collapsed.
 * @param {PictureEditor} editor
 */
function moreToSay(editor) {
  const { table, answers, preview } = editor;
  const hasOwnTurn = table.isKeeper || asksWhoIsNext(editor) || (preview.check?.legal && !preview.unchanged);
  const toMove = make(
    "select",
    { id: "to-move", onchange: (/** @type {Event} */ event) => answer({ to_move: /** @type {HTMLSelectElement} */ (event.target).value || undefined }) },
    make("option", { value: "" }, say("as_it_follows")),
    ...table.state.players.map(({ colour, name }) => make("option", { value: colour, selected: answers.to_move === colour }, name)),
  );
  /** @param {Partial<typeof answers>} more */
  const answer = (more) => {
    editor.answers = { ...editor.answers, ...more };
    void editor.weigh();
  };
  const scores = table.state.players.map(({ colour, name, score }) => {
    const onchange = (/** @type {Event} */ event) => {
      const points = Number(/** @type {HTMLInputElement} */ (event.target).value);
      if (Number.isInteger(points) && points >= 0) answer({ scores: { ...answers.scores, [colour]: points } });
    };
    const value = answers.scores?.[colour] ?? score;
    return make("div", { class: "field" }, make("label", { for: `score-${colour}` }, say("score_before", { name })), make("input", { type: "text", inputmode: "numeric", id: `score-${colour}`, value, onchange }));
  });
  const inSetup = table.state.phase === "setup";
  const finish = make("input", { type: "checkbox", checked: answers.finish_setup ?? false, onchange: (/** @type {Event} */ event) => answer({ finish_setup: /** @type {HTMLInputElement} */ (event.target).checked }) });
  const open = document.querySelector("#more-to-say[open]") !== null;
  return make(
    "details",
    { class: "more", id: "more-to-say", open },
    make("summary", {}, say(table.isKeeper ? "scores" : "more_to_say")),
    make(
      "div",
      { class: "stack" },
      inSetup ? make("label", { class: "choice" }, finish, make("span", {}, say("finish_setup"))) : null,
      hasOwnTurn ? null : make("div", { class: "field" }, make("label", { for: "to-move" }, say("whose_turn")), toMove),
      make("div", { class: "pair" }, ...scores),
    ),
  );
}

/**
 * The question before a confirmation: doubtful hexes that have not been reviewed.
 * @param {PictureEditor} editor
 * @param {{ cells: string[], points: number }} unseen
 */
export function askAboutUnseen(editor, { cells, points }) {
  const { close } = openSheet(say("unseen_title"), [
    make("p", {}, say("unseen", { n: cells.length, points })),
    button(
      say("look_at_them"),
      () => {
        close();
        editor.lookAt(cells[0]);
      },
      { look: "is-main is-wide", id: "look-at-them" },
    ),
    button(
      say("confirm_anyway"),
      () => {
        close();
        void editor.send({ accept_unseen: true });
      },
      { look: "is-wide", id: "confirm-anyway" },
    ),
  ]);
}
