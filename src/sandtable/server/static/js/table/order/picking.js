/**
 * Pieces and features that are picked for an order, from a list beside the table.
 *
 * Exports: `pieceField`, `featureField`.
 */

import { fill, h } from "../../dom.js";
import { ruleLink } from "../../rules.js";
import { takesSeveral } from "./draft.js";
import { learnNames } from "./helping.js";
import { oddsBar, oddsOf, percent } from "./odds.js";

/** @typedef {import("../../types").Slot} Slot */
/** @typedef {import("./slots.js").Context} Context */
/** @typedef {import("./slots.js").Field} Field */
/** @typedef {import("../../types").Target} Target */
/** @typedef {import("./hands.js").Hands} Hands */
/** @typedef {import("../store.js").Store} Store */

/**
 * @param {Slot} slot
 * @param {Context} context
 * @returns {Field}
 */
export function pieceField(slot, { composer, hands, store, draft }) {
  const list = h("ul", { class: "targets" });
  const ask = h("p", { class: "ask" }, slot.ask);
  let shown = "";
  const several = takesSeveral(slot);
  const change = h(
    "button",
    { type: "button", class: "small quiet", hidden: true, on: { click: () => unfold() } },
    "Another…",
  );
  const refused = h("ul", { class: "targets" });
  const count = h("summary", null);
  const cannot = h("details", { class: "cannot" }, count, refused);
  const element = h("div", { class: "slot" }, ask, list, change, cannot);
  const unfold = () => {
    element.classList.remove("settled");
    change.hidden = true;
    composer.activate(slot);
    /** @type {HTMLElement | null} */ (list.querySelector("button"))?.focus();
  };
  let settled = "";
  element.addEventListener("pointerleave", () => hands.try(null));
  element.addEventListener("keydown", (event) => walk(element, event));
  return {
    element,
    update() {
      /** @type {Target[]} */
      const targets =
        draft.targets.get(slot.name) ?? (slot.pieces ?? []).map((piece) => ({ piece }));
      const picked = draft.picked(slot);
      learnNames(composer, targets.map(({ piece }) => piece));
      const names = targets.map(({ piece }) => store.nameOf(piece));
      const now = JSON.stringify([targets, names, picked]);
      if (now !== shown) {
        shown = now;
        const kept = /** @type {HTMLElement | null} */ (list.querySelector(":focus"))?.dataset
          .piece;
        const item = (/** @type {Target} */ target) =>
          h("li", null, targetButton(slot, target, hands, store));
        const not = targets.filter(({ piece, refusal }) => refusal && !picked.includes(piece));
        fill(list, ...targets.filter((target) => !not.includes(target)).map(item));
        fill(refused, ...not.map(item));
        count.textContent = `${not.length} cannot be picked`;
        cannot.hidden = not.length === 0;
        if (kept)
          /** @type {HTMLElement | null} */ (
            list.querySelector(`[data-piece="${CSS.escape(kept)}"]`)
          )?.focus();
      }
      // What has been picked is enough to see, until another one is wanted.
      const choice = picked.join(" ");
      if (!several && choice !== settled) {
        settled = choice;
        element.classList.toggle("settled", picked.length > 0);
        change.hidden = !picked.length || targets.length < 2;
      }
      for (const button of element.querySelectorAll("button[data-piece]")) {
        const id = /** @type {HTMLElement} */ (button).dataset.piece ?? "";
        button.setAttribute("aria-pressed", String(picked.includes(id)));
      }
    },
  };
}

/**
 * Arrow keys go through a list of buttons.
 *
 * @param {HTMLElement} list
 * @param {KeyboardEvent} event
 */
function walk(list, event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const buttons = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("button[data-piece]")]);
  const place = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  buttons.at((place + step) % buttons.length)?.focus();
  event.preventDefault();
  event.stopPropagation();
}

/**
 * @param {Slot} slot
 * @param {Target} target
 * @param {Hands} hands
 * @param {Store} store
 */
function targetButton(slot, target, hands, store) {
  const { piece, refusal, rule, distance } = target;
  const { squares, unit } = store.welcome.scenario;
  const odds = target.odds && oddsOf(target.odds, piece);
  const facts = [
    distance === undefined ? "" : `${distance.toFixed(squares ? 0 : 1)} ${unit ?? "in"}`,
    refusal ?? "",
    odds ? `${chance(odds)} effect` : "",
  ].filter((fact) => fact);
  const button = h(
    "button",
    {
      type: "button",
      class: "target",
      data: { piece },
      "aria-pressed": "false",
      "aria-disabled": refusal ? "true" : null,
      on: {
        // Pressed by key, a second time gives the order.
        click: (/** @type {MouseEvent} */ event) => hands.pick(slot, piece, event.detail === 0),
        focus: () => hands.try(piece),
        pointerenter: () => hands.try(piece),
      },
    },
    h("span", { class: "name" }, store.nameOf(piece)),
    h("span", { class: "muted" }, facts.join(" · ")),
    odds ? h("span", { class: "mini", "aria-hidden": "true" }, oddsBar(odds)) : null,
  );
  return refusal && rule
    ? h("div", { class: "refused-target" }, button, ruleLink(rule, "§"))
    : button;
}

/**
 * The chance that anything comes of it.
 *
 * @param {import("../../types").OddsInfo} odds
 */
function chance({ outcomes }) {
  const nothing = outcomes.find(({ result }) => result === "none") ?? outcomes[0];
  const [over, under = 1] = (nothing?.probability ?? "1").split("/").map(Number);
  return percent(`${under - over}/${under}`);
}

/**
 * @param {Slot} slot
 * @param {Context} context
 * @returns {Field}
 */
export function featureField(slot, { hands, draft }) {
  const ask = h("p", { class: "ask" });
  const buttons = (slot.words ?? []).map(({ value, label }) => ({
    value,
    button: h(
      "button",
      {
        type: "button",
        class: "target",
        on: {
          click: () => hands.pickFeature(slot, value),
          focus: () => hands.try(value),
          pointerenter: () => hands.try(value),
        },
      },
      h("span", { class: "name" }, label),
    ),
  }));
  const list = h("ul", { class: "targets" }, ...buttons.map(({ button }) => h("li", null, button)));
  list.addEventListener("pointerleave", () => hands.try(null));
  return {
    element: h("div", { class: "slot" }, ask, list),
    update() {
      const picked = draft.picked(slot);
      ask.textContent = slot.most ? `${slot.ask} (${picked.length} of ${slot.most})` : slot.ask;
      for (const { button, value } of buttons) {
        button.setAttribute("aria-pressed", String(picked.includes(value)));
        button.classList.toggle("tried", draft.tried === value);
      }
    },
  };
}
