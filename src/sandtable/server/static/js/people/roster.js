/**
 * Character sheets at the table: a button on the card of whoever is selected, a list of all, and
 * the files to take home.
 *
 * Exports: `Roster`.
 */

import { fill, h } from "../dom.js";
import { openDialog, toast } from "../popup.js";
import { askPeople, askPlaces, bring, cardParts, fileField, saveFile } from "./people.js";

/** @typedef {import("../live.js").Live} Live */
/** @typedef {import("../table/order/composer.js").Composer} Composer */
/** @typedef {import("../table/store.js").Store} Store */
/** @typedef {import("./people.js").Places["places"][number]} Place */
/** @typedef {import("./people.js").Shown} Shown */

export class Roster {
  /**
   * @param {object} parts
   * @param {Store} parts.store
   * @param {Live} parts.live
   * @param {Composer} parts.composer
   * @param {HTMLElement} parts.sheet The card of the selected piece, below which the button goes.
   */
  constructor({ store, live, composer, sheet }) {
    this.store = store;
    this.live = live;
    this.composer = composer;
    this.sheet = sheet;
    /** @type {Map<string, Shown>} */
    this.known = new Map();
    this.asked = false;
    /** In whose place people can be put before the battle begins. @type {Place[]} */
    this.places = [];
    /** @type {Promise<void> | null} */
    this.asking = null;
    /** Shows an open sheet anew. */
    this.renew = () => {};
    this.button = h(
      "button",
      { type: "button", class: "person-button", on: { click: () => void this.#openSelected() } },
      "Character sheet",
    );
    composer.on("selection", () => this.#place());
    store.on("seats", () => this.#place());
    store.on("standing", () => {
      this.settled = this.#first();
      this.renew();
    });
    /** When it is known whether there are any. @type {Promise<void>} */
    this.settled = this.#first();
  }

  /** Whether there are people here with sheets of their own. */
  get any() {
    return this.known.size > 0 || (this.#gathers && this.#ownPlaces().length > 0);
  }

  get #gathers() {
    return this.store.standing.status === "gathering";
  }

  /** The units of this seat in whose place people can be put. */
  #ownPlaces() {
    const { seat, side } = this.store.welcome;
    const own = this.store.seatInfo(seat)?.pieces;
    return this.places.filter((place) => place.side === side && (!own || own.includes(place.id)));
  }

  /** Asks once in whose place people can be put. */
  placesKnown() {
    this.asking ??= askPlaces(this.store.welcome.scenario.id)
      .then((found) => {
        this.places = found.places;
      })
      .catch(() => {});
    return this.asking;
  }

  /** Asks once, before the battle and when it has begun, whether the book has such people. */
  async #first() {
    if (this.#gathers) await this.placesKnown();
    if (this.asked || this.#gathers) return;
    this.asked = true;
    await this.#ask();
    this.#place();
  }

  async #ask() {
    try {
      const all = await askPeople(this.store.welcome.battle, this.live.token);
      this.known = new Map(all.map((each) => [each.piece, each]));
    } catch {
      // Without an answer there are just no sheets.
    }
  }

  #place() {
    const { selected } = this.composer;
    if (selected && this.known.has(selected)) this.sheet.append(this.button);
    else this.button.remove();
  }

  async #openSelected() {
    const { selected } = this.composer;
    if (!selected) return;
    await this.#ask();
    this.openSheet(selected);
  }

  /** @param {string} piece */
  openSheet(piece) {
    const found = this.known.get(piece);
    if (!found) {
      toast("Nothing is known of him any more.", { bad: true });
      return;
    }
    const body = h("div", { class: "person" });
    const show = () => fill(body, ...cardParts(this.known.get(piece)?.card ?? found.card));
    show();
    this.renew = () => void this.#ask().then(show);
    openDialog({
      title: found.card.title,
      class: "person-dialog",
      body: [body],
      actions: found.mine ? [this.#saving(found, "Save character")] : [],
      onClose: () => {
        this.renew = () => {};
      },
    });
  }

  /**
   * @param {Shown} shown
   * @param {string} label
   */
  #saving({ piece, card }, label) {
    const save = () =>
      saveFile(this.store.welcome.battle, piece, this.live.token).catch((error) =>
        toast(error.message, { bad: true }),
      );
    return h(
      "button",
      { type: "button", "aria-label": `${label} ${card.title}`, on: { click: () => void save() } },
      label,
    );
  }

  /** All people with their sheets, those of this seat first. */
  async openList() {
    if (this.#gathers) {
      this.#openMuster();
      return;
    }
    await this.#ask();
    const all = [...this.known.values()].sort((one, two) => Number(two.mine) - Number(one.mine));
    openDialog({
      title: "Characters",
      class: "person-dialog",
      body: all.length
        ? [h("ul", { class: "people-list" }, ...all.map((each) => this.#row(each)))]
        : [h("p", null, "Nobody here has a sheet.")],
    });
  }

  /** @param {Shown} shown */
  #row(shown) {
    const { piece, side, mine, card } = shown;
    return h(
      "li",
      null,
      h(
        "button",
        { type: "button", class: "quiet", on: { click: () => this.openSheet(piece) } },
        h("b", null, card.title),
        h(
          "span",
          { class: "muted" },
          [this.store.sideName(side), ...(card.whole ? [card.subtitle] : []), ...card.marks].join(
            " · ",
          ),
        ),
      ),
      mine ? this.#saving(shown, "Save") : null,
    );
  }

  // -- before the battle --------------------------------------------------------------------------

  #openMuster() {
    const { store, live } = this;
    const { battle } = store.welcome;
    const told = h("p", { role: "status" });
    /** @param {string} unit @param {string} text */
    const take = (unit, text) =>
      bring(battle, unit, text, live.token)
        .then(() => fill(told, "He is in the battle."))
        .catch((error) => fill(told, error.message));
    openDialog({
      title: "Bring your characters",
      class: "person-dialog",
      body: [
        h(
          "p",
          { class: "muted" },
          "Until the battle begins, people of your own can take the place of your units.",
        ),
        told,
        ...this.#ownPlaces().map(({ id, name }) =>
          fileField({
            label: `In the place of ${name}`,
            onText: (text) => void take(id, text),
            onProblem: (reason) => fill(told, reason),
          }),
        ),
      ],
    });
  }
}
