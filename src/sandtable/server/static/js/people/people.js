/**
 * People who are carried from battle to battle: their cards and their files.
 *
 * Exports: `askPlaces`, `askPeople`, `bring`, `lookAt`, `makeNew`, `saveFile`, `cardParts`,
 * `fileField`.
 */

import { request } from "../api.js";
import { freshId, h } from "../dom.js";
import { ruleLink } from "../rules.js";

/** @typedef {import("../http").CardInfo} Card */
/** @typedef {import("../http").CharacterShown} Shown */
/** @typedef {import("../http").PersonalInfo} Places */

/** How long a file may be; the server checks it again. */
const MOST = 64 * 1024;

const part = encodeURIComponent;

// -- the server -----------------------------------------------------------------------------------

/** @param {string} scenario @returns {Promise<Places>} */
export async function askPlaces(scenario) {
  const answer = await request("GET", `/api/scenarios/${part(scenario)}/characters`);
  return answer.json();
}

/** @param {string} battle @param {string | null} token @returns {Promise<Shown[]>} */
export async function askPeople(battle, token) {
  const answer = await request("GET", `/api/battles/${part(battle)}/characters`, { token });
  return answer.json();
}

/**
 * Puts somebody in the place of a unit, before the battle begins.
 *
 * @param {string} battle
 * @param {string} unit
 * @param {string} text
 * @param {string | null} token
 */
export async function bring(battle, unit, text, token) {
  const body = { unit, text };
  await request("PUT", `/api/battles/${part(battle)}/characters`, { body, token });
}

/** @param {string} scenario @param {string} unit @param {string} text @returns {Promise<Card>} */
export async function lookAt(scenario, unit, text) {
  const body = { unit, text };
  const answer = await request("POST", `/api/scenarios/${part(scenario)}/characters`, { body });
  return answer.json();
}

/** @param {string} book @param {string} kind @param {string} name */
export async function makeNew(book, kind, name) {
  const body = { kind, name };
  await keep(await request("POST", `/api/books/${part(book)}/characters`, { body }));
}

/** @param {string} battle @param {string} piece @param {string | null} token */
export async function saveFile(battle, piece, token) {
  const path = `/api/battles/${part(battle)}/characters/${part(piece)}`;
  await keep(await request("GET", path, { token }));
}

/**
 * Hands a file to the person, under the name that the server gave it.
 *
 * @param {Response} answer
 */
async function keep(answer) {
  const named = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "");
  const address = URL.createObjectURL(await answer.blob());
  h("a", { href: address, download: named?.[1] ?? "character.toml" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

// -- what is shown --------------------------------------------------------------------------------

/**
 * The parts of a card, each under its heading.
 *
 * @param {Card} card
 * @returns {HTMLElement[]}
 */
export function cardParts(card) {
  return [
    h(
      "p",
      { class: "person-sort" },
      card.subtitle,
      ...card.marks.map((mark) => h("span", { class: "person-mark" }, mark)),
    ),
    ...(card.whole ? [] : [h("p", { class: "muted" }, "What everybody may know of him.")]),
    ...card.parts.map(({ title, facts }) =>
      h(
        "section",
        { class: "person-part" },
        h("h3", null, title),
        h("dl", null, ...facts.map((fact) => factRow(fact))),
      ),
    ),
  ];
}

/** @param {import("../http").FactInfo} fact */
function factRow({ label, value, rule, hint }) {
  return h(
    "div",
    null,
    h("dt", null, label),
    h(
      "dd",
      null,
      value,
      rule ? [" ", ruleLink(rule, "§")] : null,
      hint ? h("span", { class: "muted" }, hint) : null,
    ),
  );
}

/**
 * The text of a file; nothing, if it is none. Letters that cannot be read are not made up for.
 *
 * @param {File} file
 */
async function textOf(file) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return null;
  }
}

/**
 * A button that picks a file and reads it as text.
 *
 * @param {object} wanted
 * @param {string} wanted.label
 * @param {(text: string, name: string) => void | Promise<void>} wanted.onText
 * @param {(reason: string) => void} wanted.onProblem
 * @param {(done: Promise<void>) => void} [wanted.onBusy] Told of each file until it is taken.
 * @returns {HTMLElement}
 */
export function fileField({ label, onText, onProblem, onBusy = () => {} }) {
  const id = freshId("file");
  /** @param {File} file */
  const take = async (file) => {
    if (file.size > MOST) {
      onProblem(`${file.name} is too long for a character's file.`);
      return;
    }
    const text = await textOf(file);
    if (text === null) onProblem(`${file.name} is no text in UTF-8, as a character's file is.`);
    else await onText(text, file.name);
  };
  const input = h("input", {
    id,
    type: "file",
    accept: ".toml,text/plain",
    on: {
      change: () => {
        const file = input.files?.[0];
        if (!file) return;
        onBusy(
          take(file).finally(() => {
            input.value = "";
          }),
        );
      },
    },
  });
  return h("div", { class: "field person-file" }, h("label", { for: id }, label), input);
}
