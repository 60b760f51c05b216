// @ts-check
/** The score track round the board as it is printed, with each player's sign on its points. */

import { makeSvg } from "./dom.js";

const LAP = 100;
const SIGN = 13;

/**
 * @param {import("./board_view.js").BoardView} view
 * @param {{ colour: string, score: number }[]} players
 */
export function drawTrack(view, players) {
  const cells = makeSvg("g", { class: "track-cells" });
  const track = makeSvg("g", { class: "track" }, cells);
  /** @type {Map<number, { x: number, y: number, width: number, height: number }>} */
  const places = new Map();
  for (const place of view.geometry.score_track) {
    places.set(place.value, place);
    const box = { x: place.x - place.width / 2, y: place.y - place.height / 2, width: place.width, height: place.height };
    const look = place.value % 10 === 0 ? "is-ten" : place.value % 5 === 0 ? "is-five" : "";
    cells.append(
      makeSvg("rect", { ...box, class: look }),
      makeSvg("text", { x: place.x, y: place.y + 2.2, "font-size": look === "is-ten" ? 8 : 6, "text-anchor": "middle" }, place.value),
    );
  }
  /** @type {Map<number, number>} */
  const taken = new Map();
  for (const player of players) {
    const value = player.score % LAP;
    const place = places.get(value);
    if (!place) continue;
    const before = taken.get(value) ?? 0;
    taken.set(value, before + 1);
    const others = players.filter((one) => one.score % LAP === value).length - 1;
    const step = Math.min(4, (place.height - SIGN) / Math.max(others, 1));
    const [x, y] = [place.x - SIGN / 2 + (before % 2) * 5 - 2, place.y - SIGN / 2 + (before - others / 2) * step];
    track.append(makeSvg("use", { href: `#p-${player.colour}`, x, y, width: SIGN, height: SIGN }));
  }
  view.top.querySelector(".track")?.remove();
  view.top.prepend(track);
}
