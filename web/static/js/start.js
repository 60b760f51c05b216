// @ts-check
/** The first page: the QR code follows the computer's address. */

import "./page.js";
import { watchAddress } from "./address.js";

const picture = document.querySelector(".invite-card img");
watchAddress((addresses) => picture?.setAttribute("src", addresses.qr));
