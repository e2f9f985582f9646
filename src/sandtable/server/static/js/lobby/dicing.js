/**
 * The part of the set-up that asks where the dice come from.
 */

import { fill, h } from "../dom.js";
import { line, radios } from "./fields.js";

/** @typedef {import("../api.js").DiceWish} DiceWish */

/** @type {{value: DiceWish["dice"], label: string, text: string}[]} */
const KINDS = [
  {
    value: "computer",
    label: "Computer dice",
    text: "The computer rolls. Quick, and good enough among friends.",
  },
  {
    value: "fair",
    label: "Fair dice",
    text: "The computer rolls, and both sides can check every roll afterwards.",
  },
  {
    value: "real",
    label: "Real dice",
    text: "You roll on your own table; the page asks for each roll and takes the faces.",
  },
];

/**
 * @param {DiceWish} wish Changed in place.
 * @param {() => void} changed
 * @returns {HTMLElement}
 */
export function dicing(wish, changed) {
  const details = h("div", { class: "details" });
  const show = () => fill(details, detailsOf(wish, changed));
  const choice = radios({
    legend: "Dice",
    quiet: true,
    tall: true,
    among: KINDS,
    value: wish.dice,
    onChange: (value) => {
      wish.dice = /** @type {DiceWish["dice"]} */ (value);
      show();
      changed();
    },
  });
  show();
  return h("div", { class: "dicing" }, choice, details);
}

/**
 * @param {DiceWish} wish
 * @param {() => void} changed
 */
function detailsOf(wish, changed) {
  if (wish.dice === "computer") {
    return line({
      label: "Seed (if you like)",
      value: wish.seed ?? "",
      most: 64,
      hint: "The same seed and orders give the same battle. A chosen seed is shown to all, since whoever knows it can work out every roll. Empty: the server draws one.",
      onInput: (value) => {
        wish.seed = value;
        changed();
      },
    });
  }
  if (wish.dice === "fair") return fairness();
  return h(
    "p",
    { class: "muted" },
    "Whoever gives an order rolls for it. Until the faces are typed in, nothing has happened.",
  );
}

function fairness() {
  const steps = [
    "The server draws a secret and shows its fingerprint, so that it can no longer change it.",
    "Then every player seals a word at the table: the server gets a fingerprint of it, not the word. When all seals are in, everybody is shown them, and only then are they opened. Secret and words together make the dice, so nobody can load them, not even who knows the secret.",
    "After the battle the secret is laid open, and anybody can check each roll, here or with another program. Your page checks that the record has what it saw.",
    "Whoever can read the secret on the server could work out a roll before he gives the order for it. If a player runs the server, you trust him not to look.",
    "Somebody can refuse to open his seal. Then all words are sealed anew with a new secret; everybody is told, and it stays on record.",
  ];
  return h(
    "ol",
    { class: "fairness" },
    steps.map((text) => h("li", null, text)),
  );
}

/**
 * The dice as the server wants them: without what does not belong to their kind.
 *
 * @param {DiceWish} wish
 * @returns {DiceWish}
 */
export function diceOf({ dice, seed }) {
  if (dice === "computer" && seed?.trim()) return { dice, seed: seed.trim() };
  return { dice };
}
