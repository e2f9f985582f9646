/**
 * Several seats at one screen: when another of them is to decide, a curtain hides the table until
 * that person has taken over.
 *
 * Exports: `watchCurtain`, `seatSwitcher`, `raiseCurtain` (at the start, if it was down).
 */

import { byId, fill, h } from "../../dom.js";
import { settings } from "../../settings.js";
import { heldOf } from "../../tokens.js";

/** @typedef {import("../store.js").Store} Store */

const DOWN = "sandtable.curtain";

/**
 * Goes over to another seat of this browser. The page is loaded anew, so nothing that the seat
 * before could see is left in it.
 *
 * @param {string} token
 */
function sitDown(token) {
  history.replaceState(null, "", `${location.pathname}#${encodeURIComponent(token)}`);
  location.reload();
}

/**
 * What whoever sits in a seat of this browser is called.
 *
 * @param {Store} store
 * @param {string} seat
 */
function called(store, seat) {
  const info = store.seatInfo(seat);
  if (info?.role === "referee") return "the referee";
  return `the ${store.sideName(info?.side) || seat} player`;
}

/** @param {string} who Who is to come. */
function keepDown(who) {
  try {
    sessionStorage.setItem(DOWN, who);
  } catch {
    // Then the curtain is not there after loading; the table shows what the next player may see.
  }
}

/**
 * The seat of this browser that the battle waits for instead of the one of this page; nothing, if
 * this one is asked too, or if that one is at a window of its own.
 *
 * @param {Store} store
 * @param {Record<string, string>} seats Tokens, by seat.
 */
function nextHere(store, seats) {
  const { waiting = [], status, dice } = store.standing;
  if (status !== "running" || store.asked || dice?.mine) return undefined;
  return waiting.find(
    (seat) => seat !== store.welcome.seat && seats[seat] && !store.seatInfo(seat)?.here,
  );
}

/**
 * @param {Store} store
 * @param {string} battle
 */
export function watchCurtain(store, battle) {
  const look = () => {
    const { seats } = heldOf(battle);
    const next = nextHere(store, seats);
    if (!next) raise();
    else if (settings.get().curtain) lower(called(store, next), () => sitDown(seats[next]));
    else sitDown(seats[next]);
  };
  store.on("standing", look);
  store.on("seats", look);
  look();
}

/** What the curtain hides. */
function hidden() {
  const curtain = byId("curtain");
  return [...document.body.children].filter(
    (each) => each !== curtain && !each.matches("script, .toasts"),
  );
}

function raise() {
  const curtain = byId("curtain");
  if (curtain.hidden) return;
  for (const each of hidden()) each.removeAttribute("inert");
  curtain.hidden = true;
}

/**
 * @param {string} who
 * @param {() => void} takeOver
 */
function lower(who, takeOver) {
  const curtain = byId("curtain");
  if (!curtain.hidden && curtain.dataset.who === who) return;
  curtain.dataset.who = who;
  for (const each of hidden()) each.setAttribute("inert", "");
  const go = h(
    "button",
    { type: "button", class: "primary", on: { click: takeOver } },
    `I am ${who}`,
  );
  fill(
    curtain,
    h("h2", { id: "curtain-title" }, `Hand the table to ${who}`),
    h(
      "p",
      null,
      `The battle waits for a decision of ${who}. Nothing of it is shown until you have taken over.`,
    ),
    go,
    h(
      "button",
      { type: "button", class: "quiet", on: { click: raise } },
      "Look at the table once more",
    ),
  );
  curtain.hidden = false;
  go.focus();
}

/**
 * A choice among the seats that this browser holds; nothing, if there is only one.
 *
 * @param {Store} store
 * @param {string} battle
 */
export function seatSwitcher(store, battle) {
  const { seats } = heldOf(battle);
  const names = Object.keys(seats);
  if (names.length < 2) return null;
  const choice = h(
    "select",
    {
      class: "seat-switcher",
      "aria-label": "Your seat",
      on: {
        change: () => {
          if (settings.get().curtain) keepDown(called(store, choice.value));
          sitDown(seats[choice.value]);
        },
      },
    },
    ...names.map((seat) =>
      h(
        "option",
        { value: seat, selected: seat === store.welcome.seat },
        store.sideName(store.seatInfo(seat)?.side) || seat,
      ),
    ),
  );
  return choice;
}

/** Waits until whoever was named takes over, if the curtain was down when the page was left. */
export function raiseCurtain() {
  let who = "";
  try {
    who = sessionStorage.getItem(DOWN) ?? "";
    sessionStorage.removeItem(DOWN);
  } catch {
    return Promise.resolve();
  }
  if (!who) return Promise.resolve();
  const curtain = byId("curtain");
  /** @type {Promise<void>} */
  const raised = new Promise((resolve) => {
    const go = h(
      "button",
      {
        type: "button",
        class: "primary",
        on: {
          click: () => {
            curtain.hidden = true;
            resolve();
          },
        },
      },
      `I am ${who}`,
    );
    fill(curtain, h("h2", { id: "curtain-title" }, `Hand the table to ${who}`), go);
    curtain.hidden = false;
    go.focus();
  });
  return raised;
}
