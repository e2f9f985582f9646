/**
 * The roll call: every piece on the table in words, one's own first. It says what the drawing shows,
 * and selects as the drawing does.
 *
 * Exports: `RollCall`.
 */

import { fill, h } from "../../dom.js";
import { compass } from "../board/geometry.js";
import { squareOf } from "../board/squares.js";

/** @typedef {import("../../types").CalledInfo} Called */
/** @typedef {import("../../page").PieceId} PieceId */
/** @typedef {import("../store.js").Store} Store */

export class RollCall {
  /**
   * @param {object} parts
   * @param {HTMLElement} parts.root
   * @param {Store} parts.store
   * @param {(piece: PieceId) => void} parts.onPiece
   * @param {() => PieceId | null} parts.selected
   */
  constructor({ root, store, onPiece, selected }) {
    this.root = root;
    this.store = store;
    this.onPiece = onPiece;
    this.selected = selected;
    store.on("pieces", () => this.show());
    this.show();
  }

  show() {
    const focused = /** @type {HTMLElement | null} */ (this.root.querySelector(":focus"))?.dataset
      .piece;
    const { side: own } = this.store.welcome;
    const sides = [...this.store.welcome.scenario.sides].sort(
      (one, two) => Number(two.id === own) - Number(one.id === own),
    );
    const known = new Set(sides.map(({ id }) => id));
    const others = this.store.pieces.filter(({ side }) => !known.has(side));
    fill(
      this.root,
      ...sides.map(({ id, name }) =>
        this.#side(
          name,
          this.store.pieces.filter(({ side }) => side === id),
        ),
      ),
      others.length ? this.#side("Others", others) : null,
    );
    if (focused)
      /** @type {HTMLElement | null} */ (
        this.root.querySelector(`[data-piece="${CSS.escape(focused)}"]`)
      )?.focus();
  }

  /**
   * @param {string} name
   * @param {Called[]} pieces
   */
  #side(name, pieces) {
    return h(
      "section",
      { class: "call-side" },
      h("h3", null, `${name} (${pieces.length})`),
      h("ul", null, ...pieces.map((piece) => h("li", null, this.#piece(piece)))),
    );
  }

  /** @param {Called} called */
  #piece(called) {
    const number = this.store.sideNumber(called.side);
    const marks = called.marks.map((mark) => mark.replaceAll("-", " "));
    return h(
      "button",
      {
        type: "button",
        class: `called side-${number}`,
        data: { piece: called.piece },
        "aria-pressed": String(this.selected() === called.piece),
        on: { click: () => this.onPiece(called.piece) },
      },
      h("span", { class: "name" }, called.label),
      h("span", { class: "muted" }, [called.kind, ...marks].filter((part) => part).join(" · ")),
      h("span", { class: "visually-hidden" }, `, facing ${compass(called.heading)}, at `),
      h("span", { class: "muted mono" }, this.#place(called)),
    );
  }

  /** @param {Called} called */
  #place({ x, y }) {
    const { scenario } = this.store.welcome;
    if (scenario.squares) return `(${squareOf([x, y], scenario).join(", ")})`;
    return `${x.toFixed(1)}, ${y.toFixed(1)}`;
  }
}
