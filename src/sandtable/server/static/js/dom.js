/**
 * Builds the page's elements. Text stays text: nothing here ever reads markup.
 */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @typedef {object} Props
 * @property {string} [class] Its classes.
 * @property {Record<string, (event: any) => void>} [on] Listeners, by event.
 * @property {Record<string, string | number>} [data] The `data-*` attributes, in camel case.
 */

/** @typedef {Props & Record<string, any>} AnyProps */

/** What must be set as a property, because the attribute only says how it began. */
const PROPERTIES = new Set(["value", "checked", "disabled", "indeterminate", "selected", "open"]);

/**
 * An element with its attributes, listeners and children.
 *
 * Attributes that are `false`, `null` or `undefined` are left out; `true` sets an empty one.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {AnyProps | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) give(element, name, value);
  element.append(...nodes(children));
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {any} value
 */
function give(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "class") element.className = value;
  else if (name === "on") {
    for (const [event, listener] of Object.entries(value)) {
      element.addEventListener(event, /** @type {EventListener} */ (listener));
    }
  } else if (name === "data") Object.assign(element.dataset, value);
  else if (PROPERTIES.has(name)) Object.assign(element, { [name]: value });
  else element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * Puts children in place of all that an element holds.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/**
 * Puts children in place of all that an element holds; a button or link that has the focus has it
 * still if there is one with the same words among them.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function refill(element, ...children) {
  const focused = document.activeElement;
  const label = element.contains(focused) ? focused?.textContent : null;
  fill(element, ...children);
  if (!label) return;
  const again = [...element.querySelectorAll("a, button")].find(
    (each) => each.textContent === label,
  );
  /** @type {HTMLElement | undefined} */ (again)?.focus({ preventScroll: true });
}

/**
 * The element of the page with that id.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return element;
}

let made = 0;

/**
 * An id that no other element of the page has, for labels and descriptions.
 *
 * @param {string} word
 */
export function freshId(word) {
  made += 1;
  return `${word}-${made}`;
}

/**
 * A text cut into paragraphs where it has empty lines; single line ends are spaces.
 *
 * @param {string} text
 * @returns {HTMLParagraphElement[]}
 */
export function paragraphs(text) {
  return text
    .trim()
    .split(/\n\s*\n/)
    .filter((part) => part)
    .map((part) => h("p", null, part.replace(/\s+/g, " ")));
}
