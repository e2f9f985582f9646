/**
 * What a press, a drag or a key on the table means just now: it selects a piece, or fills in what
 * the order that is being made still needs.
 *
 * Exports: `Hands`.
 */

import { toast } from "../popup.js";
import { headingTo, rounded, simplified } from "./geometry.js";
import { ruleLink } from "./rules.js";
import { squaresApart } from "./squares.js";

/** @typedef {import("../types").Action} Action */
/** @typedef {import("../types").PieceId} PieceId */
/** @typedef {import("../types").Point} Point */
/** @typedef {import("../types").Slot} Slot */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Press} Press */
/** @typedef {import("./board.js").TableGrip} TableGrip */
/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./store.js").Store} Store */

/** How far a hand may stray, in inches, before a way drawn with it has a bend. */
const TREMBLE = 0.45;
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
    else if (slot.sort === "feature") this.#pickFeature(draft, slot, press.feature);
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
    const several = slot.sort === "pieces" || slot.several;
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
    const point = rounded(press.point);
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
   * @param {Draft} draft
   * @param {Slot} slot
   * @param {string | null} feature
   */
  #pickFeature(draft, slot, feature) {
    if (!feature || !slot.words?.some(({ value }) => value === feature)) return;
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

  // -- turning ----------------------------------------------------------------------------------

  /**
   * The slot that says how a piece faces, and where it turns about.
   *
   * @param {Draft} draft
   * @returns {{slot: Slot, about: Point} | null}
   */
  turning(draft) {
    const slot = draft.slots.find(({ sort }) => sort === "heading");
    if (!slot) return null;
    const placed = draft.slots.filter(({ sort }) => sort === "path" || sort === "point");
    const last = placed.flatMap((each) => draft.points(each)).at(-1);
    const about = last ?? this.composer.startOf();
    return about ? { slot, about } : null;
  }

  /**
   * How it faces now: as filled in, as it would come to face, or as it stands.
   *
   * @param {Draft} draft
   * @param {Slot} slot
   */
  facing(draft, slot) {
    const filled = draft.values[slot.name];
    if (typeof filled === "number") return filled;
    const ghost = draft.preview?.trace?.ghosts?.[0];
    if (ghost) return ghost.heading;
    const lying = draft.piece ? this.composer.board.pieceAt(draft.piece) : null;
    return lying?.heading ?? 0;
  }

  /**
   * @param {Draft} draft
   * @param {Press} press
   */
  #turnTo(draft, press) {
    const turning = this.turning(draft);
    if (turning) this.#face(turning.slot, turning.about, rounded(press.point));
  }

  /**
   * @param {Slot} slot
   * @param {Point} about
   * @param {Point} towards
   */
  #face(slot, about, towards) {
    const wanted = headingTo(about, towards);
    this.composer.set(slot, allowed(slot, wanted));
  }

  /**
   * Turns by some degrees.
   *
   * @param {number} degrees
   */
  turn(degrees) {
    const draft = this.#draft;
    const turning = draft ? this.turning(draft) : null;
    if (!draft || !turning) return false;
    const { slot } = turning;
    const now = this.facing(draft, slot);
    if (slot.headings?.length) {
      const place = slot.headings.indexOf(allowed(slot, now));
      const step = degrees > 0 ? 1 : -1;
      this.composer.set(slot, slot.headings.at((place + step) % slot.headings.length));
    } else this.composer.set(slot, (Math.round(now) + degrees + 360) % 360);
    return true;
  }

  // -- dragging ---------------------------------------------------------------------------------

  /**
   * @param {PieceId | null} piece
   * @param {string | null} handle
   * @returns {TableGrip | null}
   */
  grab(piece, handle) {
    const draft = this.#draft;
    if (draft && handle) return this.#grabHandle(draft, handle);
    if (!piece) return null;
    if (draft) {
      const way = draft.slots.find(({ sort }) => sort === "path");
      return way && piece === draft.piece ? this.#drawWay(piece, () => way) : null;
    }
    return this.store.commands(piece) && this.store.asked ? this.#dragAway(piece) : null;
  }

  /**
   * @param {Draft} draft
   * @param {string} handle
   * @returns {TableGrip | null}
   */
  #grabHandle(draft, handle) {
    const [name, place] = handle.split(":");
    const slot = draft.slot(name);
    if (!slot) return null;
    const turning = this.turning(draft);
    const move = (/** @type {{x: number, y: number}} */ point) => {
      if (slot.sort === "heading") {
        if (turning) this.#face(slot, turning.about, rounded(point));
      } else if (slot.sort === "path" || slot.several) {
        const points = [...draft.points(slot)];
        points[Number(place)] = rounded(point);
        this.composer.set(slot, points);
      } else this.composer.set(slot, rounded(point));
    };
    return { move, drop: move, cancel: () => {} };
  }

  /**
   * A piece that is dragged without further words is to move.
   *
   * @param {PieceId} piece
   */
  #dragAway(piece) {
    /** @type {Slot | null} */
    let way = null;
    let begun = false;
    const begin = async () => {
      begun = true;
      if (this.composer.selected !== piece) await this.composer.select(piece);
      const action = this.composer.pieceActions.find(
        (each) =>
          !each.refusal &&
          each.slots?.some(({ sort, required }) => sort === "path" && required !== false),
      );
      if (!action || this.composer.selected !== piece) {
        toast(`${this.store.nameOf(piece)} cannot move now.`);
        return;
      }
      this.composer.begin(action);
      way = action.slots?.find(({ sort }) => sort === "path") ?? null;
    };
    return this.#drawWay(piece, () => {
      if (!begun) begin();
      return way;
    });
  }

  /**
   * Draws a way from a piece by hand.
   *
   * @param {PieceId} piece
   * @param {() => Slot | null} slotOf
   * @returns {TableGrip}
   */
  #drawWay(piece, slotOf) {
    const lying = this.composer.board.pieceAt(piece);
    /** @type {Point[]} */
    const trail = lying ? [[lying.x, lying.y]] : [];
    const move = (/** @type {{x: number, y: number}} */ point) => {
      trail.push(rounded(point));
      const slot = slotOf();
      if (slot) this.composer.set(slot, simplified(trail, TREMBLE).slice(1));
    };
    return {
      move,
      drop: move,
      cancel: () => {
        const slot = slotOf();
        if (slot && this.composer.draft) this.composer.clear(slot);
      },
    };
  }

  // -- hovering ---------------------------------------------------------------------------------

  /**
   * @param {PieceId | null} piece
   * @param {{x: number, y: number} | null} point
   */
  hover(piece, point) {
    const draft = this.#draft;
    const slot = draft?.active;
    if (draft && slot && (slot.sort === "piece" || slot.sort === "pieces")) {
      this.try(draft.target(slot, piece ?? "") ? piece : null);
    } else if (draft && slot?.sort === "path" && !draft.points(slot).length) {
      this.composer.glimpse(point ? { [slot.name]: [rounded(point)] } : null);
    } else if (!draft) this.#glanceAt(piece);
  }

  /**
   * Shows what would come of picking a piece.
   *
   * @param {PieceId | null} piece
   */
  try(piece) {
    const draft = this.#draft;
    if (!draft || draft.tried === piece) return;
    draft.tried = piece;
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
    if (this.composer.board.options.squares) return `${squaresApart(at, start)} squares away`;
    return `${Math.hypot(at[0] - start[0], at[1] - start[1]).toFixed(1)} away`;
  }
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
