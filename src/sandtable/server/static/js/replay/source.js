/**
 * A battle that is looked at again: its moments, and the table at each of them.
 */

import * as api from "../api.js";
import { tokenFor } from "../lobby/files.js";

/** @typedef {import("../api.js").ReplayMoment} Moment */
/** @typedef {import("../types").LayerInfo} Layer */
/** @typedef {import("../types").CalledInfo} Called */
/** @typedef {{layers: Record<string, Layer>, pieces?: Called[]}} Drawing */
/** @typedef {"light" | "dark"} Theme */

/** How many drawings are kept at most. */
const KEPT = 400;

/** @param {Moment | undefined} moment */
function lostBy(moment) {
  return Object.values(moment?.losses ?? {}).reduce((sum, one) => sum + one, 0);
}

export class Source {
  /**
   * @param {string} battle
   * @param {string} turnName What its book calls a turn.
   */
  constructor(battle, turnName) {
    this.battle = battle;
    this.turnName = turnName;
    /** The least size of names, in inches. */
    this.words = 0;
    /** Through whose eyes; empty for those of this browser's own seat. */
    this.seat = "";
    /** @type {Moment[]} */
    this.moments = [];
    /** The moments at which the battle turned. @type {Set<number>} */
    this.turning = new Set();
    /** @type {Map<string, Promise<Drawing>>} */
    this.drawings = new Map();
  }

  get token() {
    return tokenFor(this.battle, this.seat || undefined);
  }

  /**
   * Reads the battle as a seat knows it.
   *
   * @param {string} seat
   */
  async load(seat) {
    this.seat = seat;
    const { moments, turning } = await api.replay(this.battle, this.token, seat);
    // Steps of which nobody is told anything are only in the way; the end stays in any case.
    this.moments = moments.filter(
      ({ events }, at) => events.length || at === 0 || at === moments.length - 1,
    );
    this.turning = new Set(turning.map((line) => this.indexOf(line)));
  }

  /**
   * The table at a moment.
   *
   * @param {number} index
   * @param {Theme} theme
   * @returns {Promise<Drawing>}
   */
  drawing(index, theme) {
    const line = this.moments[index]?.line ?? 0;
    const { words, seat } = this;
    const key = `${seat} ${theme} ${words} ${line}`;
    let asked = this.drawings.get(key);
    if (!asked) {
      asked = api.layers(this.battle, { line, theme, words, seat }, this.token);
      asked.catch(() => this.drawings.delete(key));
      this.drawings.set(key, asked);
      if (this.drawings.size > KEPT) this.drawings.delete([...this.drawings.keys()][0]);
    }
    return asked;
  }

  /**
   * How many pieces were lost at a moment.
   *
   * @param {number} index
   */
  lossesAt(index) {
    return lostBy(this.moments[index]) - lostBy(this.moments[index - 1]);
  }

  /**
   * Whether a turn begins at a moment, so that all turns before it are finished.
   *
   * @param {number} index
   */
  beginsTurn(index) {
    return index === 0 || this.moments[index].turn !== this.moments[index - 1].turn;
  }

  /**
   * The moment at which the turn of a moment began.
   *
   * @param {number} index
   */
  turnBegan(index) {
    let first = index;
    while (first > 0 && !this.beginsTurn(first)) first -= 1;
    return first;
  }

  /**
   * The moment at which a line stands, or the last one before it.
   *
   * @param {number} line
   */
  indexOf(line) {
    return Math.max(
      0,
      this.moments.findLastIndex((moment) => moment.line <= line),
    );
  }
}
