/**
 * Small changes of words.
 *
 * Exports: `capital(text)`, `counted(count, noun)`.
 */

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * So many of something: "1 roll", "4 rolls".
 *
 * @param {number} count
 * @param {string} noun
 */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
