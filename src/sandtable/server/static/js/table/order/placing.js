/**
 * Places, ways and headings of an order: they are given on the table, and can be typed here.
 *
 * Exports: `pointField`, `pathField`, `headingField`.
 */

import { fill, freshId, h } from "../../dom.js";
import { compass, nearestOf } from "../board/geometry.js";
import { columnAndRow, pointOf, squareOf } from "../board/squares.js";
import { choice } from "./choosing.js";
import { goAsFarAsPossible } from "./helping.js";
import { facingOf } from "./turning.js";

/** @typedef {import("../../types").Slot} Slot */
/** @typedef {import("./slots.js").Context} Context */
/** @typedef {import("./slots.js").Field} Field */
/** @typedef {import("../../page").Point} Point */

/**
 * @param {Slot} slot
 * @param {Context} context
 * @returns {Field}
 */
export function pointField(slot, { composer, draft }) {
  const ask = h("p", { class: "ask" }, slot.ask);
  const rows = h("div", { class: "stack" });
  let count = -1;
  const { options } = composer.board;
  const { spots = [] } = slot;
  const shown = (/** @type {Point} */ point) => {
    if (!options.squares) return point;
    // Edges lie half-way between the columns or the rows.
    return spots.length ? columnAndRow(point, options) : squareOf(point, options);
  };
  const names = options.squares ? ["column", "row"] : ["inches east", "inches north"];
  const change = (
    /** @type {number} */ place,
    /** @type {number} */ axis,
    /** @type {string} */ text,
  ) => {
    const value = Number(text);
    if (text === "" || Number.isNaN(value)) return;
    const points = draft.points(slot).map((point) => /** @type {Point} */ ([...point]));
    const told = /** @type {Point} */ ([...shown(points[place] ?? [0, 0])]);
    told[axis] = value;
    const [x, y] = options.squares ? pointOf(told, options) : told;
    points[place] = spots.length ? nearestOf(spots, { x, y }) : [x, y];
    composer.set(slot, slot.several ? points : points[0]);
  };
  const row = (/** @type {number} */ place) =>
    h(
      "div",
      { class: "row point-row" },
      ...names.map((name, axis) =>
        h(
          "label",
          { class: "axis" },
          h("input", {
            type: "number",
            step: spots.length ? "0.5" : options.squares ? "1" : "0.1",
            "aria-label": `${slot.ask}: ${name}`,
            data: { place, axis },
            on: {
              input: (/** @type {Event} */ event) =>
                change(place, axis, /** @type {HTMLInputElement} */ (event.target).value),
            },
          }),
          h("span", { class: "muted", "aria-hidden": "true" }, name.split(" ").at(-1)),
        ),
      ),
      slot.several
        ? h(
            "button",
            {
              type: "button",
              class: "small quiet",
              "aria-label": `Remove place ${place + 1}`,
              on: {
                click: () =>
                  composer.set(
                    slot,
                    draft.points(slot).filter((_, each) => each !== place),
                  ),
              },
            },
            "✕",
          )
        : null,
    );
  return {
    element: h("div", { class: "slot" }, ask, rows),
    update() {
      const points = draft.points(slot);
      const wanted = slot.several ? points.length : 1;
      if (wanted !== count) {
        count = wanted;
        fill(rows, ...Array.from({ length: count }, (_, place) => row(place)));
      }
      for (const input of rows.querySelectorAll("input")) {
        const point = points[Number(input.dataset.place)];
        const value = point ? shown(point)[Number(input.dataset.axis)] : undefined;
        if (document.activeElement !== input)
          input.value = value === undefined ? "" : value.toFixed(options.squares && !spots.length ? 0 : 1);
      }
      ask.textContent =
        slot.several && slot.most ? `${slot.ask} (${points.length} of ${slot.most})` : slot.ask;
    },
  };
}

/**
 * @param {Slot} slot
 * @param {Context} context
 * @returns {Field}
 */
export function pathField(slot, { composer, draft }) {
  const told = h("span", { class: "muted" });
  const back = h(
    "button",
    {
      type: "button",
      class: "small",
      on: { click: () => composer.set(slot, draft.points(slot).slice(0, -1)) },
    },
    "Remove last point",
  );
  const shorten = h(
    "button",
    { type: "button", class: "small", on: { click: () => goAsFarAsPossible(composer, slot) } },
    "As far as it can",
  );
  const row = h("div", { class: "row" }, told, back, shorten);
  return {
    element: h("div", { class: "slot" }, h("p", { class: "ask" }, slot.ask), row),
    update() {
      const points = draft.points(slot);
      const last = points.at(-1);
      const bends =
        points.length > 1 ? ` by ${points.length - 1} bend${points.length > 2 ? "s" : ""}` : "";
      told.textContent = last ? `to ${composer.board.nameOf(last)}${bends}` : "";
      row.hidden = points.length === 0;
      back.hidden = points.length < 2;
      shorten.hidden = !draft.preview?.refusal;
    },
  };
}

/**
 * @param {Slot} slot
 * @param {Context} context
 * @returns {Field}
 */
export function headingField(slot, { composer, hands, draft }) {
  if (slot.headings?.length) {
    const words = slot.headings.map((heading) => ({
      value: heading,
      label: `${compass(heading)}, ${Math.round(heading)}°`,
    }));
    return choice(
      slot,
      words,
      (value) => composer.set(slot, value),
      () => draft.values[slot.name],
    );
  }
  const id = freshId("heading");
  const input = h("input", {
    id,
    type: "number",
    min: 0,
    max: 359,
    step: 1,
    on: {
      input: () =>
        input.value !== "" && composer.set(slot, ((Number(input.value) % 360) + 360) % 360),
    },
  });
  const word = h("span", { class: "muted" });
  const turn = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {number} */ by) =>
    h(
      "button",
      { type: "button", class: "small", "aria-label": name, on: { click: () => hands.turn(by) } },
      sign,
    );
  return {
    element: h(
      "div",
      { class: "slot" },
      h("label", { class: "ask", for: id }, slot.ask),
      h(
        "div",
        { class: "row" },
        turn("↺", "15° to the left (,)", -15),
        input,
        turn("↻", "15° to the right (.)", 15),
        word,
      ),
    ),
    update() {
      const now = Math.round(facingOf(composer, draft, slot)) % 360;
      if (document.activeElement !== input) input.value = String(now);
      word.textContent = compass(now);
    },
  };
}
