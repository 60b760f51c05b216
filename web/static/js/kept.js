// @ts-check
/** Small choices kept on this phone; one that keeps nothing forgets them with the page. */

const PREFIX = "terranova-";

/** @param {string} name */
export function kept(name) {
  try {
    return localStorage.getItem(PREFIX + name) ?? "";
  } catch {
    return "";
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // as above
  }
}
