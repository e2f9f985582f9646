/**
 * The layers of the drawing, the lowest first: those that the server sends, and two for what is
 * shown for a while.
 *
 * Exports: `Layers`.
 */

import { parsed, s } from "../../svg.js";

/** @typedef {import("../../types").LayerInfo} Layer */
/** @typedef {import("../../types").DrawnInfo} Drawn */

const LAYERS = [
  "defs",
  "ground",
  "places",
  "patches",
  "flags",
  "under",
  "pieces",
  "labels",
  "over",
];
/** Layers that the page fills by itself. */
const OWN = new Set(["under", "over"]);

export class Layers {
  constructor() {
    /** All of them. */
    this.element = s("g", { class: "table" });
    /** @type {Record<string, string>} */
    this.prints = {};
    /** @type {Map<string, SVGGElement>} */
    this.groups = new Map();
    /** @type {Map<string, Drawn>} */
    this.overlays = new Map();
    for (const name of LAYERS) {
      const group = s("g", { "data-layer": name });
      if (OWN.has(name)) group.setAttribute("aria-hidden", "true");
      this.groups.set(name, group);
      this.element.append(group);
    }
  }

  /** @param {string} name */
  get(name) {
    return this.groups.get(name);
  }

  /**
   * Puts new layers in place of those that have changed.
   *
   * @param {Record<string, Layer>} layers
   */
  replace(layers) {
    for (const [name, { svg, fingerprint }] of Object.entries(layers)) {
      const group = this.groups.get(name);
      this.prints[name] = fingerprint;
      if (group && !OWN.has(name)) group.replaceChildren(...parsed(svg));
    }
  }

  /**
   * Shows overlays for a while: those of a channel until others of that channel come.
   *
   * @param {Drawn | null | undefined} drawn
   * @param {string} channel
   */
  overlay(drawn, channel) {
    if (drawn) this.overlays.set(channel, drawn);
    else this.overlays.delete(channel);
    for (const place of /** @type {const} */ (["under", "over"])) {
      const parts = [...this.overlays].map(([name, each]) =>
        s("g", { "data-channel": name }, ...withoutIds(parsed(each[place]))),
      );
      this.groups.get(place)?.replaceChildren(...parts);
    }
  }
}

/**
 * Overlays of several channels may bear the same id, and nothing refers to it.
 *
 * @param {Element[]} elements
 */
function withoutIds(elements) {
  for (const element of elements) element.removeAttribute("id");
  return elements;
}
