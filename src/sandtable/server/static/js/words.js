/**
 * Small changes of words.
 *
 * Exports: `capital(text)`, `turnOf(name, turn, turns)`.
 */

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Where a battle stands.
 *
 * @param {string} name What the book calls a turn.
 * @param {number} turn None, while there is something to be done before the first.
 * @param {number} [turns] None, where there is no last one.
 */
export function turnOf(name, turn, turns = 0) {
  if (!turn) return `Before ${name} 1`;
  return capital(turns ? `${name} ${turn} of ${turns}` : `${name} ${turn}`);
}
