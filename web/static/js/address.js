// @ts-check
/** Looks every few seconds where phones reach this computer, as long as somebody looks at the page. */

import { ask } from "./api.js";

const LOOK_MS = 5000;

/** @param {(told: any) => void} onNew */
export function watchAddress(onNew) {
  /** @type {string | null} */
  let known = null;
  async function look() {
    if (document.hidden) return;
    const told = await ask("/api/addresses").catch(() => null);
    if (!told) return;
    if (known !== null && known !== told.version) onNew(told);
    known = told.version;
  }
  void look();
  setInterval(look, LOOK_MS);
}
