/**
 * The part of the set-up that asks whether the battle waits until everybody is there and ready.
 */

import { h } from "../dom.js";
import { tick } from "./fields.js";

/**
 * @param {object} wanted
 * @param {boolean} wanted.byItself Whether a battle with friends waits if nothing is said.
 * @param {boolean} wanted.people Whether players can bring people of their own meanwhile.
 */
export function waiting({ byItself, people }) {
  let chosen = byItself;
  const element = h(
    "section",
    { class: "part waiting", hidden: true },
    h("h3", null, "Beginning"),
    tick({
      label: "Wait for the others",
      checked: chosen,
      onChange: (checked) => {
        chosen = checked;
      },
    }),
    h(
      "p",
      { class: "muted" },
      people
        ? "The battle begins when everybody is ready, or when you say so. Until then your friends can bring characters of their own."
        : "The battle begins when everybody is ready, or when you say so.",
    ),
  );
  return {
    element,
    /**
     * Asks only where there is somebody to wait for: fair dice wait for words in any case.
     *
     * @param {boolean} friends
     * @param {string} dice
     */
    show: (friends, dice) => {
      element.hidden = !friends || dice === "fair";
    },
    /** What is asked of the server. */
    wish: () => (chosen && !element.hidden ? { wait: true } : {}),
  };
}
