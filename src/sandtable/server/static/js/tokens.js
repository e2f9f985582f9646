/**
 * The secrets that this browser holds: who it is in which battle.
 *
 * A seat is a long random token that comes in the fragment of a link, so it is never sent with a
 * request for a page. It is kept in the browser's own storage, and nowhere else. With an invitation
 * the browser makes up a token of its own, which is the seat's from then on.
 */

const KEY = "sandtable.battles";
const CLAIMS = "sandtable.claims";

/**
 * @typedef {object} Held
 * @property {Record<string, string>} seats Tokens, by seat.
 * @property {string | null} host The token of whoever set the battle up.
 */

/** @returns {Record<string, Held>} */
function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/** @param {Record<string, Held>} battles */
function keep(battles) {
  try {
    localStorage.setItem(KEY, JSON.stringify(battles));
  } catch {
    // A browser that keeps nothing can still play by its link.
  }
}

/**
 * What this browser holds of a battle.
 *
 * @param {string} battle
 * @returns {Held}
 */
export function heldOf(battle) {
  const held = all()[battle];
  return { seats: held?.seats ?? {}, host: held?.host ?? null };
}

/**
 * Keeps the token of a seat.
 *
 * @param {string} battle
 * @param {string} seat
 * @param {string} token
 */
export function keepSeat(battle, seat, token) {
  const battles = all();
  const held = heldOf(battle);
  battles[battle] = { ...held, seats: { ...held.seats, [seat]: token } };
  keep(battles);
}

/**
 * Keeps the token of the host.
 *
 * @param {string} battle
 * @param {string} token
 */
export function keepHost(battle, token) {
  const battles = all();
  battles[battle] = { ...heldOf(battle), host: token };
  keep(battles);
}

/**
 * Forgets a seat of a battle, or the whole battle.
 *
 * @param {string} battle
 * @param {string} [seat]
 */
export function forget(battle, seat) {
  const battles = all();
  if (seat === undefined) delete battles[battle];
  else if (battles[battle]) delete battles[battle].seats[seat];
  keep(battles);
}

/**
 * The token of its own with which this browser takes a seat by a link, should that be an invitation.
 * It is the same one whenever the same link is opened, so nothing is lost if an answer is.
 *
 * @param {string} link The token of the link.
 * @returns {string}
 */
export function claimFor(link) {
  /** @type {Record<string, string>} */
  let claims = {};
  try {
    claims = JSON.parse(localStorage.getItem(CLAIMS) ?? "{}") ?? {};
  } catch {
    // Then it is made up anew.
  }
  if (typeof claims[link] === "string") return claims[link];
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const made = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  try {
    localStorage.setItem(CLAIMS, JSON.stringify({ ...claims, [link]: made }));
  } catch {
    // It stands in the address of the page from then on.
  }
  return made;
}

/**
 * Forgets the token that was made up for a link which needed none.
 *
 * @param {string} link
 */
export function forgetClaim(link) {
  try {
    const claims = JSON.parse(localStorage.getItem(CLAIMS) ?? "{}") ?? {};
    delete claims[link];
    localStorage.setItem(CLAIMS, JSON.stringify(claims));
  } catch {
    // Nothing was kept.
  }
}

/**
 * The token in a link such as `/battle/ID#TOKEN`.
 *
 * @param {string} link
 * @returns {string}
 */
export function tokenIn(link) {
  const at = link.indexOf("#");
  return at < 0 ? "" : decodeURIComponent(link.slice(at + 1));
}

/**
 * A link with the address of this server, to give to somebody else.
 *
 * @param {string} link
 * @returns {string}
 */
export function whole(link) {
  return new URL(link, location.origin).href;
}
