/**
 * How pieces are turned while an order is made: by a press, by a handle, or by keys.
 *
 * Exports: `turningOf`, `facingOf`, `faceTowards`, `turnBy`.
 */

import { headingTo } from "../board/geometry.js";

/** @typedef {import("../../page").Point} Point */
/** @typedef {import("../../types").Slot} Slot */
/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./draft.js").Draft} Draft */

/**
 * The slot that says how a piece faces, and where it turns about.
 *
 * @param {Composer} composer
 * @param {Draft} draft
 * @returns {{slot: Slot, about: Point} | null}
 */
export function turningOf(composer, draft) {
  const slot = draft.slots.find(({ sort }) => sort === "heading");
  if (!slot) return null;
  const placed = draft.slots.filter(({ sort }) => sort === "path" || sort === "point");
  const last = placed.flatMap((each) => draft.points(each)).at(-1);
  const about = last ?? composer.startOf();
  return about ? { slot, about } : null;
}

/**
 * How it faces now: as filled in, as it would come to face, or as it stands.
 *
 * @param {Composer} composer
 * @param {Draft} draft
 * @param {Slot} slot
 */
export function facingOf(composer, draft, slot) {
  const filled = draft.values[slot.name];
  if (typeof filled === "number") return filled;
  const ghost = draft.preview?.trace?.ghosts?.[0];
  if (ghost) return ghost.heading;
  const lying = draft.piece ? composer.board.pieceAt(draft.piece) : null;
  return lying?.heading ?? 0;
}

/**
 * @param {Composer} composer
 * @param {{slot: Slot, about: Point}} turning
 * @param {Point} towards
 */
export function faceTowards(composer, { slot, about }, towards) {
  composer.set(slot, allowed(slot, headingTo(about, towards)));
}

/**
 * Turns by some degrees; whether there was anything to turn.
 *
 * @param {Composer} composer
 * @param {Draft} draft
 * @param {number} degrees
 */
export function turnBy(composer, draft, degrees) {
  const turning = turningOf(composer, draft);
  if (!turning) return false;
  const { slot } = turning;
  const now = facingOf(composer, draft, slot);
  if (slot.headings?.length) {
    const place = slot.headings.indexOf(allowed(slot, now));
    const step = degrees > 0 ? 1 : -1;
    composer.set(slot, slot.headings.at((place + step) % slot.headings.length));
  } else composer.set(slot, (Math.round(now) + degrees + 360) % 360);
  return true;
}

/**
 * The heading nearest to the one that is wanted among those that there are.
 *
 * @param {Slot} slot
 * @param {number} wanted
 */
function allowed(slot, wanted) {
  const gap = (/** @type {number} */ one) => Math.abs(((one - wanted + 540) % 360) - 180);
  if (!slot.headings?.length) return Math.round(wanted) % 360;
  return slot.headings.reduce((best, one) => (gap(one) < gap(best) ? one : best));
}
