/**
 * The pictures of gestures: plain signs over the table, in inches, that say what was done to whom.
 *
 * Exports: `signsOf(gesture, look)`.
 *
 * A sign is drawn as it is in the end; what grows or is drawn along bears the class `grows`,
 * `drawn` or `fades`, to which the style sheet gives its motion, where motion is wanted.
 */

import { s } from "../svg.js";

/** @typedef {import("../types").Gesture} Gesture */
/** @typedef {import("../types").Thrown} Thrown */
/** @typedef {[number, number]} Point */

/**
 * @typedef {object} Look
 * @property {number} depth The table's depth: in the drawing y runs down.
 * @property {number} letter How large letters are, in inches.
 * @property {(side: string | undefined) => number} side The number of a side.
 * @property {(label: string) => number | null} sideOf The number of the side of what is called so.
 */

/**
 * @param {Gesture} gesture
 * @param {Look} look
 * @returns {SVGElement[]}
 */
export function signsOf(gesture, look) {
  const points = (gesture.path ?? []).map(([x, y]) => /** @type {Point} */ ([x, look.depth - y]));
  const place = points.at(-1);
  const side = `side-${look.side(gesture.side)}`;
  switch (gesture.sort) {
    case "walk":
      return [s("path", { class: `track ${side}`, d: lineOf(points) })];
    case "shot":
    case "pass":
      return points.length ? [drawn(gesture.sort, lineOf(points), points[0])] : [];
    case "burst":
      return [s("path", { class: "burst", d: lineOf(points) })];
    case "lob":
      return lob(points);
    case "flame":
    case "smoke":
      return [area(gesture, look, points, gesture.sort)];
    case "blast":
      return blast(gesture, look, points);
    case "clash":
      return clash(points);
    case "roll":
      return place ? [dice(gesture.dice ?? [], place, look)] : [];
    case "result":
      return place ? [word(gesture.text ?? "", place, look, "result")] : [];
    case "loss":
      return place ? [...cross(place, look), word("lost", place, look, "result loss")] : [];
    case "appear":
    case "vanish":
      return place ? [s("circle", { class: `${gesture.sort} grows`, cx: place[0], cy: place[1], r: 1 })] : [];
    default:
      return [];
  }
}

/**
 * A line that is drawn from its beginning on.
 *
 * @param {string} kind
 * @param {string} line
 * @param {Point} start
 */
function drawn(kind, line, [x, y]) {
  const path = s("path", { class: `${kind} drawn`, d: line });
  path.style.transformOrigin = `${x}px ${y}px`;
  return path;
}

/** @param {Point[]} points */
function lineOf(points) {
  return points.map(([x, y], at) => `${at ? "L" : "M"}${x} ${y}`).join(" ");
}

/**
 * An arc over the ground; where it came down elsewhere than aimed, a dashed one to there.
 *
 * @param {Point[]} points
 */
function lob(points) {
  return points.slice(1).map(([x, y], at) => {
    const [fromX, fromY] = points[at];
    const high = Math.min(4, Math.hypot(x - fromX, y - fromY) / 3);
    const top = `${(fromX + x) / 2} ${(fromY + y) / 2 - high}`;
    const arc = `M${fromX} ${fromY} Q${top} ${x} ${y}`;
    return drawn(at ? "lob scattered" : "lob", arc, [fromX, fromY]);
  });
}

/**
 * @param {Gesture} gesture
 * @param {Look} look
 * @param {Point[]} points
 * @param {string} kind
 */
function area(gesture, look, points, kind) {
  const outline = (gesture.area ?? []).map(([x, y]) => /** @type {Point} */ ([x, look.depth - y]));
  if (outline.length > 2) return s("path", { class: kind, d: `${lineOf(outline)} Z` });
  return s("path", { class: `${kind} stroke`, d: lineOf(points) });
}

/**
 * @param {Gesture} gesture
 * @param {Look} look
 * @param {Point[]} points
 */
function blast(gesture, look, points) {
  if (gesture.area?.length) return [area(gesture, look, points, "blast")];
  const [x, y] = points.at(-1) ?? [0, 0];
  return [s("circle", { class: "blast grows", cx: x, cy: y, r: gesture.radius ?? 1 })];
}

/**
 * Crossed strokes between those who fight.
 *
 * @param {Point[]} points
 */
function clash(points) {
  const x = points.reduce((sum, point) => sum + point[0], 0) / points.length;
  const y = points.reduce((sum, point) => sum + point[1], 0) / points.length;
  const arm = 0.8;
  const strokes = `M${x - arm} ${y - arm} L${x + arm} ${y + arm} M${x - arm} ${y + arm} L${x + arm} ${y - arm}`;
  return [
    s("path", { class: "clash", d: strokes }),
    ...(points.length > 1 ? [s("path", { class: "clash-line", d: lineOf(points) })] : []),
  ];
}

/**
 * @param {Point} place
 * @param {Look} look
 */
function cross([x, y], { letter }) {
  const arm = Math.max(0.7, letter);
  return [
    s("path", {
      class: "lost",
      d: `M${x - arm} ${y - arm} L${x + arm} ${y + arm} M${x - arm} ${y + arm} L${x + arm} ${y - arm}`,
    }),
  ];
}

/**
 * The faces of dice in a row above a place.
 *
 * @param {Thrown[]} thrown
 * @param {Point} place
 * @param {Look} look
 */
function dice(thrown, [x, y], { letter, sideOf }) {
  const size = letter * 1.7;
  const faces = thrown.flatMap(({ what, faces: each, sides }) => {
    const number = sideOf(what);
    const kind = number === null ? "cube" : `cube side-${number}`;
    return each.map((face) => ({ face, kind, title: `${what}, d${sides}` }));
  });
  const wide = faces.length * size * 1.15;
  const group = s("g", { class: "cubes fades" });
  faces.forEach(({ face, kind, title: said }, at) => {
    const left = x - wide / 2 + at * size * 1.15;
    const top = y - 1.1 - size * 1.4;
    const shape = { class: kind, x: left, y: top, width: size, height: size, rx: size / 5 };
    const text = s("text", { x: left + size / 2, y: top + size * 0.72, "font-size": size * 0.62 });
    text.textContent = String(face);
    const title = s("title");
    title.textContent = said;
    group.append(s("g", {}, title, s("rect", shape), text));
  });
  return group;
}

/**
 * @param {string} said
 * @param {Point} place
 * @param {Look} look
 * @param {string} kind
 */
function word(said, [x, y], { letter }, kind) {
  const text = s("text", { class: `${kind} fades`, x, y: y + 0.9 + letter, "font-size": letter * 1.15 });
  text.textContent = said.length > 46 ? `${said.slice(0, 45)}…` : said;
  return text;
}
