/**
 * How orders and actions belong together.
 *
 * Exports: `together`, `yields`, `leftOpen`, `repeats`, `isSame`.
 */

/** @typedef {import("../../types").Action} Action */
/** @typedef {import("../../types").Offer} Offer */

/**
 * What a piece and its seat can do, in one list.
 *
 * @param {Action[]} pieceActions
 * @param {Action[]} seatActions
 */
export function together(pieceActions, seatActions) {
  const open = (/** @type {Action[]} */ actions) =>
    new Set(actions.filter(({ refusal }) => !refusal).map(({ order }) => order));
  const [own, seat] = [open(pieceActions), open(seatActions)];
  const ends = seatActions.filter((action) => action.ends);
  const isListed = (/** @type {Action} */ action) =>
    action.ends && ends.some((each) => each.order === action.order && each.label === action.label);
  return [
    ...pieceActions
      .filter(({ order, refusal }) => !refusal || !seat.has(order))
      .filter((action) => !isListed(action)),
    ...seatActions.filter(({ order, ends }) => ends || !own.has(order)),
  ];
}

/**
 * Whether two actions are the same one, listed at different times.
 *
 * @param {Action} one
 * @param {Action} two
 */
export function isSame(one, two) {
  return one.order === two.order && one.piece === two.piece && one.label === two.label;
}

/**
 * Whether an action is likely to be wanted several times: one piece after another is placed by it.
 *
 * @param {Action} action
 */
export function repeats({ piece, slots = [] }) {
  const sorts = slots.filter(({ required }) => required !== false).map(({ sort }) => sort);
  return !piece && sorts[0] === "piece" && sorts.includes("point");
}

/**
 * Whether an offered order can be put together from an action.
 *
 * @param {Action} action
 * @param {Offer} offer
 */
export function yields(action, offer) {
  const { order, ...fields } = offer.order;
  if (action.order !== order || action.refusal) return false;
  const fixed = Object.entries(action.fixed ?? {});
  if (fixed.some(([name, value]) => !alike(value, fields[name]))) return false;
  const open = new Set((action.slots ?? []).map((slot) => slot.name));
  return Object.entries(fields).every(
    ([name, value]) => name in (action.fixed ?? {}) || open.has(name) || isNothing(value),
  );
}

/**
 * The fields of an order that an action leaves open.
 *
 * @param {Record<string, unknown>} fields
 * @param {Action} action
 */
export function leftOpen(fields, action) {
  const open = new Set((action.slots ?? []).map((slot) => slot.name));
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => open.has(name) && value !== null),
  );
}

/**
 * @param {unknown} one
 * @param {unknown} two
 */
function alike(one, two) {
  return JSON.stringify(one) === JSON.stringify(two) || (isNothing(one) && isNothing(two));
}

/** @param {unknown} value */
function isNothing(value) {
  return value === undefined || value === null || (Array.isArray(value) && !value.length);
}
