/**
 * Tables that are made of squares: the middle of a square, what it is called, and how far away it is.
 *
 * A square is called by its column and its row, counted from the north-west corner, as in the log.
 *
 * Exports: `middleOf`, `squareOf`, `columnAndRow`, `pointOf`, `squareName`, `squaresApart`, `withSquares`.
 */

import { h } from "../../dom.js";

/** @typedef {import("../../page").Point} Point */
/** @typedef {{width: number, depth: number}} Size */
/** Something that can light a square up, or none. @typedef {(square: Point | null, look?: boolean) => void} Light */

/** How a square is written in the log. */
const WRITTEN = /\((\d+), (\d+)\)/;

/**
 * The middle of the square that a place of the table is in.
 *
 * @param {{x: number, y: number}} place
 * @param {Size} size
 */
export function middleOf({ x, y }, { width, depth }) {
  return {
    x: Math.min(width - 1, Math.max(0, Math.floor(x))) + 0.5,
    y: Math.min(depth - 1, Math.max(0, Math.ceil(y) - 1)) + 0.5,
  };
}

/**
 * The column and the row of a place.
 *
 * @param {Point} place
 * @param {Size} size
 * @returns {Point}
 */
export function squareOf([x, y], size) {
  const middle = middleOf({ x, y }, size);
  return [middle.x - 0.5, size.depth - middle.y - 0.5];
}

/**
 * The column and the row of a place, with halves where it is on an edge.
 *
 * @param {Point} place
 * @param {Size} size
 * @returns {Point}
 */
export function columnAndRow([x, y], { depth }) {
  return [x - 0.5, depth - y - 0.5];
}

/**
 * The middle of the square of a column and a row.
 *
 * @param {Point} square
 * @param {Size} size
 * @returns {Point}
 */
export function pointOf([column, row], { depth }) {
  return [column + 0.5, depth - row - 0.5];
}

/**
 * What a square is called, or the edge between two.
 *
 * @param {Point} place
 * @param {Size} size
 * @returns {string}
 */
export function squareName(place, size) {
  const [one, two] = besides(place);
  if (two) return `between ${squareName(one, size)} and ${squareName(two, size)}`;
  return `(${squareOf(place, size).join(", ")})`;
}

/**
 * The squares on both sides of a place in the middle of an edge; of any other, only that place.
 *
 * @param {Point} place
 * @returns {Point[]}
 */
function besides([x, y]) {
  const [across, along] = [Number.isInteger(x), Number.isInteger(y)];
  if (across === along) return [[x, y]];
  const sides = across ? [[x - 0.5, y], [x + 0.5, y]] : [[x, y + 0.5], [x, y - 0.5]];
  return /** @type {Point[]} */ (sides);
}

/**
 * How far apart two places are, a step aslant counting as one.
 *
 * @param {Point} one
 * @param {Point} two
 */
export function squaresApart(one, two) {
  return Math.round(Math.max(Math.abs(one[0] - two[0]), Math.abs(one[1] - two[1])));
}

/**
 * A text whose squares light up on the table when they are pointed at.
 *
 * @param {string} text
 * @param {Light} light
 * @returns {(Node | string)[]}
 */
export function withSquares(text, light) {
  const found = WRITTEN.exec(text);
  if (!found) return [text];
  const square = /** @type {Point} */ ([Number(found[1]), Number(found[2])]);
  const button = h(
    "button",
    {
      type: "button",
      class: "link square-name",
      title: "Show this square on the table",
      on: {
        click: () => light(square, true),
        pointerenter: () => light(square),
        pointerleave: () => light(null),
        focus: () => light(square),
        blur: () => light(null),
      },
    },
    found[0],
  );
  const rest = withSquares(text.slice(found.index + found[0].length), light);
  return [text.slice(0, found.index), button, ...rest];
}
