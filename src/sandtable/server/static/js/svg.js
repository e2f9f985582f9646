/**
 * SVG from the server and SVG of the page's own.
 *
 * Exports: `s` (an element), `parsed` (the nodes of a fragment), `icon` (a small sign of lines).
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element with its attributes and children.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | null | undefined>} [attributes]
 * @param {...Node} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * The nodes of a fragment of SVG. It is read as XML, never as HTML, so nothing in it can run.
 *
 * @param {string | undefined} fragment
 * @returns {Element[]}
 */
export function parsed(fragment) {
  if (!fragment) return [];
  const text = `<svg xmlns="${SVG}" xmlns:xlink="http://www.w3.org/1999/xlink">${fragment}</svg>`;
  const read = new DOMParser().parseFromString(text, "image/svg+xml");
  if (read.querySelector("parsererror")) throw new Error("A drawing could not be read.");
  return [...read.documentElement.children].map((node) => document.importNode(node, true));
}

/**
 * A small sign of lines, in a square of 20.
 *
 * @param {string} path
 */
export function icon(path) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true" },
    s("path", { d: path }),
  );
}
