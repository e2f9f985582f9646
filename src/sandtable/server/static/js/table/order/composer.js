/**
 * From a selected piece to an order: what it can do, what has to be said for it, what would come of
 * it, and giving it.
 *
 * Exports: `Composer`.
 *
 * It works on the table and on the line to the server; whoever shows something listens for
 * `selection`, `actions`, `draft` (another one, or none) and `change` (the same one, further on).
 */

import { toast } from "../../popup.js";
import { ruleLink } from "../../rules.js";
import { Topics } from "../../topics.js";
import { Draft } from "./draft.js";
import { Foresight } from "./foresight.js";
import { giveOrder } from "./giving.js";
import { isSame, leftOpen, together, yields } from "./matching.js";

/** @typedef {import("../../live.js").Live} Live */
/** @typedef {import("../../types").Action} Action */
/** @typedef {import("../../types").Answer} Answer */
/** @typedef {import("../../types").Offer} Offer */
/** @typedef {import("../../page").PieceId} PieceId */
/** @typedef {import("../../page").Point} Point */
/** @typedef {import("../../types").Sheet} Sheet */
/** @typedef {import("../../types").Slot} Slot */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {"selection" | "actions" | "draft" | "change"} Topic */
/** @typedef {import("./foresight.js").Aim} Aim */
/** @typedef {Aim & {answer: Answer}} Glance */

/** @extends {Topics<Topic>} */
export class Composer extends Topics {
  /**
   * @param {Store} store
   * @param {Live} live
   * @param {Board} board
   */
  constructor(store, live, board) {
    super();
    this.store = store;
    this.live = live;
    this.board = board;
    /** @type {PieceId | null} */
    this.selected = null;
    /** @type {Sheet | null} */
    this.sheet = null;
    /** What the seat itself can do. @type {Action[]} */
    this.seatActions = [];
    /** What the selected piece can do. @type {Action[]} */
    this.pieceActions = [];
    /** @type {Draft | null} */
    this.draft = null;
    /** What would come of an attack on the enemy under the pointer. @type {Glance | null} */
    this.glance = null;
    /** What was just ordered, if the same is likely to be wanted again. @type {Action | null} */
    this.again = null;
    this.foresight = new Foresight(live, board);
  }

  /**
   * Everything that can be ordered now: of the selected piece first, then of the seat. What both
   * could order is listed once: of the piece if it can do it, else of the seat.
   */
  get actions() {
    return together(this.pieceActions, this.seatActions);
  }

  #all() {
    return [...this.pieceActions, ...this.seatActions];
  }

  // -- selecting --------------------------------------------------------------------------------

  /** @param {PieceId | null} piece */
  async select(piece) {
    this.cancel();
    this.selected = piece;
    this.sheet = null;
    this.pieceActions = [];
    this.board.select(piece ? [piece] : []);
    this.foresight.hideSights();
    this.tell("selection", "actions");
    await this.#learn();
  }

  /** The battle has gone on: what could be done may have changed. */
  async refresh() {
    if (this.selected && this.board.ids().length && !this.#stillThere(this.selected)) {
      await this.select(null);
    }
    const [seat] = await Promise.all([this.foresight.ask("actions"), this.#learn()]);
    if (seat) this.seatActions = seat.actions ?? [];
    this.tell("actions");
    this.#keepDraft();
    this.#beginAgain();
  }

  /** Setting up many pieces goes on with the next one. */
  #beginAgain() {
    const { again } = this;
    this.again = null;
    if (!again || this.draft) return;
    const same = this.seatActions.find((action) => isSame(action, again) && !action.refusal);
    if (same) this.begin(same);
  }

  /** @param {PieceId} piece */
  #stillThere(piece) {
    return this.board.pieceAt(piece) !== null || !this.store.names.has(piece);
  }

  /** What the selected piece is and can do. */
  async #learn() {
    const piece = this.selected;
    if (!piece) return;
    const [sheet, actions] = await Promise.all([
      this.foresight.ask("sheet", { piece }),
      this.store.commands(piece) ? this.foresight.ask("actions", { piece }) : null,
    ]);
    if (this.selected !== piece) return;
    this.sheet = sheet?.sheet ?? null;
    if (this.sheet && !this.store.names.has(piece)) this.store.named(piece, this.sheet.title);
    this.pieceActions = actions?.actions ?? [];
    this.tell("selection", "actions");
    await this.showSights();
  }

  /** Shows whom the selected piece sees. */
  async showSights() {
    const piece = this.selected;
    const isWanted = () => this.selected === piece && !this.#hidesSights();
    await this.foresight.showSights(piece, isWanted);
  }

  /** Sight lines help to choose a target; afterwards, and while a way is drawn, they are in the way. */
  #hidesSights() {
    const [missing] = this.draft?.missing() ?? [];
    return this.draft !== null && missing?.sort !== "piece" && missing?.sort !== "pieces";
  }

  // -- making an order --------------------------------------------------------------------------

  /**
   * Begins an order, or says why it cannot be given.
   *
   * @param {Action} action
   * @param {Record<string, unknown>} [given]
   * @param {{offered?: boolean}} [how] Whether the program has offered it: then it waits for a yes.
   */
  begin(action, given = {}, { offered = false } = {}) {
    if (action.refusal) {
      const more = action.refused_by ? ruleLink(action.refused_by) : null;
      toast(`${action.label}: ${action.refusal}`, { bad: true, more });
      return;
    }
    this.cancel();
    this.glance = null;
    this.draft = new Draft(action, given, { offered });
    this.tell("draft");
    this.#activated();
    this.changed();
  }

  /**
   * Begins with an order that is whole, as the program has offered it.
   *
   * @param {Offer} offer
   */
  propose(offer) {
    const { order, ...fields } = offer.order;
    const known = this.#all().find((action) => yields(action, offer));
    const action = known ?? {
      order,
      label: offer.action,
      rule: "",
      hint: offer.text,
      piece: offer.piece ?? undefined,
      fixed: fields,
    };
    this.begin(action, known ? leftOpen(fields, known) : {}, { offered: true });
  }

  /** Drops the order that is being made. */
  cancel() {
    if (!this.draft) return;
    this.draft = null;
    this.foresight.clear();
    this.tell("draft");
    void this.showSights();
  }

  /** One step back: the last point, the last thing filled in, the order, the selection. */
  stepBack() {
    const { draft } = this;
    if (!draft) {
      if (this.selected) this.select(null);
      return;
    }
    if (draft.sent) return;
    const last = draft.lastByHand();
    if (!last) {
      this.cancel();
      return;
    }
    const value = draft.values[last.name];
    const several = last.sort === "path" || last.several;
    if (several && Array.isArray(value) && value.length > 1) this.set(last, value.slice(0, -1));
    else this.clear(last);
  }

  /** Takes the last point of a way away. */
  dropPoint() {
    const slot = this.draft?.active;
    if (!this.draft || this.draft.sent || !slot || (slot.sort !== "path" && slot.sort !== "point"))
      return;
    const points = this.draft.points(slot);
    if (points.length > 1) this.set(slot, points.slice(0, -1));
    else if (points.length) this.clear(slot);
  }

  /**
   * Makes a slot the one that the table fills.
   *
   * @param {Slot | null} slot
   */
  activate(slot) {
    if (!this.draft) return;
    this.draft.active = slot;
    this.#activated();
    this.tell("change");
  }

  /**
   * Fills a slot in.
   *
   * @param {Slot} slot
   * @param {unknown} value
   * @param {Answer | null} [known] What would come of the order then, if that is known.
   */
  set(slot, value, known = null) {
    if (!this.draft) return;
    this.draft.values[slot.name] = value;
    this.draft.presumed.delete(slot.name);
    this.#goOn(known);
  }

  /** @param {Slot} slot */
  clear(slot) {
    if (!this.draft) return;
    delete this.draft.values[slot.name];
    this.draft.active = null;
    this.#goOn();
  }

  /** @param {Answer | null} [known] */
  #goOn(known = null) {
    const { draft } = this;
    if (!draft) return;
    draft.problem = "";
    draft.tried = null;
    const before = draft.active;
    draft.active = draft.nextSlot();
    if (draft.active !== before) this.#activated();
    this.changed(known);
  }

  /**
   * Something was filled in: shows it, and asks what would come of it.
   *
   * @param {Answer | null} [known] What would come of it, if that is known.
   */
  changed(known = null) {
    const { draft, foresight } = this;
    if (!draft) return;
    draft.glimpse = null;
    draft.wanted = false;
    foresight.glances.forget();
    void foresight.showReach(draft, () => this.draft === draft);
    if (this.#hidesSights()) foresight.hideSights();
    if (draft.missing().length) foresight.forget(draft);
    else void this.#preview(draft, known);
    this.tell("change");
  }

  /**
   * @param {Draft} draft
   * @param {Answer | null} known
   */
  async #preview(draft, known) {
    if (known) this.foresight.take(draft, known);
    else if (!(await this.foresight.preview(draft)) || this.draft !== draft) return;
    // Without what was passed over the order may be nothing: then that is asked for after all.
    if (draft.preview?.refusal && !draft.active) {
      draft.active = draft.passedOver();
      void this.#activated();
    }
    this.foresight.show(draft);
    this.tell("change");
    const isWanted = draft.wanted || (draft.action.at_once && !draft.offered && draft.ready);
    if (isWanted) void this.commit();
  }

  /**
   * Asks what would come of the order with other values, such as where the pointer is.
   *
   * @param {Record<string, unknown> | null} instead Nothing, if the pointer has gone.
   */
  async glimpse(instead) {
    const { draft } = this;
    if (!draft || draft.sent) return;
    const other = await this.foresight.glimpse(draft, instead);
    if (!other || this.draft !== draft) return;
    this.foresight.show(draft);
    this.tell("change");
  }

  /**
   * Asks what would come of an attack without having chosen one yet.
   *
   * @param {Aim | null} aim
   */
  async glanceAt(aim) {
    const answer = await this.foresight.glanceAt(aim);
    if (aim && (!answer || this.draft)) return;
    const before = this.glance;
    this.glance = aim && answer ? { ...aim, answer } : null;
    if (before !== this.glance) this.tell("change");
  }

  /** Finds out what can be picked for the active slot; if it is only one, that one is. */
  async #activated() {
    const { draft } = this;
    const slot = draft?.active;
    if (!draft || !slot || (slot.sort !== "piece" && slot.sort !== "pieces")) return;
    const open = await this.foresight.findTargets(draft, slot);
    if (this.draft !== draft) return;
    const single = slot.sort === "piece" && slot.required !== false && open.length === 1;
    if (single && !draft.filled(slot)) {
      this.set(slot, open[0]);
      draft.presumed.add(slot.name);
    } else this.tell("change");
  }

  /** The pieces on the table that may be picked now; nothing, if no piece is wanted. */
  pickable() {
    const slot = this.draft?.active;
    if (!this.draft || !slot || (slot.sort !== "piece" && slot.sort !== "pieces")) return null;
    const targets = this.draft.targets.get(slot.name) ?? [];
    const able = targets.filter(({ piece, refusal }) => !refusal && this.board.pieceAt(piece));
    return able.length ? able.map(({ piece }) => piece) : null;
  }

  /** Where the piece of the order stands now. @returns {Point | null} */
  startOf() {
    const id = this.draft?.piece ?? this.selected;
    const lying = id ? this.board.pieceAt(id) : null;
    return lying ? [lying.x, lying.y] : null;
  }

  // -- giving it --------------------------------------------------------------------------------

  /** Gives the order, if it can be given. */
  async commit() {
    await giveOrder(this);
  }

  /** After something happened: the order that is being made goes on if it still can be given. */
  #keepDraft() {
    const { draft } = this;
    if (!draft || draft.sent) return;
    const same = this.#all().find((action) => isSame(action, draft.action) && !action.refusal);
    if (same || !draft.action.rule) {
      void this.#activated();
      this.changed();
    } else {
      this.cancel();
      toast("The battle has gone on; that order can no longer be given.");
    }
  }
}
