/**
 * Small helps while an order is made: what pieces are called that are not on the table, how far a
 * way can be gone, and which number is possible.
 *
 * Exports: `learnNames`, `goAsFarAsPossible`, `findNumber`.
 */

import { toast } from "../../popup.js";

/** @typedef {import("../../page").PieceId} PieceId */
/** @typedef {import("../../types").Slot} Slot */
/** @typedef {import("./composer.js").Composer} Composer */

/** Pieces whose names have been asked for. @type {Set<PieceId>} */
const learning = new Set();

/**
 * Finds out what pieces are called that are not on the table.
 *
 * @param {Composer} composer
 * @param {PieceId[]} pieces
 */
export function learnNames(composer, pieces) {
  const { store, foresight } = composer;
  for (const piece of pieces) {
    if (store.names.has(piece) || learning.has(piece)) continue;
    learning.add(piece);
    foresight.ask("sheet", { piece }).then((answer) => {
      if (!answer?.sheet) return;
      store.named(piece, answer.sheet.title);
      composer.tell("change");
    });
  }
}

/**
 * Shortens the way to as far as the piece can go.
 *
 * @param {Composer} composer
 * @param {Slot} slot A path.
 */
export async function goAsFarAsPossible(composer, slot) {
  const { draft } = composer;
  const piece = draft?.piece ?? composer.selected;
  if (!draft || !piece) return;
  draft.asking = true;
  composer.tell("change");
  const answer = await composer.foresight.farthest(draft, slot, piece);
  if (composer.draft !== draft) return;
  if (!answer || answer.problem) {
    if (answer?.problem) toast(answer.problem, { bad: true });
    composer.changed();
    return;
  }
  const { wanted } = draft;
  if (answer.order) composer.set(slot, answer.order[slot.name], answer);
  else composer.set(slot, []);
  if (wanted) await composer.commit();
}

/**
 * Looks for a number with which the order can be given.
 *
 * @param {Composer} composer
 * @param {Slot} slot
 */
export async function findNumber(composer, slot) {
  const { draft } = composer;
  if (!draft) return;
  const answer = await composer.foresight.fitting(draft, slot);
  if (composer.draft !== draft) return;
  if (answer?.order) composer.set(slot, answer.order[slot.name], answer);
  else toast(answer?.problem ?? "With none of them that can be ordered.");
}
