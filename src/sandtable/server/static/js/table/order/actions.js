/**
 * The bar of actions: what the selected piece, or the seat itself, can order now.
 *
 * Exports: `ActionBar`.
 */

import { fill, h } from "../../dom.js";
import { hidePopover, showPopover } from "../../popup.js";
import { ruleLink } from "../../rules.js";
import { keysFor } from "../keys.js";

/** @typedef {import("../../types").Action} Action */
/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("../store.js").Store} Store */

export class ActionBar {
  /**
   * @param {object} parts
   * @param {HTMLElement} parts.root
   * @param {Composer} parts.composer
   * @param {Store} parts.store
   * @param {HTMLElement} parts.undo The button that takes back.
   */
  constructor({ root, composer, store, undo }) {
    this.composer = composer;
    this.store = store;
    this.undo = undo;
    /** @type {Map<Action, string>} */
    this.keys = new Map();
    this.list = h("div", {
      class: "action-list",
      role: "group",
      "aria-label": "What can be ordered",
    });
    this.count = h("span", { class: "muted count" });
    this.ends = h("div", { class: "action-ends" });
    this.root = root;
    this.width = root.clientWidth;
    fill(root, this.list, h("div", { class: "action-rest" }, undo, this.count, this.ends));
    composer.on("actions", () => this.#show());
    composer.on("draft", () => this.#show());
    composer.on("change", () => this.#light());
    store.on("pieces", () => this.#tellCount());
    store.on("standing", () => this.#tellCount());
    new ResizeObserver(() => this.#widthChanged()).observe(root);
    this.#show();
  }

  #widthChanged() {
    if (this.root.clientWidth === this.width) return;
    this.width = this.root.clientWidth;
    this.#show();
  }

  /** What is ordered now, not what may be said at any time. */
  #present() {
    const anytime = this.store.welcome.book.anytime ?? [];
    return this.composer.actions.filter((action) => !anytime.includes(action.order));
  }

  /** Whether there will be something to order again: then the bar keeps its room. */
  #mayOrder() {
    const { welcome, standing } = this.store;
    return welcome.role === "player" && standing.status === "running";
  }

  #show() {
    const focused = /** @type {HTMLElement | null} */ (
      document.activeElement?.closest("[data-action]")
    )?.dataset.action;
    const actions = this.#present();
    const ends = actions.filter((action) => action.ends);
    const open = actions.filter((action) => !action.ends && !action.refusal);
    const shut = actions.filter((action) => !action.ends && action.refusal);
    this.keys = keysFor([...ends, ...open, ...shut]);
    fill(this.ends, ...ends.map((action) => this.#button(action, "end")));
    this.root.classList.toggle("bare", actions.length === 0 && !this.#mayOrder());
    this.#tellCount();
    this.#fitIn(
      actions.filter((action) => !action.ends),
      shut,
    );
    this.#light();
    if (focused)
      /** @type {HTMLElement | null} */ (
        document.querySelector(`[data-action="${CSS.escape(focused)}"]`)
      )?.focus();
  }

  /**
   * Shows as many actions as there is room for in a row; those not possible now are folded first.
   *
   * @param {Action[]} actions
   * @param {Action[]} shut Those of them that are not possible now.
   */
  #fitIn(actions, shut) {
    for (let kept = shut.length; kept >= 0; kept -= 1) {
      const folded = shut.slice(kept);
      const shown = actions.filter((action) => !folded.includes(action));
      fill(
        this.list,
        ...shown.map((action) => this.#button(action)),
        folded.length ? this.#more(folded) : null,
        actions.length ? null : this.#tip(),
      );
      const tops = [...this.list.children].map(
        (child) => /** @type {HTMLElement} */ (child).offsetTop,
      );
      if (new Set(tops).size < 2) return;
    }
  }

  /**
   * @param {Action} action
   * @param {string} [look]
   */
  #button(action, look = "") {
    const key = this.keys.get(action);
    const button = h(
      "button",
      {
        type: "button",
        class: `action ${look}`,
        data: { action: nameOf(action), order: action.order },
        title: action.refusal ? `${action.refusal}` : (action.hint ?? ""),
        "aria-disabled": action.refusal ? "true" : null,
        "aria-pressed": "false",
        "aria-keyshortcuts": key || null,
        on: { click: () => (action.refusal ? this.#why(button, action) : this.#begin(action)) },
      },
      h("span", null, action.label),
      key ? h("kbd", { "aria-hidden": "true" }, key) : null,
      action.refusal
        ? h("span", { class: "visually-hidden" }, `, not now: ${action.refusal}`)
        : null,
    );
    return button;
  }

  /** @param {Action} action */
  #begin(action) {
    hidePopover();
    this.composer.begin(action);
  }

  /**
   * @param {HTMLElement} button
   * @param {Action} action
   */
  #why(button, action) {
    showPopover(button, reasons([action]), { label: "Why not", class: "why" });
  }

  /** @param {Action[]} folded */
  #more(folded) {
    const button = h(
      "button",
      {
        type: "button",
        class: "action quiet fold",
        "aria-haspopup": "dialog",
        on: {
          click: () =>
            showPopover(button, reasons(folded), { label: "Not possible now", class: "why" }),
        },
      },
      `${folded.length} not now`,
    );
    return button;
  }

  /** What to do where nothing can be ordered before a piece is selected. */
  #tip() {
    const { composer, store } = this;
    const [question] = store.standing.questions ?? [];
    if (!question || composer.selected || composer.draft) return null;
    const ringed = (question.about ?? []).some((piece) => store.commands(piece));
    const which = ringed ? "one of the ringed pieces" : "one of your pieces";
    return h("p", { class: "muted tip" }, `Select ${which} to see what it can do.`);
  }

  #light() {
    const { draft } = this.composer;
    const current = draft ? nameOf(draft.action) : "";
    for (const button of document.querySelectorAll("button.action[data-action]")) {
      const on = /** @type {HTMLElement} */ (button).dataset.action === current;
      button.setAttribute("aria-pressed", String(on));
    }
  }

  #tellCount() {
    const [question] = this.store.standing.questions ?? [];
    const own = this.store.own().length;
    const shown = question?.ask === "action" && own > 0;
    this.count.textContent = shown ? `${this.store.ready().length} of ${own} still to act` : "";
  }

  /**
   * Begins the action with that key.
   *
   * @param {string} letter
   */
  press(letter) {
    for (const [action, key] of this.keys) {
      if (key !== letter) continue;
      this.composer.begin(action);
      return true;
    }
    return false;
  }
}

/** @param {Action} action */
function nameOf(action) {
  return `${action.piece ?? ""}/${action.order}/${action.label}`;
}

/** @param {Action[]} actions */
function reasons(actions) {
  return actions.map((action) =>
    h(
      "div",
      { class: "reason" },
      h("b", null, action.label),
      h(
        "p",
        null,
        action.refusal ?? "",
        " ",
        action.refused_by ? ruleLink(action.refused_by) : null,
      ),
    ),
  );
}
