/**
 * The ruling that is being worded: what it says, who hears it, why, and the button that decrees it.
 */

import { fill, h } from "../dom.js";
import { line } from "../lobby/fields.js";
import { listed } from "../lobby/format.js";
import { columnAndRow, pointOf } from "../table/board/squares.js";
import { numberField } from "./inputs.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Ruling} Ruling */

/**
 * @param {Desk} desk
 * @returns {HTMLElement}
 */
export function decreeCard(desk) {
  const card = h("form", {
    class: "decree",
    hidden: true,
    "aria-label": "The ruling",
    on: {
      submit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        void desk.decree();
      },
      keydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        desk.drop();
      },
    },
  });
  const text = h("p", { class: "decree-text", role: "status" });
  const hearers = h("p", { class: "muted" });
  const go = h("button", { class: "primary", type: "submit" }, "Decree");

  const show = () => {
    const { draft } = desk;
    const focused = card.contains(document.activeElement);
    card.hidden = !draft;
    if (!draft) {
      const picker = document.querySelector(".piece-picker select");
      if (focused && picker instanceof HTMLElement) picker.focus();
      return;
    }
    const numbers = h("div", { class: "decree-numbers" });
    fill(
      card,
      h("div", { class: "decree-words" }, h("h3", null, titleOf(desk, draft)), text, hearers),
      numbers,
      reason(desk),
      h(
        "div",
        { class: "row" },
        go,
        h("button", { type: "button", on: { click: () => desk.drop() } }, "Drop it"),
      ),
    );
    fill(numbers, numbersOf(desk, draft));
    foretell();
  };

  const foretell = () => {
    const { foretold, draft } = desk;
    go.disabled = Boolean(foretold?.refusal);
    text.classList.toggle("problem", Boolean(foretold?.refusal));
    fill(text, foretold?.refusal || foretold?.text || "…");
    fill(hearers, foretold && !foretold.refusal ? audience(desk, foretold.seats) : "");
    for (const field of card.querySelectorAll("input[data-number]")) {
      const input = /** @type {HTMLInputElement} */ (field);
      const name = input.dataset.number ?? "";
      const value = draft ? spotOf(draft)[name] : undefined;
      if (input !== document.activeElement && value !== undefined)
        input.value = String(told(desk, name, value));
    }
  };

  desk.on("draft", show);
  desk.on("chosen", () => card.querySelector("input")?.focus());
  desk.on("foretold", foretell);
  return card;
}

/** @param {Desk} desk */
function reason(desk) {
  const field = line({
    label: "Reason (if you like)",
    value: desk.because,
    most: 500,
    onInput: (value) => {
      desk.because = value;
      desk.reword(() => {});
    },
  });
  field.classList.add("decree-reason");
  return field;
}

/**
 * @param {Desk} desk
 * @param {Ruling} draft
 */
function titleOf(desk, draft) {
  const name = typeof draft.piece === "string" ? desk.store.nameOf(draft.piece) : "";
  switch (draft.order) {
    case "amend":
      return name ? `Change ${name}` : "Change the battle";
    case "place":
      return `Place ${draft.piece.name}`;
    case "remove":
      return `Take ${name} off the table`;
    case "conceal":
      return `Conceal ${name}`;
    case "reveal":
      return `Reveal ${name}`;
    default:
      return "A ruling";
  }
}

/**
 * Who would hear of it.
 *
 * @param {Desk} desk
 * @param {string[] | null} seats
 */
function audience(desk, seats) {
  if (seats === null) return "Everybody hears of it.";
  const names = seats.map((seat) => desk.store.seatName(seat));
  return names.length
    ? `Only ${listed(names)} will hear of it.`
    : "Nobody but you will know of it.";
}

/**
 * Where a ruling puts something.
 *
 * @param {Ruling} draft
 * @returns {Record<string, any>}
 */
function spotOf(draft) {
  if (draft.order === "amend") return draft.set;
  if (draft.order === "place") return draft.piece;
  return draft.at ? { x: draft.at[0], y: draft.at[1] } : {};
}

/**
 * A number as it is shown: on a table of squares, places are columns and rows, with halves where a
 * vehicle stands between two.
 *
 * @param {Desk} desk
 * @param {string} name
 * @param {number} value
 */
function told({ board: { options } }, name, value) {
  if (!options.squares || name === "heading") return value;
  const [column, row] = columnAndRow([value, value], options);
  return Math.round((name === "x" ? column : row) * 2) / 2;
}

/**
 * What is meant by a number that was typed.
 *
 * @param {Desk} desk
 * @param {string} name
 * @param {number} typed
 */
function meant({ board: { options } }, name, typed) {
  if (!options.squares || name === "heading") return typed;
  return pointOf([typed, typed], options)[name === "x" ? 0 : 1];
}

/**
 * Fields for the place and the facing, for those who would rather type than point.
 *
 * @param {Desk} desk
 * @param {Ruling} draft
 */
function numbersOf(desk, draft) {
  const spot = spotOf(draft);
  const { width, depth, squares } = desk.board.options;
  const limits = { x: width, y: depth, heading: 360 };
  const labels = {
    x: squares ? "Column" : "Inches east",
    y: squares ? "Row" : "Inches north",
    heading: "Facing, degrees",
  };
  const step = squares ? 0.5 : 0.1;
  return /** @type {(keyof typeof limits)[]} */ (Object.keys(limits))
    .filter((name) => typeof spot[name] === "number")
    .map((name) =>
      numberField({
        label: labels[name],
        name,
        value: told(desk, name, spot[name]),
        most: limits[name],
        step: name === "heading" ? 1 : step,
        onInput: (typed) =>
          desk.reword((ruling) => {
            const value = meant(desk, name, typed);
            if (ruling.at) ruling.at[name === "x" ? 0 : 1] = value;
            else spotOf(ruling)[name] = value;
          }),
      }),
    );
}
