// @ts-check
/** Text stored under a name on this phone, or for this tab alone. Nothing is stored where storage is switched off or full. */

/** @typedef {"localStorage" | "sessionStorage"} StorageName  `sessionStorage` is that of this tab; it survives a reload */

/**
 * Returns the stored text, or null if there is none.
 * @param {string} name
 * @param {StorageName} [storage]
 */
export function recall(name, storage = "localStorage") {
  try {
    return window[storage].getItem(name); // even reading the property fails where storage is switched off
  } catch {
    return null;
  }
}

/**
 * Returns the stored text parsed as JSON, or null if there is none or it is unreadable.
 * @param {string} name
 * @param {StorageName} [storage]
 * @returns {any}
 */
export function recallValue(name, storage) {
  try {
    return JSON.parse(recall(name, storage) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Stores a text, or removes the stored one.
 * @param {string} name
 * @param {string | null} text
 * @param {StorageName} [storage]
 */
export function remember(name, text, storage = "localStorage") {
  try {
    if (text === null) window[storage].removeItem(name);
    else window[storage].setItem(name, text);
  } catch {
    // as above
  }
}
