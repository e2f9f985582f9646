/**
 * The top bar: which turn it is, whose decision, who is here, what dice are used.
 *
 * Exports: `Pills`.
 */

import { fill, h } from "../../dom.js";
import { showPopover } from "../../popup.js";
import { turnOf } from "../../words.js";
import { diceFacts } from "../course/fair.js";
import { gatheringName } from "../course/gathering.js";

/** @typedef {import("../../types").SeatInfo} SeatInfo */
/** @typedef {import("../store.js").Store} Store */

export class Pills {
  /**
   * @param {object} parts
   * @param {HTMLElement} parts.root
   * @param {Store} parts.store
   * @param {string | null} parts.token
   */
  constructor({ root, store, token }) {
    this.root = root;
    this.store = store;
    this.token = token;
    this.decision = h("span", { class: "pill decision", role: "status" });
    this.turn = h("span", { class: "pill turn" });
    this.people = h("span", { class: "people" });
    this.dice = h("button", {
      type: "button",
      class: "pill dice-pill",
      "aria-haspopup": "dialog",
      on: { click: () => this.#diceFacts() },
    });
    fill(root, this.turn, this.decision, this.people, this.dice);
    store.on("standing", () => this.#show());
    store.on("seats", () => this.#show());
    this.#show();
  }

  #show() {
    const { standing } = this.store;
    this.turn.textContent =
      standing.status === "gathering"
        ? "Before the battle"
        : turnOf(this.store.welcome.book.turn_name, standing.turn, standing.turns);
    this.decision.textContent = this.#decision();
    this.decision.classList.toggle("you", this.store.wanted);
    fill(this.people, ...this.#people());
    this.dice.textContent = this.#diceName();
  }

  #decision() {
    const { standing, welcome } = this.store;
    if (standing.status === "over") {
      const { outcome } = standing;
      return outcome?.winner ? `${this.store.sideName(outcome.winner)} victory` : "A draw";
    }
    if (standing.status === "gathering") return gatheringName(this.store);
    const side = this.store.sideName(welcome.side);
    const [question] = standing.questions ?? [];
    if (question)
      return side ? `Your decision: ${question.ask} · ${side}` : `Your decision: ${question.ask}`;
    const who = (standing.waiting ?? []).map(
      (seat) => this.store.sideName(this.store.seatInfo(seat)?.side) || this.store.seatName(seat),
    );
    return who.length ? `${[...new Set(who)].join(" and ")} to decide` : "Waiting";
  }

  #people() {
    const others = this.store.seats.filter(({ seat }) => seat !== this.store.welcome.seat);
    const pills = others.map((info) => this.#person(info));
    if (this.store.onlookers)
      pills.push(h("span", { class: "pill" }, `${this.store.onlookers} looking on`));
    return pills;
  }

  /** @param {SeatInfo} info */
  #person(info) {
    const computer = (info.kind ?? "person") !== "person";
    const side =
      this.store.sideName(info.side) || (info.role === "referee" ? "Referee" : info.seat);
    const who = computer ? `computer (${info.kind})` : info.name || (info.here ? "here" : "away");
    const here = computer || info.here;
    return h(
      "span",
      { class: `pill ${here ? "" : "away"}`, title: here ? "" : "Not connected now" },
      h("span", { class: here ? "lamp on" : "lamp", "aria-hidden": "true" }),
      `${side}: ${who}`,
      here ? null : h("span", { class: "visually-hidden" }, ", not connected"),
    );
  }

  #diceName() {
    const { dice } = this.store.welcome;
    if (dice.kind === "fair") return `Fair dice ${(dice.commitment ?? "").slice(0, 4)}…`;
    if (dice.kind === "real") return "Real dice";
    return dice.seed_from === "chosen" ? "Dice from a chosen seed" : "Computer's dice";
  }

  #diceFacts() {
    showPopover(this.dice, [h("h3", null, "The dice"), ...diceFacts(this.store, this.token)], {
      label: "The dice",
      class: "dice-facts",
    });
  }
}
