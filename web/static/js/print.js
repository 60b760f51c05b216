// @ts-check
/** The Print centre: choices are stored in the address, the server checks what fits, and pages and files appear when they are ready. */

import "./page.js";
import { byId, make } from "./dom.js";
import { say } from "./words.js";

const TYPING_MS = 600;
const ASK_AGAIN_MS = 700;
const SHOW_PROGRESS_MS = 900;
const BUSY = 503;
const MOST_ATTEMPTS = 60;

let newest = 0;
let typing = 0;

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const form = () => /** @type {HTMLFormElement} */ (byId("print-form"));

function chosenAddress() {
  const fields = [...new FormData(form())].map(([name, value]) => [name, String(value)]);
  return `/print?${new URLSearchParams(fields.filter(([name, value]) => value !== "" || name === "document"))}`;
}

/**
 * Fetches a page or picture; waits and asks again while the server is busy.
 * @param {string} address
 */
async function fetchPatiently(address) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(address);
    if (answer.status !== BUSY || attempt >= MOST_ATTEMPTS) return answer;
    await pause(ASK_AGAIN_MS);
  }
}

/**
 * Shows the server's answer for an address; the form is refilled only if the address did not come from it.
 * @param {string} address
 * @param {boolean} withForm
 */
async function show(address, withForm) {
  const number = (newest += 1);
  byId("print-result").setAttribute("aria-busy", "true");
  try {
    const answer = await fetchPatiently(address);
    const shown = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (number !== newest) return;
    for (const part of shown.querySelectorAll("noscript")) part.remove(); // a parser without scripts parses their content as elements
    if (!shown.getElementById("print-result")) throw new Error("no result");
    if (withForm) {
      byId("print-form").replaceWith(document.adoptNode(/** @type {Element} */ (shown.getElementById("print-form"))));
      bindForm();
    } else takeNotes(shown);
    byId("print-result").replaceWith(document.adoptNode(/** @type {Element} */ (shown.getElementById("print-result"))));
    bindResult();
  } catch {
    if (number !== newest) return;
    byId("print-result").removeAttribute("aria-busy");
    showFailure(byId("print-result"), "prepend");
  }
}

/**
 * Says where it was tried that something failed, until it is tried again.
 * @param {Element} place
 * @param {"append" | "prepend"} side
 */
function showFailure(place, side) {
  dropFailures();
  place[side](make("p", { class: "note is-wrong print-failed", role: "alert" }, say("print_failed")));
}

function dropFailures() {
  for (const failure of document.querySelectorAll(".print-failed")) failure.remove();
}

/** @param {Document} shown */
function takeNotes(shown) {
  for (const note of document.querySelectorAll("[data-note]")) {
    const fresh = shown.getElementById(note.id);
    if (fresh?.children.length) note.closest("details")?.setAttribute("open", "");
    note.replaceChildren(...(fresh ? [...fresh.childNodes].map((node) => document.adoptNode(node)) : []));
    const field = document.querySelector(`[aria-describedby~="${note.id}"]`);
    if (note.children.length) field?.setAttribute("aria-invalid", "true");
    else field?.removeAttribute("aria-invalid");
  }
}

/** @param {string} address @param {boolean} withForm */
function go(address, withForm) {
  if (address !== location.pathname + location.search) history.pushState(null, "", address);
  void show(address, withForm);
}

function bindForm() {
  form().addEventListener("submit", (event) => {
    event.preventDefault();
    go(chosenAddress(), false);
  });
  form().addEventListener("change", () => {
    clearTimeout(typing);
    go(chosenAddress(), false);
  });
  form().addEventListener("input", (event) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== "text") return;
    clearTimeout(typing);
    typing = setTimeout(() => go(chosenAddress(), false), TYPING_MS);
  });
}

const near = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      near.unobserve(entry.target);
      wanted.push(/** @type {HTMLImageElement} */ (entry.target));
    }
    void loadPictures();
  },
  { rootMargin: "40px" },
);

/** @type {HTMLImageElement[]} */
const wanted = [];
let loading = false;

/** Loads pictures one at a time, since the server draws them one at a time. */
async function loadPictures() {
  if (loading) return;
  loading = true;
  for (let picture = wanted.shift(); picture; picture = wanted.shift()) {
    if (picture.isConnected) await loadPicture(picture).catch(() => undefined);
  }
  loading = false;
}

/** @param {HTMLImageElement} picture */
async function loadPicture(picture) {
  const answer = await fetchPatiently(String(picture.dataset.src));
  if (!answer.ok) return;
  const address = URL.createObjectURL(await answer.blob());
  picture.addEventListener("load", () => URL.revokeObjectURL(address), { once: true });
  picture.src = address;
}

function bindResult() {
  wanted.length = 0;
  const pictures = /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[data-src]"));
  pictures.forEach((picture, number) => (number === 0 ? wanted.push(picture) : near.observe(picture)));
  void loadPictures();
}

/** @param {HTMLElement} words */
function waiting(words) {
  return make("p", { class: "print-wait small", role: "status" }, make("progress", { "aria-label": say("print_preparing") }), words);
}

/**
 * Waits until a file is ready, showing progress if that takes long, then starts the download.
 * @param {HTMLAnchorElement} link
 */
async function download(link) {
  dropFailures();
  const words = make("span", {}, say("print_preparing"));
  const wait = waiting(words);
  const showing = setTimeout(() => link.parentElement?.append(wait), SHOW_PROGRESS_MS);
  try {
    const address = link.getAttribute("href")?.replace("/print/files/", "/print/progress/") ?? "";
    for (let ready = false; !ready; ) {
      const answer = await fetchPatiently(address);
      if (!answer.ok) break; // the file's own address reports what is wrong
      const progress = await answer.json();
      ready = progress.ready;
      words.textContent = progress.sentence ?? say("print_preparing");
      if (!ready) await pause(ASK_AGAIN_MS);
    }
    location.assign(link.href);
  } catch {
    if (link.parentElement) showFailure(link.parentElement, "append");
  } finally {
    clearTimeout(showing);
    wait.remove();
  }
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.matches("[data-way]")) {
    event.preventDefault();
    go(String(link.getAttribute("href")), true);
  } else if (link.matches("[data-download]")) {
    event.preventDefault();
    void download(link);
  }
});
document.addEventListener("submit", (event) => {
  const measuring = event.target instanceof Element && event.target.closest(".print-measure");
  if (measuring) measuring.append(waiting(make("span", {}, say("print_preparing"))));
});
addEventListener("pageshow", () => document.querySelector(".print-measure .print-wait")?.remove());
addEventListener("popstate", () => void show(location.pathname + location.search, true));
bindForm();
bindResult();
