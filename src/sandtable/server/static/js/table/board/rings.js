/**
 * Rings around pieces: who is selected, who may be picked, whom it is about.
 *
 * Exports: `Rings`.
 */

import { s } from "../../svg.js";

/** @typedef {import("../../page").PieceId} PieceId */
/** @typedef {import("./camera.js").Spot} Spot */
/** @typedef {"selected" | "target" | "able" | "unable" | "about" | "hover" | "focus"} RingKind */

/** How far outside of a piece its rings run, in inches, so that they do not cover each other. */
const WIDER = {
  selected: 0.34,
  target: 0.22,
  able: 0.22,
  unable: 0.22,
  about: 0.5,
  hover: 0.12,
  focus: 0.62,
};

export class Rings {
  /**
   * @param {(id: PieceId) => (Spot & {size: number}) | null} find Where a piece is in the drawing,
   *   and how large.
   * @param {boolean} [narrow] Whether pieces stand close to each other, as on squares.
   */
  constructor(find, narrow = false) {
    this.find = find;
    this.narrow = narrow;
    this.element = s("g", { class: "rings", "aria-hidden": "true" });
    /** @type {Map<RingKind, PieceId[]>} */
    this.around = new Map();
  }

  /** @param {RingKind} kind */
  of(kind) {
    return this.around.get(kind) ?? [];
  }

  /**
   * Puts rings around pieces, in place of the rings of that kind.
   *
   * @param {RingKind} kind
   * @param {PieceId[]} ids
   */
  set(kind, ids) {
    this.around.set(kind, ids);
    this.draw();
  }

  draw() {
    const drawn = [];
    for (const [kind, ids] of this.around) {
      for (const id of ids) {
        const place = this.find(id);
        if (!place) continue;
        const r = this.narrow
          ? place.size * 0.75 + WIDER[kind] * 0.45
          : place.size + WIDER[kind];
        drawn.push(s("circle", { class: `ring ring-${kind}`, cx: place.x, cy: place.y, r }));
      }
    }
    this.element.replaceChildren(...drawn);
  }
}
