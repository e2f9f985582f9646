/**
 * The card of the selected piece.
 *
 * Exports: `SheetCard`.
 */

import { fill, h } from "../../dom.js";
import { icon } from "../../svg.js";
import { openBriefing } from "./menu.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../order/composer.js").Composer} Composer */
/** @typedef {import("../store.js").Store} Store */

export class SheetCard {
  /**
   * @param {object} parts
   * @param {Composer} parts.composer
   * @param {Store} parts.store
   * @param {Board} parts.board
   */
  constructor({ composer, store, board }) {
    this.composer = composer;
    this.store = store;
    this.board = board;
    this.element = h("section", {
      class: "sheet",
      "aria-label": "Selected piece",
      "aria-live": "polite",
    });
    composer.on("selection", () => this.#show());
    store.on("seats", () => this.#show());
    this.#show();
  }

  #show() {
    const { selected, sheet } = this.composer;
    if (!selected) {
      fill(this.element, this.#nothing());
      return;
    }
    if (!sheet) {
      const called = this.store.pieces.find(({ piece }) => piece === selected);
      fill(
        this.element,
        h("h2", null, this.store.nameOf(selected)),
        h("p", { class: "muted" }, called?.text ?? "…"),
      );
      return;
    }
    const side = this.store.names.get(selected)?.side;
    fill(
      this.element,
      h(
        "div",
        { class: "sheet-head" },
        h("h2", { class: `side-${this.store.sideNumber(side)}` }, sheet.title),
        h(
          "button",
          {
            type: "button",
            class: "small quiet",
            "aria-label": "Show it on the table",
            on: { click: () => this.board.centreOn(selected) },
          },
          icon("M10 2v4M10 14v4M2 10h4M14 10h4M10 6a4 4 0 1 0 0 8a4 4 0 1 0 0-8"),
        ),
      ),
      sheet.subtitle ? h("p", { class: "muted" }, sheet.subtitle) : null,
      sheet.stats?.length
        ? h(
            "dl",
            { class: "stats" },
            ...sheet.stats.map(({ value, label, hint }) =>
              h("div", { title: hint ?? null }, h("dt", null, label), h("dd", null, value)),
            ),
          )
        : null,
      sheet.lines?.length
        ? h("ul", { class: "lines muted" }, ...sheet.lines.map((line) => h("li", null, line)))
        : null,
    );
  }

  #nothing() {
    const { scenario, role } = this.store.welcome;
    const tips = {
      player: [
        "Select a piece on the table",
        h("span", { class: "by-key" }, ", or press N for the next one that can act"),
        ".",
      ],
      referee: ["You see all. Select a piece to see what it is."],
      onlooker: ["You look on: you see what every player knows."],
    };
    return h(
      "div",
      null,
      h("h2", null, scenario.title),
      h("p", { class: "muted" }, ...tips[role]),
      scenario.briefing
        ? h(
            "button",
            {
              type: "button",
              class: "link",
              on: { click: () => openBriefing(this.store) },
            },
            "Read the briefing",
          )
        : null,
    );
  }
}
