/**
 * What a person has chosen for this browser: theme, motion, name and the like.
 *
 * Exports: `settings` (`get`, `set`, `onChange`), `theme()` (`"light"` or `"dark"`, as shown),
 * `motionAllowed()`, `applySettings()` (call once on every page).
 */

const KEY = "sandtable.settings";

/**
 * @typedef {object} Chosen
 * @property {"system" | "light" | "dark"} theme
 * @property {"system" | "less"} motion
 * @property {string} name What the others may call this person.
 * @property {boolean} curtain Whether a curtain falls when the table is handed over.
 * @property {boolean} sights Whether sight lines and arcs of the selected piece are shown.
 * @property {boolean} letters Whether single letters are keys.
 * @property {import("./theatre/pace.js").Pace} pace How fast it is shown what happens.
 * @property {number} volume How loud that is, from 0 to 1.
 */

/** @type {Chosen} */
const USUAL = {
  theme: "system",
  motion: "system",
  name: "",
  curtain: true,
  sights: true,
  letters: true,
  pace: "normal",
  volume: 0,
};

/** @type {Set<() => void>} */
const listeners = new Set();
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

/** @returns {Chosen} */
function read() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

export const settings = {
  get: read,

  /** @param {Partial<Chosen>} changes */
  set(changes) {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...read(), ...changes }));
    } catch {
      // A browser that keeps nothing uses what is usual.
    }
    applySettings();
    for (const listener of listeners) listener();
  },

  /** @param {() => void} listener Called when something changed, the system's theme included. */
  onChange(listener) {
    listeners.add(listener);
  },
};

/** @returns {"light" | "dark"} The theme that is shown. */
export function theme() {
  const chosen = read().theme;
  if (chosen !== "system") return chosen;
  return dark.matches ? "dark" : "light";
}

/** Whether things may move on the page. */
export function motionAllowed() {
  return read().motion !== "less" && !calm.matches;
}

/** Puts theme and motion on the page. */
export function applySettings() {
  const { theme: chosen, motion } = read();
  const { dataset } = document.documentElement;
  if (chosen === "system") delete dataset.theme;
  else dataset.theme = chosen;
  if (motion === "less") dataset.motion = "less";
  else delete dataset.motion;
}

dark.addEventListener("change", () => {
  for (const listener of listeners) listener();
});
window.addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  applySettings();
  for (const listener of listeners) listener();
});
