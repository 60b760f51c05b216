// @ts-check
/** The layers that the back button closes: each layer over the game has its own entry in the browser's history. Independent of sheets. */

const ARRIVED_MS = 500;

/** @type {{ close: () => void }[]} what lies over the game, the uppermost last */
const layers = [];
let isDue = false;
/** @type {ReturnType<typeof setTimeout> | null} set while the browser is on its way to another entry */
let moving = null;

/** The number of layers open at the current history entry. */
function depth() {
  const found = history.state?.depth;
  return Number.isInteger(found) && found > 0 ? found : 0;
}

/**
 * Makes the back button close the layer that is being opened.
 * @param {() => void} close
 * @returns {() => void}  to be called when it is closed in another way
 */
export function coverGame(close) {
  const layer = { close };
  layers.push(layer);
  settleSoon();
  return () => {
    const place = layers.indexOf(layer);
    if (place < 0) return;
    layers.splice(place, 1);
    settleSoon();
  };
}

/** A sheet that directly replaces another takes over its entry. */
function settleSoon() {
  if (isDue) return;
  isDue = true;
  queueMicrotask(settle);
}

function settle() {
  isDue = false;
  if (moving !== null) return;
  while (depth() < layers.length) history.pushState({ depth: depth() + 1 }, "");
  if (depth() === layers.length) return;
  moving = setTimeout(arrive, ARRIVED_MS);
  history.go(layers.length - depth());
}

function arrive() {
  if (moving !== null) clearTimeout(moving);
  moving = null;
}

window.addEventListener("popstate", () => {
  if (moving !== null) arrive();
  else while (layers.length > depth()) layers.pop()?.close();
  settleSoon();
});

settleSoon(); // after a reload the current entry may belong to a layer that is no longer open
