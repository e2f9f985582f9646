/**
 * Shows on the table what has happened, one thing after another, from what the server tells of it.
 *
 * Exports: `Theatre`.
 *
 * It never withholds a decision: whoever gives an order, or presses for it, is at the end of the
 * show at once. The table is drawn as it was until then.
 */

import { h } from "../dom.js";
import { motionAllowed, settings } from "../settings.js";
import { s } from "../svg.js";
import { hurry, inches, lengthOf, PACES } from "./pace.js";
import { signsOf } from "./signs.js";
import { Sounds } from "./sounds.js";

/** @typedef {import("../types").Gesture} Gesture */
/** @typedef {import("../types").Telling} Telling */
/** @typedef {import("../table/board/board.js").Board} Board */

/** Sounds belong to some gestures. @type {Partial<Record<Gesture["sort"], import("./sounds.js").Sound>>} */
const SOUNDS = {
  roll: "dice",
  shot: "shot",
  burst: "burst",
  blast: "blast",
  lob: "shot",
  walk: "engine",
  say: "bell",
};

/** A still, where nothing may move, is shown for so long, in milliseconds. */
const STILL = 1000;

export class Theatre {
  /**
   * @param {object} parts
   * @param {Board} parts.board
   * @param {(side: string | undefined) => number} parts.sideNumber
   * @param {(label: string) => number | null} parts.sideOf The number of the side of what is called so.
   * @param {(telling: Telling | null) => void} [parts.onTelling] What is being shown; then nothing.
   */
  constructor({ board, sideNumber, sideOf, onTelling }) {
    this.board = board;
    this.sideNumber = sideNumber;
    this.sideOf = sideOf;
    this.onTelling = onTelling ?? (() => {});
    /** What is drawn over the table. */
    this.signs = s("g", { class: "theatre", "aria-hidden": "true" });
    this.tracks = s("g", { class: "theatre-tracks", "aria-hidden": "true" });
    board.layers.get("pieces")?.before(this.tracks);
    board.draft.before(this.signs);
    this.banner = h("div", { class: "theatre-banner", hidden: true, "aria-hidden": "true" });
    board.container.append(this.banner);
    this.sounds = new Sounds();
    /** What waits to be shown. @type {Telling[]} */
    this.queue = [];
    /** Ends the pause that is under way. @type {(() => void) | null} */
    this.wake = null;
    this.skipping = false;
    /** @type {Promise<void> | null} */
    this.running = null;
    /** What was shown last, to be shown again. @type {Telling[]} */
    this.last = [];
    /** The motions of pieces that are under way or have been left where they ended. @type {Animation[]} */
    this.motions = [];
  }

  /** Whether something is being shown. */
  get playing() {
    return this.running !== null;
  }

  get pace() {
    return PACES[settings.get().pace] ?? 1;
  }

  /**
   * Shows tellings after those that wait already.
   *
   * @param {Telling[]} tellings
   * @returns {Promise<void>} Done when all has been shown, or was skipped.
   */
  show(tellings) {
    const worth = tellings.filter(({ gestures = [] }) => gestures.length);
    if (!this.pace || !worth.length || document.hidden) return this.running ?? Promise.resolve();
    this.queue.push(...worth);
    this.running ??= this.#run().finally(() => {
      this.running = null;
      this.skipping = false;
    });
    return this.running;
  }

  /**
   * Shows once more what has happened: those who went somewhere are first where they came from.
   *
   * @param {Telling[]} tellings
   */
  async again(tellings) {
    this.finish();
    await this.running;
    this.clear();
    /** @type {Map<string, [number, number]>} */
    const from = new Map();
    for (const { piece, sort, path = [] } of tellings.flatMap(({ gestures = [] }) => gestures)) {
      if (sort === "walk" && piece && path.length && !from.has(piece)) from.set(piece, path[0]);
    }
    for (const [piece, place] of from) this.#put(piece, [place, place], 1);
    await this.show(tellings);
    if (!this.playing) this.clear();
  }

  /** Goes on to the next telling; pressed again at once, to the end. */
  skip() {
    if (!this.playing) return;
    const again = this.pressed !== undefined && performance.now() - this.pressed < 500;
    this.pressed = performance.now();
    if (again) this.finish();
    else {
      this.skipping = true;
      this.wake?.();
    }
  }

  /** Ends the show at once. */
  finish() {
    this.queue.length = 0;
    this.skipping = true;
    this.wake?.();
  }

  /** Takes everything off the table that was shown; the pieces lie where they are drawn again. */
  clear() {
    for (const motion of this.motions) motion.cancel();
    this.motions = [];
    this.signs.replaceChildren();
    this.tracks.replaceChildren();
    this.banner.hidden = true;
    this.onTelling(null);
  }

  async #run() {
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      this.skipping = false;
      await this.#tell(next);
    }
    this.signs.replaceChildren();
    this.banner.hidden = true;
    this.onTelling(null);
  }

  /** @param {Telling} telling */
  async #tell(telling) {
    this.onTelling(telling);
    this.signs.replaceChildren();
    const gestures = telling.gestures ?? [];
    this.#look(gestures);
    const waiting = [...gestures, ...this.queue.flatMap((each) => each.gestures ?? [])];
    const quicker = hurry(waiting);
    for (const [at, gesture] of gestures.entries()) {
      this.#draw(gesture, quicker);
      const lasts = lengthOf(gesture) * this.pace * (gesture.sort === "loss" ? 1 : quicker);
      if (!motionAllowed() || gestures[at + 1]?.together) continue;
      await this.#pause(lasts);
    }
    if (!motionAllowed()) await this.#pause(STILL * this.pace);
  }

  /**
   * Brings what will be shown into sight, unless a hand has set what is in sight.
   *
   * @param {Gesture[]} gestures
   */
  #look(gestures) {
    const { depth } = this.board.options;
    const points = gestures.flatMap(({ path = [], area = [] }) => [...path, ...area]);
    if (points.length) this.board.camera.include(points.map(([x, y]) => ({ x, y: depth - y })));
  }

  /**
   * @param {Gesture} gesture
   * @param {number} quicker
   */
  #draw(gesture, quicker) {
    const { depth } = this.board.options;
    const look = { depth, letter: this.board.words, side: this.sideNumber, sideOf: this.sideOf };
    const drawn = signsOf(gesture, look);
    if (gesture.sort === "walk") this.tracks.append(...drawn);
    else this.signs.append(...drawn);
    const sound = SOUNDS[gesture.sort];
    if (sound && !this.skipping) this.sounds.play(sound);
    if (gesture.sort === "walk" || gesture.sort === "turn") this.#move(gesture, quicker);
    if (gesture.sort === "vanish" || gesture.sort === "loss") this.#fade(gesture);
    if (gesture.sort === "say" || gesture.sort === "card") this.#say(gesture);
  }

  /**
   * A line across the edge of the table, or a card.
   *
   * @param {Gesture} gesture
   */
  #say({ sort, text = "" }) {
    this.banner.className = `theatre-banner ${sort}`;
    this.banner.textContent = text;
    this.banner.hidden = false;
  }

  /** @param {Gesture} gesture */
  #fade({ piece, sort }) {
    const lying = piece ? this.board.pieceAt(piece) : null;
    if (!lying) return;
    const faint = sort === "loss" ? 0.35 : 0;
    this.motions.push(
      lying.element.animate([{ opacity: 1 }, { opacity: faint }], {
        duration: motionAllowed() ? 400 : 1,
        fill: "forwards",
      }),
    );
  }

  /**
   * Lets a piece go along its way, from where it is drawn.
   *
   * @param {Gesture} gesture
   * @param {number} quicker
   */
  #move(gesture, quicker) {
    const path = gesture.path ?? [];
    const moves = motionAllowed() && !this.skipping;
    if (!gesture.piece || path.length < 2) return;
    this.#put(gesture.piece, path, moves ? lengthOf(gesture) * this.pace * quicker : 1);
  }

  /**
   * @param {string} piece
   * @param {[number, number][]} path
   * @param {number} duration
   */
  #put(piece, path, duration) {
    const lying = this.board.pieceAt(piece);
    if (!lying) return;
    const whole = inches(path) || 1;
    let gone = 0;
    const frames = path.map(([x, y], at) => {
      if (at) gone += inches([path[at - 1], path[at]]);
      const offset = at === path.length - 1 ? 1 : gone / whole;
      return { transform: `translate(${x - lying.x}px, ${lying.y - y}px)`, offset };
    });
    const names = this.board.layers.get("labels");
    const label = names?.querySelector(`[data-piece-label="${CSS.escape(piece)}"]`);
    for (const moving of [lying.element, label]) {
      if (!moving) continue;
      const motion = { duration, easing: "ease-in-out", fill: /** @type {"forwards"} */ ("forwards") };
      this.motions.push(moving.animate(frames, motion));
    }
  }

  /** @param {number} lasts Milliseconds. */
  #pause(lasts) {
    if (this.skipping || lasts < 1) return Promise.resolve();
    return new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
      const timer = setTimeout(done, lasts);
      const self = this;
      function done() {
        clearTimeout(timer);
        self.wake = null;
        resolve();
      }
      this.wake = done;
    });
  }
}
