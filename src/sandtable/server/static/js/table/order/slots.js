/**
 * The fields of an order as a person fills them in on its card; what is picked on the table can be
 * picked or typed here too.
 *
 * Exports: `slotField(slot, context) -> {element, update}`.
 */

import { freshId, h } from "../../dom.js";
import { capital } from "../../words.js";
import { compass } from "../board/geometry.js";
import { flagField, numberField, wordField } from "./choosing.js";
import { featureField, pieceField } from "./picking.js";
import { headingField, pathField, pointField } from "./placing.js";

/** @typedef {import("../../types").Slot} Slot */
/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./hands.js").Hands} Hands */
/** @typedef {import("../store.js").Store} Store */

/** @typedef {{composer: Composer, hands: Hands, store: Store, draft: Draft}} Context */
/** @typedef {{element: HTMLElement, update: () => void}} Field */

/**
 * @param {Slot} slot
 * @param {Context} context
 * @returns {Field}
 */
export function slotField(slot, context) {
  const make = FIELDS[slot.sort];
  const field = make(slot, context);
  if (slot.required !== false) return field;
  return refinement(slot, context, field);
}

/** @type {Record<import("../../page").Sort, (slot: Slot, context: Context) => Field>} */
const FIELDS = {
  piece: pieceField,
  pieces: pieceField,
  point: pointField,
  path: pathField,
  heading: headingField,
  number: numberField,
  word: wordField,
  flag: flagField,
  feature: featureField,
};

/** What is chosen among what is there. @type {ReadonlySet<import("../../page").Sort>} */
const PICKED = new Set(["piece", "pieces", "feature"]);

/**
 * What need not be said stays folded until it is wanted.
 *
 * @param {Slot} slot
 * @param {Context} context
 * @param {Field} inner
 * @returns {Field}
 */
function refinement(slot, context, inner) {
  const { composer, draft } = context;
  const id = freshId("refinement");
  const value = h("span", { class: "muted" });
  const button = h(
    "button",
    {
      type: "button",
      class: "small quiet refine",
      "aria-expanded": "false",
      "aria-controls": id,
      on: { click: () => open(button.getAttribute("aria-expanded") !== "true") },
    },
    h("span", null, `${capital(slot.name.replaceAll("_", " "))}: `),
    value,
  );
  const body = h("div", { id, hidden: true, class: "refinement" }, inner.element);
  function open(/** @type {boolean} */ wide) {
    button.setAttribute("aria-expanded", String(wide));
    body.hidden = !wide;
    if (wide && ["piece", "pieces", "point", "path", "feature"].includes(slot.sort))
      composer.activate(slot);
  }
  return {
    element: h("div", { class: "slot optional" }, button, body),
    update() {
      value.textContent = said(slot, context);
      const waited =
        draft.active === slot && body.hidden && !draft.filled(slot) && draft.preview?.refusal;
      if (waited) open(true);
      inner.update();
    },
  };
}

/**
 * What stands in a slot, in words.
 *
 * @param {Slot} slot
 * @param {Context} context
 */
function said(slot, { draft, store, composer }) {
  const value = draft.values[slot.name];
  if (value === undefined || value === null || (Array.isArray(value) && !value.length)) {
    const usual = slot.words?.find((word) => word.value === slot.default);
    if (usual) return usual.label;
    if (slot.sort === "flag") return "no";
    return PICKED.has(slot.sort) ? "none chosen" : "as it comes";
  }
  switch (slot.sort) {
    case "piece":
    case "pieces":
      return draft
        .picked(slot)
        .map((id) => store.nameOf(id))
        .join(", ");
    case "point":
    case "path":
      return draft
        .points(slot)
        .map((point) => composer.board.nameOf(point))
        .join(" → ");
    case "heading":
      return `${compass(Number(value))}, ${Math.round(Number(value))}°`;
    case "word":
      return slot.words?.find((word) => word.value === value)?.label ?? String(value);
    case "feature":
      return draft
        .picked(slot)
        .map((id) => slot.words?.find((word) => word.value === id)?.label ?? id)
        .join(", ");
    case "flag":
      return value ? "yes" : "no";
    default:
      return String(value);
  }
}
