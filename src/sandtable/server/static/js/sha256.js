/**
 * SHA-256, since a browser offers its own only to pages that came over HTTPS or from this machine.
 *
 * Exports: `sha256` (of bytes, in hex), `sealOf`, `newNonce`, `hexToBytes`.
 */

/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
const ROUNDS = fractions(64, 1 / 3);
/** The same of the square roots of the first 8. */
const START = fractions(8, 1 / 2);

/**
 * @param {number} count
 * @param {number} power
 */
function fractions(count, power) {
  const found = new Uint32Array(count);
  for (let number = 2, place = 0; place < count; number++) {
    let prime = true;
    for (let by = 2; by * by <= number; by++) if (number % by === 0) prime = false;
    if (prime) {
      const root = number ** power;
      found[place++] = (root - Math.floor(root)) * 2 ** 32;
    }
  }
  return found;
}

/**
 * @param {Uint8Array} bytes
 * @returns {string} In hex.
 */
export function sha256(bytes) {
  const length = bytes.length;
  const padded = new Uint8Array(((length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, (length << 3) >>> 0);
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const early = get(words, i - 15);
      const late = get(words, i - 2);
      const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[i] = get(words, i - 16) + small + get(words, i - 7) + large;
    }
    mix(state, words);
  }
  return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
}

/**
 * @param {Uint32Array} state Changed in place.
 * @param {Uint32Array} words
 */
function mix(state, words) {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const large = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + large + chosen + get(ROUNDS, i) + get(words, i)) | 0;
    const small = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const second = (small + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = get(state, i) + word;
  });
}

/**
 * @param {number} word
 * @param {number} by
 */
function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/**
 * @param {Uint32Array} words
 * @param {number} place
 */
function get(words, place) {
  return words[place] ?? 0;
}

/**
 * The seal of a word for fair dice: every text as its length in UTF-8 bytes, a colon, and itself.
 *
 * @param {{commitment: string, battle: string, seat: string, nonce: string, word: string}} what
 * @returns {string}
 */
export function sealOf({ commitment, battle, seat, nonce, word }) {
  const encoder = new TextEncoder();
  const texts = ["sandtable fair dice: seal", commitment, battle, seat, nonce, word];
  const joined = texts.map((text) => `${encoder.encode(text).length}:${text}`).join("");
  return sha256(encoder.encode(joined));
}

/** 32 random bytes, in hex. */
export function newNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} hex */
export function hexToBytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
