/**
 * The referee's hand on the table: any piece can be dragged, and a press does what the tool says.
 */

import { s } from "../svg.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../table/board/board.js").Press} Press */
/** @typedef {import("../table/board/board.js").TableGrip} TableGrip */
/** @typedef {{x: number, y: number}} Spot */

/** @param {number} value To a tenth of an inch. */
export function tenth(value) {
  return Math.round(value * 10) / 10;
}

/** @param {Desk} desk */
export function mountHand(desk) {
  const { board } = desk;
  const group = s("g", { class: "referee-draft", "aria-hidden": "true" });
  board.svg.append(group);

  const { onPress, grab } = board.options;
  board.options.onPress = (press) => {
    if (!pressed(desk, press)) onPress?.(press);
  };
  board.options.grab = (id, handle, point) =>
    grab?.(id, handle, point) ?? (id && !handle ? drag(desk, id) : null);

  const draw = () => group.replaceChildren(...ghost(desk, desk.held ?? desk.draft));
  desk.on("draft", draw);
  desk.on("foretold", draw);
  desk.on("held", draw);
}

/**
 * @param {Desk} desk
 * @param {Press} press
 * @returns {boolean} Whether it was for the referee's tool.
 */
function pressed(desk, press) {
  const at = { x: tenth(press.point.x), y: tenth(press.point.y) };
  switch (desk.tool) {
    case "move":
      if (desk.piece) move(desk, desk.piece, at);
      else if (press.pieces.length) desk.take(press.pieces[0]);
      return true;
    case "turn":
      if (desk.piece) face(desk, desk.piece, at);
      else if (press.pieces.length) desk.take(press.pieces[0]);
      return true;
    case "place":
      desk.reword((ruling) => Object.assign(ruling.piece, at));
      return true;
    case "reveal":
      // Worded anew, since fields for the place are to come up with it.
      if (desk.draft) desk.word({ ...desk.draft, at: [at.x, at.y] });
      return true;
    default:
      return false;
  }
}

/**
 * @param {Desk} desk
 * @param {string} piece
 * @param {Spot} at
 */
export function move(desk, piece, at) {
  const { draft } = desk;
  if (draft?.order === "amend" && draft.piece === piece) {
    desk.reword((ruling) => Object.assign(ruling.set, at));
  } else desk.word({ order: "amend", piece, set: { ...at } });
}

/**
 * Turns a piece towards a place.
 *
 * @param {Desk} desk
 * @param {string} piece
 * @param {Spot} to
 */
function face(desk, piece, to) {
  const from = desk.board.pieceAt(piece);
  if (!from) return;
  const degrees = (Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI;
  turn(desk, piece, (Math.round(degrees) + 360) % 360);
}

/**
 * @param {Desk} desk
 * @param {string} piece
 * @param {number} heading
 */
export function turn(desk, piece, heading) {
  const { draft } = desk;
  if (draft?.order === "amend" && draft.piece === piece) {
    desk.reword((ruling) => Object.assign(ruling.set, { heading }));
  } else desk.word({ order: "amend", piece, set: { heading } });
}

/**
 * @param {Desk} desk
 * @param {string} piece
 * @returns {TableGrip}
 */
function drag(desk, piece) {
  const at = (/** @type {Spot} */ { x, y }) => ({ x: tenth(x), y: tenth(y) });
  return {
    // The card comes up only at the end: it takes room, and the table must stay under the hand.
    move: (point) => desk.hold({ order: "amend", piece, set: at(point) }),
    drop: (point) => {
      desk.hold(null);
      desk.take(piece);
      move(desk, piece, at(point));
    },
    cancel: () => desk.hold(null),
  };
}

/**
 * What a ruling would put where.
 *
 * @param {Desk} desk
 * @param {import("./desk.js").Ruling | null} draft
 */
function ghost({ board }, draft) {
  if (!draft) return [];
  const lying = typeof draft.piece === "string" ? board.pieceAt(draft.piece) : null;
  const spot =
    draft.set ??
    (typeof draft.piece === "object" ? draft.piece : { x: draft.at?.[0], y: draft.at?.[1] });
  const x = spot.x ?? lying?.x;
  const y = spot.y ?? lying?.y;
  if (typeof x !== "number" || typeof y !== "number") return [];
  const top = board.options.depth - y;
  const heading = spot.heading ?? lying?.heading ?? 0;
  const drawn = [
    s("circle", { class: "referee-spot", cx: x, cy: top, r: (lying?.size ?? 1) + 0.2 }),
    s("path", {
      class: "referee-heading",
      d: "M0 -2.6L0.45 -1.7H-0.45Z",
      transform: `translate(${x} ${top}) rotate(${heading})`,
    }),
  ];
  if (lying && (lying.x !== x || lying.y !== y)) {
    const from = { x1: lying.x, y1: board.options.depth - lying.y };
    drawn.unshift(s("line", { class: "referee-way", ...from, x2: x, y2: top }));
  }
  return drawn;
}
