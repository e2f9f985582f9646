/**
 * Files of a battle, shown in a page of their own or saved.
 */

import * as api from "../api.js";
import { h } from "../dom.js";
import { heldOf } from "../tokens.js";
import { sayError } from "./say.js";

/** @typedef {"log.txt" | "report.html" | "journal.jsonl"} FileName */

/**
 * A token by which this browser may ask for what is left of a battle: the referee's and the host's
 * know most.
 *
 * @param {string} battle
 * @param {string} [seat] The seat through whose eyes it is wanted.
 * @returns {string | null}
 */
export function tokenFor(battle, seat) {
  const { seats, host } = heldOf(battle);
  if (seat && seats[seat]) return seats[seat];
  return seats.referee ?? Object.values(seats)[0] ?? host;
}

/**
 * Saves a file of a battle on this computer.
 *
 * @param {string} battle
 * @param {FileName} file
 * @param {{title?: string, seat?: string}} [how]
 */
export async function save(battle, file, { title = battle, seat } = {}) {
  try {
    const blob = await api.file(battle, file, tokenFor(battle, seat), seat);
    const address = URL.createObjectURL(blob);
    const link = h("a", { href: address, download: `${slug(title)}-${file}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (error) {
    sayError(error);
  }
}

/** @param {string} title */
function slug(title) {
  return title
    .normalize("NFD")
    .replace(/[^\w]+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();
}
