/**
 * The form that sets a battle up: who plays, a referee, dice, the switches of the book.
 *
 * The lobby uses it for a new battle, the replay for one that goes on from a line of another.
 */

import { fill, h } from "../dom.js";
import { openDialog } from "../popup.js";
import { diceOf, dicing } from "./dicing.js";
import { radios } from "./fields.js";
import { hasFriends, problemOf, seatsOf, summary, usual } from "./places.js";
import { switches } from "./rules.js";
import { seating } from "./seating.js";
import { waiting } from "./waiting.js";

/** @typedef {import("../api.js").Created} Created */
/** @typedef {import("../api.js").DiceWish} DiceWish */
/** @typedef {import("../api.js").OptionInfo} OptionInfo */
/** @typedef {import("../api.js").PlayerInfo} PlayerInfo */
/** @typedef {import("../api.js").SeatWish} SeatWish */
/** @typedef {import("./places.js").Force} Force */
/** @typedef {"none" | "me" | "friend"} Referee */

/**
 * What was chosen.
 *
 * @typedef {DiceWish & {seats: SeatWish[], referee: Referee,
 *   options: Record<string, string | boolean>, characters?: Record<string, string>, wait?: boolean}} Chosen
 */

/**
 * The part in which people are chosen. `settled` waits until all files have been looked at, and says
 * whether none of those that it waited for was wrong.
 *
 * @typedef {{element: HTMLElement, settled: () => Promise<boolean>}} PeoplePart
 */

const REFEREES = [
  { value: "none", label: "None", text: "The book's own answers apply where it asks for one." },
  { value: "me", label: "Me", text: "You see everything, and your word beats the program's." },
  { value: "friend", label: "A friend", text: "You get a link to send to the referee." },
];

/**
 * Opens the form.
 *
 * @param {object} wanted
 * @param {string} wanted.title
 * @param {Force[]} wanted.forces
 * @param {PlayerInfo[]} wanted.players
 * @param {string} wanted.level
 * @param {OptionInfo[]} [wanted.options]
 * @param {string} [wanted.bookTitle]
 * @param {import("./places.js").Places} [wanted.places] Who leads what, to begin with.
 * @param {string} [wanted.note] Stands above everything.
 * @param {(files: Map<string, string>) => PeoplePart} [wanted.people] The part in which people
 *   from files are put in the place of units.
 * @param {string} wanted.action What stands on the button.
 * @param {(chosen: Chosen) => Promise<Created>} wanted.begin
 * @param {(created: Created) => void} wanted.done
 */
export function openSetup(wanted) {
  const { forces, players, level, options = [] } = wanted;
  const places = wanted.places ?? usual(forces, level);
  /** @type {DiceWish} */
  const dice = { dice: "computer" };
  /** @type {import("./rules.js").Settings} */
  const settings = new Map();
  /** @type {Map<string, string>} */
  const files = new Map();
  /** @type {Referee} */
  let referee = "none";

  const line = h("p", { class: "summary", role: "status" });
  const problem = h("p", { class: "problem", role: "alert" });
  const begin = h("button", { class: "primary", type: "submit" }, wanted.action);

  const people = wanted.people?.(files);
  const beginning = waiting({ byItself: Boolean(people), people: Boolean(people) });
  const changed = () => {
    fill(line, summary(places, forces));
    beginning.show(hasFriends(places) || referee === "friend", dice.dice);
  };

  const submit = async () => {
    const wrong = problemOf(places, forces);
    fill(problem, wrong);
    if (wrong) return;
    begin.disabled = true;
    try {
      if (people && !(await people.settled())) return;
      const created = await wanted.begin({
        seats: seatsOf(places),
        referee,
        options: Object.fromEntries(settings),
        ...diceOf(dice),
        ...beginning.wish(),
        ...(files.size ? { characters: Object.fromEntries(files) } : {}),
      });
      close();
      wanted.done(created);
    } catch (error) {
      fill(problem, error instanceof Error ? error.message : String(error));
    } finally {
      begin.disabled = false;
    }
  };

  const form = h(
    "form",
    {
      class: "setup",
      id: "setup",
      on: {
        submit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          void submit();
        },
      },
    },
    wanted.note ? h("p", { class: "note" }, wanted.note) : null,
    part("Who plays", seating({ forces, places, players, level, changed })),
    part(
      "Referee",
      radios({
        legend: "Referee",
        quiet: true,
        tall: true,
        among: REFEREES,
        value: referee,
        onChange: (value) => {
          referee = /** @type {Referee} */ (value);
          changed();
        },
      }),
    ),
    part("Dice", dicing(dice, changed)),
    beginning.element,
    people?.element ?? null,
    options.length
      ? h(
          "details",
          { class: "part" },
          h("summary", null, h("h3", null, `Rules of ${wanted.bookTitle ?? "the book"}`)),
          switches(options, settings),
        )
      : null,
  );
  begin.setAttribute("form", "setup");
  const { close } = openDialog({
    title: wanted.title,
    class: "roomy",
    body: [form],
    actions: [h("div", { class: "grow" }, problem, line), begin],
  });
  changed();
}

/**
 * @param {string} title
 * @param {HTMLElement} content
 */
function part(title, content) {
  return h("section", { class: "part" }, h("h3", null, title), content);
}
