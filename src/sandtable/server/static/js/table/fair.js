/**
 * Fair dice: a commitment before the battle, a word from everybody, the secret at the end.
 *
 * Exports: `wordForm`, `diceFacts` (what a popover shows), `seedSentence`.
 */

import { h } from "../dom.js";
import { toast } from "../popup.js";
import { openProof } from "../replay/proof.js";

/** @typedef {import("../live.js").Live} Live */
/** @typedef {import("./store.js").Store} Store */

/**
 * Asks for a word of this person's own.
 *
 * @param {Store} store
 * @param {Live} live
 */
export function wordForm(store, live) {
  const input = h("input", {
    type: "text",
    maxlength: 200,
    required: true,
    "aria-label": "Your word for the dice",
  });
  const form = h(
    "form",
    { class: "question" },
    h(
      "p",
      { class: "asked" },
      "Give a word of your own for the dice. It is mixed into them, so that nobody, not even this server, could have chosen them.",
    ),
    h(
      "p",
      { class: "muted mono wrap" },
      `The server is bound to its secret by ${store.welcome.dice.commitment ?? ""}`,
    ),
    h("div", { class: "row" }, input, h("button", { type: "submit", class: "primary" }, "Give it")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    live.word(input.value.trim()).catch((error) => toast(error.message, { bad: true }));
  });
  return form;
}

/**
 * What there is to know about the dice of the battle.
 *
 * @param {Store} store
 * @param {string | null} token
 */
export function diceFacts(store, token) {
  const { dice, battle } = store.welcome;
  if (dice.kind === "real") {
    const text = "Real dice: whoever gives an order throws them, and types in how they fell.";
    return [h("p", null, text)];
  }
  if (dice.kind !== "fair") return [h("p", null, seedSentence(dice))];
  const secret = dice.secret ?? [...store.lines.values()].find((entry) => entry.secret)?.secret;
  const check = h(
    "button",
    { type: "button", class: "small", on: { click: () => void openProof(battle, token) } },
    "Verify every roll",
  );
  return [
    h(
      "p",
      null,
      "Fair dice: the server bound itself to a secret before the battle, and mixed your words into it.",
    ),
    h(
      "dl",
      { class: "facts" },
      ...fact("Commitment", dice.commitment ?? ""),
      ...fact("Words", (dice.words ?? []).join(", ") || "none yet"),
      ...fact("Secret", secret ?? "laid open after the battle"),
    ),
    store.standing.status === "over" ? check : null,
  ];
}

/**
 * Where the seed of the computer's dice came from, and what that means.
 *
 * @param {import("../types").DiceInfo} dice
 */
export function seedSentence({ seed, seed_from: from }) {
  if (from === "chosen")
    return `The computer rolls. The seed “${seed ?? ""}” was chosen by the host; whoever knows it can work out every roll.`;
  if (from !== "drawn") return "The computer rolls; every roll is in the record.";
  return seed
    ? `The computer rolled, from a seed that the server drew: ${seed}`
    : "The computer rolls, from a seed that the server drew. It is shown to nobody before the end.";
}

/**
 * @param {string} name
 * @param {string} value
 */
function fact(name, value) {
  return [h("dt", null, name), h("dd", { class: "mono wrap" }, value)];
}
