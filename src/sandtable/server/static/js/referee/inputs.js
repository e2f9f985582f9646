/**
 * Fields for numbers.
 */

import { freshId, h } from "../dom.js";

/**
 * @param {object} wanted
 * @param {string} wanted.label
 * @param {string} wanted.name
 * @param {number} wanted.value
 * @param {number} [wanted.most]
 * @param {number | "any"} [wanted.step]
 * @param {(value: number) => void} wanted.onInput
 */
export function numberField({ label, name, value, most, step = "any", onInput }) {
  const id = freshId("number");
  const input = h("input", {
    id,
    type: "number",
    min: most === undefined ? null : 0,
    max: most,
    step,
    value: String(value),
    data: { number: name },
    on: {
      input: () => {
        if (input.value !== "" && input.checkValidity()) onInput(input.valueAsNumber);
      },
    },
  });
  return h("div", { class: "field" }, h("label", { for: id }, label), input);
}
