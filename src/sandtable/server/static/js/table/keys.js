/**
 * The keys of the page: one letter for each action, and some for the page itself.
 *
 * Exports: `keysFor(actions)`, `watchKeys(commands)`, `KEYS` (for the help).
 */

import { hidePopover, passingPopover } from "../popup.js";
import { settings } from "../settings.js";

/** @typedef {import("../types").Action} Action */

/** Letters that the page keeps for itself: undo, next piece, piece before, what happened. */
const RESERVED = ["U", "N", "P", "W"];

/** The keys that always mean the same, and what they do. @type {[string, string][]} */
export const KEYS = [
  ["N  P", "Next piece that can still act; the one before"],
  ["Enter", "Select the piece, add the point, pick the target; again: give the order"],
  ["Esc", "One step back: the last point, the order, the selection"],
  ["U", "Undo, or ask the other side to agree to it"],
  ["W", "What happened? Shows again all since your last order"],
  ["Space", "While something is shown: on to the next; twice: to the end"],
  ["← ↑ → ↓", "Move the table's cursor by an inch; with Shift by a tenth; with Alt pan"],
  [",  .", "Turn left or right by 15°; with Shift by 5°"],
  ["+  −  0", "Zoom in, zoom out, the whole table"],
  ["Backspace", "Take the last point of a way away"],
  ["/", "Search the log"],
  ["?", "This help"],
];

/**
 * A key for every action: its own, or a letter of its label that is free.
 *
 * @param {Action[]} actions The first come first.
 * @returns {Map<Action, string>}
 */
export function keysFor(actions) {
  const taken = new Set(RESERVED);
  const keys = new Map();
  for (const action of actions) {
    const wanted = `${action.key ?? ""}${action.label}`.toUpperCase().replace(/[^A-Z]/g, "");
    const key = [...wanted].find((letter) => !taken.has(letter)) ?? "";
    if (key) taken.add(key);
    keys.set(action, key);
  }
  return keys;
}

/**
 * @typedef {object} Commands
 * @property {(letter: string) => boolean} act A letter: whether an action has it.
 * @property {() => void} commit
 * @property {() => void} back
 * @property {() => void} undo
 * @property {(step: 1 | -1) => void} cycle
 * @property {(degrees: number) => boolean} turn
 * @property {(factor: number) => void} zoom
 * @property {() => void} fit
 * @property {() => void} dropPoint
 * @property {() => void} search
 * @property {() => void} help
 * @property {() => void} again Shows again what happened.
 */

/** @param {Commands} commands */
export function watchKeys(commands) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (passingPopover()) hidePopover();
    if (document.querySelector("dialog[open], [popover]:popover-open, .curtain:not([hidden])"))
      return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, textarea, select, [contenteditable]")) {
      if (event.key === "Escape" && target instanceof HTMLElement) target.blur();
      // What is typed into the card of an order counts at once, so that Enter gives it.
      if (event.key === "Enter" && target.closest(".order-card")) commands.commit();
      return;
    }
    if (handled(commands, event, target)) event.preventDefault();
  });
}

/**
 * @param {Commands} commands
 * @param {KeyboardEvent} event
 * @param {Element} target
 * @returns {boolean} Whether the key meant something.
 */
function handled(commands, event, target) {
  switch (event.key) {
    case "Escape":
      return does(commands.back());
    case "Enter":
      // On a button or a link, Enter means that button or link.
      return target.closest("button, a, summary") ? false : does(commands.commit());
    case "Backspace":
      return does(commands.dropPoint());
    case "+":
    case "=":
      return does(commands.zoom(1.35));
    case "-":
      return does(commands.zoom(1 / 1.35));
    case "0":
      return does(commands.fit());
    case ",":
    case "<":
      return commands.turn(event.shiftKey ? -5 : -15);
    case ".":
    case ">":
      return commands.turn(event.shiftKey ? 5 : 15);
    case "/":
      return does(commands.search());
    case "?":
      return does(commands.help());
    default:
      return letter(commands, event);
  }
}

/**
 * @param {Commands} commands
 * @param {KeyboardEvent} event
 */
function letter(commands, event) {
  if (!settings.get().letters || event.key.length !== 1) return false;
  const key = event.key.toUpperCase();
  if (key === "U") return does(commands.undo());
  if (key === "N") return does(commands.cycle(1));
  if (key === "P") return does(commands.cycle(-1));
  if (key === "W") return does(commands.again());
  return commands.act(key);
}

/** @param {void} _done */
function does(_done) {
  return true;
}
