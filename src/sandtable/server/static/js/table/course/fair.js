/**
 * Fair dice: a commitment before the battle, a sealed word from everybody, the secret at the end.
 *
 * Exports: `ceremony`, `diceFacts` (what a popover shows), `seedSentence`.
 */

import { beginAnew } from "../../api.js";
import { h } from "../../dom.js";
import { toast } from "../../popup.js";
import { openProof } from "../../replay/proof.js";
import { heldOf } from "../../tokens.js";
import { keepsThings, witness } from "./sealing.js";

/** @typedef {import("../../live.js").Live} Live */
/** @typedef {import("./sealing.js").Sealer} Sealer */
/** @typedef {import("../store.js").Store} Store */

/** @param {Error} error */
const complain = (error) => toast(error.message, { bad: true });

/**
 * The ceremony of fair dice, as far as it has come: asks for a word, or says who is waited for.
 *
 * @param {Store} store
 * @param {Live} live
 * @param {Sealer} sealer
 */
export function ceremony(store, live, sealer) {
  const { standing, welcome } = store;
  const { phase = "sealing", commitment = "", begun_anew: anew = [] } = standing.ceremony ?? {};
  const wanted = (standing.words ?? []).includes(welcome.seat);
  const bound = h(
    "p",
    { class: "muted mono wrap" },
    `The server is bound to its secret by ${commitment}`,
  );
  const told = anew.length ? h("p", { class: "caution" }, anewSentence(store, anew)) : null;
  if (phase === "sealing" && wanted)
    return h("div", { class: "question ceremony" }, told, ...sealing(sealer, bound));
  if (phase === "sealing")
    return h("div", { class: "question ceremony" }, told, h("p", { class: "asked" }, waitsFor(store)), bound);
  return h("div", { class: "question ceremony" }, told, ...opening(store, live, sealer, wanted), bound);
}

/**
 * @param {Sealer} sealer
 * @param {HTMLElement} bound
 */
function sealing(sealer, bound) {
  const input = h("input", {
    type: "text",
    maxlength: 200,
    required: true,
    autocomplete: "off",
    "aria-label": "Your word for the dice",
  });
  const button = h("button", { type: "submit", class: "primary" }, "Seal it");
  const form = h("form", { class: "row" }, input, button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    button.disabled = true;
    sealer
      .seal(input.value.trim())
      .catch(complain)
      .finally(() => {
        button.disabled = false;
      });
  });
  return [
    h(
      "p",
      { class: "asked" },
      "Give a word of your own for the dice. Only its seal is sent now. When everybody’s seals are in, they are shown to all, and only then does this page open yours: so nobody can choose a word by those of the others, not even who knows the server’s secret.",
    ),
    form,
    keepsThings()
      ? null
      : h(
          "p",
          { class: "caution" },
          "This browser keeps nothing. Keep this window open until the battle begins, or your seal cannot be opened.",
        ),
    bound,
  ];
}

/**
 * @param {Store} store
 * @param {Live} live
 * @param {Sealer} sealer
 * @param {boolean} wanted
 */
function opening(store, live, sealer, wanted) {
  const { host } = heldOf(store.welcome.battle);
  const lost = wanted && !sealer.canOpen;
  const anew = () =>
    void (lost ? live.beginAnew() : beginAnew(store.welcome.battle, host)).catch(complain);
  const text = sealer.alarm || "Your seal cannot be opened here: the word and its nonce are in the browser that sealed it. Open the battle there, or have everybody seal a new word.";
  return [
    h("p", { class: "asked" }, `All seals are in. ${waitsFor(store)}`),
    lost ? h("p", { class: sealer.alarm ? "problem" : "caution" }, text) : null,
    lost || host
      ? h(
          "p",
          { class: "row" },
          h("button", { type: "button", on: { click: anew } }, "Seal all words anew"),
          h("span", { class: "muted" }, "With a new secret. Everybody is told, and it stays on record."),
        )
      : null,
  ];
}

/** @param {Store} store */
function waitsFor(store) {
  const { standing, welcome } = store;
  const names = (standing.words ?? []).map((seat) =>
    seat === welcome.seat ? "you" : store.seatName(seat),
  );
  const what = standing.ceremony?.phase === "opening" ? "opened" : "sealed a word";
  const verb = names.length > 1 || names[0] === "you" ? "have" : "has";
  return names.length
    ? `The battle begins when ${names.join(" and ")} ${verb} ${what}${what === "opened" ? " the seal" : ", and all seals are opened"}.`
    : "The battle is about to begin.";
}

/**
 * @param {Store} store
 * @param {import("../../types").BegunAnew[]} anew
 */
function anewSentence(store, anew) {
  const times = anew.length === 1 ? "once" : `${anew.length} times`;
  const by = anew.map((one) => (one.by === "host" ? "the host" : store.seatName(one.by)));
  return `The words have been asked for anew ${times}, by ${by.join(", then ")}. Each time the server drew a new secret.`;
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
  const seen = store.standing.status === "gathering" ? null : witness(battle, dice, secret);
  const { words = [], begun_anew: anew = [] } = dice.ceremony ?? {};
  const check = h(
    "button",
    { type: "button", class: "small", on: { click: () => void openProof(battle, token) } },
    "Verify every roll",
  );
  return [
    h("p", null, promise(dice)),
    seen
      ? h("p", { class: seen.good ? "verdict good" : "verdict bad", role: seen.good ? null : "alert" }, seen.text)
      : null,
    h(
      "dl",
      { class: "facts" },
      ...fact("Commitment", store.standing.ceremony?.commitment ?? dice.commitment ?? ""),
      ...fact(
        "Words",
        words.map((one) => `${one.word} (${store.seatName(one.seat)})`).join(", ") ||
          (dice.words ?? []).join(", ") ||
          "none yet",
      ),
      ...(anew.length ? fact("Begun anew", anewSentence(store, anew)) : []),
      ...fact("Secret", secret ?? "laid open after the battle"),
    ),
    store.standing.status === "over" ? check : null,
  ];
}

/**
 * What can be promised of fair dice, and no more.
 *
 * @param {import("../../types").DiceInfo} dice
 */
function promise({ ceremony: held, commitment, words }) {
  if (!held && words?.length)
    return "Fair dice of an earlier kind: the server bound itself to a secret before the battle, but the words were not sealed, so whoever knew the secret could choose the last one.";
  if (held && !held.words?.length)
    return `No person added a word to these dice, so whoever runs the server alone made them (commitment ${(commitment ?? "").slice(0, 8)}…).`;
  return "Fair dice: the server binds itself to a secret, then everybody seals a word, and only when all seals are in are they opened. Secret and words make the dice, so nobody can load them. Whoever can read the server’s secret could work out a roll before he gives the order for it. Somebody can refuse to open, and everybody sees that.";
}

/**
 * Where the seed of the computer's dice came from, and what that means.
 *
 * @param {import("../../types").DiceInfo} dice
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
