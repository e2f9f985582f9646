/**
 * The battles to fight, as cards, and the filter above them.
 */

import { fill, h } from "../dom.js";
import { facts, forces, game, pieces } from "./facts.js";
import { line, select } from "./fields.js";
import { count, day } from "./format.js";
import { mapOf } from "./maps.js";

/** @typedef {import("../api.js").ScenarioInfo} ScenarioInfo */

/**
 * @typedef {object} Doings
 * @property {(scenario: ScenarioInfo, button: HTMLButtonElement) => void} play
 * @property {(scenario: ScenarioInfo) => void} setUp
 * @property {(scenario: ScenarioInfo) => void} brief
 */

/** The most pieces of a small battle, and of a middling one. */
const SMALL = 20;
const MIDDLING = 36;

/**
 * @param {ScenarioInfo} scenario
 * @param {Doings} doings
 * @returns {HTMLElement}
 */
export function card(scenario, doings) {
  const title = h(
    "button",
    { class: "title", type: "button", on: { click: () => doings.brief(scenario) } },
    scenario.title,
    h("span", { class: "visually-hidden" }, ": read the briefing"),
  );
  const [first, ...others] = scenario.sides;
  const play = h(
    "button",
    {
      class: "primary",
      type: "button",
      on: { click: () => doings.play(scenario, play) },
    },
    "Play against the computer",
    h("span", { class: "visually-hidden" }, `: ${scenario.title}`),
  );
  return h(
    "li",
    { class: "battle-card", data: { scenario: scenario.id } },
    h(
      "article",
      null,
      h(
        "div",
        { class: "picture" },
        mapOf(scenario.id, 400, 300),
        h("span", { class: "read", "aria-hidden": "true" }, "Briefing"),
      ),
      h("h3", null, title),
      h("p", { class: "where" }, [day(scenario.date), scenario.place].filter(Boolean).join(" · ")),
      facts(scenario),
      forces(scenario),
      h(
        "div",
        { class: "doings" },
        play,
        h(
          "button",
          { type: "button", on: { click: () => doings.setUp(scenario) } },
          "Set up…",
          h("span", { class: "visually-hidden" }, ` ${scenario.title}`),
        ),
        h(
          "p",
          { class: "muted" },
          `You lead ${first.people}, the computer ${others.map((side) => side.people).join(", ")}.`,
        ),
      ),
    ),
  );
}

/**
 * The cards with their filter.
 *
 * @param {HTMLElement} root
 * @param {ScenarioInfo[]} scenarios
 * @param {Doings} doings
 */
export function mountCards(root, scenarios, doings) {
  const wanted = { text: "", book: "", game: "", size: "" };
  const shown = h("p", { class: "muted shown", role: "status" });
  const none = h("p", { class: "empty", hidden: true }, "No battle fits. Loosen the filter.");
  const cards = scenarios.map((scenario) => ({ scenario, element: card(scenario, doings) }));
  const list = h(
    "ul",
    { class: "cards" },
    cards.map(({ element }) => element),
  );
  const apply = () => {
    let left = 0;
    for (const { scenario, element } of cards) {
      element.hidden = !fits(scenario, wanted);
      left += element.hidden ? 0 : 1;
    }
    none.hidden = left > 0;
    fill(
      shown,
      left === cards.length ? count(left, "battle") : `${left} of ${count(cards.length, "battle")}`,
    );
  };
  fill(root, filter(scenarios, wanted, apply), shown, none, list);
  apply();
}

/** @typedef {{text: string, book: string, game: string, size: string}} Wanted */

/**
 * @param {ScenarioInfo[]} scenarios
 * @param {Wanted} wanted Changed in place.
 * @param {() => void} apply
 */
function filter(scenarios, wanted, apply) {
  const books = new Map(scenarios.map((scenario) => [scenario.book, scenario.book_title]));
  /** @param {keyof Wanted} name */
  const set = (name) => (/** @type {string} */ value) => {
    wanted[name] = value;
    apply();
  };
  return h(
    "div",
    { class: "filter", role: "search", "aria-label": "Find a battle" },
    line({
      label: "Find",
      type: "search",
      placeholder: "place, year, nation",
      onInput: set("text"),
    }),
    select({
      label: "Book",
      value: "",
      onChange: set("book"),
      among: [
        { value: "", label: "All books" },
        ...[...books].map(([value, label]) => ({ value, label })),
      ],
    }),
    select({
      label: "Game",
      value: "",
      onChange: set("game"),
      among: [
        { value: "", label: "Any game" },
        { value: "basic", label: "Basic" },
        { value: "advanced", label: "Advanced" },
      ],
    }),
    select({
      label: "Size",
      value: "",
      onChange: set("size"),
      among: [
        { value: "", label: "Any size" },
        { value: "small", label: `Small: up to ${SMALL} pieces` },
        { value: "middling", label: `Middling: up to ${MIDDLING}` },
        { value: "large", label: "Large" },
      ],
    }),
  );
}

/**
 * @param {ScenarioInfo} scenario
 * @param {Wanted} wanted
 */
function fits(scenario, wanted) {
  const text = [scenario.title, scenario.place, scenario.date, scenario.briefing]
    .concat(scenario.sides.map((side) => side.name))
    .join(" ")
    .toLowerCase();
  const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
  return (
    words.every((word) => text.includes(word)) &&
    (!wanted.book || scenario.book === wanted.book) &&
    (!wanted.game || wanted.game === game(scenario)) &&
    (!wanted.size || size(scenario) === wanted.size)
  );
}

/** @param {ScenarioInfo} scenario */
function size(scenario) {
  const number = pieces(scenario);
  if (number <= SMALL) return "small";
  return number <= MIDDLING ? "middling" : "large";
}
