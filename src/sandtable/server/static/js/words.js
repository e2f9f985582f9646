/**
 * Small changes of words.
 *
 * Exports: `capital(text)`, `turnOf(turn, turns)`.
 */

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Where a battle stands.
 *
 * @param {number} turn None, while there is something to be done before the first.
 * @param {number} turns None, where there is no last one.
 */
export function turnOf(turn, turns) {
  if (!turn) return "Before turn 1";
  return turns ? `Turn ${turn} of ${turns}` : `Turn ${turn}`;
}
