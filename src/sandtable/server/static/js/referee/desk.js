/**
 * The referee's desk: which piece is in hand, which tool, and the ruling that is being worded.
 *
 * Nothing happens before a ruling is decreed. Until then the server says what the log would say of
 * it, and who would hear.
 */

import { sayError } from "../lobby/say.js";
import { Topics } from "../topics.js";

/** @typedef {import("../live.js").Live} Live */
/** @typedef {import("../page").PieceId} PieceId */
/** @typedef {import("../table/board/board.js").Board} Board */
/** @typedef {import("../table/store.js").Store} Store */
/** @typedef {Record<string, any> & {order: string}} Ruling */
/** @typedef {"move" | "turn" | "place" | "reveal"} Tool What a press on the table means. */

/**
 * What would come of the ruling: a sentence and who hears it, or why it cannot be.
 *
 * @typedef {{text: string, seats: string[] | null, refusal: string}} Foretold
 */

/** @typedef {"selection" | "tool" | "held" | "draft" | "foretold" | "chosen"} Topic */

/** @extends {Topics<Topic>} */
export class Desk extends Topics {
  /**
   * @param {Live} live
   * @param {Board} board
   * @param {Store} store
   */
  constructor(live, board, store) {
    super();
    this.live = live;
    this.board = board;
    this.store = store;
    /** @type {PieceId | null} */
    this.piece = null;
    /** @type {Tool | null} */
    this.tool = null;
    /** @type {Ruling | null} */
    this.draft = null;
    /** What is in the hand over the table, while it is there. @type {Ruling | null} */
    this.held = null;
    this.because = "";
    /** What was done last, in a word. */
    this.note = "";
    /** @type {Foretold | null} */
    this.foretold = null;
    this.previews = live.channel();
  }

  /** @param {PieceId | null} piece */
  take(piece) {
    if (piece === this.piece) return;
    this.piece = piece;
    this.tell("selection");
  }

  /** The name of the piece in hand. */
  get name() {
    return this.piece ? this.store.nameOf(this.piece) : "";
  }

  /** @param {Tool | null} tool */
  arm(tool) {
    this.tool = tool;
    this.tell("tool");
  }

  /** @param {Ruling | null} ruling */
  hold(ruling) {
    this.held = ruling;
    this.tell("held");
  }

  /**
   * Words a ruling; it can still be changed or dropped.
   *
   * @param {Ruling} ruling
   */
  word(ruling) {
    this.note = "";
    this.draft = ruling;
    this.tell("draft");
    void this.#foretell();
  }

  /**
   * Changes something in the ruling that is being worded.
   *
   * @param {(ruling: Ruling) => void} change
   */
  reword(change) {
    if (!this.draft) return;
    change(this.draft);
    this.tell("foretold");
    void this.#foretell();
  }

  drop() {
    this.draft = null;
    this.foretold = null;
    this.because = "";
    this.tool = null;
    this.previews.forget();
    this.tell("draft", "tool");
  }

  /** The ruling with its reason, as it is sent. */
  #whole() {
    const because = this.because.trim();
    return because ? { ...this.draft, because } : { ...this.draft };
  }

  async #foretell() {
    try {
      const order = /** @type {import("../page").Order} */ (this.#whole());
      const answer = await this.previews.ask("preview", { order });
      if (!answer || !this.draft) return;
      this.foretold = {
        text: answer.phrase?.text ?? "",
        seats: answer.phrase?.seats ?? null,
        refusal: answer.refusal?.reason ?? answer.problem ?? "",
      };
    } catch {
      this.foretold = null;
    }
    this.tell("foretold");
  }

  async decree() {
    if (!this.draft) return;
    try {
      await this.live.decree(this.#whole());
      this.drop();
      this.note = "Decreed.";
      this.tell("tool");
    } catch (error) {
      sayError(error);
    }
  }
}
