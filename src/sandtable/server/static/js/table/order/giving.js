/**
 * Giving an order that is made, and what becomes of one that the server does not take.
 *
 * Exports: `giveOrder`.
 */

import { RefusedError } from "../../live.js";
import { toast } from "../../popup.js";
import { ruleLink } from "../../rules.js";
import { repeats } from "./matching.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./draft.js").Draft} Draft */

/**
 * Gives the order that is being made, or says what is missing. What is still being asked about waits
 * for the answer.
 *
 * @param {Composer} composer
 */
export async function giveOrder(composer) {
  const { draft } = composer;
  if (!draft) return;
  // Who is faster than the answer need not say it twice.
  draft.wanted = draft.asking && !draft.missing().length;
  if (draft.wanted) {
    composer.tell("change");
    return;
  }
  if (!draft.ready) {
    if (draft.obstacle) toast(draft.obstacle, { bad: true });
    return;
  }
  draft.sent = true;
  draft.problem = "";
  composer.tell("change");
  try {
    const done = await composer.live.give(draft.order());
    if (composer.draft === draft) composer.cancel();
    if (!repeats(draft.action)) return;
    composer.again = draft.action;
    if (composer.store.standing.number >= done.number) await composer.refresh();
  } catch (error) {
    refused(composer, draft, /** @type {Error} */ (error));
  }
}

/**
 * @param {Composer} composer
 * @param {Draft} draft
 * @param {Error} error
 */
function refused(composer, draft, error) {
  draft.sent = false;
  draft.problem = error.message;
  const rule = error instanceof RefusedError ? error.rule : "";
  if (composer.draft !== draft)
    toast(error.message, { bad: true, more: rule ? ruleLink(rule) : null });
  else composer.changed();
}
