/**
 * What has happened up to the moment that is shown, turn by turn.
 */

import { fill, h } from "../dom.js";
import { eventElement } from "../table/panels/log.js";
import { turnOf } from "../words.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./player.js").Player} Player */
/** @typedef {import("../table/panels/log.js").Names} Names */

/**
 * @param {HTMLElement} root
 * @param {Source} source
 * @param {Player} player
 * @param {Names} names
 * @returns {{redraw: () => void}}
 */
export function mountLog(root, source, player, names) {
  /** @type {HTMLElement[]} */
  let rows = [];
  /** @type {{element: HTMLElement, first: number}[]} */
  let parts = [];
  const spoken = h("p", { class: "visually-hidden", role: "status" });

  const redraw = () => {
    rows = source.moments.map((_, index) =>
      row(index, source.lossesAt(index) > 0, () => void player.step(index - player.index)),
    );
    parts = turns(source, rows);
    fill(
      root,
      spoken,
      parts.map((part) => part.element),
    );
    follow();
  };

  const follow = () => {
    rows.forEach((element, index) => {
      element.hidden = index > player.index;
      if (index <= player.index) unfold(element, source.moments[index], names);
      if (index === player.index) element.setAttribute("aria-current", "step");
      else element.removeAttribute("aria-current");
    });
    for (const { element, first } of parts) element.hidden = first > player.index;
    const here = rows[player.index];
    if (!here) return;
    bringIntoView(root, here);
    // While it plays by itself the log would be read without end.
    if (!player.playing) fill(spoken, source.moments[player.index]?.text ?? "");
  };

  player.on(follow);
  redraw();
  return { redraw };
}

/**
 * Scrolls the log, and nothing else of the page.
 *
 * @param {HTMLElement} root
 * @param {HTMLElement} element
 */
function bringIntoView(root, element) {
  const frame = root.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  const tall = box.height > frame.height - 60;
  if (tall) root.scrollTop -= frame.top + 34 - box.top;
  else if (box.bottom > frame.bottom - 8) root.scrollTop += box.bottom - frame.bottom + 24;
  else if (box.top < frame.top + 40) root.scrollTop -= frame.top + 40 - box.top;
}

/**
 * @param {number} index
 * @param {boolean} lost
 * @param {() => void} go
 */
function row(index, lost, go) {
  return h(
    "li",
    { class: lost ? "moment lost" : "moment" },
    h(
      "button",
      { class: "go-there quiet", type: "button", title: "Go back to here", on: { click: go } },
      h("span", { class: "visually-hidden" }, "Go to step "),
      String(index + 1),
    ),
    h("div", { class: "happenings" }),
  );
}

/**
 * Shows what happened at a moment, once it has been reached.
 *
 * @param {HTMLElement} element
 * @param {import("../api.js").ReplayMoment} moment
 * @param {Names} names
 */
function unfold(element, moment, names) {
  const place = element.querySelector(".happenings");
  if (!place || place.childElementCount) return;
  const told = moment.events.map((event) => eventElement(event, names));
  fill(place, told.length ? told : h("p", { class: "muted" }, "The end of the record."));
}

/**
 * @param {Source} source
 * @param {HTMLElement[]} rows
 */
function turns(source, rows) {
  /** @type {{element: HTMLElement, first: number}[]} */
  const parts = [];
  let list = h("ol", null);
  source.moments.forEach((moment, index) => {
    if (source.beginsTurn(index)) {
      list = h("ol", null);
      const title = turnOf(source.turnName, moment.turn);
      parts.push({ element: h("section", null, h("h2", null, title), list), first: index });
    }
    list.append(rows[index]);
  });
  return parts;
}
