/**
 * The log: what happened, in sentences, with dice, modifiers and rules.
 *
 * Exports: `Log`, `eventElement(event, names)` (one event, for other pages too).
 */

import { fill, h } from "../../dom.js";
import { ruleLink, rulesButton } from "../../rules.js";
import { withSquares } from "../board/squares.js";
import { signed } from "../order/odds.js";

/** @typedef {import("../../types").BattleEvent} BattleEvent */
/** @typedef {import("../../types").Entry} Entry */
/** @typedef {import("../../page").PieceId} PieceId */
/** @typedef {import("../../types").RollInfo} Roll */
/** @typedef {import("../../types").TallyInfo} Tally */
/** @typedef {import("../store.js").Store} Store */
/** @typedef {"all" | "fire" | "losses" | "piece"} Filter */

/** What is said of a step back that tells nothing by itself. @type {BattleEvent} */
const TAKEN_BACK = { kind: "undo", text: "What came after this was taken back." };

/**
 * What an event needs to know of pieces.
 *
 * @typedef {object} Names
 * @property {(piece: PieceId) => string | null} nameOf Its name, if it is known.
 * @property {(label: string) => number | null} sideOf The number of the side of what is called so.
 * @property {((piece: PieceId) => void) | null} [onPiece] A piece's name was pressed.
 * @property {import("../board/squares.js").Light | null} [light] Lights a square of the table up.
 */

/** Up to so many sides a roll is shown as a die. */
const DIE = 20;
const LOSSES = new Set(["out", "suppressed", "leaves", "victory"]);

export class Log {
  /**
   * @param {object} parts
   * @param {HTMLElement} parts.root
   * @param {Store} parts.store
   * @param {(piece: PieceId) => void} parts.onPiece
   * @param {() => PieceId | null} parts.selected
   * @param {import("../board/squares.js").Light | null} [parts.light]
   * @param {(line: number, index: number) => void} [parts.onShow] Shows an event on the table.
   */
  constructor({ root, store, onPiece, selected, light, onShow }) {
    this.store = store;
    this.onShow = onShow ?? null;
    this.selected = selected;
    /** @type {Names} */
    this.names = {
      nameOf: (piece) => store.names.get(piece)?.label ?? null,
      sideOf: (label) => store.sideOfName(label),
      onPiece,
      light,
    };
    /** @type {Filter} */
    this.filter = "all";
    this.words = "";
    /** The lines that are shown. @type {number[]} */
    this.shown = [];
    this.list = h("div", { class: "log", role: "log", "aria-label": "What happened", tabindex: 0 });
    this.search = h("input", {
      type: "search",
      placeholder: "Search",
      "aria-label": "Search the log",
      on: { input: () => this.#look(this.search.value) },
    });
    this.buttons = this.#filterButtons();
    fill(
      root,
      h(
        "div",
        { class: "log-tools" },
        h(
          "div",
          { class: "segmented", role: "group", "aria-label": "What to show" },
          ...this.buttons.values(),
        ),
        this.search,
      ),
      this.list,
    );
    /** Whether the newest line is kept in sight. */
    this.follows = true;
    this.#watchScrolling();
    store.on("log", () => this.#update());
    let named = false;
    store.on("pieces", () => {
      if (!named) this.#writeAnew();
      named = true;
    });
    this.#update();
  }

  /** What was written before the first roll call lacks the names of pieces. */
  #writeAnew() {
    this.list.replaceChildren();
    this.shown = [];
    this.#update();
  }

  #filterButtons() {
    /** @type {[Filter, string][]} */
    const filters = [
      ["all", "All"],
      ["fire", "Fire"],
      ["losses", "Losses"],
      ["piece", "Piece"],
    ];
    return new Map(
      filters.map(([filter, label]) => [
        filter,
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(filter === "all"),
            on: { click: () => this.show(filter) },
          },
          label,
        ),
      ]),
    );
  }

  /** @param {Filter} filter */
  show(filter) {
    this.filter = filter;
    for (const [each, button] of this.buttons)
      button.setAttribute("aria-pressed", String(each === filter));
    this.#sift();
    this.#toEnd();
  }

  /** Another piece was selected. */
  selectionChanged() {
    if (this.filter === "piece") this.#sift();
  }

  /** @param {string} words */
  #look(words) {
    this.words = words.toLowerCase();
    this.#sift();
  }

  /** Adds what is new; if something was taken back, writes everything anew. */
  #update() {
    const entries = this.store.entries();
    const lines = entries.map(({ line }) => line);
    const same = this.shown.every((line, place) => lines[place] === line);
    if (!same) {
      this.list.replaceChildren();
      this.shown = [];
    }
    for (const entry of entries.slice(this.shown.length)) this.#add(entry);
    this.shown = lines;
    this.#sift();
    if (this.follows) this.#toEnd();
  }

  #toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** Whoever has scrolled back to read is left there. */
  #watchScrolling() {
    let height = this.list.clientHeight;
    this.list.addEventListener("scroll", () => {
      // Where the list has just become smaller, it was not a hand that left its end.
      if (this.list.clientHeight !== height) return;
      this.follows = this.list.scrollHeight - this.list.scrollTop - height < 40;
    });
    new ResizeObserver(() => {
      height = this.list.clientHeight;
      if (this.follows) this.#toEnd();
    }).observe(this.list);
  }

  /** @param {Entry} entry */
  #add(entry) {
    const events = entry.events ?? [];
    const silent = entry.kind === "undo" && !events.length;
    for (const [index, event] of (silent ? [TAKEN_BACK] : events).entries()) {
      const element = eventElement(event, this.names);
      element.dataset.line = String(entry.line);
      element.dataset.index = String(index);
      if (this.onShow && entry.line && !silent && element.tagName !== "H3") {
        element.append(this.#shower(entry.line, index));
      }
      this.list.append(element);
    }
  }

  /**
   * The button that shows an event on the table.
   *
   * @param {number} line
   * @param {number} index
   */
  #shower(line, index) {
    return h(
      "button",
      {
        class: "show-event",
        type: "button",
        title: "Show it on the table",
        "aria-label": "Show it on the table",
        on: { click: () => this.onShow?.(line, index) },
      },
      "▸",
    );
  }

  /**
   * Marks the event that is being shown on the table, and keeps it in sight; none, then nothing.
   *
   * @param {import("../../types").Telling | null} telling
   */
  follow(telling) {
    this.list.querySelector(".told-now")?.classList.remove("told-now");
    if (!telling) return;
    const { line, index } = telling;
    const found = this.list.querySelector(`[data-line="${line}"][data-index="${index}"]`);
    found?.classList.add("told-now");
    found?.scrollIntoView({ block: "nearest" });
  }

  /** Shows what fits the filter and the search. */
  #sift() {
    const piece = this.filter === "piece" ? this.selected() : null;
    for (const element of /** @type {Iterable<HTMLElement>} */ (this.list.children)) {
      if (element.tagName === "H3") continue;
      const { kind = "", pieces = "" } = element.dataset;
      const fits =
        this.filter === "all" ||
        (this.filter === "fire" && element.dataset.rolled === "yes") ||
        (this.filter === "losses" && LOSSES.has(kind)) ||
        (this.filter === "piece" && piece !== null && pieces.split(" ").includes(piece));
      element.hidden = !fits || !(element.textContent ?? "").toLowerCase().includes(this.words);
    }
  }

  focusSearch() {
    this.search.focus();
  }
}

/**
 * One event as an element: a heading for the beginning of a turn, else a sentence with its dice.
 *
 * @param {BattleEvent} event
 * @param {Names} names
 * @returns {HTMLElement}
 */
export function eventElement(event, names) {
  if (event.kind === "turn")
    return h("h3", { class: "turn-heading" }, event.text.replace(/\.$/, ""));
  const { pieces = [], rolls = [], tallies = [], rules = [] } = event;
  return h(
    "article",
    {
      class: `event kind-${event.kind}`,
      data: { kind: event.kind, pieces: pieces.join(" "), rolled: rolls.length ? "yes" : "no" },
    },
    rolls.length
      ? h("span", { class: "dice" }, ...rolls.flatMap((roll) => dice(roll, names)))
      : null,
    h(
      "p",
      { class: "sentence" },
      ...sentence(event, names),
      rules.length ? " " : null,
      rules.length ? rulesButton(rules) : null,
    ),
    tallies.length
      ? h("p", { class: "sums mono" }, ...sums(tallies, rolls, event.data?.score))
      : null,
  );
}

/**
 * @param {Roll} roll
 * @param {Names} names
 */
function dice(roll, names) {
  const side = names.sideOf(roll.what);
  const look = side === null ? "" : `side-${side}`;
  return roll.faces.map((face) => {
    const title = `${roll.what}: ${face} on a die with ${roll.sides} sides`;
    return roll.sides > DIE || roll.drawn
      ? h("span", { class: "drawn-number mono", title }, `${face}/${roll.sides}`)
      : h("span", { class: `die ${look}`, title, role: "img", "aria-label": title }, String(face));
  });
}

/**
 * The sentence, with the names of pieces to press, and what came of it in its colour.
 *
 * @param {BattleEvent} event
 * @param {Names} names
 */
function sentence(event, names) {
  const { text, data = {} } = event;
  const effect = typeof data.effect === "string" ? data.effect : event.kind;
  const grave = { out: "loss", suppressed: "warn" }[effect] ?? "";
  const cut = text.lastIndexOf(": ");
  if (typeof data.effect === "string" && cut > 0) {
    return [
      ...named(event, text.slice(0, cut + 2), names),
      h("span", { class: `result ${grave}` }, text.slice(cut + 2)),
    ];
  }
  const parts = named(event, text, names);
  return grave ? [h("span", { class: `result ${grave}` }, ...parts)] : parts;
}

/**
 * @param {BattleEvent} event
 * @param {string} text
 * @param {Names} names
 * @returns {(Node | string)[]}
 */
function named(event, text, names) {
  const known = (event.pieces ?? [])
    .map((piece) => ({ piece, name: names.nameOf(piece) }))
    .filter(({ name }) => name && text.includes(name))
    .sort((one, two) => (two.name?.length ?? 0) - (one.name?.length ?? 0));
  const [first] = known;
  if (!first?.name) return names.light ? withSquares(text, names.light) : [text];
  const at = text.indexOf(first.name);
  const rest = { ...event, pieces: event.pieces?.filter((piece) => piece !== first.piece) };
  return [
    ...named(rest, text.slice(0, at), names).filter((part) => part !== ""),
    nameButton(first.piece, first.name, names),
    ...named(rest, text.slice(at + first.name.length), names),
  ];
}

/**
 * @param {PieceId} piece
 * @param {string} name
 * @param {Names} names
 */
function nameButton(piece, name, { onPiece }) {
  if (!onPiece) return h("b", null, name);
  return h(
    "button",
    { type: "button", class: "link piece-name", on: { click: () => onPiece(piece) } },
    name,
  );
}

/**
 * The sums behind a result: each modifier with its rule.
 *
 * @param {Tally[]} tallies
 * @param {Roll[]} rolls
 * @param {unknown} score
 * @returns {(Node | string)[]}
 */
function sums(tallies, rolls, score) {
  const faces = rolls.filter((roll) => roll.faces.length === 1).map((roll) => roll.faces[0]);
  // A die of twenty sides is thrown by one side alone; what follows it is damage.
  const alone = rolls[0]?.sides === 20 && tallies.length > 1;
  const paired = faces.length === tallies.length && !alone;
  const [one, two] = tallies;
  if (paired && tallies.length === 2) {
    const total = faces[0] + (one.total ?? 0) - faces[1] - (two.total ?? 0);
    if (total === score)
      return [...sum(one, faces[0]), " − (", ...sum(two, faces[1]), `) = ${signed(total)}`];
  }
  return tallies.flatMap((tally, place) => {
    const face = paired || (alone && place === 0) ? faces[place] : null;
    const total = (tally.total ?? 0) + (face ?? 0);
    const parts = [
      `${tally.side}: `,
      ...sum(tally, face),
      ` = ${face === null ? signed(total) : total}`,
    ];
    return place < tallies.length - 1 ? [...parts, h("br")] : parts;
  });
}

/**
 * @param {Tally} tally
 * @param {number | null} face
 * @returns {(Node | string)[]}
 */
function sum(tally, face) {
  const modifiers = (tally.modifiers ?? []).flatMap(({ value, rule, text }, place) => {
    const sign = value < 0 ? " − " : place || face !== null ? " + " : "";
    return [sign, ruleLink(rule, `${text} ${Math.abs(value)}`)];
  });
  return face === null ? (modifiers.length ? modifiers : ["0"]) : [String(face), ...modifiers];
}
