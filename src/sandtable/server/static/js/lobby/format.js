/**
 * How things are written: dates, times, counts, sides.
 */

import { h } from "../dom.js";

const DAY = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const MOMENT = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" });
const AGO = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const STEPS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/**
 * A day of history: "26 June 1944". What is no date stays as it is.
 *
 * @param {string | null | undefined} iso
 * @returns {string}
 */
export function day(iso) {
  if (!iso) return "";
  const date = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? new Date(`${iso}T00:00:00Z`) : null;
  return date && !Number.isNaN(date.getTime()) ? DAY.format(date) : iso;
}

/**
 * A time as the server gives it, in seconds since 1970 or written out.
 *
 * @param {string | number} time
 * @returns {Date}
 */
function instant(time) {
  return new Date(typeof time === "number" ? time * 1000 : time);
}

/**
 * How long ago something was, as an element that also says when exactly.
 *
 * @param {string | number} time
 * @returns {HTMLElement | null}
 */
export function ago(time) {
  const then = instant(time);
  if (Number.isNaN(then.getTime())) return null;
  const seconds = (then.getTime() - Date.now()) / 1000;
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ["minute", 0];
  const text = size ? AGO.format(Math.round(seconds / size), unit) : "just now";
  return h("time", { datetime: then.toISOString(), title: MOMENT.format(then) }, text);
}

/**
 * A number with its word: "1 battle", "3 battles".
 *
 * @param {number} number
 * @param {string} one
 * @param {string} [many]
 */
export function count(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

/**
 * "a", "a and b", "a, b and c".
 *
 * @param {string[]} words
 */
export function listed(words) {
  return new Intl.ListFormat("en-GB", { type: "conjunction" }).format(words);
}

/**
 * The mark of a side: told apart by shape as well as by colour.
 *
 * @param {number} index Its place among the sides.
 * @returns {HTMLElement}
 */
export function sideMark(index) {
  return h("span", { class: `side-mark side-${index % 4}`, "aria-hidden": "true" });
}
