/**
 * The card of the order that is being made: what is asked, what would come of it, and the button
 * that gives it. It steps aside for what is being decided about.
 *
 * Exports: `OrderCard`.
 */

import { fill, h } from "../../dom.js";
import { ruleLink } from "../../rules.js";
import { capital } from "../../words.js";
import { Aside } from "./aside.js";
import { oddsChart } from "./odds.js";
import { slotField } from "./slots.js";

/** @typedef {import("../../types").Answer} Answer */
/** @typedef {import("../../types").OddsInfo} Odds */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./hands.js").Hands} Hands */
/** @typedef {import("./slots.js").Field} Field */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../../types").Target} Target */

export class OrderCard {
  /**
   * @param {object} parts
   * @param {Composer} parts.composer
   * @param {Hands} parts.hands
   * @param {Store} parts.store
   * @param {Board} parts.board
   */
  constructor({ composer, hands, store, board }) {
    this.composer = composer;
    this.hands = hands;
    this.store = store;
    this.board = board;
    this.element = h("section", { class: "order-card", "aria-label": "Order", hidden: true });
    this.aside = new Aside(this.element, composer, board);
    /** @type {Field[]} */
    this.fields = [];
    this.shownOdds = "";
    /** Whether the focus is to go to what is wanted next. */
    this.leads = false;
    this.title = h("h2");
    this.hint = h("p", { class: "muted" });
    this.slots = h("div", { class: "slots" });
    /** What need not be said. */
    this.refinements = h("div", { class: "slots refinements" });
    this.cost = h("p", { class: "cost", role: "status" });
    this.notes = h("ul", { class: "notes" });
    this.odds = h("div");
    /** What would come of it. */
    this.outlook = h("div", { class: "outlook" }, this.cost, this.notes, this.odds);
    /** The pieces whose outlooks there is room for. @type {Target[] | null} */
    this.roomFor = null;
    this.confirm = h("button", {
      type: "button",
      class: "primary confirm",
      on: { click: () => composer.commit() },
    });
    this.footer = h(
      "footer",
      { class: "row" },
      h(
        "button",
        { type: "button", class: "quiet", on: { click: () => composer.cancel() } },
        "Cancel ",
        h("kbd", null, "Esc"),
      ),
      this.confirm,
    );
    fill(
      this.element,
      h("header", null, this.title, this.hint),
      this.slots,
      this.outlook,
      this.refinements,
      this.footer,
    );
    composer.on("draft", () => this.#open());
    composer.on("change", () => this.#update());
    store.on("standing", () => this.#update());
    new ResizeObserver(() => this.stepAside()).observe(this.element);
  }

  #open() {
    const { draft } = this.composer;
    const focused = document.activeElement;
    if (!draft && this.element.contains(focused)) this.board.svg.focus({ preventScroll: true });
    // Who works on the table goes on there; who pressed a button is led to the next one.
    this.leads = draft !== null && !this.board.svg.contains(focused);
    const slots = draft?.slots ?? [];
    this.fields = slots.map((slot) =>
      slotField(slot, {
        composer: this.composer,
        hands: this.hands,
        store: this.store,
        draft: /** @type {Draft} */ (draft),
      }),
    );
    const elements = (/** @type {boolean} */ needed) =>
      this.fields
        .filter((_, place) => (slots[place].required !== false) === needed)
        .map(({ element }) => element);
    fill(this.slots, ...elements(true));
    fill(this.refinements, ...elements(false));
    this.#update();
  }

  #update() {
    const { draft, glance } = this.composer;
    this.element.hidden = !draft && !glance;
    this.element.classList.toggle("glance", !draft && glance !== null);
    if (draft) this.#showDraft(draft);
    else if (glance) {
      this.#head(glance.action.label, this.store.nameOf(glance.piece));
      this.#foresee(glance.answer, glance.answer.odds ?? null);
      this.footer.hidden = true;
    }
    this.stepAside();
  }

  /** @param {Draft} draft */
  #showDraft(draft) {
    const { action, active } = draft;
    const looked = active && !draft.picked(active).includes(draft.tried ?? "") ? draft.tried : null;
    const tried = active && looked ? draft.target(active, looked) : null;
    const answer = tried ? null : (draft.glimpse ?? draft.preview);
    const odds = (tried ? tried.odds : answer?.odds) ?? null;
    const targets = this.#offered(draft);
    const who = draft.piece ? this.store.nameOf(draft.piece) : "";
    // Once it is clear what would come of it, that matters more than what the action is.
    const hint = odds || targets.some((target) => target.odds) ? "" : action.hint;
    this.#head(action.label, [who, hint].filter((part) => part).join(" · "), action.rule);
    for (const field of this.fields) field.update();
    this.#makeRoom(targets);
    if (tried) this.#outlook(tried);
    else this.#foresee(answer, odds);
    if (draft.problem) this.#cost(draft.problem, "refused");
    this.footer.hidden = draft.sent && this.store.standing.dice !== undefined;
    fill(this.confirm, draft.sent || draft.wanted ? "…" : action.label, h("kbd", null, "Enter"));
    this.confirm.className = draft.preview?.odds ? "danger confirm" : "primary confirm";
    if (draft.ready) this.confirm.removeAttribute("aria-disabled");
    else this.confirm.setAttribute("aria-disabled", "true");
    if (this.leads) this.#lead(draft);
  }

  /**
   * What the pointer may go through in the list of the card; nothing, once one of it is picked.
   *
   * @param {Draft} draft
   * @returns {Target[]}
   */
  #offered(draft) {
    const { active, targets } = draft;
    return active && !draft.filled(active) ? (targets.get(active.name) ?? []) : [];
  }

  /**
   * Keeps room for the largest outlook of any piece that may be picked, so that the list does not
   * move from under the pointer that goes through it.
   *
   * @param {Target[]} targets
   */
  #makeRoom(targets) {
    if (targets === this.roomFor || (!targets.length && !this.roomFor?.length)) return;
    this.roomFor = targets;
    this.outlook.style.minHeight = "";
    const heights = targets.map((target) => {
      this.#outlook(target);
      return this.outlook.offsetHeight;
    });
    if (targets.length) this.outlook.style.minHeight = `${Math.max(...heights)}px`;
  }

  /**
   * What would come of picking a piece.
   *
   * @param {Target} target
   */
  #outlook({ refusal, rule, odds }) {
    this.#cost(refusal ?? "", refusal ? "refused" : "", rule);
    this.#notes([]);
    this.#odds(odds ?? null);
  }

  /**
   * Puts the focus where the next thing is to be said.
   *
   * @param {Draft} draft
   */
  #lead(draft) {
    const [missing] = draft.missing();
    if (missing && (missing.sort === "path" || missing.sort === "point")) {
      const start = this.composer.startOf();
      if (start) this.board.crosshair.place(start, false);
      this.board.svg.focus({ preventScroll: true });
    } else if (missing) {
      const first = this.element.querySelector("button.target, input, .segmented button");
      const isLooking =
        (missing.sort === "piece" || missing.sort === "pieces") && !draft.targets.has(missing.name);
      if (isLooking || !(first instanceof HTMLElement)) return;
      first.focus();
    } else if (draft.ready) this.confirm.focus();
    else return;
    this.leads = false;
  }

  /**
   * @param {string} title
   * @param {string} hint
   * @param {string} [rule]
   */
  #head(title, hint, rule) {
    this.title.textContent = title;
    // Alone, a bare sign would say nothing.
    const link = rule ? ruleLink(rule, hint ? "§" : undefined) : null;
    fill(this.hint, hint, link ? " " : null, link);
  }

  /**
   * @param {Answer | null} answer
   * @param {Odds | null} odds
   */
  #foresee(answer, odds) {
    const refusal = answer?.refusal;
    const label = answer?.trace?.label ?? "";
    if (refusal)
      this.#cost(
        [label, refusal.reason].filter((part) => part).map(capital).join(". "),
        "refused",
        refusal.rule,
      );
    else this.#cost(answer?.problem ?? label, answer?.problem ? "refused" : "");
    this.#notes(refusal ? [] : (answer?.trace?.notes ?? []));
    this.#odds(odds);
  }

  /**
   * @param {string} text
   * @param {string} kind
   * @param {string} [rule]
   */
  #cost(text, kind, rule) {
    this.cost.hidden = !text;
    this.cost.className = `cost ${kind}`;
    if (this.cost.dataset.text === `${text}|${rule ?? ""}`) return;
    this.cost.dataset.text = `${text}|${rule ?? ""}`;
    fill(this.cost, text, rule ? " " : null, rule ? ruleLink(rule, "§") : null);
  }

  /** @param {string[]} notes */
  #notes(notes) {
    this.notes.hidden = notes.length === 0;
    fill(this.notes, ...notes.map((note) => h("li", null, note)));
  }

  /** @param {Odds | null} odds */
  #odds(odds) {
    const now = JSON.stringify(odds);
    if (now === this.shownOdds) return;
    this.shownOdds = now;
    fill(
      this.odds,
      odds ? h("p", { class: "odds-title" }, odds.title) : null,
      odds ? oddsChart(odds) : null,
    );
  }

  /** Goes to where it covers least of what is being decided about. */
  stepAside() {
    this.aside.step();
  }
}
