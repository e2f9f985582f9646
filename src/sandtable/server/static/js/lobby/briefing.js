/**
 * The briefing of a battle, to be read at leisure, with its map in full.
 */

import { scenarioDrawing } from "../api.js";
import { h, paragraphs } from "../dom.js";
import { openDialog } from "../popup.js";
import { theme } from "../theme.js";
import { forces, facts } from "./facts.js";
import { day } from "./format.js";

/** @typedef {import("../api.js").ScenarioInfo} ScenarioInfo */

/**
 * @param {ScenarioInfo} scenario
 * @param {(close: () => void) => HTMLElement[]} actions The buttons below it.
 */
export function openBriefing(scenario, actions) {
  const source = scenarioDrawing(scenario.id, theme());
  const opened = openDialog({
    title: scenario.title,
    class: "briefing",
    body: [
      h(
        "div",
        null,
        h(
          "a",
          { class: "map", href: source, target: "_blank", rel: "noopener" },
          h("img", {
            src: source,
            alt: `Map of ${scenario.title}, with the forces as they start. Opens in a page of its own.`,
          }),
        ),
        facts(scenario),
        forces(scenario),
      ),
      h(
        "div",
        { class: "prose" },
        h(
          "p",
          { class: "where" },
          [day(scenario.date), scenario.place].filter(Boolean).join(" · "),
        ),
        paragraphs(scenario.briefing),
      ),
    ],
    actions: actions(() => opened.close()),
  });
}
