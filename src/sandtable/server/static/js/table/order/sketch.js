/**
 * What hands have drawn on the table so far: the way, places, and a handle for turning.
 *
 * Exports: `drawSketch`.
 */

import { s } from "../../svg.js";
import { ahead } from "../board/geometry.js";
import { facingOf, turningOf } from "./turning.js";

/** @typedef {import("../../page").Point} Point */
/** @typedef {import("../../types").Slot} Slot */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./draft.js").Draft} Draft */

/**
 * @param {Board} board
 * @param {Composer} composer
 */
export function drawSketch(board, composer) {
  const { draft } = composer;
  /** @type {string[]} */
  const able = [];
  /** @type {string[]} */
  const unable = [];
  /** @type {SVGElement[]} */
  const drawn = [];
  if (draft) {
    for (const slot of draft.slots) {
      if (slot.sort === "path") drawn.push(...way(board, composer.startOf(), draft, slot));
      else if (slot.sort === "point") drawn.push(...places(board, draft, slot));
      else if (slot.sort === "feature") drawn.push(...features(board, draft, slot));
    }
    const turning = draft.missing().length ? null : turningOf(composer, draft);
    if (turning && !turning.slot.headings?.length) {
      drawn.push(...handle(board, turning.slot, turning.about, facingOf(composer, draft, turning.slot)));
    }
    const { active } = draft;
    for (const target of (active && draft.targets.get(active.name)) ?? []) {
      (target.refusal ? unable : able).push(target.piece);
    }
  }
  const picked = draft
    ? draft.slots.flatMap((slot) => (isPiece(slot) ? draft.picked(slot) : []))
    : [];
  board.svg.classList.toggle("refused", Boolean((draft?.glimpse ?? draft?.preview)?.refusal));
  board.draft.replaceChildren(...drawn);
  board.ring(
    "able",
    able.filter((id) => !picked.includes(id)),
  );
  board.ring("unable", unable);
  board.ring("target", picked);
  const looked = draft ? draft.tried : composer.glance?.piece;
  board.ring("hover", looked ? [looked] : []);
}

/** @param {Slot} slot */
function isPiece({ sort }) {
  return sort === "piece" || sort === "pieces";
}

/**
 * @param {Board} board
 * @param {Point | null} start
 * @param {Draft} draft
 * @param {Slot} slot
 */
function way(board, start, draft, slot) {
  const points = draft.points(slot);
  if (!points.length) return [];
  const all = (start ? [start, ...points] : points).map((point) => drawnAt(board, point));
  const line = s("path", {
    class: "draft-way",
    d: `M${all.map(([x, y]) => `${x} ${y}`).join("L")}`,
  });
  // Where the book shows the way by itself, a second line would only be in the way.
  const isShown = draft.preview?.drawn?.over?.includes("overlay-route");
  return [
    ...(isShown ? [] : [line]),
    ...points.map((point, place) => knob(board, point, `${slot.name}:${place}`, "draft-bend")),
  ];
}

/**
 * @param {Board} board
 * @param {Draft} draft
 * @param {Slot} slot
 */
function places(board, draft, slot) {
  const open = draft.active === slot ? (slot.spots ?? []) : [];
  return [...open.map((spot) => dot(board, spot)), ...given(board, draft, slot)];
}

/**
 * The features of the ground that are picked, and the one that the pointer is at.
 *
 * @param {Board} board
 * @param {Draft} draft
 * @param {Slot} slot
 */
function features(board, draft, slot) {
  const picked = draft.picked(slot);
  const looked = slot.words?.find(({ value }) => value === draft.tried && !picked.includes(value));
  const outline = (/** @type {string} */ feature, /** @type {string} */ look) => {
    const d = board.outlineOf(feature);
    return d ? [s("path", { class: `draft-feature ${look}`, d })] : [];
  };
  return [
    ...picked.flatMap((feature) => outline(feature, "picked")),
    ...(looked ? outline(looked.value, "looked") : []),
  ];
}

/**
 * One of the only places that may be picked.
 *
 * @param {Board} board
 * @param {Point} point
 */
function dot(board, point) {
  const [cx, cy] = drawnAt(board, point);
  return s("circle", { class: "draft-spot", cx, cy, r: 0.16 });
}

/**
 * @param {Board} board
 * @param {Draft} draft
 * @param {Slot} slot
 */
function given(board, draft, slot) {
  return draft.points(slot).flatMap((point, place) => {
    const [x, y] = drawnAt(board, point);
    return [
      s("path", { class: "draft-place", d: `M${x - 0.6} ${y}h1.2M${x} ${y - 0.6}v1.2` }),
      knob(board, point, `${slot.name}:${place}`, "draft-point"),
    ];
  });
}

/**
 * @param {Board} board
 * @param {Slot} slot
 * @param {Point} about
 * @param {number} heading
 */
function handle(board, slot, about, heading) {
  // Far enough away to be taken hold of apart from the end of the way.
  const end = ahead(about, heading, Math.max(2.4, 46 / board.camera.scale));
  const [[ax, ay], [bx, by]] = [drawnAt(board, about), drawnAt(board, end)];
  return [
    s("path", { class: "draft-turn", d: `M${ax} ${ay}L${bx} ${by}` }),
    knob(board, end, `${slot.name}:0`, "draft-handle"),
  ];
}

/**
 * A round thing that can be taken hold of, at least as large as a fingertip.
 *
 * @param {Board} board
 * @param {Point} point
 * @param {string} name
 * @param {string} look
 */
function knob(board, point, name, look) {
  const [cx, cy] = drawnAt(board, point);
  const { scale } = board.camera;
  return s(
    "g",
    { "data-handle": name, class: `knob ${look}` },
    s("circle", { class: "knob-reach", cx, cy, r: 16 / scale }),
    s("circle", { class: "knob-dot", cx, cy, r: Math.max(0.22, 5 / scale) }),
  );
}

/**
 * @param {Board} board
 * @param {Point} point
 * @returns {Point}
 */
function drawnAt(board, [x, y]) {
  return [x, board.options.depth - y];
}
