// @ts-check
/** The scores turn by turn as a chart, and as a table for screen readers. */

import { button, make, makeSvg } from "./dom.js";
import { say } from "./words.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, FOOT] = [360, 160, 34, 24, 12, 24];

/**
 * @param {{ revision: number, turn: number, scores: Record<string, number> }[]} points
 * @param {{ colour: string, name: string }[]} players
 * @param {(revision: number) => void} onChoose  for a turn that is tapped
 */
export function drawChart(points, players, onChoose) {
  const most = Math.max(10, ...points.flatMap((point) => Object.values(point.scores)));
  const last = Math.max(1, points[points.length - 1].turn);
  /** @param {number} turn */
  const x = (turn) => LEFT + ((WIDTH - LEFT - RIGHT) * turn) / last;
  /** @param {number} score */
  const y = (score) => HEIGHT - FOOT - ((HEIGHT - FOOT - TOP) * score) / most;
  const chart = makeSvg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": say("chart") });
  for (const score of levels(most)) {
    chart.append(
      makeSvg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(score), y2: y(score), class: "level" }),
      makeSvg("text", { x: LEFT - 6, y: y(score) + 4, "text-anchor": "end" }, score),
    );
  }
  for (const turn of new Set([0, last])) {
    chart.append(makeSvg("text", { x: x(turn), y: HEIGHT - 6, "text-anchor": "middle" }, turn));
  }
  for (const { colour } of players) chart.append(...line(points, colour, x, y));
  chart.addEventListener("click", (event) => {
    const { left, width } = chart.getBoundingClientRect();
    const at = ((/** @type {MouseEvent} */ (event).clientX - left) * WIDTH) / width;
    const nearest = points.reduce((one, other) => (Math.abs(x(other.turn) - at) < Math.abs(x(one.turn) - at) ? other : one));
    onChoose(nearest.revision);
  });
  chart.prepend(makeSvg("title", {}, say("chart_how")));
  return make("figure", { class: "chart-figure" }, make("figcaption", {}, say("chart")), chart, asTable(points, players, onChoose));
}

/** @param {number} most */
function levels(most) {
  const step = [5, 10, 20, 25, 50, 100, 200].find((size) => most / size <= 5) ?? 500;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}

/**
 * @param {{ turn: number, scores: Record<string, number> }[]} points
 * @param {string} colour
 * @param {(turn: number) => number} x
 * @param {(score: number) => number} y
 */
function line(points, colour, x, y) {
  let path = "";
  points.forEach((point, index) => {
    const at = `${x(point.turn).toFixed(1)} ${y(point.scores[colour]).toFixed(1)}`;
    path += index ? `H${x(point.turn).toFixed(1)}V${y(point.scores[colour]).toFixed(1)}` : `M${at}`;
  });
  const end = points[points.length - 1];
  const size = 16;
  return [
    makeSvg("path", { d: path, class: `score-halo` }),
    makeSvg("path", { d: path, class: `score-line is-${colour}` }),
    makeSvg("use", { href: `#p-${colour}`, x: x(end.turn) - size / 2, y: y(end.scores[colour]) - size / 2, width: size, height: size }),
  ];
}

/**
 * @param {{ revision: number, turn: number, scores: Record<string, number> }[]} points
 * @param {{ colour: string, name: string }[]} players
 * @param {(revision: number) => void} onChoose
 */
function asTable(points, players, onChoose) {
  const head = make("tr", {}, make("th", { scope: "col" }, say("turn")), ...players.map((player) => make("th", { scope: "col" }, player.name)));
  const rows = points.map((point) =>
    make("tr", {}, make("th", { scope: "row" }, button(String(point.turn), () => onChoose(point.revision), { look: "is-plain" })), ...players.map((player) => make("td", { class: "number" }, point.scores[player.colour]))),
  );
  const table = make("table", { class: "plain-table" }, make("thead", {}, head), make("tbody", {}, ...rows));
  return make("details", { class: "more" }, make("summary", {}, say("as_table")), table);
}
