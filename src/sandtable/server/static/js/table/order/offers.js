/**
 * A list of sensible orders to choose from, by which every choice can be answered; and what a
 * computer player would do.
 *
 * Exports: `openSuggestions`, `askForHint`.
 */

import { fill, h } from "../../dom.js";
import { openDialog, toast } from "../../popup.js";

/** @typedef {import("../../live.js").Live} Live */
/** @typedef {import("../../types").Offer} Offer */
/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("../store.js").Store} Store */

/**
 * @param {{live: Live, composer: Composer, store: Store}} parts
 */
export async function openSuggestions({ live, composer, store }) {
  const list = h("div", { class: "offers" }, "…");
  const search = h("input", {
    type: "search",
    class: "wide",
    placeholder: "Search",
    "aria-label": "Search the suggestions",
    autofocus: true,
  });
  const { close } = openDialog({
    title: "Suggestions",
    body: [search, list],
    class: "suggestions",
  });
  const { selected } = composer;
  const asked =
    selected && store.commands(selected) ? await live.ask("offers", { piece: selected }) : null;
  const answer = asked?.offers?.length ? asked : await live.ask("offers");
  const offers = answer.offers ?? [];
  const show = () => {
    const words = search.value.toLowerCase();
    const hits = offers.filter((offer) => told(offer, store).toLowerCase().includes(words));
    fill(
      list,
      h(
        "p",
        { class: "muted" },
        answer.problem ??
          `${hits.length} orders that can be given as they are. Choosing one shows what would come of it.`,
      ),
      ...groups(hits, store).map(([name, group]) =>
        h(
          "section",
          null,
          h("h3", null, name),
          h(
            "ul",
            { class: "targets" },
            ...group.map((offer) =>
              h(
                "li",
                null,
                h(
                  "button",
                  { type: "button", class: "target", on: { click: () => take(offer) } },
                  h("span", { class: "name" }, offer.action),
                  h("span", { class: "muted" }, offer.text),
                ),
              ),
            ),
          ),
        ),
      ),
    );
  };
  const take = (/** @type {Offer} */ offer) => {
    close();
    chosen(offer, composer);
  };
  search.addEventListener("input", show);
  show();
}

/**
 * Shows what a computer player would do; nothing is given before it is confirmed.
 *
 * @param {{live: Live, composer: Composer}} parts
 */
export async function askForHint({ live, composer }) {
  try {
    const answer = await live.ask("hint", { level: "greedy" });
    const [offer] = answer.offers ?? [];
    if (offer) await chosen(offer, composer);
    else toast(answer.problem ?? "The computer has no advice.");
  } catch (error) {
    toast(/** @type {Error} */ (error).message, { bad: true });
  }
}

/**
 * @param {Offer} offer
 * @param {Composer} composer
 */
async function chosen(offer, composer) {
  if (offer.piece && composer.selected !== offer.piece) await composer.select(offer.piece);
  composer.propose(offer);
}

/**
 * @param {Offer} offer
 * @param {Store} store
 */
function told(offer, store) {
  return `${offer.piece ? store.nameOf(offer.piece) : ""} ${offer.action} ${offer.text}`;
}

/**
 * @param {Offer[]} offers
 * @param {Store} store
 * @returns {[string, Offer[]][]}
 */
function groups(offers, store) {
  /** @type {Map<string, Offer[]>} */
  const found = new Map();
  for (const offer of offers) {
    const name = offer.piece ? store.nameOf(offer.piece) : "The side";
    found.set(name, [...(found.get(name) ?? []), offer]);
  }
  return [...found];
}
