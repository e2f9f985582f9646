/**
 * What is dragged on the table: a handle of the order that is being made, or a piece along its way.
 *
 * Exports: `grabHandle`, `dragAway`, `drawWay`.
 */

import { toast } from "../popup.js";
import { meant } from "./draft.js";
import { rounded, simplified } from "./geometry.js";
import { faceTowards, turningOf } from "./turning.js";

/** @typedef {import("../types").PieceId} PieceId */
/** @typedef {import("../types").Point} Point */
/** @typedef {import("../types").Slot} Slot */
/** @typedef {import("./board.js").TableGrip} TableGrip */
/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./draft.js").Draft} Draft */

/** How far a hand may stray, in inches, before a way drawn with it has a bend. */
const TREMBLE = 0.45;

/**
 * @param {Composer} composer
 * @param {Draft} draft
 * @param {string} handle
 * @returns {TableGrip | null}
 */
export function grabHandle(composer, draft, handle) {
  const [name, place] = handle.split(":");
  const slot = draft.slot(name);
  if (!slot) return null;
  const turning = turningOf(composer, draft);
  const move = (
    /** @type {{x: number, y: number}} */ point,
    /** @type {{x: number, y: number}} */ exact,
  ) => {
    if (slot.sort === "heading") {
      if (turning) faceTowards(composer, { slot, about: turning.about }, rounded(point));
    } else if (slot.sort === "path" || slot.several) {
      const points = [...draft.points(slot)];
      points[Number(place)] = meant(slot, point, exact);
      composer.set(slot, points);
    } else composer.set(slot, meant(slot, point, exact));
  };
  return { move, drop: move, cancel: () => {} };
}

/**
 * A piece that is dragged without further words is to move.
 *
 * @param {Composer} composer
 * @param {PieceId} piece
 */
export function dragAway(composer, piece) {
  /** @type {Slot | null} */
  let way = null;
  let begun = false;
  const begin = async () => {
    begun = true;
    if (composer.selected !== piece) await composer.select(piece);
    const action = composer.pieceActions.find(
      (each) =>
        !each.refusal &&
        each.slots?.some(({ sort, required }) => sort === "path" && required !== false),
    );
    if (!action || composer.selected !== piece) {
      toast(`${composer.store.nameOf(piece)} cannot move now.`);
      return;
    }
    composer.begin(action);
    way = action.slots?.find(({ sort }) => sort === "path") ?? null;
  };
  return drawWay(composer, piece, () => {
    if (!begun) begin();
    return way;
  });
}

/**
 * Draws a way from a piece by hand.
 *
 * @param {Composer} composer
 * @param {PieceId} piece
 * @param {() => Slot | null} slotOf
 * @returns {TableGrip}
 */
export function drawWay(composer, piece, slotOf) {
  const lying = composer.board.pieceAt(piece);
  /** @type {Point[]} */
  const trail = lying ? [[lying.x, lying.y]] : [];
  const move = (/** @type {{x: number, y: number}} */ point) => {
    trail.push(rounded(point));
    const slot = slotOf();
    if (slot) composer.set(slot, simplified(trail, TREMBLE).slice(1));
  };
  return {
    move,
    drop: move,
    cancel: () => {
      const slot = slotOf();
      if (slot && composer.draft) composer.clear(slot);
    },
  };
}
