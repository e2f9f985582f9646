/**
 * The fields that forms are made of, each with its label.
 */

import { freshId, h } from "../dom.js";

/** @typedef {import("../dom.js").Child} Child */

/**
 * @typedef {object} Choosable
 * @property {string} value
 * @property {string} label
 * @property {string} [text] What it means, in a sentence.
 */

/**
 * One of a few, all in sight.
 *
 * @param {object} wanted
 * @param {string} wanted.legend What is chosen.
 * @param {Choosable[]} wanted.among
 * @param {string} wanted.value
 * @param {(value: string) => void} wanted.onChange
 * @param {boolean} [wanted.quiet] Whether the legend is for screen readers only.
 * @param {boolean} [wanted.tall] Whether each stands on a line of its own, with its text.
 * @returns {HTMLFieldSetElement}
 */
export function radios({ legend, among, value, onChange, quiet, tall }) {
  const name = freshId("choice");
  return h(
    "fieldset",
    { class: tall ? "choice tall" : "choice" },
    h("legend", { class: quiet ? "visually-hidden" : "" }, legend),
    h(
      "div",
      { class: "options" },
      among.map((one) => radio(name, one, one.value === value, onChange)),
    ),
  );
}

/**
 * @param {string} name
 * @param {Choosable} one
 * @param {boolean} checked
 * @param {(value: string) => void} onChange
 */
function radio(name, one, checked, onChange) {
  return h(
    "label",
    null,
    h("input", {
      type: "radio",
      name,
      value: one.value,
      checked,
      on: { change: () => onChange(one.value) },
    }),
    h("span", { class: "name" }, one.label),
    one.text ? h("span", { class: "muted" }, one.text) : null,
  );
}

/**
 * One of many, in a list that opens.
 *
 * @param {object} wanted
 * @param {string} wanted.label
 * @param {Choosable[]} wanted.among
 * @param {string} wanted.value
 * @param {(value: string) => void} wanted.onChange
 * @param {boolean} [wanted.quiet]
 * @returns {HTMLElement}
 */
export function select({ label, among, value, onChange, quiet }) {
  const id = freshId("select");
  const list = h(
    "select",
    { id, on: { change: () => onChange(list.value) } },
    among.map((one) => h("option", { value: one.value }, one.label)),
  );
  list.value = value;
  return h(
    "div",
    { class: "field" },
    h("label", { for: id, class: quiet ? "visually-hidden" : "" }, label),
    list,
  );
}

/**
 * A line of text.
 *
 * @param {object} wanted
 * @param {string} wanted.label
 * @param {string} [wanted.value]
 * @param {string} [wanted.hint] Stands below it.
 * @param {number} [wanted.most] How many letters it may have.
 * @param {string} [wanted.type]
 * @param {string} [wanted.placeholder]
 * @param {string} [wanted.autocomplete]
 * @param {(value: string) => void} wanted.onInput
 * @returns {HTMLElement}
 */
export function line({ label, value = "", hint, most, type, placeholder, autocomplete, onInput }) {
  const id = freshId("line");
  const hintId = `${id}-hint`;
  const input = h("input", {
    id,
    type: type ?? "text",
    value,
    maxlength: most,
    placeholder,
    autocomplete: autocomplete ?? "off",
    "aria-describedby": hint ? hintId : null,
    on: { input: () => onInput(input.value) },
  });
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    input,
    hint ? h("p", { class: "muted", id: hintId }, hint) : null,
  );
}

/**
 * Yes or no.
 *
 * @param {object} wanted
 * @param {Child | Child[]} wanted.label
 * @param {boolean} wanted.checked
 * @param {(checked: boolean) => void} wanted.onChange
 * @returns {HTMLLabelElement}
 */
export function tick({ label, checked, onChange }) {
  const box = h("input", {
    type: "checkbox",
    checked,
    on: { change: () => onChange(box.checked) },
  });
  return h("label", { class: "switch" }, box, h("span", null, label));
}
