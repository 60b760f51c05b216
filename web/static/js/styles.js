// @ts-check
/** Style sheets of rarely opened parts, each loaded when its part is first opened. */

/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/**
 * Loads style sheets; a part without its style sheet still works.
 * @param {...string} names  of files beside the other style sheets, in the order in which they apply
 */
export async function loadStyles(...names) {
  await Promise.all(names.map((name) => loaded.get(name) ?? load(name)));
}

/** @param {string} name */
function load(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`../css/${name}.css`, import.meta.url).pathname;
  const done = new Promise((/** @type {(value: void) => void} */ resolve) => {
    for (const event of ["load", "error"]) link.addEventListener(event, () => resolve());
  });
  loaded.set(name, done);
  document.head.append(link);
  return done;
}
