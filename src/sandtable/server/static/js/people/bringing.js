/**
 * The part of the set-up in which people from files are put in the place of units.
 *
 * Exports: `bringing`.
 */

import { fill, h } from "../dom.js";
import { line, select } from "../lobby/fields.js";
import { cardParts, fileField, lookAt, makeNew } from "./people.js";

/** @typedef {import("./people.js").Places} Places */

/**
 * @param {object} wanted
 * @param {string} wanted.scenario
 * @param {string} wanted.book
 * @param {Places} wanted.info
 * @param {{id: string, name: string}[]} wanted.sides
 * @param {Map<string, string>} wanted.files Where what is chosen is kept: a text for each unit.
 * @returns {import("../lobby/setup.js").PeoplePart}
 */
export function bringing({ scenario, book, info, sides, files }) {
  const { places } = info;
  let unit = places[0].id;
  /** Until when files are being looked at. */
  let looking = Promise.resolve();
  let wrong = false;
  const problem = h("p", { class: "problem", role: "alert" });
  const list = h("ul", { class: "people-brought", "aria-label": "Characters in this battle" });
  const side = (/** @type {string} */ id) => sides.find((each) => each.id === id)?.name ?? id;
  const name = (/** @type {string} */ id) => places.find((place) => place.id === id)?.name ?? id;

  /** @param {string} text @param {string} file What its file is called. */
  const take = async (text, file) => {
    const place = unit;
    try {
      const card = await lookAt(scenario, place, text);
      files.set(place, text);
      list.querySelector(`[data-unit="${CSS.escape(place)}"]`)?.remove();
      list.append(brought(place, card));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      tell(`${file} cannot be used. ${reason}`);
    }
  };

  const tell = (/** @type {string} */ reason) => {
    wrong = true;
    fill(problem, reason);
  };

  const busy = (/** @type {Promise<void>} */ done) => {
    fill(problem);
    wrong = false;
    looking = Promise.all([looking, done]).then(() => {});
  };

  /**
   * @param {string} place
   * @param {import("./people.js").Card} card
   */
  const brought = (place, card) => {
    const row = h("li", { data: { unit: place } });
    fill(
      row,
      h(
        "details",
        null,
        h("summary", null, h("b", null, card.title), ` in the place of ${name(place)}`),
        ...cardParts(card),
      ),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": `Leave ${card.title} at home`,
          on: {
            click: () => {
              files.delete(place);
              row.remove();
            },
          },
        },
        h("span", { "aria-hidden": "true" }, "✕"),
      ),
    );
    return row;
  };

  const element = h(
    "details",
    { class: "part people" },
    h("summary", null, h("h3", null, "Characters")),
    h(
      "p",
      { class: "muted" },
      "People of your own can take the place of units, with the wounds and the kit that they came home with. With fair dice, friends can bring theirs at the table before they give their word.",
    ),
    select({
      label: "In the place of",
      among: places.map((place) => ({
        value: place.id,
        label: `${place.name} (${side(place.side)})`,
      })),
      value: unit,
      onChange: (value) => {
        unit = value;
      },
    }),
    fileField({
      label: "The file of a character",
      onText: take,
      onProblem: tell,
      onBusy: busy,
    }),
    problem,
    list,
    making(book, info),
  );
  return {
    element,
    settled: async () => {
      wrong = false; // what was told before was seen; whoever goes on goes on without
      await looking;
      if (wrong) problem.scrollIntoView({ block: "center" });
      return !wrong;
    },
  };
}

/**
 * Makes the file of somebody new.
 *
 * @param {string} book
 * @param {Places} info
 */
function making(book, info) {
  let kind = info.ready_made[0].id;
  let name = "";
  const problem = h("p", { class: "problem", role: "alert" });
  const make = async () => {
    fill(problem);
    try {
      await makeNew(book, kind, name.trim());
    } catch (error) {
      fill(problem, error instanceof Error ? error.message : String(error));
    }
  };
  return h(
    "details",
    {
      class: "person-new",
      on: {
        keydown: (/** @type {KeyboardEvent} */ event) => {
          // In the form around it, Enter would begin the battle.
          if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          void make();
        },
      },
    },
    h("summary", null, "Make a new character"),
    select({
      label: "What sort",
      among: info.ready_made.map(({ id, text }) => ({ value: id, label: `${id}: ${text}` })),
      value: kind,
      onChange: (value) => {
        kind = value;
      },
    }),
    line({
      label: "Name of the character",
      most: 60,
      onInput: (value) => {
        name = value;
      },
    }),
    h("button", { type: "button", on: { click: () => void make() } }, "Save the new file"),
    problem,
  );
}
