// @ts-check
/** Style sheets of parts that are rarely opened: each is loaded when its part is opened first. */

/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/**
 * @param {string} name  of a file beside the other style sheets
 * @returns {Promise<void>}  kept when it is there; without it the part is plain, but works
 */
export function loadStyle(name) {
  const known = loaded.get(name);
  if (known) return known;
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
