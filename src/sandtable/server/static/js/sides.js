/**
 * What the people of a side are called, from the name of the side.
 *
 * Exports: `people(name)`, `capital(text)`.
 */

/** Ends of names that are the same for one and for many: "British", "French", "Japanese". */
const SAME = /(?:sh|ch|ese|ss|s)$/i;
/** Names that stand for one of many: "German", "Soviet". */
const ONE = /(?:an|Soviet|Greek|Finn|Pole|Dane|Croat|Czech|Slovak)$/;

/**
 * The people of a side: "the British", "the Germans". What is more than one word, or no people at
 * all ("Red"), stays as it is.
 *
 * @param {string} name
 */
export function people(name) {
  if (!/^\p{Lu}\p{L}+$/u.test(name)) return name;
  if (ONE.test(name)) return `the ${name}s`;
  return SAME.test(name) ? `the ${name}` : name;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
