/**
 * The bar that a replay is pulled along, marked by turns, losses and turning points.
 */

import { fill, h } from "../dom.js";
import { turnOf } from "../words.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./player.js").Player} Player */

/**
 * @param {HTMLElement} root
 * @param {Source} source
 * @param {Player} player
 * @returns {{redraw: () => void}}
 */
export function mountScrubber(root, source, player) {
  const range = h("input", {
    type: "range",
    min: 0,
    step: 1,
    class: "scrub",
    "aria-label": "Moment of the battle",
    on: {
      input: () => {
        player.pause();
        void player.go(Number(range.value));
      },
    },
  });
  const marks = h("div", { class: "marks", "aria-hidden": "true" });
  const turns = h("div", { class: "turn-marks", "aria-hidden": "true" });
  fill(root, marks, range, turns);

  const follow = () => {
    range.value = String(player.index);
    range.setAttribute("aria-valuetext", spoken(source, player.index));
  };
  const redraw = () => {
    range.max = String(player.last);
    fill(marks, marksOf(source, player));
    fill(turns, turnsOf(source, player));
    follow();
  };
  player.on(follow);
  redraw();
  return { redraw };
}

/**
 * @param {Source} source
 * @param {number} index
 */
function spoken(source, index) {
  const moment = source.moments[index];
  if (!moment) return "";
  return `${turnOf(source.turnName, moment.turn)}, moment ${index + 1} of ${source.moments.length}: ${moment.text}`;
}

/**
 * @param {HTMLElement} mark
 * @param {number} index
 * @param {Player} player
 */
function placed(mark, index, player) {
  mark.style.setProperty("--at", String(player.last ? index / player.last : 0));
  return mark;
}

/**
 * @param {Source} source
 * @param {Player} player
 */
function marksOf(source, player) {
  return source.moments.flatMap((moment, index) => {
    const turning = source.turning.has(index);
    if (!source.lossesAt(index) && !turning) return [];
    const name = turning ? "mark turning" : "mark loss";
    const title = turning
      ? `Turning point: the end of a ${source.turnName} with heavy losses. ${moment.text}`
      : moment.text;
    const mark = h("span", { class: name, title });
    mark.addEventListener("click", () => void player.step(index - player.index));
    return [placed(mark, index, player)];
  });
}

/**
 * @param {Source} source
 * @param {Player} player
 */
function turnsOf(source, player) {
  /** @type {HTMLElement[]} */
  const found = [];
  let turn = 0;
  source.moments.forEach((moment, index) => {
    if (moment.turn === turn) return;
    turn = moment.turn;
    found.push(placed(h("span", { class: "turn-mark" }, String(turn)), index, player));
  });
  return found;
}
