/**
 * Taking back: freely, or by the other side's consent.
 *
 * Exports: `UndoButton`.
 */

import { confirm } from "../../dialog.js";
import { fill, h } from "../../dom.js";
import { RefusedError } from "../../live.js";
import { toast } from "../../popup.js";
import { ruleLink } from "../../rules.js";

/** @typedef {import("../../live.js").Live} Live */
/** @typedef {import("../store.js").Store} Store */

export class UndoButton {
  /**
   * @param {Store} store
   * @param {Live} live
   */
  constructor(store, live) {
    this.store = store;
    this.live = live;
    this.element = h("button", {
      type: "button",
      class: "action undo",
      on: { click: () => this.press() },
    });
    store.on("standing", () => this.#show());
    this.#show();
  }

  get #possible() {
    const { undo, status, proposal } = this.store.standing;
    return undo !== undefined && undo !== null && status !== "gathering" && !proposal;
  }

  /** Whether somebody else would have to agree. */
  get #needsConsent() {
    const { side, role } = this.store.welcome;
    const others = this.store.seats.some(
      (seat) => seat.side && seat.side !== side && (seat.kind ?? "person") === "person",
    );
    return Boolean(this.store.standing.undo) && others && role !== "referee";
  }

  #show() {
    const { undo } = this.store.standing;
    const label = this.#needsConsent ? "Ask to undo" : "Undo";
    fill(this.element, h("span", null, label), h("kbd", { "aria-hidden": "true" }, "U"));
    this.element.title = this.#possible
      ? undo || "Takes your last step back; nothing was learnt by it."
      : "There is nothing of yours to take back.";
    if (this.#possible) this.element.removeAttribute("aria-disabled");
    else this.element.setAttribute("aria-disabled", "true");
    this.element.hidden = this.store.welcome.role === "onlooker";
  }

  async press() {
    if (!this.#possible) {
      toast("There is nothing of yours to take back.");
      return;
    }
    const { undo } = this.store.standing;
    if (
      undo &&
      !(await confirm({
        title: "Take it back?",
        text: undo,
        action: this.#needsConsent ? "Ask the other side" : "Take it back",
      }))
    )
      return;
    try {
      await this.live.undo();
      if (this.store.standing.proposal) toast("The other side is asked whether it agrees.");
    } catch (error) {
      const rule = error instanceof RefusedError ? error.rule : "";
      toast(/** @type {Error} */ (error).message, {
        bad: true,
        more: rule ? ruleLink(rule) : null,
      });
    }
  }
}
