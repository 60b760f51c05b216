// @ts-check
/** @param {any} table */
export function editFreely(table) {}
/** @param {any} table */
export function openSnap(table) {}
