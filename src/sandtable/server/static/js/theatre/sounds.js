/**
 * Six short sounds, made here; silent until they are switched on.
 *
 * Exports: `Sounds`.
 */

import { settings } from "../settings.js";

/** @typedef {"dice" | "shot" | "burst" | "blast" | "engine" | "bell"} Sound */

/**
 * How a sound is made: noise through a filter, or a tone, and how it dies away.
 *
 * @typedef {object} Recipe
 * @property {"noise" | OscillatorType} from
 * @property {number} pitch Hertz.
 * @property {number} lasts Seconds.
 * @property {number} loud
 * @property {number} [times] How often it is repeated.
 * @property {number} [apart] Seconds from one to the next.
 */

/** @type {Record<Sound, Recipe>} */
const RECIPES = {
  dice: { from: "noise", pitch: 3200, lasts: 0.03, loud: 0.25, times: 3, apart: 0.07 },
  shot: { from: "noise", pitch: 1100, lasts: 0.16, loud: 0.5 },
  burst: { from: "noise", pitch: 1500, lasts: 0.06, loud: 0.4, times: 5, apart: 0.08 },
  blast: { from: "noise", pitch: 260, lasts: 0.7, loud: 0.8 },
  engine: { from: "sawtooth", pitch: 52, lasts: 0.3, loud: 0.12 },
  bell: { from: "sine", pitch: 880, lasts: 0.6, loud: 0.15 },
};

export class Sounds {
  constructor() {
    /** @type {AudioContext | null} */
    this.context = null;
  }

  /** @param {Sound} sound */
  play(sound) {
    const volume = settings.get().volume;
    if (!volume || typeof AudioContext === "undefined") return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") void this.context.resume();
    const { times = 1, apart = 0 } = RECIPES[sound];
    for (let at = 0; at < times; at += 1) this.#once(this.context, RECIPES[sound], at * apart, volume);
  }

  /**
   * @param {AudioContext} context
   * @param {Recipe} recipe
   * @param {number} later
   * @param {number} volume
   */
  #once(context, { from, pitch, lasts, loud }, later, volume) {
    const start = context.currentTime + later;
    const gain = context.createGain();
    gain.gain.setValueAtTime(loud * volume, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
    gain.connect(context.destination);
    const source = from === "noise" ? noise(context, lasts, pitch, gain) : tone(context, from, pitch, gain);
    source.start(start);
    source.stop(start + lasts);
  }
}

/**
 * @param {AudioContext} context
 * @param {number} lasts
 * @param {number} pitch
 * @param {AudioNode} into
 */
function noise(context, lasts, pitch, into) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * lasts), context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let at = 0; at < data.length; at += 1) data[at] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "lowpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(into);
  return source;
}

/**
 * @param {AudioContext} context
 * @param {OscillatorType} type
 * @param {number} pitch
 * @param {AudioNode} into
 */
function tone(context, type, pitch, into) {
  const source = context.createOscillator();
  source.type = type;
  source.frequency.value = pitch;
  source.connect(into);
  return source;
}
