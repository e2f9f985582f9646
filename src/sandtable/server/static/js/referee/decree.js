/**
 * The ruling that is being worded: what it says, who hears it, why, and the button that decrees it.
 */

import { fill, h } from "../dom.js";
import { line } from "../lobby/fields.js";
import { listed } from "../lobby/format.js";
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
      const value = draft ? spotOf(draft)[input.dataset.number ?? ""] : undefined;
      if (input !== document.activeElement && value !== undefined) input.value = String(value);
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
 * Fields for the place and the facing, for those who would rather type than point.
 *
 * @param {Desk} desk
 * @param {Ruling} draft
 */
function numbersOf(desk, draft) {
  const spot = spotOf(draft);
  const { width, depth } = desk.board.options;
  const limits = { x: width, y: depth, heading: 360 };
  const labels = { x: "Inches east", y: "Inches north", heading: "Facing, degrees" };
  return /** @type {(keyof typeof limits)[]} */ (Object.keys(limits))
    .filter((name) => typeof spot[name] === "number")
    .map((name) =>
      numberField({
        label: labels[name],
        name,
        value: spot[name],
        most: limits[name],
        step: name === "heading" ? 1 : 0.1,
        onInput: (value) =>
          desk.reword((ruling) => {
            if (ruling.at) ruling.at[name === "x" ? 0 : 1] = value;
            else spotOf(ruling)[name] = value;
          }),
      }),
    );
}
