/**
 * The part of the set-up that shows the switches of the book, each with the rule behind it.
 */

import { fill, h } from "../dom.js";
import { ruleLink } from "../table/rules.js";
import { capital } from "../words.js";
import { select, tick } from "./fields.js";

/** @typedef {import("../api.js").OptionInfo} OptionInfo */
/** @typedef {Map<string, string | boolean>} Settings Only what differs from the scenario. */

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
  return select({
    label: `${capital(option.id.replaceAll("_", " "))}. ${option.text}`,
    among: option.allowed.map((one) => ({
      value: String(one),
      label: capital(String(one).replaceAll("-", " ")),
    })),
    value: String(value),
    onChange,
  });
}
