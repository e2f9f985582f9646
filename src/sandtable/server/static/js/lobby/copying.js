/**
 * Links to give away, each with a button that copies it.
 */

import { freshId, h } from "../dom.js";
import { whole } from "../tokens.js";
import { capital } from "../words.js";
import { say } from "./say.js";

/**
 * A link in a field, with its label and a button.
 *
 * @param {object} wanted
 * @param {string} wanted.label For whom it is.
 * @param {string} wanted.link
 * @param {string} [wanted.hint]
 * @returns {HTMLElement}
 */
export function linkField({ label, link, hint }) {
  const id = freshId("link");
  const input = h("input", {
    id,
    type: "text",
    value: whole(link),
    readonly: true,
    class: "mono",
    on: { focus: () => input.select() },
  });
  const button = h(
    "button",
    {
      type: "button",
      on: { click: () => void copy(input, label) },
    },
    "Copy",
    h("span", { class: "visually-hidden" }, ` the link for ${label}`),
  );
  return h(
    "div",
    { class: "field link-field" },
    h("label", { for: id }, capital(label)),
    h("div", { class: "row" }, input, button),
    hint ? h("p", { class: "muted" }, hint) : null,
  );
}

/**
 * @param {HTMLInputElement} input
 * @param {string} label
 */
async function copy(input, label) {
  try {
    // Only there on https or on this very computer.
    await navigator.clipboard.writeText(input.value);
  } catch {
    input.select();
    if (!document.execCommand("copy")) {
      say("The browser does not let this page copy. The link is selected: copy it by hand.");
      return;
    }
  }
  say(`Copied the link for ${label}.`);
}
