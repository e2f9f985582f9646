/**
 * What hands do on the table: press, drag, pinch, turn the wheel, hover.
 *
 * Exports: `watchHands`.
 */

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./camera.js").Spot} Spot */

/**
 * Something that has been taken hold of: it follows the pointer until it is let go.
 *
 * @typedef {object} Grip
 * @property {(client: Spot) => void} move
 * @property {(client: Spot) => void} drop
 * @property {() => void} cancel
 */

/**
 * @typedef {object} Hands
 * @property {(target: Element, client: Spot) => Grip | null} grab What a press takes hold of.
 * @property {(target: Element, client: Spot, coarse: boolean) => void} press A press without a drag.
 * @property {(target: Element | null, client: Spot) => void} hover
 */

/** How far a pointer may tremble, in pixels, before a press becomes a drag. */
const TREMBLE = { mouse: 4, pen: 6, touch: 9 };

/**
 * @param {SVGSVGElement} svg
 * @param {Camera} camera
 * @param {Hands} hands
 */
export function watchHands(svg, camera, hands) {
  /** @type {Map<number, Spot>} */
  const down = new Map();
  /** @type {{target: Element, start: Spot, dragging: boolean, grip: Grip | null, type: string} | null} */
  let one = null;

  svg.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const spot = at(event);
    down.set(event.pointerId, spot);
    if (down.size > 1) {
      letGo();
      return;
    }
    const target = /** @type {Element} */ (event.target);
    const grip = hands.grab(target, spot);
    one = { target, start: spot, dragging: false, grip, type: event.pointerType };
  });

  svg.addEventListener("pointermove", (event) => {
    const spot = at(event);
    const before = down.get(event.pointerId);
    if (!before) {
      const over = /** @type {Element} */ (event.target);
      if (event.pointerType !== "touch") hands.hover(over, spot);
      return;
    }
    if (down.size === 2) pinch(event.pointerId, before, spot);
    else if (one) drag(event, before, spot);
    down.set(event.pointerId, spot);
  });

  /**
   * @param {PointerEvent} event
   * @param {Spot} before
   * @param {Spot} spot
   */
  function drag(event, before, spot) {
    if (!one) return;
    const limit = TREMBLE[/** @type {"mouse"} */ (one.type)] ?? TREMBLE.touch;
    if (!one.dragging && distance(one.start, spot) < limit) return;
    if (!one.dragging) svg.setPointerCapture(event.pointerId);
    one.dragging = true;
    if (one.grip) one.grip.move(spot);
    else {
      svg.classList.add("panning");
      camera.pan(spot.x - before.x, spot.y - before.y);
    }
  }

  /**
   * @param {number} id
   * @param {Spot} before
   * @param {Spot} now
   */
  function pinch(id, before, now) {
    const [other] = [...down].filter(([each]) => each !== id).map(([, spot]) => spot);
    const was = distance(before, other);
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    if (was > 0) camera.zoom(distance(now, other) / was, middle);
  }

  /** @param {PointerEvent} event */
  function lift(event) {
    const spot = at(event);
    const known = down.delete(event.pointerId);
    if (down.size || !one || !known) return;
    const { dragging, grip, target, type } = one;
    one = null;
    svg.classList.remove("panning");
    if (!dragging) hands.press(target, spot, type !== "mouse");
    else grip?.drop(spot);
  }

  /** Takes back what a drag has done so far; the pointer may stay down, and means nothing more. */
  function letGo() {
    if (one?.dragging) one.grip?.cancel();
    one = null;
    svg.classList.remove("panning");
  }

  svg.addEventListener("pointerup", lift);
  svg.addEventListener("pointercancel", (event) => {
    down.delete(event.pointerId);
    letGo();
  });
  // Before anything else hears of it: Escape in the middle of a drag means the drag.
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !one?.dragging || !one.grip) return;
      letGo();
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  svg.addEventListener("pointerleave", () => hands.hover(null, { x: 0, y: 0 }));

  svg.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const pixels = event.deltaY * (event.deltaMode === 1 ? 30 : 1);
      const speed = event.ctrlKey ? 0.01 : 0.0022;
      camera.zoom(Math.exp(-Math.max(-300, Math.min(300, pixels)) * speed), at(event));
    },
    { passive: false },
  );
}

/**
 * @param {MouseEvent} event
 * @returns {Spot}
 */
function at(event) {
  return { x: event.clientX, y: event.clientY };
}

/**
 * @param {Spot} one
 * @param {Spot} two
 */
function distance(one, two) {
  return Math.hypot(one.x - two.x, one.y - two.y);
}
