/**
 * The table: the drawing in its layers, with pan, zoom, touch and keyboard.
 *
 * Exports: `createBoard(container, options) -> Board`.
 *
 * Board: `setLayers(layers, called)`, `setOverlay(drawn, channel)`, `draft` (a group for whatever is
 * being drawn by hand), `select(ids)`, `ring(kind, ids)`, `centreOn(id)`, `bringIntoView(ids)`,
 * `focusPiece(id)`, `toTable(clientX, clientY) -> {x, y}`, `toClient(x, y)`, `pieceAt(id)`, `ids()`,
 * `fit()`, `zoom(factor)`, `crosshair`, `fingerprints()`.
 */

import { fill, h } from "../../dom.js";
import { s } from "../../svg.js";
import { Camera } from "./camera.js";
import { Crosshair } from "./crosshair.js";
import { watchHands } from "./gestures.js";
import { Layers } from "./layers.js";
import { callPieces, findPieces, glide, piecesNear } from "./lying.js";
import { Rings } from "./rings.js";
import { Rulers } from "./rulers.js";
import { middleOf, squareName, squareOf } from "./squares.js";
import { showScale, viewTools } from "./viewtools.js";

/** @typedef {import("../../types").LayerInfo} Layer */
/** @typedef {import("../../types").DrawnInfo} Drawn */
/** @typedef {import("../../types").CalledInfo} Called */
/** @typedef {import("../../page").PieceId} PieceId */
/** @typedef {import("./camera.js").Spot} Spot */
/** @typedef {import("./gestures.js").Grip} Grip */
/** @typedef {import("./lying.js").Lying} Lying */
/** @typedef {import("./rings.js").RingKind} RingKind */

/**
 * A press on the table, by hand or by key.
 *
 * @typedef {object} Press
 * @property {{x: number, y: number}} point Where, on the table; if it is made of squares, in the middle of one.
 * @property {{x: number, y: number}} exact Where precisely.
 * @property {PieceId[]} stack The pieces there, the uppermost first.
 * @property {PieceId[]} pieces The same, and then those very near.
 * @property {string | null} feature The feature of the ground there.
 * @property {Spot} client Where, in the window.
 * @property {boolean} byKey
 */

/**
 * @typedef {object} BoardOptions
 * @property {number} width The table's width, in inches.
 * @property {number} depth
 * @property {string} [label] What the table is, in a few words.
 * @property {string} [unit] What its inches are called.
 * @property {boolean} [squares] Whether it is made of squares of an inch.
 * @property {(press: Press) => void} [onPress]
 * @property {(id: PieceId) => void} [onPick] A piece was pressed; for pages that need no more.
 * @property {(point: {x: number, y: number}) => void} [onPoint] The bare table was pressed.
 * @property {(id: PieceId | null, point: {x: number, y: number} | null, client: Spot) => void} [onHover]
 * @property {(id: PieceId | null, handle: string | null, point: {x: number, y: number}) => TableGrip | null}
 *   [grab] What a press at a piece or a handle takes hold of, if anything.
 * @property {(at: [number, number]) => string} [describe] What to say of a place.
 * @property {(at: [number, number]) => void} [onCursor] The cursor was moved by keys.
 * @property {() => boolean} [onEnter] Enter was pressed with the cursor away; whether it was of use.
 */

/**
 * @typedef {object} TableGrip
 * @property {(point: {x: number, y: number}, exact: {x: number, y: number}) => void} move
 * @property {(point: {x: number, y: number}, exact: {x: number, y: number}) => void} drop
 * @property {() => void} cancel
 */

/** How near, in pixels, a press must be to mean a piece that it does not touch. */
const NEAR = { fine: 6, coarse: 24 };

/** The least size of names, in pixels; where the whole table is small, they make do with less. */
const READABLE = 10;
/** The largest size of names, in inches. */
const LARGEST = 2;

/**
 * @param {HTMLElement} container
 * @param {BoardOptions} options
 */
export function createBoard(container, options) {
  return new Board(container, options);
}

export class Board {
  /**
   * @param {HTMLElement} container
   * @param {BoardOptions} options
   */
  constructor(container, options) {
    this.container = container;
    this.options = options;
    /** @type {Map<PieceId, Lying>} */
    this.pieces = new Map();
    this.layers = new Layers();
    this.rings = new Rings((id) => {
      const lying = this.pieces.get(id);
      return lying ? { ...this.#drawnAt(lying), size: lying.size } : null;
    }, options.squares);
    /** A group for whatever is being drawn by hand. */
    this.draft = s("g", { class: "draft", "aria-hidden": "true" });
    // Over the pieces, but not through their names.
    this.layers.get("labels")?.before(this.rings.element);
    this.svg = this.#build();
    this.camera = new Camera(container, this.svg, options.width, options.depth);
    const label = h("output", { class: "crosshair-label", hidden: true, "aria-live": "polite" });
    this.crosshair = new Crosshair(this.camera, label);
    this.crosshair.describe = (at) => this.#describe(at);
    this.crosshair.onMove = (at) => options.onCursor?.(at);
    this.svg.append(this.crosshair.group);
    this.rulers = options.squares ? new Rulers(this.camera, this.svg) : null;
    if (options.squares) this.crosshair.keepTo(options);
    this.scaleBar = h("div", { class: "scale-bar", "aria-hidden": "true" });
    container.classList.add("board");
    const rulers = this.rulers ? [this.rulers.columns, this.rulers.rows] : [];
    fill(container, this.svg, ...rulers, label, this.scaleBar, viewTools(this));
    this.camera.onChange = () => this.#moved();
    this.camera.fit();
    watchHands(this.svg, this.camera, {
      grab: (target, client) => this.#grab(target, client),
      press: (_target, client, coarse) => this.#press(client, coarse),
      hover: (target, client) => this.#hover(target, client),
    });
    // A browser scrolls to what is focused, as a screen reader does with a piece beyond the edge;
    // but it is the camera that says what is in sight.
    container.addEventListener("scroll", () => container.scrollTo(0, 0));
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    this.svg.addEventListener("focusin", () => this.#showFocus());
    this.svg.addEventListener("focusout", (event) => {
      this.ring("focus", []);
      if (!this.svg.contains(/** @type {Node | null} */ (event.relatedTarget))) {
        this.crosshair.hide();
      }
    });
  }

  #build() {
    const { width, depth, label } = this.options;
    return s(
      "svg",
      {
        class: "table-drawing",
        viewBox: `0 0 ${width} ${depth}`,
        tabindex: 0,
        role: "application",
        "aria-label":
          label ?? `The table, ${width} by ${depth}. Arrow keys move a cursor, Enter picks.`,
      },
      this.layers.element,
      this.draft,
    );
  }

  // -- what is drawn ----------------------------------------------------------------------------

  /**
   * Puts new layers in place of those that have changed.
   *
   * @param {Record<string, Layer>} layers
   * @param {Called[]} [called] The pieces in words.
   */
  setLayers(layers, called) {
    const focused = this.focusedPiece();
    const before = layers.pieces ? new Map(this.pieces) : null;
    this.layers.replace(layers);
    if (before) {
      this.pieces = findPieces(this.layers.get("pieces"));
      this.select(this.rings.of("selected"));
      glide(this.pieces, before, this.layers.get("labels"));
    }
    if (called) callPieces(this.pieces, called);
    this.rings.draw();
    if (focused && before) this.pieces.get(focused)?.element.focus({ preventScroll: true });
  }

  /** The fingerprints of the layers that are shown. */
  fingerprints() {
    return { ...this.layers.prints };
  }

  /**
   * Shows overlays for a while: those of a channel until others of that channel come.
   *
   * @param {Drawn | null | undefined} drawn
   * @param {string} [channel]
   */
  setOverlay(drawn, channel = "main") {
    this.layers.overlay(drawn, channel);
  }

  /**
   * Marks pieces as selected.
   *
   * @param {PieceId[]} ids
   */
  select(ids) {
    for (const [id, { element }] of this.pieces) {
      element.setAttribute("aria-pressed", String(ids.includes(id)));
    }
    this.ring("selected", ids);
  }

  /**
   * Puts rings around pieces, in place of the rings of that kind.
   *
   * @param {RingKind} kind
   * @param {PieceId[]} ids
   */
  ring(kind, ids) {
    this.rings.set(kind, ids);
  }

  // -- where things are -------------------------------------------------------------------------

  /** @param {{x: number, y: number}} point */
  #drawnAt({ x, y }) {
    return { x, y: this.options.depth - y };
  }

  /**
   * Where a point of the window is on the table.
   *
   * @param {number} clientX
   * @param {number} clientY
   */
  toTable(clientX, clientY) {
    const place = this.#exactly({ x: clientX, y: clientY });
    return this.options.squares ? middleOf(place, this.options) : place;
  }

  /** @param {Spot} client */
  #exactly(client) {
    const { x, y } = this.camera.toDrawing(client);
    return { x, y: this.options.depth - y };
  }

  /**
   * Where a point of the table is in the window.
   *
   * @param {number} x
   * @param {number} y
   */
  toClient(x, y) {
    return this.camera.toClient(this.#drawnAt({ x, y }));
  }

  /**
   * What a place of the table is called.
   *
   * @param {[number, number]} place
   */
  nameOf(place) {
    if (this.options.squares) return squareName(place, this.options);
    return place.map((one) => one.toFixed(1)).join(", ");
  }

  /**
   * Lights a square up, by its column and row, or none.
   *
   * @param {[number, number] | null} square
   * @param {boolean} [look] Whether to bring it into sight.
   */
  light(square, look = false) {
    this.rulers?.light(square);
    if (square && look) this.camera.include([{ x: square[0] + 0.5, y: square[1] + 0.5 }]);
  }

  /** @param {PieceId} id */
  pieceAt(id) {
    return this.pieces.get(id) ?? null;
  }

  /** The pieces on the table. */
  ids() {
    return [...this.pieces.keys()];
  }

  /** How large names must be to be read as the table is shown now, in inches, by steps. */
  get words() {
    return Math.min(LARGEST, Math.ceil((READABLE / this.camera.scale) * 10) / 10);
  }

  fit() {
    this.camera.fit();
  }

  /** @param {number} factor */
  zoom(factor) {
    this.camera.zoom(factor);
  }

  /** @param {PieceId} id */
  centreOn(id) {
    const lying = this.pieces.get(id);
    if (lying) this.camera.centre(this.#drawnAt(lying));
  }

  /** @param {PieceId[]} ids */
  bringIntoView(ids) {
    const lying = ids.map((id) => this.pieces.get(id)).filter((each) => each !== undefined);
    this.camera.include(lying.map((each) => this.#drawnAt(each)));
  }

  /** The piece that has the focus. */
  focusedPiece() {
    const focused = document.activeElement;
    return focused && this.svg.contains(focused) ? pieceOf(focused) : null;
  }

  /** Outlines are drawn in inches here, so the ring around the focused piece is one of ours. */
  #showFocus() {
    const piece = this.focusedPiece();
    const seen = piece && this.pieces.get(piece)?.element.matches(":focus-visible");
    this.ring("focus", seen ? [piece] : []);
  }

  /** @param {PieceId} id */
  focusPiece(id) {
    const lying = this.pieces.get(id);
    if (!lying) return;
    this.bringIntoView([id]);
    this.crosshair.place([lying.x, lying.y], false);
    this.crosshair.hide();
    lying.element.focus({ preventScroll: true });
  }

  // -- hands and keys ---------------------------------------------------------------------------

  /**
   * @param {Element} target
   * @param {Spot} client
   * @returns {Grip | null}
   */
  #grab(target, client) {
    const point = this.toTable(client.x, client.y);
    const grip = this.options.grab?.(pieceOf(target), nearest(target, "handle"), point);
    if (!grip) return null;
    return {
      move: (at) => grip.move(this.toTable(at.x, at.y), this.#exactly(at)),
      drop: (at) => grip.drop(this.toTable(at.x, at.y), this.#exactly(at)),
      cancel: () => grip.cancel(),
    };
  }

  /**
   * @param {Spot} client
   * @param {boolean} coarse
   */
  #press(client, coarse) {
    const stack = document
      .elementsFromPoint(client.x, client.y)
      .filter((element) => this.svg.contains(element))
      .map((element) => pieceOf(element))
      .filter((piece) => piece !== null);
    const reach = (coarse ? NEAR.coarse : NEAR.fine) / this.camera.scale;
    const point = this.toTable(client.x, client.y);
    this.#pressed({
      point,
      exact: this.#exactly(client),
      client,
      stack: [...new Set(stack)],
      pieces: [...new Set([...stack, ...piecesNear(this.pieces, point, reach)])],
      feature: this.featureAt(client),
      byKey: false,
    });
  }

  /**
   * The uppermost feature of the ground at a spot, whatever lies over it: a piece, a name, the grid.
   *
   * @param {Spot} client
   */
  featureAt(client) {
    for (const element of document.elementsFromPoint(client.x, client.y)) {
      const feature = this.svg.contains(element) ? nearest(element, "feature") : null;
      if (feature) return feature;
    }
    return null;
  }

  /**
   * The line by which a feature of the ground is drawn: its edge, or its course.
   *
   * @param {string} feature
   */
  outlineOf(feature) {
    const drawn = this.layers.element.querySelector(`[data-feature="${CSS.escape(feature)}"] path`);
    return drawn?.getAttribute("d") ?? null;
  }

  /** @param {Press} press */
  #pressed(press) {
    this.options.onPress?.(press);
    if (press.pieces.length) this.options.onPick?.(press.pieces[0]);
    else this.options.onPoint?.(press.point);
  }

  /**
   * @param {Element | null} target
   * @param {Spot} client
   */
  #hover(target, client) {
    const point = target ? this.toTable(client.x, client.y) : null;
    this.rulers?.mark(point ? squareOf([point.x, point.y], this.options) : null);
    this.options.onHover?.(target ? pieceOf(target) : null, point, client);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (this.crosshair.key(event)) {
      // From a piece, the keys go over to the cursor.
      if (!event.altKey && this.focusedPiece()) this.svg.focus({ preventScroll: true });
    } else if (event.key === "Enter" || event.key === " ") this.#enter();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #enter() {
    const focused = this.focusedPiece();
    const lying = focused ? this.pieces.get(focused) : null;
    if (!lying && !this.crosshair.shown) {
      if (!this.options.onEnter?.()) this.crosshair.show();
      return;
    }
    const [x, y] = lying ? [lying.x, lying.y] : this.crosshair.at;
    const near = piecesNear(this.pieces, { x, y }, 0.3);
    this.#pressed({
      point: { x, y },
      exact: { x, y },
      client: this.toClient(x, y),
      stack: focused ? [focused] : near,
      pieces: focused ? [focused, ...near.filter((id) => id !== focused)] : near,
      feature: null,
      byKey: true,
    });
  }

  /** @param {[number, number]} at */
  #describe(at) {
    const [id] = piecesNear(this.pieces, { x: at[0], y: at[1] }, 0.3);
    const piece = id ? (this.pieces.get(id)?.label ?? "") : "";
    return [piece, this.options.describe?.(at) ?? ""].filter((part) => part).join(" · ");
  }

  #moved() {
    this.crosshair.follow();
    this.rulers?.follow();
    showScale(this.scaleBar, this.camera, this.options.unit ?? "in");
  }
}

/**
 * What the nearest element around this one is called in an attribute `data-…`.
 *
 * @param {Element} element
 * @param {string} name
 */
function nearest(element, name) {
  const found = element.closest(`[data-${name}]`);
  return found instanceof SVGElement ? (found.dataset[name] ?? null) : null;
}

/** @param {Element} element */
function pieceOf(element) {
  return nearest(element, "piece");
}
