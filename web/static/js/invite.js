// @ts-check
/** The laptop's page: a new QR code when the address changes, and how many phones have come. */

import "./page.js";
import { ask } from "./api.js";
import { byId, make } from "./dom.js";
import { say } from "./words.js";

const LOOK_MS = 5000;

/** @param {any} told */
function show(told) {
  const picture = byId("qr");
  if (picture.getAttribute("src") !== told.qr) picture.setAttribute("src", told.qr);
  byId("address").textContent = told.best;
  byId("visitors").textContent = say("visitors", { n: told.visitors });
  byId("addresses").replaceChildren(
    ...told.addresses.map((/** @type {any} */ address) =>
      make("li", {}, make("span", { class: "number" }, address.url), " ", make("span", { class: "soft small" }, address.adapter)),
    ),
  );
}

async function look() {
  if (document.hidden) return;
  const told = await ask("/api/addresses").catch(() => null);
  if (told) show(told);
}

void look();
setInterval(look, LOOK_MS);
