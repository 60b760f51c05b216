// @ts-check
/** The laptop's page: the QR code, renewed when the address changes, and the number of phones that have joined. */

import "./page.js";
import { fetchJson } from "./api.js";
import { byId, make } from "./dom.js";
import { say } from "./words.js";

const LOOK_MS = 5000;

/** @param {any} status */
function show(status) {
  const picture = byId("qr");
  if (picture.getAttribute("src") !== status.qr) picture.setAttribute("src", status.qr);
  byId("address").textContent = status.best;
  byId("visitors").textContent = say("visitors", { n: status.visitors });
  byId("addresses").replaceChildren(
    ...status.addresses.map((/** @type {any} */ address) =>
      make("li", {}, make("span", { class: "number" }, address.url), " ", make("span", { class: "soft small" }, address.adapter)),
    ),
  );
}

async function look() {
  if (document.hidden) return;
  const status = await fetchJson("/api/addresses").catch(() => null);
  if (status) show(status);
}

void look();
setInterval(look, LOOK_MS);
