/**
 * Where a replay stands, and how it goes on.
 */

/** How long a moment stays at the usual speed, in milliseconds. */
const PACE = 1400;

export const SPEEDS = [0.5, 1, 2, 4, 8];

export class Player {
  /**
   * @param {number} length How many moments there are.
   * @param {(index: number) => Promise<void>} show Shows a moment; the next waits for it.
   */
  constructor(length, show) {
    this.length = length;
    this.show = show;
    this.index = 0;
    this.playing = false;
    this.speed = 1;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /** @param {() => void} listener Called whenever something changed. */
  on(listener) {
    this.listeners.add(listener);
  }

  #tell() {
    for (const listener of this.listeners) listener();
  }

  get last() {
    return Math.max(0, this.length - 1);
  }

  /**
   * Goes to a moment.
   *
   * @param {number} index
   */
  async go(index) {
    this.index = Math.min(this.last, Math.max(0, index));
    this.#tell();
    await this.show(this.index);
  }

  /**
   * Goes some moments on or back, and stops there.
   *
   * @param {number} by
   */
  step(by) {
    this.pause();
    return this.go(this.index + by);
  }

  toggle() {
    if (this.playing) this.pause();
    else void this.play();
  }

  async play() {
    if (this.index >= this.last) await this.go(0);
    this.playing = true;
    this.#tell();
    this.#wait();
  }

  pause() {
    if (!this.playing) return;
    clearTimeout(this.timer);
    this.playing = false;
    this.#tell();
  }

  #wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.#next(), PACE / this.speed);
  }

  async #next() {
    if (!this.playing) return;
    try {
      await this.go(this.index + 1);
    } catch {
      this.pause();
      return;
    }
    if (this.index >= this.last) this.pause();
    else if (this.playing) this.#wait();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    if (this.playing) this.#wait();
    this.#tell();
  }
}
