/**
 * The table's cursor: a crosshair that the arrow keys move, by inches or tenths, so that every
 * place can be named without a pointer.
 *
 * Exports: `Crosshair`.
 */

import { s } from "../../svg.js";
import { middleOf, squareName } from "./squares.js";

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("../../page").Point} Point */

/** @type {Record<string, Point>} */
const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export class Crosshair {
  /**
   * @param {Camera} camera
   * @param {HTMLElement} label Shows where it is.
   */
  constructor(camera, label) {
    this.camera = camera;
    this.label = label;
    this.lines = s("path", { class: "crosshair-lines" });
    this.group = s(
      "g",
      { class: "crosshair" },
      this.lines,
      s("circle", { class: "crosshair-ring", r: 0.5 }),
    );
    this.group.setAttribute("visibility", "hidden");
    /** @type {Point} */
    this.at = [camera.width / 2, camera.depth / 2];
    this.shown = false;
    /** How far a step with Shift goes. */
    this.small = 0.1;
    /** Where it may be, of the places that it is sent to. */
    this.kept = (/** @type {Point} */ at) => at;
    /** What a place is called. */
    this.nameOf = (/** @type {Point} */ at) => at.map((one) => one.toFixed(1)).join(", ");
    /** What to say of a place beside its coordinates. */
    this.describe = (/** @type {Point} */ _at) => "";
    /** Called when it has been moved. */
    this.onMove = (/** @type {Point} */ _at) => {};
  }

  /**
   * Stays in the middle of squares; Shift goes five of them.
   *
   * @param {{width: number, depth: number}} size
   */
  keepTo(size) {
    this.small = 5;
    this.kept = (/** @type {Point} */ [x, y]) => {
      const middle = middleOf({ x, y }, size);
      return /** @type {Point} */ ([middle.x, middle.y]);
    };
    this.nameOf = (/** @type {Point} */ at) => squareName(at, size);
    this.place(this.at, false);
  }

  /**
   * Moves by an arrow key.
   *
   * @param {KeyboardEvent} event
   * @returns {boolean} Whether it was one.
   */
  key(event) {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey) return false;
    if (event.altKey) {
      const pixels = 80;
      this.camera.pan(-step[0] * pixels, step[1] * pixels);
      return true;
    }
    const size = event.shiftKey ? this.small : 1;
    this.place([this.at[0] + step[0] * size, this.at[1] + step[1] * size]);
    this.camera.include([this.drawn], 70);
    this.onMove(this.at);
    return true;
  }

  /**
   * @param {Point} at
   * @param {boolean} [show]
   */
  place(at, show = true) {
    const { width, depth } = this.camera;
    this.at = this.kept([held(at[0], width), held(at[1], depth)]);
    if (show) this.show();
  }

  /** Where it is in the drawing. */
  get drawn() {
    return { x: this.at[0], y: this.camera.depth - this.at[1] };
  }

  show() {
    this.shown = true;
    const { x, y } = this.drawn;
    const { width, depth } = this.camera;
    this.lines.setAttribute("d", `M${x} 0V${depth}M0 ${y}H${width}`);
    this.group.lastElementChild?.setAttribute("cx", String(x));
    this.group.lastElementChild?.setAttribute("cy", String(y));
    this.group.setAttribute("visibility", "visible");
    this.label.hidden = false;
    const about = this.describe(this.at);
    this.label.textContent = `${this.nameOf(this.at)}${about && ` · ${about}`}`;
    this.follow();
  }

  hide() {
    this.shown = false;
    this.group.setAttribute("visibility", "hidden");
    this.label.hidden = true;
  }

  /** Keeps the label beside the crosshair when the sight changes. */
  follow() {
    if (!this.shown) return;
    const { left, top, right } = this.camera.box;
    const { x, y } = this.camera.toClient(this.drawn);
    const roomy = x + 180 < right;
    this.label.style.left = `${x - left + (roomy ? 14 : -14)}px`;
    this.label.style.top = `${y - top + 14}px`;
    this.label.style.translate = roomy ? "" : "-100% 0";
  }
}

/**
 * A coordinate on the table, in tenths.
 *
 * @param {number} value
 * @param {number} most
 */
function held(value, most) {
  return Math.round(Math.min(most, Math.max(0, value)) * 10) / 10;
}
