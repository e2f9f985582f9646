/**
 * Numbers, words and flags of an order.
 *
 * Exports: `numberField`, `wordField`, `flagField`, `choice` (buttons of which one is pressed).
 */

import { freshId, h } from "../../dom.js";
import { findNumber } from "./helping.js";

/** @typedef {import("../../types").Slot} Slot */
/** @typedef {import("./slots.js").Context} Context */
/** @typedef {import("./slots.js").Field} Field */

/**
 * @param {Slot} slot
 * @param {Context} context
 * @returns {Field}
 */
export function numberField(slot, { composer, draft }) {
  const id = freshId("number");
  const bounds = { min: slot.least ?? null, max: slot.most ?? null };
  const { step } = slot;
  const fine = step ?? ((slot.most ?? 100) - (slot.least ?? 0) <= 40 ? 0.1 : 1);
  const value = () => Number(draft.values[slot.name] ?? slot.default ?? slot.least ?? 0);
  const show = (/** @type {HTMLInputElement} */ input) => {
    input.value = String(Math.round(value() * 100) / 100);
  };
  const set = (/** @type {HTMLInputElement} */ input) => {
    const typed = Number(input.value);
    if (input.value === "" || Number.isNaN(typed)) return;
    const meant = step ? Math.round(typed / step) * step : typed;
    composer.set(slot, Math.min(slot.most ?? meant, Math.max(slot.least ?? meant, meant)));
  };
  const input = h("input", {
    id,
    type: "number",
    step: "any",
    ...bounds,
    on: { input: () => set(input), change: () => show(input) },
  });
  const bounded = slot.least !== undefined && slot.most !== undefined;
  const slider = h("input", {
    type: "range",
    class: "grow",
    ...bounds,
    step: fine,
    "aria-label": slot.ask,
    hidden: !bounded,
    on: { input: () => set(slider) },
  });
  const find = h(
    "button",
    { type: "button", class: "small", on: { click: () => void findNumber(composer, slot) } },
    "Find one that is possible",
  );
  return {
    element: h(
      "div",
      { class: "slot" },
      h("label", { class: "ask", for: id }, slot.ask),
      h("div", { class: "row" }, slider, input),
      find,
    ),
    update() {
      find.hidden = !bounded || !draft.preview?.refusal;
      if (document.activeElement !== slider) slider.value = String(value());
      if (document.activeElement !== input) show(input);
    },
  };
}

/**
 * @param {Slot} slot
 * @param {Context} context
 * @returns {Field}
 */
export function wordField(slot, { composer, draft }) {
  const usual = slot.required === false ? slot.default : undefined;
  return choice(
    slot,
    slot.words ?? [],
    (value) => composer.set(slot, value),
    () => draft.values[slot.name] ?? usual,
  );
}

/**
 * Buttons of which one is pressed.
 *
 * @param {Slot} slot
 * @param {{value: unknown, label: string}[]} words
 * @param {(value: unknown) => void} set
 * @param {() => unknown} get
 * @returns {Field}
 */
export function choice(slot, words, set, get) {
  const id = freshId("choice");
  const buttons = words.map(({ value, label }) => {
    const button = h(
      "button",
      { type: "button", "aria-pressed": "false", on: { click: () => set(value) } },
      label,
    );
    return { button, value };
  });
  return {
    element: h(
      "div",
      { class: "slot", role: "group", "aria-labelledby": id },
      h("p", { class: "ask", id }, slot.ask),
      h("div", { class: "segmented" }, ...buttons.map(({ button }) => button)),
    ),
    update() {
      for (const { button, value } of buttons) {
        button.setAttribute("aria-pressed", String(get() === value));
      }
    },
  };
}

/**
 * @param {Slot} slot
 * @param {Context} context
 * @returns {Field}
 */
export function flagField(slot, { composer, draft }) {
  const box = h("input", {
    type: "checkbox",
    on: { change: () => composer.set(slot, box.checked) },
  });
  return {
    element: h("div", { class: "slot" }, h("label", { class: "switch" }, box, slot.ask)),
    update() {
      box.checked = Boolean(draft.values[slot.name] ?? slot.default ?? false);
    },
  };
}
