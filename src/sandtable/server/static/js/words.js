/**
 * Small changes of words.
 *
 * Exports: `capital(text)`.
 */

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
