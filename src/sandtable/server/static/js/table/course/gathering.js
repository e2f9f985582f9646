/**
 * Before the battle: words for fair dice, everybody who says that he is ready, and characters that
 * are brought meanwhile.
 *
 * Exports: `gathering` (what the prompt shows), `gatheringName` (the same in three words).
 */

import { start } from "../../api.js";
import { h } from "../../dom.js";
import { toast } from "../../popup.js";
import { heldOf } from "../../tokens.js";
import { ceremony, seedSentence } from "./fair.js";

/** @typedef {import("../../live.js").Live} Live */
/** @typedef {import("../../people/roster.js").Roster} Roster */
/** @typedef {import("../store.js").Store} Store */

/** @param {Error} error */
const complain = (error) => toast(error.message, { bad: true });

/**
 * @param {Store} store
 * @param {Live} live
 * @param {Roster} roster
 * @param {import("./sealing.js").Sealer} sealer
 * @returns {HTMLElement[]}
 */
export function gathering(store, live, roster, sealer) {
  const { standing, welcome } = store;
  if (welcome.dice.kind === "fair" && standing.words) {
    const { phase } = standing.ceremony ?? {};
    const first = phase === "sealing" && standing.words.includes(welcome.seat);
    return [ceremony(store, live, sealer), ...(first ? [bringing(roster)] : [])];
  }
  if (standing.unready) return [waitingRoom(store, live, roster)];
  return [line("The battle is about to begin.")];
}

/** @param {Store} store */
export function gatheringName({ standing, welcome }) {
  const { words = [], unready = [] } = standing;
  if (standing.ceremony?.phase === "opening") return "The seals are opened";
  if (words.includes(welcome.seat)) return "Your word is wanted";
  if (words.length) return "Waiting for words";
  return unready.includes(welcome.seat) ? "Are you ready?" : "Waiting for the others";
}

/**
 * @param {Store} store
 * @param {Live} live
 * @param {Roster} roster
 */
function waitingRoom(store, live, roster) {
  const { seat } = store.welcome;
  const unready = store.standing.unready ?? [];
  const sits = store.seatInfo(seat) !== null;
  const mine = unready.includes(seat);
  const say = (/** @type {boolean} */ ready) => void live.ready(ready).catch(complain);
  return h(
    "div",
    { class: "question gathering" },
    h("p", { class: "asked" }, sentence(store, unready)),
    store.welcome.dice.seed_from === "chosen"
      ? h("p", { class: "caution" }, seedSentence(store.welcome.dice))
      : null,
    h(
      "div",
      { class: "row" },
      sits && mine ? button("I am ready", "primary", () => say(true)) : null,
      sits && !mine ? button("Not ready after all", "quiet", () => say(false)) : null,
      bringing(roster),
      hostButton(store),
    ),
  );
}

/**
 * @param {Store} store
 * @param {string[]} unready
 */
function sentence(store, unready) {
  const others = unready.filter((seat) => seat !== store.welcome.seat);
  const are = others.length > 1 ? "are" : "is";
  if (others.length === unready.length)
    return `Waiting until ${named(store, others)} ${are} ready.`;
  if (!others.length) return "Everybody else is ready. The battle begins when you are, too.";
  return `The battle begins when everybody is ready: you, and ${named(store, others)}.`;
}

/**
 * Whoever set the battle up need not wait for somebody who does not come.
 *
 * @param {Store} store
 */
function hostButton({ welcome: { battle } }) {
  const { host } = heldOf(battle);
  if (!host) return null;
  return button("Begin now", "", () => void start(battle, host).catch(complain));
}

/**
 * The way to one's own characters, as soon as it is known that the book has any.
 *
 * @param {Roster} roster
 */
function bringing(roster) {
  const made = button("Bring characters…", "", () => void roster.openList());
  made.hidden = !roster.any;
  if (made.hidden) {
    void roster.placesKnown().then(() => {
      made.hidden = !roster.any;
    });
  }
  return made;
}

/**
 * @param {Store} store
 * @param {string[]} seats
 */
function named(store, seats) {
  return seats.map((seat) => store.seatName(seat)).join(" and ");
}

/** @param {string} text */
function line(text) {
  return h("p", { class: "line" }, text);
}

/**
 * @param {string} label
 * @param {string} look
 * @param {() => void} act
 */
function button(label, look, act) {
  return h("button", { type: "button", class: look, on: { click: act } }, label);
}
