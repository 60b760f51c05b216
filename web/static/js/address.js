// @ts-check
/** Polls the address at which phones reach this computer while the page is visible. */

import { fetchJson } from "./api.js";

const LOOK_MS = 5000;

/** @param {(addresses: any) => void} onNew */
export function watchAddress(onNew) {
  /** @type {string | null} */
  let known = null;
  async function look() {
    if (document.hidden) return;
    const addresses = await fetchJson("/api/addresses").catch(() => null);
    if (!addresses) return;
    if (known !== null && known !== addresses.version) onNew(addresses);
    known = addresses.version;
  }
  void look();
  setInterval(look, LOOK_MS);
}
