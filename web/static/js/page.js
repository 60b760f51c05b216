// @ts-check
/** Behaviour of every page: light and dark mode, changing the language, formatting dates. */

import { page } from "./words.js";

const YEAR_SECONDS = 365 * 24 * 3600;

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** @param {ParentNode} part */
export function bindSettings(part) {
  for (const control of part.querySelectorAll("[data-theme-switch]")) {
    control.addEventListener("click", () => {
      const theme = isDark() ? "light" : "dark";
      document.documentElement.dataset.theme = theme;
      document.cookie = `terranova_theme=${theme}; path=/; max-age=${YEAR_SECONDS}; SameSite=Lax`;
    });
  }
  for (const control of part.querySelectorAll("select[data-sends]")) {
    control.addEventListener("change", () => /** @type {HTMLSelectElement} */ (control).form?.requestSubmit());
  }
}

/** @param {string} at */
export function shownTime(at) {
  const when = new Date(at);
  const today = when.toDateString() === new Date().toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const how = today ? { hour: "2-digit", minute: "2-digit" } : { dateStyle: "medium" };
  return new Intl.DateTimeFormat(page.lang, how).format(when);
}

/**
 * Formats a date, given as YYYY-MM-DD, in the page's language.
 * @param {string} day
 */
export function shownDay(day) {
  return new Intl.DateTimeFormat(page.lang, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}

bindSettings(document);
for (const time of document.querySelectorAll("time[data-when]")) {
  time.textContent = shownTime(/** @type {HTMLTimeElement} */ (time).dateTime);
}
