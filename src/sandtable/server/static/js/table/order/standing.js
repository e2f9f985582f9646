/**
 * Orders that can be given at any time, such as how pieces react by themselves.
 *
 * Exports: `hasStanding`, `openStanding`.
 */

import { h } from "../../dom.js";
import { hidePopover, showPopover } from "../../popup.js";

/** @typedef {import("../../types").Action} Action */
/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("../store.js").Store} Store */

/**
 * Whether there is anything that can be ordered at any time.
 *
 * @param {Composer} composer
 * @param {Store} store
 */
export function hasStanding(composer, store) {
  return [...composer.pieceActions, ...composer.seatActions].some((action) =>
    isAnytime(action, store),
  );
}

/**
 * @param {Action} action
 * @param {Store} store
 */
function isAnytime({ order }, store) {
  return store.welcome.book.anytime?.includes(order) ?? false;
}

/**
 * Lists such orders, for the selected piece and for all.
 *
 * @param {Composer} composer
 * @param {Store} store
 * @param {Element} anchor
 */
export function openStanding(composer, store, anchor) {
  const own = composer.pieceActions.filter((action) => isAnytime(action, store));
  const all = composer.seatActions.filter((action) => isAnytime(action, store));
  const begin = (/** @type {Action} */ action) => {
    hidePopover();
    composer.begin(action);
  };
  const item = (/** @type {Action} */ action) =>
    h(
      "li",
      null,
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          title: action.hint ?? null,
          on: { click: () => begin(action) },
        },
        action.label,
      ),
    );
  showPopover(
    anchor,
    [
      own.length && composer.selected ? h("h3", null, store.nameOf(composer.selected)) : null,
      own.length ? h("ul", { class: "menu" }, ...own.map(item)) : null,
      all.length ? h("h3", null, "All your pieces, or some") : null,
      all.length ? h("ul", { class: "menu" }, ...all.map(item)) : null,
    ],
    { label: "Standing orders", class: "menu-popover", focus: true },
  );
}
