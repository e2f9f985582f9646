/**
 * A little geometry of the table: x runs east, y runs north, headings run clockwise from north.
 *
 * Exports: `headingTo`, `ahead`, `simplified`, `rounded`, `nearestOf`, `compass`.
 */

/** @typedef {import("../../page").Point} Point */

/**
 * The heading from one point to another, 0 to 360 degrees.
 *
 * @param {Point} from
 * @param {Point} to
 */
export function headingTo(from, to) {
  const degrees = (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI;
  return (degrees + 360) % 360;
}

/**
 * The point so far away in a heading.
 *
 * @param {Point} from
 * @param {number} heading
 * @param {number} distance
 * @returns {Point}
 */
export function ahead(from, heading, distance) {
  const turn = (heading * Math.PI) / 180;
  return [from[0] + Math.sin(turn) * distance, from[1] + Math.cos(turn) * distance];
}

/**
 * A line drawn by hand, without its trembling: no point of it is farther than that from the rest.
 *
 * @param {Point[]} line
 * @param {number} tolerance
 * @returns {Point[]}
 */
export function simplified(line, tolerance) {
  if (line.length < 3) return line;
  const [first, last] = [line[0], line[line.length - 1]];
  let farthest = 0;
  let where = 0;
  line.forEach((point, place) => {
    const away = offLine(point, first, last);
    if (away > farthest) [farthest, where] = [away, place];
  });
  if (farthest <= tolerance) return [first, last];
  return [
    ...simplified(line.slice(0, where + 1), tolerance).slice(0, -1),
    ...simplified(line.slice(where), tolerance),
  ];
}

/**
 * How far a point is from the stretch between two others.
 *
 * @param {Point} point
 * @param {Point} from
 * @param {Point} to
 */
function offLine(point, from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = dx * dx + dy * dy;
  const along = length ? ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / length : 0;
  const part = Math.min(1, Math.max(0, along));
  return Math.hypot(point[0] - from[0] - part * dx, point[1] - from[1] - part * dy);
}

/**
 * A point as it stands in an order: in hundredths.
 *
 * @param {{x: number, y: number}} point
 * @returns {Point}
 */
export function rounded({ x, y }) {
  return [Math.round(x * 100) / 100, Math.round(y * 100) / 100];
}

/**
 * Of some points, the one nearest to a place.
 *
 * @param {Point[]} points
 * @param {{x: number, y: number}} place
 * @returns {Point}
 */
export function nearestOf(points, { x, y }) {
  const away = (/** @type {Point} */ point) => Math.hypot(point[0] - x, point[1] - y);
  return points.reduce((best, one) => (away(one) < away(best) ? one : best));
}

const WINDS = [
  "north",
  "north-east",
  "east",
  "south-east",
  "south",
  "south-west",
  "west",
  "north-west",
];

/**
 * A heading in words.
 *
 * @param {number} heading
 */
export function compass(heading) {
  return WINDS[Math.round((((heading % 360) + 360) % 360) / 45) % 8];
}
