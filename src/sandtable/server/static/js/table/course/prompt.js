/**
 * What the battle waits for: the question to this seat, or whose choice it is and since when; wishes
 * to take something back; dice that are wanted; who is missing before the battle.
 *
 * Exports: `Prompt`.
 */

import { h, refill } from "../../dom.js";
import { hidePopover, showPopover, toast } from "../../popup.js";
import { ruleLink } from "../../rules.js";
import { diceTray } from "./dice.js";
import { gathering } from "./gathering.js";
import { Sealer } from "./sealing.js";
import { seatQuestions } from "./seat.js";

/** @typedef {import("../../live.js").Live} Live */
/** @typedef {import("../../types").Question} Question */
/** @typedef {import("../../types").Standing} Standing */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../order/composer.js").Composer} Composer */
/** @typedef {import("../store.js").Store} Store */

/**
 * @typedef {object} PromptParts
 * @property {HTMLElement} root
 * @property {Store} store
 * @property {Live} live
 * @property {Board} board
 * @property {Composer} composer
 * @property {import("../../people/roster.js").Roster} roster
 * @property {() => void} suggest Opens the suggestions.
 * @property {() => void} hint Asks what the computer would do.
 * @property {() => void} outcome Shows how the battle ended.
 * @property {(anchor: Element) => void} standing Opens the standing orders.
 * @property {() => boolean} hasStanding Whether there are any.
 */

/** @typedef {{label: string, act: (anchor: Element) => void}} Help */

export class Prompt {
  /** @param {PromptParts} parts */
  constructor(parts) {
    this.parts = parts;
    /** @type {HTMLElement | null} */
    this.clock = null;
    /** What is to be typed here, if anything is. */
    this.typed = "";
    /** What is to be decided about the seat itself. */
    this.about = "";
    parts.store.on("standing", () => this.#show());
    parts.store.on("seats", () => this.#show());
    parts.composer.on("actions", () => this.#noticeStanding());
    this.hadStanding = parts.hasStanding();
    this.sealer = new Sealer(parts.store, parts.live);
    setInterval(() => this.#tick(), 1000);
    this.#show();
  }

  #show() {
    const { root, store, live } = this.parts;
    const { standing } = store;
    const { dice } = standing;
    // What has been typed already stays while the same is wanted.
    const typed = this.#typed(standing);
    const own = store.seatInfo(store.welcome.seat);
    const about = JSON.stringify([own?.asked ?? false, own?.kind ?? "person"]);
    const same = typed && typed === this.typed && about === this.about;
    this.about = about;
    if (same && root.querySelector("form")) return;
    this.typed = typed;
    this.clock = null;
    document.body.classList.toggle("dicing", dice !== undefined);
    const seat = seatQuestions(store, live);
    refill(root, ...seat, ...this.#proposal(standing), ...this.#body(standing));
    if (dice?.mine) {
      const first = root.querySelector(".dice-tray button, .dice-tray input");
      if (first instanceof HTMLElement && live.online) first.focus({ preventScroll: true });
    }
    this.#tick();
  }

  /**
   * What is to be typed into the prompt, dice or a word for them; nothing, if there is nothing to type.
   *
   * @param {Standing} standing
   */
  #typed({ dice, number, words, ceremony }) {
    if (dice?.mine) return JSON.stringify([dice, number]);
    if (ceremony?.phase !== "sealing" || !words?.includes(this.parts.store.welcome.seat)) return "";
    return `word ${ceremony.commitment}`;
  }

  #noticeStanding() {
    const has = this.parts.hasStanding();
    if (has === this.hadStanding) return;
    this.hadStanding = has;
    this.#show();
  }

  /**
   * @param {Standing} standing
   * @returns {HTMLElement[]}
   */
  #body(standing) {
    const { store, live, roster } = this.parts;
    if (standing.aside) {
      return [this.#line("This battle does not go on. It can be looked at, and people can talk.")];
    }
    if (standing.status === "over") return [this.#over()];
    if (standing.dice?.mine) return [diceTray(standing.dice, live)];
    if (standing.dice) {
      const who = store.seatName(standing.dice.seat);
      return [this.#line(`${who} throws real dice: ${standing.dice.request}.`)];
    }
    if (standing.status === "gathering") return gathering(store, live, roster, this.sealer);
    const questions = standing.questions ?? [];
    if (questions.length)
      return questions.map((question, place) => this.#question(question, place === 0));
    return [this.#waiting(standing)];
  }

  /**
   * @param {Question} question
   * @param {boolean} first
   */
  #question(question, first) {
    const { board, suggest, hint } = this.parts;
    const about = (question.about ?? []).filter((id) => board.pieceAt(id));
    /** @type {Help[]} */
    const helps = [];
    if (about.length) helps.push({ label: "Show", act: () => board.bringIntoView(about) });
    if (first) {
      helps.push({ label: "Suggestions…", act: suggest });
      helps.push({ label: "What would the computer do?", act: hint });
      helps.push(...this.#standing());
    }
    return h(
      "div",
      { class: "question" },
      h("p", { class: "asked" }, question.prompt, " ", ruleLink(question.rule)),
      helpers(helps),
    );
  }

  /** @returns {Help[]} */
  #standing() {
    const { hasStanding, standing } = this.parts;
    return hasStanding() ? [{ label: "Standing orders…", act: standing }] : [];
  }

  /** @param {Standing} standing */
  #waiting(standing) {
    const { store } = this.parts;
    const who = (standing.waiting ?? []).map((seat) => store.seatName(seat)).join(" and ");
    this.clock = h("span", { class: "muted" });
    return h(
      "div",
      { class: "question" },
      h("p", { class: "line waiting" }, who ? `Waiting for ${who}. ` : "Waiting. ", this.clock),
      helpers(this.#standing()),
    );
  }

  #tick() {
    const { standing } = this.parts.store;
    if (!this.clock || !standing.since) return;
    const seconds = Math.max(0, Math.round(Date.now() / 1000 - standing.since));
    if (seconds < 3) this.clock.textContent = "";
    else if (seconds < 90) this.clock.textContent = `for ${seconds} s`;
    else if (seconds < 5400) this.clock.textContent = `for ${Math.round(seconds / 60)} min`;
    else this.clock.textContent = `since ${new Date(standing.since * 1000).toLocaleString()}`;
  }

  #over() {
    const { store, outcome } = this.parts;
    const result = store.standing.outcome;
    return h(
      "div",
      { class: "question" },
      h(
        "p",
        { class: "asked" },
        result?.reason ?? "The battle is over.",
        " ",
        result?.rule ? ruleLink(result.rule) : null,
      ),
      h("button", { type: "button", class: "primary", on: { click: outcome } }, "How it ended"),
    );
  }

  /**
   * @param {Standing} standing
   * @returns {HTMLElement[]}
   */
  #proposal({ proposal }) {
    if (!proposal) return [];
    const { store, live } = this.parts;
    const answer = (/** @type {boolean} */ agree) =>
      live
        .consent(proposal.proposal, agree)
        .catch((/** @type {Error} */ error) => toast(error.message, { bad: true }));
    const button = (
      /** @type {string} */ label,
      /** @type {boolean} */ agree,
      /** @type {string} */ look,
    ) => h("button", { type: "button", class: look, on: { click: () => answer(agree) } }, label);
    const own = proposal.seat === store.welcome.seat;
    const choices = proposal.mine
      ? [button("Agree", true, "primary small"), button("Decline", false, "small")]
      : own
        ? [button("Withdraw", false, "small")]
        : [];
    return [
      h(
        "div",
        { class: "question proposal", role: "alert" },
        h("p", { class: "asked" }, proposal.text),
        h("div", { class: "row" }, ...choices),
      ),
    ];
  }

  /** @param {string} text */
  #line(text) {
    return h("p", { class: "line" }, text);
  }
}

/**
 * What else one can do at a question: side by side, or behind one button where there is no room.
 *
 * @param {Help[]} helps
 */
function helpers(helps) {
  if (!helps.length) return null;
  const button = (/** @type {Help} */ { label, act }, /** @type {Element | null} */ anchor) => {
    const made = h(
      "button",
      {
        type: "button",
        class: "small quiet",
        on: { click: () => (hidePopover(), act(anchor ?? made)) },
      },
      label,
    );
    return made;
  };
  const more = h(
    "button",
    {
      type: "button",
      class: "small quiet helper-menu",
      "aria-haspopup": "menu",
      on: { click: () => open() },
    },
    "Help…",
  );
  const open = () =>
    showPopover(
      more,
      [h("ul", { class: "menu" }, ...helps.map((help) => h("li", null, button(help, more))))],
      {
        label: "Help with this decision",
        class: "menu-popover",
        focus: true,
      },
    );
  return h("div", { class: "row helpers" }, ...helps.map((help) => button(help, null)), more);
}
