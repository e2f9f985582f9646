/**
 * This browser's part in the ceremony of fair dice: it seals words, keeps them, opens them when all
 * seals have been shown, and looks at the end whether the journal has what it saw.
 *
 * Exports: `Sealer`, `witness` (what this browser can say of the dice of a battle).
 */

import { Live } from "../../live.js";
import { hexToBytes, newNonce, sealOf, sha256 } from "../../sha256.js";
import { heldOf } from "../../tokens.js";

/** @typedef {import("../../types").DiceInfo} DiceInfo */
/** @typedef {import("../store.js").Store} Store */

/**
 * What a browser keeps of one of its seats.
 *
 * @typedef {object} Kept
 * @property {string[]} commitments Those that were shown, the first one first.
 * @property {string} [nonce]
 * @property {string} [word]
 * @property {string} [seal]
 * @property {string} [under] The commitment that the seal contains.
 * @property {Record<string, string>} [seals] All seals as they were shown before any was opened.
 */

const KEY = "sandtable.seals.";

/** For browsers that keep nothing: what this page knows. @type {Map<string, Kept>} */
const here = new Map();

/** Whether this browser keeps what it is given. */
export function keepsThings() {
  try {
    localStorage.setItem(`${KEY}try`, "1");
    localStorage.removeItem(`${KEY}try`);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} battle
 * @param {string} seat
 * @returns {Kept}
 */
function keptOf(battle, seat) {
  const name = `${battle}/${seat}`;
  try {
    const found = JSON.parse(localStorage.getItem(KEY + name) ?? "null");
    if (found && Array.isArray(found.commitments)) return found;
  } catch {
    // then only this page knows
  }
  return here.get(name) ?? { commitments: [] };
}

/**
 * @param {string} battle
 * @param {string} seat
 * @param {Kept} kept
 */
function keep(battle, seat, kept) {
  const name = `${battle}/${seat}`;
  here.set(name, kept);
  try {
    localStorage.setItem(KEY + name, JSON.stringify(kept));
  } catch {
    // then only this page knows
  }
}

export class Sealer {
  /**
   * @param {Store} store
   * @param {Live} live
   */
  constructor(store, live) {
    this.store = store;
    this.live = live;
    /** What is wrong, and so keeps this page from opening. */
    this.alarm = "";
    /** Seats that are being opened. @type {Set<string>} */
    this.busy = new Set();
    store.on("standing", () => this.look());
    this.look();
  }

  /** The seats of this browser for which the ceremony waits. */
  get mine() {
    const { battle, seat } = this.store.welcome;
    const held = Object.keys(heldOf(battle).seats);
    const wanted = this.store.standing.words ?? [];
    return wanted.filter((each) => each === seat || held.includes(each));
  }

  /** Whether this browser holds what is in the seal of its seat. */
  get canOpen() {
    const { battle, seat } = this.store.welcome;
    const kept = keptOf(battle, seat);
    const { ceremony } = this.store.standing;
    return Boolean(kept.nonce && ceremony && kept.seal === ceremony.seals?.[seat]);
  }

  /**
   * Seals a word for all seats of this browser that have not sealed one.
   *
   * @param {string} word
   */
  async seal(word) {
    const { battle } = this.store.welcome;
    const commitment = this.store.standing.ceremony?.commitment ?? "";
    for (const seat of this.mine) {
      const nonce = newNonce();
      const seal = sealOf({ commitment, battle, seat, nonce, word });
      const { commitments } = keptOf(battle, seat);
      keep(battle, seat, { commitments, nonce, word, seal, under: commitment });
      await this.#as(seat, (live) => live.seal(commitment, seal));
    }
  }

  /** Notes the commitment when it is shown first, and opens what can be opened. */
  look() {
    const { ceremony, status } = this.store.standing;
    if (status !== "gathering" || !ceremony) return;
    const { battle, seat } = this.store.welcome;
    for (const each of new Set([seat, ...Object.keys(heldOf(battle).seats)])) {
      const kept = keptOf(battle, each);
      if (!kept.commitments.includes(ceremony.commitment)) {
        const commitments = [...kept.commitments, ceremony.commitment];
        keep(battle, each, { ...kept, commitments });
      }
    }
    if (ceremony.phase === "opening") for (const each of this.mine) void this.#open(each);
  }

  /** @param {string} seat */
  async #open(seat) {
    const { battle } = this.store.welcome;
    const { ceremony } = this.store.standing;
    const kept = keptOf(battle, seat);
    if (!ceremony || !kept.nonce || !kept.word || this.busy.has(seat)) return;
    const seals = ceremony.seals ?? {};
    if (kept.under !== ceremony.commitment) return;
    if (seals[seat] !== kept.seal) {
      this.alarm =
        "The seal that is shown for you is not the one that this browser made, so it opens nothing. If you did not seal another word elsewhere, do not trust these dice.";
      return;
    }
    this.busy.add(seat);
    keep(battle, seat, { ...kept, seals });
    try {
      await this.#as(seat, (live) => live.open(kept.nonce ?? "", kept.word ?? ""));
    } catch {
      // said again with the next news; meanwhile the page says that the battle waits
    } finally {
      this.busy.delete(seat);
    }
  }

  /**
   * Says something as a seat of this browser: on the page's own line, or on one for the purpose.
   *
   * @param {string} seat
   * @param {(live: Live) => Promise<unknown>} say
   */
  async #as(seat, say) {
    const { battle, seat: own } = this.store.welcome;
    if (seat === own) return say(this.live);
    const token = heldOf(battle).seats[seat];
    if (!token) return undefined;
    const line = new Live({ battle, token });
    line.connect();
    try {
      return await say(line);
    } finally {
      line.close();
    }
  }
}

/**
 * The seats of a battle of which this browser keeps anything.
 *
 * @param {string} battle
 */
function keptSeats(battle) {
  const names = new Set(here.keys());
  try {
    for (let place = 0; place < localStorage.length; place++) {
      const name = localStorage.key(place) ?? "";
      if (name.startsWith(KEY)) names.add(name.slice(KEY.length));
    }
  } catch {
    // then only this page knows
  }
  const start = `${battle}/`;
  return [...names].filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
}

/**
 * What this browser can say of the dice of a battle that has begun, from what it saw itself.
 *
 * @param {string} battle
 * @param {DiceInfo} dice As the record has them.
 * @param {string | undefined} secret
 * @returns {{good: boolean, text: string} | null} Nothing, if it took no part.
 */
export function witness(battle, dice, secret) {
  if (dice.kind !== "fair") return null;
  const bad = (/** @type {string} */ text) => ({ good: false, text: `Do not trust these dice: ${text}` });
  const { commitment = "", ceremony } = dice;
  const words = ceremony?.words ?? [];
  const wrong = words.find((one) => sealOf({ ...one, commitment, battle }) !== one.seal);
  if (wrong) return bad(`the word of ${wrong.seat} does not fit its seal.`);
  if (secret && sha256(hexToBytes(secret)) !== commitment)
    return bad("the secret does not fit the commitment.");
  /** @type {string[]} */
  const own = [];
  for (const seat of keptSeats(battle)) {
    const kept = keptOf(battle, seat);
    const problem = contradiction(seat, kept, dice);
    if (problem) return bad(problem);
    if (kept.seals && kept.under === commitment) own.push(`“${kept.word}”`);
  }
  if (!own.length) return null;
  const text =
    own.length === 1 ? `Your word ${own[0]} is among them` : `Your words ${own.join(", ")} are among them`;
  return {
    good: true,
    text: `${text}, and all seals are those that this browser saw before any was opened.`,
  };
}

/**
 * In what the record differs from what this browser has seen; nothing, if it does not.
 *
 * @param {string} seat
 * @param {Kept} kept
 * @param {DiceInfo} dice
 */
function contradiction(seat, kept, { commitment = "", ceremony }) {
  const words = ceremony?.words ?? [];
  const shown = [commitment, ...(ceremony?.begun_anew ?? []).map((one) => one.commitment)];
  if (kept.commitments.some((each) => !shown.includes(each)))
    return "a commitment that this browser was shown is not in the record.";
  if (!kept.seals || kept.under !== commitment) return "";
  const own = words.find((one) => one.seat === seat);
  if (own?.seal !== kept.seal || own?.word !== kept.word || own?.nonce !== kept.nonce)
    return "your word is not among those in the record.";
  const { seals } = kept;
  const same =
    words.length === Object.keys(seals).length &&
    words.every((one) => seals[one.seat] === one.seal);
  return same ? "" : "the seals in the record are not those that this browser was shown.";
}
