/**
 * A question before something that cannot be taken back.
 */

import { h } from "./dom.js";
import { openDialog } from "./popup.js";

/**
 * @param {object} wanted
 * @param {string} wanted.title
 * @param {string} wanted.text
 * @param {string} wanted.action What stands on the button.
 * @returns {Promise<boolean>}
 */
export function confirm({ title, text, action }) {
  return new Promise((resolve) => {
    let agreed = false;
    const agree = () => {
      agreed = true;
      close();
    };
    const { close } = openDialog({
      title,
      body: [h("p", null, text)],
      actions: [
        h("button", { type: "button", autofocus: true, on: { click: () => close() } }, "Cancel"),
        h("button", { class: "danger", type: "button", on: { click: agree } }, action),
      ],
      onClose: () => resolve(agreed),
    });
  });
}
