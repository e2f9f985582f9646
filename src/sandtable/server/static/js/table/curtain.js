/**
 * Several seats at one screen: when another of them is to decide, a curtain hides the table until
 * that person has taken over.
 *
 * Exports: `watchCurtain`, `seatSwitcher`, `raiseCurtain` (at the start, if it was down).
 */

import { byId, fill, h } from "../dom.js";
import { settings } from "../settings.js";
import { heldOf } from "../tokens.js";

/** @typedef {import("./store.js").Store} Store */

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

/** @param {string} name The player that is to come. */
function keepDown(name) {
  try {
    sessionStorage.setItem(DOWN, name);
  } catch {
    // Then the curtain is not there after loading; the table shows what the next player may see.
  }
}

/**
 * @param {Store} store
 * @param {string} battle
 */
export function watchCurtain(store, battle) {
  const look = () => {
    const { waiting = [], status, dice } = store.standing;
    if (status !== "running" || store.asked || dice?.mine) return;
    const { seats } = heldOf(battle);
    const next = waiting.find((seat) => seat !== store.welcome.seat && seats[seat]);
    if (!next) return;
    const name = store.sideName(store.seatInfo(next)?.side) || store.seatName(next);
    if (settings.get().curtain) lower(name, () => sitDown(seats[next]));
    else sitDown(seats[next]);
  };
  store.on("standing", look);
  look();
}

/**
 * @param {string} name
 * @param {() => void} takeOver
 */
function lower(name, takeOver) {
  const curtain = byId("curtain");
  if (!curtain.hidden) return;
  const rest = [...document.body.children].filter(
    (each) => each !== curtain && !each.matches("script, .toasts"),
  );
  const raise = () => {
    for (const each of rest) each.removeAttribute("inert");
    curtain.hidden = true;
  };
  for (const each of rest) each.setAttribute("inert", "");
  const go = h(
    "button",
    { type: "button", class: "primary", on: { click: takeOver } },
    `I am the ${name} player`,
  );
  fill(
    curtain,
    h("h2", { id: "curtain-title" }, `Hand the table to the ${name} player`),
    h(
      "p",
      null,
      "The battle waits for a decision of that side. Nothing of it is shown until you have taken over.",
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
          const name = store.sideName(store.seatInfo(choice.value)?.side) || choice.value;
          if (settings.get().curtain) keepDown(name);
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
  let name = "";
  try {
    name = sessionStorage.getItem(DOWN) ?? "";
    sessionStorage.removeItem(DOWN);
  } catch {
    return Promise.resolve();
  }
  if (!name) return Promise.resolve();
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
      `I am the ${name} player`,
    );
    fill(curtain, h("h2", { id: "curtain-title" }, `Hand the table to the ${name} player`), go);
    curtain.hidden = false;
    go.focus();
  });
  return raised;
}
