/**
 * The pieces as they lie on the table.
 *
 * Exports: `findPieces`, `callPieces`, `glide`, `piecesNear`.
 */

import { motionAllowed } from "../../settings.js";

/** @typedef {import("../../types").CalledInfo} Called */
/** @typedef {import("../../page").PieceId} PieceId */

/** A piece as it lies on the table. @typedef {{element: SVGGElement, x: number, y: number,
 *  heading: number, side: string, label: string, marks: string[], size: number}} Lying */
/** @typedef {Map<PieceId, Lying>} Pieces */

/**
 * The pieces of a layer that has just been drawn.
 *
 * @param {Element | undefined} layer
 * @returns {Pieces}
 */
export function findPieces(layer) {
  const pieces = new Map();
  const drawn = layer?.querySelectorAll("[data-piece]") ?? [];
  for (const element of /** @type {Iterable<SVGGElement>} */ (drawn)) {
    const { piece = "", side = "", x, y, heading } = element.dataset;
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "-1");
    const label = element.querySelector("title")?.textContent ?? piece;
    element.setAttribute("aria-label", label);
    const box = element.getBBox();
    pieces.set(piece, {
      element,
      side,
      label,
      marks: [],
      x: Number(x),
      y: Number(y),
      heading: Number(heading ?? 0),
      size: Math.min(1.9, Math.max(0.7, Math.hypot(box.width, box.height) / 2)),
    });
  }
  return pieces;
}

/**
 * Gives pieces the names that they are called by.
 *
 * @param {Pieces} pieces
 * @param {Called[]} called
 */
export function callPieces(pieces, called) {
  for (const { piece, label, text, marks } of called) {
    const lying = pieces.get(piece);
    if (!lying) continue;
    lying.label = label;
    lying.marks = marks;
    // Letters on the piece are part of its name, so that it can be called by what is seen: without
    // blanks, as a program that looks at the drawing reads them.
    const letters = [...lying.element.querySelectorAll("text")]
      .map((each) => each.textContent)
      .join("");
    lying.element.setAttribute("aria-label", letters ? `${text}, marked ${letters}` : text);
  }
}

/**
 * Lets pieces that have moved glide to where they are now, with their names.
 *
 * @param {Pieces} pieces
 * @param {Pieces} before
 * @param {Element | undefined} labels The layer of their names.
 */
export function glide(pieces, before, labels) {
  if (!motionAllowed()) return;
  for (const [id, { element, x, y }] of pieces) {
    const old = before.get(id);
    if (!old || (old.x === x && old.y === y)) continue;
    const away = `translate(${old.x - x}px, ${y - old.y}px)`;
    const label = labels?.querySelector(`[data-piece-label="${CSS.escape(id)}"]`);
    for (const moving of [element, label]) {
      moving?.animate([{ transform: away }, { transform: "none" }], {
        duration: 420,
        easing: "ease-in-out",
      });
    }
  }
}

/**
 * The pieces about a point, the nearest first.
 *
 * @param {Pieces} pieces
 * @param {{x: number, y: number}} point
 * @param {number} reach How far beyond their edge.
 */
export function piecesNear(pieces, point, reach) {
  return [...pieces]
    .map(([id, { x, y, size }]) => ({ id, away: Math.hypot(x - point.x, y - point.y), size }))
    .filter(({ away, size }) => away <= size * 0.7 + reach)
    .sort((one, two) => one.away - two.away)
    .map(({ id }) => id);
}
