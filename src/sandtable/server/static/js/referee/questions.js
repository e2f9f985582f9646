/**
 * The questions that wait for the referee, each with the book's own answer one press away.
 */

import { fill, h } from "../dom.js";
import { sayError } from "../lobby/say.js";
import { ruleLink } from "../rules.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types").Question} Question */
/** @typedef {import("../page").Order} Order */

/**
 * @param {Desk} desk
 * @returns {HTMLElement}
 */
export function questionQueue(desk) {
  const badge = h("span", { class: "badge" });
  const list = h("ol", { class: "questions" });
  const root = h(
    "section",
    { class: "referee-questions", "aria-label": "Questions to the referee" },
    h("h2", null, "Questions ", badge),
    h("div", { "aria-live": "polite" }, list),
  );
  let shown = "";
  const show = () => {
    const questions = desk.store.standing.questions ?? [];
    const key = JSON.stringify([questions, desk.store.standing.number]);
    if (key === shown) return;
    shown = key;
    fill(badge, String(questions.length));
    badge.hidden = !questions.length;
    root.classList.toggle("idle", !questions.length);
    fill(
      list,
      questions.map((question) => item(desk, question)),
    );
  };
  desk.store.on("standing", show);
  show();
  return root;
}

/**
 * @param {Desk} desk
 * @param {Question} question
 */
function item(desk, question) {
  const others = h("div", { class: "answers" });
  const about = question.about ?? [];
  const wanted = question.default ? defaultButton(desk, question.default) : null;
  return h(
    "li",
    null,
    h("p", null, question.prompt, " ", ruleLink(question.rule)),
    about.length
      ? h(
          "p",
          { class: "row" },
          about.map((piece) =>
            h(
              "button",
              {
                class: "small",
                type: "button",
                on: {
                  click: () => {
                    desk.board.centreOn(piece);
                    desk.take(piece);
                  },
                },
              },
              desk.store.nameOf(piece),
            ),
          ),
        )
      : null,
    h(
      "div",
      { class: "row" },
      wanted,
      h(
        "button",
        { type: "button", on: { click: () => void offer(desk, others) } },
        "Other answers",
      ),
    ),
    others,
  );
}

/**
 * @param {Desk} desk
 * @param {Order} order
 */
function defaultButton(desk, order) {
  const words = h("span", null, "As the book has it");
  desk.live
    .ask("preview", { order })
    .then((answer) => {
      if (answer.phrase?.text) fill(words, `As the book has it: ${answer.phrase.text}`);
    })
    .catch(() => {});
  return h(
    "button",
    { class: "primary", type: "button", on: { click: () => void give(desk, order) } },
    words,
  );
}

/**
 * @param {Desk} desk
 * @param {Order} order
 */
async function give(desk, order) {
  try {
    await desk.live.give(order);
  } catch (error) {
    sayError(error);
  }
}

/**
 * @param {Desk} desk
 * @param {HTMLElement} place
 */
async function offer(desk, place) {
  try {
    const { offers = [] } = await desk.live.ask("offers");
    fill(
      place,
      offers.length
        ? offers.map((one) =>
            h(
              "button",
              { type: "button", on: { click: () => void give(desk, one.order) } },
              one.text || one.action,
            ),
          )
        : h("p", { class: "muted" }, "There is no other answer."),
    );
    place.querySelector("button")?.focus();
  } catch (error) {
    sayError(error);
  }
}
