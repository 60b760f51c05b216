// @ts-check
/** What the back button closes: each thing that lies over the game has an entry of its own in the browser's history. Knows no sheet. */

const ARRIVED_MS = 500;

/** @type {{ close: () => void }[]} what lies over the game, the uppermost last */
const layers = [];
let isDue = false;
/** @type {ReturnType<typeof setTimeout> | null} set while the browser is on its way to another entry */
let moving = null;

/** How many layers the present entry of the history stands for. */
function depth() {
  const found = history.state?.depth;
  return Number.isInteger(found) && found > 0 ? found : 0;
}

/**
 * Lets the back button close what is opened now.
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

/** One sheet that follows another at once takes over its entry. */
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

settleSoon(); // after a reload the present entry may stand for what is open no more
