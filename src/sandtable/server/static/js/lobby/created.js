/**
 * What comes after a battle was set up: links for the others, and the way to the table.
 */

import { h } from "../dom.js";
import { openDialog } from "../popup.js";
import { keepHost, keepSeat, tokenIn } from "../tokens.js";
import { linkField } from "./copying.js";

/** @typedef {import("../api.js").Created} Created */

/**
 * Keeps what this browser was given, and goes to the table, or shows the links for friends first.
 *
 * @param {Created} created
 * @param {string} title
 * @param {Record<string, string>} names Of the seats, as people know them.
 */
export function welcome(created, title, names) {
  keepHost(created.id, created.host);
  for (const seat of created.seats) {
    if (seat.kind === "me" && seat.link) keepSeat(created.id, seat.seat, tokenIn(seat.link));
  }
  const mine = created.seats.find((seat) => seat.kind === "me" && seat.link);
  const table = mine?.link ?? created.onlookers;
  const friends = created.seats.filter((seat) => seat.kind === "friend" && seat.link);
  if (!friends.length) {
    location.assign(table);
    return;
  }
  openDialog({
    title: `${title} is ready`,
    class: "links",
    body: [
      h(
        "p",
        null,
        "Send each of these invitations to the person it is for. Whoever opens one first has that seat, and everybody is told; from then on it is theirs alone. Until then you can make another, or revoke it, under “Manage” in the lobby.",
      ),
      ...friends.map((seat) =>
        linkField({
          label: names[seat.seat] ?? seat.seat,
          link: /** @type {string} */ (seat.link),
          hint:
            seat.seat === "referee" ? "The referee sees everything, both sides' secrets too." : "",
        }),
      ),
      linkField({
        label: "onlookers",
        link: created.onlookers,
        hint: "They see what every player may know, and cannot do anything.",
      }),
    ],
    actions: [
      h(
        "a",
        { class: "button primary", href: table },
        mine ? "To the table" : "Look on at the table",
      ),
    ],
    onClose: () => window.dispatchEvent(new Event("battles-changed")),
  });
}
