/**
 * The columns and rows of a table of squares: numbers along its edges that stay in sight whatever
 * part of it is, and a light on one square.
 *
 * Exports: `Rulers`.
 */

import { h } from "../../dom.js";
import { s } from "../../svg.js";

/** @typedef {import("../../page").Point} Point */
/** @typedef {import("./camera.js").Camera} Camera */

/** How many pixels a number needs. */
const ROOM = 22;

export class Rulers {
  /**
   * @param {Camera} camera
   * @param {SVGSVGElement} svg The table.
   */
  constructor(camera, svg) {
    this.camera = camera;
    camera.edge = ROOM;
    this.columns = h("div", { class: "ruler columns", "aria-hidden": "true" });
    this.rows = h("div", { class: "ruler rows", "aria-hidden": "true" });
    this.lamp = s("rect", { class: "square-light", width: 1, height: 1, visibility: "hidden" });
    svg.append(this.lamp);
    this.numbers = {
      columns: numbers(this.columns, camera.width),
      rows: numbers(this.rows, camera.depth),
    };
    /** The square whose numbers are marked. @type {Point | null} */
    this.marked = null;
  }

  /** Keeps the numbers beside their columns and rows when the sight changes. */
  follow() {
    const { camera } = this;
    const { left, top, width, height } = camera.box;
    const every = [1, 2, 5, 10].find((step) => camera.scale * step >= ROOM) ?? 20;
    const corner = camera.toClient({ x: 0, y: 0 });
    this.numbers.columns.forEach((number, column) => {
      const at = camera.toClient({ x: column + 0.5, y: 0 }).x - left;
      number.hidden = column % every !== 0 || at < ROOM || at > width - 8;
      number.style.left = `${at}px`;
    });
    this.numbers.rows.forEach((number, row) => {
      const at = camera.toClient({ x: 0, y: row + 0.5 }).y - top;
      number.hidden = row % every !== 0 || at < ROOM || at > height - 8;
      number.style.top = `${at}px`;
    });
    this.columns.style.top = `${Math.max(0, corner.y - top - ROOM * 0.8)}px`;
    this.rows.style.left = `${Math.max(0, corner.x - left - ROOM)}px`;
  }

  /**
   * Marks the numbers of a square.
   *
   * @param {Point | null} square
   */
  mark(square) {
    const change = (/** @type {Point | null} */ which, /** @type {boolean} */ on) => {
      if (!which) return;
      this.numbers.columns[which[0]]?.classList.toggle("here", on);
      this.numbers.rows[which[1]]?.classList.toggle("here", on);
    };
    change(this.marked, false);
    change(square, true);
    this.marked = square;
  }

  /**
   * Lights a square up, or none.
   *
   * @param {Point | null} square
   */
  light(square) {
    this.mark(square);
    this.lamp.setAttribute("visibility", square ? "visible" : "hidden");
    if (!square) return;
    this.lamp.setAttribute("x", String(square[0]));
    this.lamp.setAttribute("y", String(square[1]));
  }
}

/**
 * @param {HTMLElement} ruler
 * @param {number} count
 */
function numbers(ruler, count) {
  const made = Array.from({ length: count }, (_, number) => h("span", null, String(number)));
  ruler.append(...made);
  return made;
}
