/**
 * The referee's place at the table: questions that wait for an answer, a strip of tools, and the
 * ruling that is being worded.
 *
 * Exports: `mountReferee`.
 */

import { fill, h } from "./dom.js";
import { select } from "./lobby/fields.js";
import { decreeCard } from "./referee/decree.js";
import { Desk } from "./referee/desk.js";
import { mountHand } from "./referee/hand.js";
import { questionQueue } from "./referee/questions.js";
import { toolStrip } from "./referee/tools.js";

/**
 * @param {object} wanted
 * @param {import("./live.js").Live} wanted.live
 * @param {import("./table/board/board.js").Board} wanted.board
 * @param {import("./table/store.js").Store} wanted.store
 * @param {import("./table/order/composer.js").Composer} wanted.composer
 * @param {HTMLElement} wanted.root
 * @returns {Desk}
 */
export function mountReferee({ live, board, store, composer, root }) {
  const desk = new Desk(live, board, store);
  root.classList.add("referee");
  root.append(
    questionQueue(desk),
    h(
      "section",
      { class: "rulings", "aria-label": "Rulings" },
      h("h2", { class: "visually-hidden" }, "Rulings"),
      toolStrip(
        desk,
        piecePicker(desk, (piece) => void composer.select(piece)),
      ),
      decreeCard(desk),
    ),
  );
  mountHand(desk);
  composer.on("selection", () => desk.take(composer.selected));
  return desk;
}

/**
 * A list of all pieces, for those who do not point.
 *
 * @param {Desk} desk
 * @param {(piece: string | null) => void} choose
 */
function piecePicker(desk, choose) {
  const field = select({
    label: "Piece",
    among: [],
    value: "",
    onChange: (value) => {
      desk.take(value || null);
      choose(value || null);
    },
  });
  const list = /** @type {HTMLSelectElement} */ (field.querySelector("select"));
  let shown = "";
  const show = () => {
    const pieces = desk.store.rulable().map((piece) => ({
      value: piece.piece,
      label: `${piece.label} (${piece.side_name})`,
    }));
    const held = desk.piece;
    if (held && !pieces.some((piece) => piece.value === held)) {
      pieces.push({ value: held, label: desk.name });
    }
    // The list itself stays, since it may have the focus.
    const now = JSON.stringify(pieces);
    if (now !== shown) {
      const options = [{ value: "", label: "Choose a piece" }, ...pieces];
      fill(list, ...options.map(({ value, label }) => h("option", { value }, label)));
    }
    shown = now;
    list.value = held ?? "";
  };
  desk.on("selection", show);
  desk.store.on("pieces", show);
  show();
  return h("div", { class: "piece-picker" }, field);
}
