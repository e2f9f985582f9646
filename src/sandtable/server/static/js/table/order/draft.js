/**
 * An order that is being made: which action, what has been filled in, and what would come of it.
 *
 * Exports: `Draft`, `SPATIAL` (the sorts of slots that are filled in on the table), `meant` (the point
 * that a press means), `takesSeveral(slot)`.
 */

import { nearestOf, rounded } from "../board/geometry.js";

/** @typedef {import("../../types").Action} Action */
/** @typedef {import("../../types").Answer} Answer */
/** @typedef {import("../../page").Order} Order */
/** @typedef {import("../../page").PieceId} PieceId */
/** @typedef {import("../../page").Point} Point */
/** @typedef {import("../../types").Slot} Slot */
/** @typedef {import("../../page").Sort} Sort */
/** @typedef {import("../../types").Target} Target */

/** @type {ReadonlySet<Sort>} */
export const SPATIAL = new Set(["piece", "pieces", "point", "path", "feature"]);

/**
 * The point that a press means for a slot: where it was, or the nearest of the only places there are.
 *
 * @param {Slot} slot
 * @param {{x: number, y: number}} point
 * @param {{x: number, y: number}} exact
 * @returns {Point}
 */
export function meant({ spots = [] }, point, exact) {
  return spots.length ? nearestOf(spots, exact) : rounded(point);
}

/**
 * Whether more than one thing can be picked for a slot.
 *
 * @param {Slot} slot
 */
export function takesSeveral({ sort, several }) {
  return sort === "pieces" || several === true;
}

export class Draft {
  /**
   * @param {Action} action
   * @param {Record<string, unknown>} [given] What is known already, such as a target.
   * @param {{offered?: boolean}} [how]
   */
  constructor(action, given = {}, { offered = false } = {}) {
    this.action = action;
    /** Whether the program has offered it, so that nobody has asked for it yet. */
    this.offered = offered;
    this.slots = action.slots ?? [];
    /** @type {Record<string, unknown>} */
    this.values = {};
    for (const slot of this.slots) this.#presume(slot);
    Object.assign(this.values, given);
    /** The slot that a press on the table fills. @type {Slot | null} */
    this.active = null;
    /** What may be picked, by slot. @type {Map<string, Target[]>} */
    this.targets = new Map();
    /** Slots that were filled in because there was no choice. @type {Set<string>} */
    this.presumed = new Set();
    /** What would come of it. @type {Answer | null} */
    this.preview = null;
    /** What would come of it where the pointer is. @type {Answer | null} */
    this.glimpse = null;
    /** The piece whose reach is shown. @type {PieceId | null} */
    this.reaching = null;
    /** Whether an answer is under way. */
    this.asking = false;
    /** Whether it is to be given as soon as it is known what would come of it. */
    this.wanted = false;
    /** Whether it has been given and the server has not answered yet. */
    this.sent = false;
    /** Why the server did not take it. */
    this.problem = "";
    /** What the pointer or the focus is at, among what may be picked. @type {PieceId | string | null} */
    this.tried = null;
    this.active = this.nextSlot();
  }

  /** @param {Slot} slot */
  #presume(slot) {
    const { sort, words = [], pieces = [], several } = slot;
    if (slot.default !== undefined && slot.default !== null) this.values[slot.name] = slot.default;
    else if (slot.required === false) return;
    else if (sort === "word" && words.length === 1) this.values[slot.name] = words[0].value;
    else if (sort === "flag") this.values[slot.name] = false;
    else if (sort === "number") this.values[slot.name] = slot.most ?? slot.least ?? 0;
    else if (sort === "heading") this.values[slot.name] = 0;
    else if (sort === "piece" && pieces.length === 1 && !several)
      this.values[slot.name] = pieces[0];
  }

  /** The slot to be filled in on the table next: one that is needed, or else the main one. */
  nextSlot() {
    const onTable = this.slots.filter((slot) => SPATIAL.has(slot.sort));
    const open = onTable.find((slot) => slot.required !== false && !this.filled(slot));
    if (open) return open;
    return this.active ?? onTable.find((slot) => slot.required !== false) ?? null;
  }

  /** A slot on the table that was passed over, and without which the order may be nothing. */
  passedOver() {
    return this.slots.find((slot) => SPATIAL.has(slot.sort) && !this.filled(slot)) ?? null;
  }

  /** @param {Slot} slot */
  filled(slot) {
    const value = this.values[slot.name];
    if (value === undefined || value === null) return false;
    return !(Array.isArray(value) && value.length === 0 && slot.required !== false);
  }

  /** The slots that the order still needs. */
  missing() {
    return this.slots.filter((slot) => slot.required !== false && !this.filled(slot));
  }

  /**
   * The order as it stands.
   *
   * @param {Record<string, unknown>} [instead] Values to be tried in place of those filled in.
   * @returns {Order}
   */
  order(instead = {}) {
    return { order: this.action.order, ...this.action.fixed, ...this.values, ...instead };
  }

  /** @param {string} name */
  slot(name) {
    return this.slots.find((slot) => slot.name === name) ?? null;
  }

  /**
   * The points of a path or of several places.
   *
   * @param {Slot} slot
   * @returns {Point[]}
   */
  points(slot) {
    const value = this.values[slot.name];
    if (slot.sort === "path" || slot.several) return Array.isArray(value) ? value : [];
    return Array.isArray(value) ? [/** @type {Point} */ (value)] : [];
  }

  /**
   * The pieces that are picked.
   *
   * @param {Slot} slot
   * @returns {PieceId[]}
   */
  picked(slot) {
    const value = this.values[slot.name];
    if (Array.isArray(value)) return value.filter((each) => typeof each === "string");
    return typeof value === "string" ? [value] : [];
  }

  /**
   * What would come of picking a piece, as far as it is known.
   *
   * @param {Slot} slot
   * @param {PieceId} piece
   */
  target(slot, piece) {
    return this.targets.get(slot.name)?.find((each) => each.piece === piece) ?? null;
  }

  /**
   * Whether a slot has been filled in by the person.
   *
   * @param {Slot} slot
   */
  byHand(slot) {
    const value = this.values[slot.name];
    if (value === undefined || (Array.isArray(value) && !value.length)) return false;
    if (value === slot.default) return false;
    if (this.presumed.has(slot.name)) return false;
    return !["number", "flag", "word"].includes(slot.sort);
  }

  /** What the person has filled in last, as far as that can be told. */
  lastByHand() {
    if (this.active && this.byHand(this.active)) return this.active;
    return this.slots.findLast((slot) => this.byHand(slot)) ?? null;
  }

  /** Whether it can be given as it stands. */
  get ready() {
    return (
      !this.sent &&
      !this.asking &&
      this.missing().length === 0 &&
      this.preview !== null &&
      !this.preview.refusal &&
      !this.preview.problem
    );
  }

  /** Why it cannot be given, in a sentence. */
  get obstacle() {
    if (this.sent) return "It is on its way.";
    const [first] = this.missing();
    if (first) return `${first.ask}.`;
    if (this.preview?.refusal) return this.preview.refusal.reason;
    return this.preview?.problem ?? (this.ready ? "" : "A moment…");
  }

  /** The piece that does it. @returns {PieceId | null} */
  get piece() {
    return this.action.piece ?? null;
  }
}
