/**
 * Checking a battle: whether it comes out as recorded, and whether the dice were what they claim.
 */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { count } from "../lobby/format.js";
import { openDialog } from "../popup.js";
import { witness } from "../table/course/sealing.js";

/** @typedef {import("../api.js").Verdict} Verdict */

/** What the facts about dice are called. @type {Record<string, string>} */
const FACTS = {
  kind: "Dice",
  seed_from: "Where the seed came from",
  seed: "Seed",
  commitment: "Fingerprint, shown before the first roll",
  secret: "Secret, laid open at the end",
  words: "The players' words",
  rolls: "Rolls checked",
  faces: "Faces checked",
  notes: "Notes",
};

/** @type {Record<string, string>} */
const KINDS = {
  computer: "computer dice, from a seed",
  seeded: "computer dice, from a seed",
  fair: "fair dice: a secret that was bound first, and words that were sealed before any was opened",
  real: "real dice, typed in by the players",
  typed: "real dice, typed in by the players",
};

/**
 * @param {string} battle
 * @param {string | null} token
 */
export async function openProof(battle, token) {
  const result = h("div", { role: "status" }, h("p", null, "Playing the battle again…"));
  openDialog({
    title: "Verify the battle",
    class: "proof",
    body: [
      h(
        "p",
        { class: "muted" },
        "The whole battle is played again from its record. It must come out the same at every line, and every roll must be the one that its dice give.",
      ),
      result,
    ],
  });
  try {
    const found = await api.verify(battle, token);
    fill(result, ...verdict(found), ownSight(battle, found));
  } catch (error) {
    fill(
      result,
      h("p", { class: "problem" }, error instanceof Error ? error.message : String(error)),
    );
  }
}

/**
 * Whether the record has what this browser saw itself while words were sealed.
 *
 * @param {string} battle
 * @param {Verdict} found
 */
function ownSight(battle, found) {
  const { dice } = found;
  const seen = witness(battle, dice, dice.secret ?? undefined);
  if (!seen) return null;
  const look = seen.good ? "verdict good" : "verdict bad";
  return h("p", { class: look, role: seen.good ? null : "alert" }, seen.text);
}

/** @param {Verdict} found */
function verdict(found) {
  const lines = count(found.lines, "line");
  return [
    h(
      "p",
      { class: found.ok ? "verdict good" : "verdict bad" },
      h("span", { "aria-hidden": "true" }, found.ok ? "✓ " : "✕ "),
      found.ok ? `All is in order: ${lines} checked.` : `Something is wrong, after ${lines}.`,
    ),
    found.problem ? h("p", { class: "problem" }, found.problem) : null,
    h(
      "dl",
      { class: "proof-facts" },
      Object.entries(found.dice)
        .filter(([name]) => name !== "ceremony" && !(name === "words" && "ceremony" in found.dice))
        .filter(([, value]) => value !== null && String(value) !== "")
        .map(([name, value]) => [
          h("dt", null, FACTS[name] ?? name),
          h("dd", null, told(name, value)),
        ])
        .flat(),
      ceremonyFacts(found.dice),
    ),
  ];
}

/** @param {import("../types").DiceInfo} dice */
function ceremonyFacts({ ceremony }) {
  if (!ceremony) return [];
  const { words = [], begun_anew: anew = [] } = ceremony;
  return [
    ...words.flatMap(({ seat, word, seal, nonce }) => [
      h("dt", null, `The word of ${seat}`),
      h("dd", null, word, h("br"), h("code", { class: "mono wrap" }, `seal ${seal}, nonce ${nonce}`)),
    ]),
    h("dt", null, "Words asked for anew"),
    h("dd", null, anew.length ? anew.map(({ by }) => `by ${by}`).join(", ") : "never"),
  ];
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function told(name, value) {
  if (name === "kind") return KINDS[String(value)] ?? String(value);
  if (name === "seed_from")
    return value === "chosen"
      ? "chosen by the host; whoever knew it could work out every roll"
      : "drawn by the server";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = Array.isArray(value) ? value.join(" · ") : String(value);
  return name === "commitment" || name === "secret" ? h("code", { class: "mono" }, text) : text;
}
