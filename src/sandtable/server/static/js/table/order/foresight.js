/**
 * What can be known before an order is given: whom a piece sees, how far it comes, whom it may pick,
 * and what would come of it. It asks the server, and shows on the table what there is to see.
 *
 * Exports: `Foresight`.
 */

import { LostError } from "../../live.js";
import { settings, theme } from "../../settings.js";

/** @typedef {import("../../live.js").Live} Live */
/** @typedef {import("../../types").Action} Action */
/** @typedef {import("../../types").Answer} Answer */
/** @typedef {import("../../page").Order} Order */
/** @typedef {import("../../page").PieceId} PieceId */
/** @typedef {import("../../types").Slot} Slot */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("./draft.js").Draft} Draft */

/** An attack that one may think of. @typedef {{piece: PieceId, action: Action, order: Order}} Aim */

export class Foresight {
  /**
   * @param {Live} live
   * @param {Board} board
   */
  constructor(live, board) {
    this.live = live;
    this.board = board;
    this.previews = live.channel();
    this.glances = live.channel();
  }

  /**
   * Asks something; no answer, if the line is closed or the question was not understood.
   *
   * @param {import("../../page").About} about
   * @param {import("../../page").AskDetails} [details]
   */
  async ask(about, details = {}) {
    try {
      return await this.live.ask(about, { ...this.#look(), ...details });
    } catch (error) {
      if (!(error instanceof LostError)) console.warn(error);
      return null;
    }
  }

  /** How things are to be drawn. */
  #look() {
    return { theme: theme(), words: this.board.words };
  }

  /** Takes everything off the table that was shown for an order. */
  clear() {
    this.previews.forget();
    this.glances.forget();
    this.board.setOverlay(null, "preview");
    this.board.setOverlay(null, "reach");
  }

  // -- before an action is chosen -----------------------------------------------------------------

  /**
   * Shows whom a piece sees and what hides the rest, as long as that is wanted.
   *
   * @param {PieceId | null} piece
   * @param {() => boolean} isWanted
   */
  async showSights(piece, isWanted) {
    if (!piece || !settings.get().sights) this.hideSights();
    else {
      const answer = await this.ask("sights", { piece });
      if (answer && isWanted()) this.board.setOverlay(answer.drawn, "sights");
    }
  }

  hideSights() {
    this.board.setOverlay(null, "sights");
  }

  /**
   * What would come of an attack that is only thought of; nothing, if another one is by now.
   *
   * @param {Aim | null} aim
   * @returns {Promise<Answer | null>}
   */
  async glanceAt(aim) {
    if (!aim) {
      this.glances.forget();
      return null;
    }
    return this.glances.ask("preview", { ...this.#look(), order: aim.order }).catch(() => null);
  }

  // -- while an order is made -----------------------------------------------------------------------

  /**
   * Asks what would come of an order as it stands.
   *
   * @param {Draft} draft
   * @returns {Promise<boolean>} Whether that is known now; not, if it has been overtaken.
   */
  async preview(draft) {
    draft.asking = true;
    try {
      const wanted = { ...this.#look(), order: draft.order() };
      const answer = await this.previews.ask("preview", wanted);
      if (!answer) return false;
      draft.preview = answer;
    } catch (error) {
      draft.problem = /** @type {Error} */ (error).message;
    }
    draft.asking = false;
    return true;
  }

  /**
   * It is known already what would come of an order as it stands.
   *
   * @param {Draft} draft
   * @param {Answer} answer
   */
  take(draft, answer) {
    this.previews.forget();
    draft.preview = answer;
    draft.asking = false;
  }

  /**
   * The order is not whole: nothing is known of it.
   *
   * @param {Draft} draft
   */
  forget(draft) {
    draft.preview = null;
    draft.asking = false;
    this.previews.forget();
    this.board.setOverlay(null, "preview");
  }

  /**
   * Asks what would come of an order with other values, such as where the pointer is.
   *
   * @param {Draft} draft
   * @param {Record<string, unknown> | null} instead Nothing, if the pointer has gone.
   * @returns {Promise<boolean>} Whether there is something else to show.
   */
  async glimpse(draft, instead) {
    if (!instead) {
      this.glances.forget();
      const had = draft.glimpse !== null;
      draft.glimpse = null;
      return had;
    }
    const wanted = { ...this.#look(), order: draft.order(instead) };
    const answer = await this.glances.ask("preview", wanted).catch(() => null);
    if (answer) draft.glimpse = answer;
    return answer !== null;
  }

  /**
   * Shows on the table what would come of an order.
   *
   * @param {Draft} draft
   */
  show(draft) {
    this.board.setOverlay((draft.glimpse ?? draft.preview)?.drawn, "preview");
  }

  /**
   * Shows where the piece can go, or be placed, whose order it is; without one, where whatever has
   * no piece of its own can be placed, such as a dummy or the fire of a battery.
   *
   * @param {Draft} draft
   * @param {() => boolean} isWanted
   */
  async showReach(draft, isWanted) {
    const { action, slots } = draft;
    const picked = slots
      .filter(({ sort }) => sort === "piece" || sort === "pieces")
      .flatMap((slot) => draft.picked(slot));
    const piece = action.piece ?? picked[0] ?? "";
    const isPlaced = slots.some(({ sort }) => sort === "path" || sort === "point");
    if (!isPlaced || draft.reaching === piece) return;
    draft.reaching = piece;
    const order = { order: action.order, ...action.fixed };
    const answer = await this.ask("reach", piece ? { piece, order } : { order });
    if (answer && isWanted()) this.board.setOverlay(answer.drawn, "reach");
  }

  /**
   * Finds out who may be picked for a slot, and what would come of each.
   *
   * @param {Draft} draft
   * @param {Slot} slot
   * @returns {Promise<PieceId[]>} Those against whom nothing speaks.
   */
  async findTargets(draft, slot) {
    const order = draft.order();
    delete order[slot.name];
    const about = draft.piece ? { piece: draft.piece } : {};
    const answer = await this.ask("targets", { ...about, order, slot: slot.name });
    const told = answer?.targets ?? [];
    const silent = (slot.pieces ?? []).filter((id) => !told.some(({ piece }) => piece === id));
    draft.targets.set(slot.name, [...told, ...silent.map((piece) => ({ piece }))]);
    return told.filter(({ refusal }) => !refusal).map(({ piece }) => piece);
  }

  /**
   * The order with its way shortened to as far as the piece can go, and what would come of it.
   *
   * @param {Draft} draft
   * @param {Slot} slot The path.
   * @param {PieceId} piece
   */
  farthest(draft, slot, piece) {
    return this.ask("farthest", { piece, order: draft.order(), slot: slot.name });
  }

  /**
   * The order with a number with which it can be given, and what would come of it.
   *
   * @param {Draft} draft
   * @param {Slot} slot A number that has bounds.
   */
  fitting(draft, slot) {
    const about = draft.piece ? { piece: draft.piece } : {};
    return this.ask("fitting", { ...about, order: draft.order(), slot: slot.name });
  }
}
