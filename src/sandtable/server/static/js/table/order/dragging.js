/**
 * What is dragged on the table: a handle of the order that is being made, or a piece along its way.
 *
 * Exports: `grabHandle`, `dragAway`, `drawWay`, `trailOf`.
 */

import { toast } from "../../popup.js";
import { rounded, simplified } from "../board/geometry.js";
import { meant } from "./draft.js";
import { faceTowards, turningOf } from "./turning.js";

/** @typedef {import("../../page").PieceId} PieceId */
/** @typedef {import("../../page").Point} Point */
/** @typedef {import("../../types").Slot} Slot */
/** @typedef {import("../board/board.js").TableGrip} TableGrip */
/** @typedef {import("../board/camera.js").Spot} Spot */
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
  const move = (/** @type {Spot} */ point, /** @type {Spot} */ exact) => {
    if (slot.sort === "heading") {
      if (turning) faceTowards(composer, { slot, about: turning.about }, rounded(point));
    } else if (slot.sort === "path" || slot.several) {
      const points = [...draft.points(slot)];
      points[Number(place)] = meant(slot, point, exact);
      composer.set(slot, points);
    } else composer.set(slot, meant(slot, point, exact));
  };
  return { move, drop: move, cancel: remember(composer, slot) };
}

/**
 * What puts a slot back to what stands in it now.
 *
 * @param {Composer} composer
 * @param {Slot} slot
 */
function remember(composer, slot) {
  const before = composer.draft?.values[slot.name];
  return () => (before === undefined ? composer.clear(slot) : composer.set(slot, before));
}

/**
 * A piece that is dragged without further words is to move.
 *
 * @param {Composer} composer
 * @param {PieceId} piece
 * @returns {TableGrip}
 */
export function dragAway(composer, piece) {
  /** The way, once the order to move is begun. @type {TableGrip | null} */
  let way = null;
  let begun = false;
  let cancelled = false;
  const trail = trailOf(composer, piece);
  const begin = async () => {
    begun = true;
    if (composer.selected !== piece) await composer.select(piece);
    if (cancelled || composer.selected !== piece) return;
    const action = composer.pieceActions.find(
      (each) =>
        !each.refusal &&
        each.slots?.some(({ sort, required }) => sort === "path" && required !== false),
    );
    const slot = action?.slots?.find(({ sort }) => sort === "path");
    if (!action || !slot) {
      toast(`${composer.store.nameOf(piece)} cannot move now.`);
      return;
    }
    composer.begin(action);
    way = drawWay(composer, slot, trail);
    // The hand may have let go already, before it was known what the piece can do.
    follow(composer, slot, trail);
  };
  const move = (/** @type {Spot} */ point, /** @type {Spot} */ exact) => {
    if (way) way.move(point, exact);
    else trail.push(rounded(point));
    if (!begun) void begin();
  };
  return {
    move,
    drop: move,
    cancel: () => {
      cancelled = true;
      if (way) composer.cancel();
    },
  };
}

/**
 * Draws a way from a piece by hand.
 *
 * @param {Composer} composer
 * @param {Slot} slot
 * @param {Point[]} trail What has been drawn already, from where the piece stands.
 * @returns {TableGrip}
 */
export function drawWay(composer, slot, trail) {
  const move = (/** @type {Spot} */ point) => {
    trail.push(rounded(point));
    follow(composer, slot, trail);
  };
  return { move, drop: move, cancel: remember(composer, slot) };
}

/**
 * Makes a trail the way of the order.
 *
 * @param {Composer} composer
 * @param {Slot} slot
 * @param {Point[]} trail
 */
function follow(composer, slot, trail) {
  composer.set(slot, simplified(trail, TREMBLE).slice(1));
}

/**
 * A trail that begins where a piece stands.
 *
 * @param {Composer} composer
 * @param {PieceId} piece
 * @returns {Point[]}
 */
export function trailOf(composer, piece) {
  const lying = composer.board.pieceAt(piece);
  return lying ? [[lying.x, lying.y]] : [];
}
