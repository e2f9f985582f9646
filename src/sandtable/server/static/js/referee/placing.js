/**
 * Placing a new piece: a fresh copy of one that is there, on either side, in sight or hidden.
 */

import { fill, freshId, h } from "../dom.js";
import { line, select, tick } from "../lobby/fields.js";
import { sayError } from "../lobby/say.js";
import { openDialog } from "../popup.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** @param {Desk} desk */
export function openPlacing(desk) {
  const pieces = desk.store.rulable();
  const first = desk.piece ?? pieces[0]?.piece;
  if (!first) {
    sayError(new Error("There is no piece to copy."));
    return;
  }
  const { sides } = desk.store.welcome.scenario;
  const wish = {
    template: first,
    side: sideOf(desk, first),
    name: desk.store.nameOf(first),
    hidden: false,
  };
  const problem = h("p", { class: "problem", role: "alert" });
  const rest = h("div", { class: "stack" });
  const showRest = () =>
    fill(
      rest,
      select({
        label: "Side",
        among: sides.map((side) => ({ value: side.id, label: side.name })),
        value: wish.side,
        onChange: (value) => {
          wish.side = value;
        },
      }),
      line({
        label: "Name",
        value: wish.name,
        most: 60,
        onInput: (value) => {
          wish.name = value;
        },
      }),
    );
  showRest();
  const form = h(
    "form",
    {
      class: "stack",
      id: freshId("placing"),
      on: {
        submit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          void begin();
        },
      },
    },
    select({
      label: "A copy of",
      among: pieces.map((piece) => ({
        value: piece.piece,
        label: `${piece.label} (${piece.side_name})`,
      })),
      value: first,
      onChange: (value) => {
        Object.assign(wish, {
          template: value,
          side: sideOf(desk, value),
          name: desk.store.nameOf(value),
        });
        showRest();
      },
    }),
    rest,
    tick({
      label: "Hidden from the other side, as far as the book knows of hiding",
      checked: false,
      onChange: (checked) => {
        wish.hidden = checked;
      },
    }),
    h(
      "p",
      { class: "muted" },
      "It comes fresh: without any marks. Press on the table where it shall stand; until you decree it, nothing has happened.",
    ),
  );
  const begin = async () => {
    try {
      desk.word({
        order: "place",
        piece: await fresh(desk, wish),
        ...(wish.hidden ? { hidden: true } : {}),
      });
      desk.arm("place");
      close();
    } catch (error) {
      fill(problem, error instanceof Error ? error.message : String(error));
    }
  };
  const { close } = openDialog({
    title: "Place a new piece",
    body: [form],
    actions: [
      h("div", { class: "grow" }, problem),
      h("button", { class: "primary", type: "submit", form: form.id }, "Choose its place"),
    ],
  });
}

/**
 * @param {Desk} desk
 * @param {string} piece
 */
function sideOf(desk, piece) {
  return desk.store.names.get(piece)?.side ?? desk.store.welcome.scenario.sides[0].id;
}

/**
 * The new piece: what it is comes from its model, what has happened to that one does not.
 *
 * @param {Desk} desk
 * @param {{template: string, side: string, name: string}} wish
 */
async function fresh(desk, wish) {
  const details = { piece: wish.template, order: { order: "place" } };
  const { fields = [], problem } = await desk.live.ask("fields", details);
  if (problem || !fields.length) throw new Error(problem ?? "That cannot be copied.");
  const copy = /** @type {Record<string, any>} */ (fields[0].value);
  // Whoever has no group of his own acts with his side.
  if (copy.group === copy.side) copy.group = wish.side;
  const name = wish.name.trim() || wish.template;
  return { ...copy, id: freeId(desk, wish.template), side: wish.side, name };
}

/**
 * @param {Desk} desk
 * @param {string} template
 */
function freeId(desk, template) {
  const base = template.replace(/-new-\d+$/, "");
  let number = 1;
  while (desk.store.names.has(`${base}-new-${number}`)) number += 1;
  return `${base}-new-${number}`;
}
