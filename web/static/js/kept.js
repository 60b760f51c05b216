// @ts-check
/** Small settings stored on this phone, or until the page closes if storage is not available. */

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
