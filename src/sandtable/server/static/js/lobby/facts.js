/**
 * What a battle is like at a glance: book, length, forces, balance.
 */

import { h } from "../dom.js";
import { count, sideMark } from "./format.js";

/** @typedef {import("../api.js").ScenarioInfo} ScenarioInfo */

/**
 * How many pieces there are in all.
 *
 * @param {ScenarioInfo} scenario
 */
export function pieces(scenario) {
  return scenario.sides.reduce((sum, side) => sum + side.strength, 0);
}

/** @typedef {import("../api.js").SideInfo} SideInfo */

/**
 * Whether all of a side hides, so that nobody but itself may know of its pieces.
 *
 * @param {SideInfo} side
 */
export function isInHiding(side) {
  return side.hides && !side.strength;
}

/**
 * How strong a side is, as far as everybody may know.
 *
 * @param {SideInfo} side
 * @param {(strength: number) => string} [told]
 */
export function strength(side, told = String) {
  return isInHiding(side) ? "in hiding" : told(side.strength);
}

/**
 * Which game of its book a battle is played by, where the book has two.
 *
 * @param {ScenarioInfo} scenario
 */
export function game(scenario) {
  if (typeof scenario.advanced !== "boolean") return "";
  return scenario.advanced ? "advanced" : "basic";
}

/**
 * Book, game, turns, length.
 *
 * @param {ScenarioInfo} scenario
 */
export function facts(scenario) {
  const all = [
    scenario.book_title,
    game(scenario),
    scenario.turns ? count(scenario.turns, scenario.turn_name) : "",
    scenario.length ?? "",
  ];
  const estimate = `An estimate, from the number of pieces and ${scenario.turn_name}s.`;
  return h(
    "ul",
    { class: "facts", "aria-label": "In short" },
    all
      .filter(Boolean)
      .map((fact) => h("li", { title: fact === scenario.length ? estimate : null }, fact)),
  );
}

/**
 * The strength of each side, and who has won how often.
 *
 * @param {ScenarioInfo} scenario
 */
export function forces(scenario) {
  const won = wins(scenario);
  return h(
    "div",
    { class: "forces" },
    h(
      "ul",
      { "aria-label": "Forces" },
      scenario.sides.map((side, index) =>
        h("li", null, sideMark(index), side.name, h("b", null, strength(side))),
      ),
    ),
    won
      ? balance(scenario, won)
      : h("p", { class: "muted" }, scenario.balance || "Balance not measured"),
  );
}

/**
 * @param {ScenarioInfo} scenario
 * @param {number[]} won
 */
function balance(scenario, won) {
  const text = scenario.sides.map((side, index) => `${side.name} ${won[index]} %`).join(", ");
  const bar = h("div", { class: "balance", "aria-hidden": "true" });
  won.forEach((share, index) => {
    const piece = h("span", { class: `side-${index % 4}` }, `${share} %`);
    piece.style.flexGrow = String(share);
    bar.append(piece);
  });
  return h(
    "div",
    { class: "measured", title: scenario.balance ?? "" },
    bar,
    h(
      "p",
      { class: "muted" },
      "Won, between equal computers",
      h("span", { class: "visually-hidden" }, `: ${text}`),
    ),
  );
}

/**
 * The percentages that the measured balance names, side by side; none if it names none.
 *
 * @param {ScenarioInfo} scenario
 * @returns {number[] | null}
 */
export function wins({ balance: text, sides }) {
  if (!text) return null;
  const found = sides.map(({ name }) => {
    const share = "(\\d+(?:\\.\\d+)?)\\s*%";
    const words = `${name}s?\\b[^.%]*?won\\s+${share}|${name}s?\\s+${share}`;
    const match = new RegExp(words, "i").exec(text.replace(/\s+/g, " "));
    return match ? Number(match[1] ?? match[2]) : NaN;
  });
  return found.some(Number.isNaN) ? null : found;
}
