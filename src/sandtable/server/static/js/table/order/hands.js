/**
 * What a press, a drag or a key on the table means just now: it selects a piece, or fills in what
 * the order that is being made still needs.
 *
 * Exports: `Hands`.
 */

import { count } from "../../lobby/format.js";
import { toast } from "../../popup.js";
import { ruleLink } from "../../rules.js";
import { rounded } from "../board/geometry.js";
import { squaresApart } from "../board/squares.js";
import { meant, takesSeveral } from "./draft.js";
import { dragAway, drawWay, grabHandle, trailOf } from "./dragging.js";
import { faceTowards, turnBy, turningOf } from "./turning.js";

/** @typedef {import("../../types").Action} Action */
/** @typedef {import("../../page").PieceId} PieceId */
/** @typedef {import("../../page").Point} Point */
/** @typedef {import("../../types").Slot} Slot */
/** @typedef {import("../board/board.js").Press} Press */
/** @typedef {import("../board/board.js").TableGrip} TableGrip */
/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("../store.js").Store} Store */

const GLANCE_AFTER = 140;

export class Hands {
  /**
   * @param {Composer} composer
   * @param {Store} store
   */
  constructor(composer, store) {
    this.composer = composer;
    this.store = store;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {PieceId | null} */
    this.hovered = null;
  }

  get #draft() {
    const { draft } = this.composer;
    return draft && !draft.sent ? draft : null;
  }

  // -- pressing ---------------------------------------------------------------------------------

  /** @param {Press} press */
  press(press) {
    const draft = this.#draft;
    if (!draft) this.#choose(press);
    else if (press.byKey && draft.ready && !this.#saysMore(draft, press)) this.composer.commit();
    else if (draft.active) this.#fillIn(draft, draft.active, press);
    else this.#turnTo(draft, press);
  }

  /**
   * Whether Enter at a place of the table says something for the order; if not, it gives it.
   *
   * @param {Draft} draft
   * @param {Press} press
   */
  #saysMore(draft, press) {
    const slot = draft.active;
    if (!slot) return false;
    if (slot.sort === "point" || slot.sort === "path") {
      const start = this.composer.startOf();
      return !start || start[0] !== press.point.x || start[1] !== press.point.y;
    }
    return press.pieces.some((id) => draft.target(slot, id) !== null);
  }

  /** Enter, with no place on the table in mind. */
  enter() {
    if (!this.#draft) return false;
    this.composer.commit();
    return true;
  }

  /**
   * Selects what was pressed; pressed again, what lies under it; an enemy, as a target.
   *
   * @param {Press} press
   */
  #choose(press) {
    const { selected } = this.composer;
    const place = press.stack.indexOf(selected ?? "");
    const next = place >= 0 ? press.stack[(place + 1) % press.stack.length] : press.pieces[0];
    const attack = next ? this.#attackOn(next) : null;
    if (attack) this.composer.begin(attack.action, { [attack.slot.name]: attack.value });
    else if (next !== selected) this.composer.select(next ?? null);
  }

  /**
   * What the selected piece would do to an enemy that is pressed.
   *
   * @param {PieceId} piece
   */
  #attackOn(piece) {
    const { selected, pieceActions } = this.composer;
    if (!selected || this.store.commands(piece)) return null;
    for (const action of pieceActions) {
      const slot = action.slots?.find(
        ({ sort, pieces }) => sort === "piece" && pieces?.includes(piece),
      );
      if (slot && !action.refusal) return { action, slot, value: piece };
    }
    return null;
  }

  /**
   * @param {Draft} draft
   * @param {Slot} slot
   * @param {Press} press
   */
  #fillIn(draft, slot, press) {
    if (slot.sort === "point" || slot.sort === "path") this.#addPoint(draft, slot, press);
    else if (slot.sort === "feature") this.pickFeature(slot, press.feature);
    else {
      const may = draft.targets.get(slot.name)?.map(({ piece }) => piece) ?? slot.pieces ?? [];
      const picked = press.pieces.find((id) => may.includes(id));
      if (picked) this.pick(slot, picked, press.byKey);
      else if (press.pieces[0]) this.#notThat(press.pieces[0]);
    }
  }

  /** @param {PieceId} piece */
  #notThat(piece) {
    if (this.store.commands(piece)) this.composer.select(piece);
    else toast(`${this.store.nameOf(piece)} cannot be picked for this.`);
  }

  /**
   * Picks a piece for a slot, or lets it go again where several are picked.
   *
   * @param {Slot} slot
   * @param {PieceId} piece
   * @param {boolean} [byKey] Whether picking it a second time gives the order.
   */
  pick(slot, piece, byKey = false) {
    const draft = this.#draft;
    if (!draft) return;
    const target = draft.target(slot, piece);
    const picked = draft.picked(slot);
    const several = takesSeveral(slot);
    if (picked.includes(piece) && !several) {
      if (byKey) this.composer.commit();
    } else if (target?.refusal && !picked.includes(piece)) {
      const more = target.rule ? ruleLink(target.rule) : null;
      toast(`${this.store.nameOf(piece)}: ${target.refusal}`, { bad: true, more });
    } else if (!several) this.composer.set(slot, piece);
    else if (picked.includes(piece))
      this.composer.set(
        slot,
        picked.filter((id) => id !== piece),
      );
    else if (slot.most === 1) this.composer.set(slot, [piece]);
    else if (picked.length >= (slot.most ?? Infinity))
      toast(`No more than ${slot.most} can be picked.`);
    else this.composer.set(slot, [...picked, piece]);
  }

  /**
   * @param {Draft} draft
   * @param {Slot} slot
   * @param {Press} press
   */
  #addPoint(draft, slot, press) {
    const point = meant(slot, press.point, press.exact);
    const points = draft.points(slot);
    const last = points.at(-1);
    if (press.byKey && last && last[0] === point[0] && last[1] === point[1]) {
      this.composer.commit();
      return;
    }
    const several = slot.sort === "path" || slot.several;
    if (!several) this.composer.set(slot, point);
    else if (slot.sort === "point" && slot.most && points.length >= slot.most) {
      this.composer.set(slot, [...points.slice(0, -1), point]);
    } else this.composer.set(slot, [...points, point]);
  }

  /**
   * Picks a feature of the ground, or lets it go again where several are picked.
   *
   * @param {Slot} slot
   * @param {string | null} feature
   */
  pickFeature(slot, feature) {
    const draft = this.#draft;
    if (!draft) return;
    if (!feature || !offers(slot, feature)) {
      toast("Nothing that lies there can be picked for this.");
      return;
    }
    const picked = draft.picked(slot);
    if (!slot.several) this.composer.set(slot, feature);
    else if (picked.includes(feature))
      this.composer.set(
        slot,
        picked.filter((id) => id !== feature),
      );
    else if (picked.length >= (slot.most ?? Infinity))
      toast(`No more than ${slot.most} can be picked.`);
    else this.composer.set(slot, [...picked, feature]);
  }

  // -- turning and dragging ---------------------------------------------------------------------

  /**
   * @param {Draft} draft
   * @param {Press} press
   */
  #turnTo(draft, press) {
    const turning = turningOf(this.composer, draft);
    if (turning) faceTowards(this.composer, turning, rounded(press.point));
  }

  /**
   * Turns by some degrees.
   *
   * @param {number} degrees
   */
  turn(degrees) {
    const draft = this.#draft;
    return draft ? turnBy(this.composer, draft, degrees) : false;
  }

  /**
   * @param {PieceId | null} piece
   * @param {string | null} handle
   * @returns {TableGrip | null}
   */
  grab(piece, handle) {
    const draft = this.#draft;
    if (draft && handle) return grabHandle(this.composer, draft, handle);
    if (!piece) return null;
    if (draft) {
      const way = draft.slots.find(({ sort }) => sort === "path");
      if (!way || piece !== draft.piece) return null;
      return drawWay(this.composer, way, trailOf(this.composer, piece));
    }
    return this.store.commands(piece) && this.store.asked ? dragAway(this.composer, piece) : null;
  }

  // -- hovering ---------------------------------------------------------------------------------

  /**
   * @param {PieceId | null} piece
   * @param {{x: number, y: number} | null} point
   * @param {import("../board/camera.js").Spot} client
   */
  hover(piece, point, client) {
    const draft = this.#draft;
    const slot = draft?.active;
    if (draft && slot && (slot.sort === "piece" || slot.sort === "pieces")) {
      this.try(draft.target(slot, piece ?? "") ? piece : null);
    } else if (draft && slot?.sort === "feature") {
      const feature = point ? this.composer.board.featureAt(client) : null;
      this.try(feature && offers(slot, feature) ? feature : null);
    } else if (draft && slot?.sort === "path" && !draft.points(slot).length) {
      this.composer.glimpse(point ? { [slot.name]: [rounded(point)] } : null);
    } else if (!draft) this.#glanceAt(piece);
  }

  /**
   * Shows what would come of picking a piece, or where a feature of the ground is.
   *
   * @param {PieceId | string | null} looked
   */
  try(looked) {
    const draft = this.#draft;
    if (!draft || draft.tried === looked) return;
    draft.tried = looked;
    this.composer.tell("change");
  }

  /** @param {PieceId | null} piece */
  #glanceAt(piece) {
    if (piece === this.hovered) return;
    this.hovered = piece;
    clearTimeout(this.timer);
    const attack = piece ? this.#attackOn(piece) : null;
    if (!piece || !attack) {
      this.composer.glanceAt(null);
      return;
    }
    const { action, slot } = attack;
    const order = { order: action.order, ...action.fixed, [slot.name]: piece };
    this.timer = setTimeout(() => this.composer.glanceAt({ piece, action, order }), GLANCE_AFTER);
  }

  /**
   * The cursor was moved by keys.
   *
   * @param {Point} at
   */
  cursor(at) {
    const draft = this.#draft;
    const slot = draft?.active;
    if (draft && slot?.sort === "path") {
      this.composer.glimpse({ [slot.name]: [...draft.points(slot), at] });
    }
  }

  /**
   * What to say of a place: how far it is.
   *
   * @param {Point} at
   */
  describe(at) {
    const start = this.composer.startOf();
    if (!start) return "";
    const { squares, unit = "in" } = this.composer.board.options;
    if (squares) return `${count(squaresApart(at, start), "square")} away`;
    return `${Math.hypot(at[0] - start[0], at[1] - start[1]).toFixed(1)} ${unit} away`;
  }
}

/**
 * Whether a feature of the ground may be picked for a slot.
 *
 * @param {Slot} slot
 * @param {string} feature
 */
function offers({ words = [] }, feature) {
  return words.some(({ value }) => value === feature);
}
