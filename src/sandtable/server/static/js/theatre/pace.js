/**
 * How long gestures take.
 *
 * Exports: `PACES`, `lengthOf(gesture)`, `hurry(waiting)`.
 */

/** @typedef {import("../types").Gesture} Gesture */
/** @typedef {"slow" | "normal" | "fast" | "off"} Pace */

/** How many times longer than usual things take. @type {Record<Pace, number>} */
export const PACES = { slow: 1.6, normal: 1, fast: 0.4, off: 0 };

/** What is shown for how long, in milliseconds. @type {Partial<Record<Gesture["sort"], number>>} */
const LENGTHS = {
  turn: 300,
  shot: 450,
  burst: 600,
  lob: 900,
  blast: 600,
  flame: 500,
  smoke: 500,
  clash: 700,
  pass: 800,
  roll: 750,
  result: 700,
  loss: 800,
  appear: 450,
  vanish: 450,
  card: 2500,
  say: 1000,
};

const STEP = { least: 350, inch: 50, most: 1500 };

/** So many milliseconds may wait before they are shown faster. */
const PATIENCE = 8000;

/** @param {Gesture} gesture */
export function lengthOf(gesture) {
  if (gesture.sort !== "walk") return LENGTHS[gesture.sort] ?? 500;
  return Math.min(STEP.most, STEP.least + STEP.inch * inches(gesture.path ?? []));
}

/** @param {[number, number][]} path */
export function inches(path) {
  let sum = 0;
  for (let at = 1; at < path.length; at += 1) {
    sum += Math.hypot(path[at][0] - path[at - 1][0], path[at][1] - path[at - 1][1]);
  }
  return sum;
}

/**
 * By how much things are shown faster because much waits to be shown; losses are not.
 *
 * @param {Gesture[]} waiting
 */
export function hurry(waiting) {
  const sum = waiting.reduce((total, gesture) => total + lengthOf(gesture), 0);
  return sum > PATIENCE ? PATIENCE / sum : 1;
}
