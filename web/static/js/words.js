// @ts-check
/** The data and sentences embedded in the page, in its language. */

/** @typedef {string | { by: string, one: string, other: string }} Sentence */

const block = document.getElementById("page-data");

/** @type {Record<string, any> & { lang: string, words: Record<string, Sentence>, later_words: string | null }} */
export const page = JSON.parse(block?.textContent ?? "{}");

/** @type {Promise<void> | null} */
let laterWords = null;

/**
 * Loads a module on demand, together with the sentences of all such modules.
 * @template Module
 * @param {Promise<Module>} module
 * @returns {Promise<Module>}
 */
export async function load(module) {
  if (page.later_words) laterWords ??= fetchWords(page.later_words);
  const [loaded] = await Promise.all([module, laterWords]);
  return loaded;
}

/** @param {string} address */
async function fetchWords(address) {
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`no sentences: ${answer.status}`);
    Object.assign(page.words, await answer.json());
  } catch (failure) {
    laterWords = null; // the next module tries again
    throw failure;
  }
}

/**
 * @param {number} count
 * @returns {"one" | "other"}
 */
function form(count) {
  if (page.lang === "fr") return count === 0 || count === 1 ? "one" : "other";
  return count === 1 ? "one" : "other";
}

/**
 * Formats a sentence.
 * @param {string} name
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function say(name, values = {}) {
  const sentence = page.words[name];
  if (sentence === undefined) throw new Error(`the page has no sentence ${name}`);
  const words = typeof sentence === "string" ? sentence : sentence[form(Number(values[sentence.by]))];
  return words.replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
}

/** @param {string[]} things */
export function listed(things) {
  return new Intl.ListFormat(page.lang, { type: "conjunction" }).format(things);
}

/** @type {Record<string, string>} */
const PIECES = {
  red: "colour_red",
  yellow: "colour_yellow",
  blue: "colour_blue",
  green: "colour_green",
  stone: "piece_stone",
  empty: "piece_empty",
};

/** @param {string} piece */
export function pieceName(piece) {
  return say(PIECES[piece]);
}
