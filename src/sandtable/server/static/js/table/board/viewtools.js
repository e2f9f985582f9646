/**
 * The tools at the edge of the table: zoom, the whole table, and a bar that shows the scale.
 *
 * Exports: `viewTools`, `showScale`.
 */

import { fill, h } from "../../dom.js";
import { icon } from "../../svg.js";

/** @typedef {import("./camera.js").Camera} Camera */

const LENGTHS = [1, 2, 5, 10, 20];
const STEP = 1.35;

/** @param {{zoom: (factor: number) => void, fit: () => void}} board */
export function viewTools(board) {
  const tool = (
    /** @type {string} */ sign,
    /** @type {string} */ name,
    /** @type {() => void} */ act,
  ) =>
    h(
      "button",
      { type: "button", title: name, "aria-label": name, on: { click: act } },
      icon(sign),
    );
  return h(
    "div",
    { class: "board-tools", role: "group", "aria-label": "View of the table" },
    tool("M10 4v12M4 10h12", "Zoom in (+)", () => board.zoom(STEP)),
    tool("M4 10h12", "Zoom out (−)", () => board.zoom(1 / STEP)),
    tool("M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4", "Whole table (0)", () => board.fit()),
  );
}

/**
 * Draws a bar of a round length.
 *
 * @param {HTMLElement} place
 * @param {Camera} camera
 * @param {string} unit
 */
export function showScale(place, { scale, box }, unit) {
  const room = Math.min(190, box.width * 0.25);
  const length = LENGTHS.findLast((each) => each * scale <= room) ?? 1;
  const bar = h("span", { class: "scale-line" });
  bar.style.width = `${length * scale}px`;
  fill(place, bar, `${length} ${unit}`);
}
