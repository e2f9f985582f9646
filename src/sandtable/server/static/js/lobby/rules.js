/**
 * The part of the set-up that shows the switches of the book, each with the rule behind it.
 */

import { fill, h } from "../dom.js";
import { ruleLink } from "../rules.js";
import { capital } from "../words.js";
import { line, select, tick } from "./fields.js";

/** @typedef {import("../api.js").OptionInfo} OptionInfo */
/** @typedef {Map<string, string | boolean>} Settings Only what differs from the scenario. */

/** The setting that stands for any whole number. */
const NUMBER = "number";

/**
 * @param {OptionInfo[]} options
 * @param {Settings} settings Changed in place.
 * @returns {HTMLElement}
 */
export function switches(options, settings) {
  const rows = new Map(options.map((option) => [option, h("li", null)]));
  /** @param {OptionInfo} option */
  const show = (option) => {
    const row = rows.get(option);
    if (row) fill(row, control(option, settings, changed), ruleLink(option.rule));
  };
  /** @param {OptionInfo} option */
  const changed = (option) => {
    for (const follower of options.filter((one) => one.follows === option.id)) {
      const value = valueOf(option, settings) === option.default ? follower.default : true;
      set(follower, settings, value);
      show(follower);
    }
  };
  options.forEach(show);
  return h("ul", { class: "switches" }, [...rows.values()]);
}

/** @param {OptionInfo} option */
function nameOf(option) {
  return capital(option.id.replaceAll("_", " "));
}

/**
 * @param {OptionInfo} option
 * @param {Settings} settings
 */
function valueOf(option, settings) {
  return settings.get(option.id) ?? option.value;
}

/**
 * @param {OptionInfo} option
 * @param {Settings} settings
 * @param {string | boolean} value
 */
function set(option, settings, value) {
  if (value === option.value) settings.delete(option.id);
  else settings.set(option.id, value);
}

/**
 * @param {OptionInfo} option
 * @param {Settings} settings
 * @param {(option: OptionInfo) => void} changed
 */
function control(option, settings, changed) {
  /** @param {string | boolean} value */
  const onChange = (value) => {
    set(option, settings, value);
    changed(option);
  };
  const value = valueOf(option, settings);
  if (typeof option.default === "boolean") {
    return tick({ label: option.text, checked: value === true, onChange });
  }
  const own = typing(option, value, onChange);
  const list = select({
    label: `${nameOf(option)}. ${option.text}`,
    among: option.allowed.map((one) => ({
      value: String(one),
      label: option.words[String(one)] ?? capital(String(one).replaceAll("-", " ")),
    })),
    value: String(own?.isWanted ? option.typed : value),
    onChange: (chosen) => {
      const isTyped = chosen === option.typed;
      const typed = own?.show(isTyped) ?? "";
      onChange(isTyped ? typed : chosen);
    },
  });
  return own ? h("div", null, list, own.field) : list;
}

/**
 * A field for what is written in the place of a setting that stands for anything of its kind.
 *
 * @param {OptionInfo} option
 * @param {string | boolean} value
 * @param {(value: string) => void} onInput
 */
function typing(option, value, onInput) {
  if (option.typed === null) return null;
  const isWanted = !option.allowed.includes(value);
  const isNumber = option.typed === NUMBER;
  const field = line({
    label: `${nameOf(option)}: ${(option.words[option.typed] ?? option.typed).toLowerCase()}`,
    value: isWanted ? String(value) : "",
    type: isNumber ? "number" : "text",
    most: isNumber ? undefined : 20,
    onInput,
  });
  const input = /** @type {HTMLInputElement} */ (field.querySelector("input"));
  if (isNumber) Object.assign(input, { min: "1", max: "10000" });
  input.required = true;
  // What is folded away cannot be pointed out.
  input.addEventListener("invalid", () => input.closest("details")?.setAttribute("open", ""));
  /** @param {boolean} wanted */
  const show = (wanted) => {
    field.hidden = !wanted;
    input.disabled = !wanted;
    return input.value;
  };
  show(isWanted);
  return { field, isWanted, show };
}
