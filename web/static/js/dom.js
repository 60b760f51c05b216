// @ts-check
/** Creates elements. Text is inserted as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, unknown>} Attributes  `on…` are listeners, `class`, `hidden` and other attributes as in HTML
 */

/**
 * @template {Element} T
 * @param {T} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {T}
 */
function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function makeSvg(tag, attributes = {}, ...children) {
  return dress(/** @type {SVGElement} */ (document.createElementNS(SVG, tag)), attributes, children);
}

/**
 * Returns an element of the template by its id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`#${id} is missing from the page`);
  return found;
}

/** @param {string} name */
export function icon(name) {
  return makeSvg("svg", { class: "icon", "aria-hidden": "true" }, makeSvg("use", { href: `#i-${name}` }));
}

/** @param {string} piece */
export function sign(piece) {
  return makeSvg("svg", { class: "sign", "aria-hidden": "true" }, makeSvg("use", { href: `#p-${piece}` }));
}

/**
 * @param {string} words
 * @param {() => void} onclick
 * @param {{ icon?: string, look?: string, disabled?: boolean, id?: string, pressed?: boolean }} [more]
 */
export function button(words, onclick, more = {}) {
  return make(
    "button",
    {
      type: "button",
      class: `button ${more.look ?? ""}`,
      onclick,
      disabled: more.disabled,
      id: more.id,
      "aria-pressed": more.pressed === undefined ? null : String(more.pressed),
    },
    more.icon ? icon(more.icon) : null,
    words,
  );
}
