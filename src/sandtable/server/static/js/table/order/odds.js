/**
 * Odds as a small chart, with every modifier and its rule.
 *
 * Exports: `oddsChart(odds)`, `oddsOf(odds, piece)`, `oddsSummary(odds)`, `oddsBar(odds)`,
 * `percent(probability)`.
 */

import { h } from "../../dom.js";
import { ruleLink } from "../../rules.js";

/** @typedef {import("../../types").OddsInfo} Odds */
/** @typedef {import("../../types").SideModifier} Modifier */
/** @typedef {import("../../page").PieceId} PieceId */
/** @typedef {import("../../types").ResultInfo} Result */

/**
 * A probability such as "13/100" as a number.
 *
 * @param {string} probability
 */
function number(probability) {
  const [over, under = "1"] = probability.split("/");
  return Number(over) / Number(under);
}

/**
 * Whole percent; what is possible is never shown as nothing, and what is not certain never as all.
 *
 * @param {string} probability
 */
export function percent(probability) {
  const exact = number(probability) * 100;
  if (exact > 0 && exact < 0.5) return "< 1 %";
  if (exact < 100 && exact >= 99.5) return "> 99 %";
  return `${Math.round(exact)} %`;
}

/**
 * How grave a result is, from 0 (the mildest) to 3 (the worst).
 *
 * @param {number} place
 * @param {number} of
 */
function gravity(place, of) {
  if (place === 0) return 0;
  if (place === of - 1) return 3;
  return place === of - 2 ? 2 : 1;
}

/** Results that are called by a word of the program's own. @type {Record<string, string>} */
const WORDS = { none: "no effect", out: "out of action" };

/** @param {string} result */
const named = (result) => WORDS[result] ?? result.replaceAll("-", " ");

/**
 * The odds as far as they concern a piece, where they tell of several.
 *
 * @param {Odds} odds
 * @param {PieceId} piece
 * @returns {Odds}
 */
export function oddsOf(odds, piece) {
  const own = odds.fates.find((fate) => fate.piece === piece);
  return own ? { ...odds, outcomes: own.outcomes, fates: [] } : odds;
}

/**
 * The chart alone: a bar whose parts are the results.
 *
 * @param {Odds} odds
 */
export function oddsBar(odds) {
  const { outcomes } = odds;
  const bar = h("div", { class: "odds-bar", role: "img", "aria-label": oddsSummary(odds) });
  outcomes.forEach(({ result, probability }, place) => {
    const share = number(probability);
    if (share <= 0) return;
    const words =
      share > 0.34 ? `${named(result)} ${percent(probability)}` : String(Math.round(share * 100));
    const part = h(
      "span",
      {
        class: `part gravity-${gravity(place, outcomes.length)}`,
        title: `${named(result)}: ${percent(probability)}`,
      },
      share >= 0.055 ? words : "",
    );
    part.style.flexGrow = String(share);
    bar.append(part);
  });
  return bar;
}

/**
 * The odds in a line of words.
 *
 * @param {Odds} odds
 */
export function oddsSummary(odds) {
  return odds.outcomes
    .filter(({ probability }) => number(probability) > 0)
    .map(({ result, probability }) => `${named(result)} ${percent(probability)}`)
    .join(", ");
}

/**
 * The whole card of odds: chart, results, modifiers one by one, sums.
 *
 * @param {Odds} odds
 */
export function oddsChart(odds) {
  const { outcomes, fates, modifiers } = odds;
  const parts = fates.length
    ? [
        outcomes.length ? h("p", { class: "muted" }, oddsSummary(odds)) : null,
        ...fates.flatMap(({ name, outcomes: own }) => [
          h("p", { class: "odds-whom" }, name),
          ...chartOf({ ...odds, outcomes: own }),
        ]),
      ]
    : chartOf(odds);
  return h(
    "div",
    { class: "odds" },
    ...parts,
    modifiers.length ? modifierTable(modifiers, fates.length > 0) : null,
  );
}

/** @param {Odds} odds */
function chartOf(odds) {
  return [oddsBar(odds), outcomeList(odds.outcomes)];
}

/** @param {Result[]} outcomes */
function outcomeList(outcomes) {
  const shown = outcomes.filter(({ probability }) => number(probability) > 0);
  const exact = h(
    "ul",
    { class: "exact mono" },
    ...shown.map(({ result, probability }) => h("li", null, `${named(result)}: ${probability}`)),
  );
  return h(
    "details",
    { class: "outcomes" },
    h(
      "summary",
      null,
      ...shown.map(({ result, probability }, place) => {
        const grave = gravity(
          outcomes.findIndex((each) => each.result === result),
          outcomes.length,
        );
        return h(
          "span",
          { class: `outcome gravity-${grave}-text` },
          `${place ? " · " : ""}${named(result)} ${percent(probability)}`,
        );
      }),
      h("span", { class: "more" }, " · exact"),
    ),
    exact,
  );
}

/**
 * @param {Modifier[]} modifiers
 * @param {boolean} several Whether there are several targets, whose values make no sum.
 */
function modifierTable(modifiers, several) {
  const sides = [...new Set(modifiers.map(({ side }) => side))];
  const body = sides.flatMap((side, place) => {
    const rows = modifiers.filter((modifier) => modifier.side === side);
    const sum = rows.reduce((total, { value }) => total + value, 0);
    return [
      ...rows.map(({ text, rule, value }) =>
        h("tr", null, h("td", null, ruleLink(rule, text)), h("td", null, signed(value))),
      ),
      several && place
        ? null
        : h("tr", { class: "sum" }, h("th", { scope: "row" }, side), h("td", null, signed(sum))),
    ];
  });
  return h(
    "table",
    { class: "modifiers" },
    h("caption", { class: "visually-hidden" }, "Modifiers"),
    h("tbody", null, ...body),
  );
}

/** @param {number} value */
export function signed(value) {
  return value < 0 ? `−${-value}` : `+${value}`;
}
