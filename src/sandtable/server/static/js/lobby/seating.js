/**
 * The part of the set-up that asks who leads each side.
 */

import { fill, h } from "../dom.js";
import { isInHiding, strength } from "./facts.js";
import { radios, line, select } from "./fields.js";
import { count, sideMark } from "./format.js";
import { addPlace, deal, hand, mostPlaces, removePlace } from "./places.js";

/** @typedef {import("../api.js").PlayerInfo} PlayerInfo */
/** @typedef {import("./places.js").Force} Force */
/** @typedef {import("./places.js").Place} Place */
/** @typedef {import("./places.js").Places} Places */

/**
 * @typedef {object} Context
 * @property {Force} force
 * @property {Place[]} places
 * @property {PlayerInfo[]} players
 * @property {string} level The computer player that is meant if nothing is said.
 * @property {() => void} changed Called after each change.
 * @property {() => void} redraw Shows the side anew, after a change of its shape.
 */

const KINDS = [
  { value: "me", label: "Me" },
  { value: "computer", label: "Computer" },
  { value: "friend", label: "A friend" },
];

/**
 * One panel for each side.
 *
 * @param {object} wanted
 * @param {Force[]} wanted.forces
 * @param {Places} wanted.places
 * @param {PlayerInfo[]} wanted.players
 * @param {string} wanted.level
 * @param {() => void} wanted.changed
 * @returns {HTMLElement}
 */
export function seating({ forces, places, players, level, changed }) {
  const panels = forces.map((force, index) => {
    const panel = h("section", { class: "side-panel", "aria-label": force.name });
    /** @type {Context} */
    const context = {
      force,
      places: places.get(force.id) ?? [],
      players,
      level,
      changed,
      redraw: () => {
        draw(panel, context, index);
        changed();
      },
    };
    draw(panel, context, index);
    return panel;
  });
  return h("div", { class: "side-panels" }, panels);
}

/**
 * @param {HTMLElement} panel
 * @param {Context} context
 * @param {number} index
 */
function draw(panel, context, index) {
  const { force, places } = context;
  const several = places.length > 1;
  const fixed = places.some((place) => place.seat);
  fill(
    panel,
    h(
      "h4",
      null,
      sideMark(index),
      force.name,
      h("span", { class: "muted" }, strength(force, (pieces) => count(pieces, "piece"))),
    ),
    places.map((place, at) => commander(context, place, at, several)),
    several && !fixed ? division(context) : null,
    fixed ? null : sharing(context),
  );
}

/**
 * @param {Context} context
 * @param {Place} place
 * @param {number} at
 * @param {boolean} several
 */
function commander(context, place, at, several) {
  const { force, changed } = context;
  const who = several ? `Commander ${at + 1} of ${force.name}` : `Who leads ${force.name}`;
  const details = h("div", { class: "details" });
  const choice = radios({
    legend: several ? `Commander ${at + 1}` : who,
    quiet: !several,
    among: KINDS,
    value: place.kind,
    onChange: (value) => {
      place.kind = /** @type {Place["kind"]} */ (value);
      fill(details, detailsOf(context, place, who));
      changed();
    },
  });
  fill(details, detailsOf(context, place, who));
  const dismissal = h(
    "button",
    {
      class: "quiet remove",
      type: "button",
      title: "Remove this commander",
      "aria-label": `Remove commander ${at + 1} of ${force.name}`,
      on: {
        click: () => {
          removePlace(context.places, at);
          context.redraw();
        },
      },
    },
    h("span", { "aria-hidden": "true" }, "✕"),
  );
  return h(
    "div",
    { class: "commander" },
    choice,
    several && !place.seat ? dismissal : null,
    details,
  );
}

/**
 * @param {Context} context
 * @param {Place} place
 * @param {string} who
 */
function detailsOf({ players, changed }, place, who) {
  if (place.kind === "computer") return levelOf(players, place, changed);
  return line({
    label: place.kind === "me" ? "Your name (if you like)" : "Your friend's name (if you like)",
    value: place.name,
    most: 40,
    autocomplete: place.kind === "me" ? "nickname" : "off",
    hint:
      place.kind === "friend"
        ? "You get a link to send. Whoever opens it sits here."
        : who.startsWith("Who")
          ? ""
          : "You command these pieces.",
    onInput: (value) => {
      place.name = value;
      changed();
    },
  });
}

/**
 * @param {PlayerInfo[]} players
 * @param {Place} place
 * @param {() => void} changed
 */
function levelOf(players, place, changed) {
  const text = h("p", { class: "muted" });
  const explain = () =>
    fill(text, players.find((player) => player.name === place.level)?.text ?? "");
  const list = select({
    label: "Level",
    among: players.map((player) => ({ value: player.name, label: player.name })),
    value: place.level,
    onChange: (value) => {
      place.level = value;
      explain();
      changed();
    },
  });
  explain();
  return [list, text];
}

/** @param {Context} context */
function sharing(context) {
  const { force, places, level, redraw } = context;
  if (places.length >= mostPlaces(force)) return null;
  const several = places.length > 1;
  return h(
    "button",
    {
      class: "quiet share",
      type: "button",
      on: {
        click: () => {
          addPlace(places, force, level);
          redraw();
        },
      },
    },
    several ? "Add another commander" : `Share ${force.people} among several people`,
  );
}

/**
 * A unit's name, with its kind where others are called the same.
 *
 * @param {import("../api.js").UnitInfo} unit
 * @param {Force} force
 */
function called(unit, force) {
  const alone = force.units.filter((one) => one.name === unit.name).length === 1;
  return alone || !unit.kind ? unit.name : `${unit.name} (${unit.kind})`;
}

/**
 * Who commands what, or why that cannot be said yet.
 *
 * @param {Context} context
 */
function division(context) {
  if (!isInHiding(context.force)) return whoCommandsWhat(context);
  const text =
    "Its pieces are in hiding, so they are dealt out evenly, unseen. Each commander sees them at the table.";
  return h("p", { class: "muted division" }, text);
}

/**
 * A line for each piece, with a button for each commander.
 *
 * @param {Context} context
 */
function whoCommandsWhat(context) {
  const { force, places, changed } = context;
  const rows = h("div", { class: "pieces" });
  const show = () =>
    fill(
      rows,
      force.units.map((unit) => {
        const owner = places.findIndex((place) => place.pieces.has(unit.id));
        return h(
          "div",
          { class: "piece-row" },
          radios({
            legend: called(unit, force),
            among: places.map((_, at) => ({ value: String(at), label: String(at + 1) })),
            value: String(Math.max(0, owner)),
            onChange: (value) => {
              hand(places, unit.id, Number(value));
              changed();
            },
          }),
        );
      }),
    );
  show();
  return h(
    "details",
    { class: "division", open: true },
    h("summary", null, "Who commands what"),
    h(
      "p",
      { class: "muted" },
      "Every piece has one commander. Deal them out evenly, or choose one by one.",
    ),
    h(
      "button",
      {
        type: "button",
        on: {
          click: () => {
            deal(places, force);
            show();
            changed();
          },
        },
      },
      "Deal out evenly",
    ),
    rows,
  );
}
