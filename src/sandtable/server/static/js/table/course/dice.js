/**
 * Real dice: the page asks for the exact roll and takes the faces.
 *
 * Exports: `diceTray`.
 */

import { h } from "../../dom.js";
import { toast } from "../../popup.js";

/** @typedef {import("../../live.js").Live} Live */
/** @typedef {import("../../types").DiceWanted} DiceWanted */

/** Up to so many sides a die has a button for each face. */
const FACES = 20;

/**
 * @param {DiceWanted} wanted
 * @param {Live} live
 */
export function diceTray(wanted, live) {
  /** @type {(number | null)[]} */
  const faces = Array.from({ length: wanted.count }, () => null);
  const send = h("button", { type: "submit", class: "primary" }, "These fell");
  const form = h("form", { class: "dice-tray", "aria-label": wish(wanted) });
  const set = (/** @type {number} */ place, /** @type {number | null} */ face) => {
    faces[place] = face;
    show();
  };
  const show = () => {
    for (const button of form.querySelectorAll("button[data-face]")) {
      const { place, face } = /** @type {HTMLElement} */ (button).dataset;
      button.setAttribute("aria-pressed", String(faces[Number(place)] === Number(face)));
    }
    if (faces.includes(null)) send.setAttribute("aria-disabled", "true");
    else send.removeAttribute("aria-disabled");
  };
  form.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const place = Number(target.dataset.place ?? Math.max(0, faces.indexOf(null)));
    const face = faceTyped(event.key, wanted.sides, faces[place]);
    if (target instanceof HTMLInputElement || face === null) return;
    event.preventDefault();
    set(place, face);
    // The next digit may belong to the same number, if that can have two.
    const next = wanted.sides > 10 ? place : faces.indexOf(null);
    const at = `[data-place="${next}"][data-face="${faces[next] ?? 1}"]`;
    /** @type {HTMLElement} */ (form.querySelector(at) ?? send).focus();
  });
  const say = (/** @type {Error} */ error) => toast(error.message, { bad: true });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const thrown = faces.filter((face) => face !== null);
    if (thrown.length < wanted.count) toast("Some faces are still missing.");
    else if (wanted.drawn && new Set(thrown).size < thrown.length)
      toast("All numbers must differ.", { bad: true });
    else live.throwDice(thrown).catch(say);
  });
  form.append(
    h("p", { class: "asked" }, wish(wanted)),
    h(
      "div",
      { class: "dice-rows" },
      ...faces.map((_, place) =>
        wanted.sides <= FACES ? faceButtons(wanted, place, set) : faceInput(wanted, place, set),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "button", class: "quiet", on: { click: () => live.cancelThrow().catch(say) } },
        "Give the order up",
      ),
      send,
    ),
  );
  show();
  return form;
}

/**
 * The face that is meant by a digit: the tenth by a nought, as it is printed on many a die.
 *
 * @param {string} key
 * @param {number} sides
 * @param {number | null} before What was chosen before, of which it may be the second digit.
 */
function faceTyped(key, sides, before) {
  if (!/^[0-9]$/.test(key) || sides > FACES) return null;
  if (sides === 10 && key === "0") return 10;
  const isOne = (/** @type {number} */ face) => face >= 1 && face <= sides;
  const both = Number(`${before ?? ""}${key}`);
  if (sides > 10 && isOne(both)) return both;
  return isOne(Number(key)) ? Number(key) : null;
}

/**
 * What is wanted, in words. What has more sides than any die is no die, but a card or the like.
 *
 * @param {DiceWanted} wanted
 */
function wish({ request, sides, count, what }) {
  if (sides <= FACES) return `Throw ${request}`;
  const numbers = count === 1 ? "A number" : `${count} numbers`;
  return `${numbers} from 1 to ${sides}: ${what}`;
}

/**
 * @param {DiceWanted} wanted
 * @param {number} place
 * @param {(place: number, face: number | null) => void} set
 */
function faceButtons(wanted, place, set) {
  return h(
    "div",
    { class: "faces", role: "group", "aria-label": `Die ${place + 1}` },
    ...Array.from({ length: wanted.sides }, (_, index) =>
      h(
        "button",
        {
          type: "button",
          class: "face mono",
          data: { place, face: index + 1 },
          "aria-pressed": "false",
          on: { click: () => set(place, index + 1) },
        },
        index + 1,
      ),
    ),
  );
}

/**
 * @param {DiceWanted} wanted
 * @param {number} place
 * @param {(place: number, face: number | null) => void} set
 */
function faceInput(wanted, place, set) {
  const input = h("input", {
    type: "number",
    min: 1,
    max: wanted.sides,
    step: 1,
    "aria-label": `Number ${place + 1}, from 1 to ${wanted.sides}`,
    on: {
      input: () =>
        set(place, input.checkValidity() && input.value !== "" ? Number(input.value) : null),
    },
  });
  return input;
}
