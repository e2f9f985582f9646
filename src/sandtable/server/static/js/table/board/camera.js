/**
 * Which part of the table is in sight, and how large.
 *
 * Coordinates of the drawing: the table's upper left corner is the origin, a unit is an inch, y
 * runs down. Coordinates of the table: y runs up, from the lower left corner.
 *
 * Exports: `Camera`.
 */

/** @typedef {{x: number, y: number}} Spot */

/** The largest magnification, in pixels for an inch. */
const CLOSEST = 140;
/** How long hands must rest, in milliseconds, before the drawing is drawn sharply again. */
const SETTLED = 140;
/** The inches of margin, both sides together: pieces at the edge of the table stand out over it. */
const MARGIN = 1.4;
/** The pixels below the whole table that are left to the bar which shows the scale. */
const FOOT = 28;
/** So many times larger the whole table must become before it grows into room below that came free. */
const WORTH_GROWING = 1.25;

export class Camera {
  /**
   * @param {HTMLElement} frame What it is seen through.
   * @param {SVGSVGElement} svg
   * @param {number} width
   * @param {number} depth
   */
  constructor(frame, svg, width, depth) {
    this.frame = frame;
    this.svg = svg;
    this.width = width;
    this.depth = depth;
    this.middle = { x: width / 2, y: depth / 2 };
    /** Pixels for an inch. */
    this.scale = 1;
    this.fitted = true;
    /** The pixels along each edge of the whole table that are left to what is written there. */
    this.edge = 0;
    /** @type {number | null} */
    this.pending = null;
    /** Called after each change. */
    this.onChange = () => {};
    /** Called when the drawing has been drawn sharply again. */
    this.onSettled = () => {};
    /** What the drawing was last laid out for; until it is again, it is only shifted and scaled. */
    this.laidOut = { x: 0, y: 0, scale: 1 };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;
    /** What was in sight before the table was moved for a card. @type {{middle: Spot, scale: number, fitted: boolean} | null} */
    this.lent = null;
    this.box = frame.getBoundingClientRect();
    /** The window and the frame as they were when the frame last changed. */
    this.framed = framing(this.box);
    new ResizeObserver(() => this.#resized()).observe(frame);
  }

  /** The scale at which the whole table is just in sight. */
  get whole() {
    const { width, height } = this.box;
    const high = this.#fitting(height - FOOT, this.depth);
    return Math.max(1, Math.min(this.#fitting(width, this.width), high));
  }

  /**
   * @param {number} room Pixels.
   * @param {number} inches How many have to go into it.
   */
  #fitting(room, inches) {
    return Math.min(room / (inches + MARGIN), (room - 2 * this.edge) / inches);
  }

  #resized() {
    const before = this.framed;
    this.framed = framing(this.#measure());
    const sameWindow =
      before.wide === this.framed.wide && before.window === this.framed.window;
    if (sameWindow) this.#hold(this.framed.high - before.high);
    const stays = sameWindow && this.#isWhole && this.whole < this.scale * WORTH_GROWING;
    if (this.fitted && !stays) this.fit();
    else this.#apply({ fitted: this.fitted });
    // Not only with the next frame: in this one the table would be seen elsewhere.
    this.#layOut();
  }

  /** Whether the whole table is in sight, with room below for the scale. */
  get #isWhole() {
    const half = this.box.height / 2;
    const [above, below] = [this.middle.y, this.depth - this.middle.y].map((y) => y * this.scale);
    const most = half + 1;
    return this.scale <= this.whole && above <= most && below + FOOT <= most;
  }

  /**
   * What is asked and ordered below the table takes more room and less as one plays. The table is
   * not to move from under the pointer for that: it stays where it is from above.
   *
   * @param {number} grown By how many pixels there is more of it in sight below.
   */
  #hold(grown) {
    this.middle.y += grown / 2 / this.scale;
    if (this.lent) this.lent.middle.y += grown / 2 / this.lent.scale;
  }

  fit() {
    this.scale = this.whole;
    this.middle = { x: this.width / 2, y: this.depth / 2 + FOOT / 2 / this.scale };
    this.#apply({ fitted: true });
  }

  /**
   * Magnifies about a point of the window.
   *
   * @param {number} factor
   * @param {Spot} [about]
   */
  zoom(factor, about) {
    const { left, top, width, height } = this.#measure();
    const point = about ?? { x: left + width / 2, y: top + height / 2 };
    const before = this.toDrawing(point);
    this.scale = Math.min(CLOSEST, Math.max(this.whole * 0.7, this.scale * factor));
    const after = this.toDrawing(point);
    this.middle.x += before.x - after.x;
    this.middle.y += before.y - after.y;
    this.#apply({ byHand: true });
  }

  /**
   * Shifts what is in sight by so many pixels.
   *
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.middle.x -= dx / this.scale;
    this.middle.y -= dy / this.scale;
    this.#apply({ byHand: true });
  }

  /**
   * Brings a point of the drawing to the middle.
   *
   * @param {Spot} point
   */
  centre(point) {
    this.middle = { ...point };
    this.#apply();
  }

  /**
   * Brings points of the drawing into sight, moving no more than needed.
   *
   * @param {Spot[]} points
   * @param {number} [room] Pixels to keep free at the edge.
   */
  include(points, room = 60) {
    if (!points.length) return;
    const { left: west, top: north, width, height } = this.#measure();
    const near = room / 3;
    const inSight = points
      .map((point) => this.toClient(point))
      .every(
        ({ x, y }) =>
          x >= west + near &&
          x <= west + width - near &&
          y >= north + near &&
          y <= north + height - near,
      );
    if (inSight) return;
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    const wide = Math.max(1, width - 2 * room) / Math.max(0.1, right - left);
    const high = Math.max(1, height - 2 * room) / Math.max(0.1, bottom - top);
    this.scale = Math.max(this.whole * 0.7, Math.min(this.scale, wide, high));
    const [dx, dy] = [(width / 2 - room) / this.scale, (height / 2 - room) / this.scale];
    this.middle.x = within(this.middle.x, right - dx, left + dx);
    this.middle.y = within(this.middle.y, bottom - dy, top + dy);
    this.#apply();
  }

  /**
   * Brings points of the drawing into a part of the window, until that is given back.
   *
   * @param {Spot[]} points
   * @param {{left: number, right: number}} free From where to where in the window.
   * @param {number} [room] Pixels to keep free at the edge.
   */
  lend(points, free, room = 50) {
    if (!points.length) return;
    const { left, width, height } = this.#measure();
    const lent = this.lent ?? { middle: { ...this.middle }, scale: this.scale, fitted: this.fitted };
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    const wide = (free.right - free.left - 2 * room) / (Math.max(...xs) - Math.min(...xs) || 0.1);
    const high = (height - 2 * room) / (Math.max(...ys) - Math.min(...ys) || 0.1);
    this.scale = Math.max(this.whole * 0.5, Math.min(this.scale, wide, high));
    // How far the middle of the window lies from the edges of the part that is free, in inches.
    const before = (left + width / 2 - free.left - room) / this.scale;
    const after = (free.right - room - left - width / 2) / this.scale;
    const half = (height / 2 - room) / this.scale;
    this.middle.x = within(this.middle.x, Math.max(...xs) - after, Math.min(...xs) + before);
    this.middle.y = within(this.middle.y, Math.max(...ys) - half, Math.min(...ys) + half);
    this.#apply();
    this.lent = lent;
  }

  /** Shows again what was in sight before, unless a hand has moved the table since. */
  giveBack() {
    const { lent } = this;
    this.lent = null;
    if (!lent) return;
    if (lent.fitted && lent.scale > this.whole) this.fit();
    else {
      this.middle = lent.middle;
      this.scale = lent.scale;
      this.#apply({ fitted: lent.fitted });
    }
  }

  /**
   * Where a point of the window is in the drawing.
   *
   * @param {Spot} client
   * @returns {Spot}
   */
  toDrawing(client) {
    const { left, top, width, height } = this.#measure();
    return {
      x: this.middle.x + (client.x - left - width / 2) / this.scale,
      y: this.middle.y + (client.y - top - height / 2) / this.scale,
    };
  }

  /**
   * Where a point of the drawing is in the window.
   *
   * @param {Spot} point
   * @returns {Spot}
   */
  toClient(point) {
    const { left, top, width, height } = this.#measure();
    return {
      x: left + width / 2 + (point.x - this.middle.x) * this.scale,
      y: top + height / 2 + (point.y - this.middle.y) * this.scale,
    };
  }

  #measure() {
    this.box = this.frame.getBoundingClientRect();
    return this.box;
  }

  /**
   * @param {object} [how]
   * @param {boolean} [how.byHand] Whether more of the same is likely to come at once.
   * @param {boolean} [how.fitted] Whether the whole table is in sight, and is to stay so.
   */
  #apply({ byHand = false, fitted = false } = {}) {
    this.fitted = fitted;
    if (byHand) this.lent = null;
    // Some of the table always stays in sight.
    this.middle.x = within(this.middle.x, 0, this.width);
    this.middle.y = within(this.middle.y, 0, this.depth);
    clearTimeout(this.settling);
    if (byHand) this.settling = setTimeout(() => this.#layOut(), SETTLED);
    this.pending ??= requestAnimationFrame(() => {
      this.pending = null;
      if (this.settling === undefined) this.#layOut();
      else this.#shift();
      this.onChange();
    });
    if (!byHand) this.settling = undefined;
  }

  /** Moves and scales what is drawn, which is quick enough for every frame. */
  #shift() {
    const { x, y, scale } = this.laidOut;
    const [dx, dy] = [(x - this.middle.x) * this.scale, (y - this.middle.y) * this.scale];
    this.svg.style.transform = `translate(${dx}px, ${dy}px) scale(${this.scale / scale})`;
  }

  /** Has the drawing drawn sharply for what is in sight now. */
  #layOut() {
    this.settling = undefined;
    const [wide, high] = [this.box.width / this.scale, this.box.height / this.scale];
    if (!wide || !high) return;
    const [x, y] = [this.middle.x - wide / 2, this.middle.y - high / 2];
    this.laidOut = { ...this.middle, scale: this.scale };
    this.svg.style.transform = "";
    this.svg.setAttribute("viewBox", `${x} ${y} ${wide} ${high}`);
    this.onSettled();
  }
}

/**
 * How large a frame is, and the window around it.
 *
 * @param {DOMRect} box
 */
function framing({ width, height }) {
  return { wide: width, high: height, window: window.innerHeight };
}

/**
 * A number held between two others; if these are the wrong way round, halfway between them.
 *
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
function within(value, least, most) {
  if (least > most) return (least + most) / 2;
  return Math.min(most, Math.max(least, value));
}
