// @ts-check
/** Checks point by point whether everything works on a phone, and shows the results. */

import "./page.js";
import { byId, icon, make } from "./dom.js";
import { say } from "./words.js";

const SLOW_MS = 1000;

/** @type {[string, () => boolean | Promise<boolean>][]} */
const POINTS = [
  ["check_server", reaches],
  ["check_cookie", keepsCookies],
  ["check_picture", decodes],
  ["check_random", () => typeof crypto?.getRandomValues === "function"],
  ["check_dialog", () => typeof HTMLDialogElement === "function"],
];

async function reaches() {
  const started = performance.now();
  const answer = await fetch("/favicon.ico", { cache: "no-store" });
  return answer.ok && performance.now() - started < SLOW_MS;
}

function keepsCookies() {
  document.cookie = "terranova_check=1; path=/; SameSite=Lax";
  const kept = document.cookie.includes("terranova_check=1");
  document.cookie = "terranova_check=; path=/; max-age=0; SameSite=Lax";
  return kept;
}

/** Tests opening and uploading photos with a generated picture. */
async function decodes() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 8;
  canvas.getContext("2d")?.fillRect(0, 0, 8, 8);
  const blob = await new Promise((/** @type {(made: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, "image/jpeg"));
  if (!blob) return false;
  const bitmap = await createImageBitmap(blob, { resizeWidth: 4, resizeHeight: 4 });
  return bitmap.width === 4;
}

async function run() {
  const list = byId("points");
  let works = true;
  for (const [name, test] of POINTS) {
    const fine = await Promise.resolve(test()).catch(() => false);
    works &&= fine;
    const words = make("span", {}, say(name), make("b", { class: "sr-only" }, ` ${say(fine ? "works" : "works_not")}`));
    list.append(make("li", { class: fine ? "is-fine" : "is-ill" }, icon(fine ? "check" : "close"), words));
  }
  byId("verdict").textContent = say(works ? "check_fine" : "check_ill");
}

void run();
