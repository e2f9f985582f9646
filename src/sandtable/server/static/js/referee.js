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
 * @param {import("./table/board.js").Board} wanted.board
 * @param {import("./table/store.js").Store} wanted.store
 * @param {import("./table/composer.js").Composer} wanted.composer
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
  const place = h("div", { class: "piece-picker" });
  const show = () => {
    const pieces = desk.store.rulable().map((piece) => ({
      value: piece.piece,
      label: `${piece.label} (${piece.side_name})`,
    }));
    const held = desk.piece;
    if (held && !pieces.some((piece) => piece.value === held)) {
      pieces.push({ value: held, label: desk.name });
    }
    fill(
      place,
      select({
        label: "Piece",
        among: [{ value: "", label: "Choose a piece" }, ...pieces],
        value: held ?? "",
        onChange: (value) => {
          desk.take(value || null);
          choose(value || null);
        },
      }),
    );
  };
  const follow = () => {
    const list = place.querySelector("select");
    if (list && [...list.options].some((option) => option.value === (desk.piece ?? ""))) {
      list.value = desk.piece ?? "";
    } else show();
  };
  desk.on("selection", follow);
  desk.store.on("pieces", () => {
    if (!place.contains(document.activeElement)) show();
  });
  show();
  return place;
}
