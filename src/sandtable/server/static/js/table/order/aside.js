/**
 * Where the card of an order lies on the table: in the corner where it covers least of what is being
 * decided about and of what may be picked next. If it covers some of that in every corner, the table
 * moves from under it, and back when the order is given or dropped.
 *
 * Exports: `Aside`.
 */

import { takesSeveral } from "./draft.js";

/** @typedef {import("../../page").PieceId} PieceId */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../board/camera.js").Spot} Spot */
/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {{x: number, y: number}} Corner */

/** How near, in pixels, the card may come to what is being decided about. */
const CLEARANCE = 44;
/** How near it may come to what may be picked. */
const SLIGHT = 26;
/** How much worse it is to cover what may be picked than what may only be looked at. */
const MATTERS = 10;
/** How far it lies from the edge. */
const MARGIN = 14;
/** The tools of the table stand in its lower right corner. */
const TOOLS = 52;

export class Aside {
  /**
   * @param {HTMLElement} card
   * @param {Composer} composer
   * @param {Board} board
   */
  constructor(card, composer, board) {
    this.card = card;
    this.composer = composer;
    this.board = board;
    /** The corner where it lies. */
    this.corner = 0;
    /** What room was made for last, so that a hand that moves the table has the last word. */
    this.madeRoomFor = "";
    composer.on("draft", () => {
      if (!composer.draft) this.#moveBack();
    });
  }

  /** Whether the card lies on the table, and not beside it. */
  get #isOnTable() {
    return this.card.parentElement?.classList.contains("stage") ?? false;
  }

  /** Whether a pointer goes through a list of the card, which must not move from under it. */
  get #isUnderHand() {
    const { draft } = this.composer;
    const slot = draft?.active;
    if (!draft || !slot || !this.card.matches(":hover")) return false;
    if (slot.sort === "path" || slot.sort === "point") return false;
    return takesSeveral(slot) || !draft.filled(slot);
  }

  step() {
    if (this.card.hidden) return;
    const stays = this.#isOnTable && this.#isUnderHand;
    this.card.style.maxHeight = stays ? `${this.#stage().height - this.card.offsetTop - MARGIN}px` : "";
    if (stays) return;
    const covers = this.#isOnTable && this.#goToCorner() >= MATTERS;
    if (covers || this.#open().some((spot) => this.#isOutside(spot))) this.#makeRoom();
  }

  /** Goes to the best corner; how bad it is even there. */
  #goToCorner() {
    const corners = this.#corners();
    const covered = corners.map((corner) => this.#covered(corner));
    const least = Math.min(...covered);
    // It does not jump to and fro between corners that are as good.
    if (covered[this.corner] > least) this.corner = covered.indexOf(least);
    this.#lie(corners[this.corner]);
    return least;
  }

  /** @param {Spot} spot */
  #isOutside({ x, y }) {
    const { left, right, top, bottom } = this.board.container.getBoundingClientRect();
    return x < left || x > right || y < top || y > bottom;
  }

  /** @returns {Corner[]} */
  #corners() {
    const stage = this.#stage();
    const { offsetWidth: width, offsetHeight: height } = this.card;
    const [left, right] = [stage.left + MARGIN, stage.right - width - MARGIN];
    const [top, bottom] = [stage.top + MARGIN, stage.bottom - height - MARGIN];
    return [
      { x: right, y: top },
      { x: left, y: top },
      { x: left, y: bottom },
      { x: right - TOOLS, y: bottom },
    ];
  }

  #stage() {
    return /** @type {HTMLElement} */ (this.card.parentElement).getBoundingClientRect();
  }

  /** @param {Corner} corner */
  #lie({ x, y }) {
    const stage = this.#stage();
    this.card.style.left = `${x - stage.left}px`;
    this.card.style.top = `${Math.max(MARGIN, y - stage.top)}px`;
  }

  /**
   * How bad it is for the card to lie in a corner; nothing, if it covers nothing there.
   *
   * @param {Corner} corner
   */
  #covered({ x, y }) {
    const { offsetWidth: width, offsetHeight: height } = this.card;
    const count = (/** @type {Spot[]} */ spots, /** @type {number} */ near) =>
      spots.filter((spot) => gap(spot, x, y, width, height) < near).length;
    return (
      100 * count(this.#decided(), CLEARANCE) +
      MATTERS * count([...this.#open(), ...this.#reach()], SLIGHT) +
      count(this.#others(), SLIGHT)
    );
  }

  // -- moving the table -------------------------------------------------------------------------

  /** Moves the table so that all that matters lies beside the card; once for each thing wanted. */
  #makeRoom() {
    const { draft } = this.composer;
    const pieces = this.#pickable();
    // Under a hand that draws a way nothing moves.
    if (!draft || !pieces.length) return;
    const wanted = [draft.action.label, draft.piece, draft.active?.name, pieces].join("|");
    if (wanted === this.madeRoomFor) return;
    this.madeRoomFor = wanted;
    const spots = [...this.#decided(), ...this.#open()].map((spot) =>
      this.board.camera.toDrawing(spot),
    );
    this.board.camera.lend(spots, this.#free());
  }

  /** From where to where the table can be seen beside the card. */
  #free() {
    const { left, right, width } = this.board.container.getBoundingClientRect();
    if (!this.#isOnTable) return { left, right };
    const card = this.card.getBoundingClientRect();
    const onLeft = card.left + card.width / 2 < left + width / 2;
    return onLeft ? { left: card.right, right } : { left, right: card.left };
  }

  #moveBack() {
    if (!this.madeRoomFor) return;
    this.madeRoomFor = "";
    this.board.camera.giveBack();
  }

  // -- what matters -----------------------------------------------------------------------------

  /**
   * The places in the window that the decision is about.
   *
   * @returns {Spot[]}
   */
  #decided() {
    const { draft, glance, selected } = this.composer;
    const at = (/** @type {string | null | undefined} */ id) => this.#at(id);
    if (!draft) return [...at(glance?.piece), ...at(selected)];
    const places = draft.slots.flatMap((slot) =>
      slot.sort === "point" || slot.sort === "path"
        ? draft.points(slot).map(([x, y]) => this.board.toClient(x, y))
        : draft.picked(slot).flatMap(at),
    );
    return [...places, ...at(draft.tried), ...at(draft.piece)];
  }

  /**
   * The places in the window of whatever may be picked next.
   *
   * @returns {Spot[]}
   */
  #open() {
    return this.#pickable().flatMap((id) => this.#at(id));
  }

  /**
   * The places of those that cannot be picked, since one may want to know why; where a place is
   * wanted, of everybody.
   *
   * @returns {Spot[]}
   */
  #others() {
    const active = this.composer.draft?.active;
    if (active?.sort === "point" || active?.sort === "path")
      return this.board.ids().flatMap((id) => this.#at(id));
    const targets = (active && this.composer.draft?.targets.get(active.name)) ?? [];
    return targets.flatMap(({ piece }) => this.#at(piece));
  }

  /**
   * Points about the area that a piece can reach, where a place or a way is wanted.
   *
   * @returns {Spot[]}
   */
  #reach() {
    const sort = this.composer.draft?.active?.sort;
    if (sort !== "path" && sort !== "point") return [];
    const area = this.board.svg.querySelector('[data-channel="reach"] .overlay-reach');
    if (!area) return [];
    const { left, right, top, bottom } = area.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return [
      { x, y },
      { x: left, y },
      { x: right, y },
      { x, y: top },
      { x, y: bottom },
    ];
  }

  /** @returns {PieceId[]} */
  #pickable() {
    const { draft, pieceActions } = this.composer;
    if (draft) return this.composer.pickable() ?? [];
    const slots = pieceActions.filter(({ refusal }) => !refusal).flatMap(({ slots }) => slots ?? []);
    return slots.filter(({ sort }) => sort === "piece").flatMap(({ pieces }) => pieces ?? []);
  }

  /**
   * @param {string | null | undefined} id
   * @returns {Spot[]}
   */
  #at(id) {
    const lying = id ? this.board.pieceAt(id) : null;
    return lying ? [this.board.toClient(lying.x, lying.y)] : [];
  }
}

/**
 * How far a spot is from a rectangle; less than nothing inside of it.
 *
 * @param {Spot} spot
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
function gap(spot, x, y, width, height) {
  const [dx, dy] = [outside(spot.x, x, x + width), outside(spot.y, y, y + height)];
  return dx > 0 && dy > 0 ? Math.hypot(dx, dy) : Math.max(dx, dy);
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
function outside(value, least, most) {
  return Math.max(least - value, value - most);
}
