/**
 * Who plays what, while a battle is being set up: plain data, and what it comes to.
 */

import { isInHiding } from "./facts.js";
import { count, listed } from "./format.js";

/** @typedef {import("../api.js").SeatWish} SeatWish */
/** A force to be led. @typedef {import("../api.js").ForceInfo} Force */

/**
 * One commander of a side.
 *
 * @typedef {object} Place
 * @property {"me" | "computer" | "friend"} kind
 * @property {string} level
 * @property {string} name
 * @property {string} [seat] His seat, where that is settled already.
 * @property {Set<string>} pieces His pieces; of no account while he commands alone.
 */

/** Who leads each side: by its id, its commanders. @typedef {Map<string, Place[]>} Places */

export const DEFAULT_LEVEL = "greedy";

/** The most commanders that a side can have. */
const MOST = 6;

/**
 * The most commanders that a force can have, as far as everybody may know.
 *
 * @param {Force} force
 */
export function mostPlaces(force) {
  return isInHiding(force) ? MOST : Math.min(MOST, force.units.length);
}

/**
 * I lead the first side, computers the others.
 *
 * @param {Force[]} forces
 * @param {string} level
 * @returns {Places}
 */
export function usual(forces, level) {
  return new Map(
    forces.map((force, index) => [force.id, [newPlace(index ? "computer" : "me", level)]]),
  );
}

/**
 * I lead the side of the first seat, computers the others; the seats are settled.
 *
 * @param {{seat: string, side?: string | null}[]} seats
 * @param {string} level
 * @returns {Places}
 */
export function settled(seats, level) {
  /** @type {Places} */
  const places = new Map();
  for (const { seat, side } of seats) {
    if (!side) continue;
    const mine = !places.size || [...places.keys()][0] === side;
    const place = { ...newPlace(mine ? "me" : "computer", level), seat };
    places.set(side, [...(places.get(side) ?? []), place]);
  }
  return places;
}

/**
 * @param {Place["kind"]} kind
 * @param {string} level
 * @returns {Place}
 */
function newPlace(kind, level) {
  return { kind, level, name: "", pieces: new Set() };
}

/**
 * Gives a side one commander more, with a fair share of the pieces.
 *
 * @param {Place[]} places
 * @param {Force} force
 * @param {string} level
 */
export function addPlace(places, force, level) {
  places.push(newPlace("friend", level));
  deal(places, force);
}

/**
 * Takes a commander out; the first of the others gets his pieces.
 *
 * @param {Place[]} places
 * @param {number} index
 */
export function removePlace(places, index) {
  const [gone] = places.splice(index, 1);
  for (const piece of gone.pieces) places[0].pieces.add(piece);
}

/**
 * Deals the pieces out in equal parts, in their order, so that neighbours stay together.
 *
 * @param {Place[]} places
 * @param {Force} force
 */
export function deal(places, force) {
  for (const place of places) place.pieces.clear();
  force.units.forEach((unit, index) => {
    const owner = Math.floor((index * places.length) / force.units.length);
    places[owner].pieces.add(unit.id);
  });
}

/**
 * Hands a piece to one of the commanders.
 *
 * @param {Place[]} places
 * @param {string} piece
 * @param {number} owner
 */
export function hand(places, piece, owner) {
  for (const place of places) place.pieces.delete(piece);
  places[owner].pieces.add(piece);
}

/**
 * The name of the seat of a commander.
 *
 * @param {string} side
 * @param {number} index
 * @param {number} among How many there are.
 */
export function seatName(side, index, among) {
  return among === 1 ? side : `${side}-${index + 1}`;
}

/**
 * What is asked of the server.
 *
 * @param {Places} places
 * @returns {SeatWish[]}
 */
export function seatsOf(places) {
  return [...places].flatMap(([side, commanders]) =>
    commanders.map((place, index) => {
      const seat = place.seat ?? seatName(side, index, commanders.length);
      /** @type {SeatWish} */
      const wish = { seat, side, kind: place.kind };
      if (place.kind === "computer") wish.level = place.level;
      else if (place.name.trim()) wish.name = place.name.trim();
      if (commanders.length > 1 && !place.seat) wish.pieces = [...place.pieces];
      return wish;
    }),
  );
}

/**
 * Whether somebody is invited to play.
 *
 * @param {Places} places
 */
export function hasFriends(places) {
  return [...places.values()].some((commanders) =>
    commanders.some((place) => place.kind === "friend"),
  );
}

/**
 * What is still wrong with it, as a sentence; empty if nothing is.
 *
 * @param {Places} places
 * @param {Force[]} forces
 * @returns {string}
 */
export function problemOf(places, forces) {
  for (const force of forces) {
    if (isInHiding(force)) continue; // the server deals its pieces out
    const commanders = places.get(force.id) ?? [];
    const idle = commanders.findIndex(
      (place) => commanders.length > 1 && !place.seat && !place.pieces.size,
    );
    if (idle >= 0) {
      return `Commander ${idle + 1} of ${force.name} has no pieces: give him some, or remove him.`;
    }
  }
  return "";
}

/**
 * Who plays, in a few words: "British: you · German: computer (greedy)".
 *
 * @param {Places} places
 * @param {Force[]} forces
 * @returns {string}
 */
export function summary(places, forces) {
  return forces
    .map((force) => {
      const commanders = places.get(force.id) ?? [];
      return `${force.name}: ${commanders.length > 1 ? shared(commanders) : called(commanders[0])}`;
    })
    .join(" · ");
}

/** @param {Place} place */
function called(place) {
  if (place.kind === "computer") return `computer (${place.level})`;
  const name = place.name.trim();
  if (place.kind === "me") return name ? `you (${name})` : "you";
  return name || "a friend";
}

/** @param {Place[]} commanders */
function shared(commanders) {
  const me = commanders.filter((place) => place.kind === "me").length;
  const friends = commanders.filter((place) => place.kind === "friend").length;
  const computers = commanders.length - me - friends;
  return listed(
    [
      me ? "you" : "",
      friends ? count(friends, "friend") : "",
      computers ? count(computers, "computer") : "",
    ].filter(Boolean),
  );
}
