/**
 * The button that goes through the themes: as the system has it, by day, by night.
 *
 * Exports: `themeButton()`, `onTheme(listener)`, `theme()`. Loading it shows the page in its colours.
 */

import { h } from "./dom.js";
import { applySettings, settings, theme } from "./settings.js";

export { theme };

/** @typedef {"light" | "dark"} Theme */

/** @type {Record<"system" | Theme, {next: "system" | Theme, word: string, label: string}>} */
const CHOICES = {
  system: { next: "light", word: "Auto", label: "as the system has it" },
  light: { next: "dark", word: "Day", label: "day" },
  dark: { next: "system", word: "Night", label: "night" },
};

/**
 * Calls a listener whenever the theme that is shown has changed.
 *
 * @param {(theme: Theme) => void} listener
 */
export function onTheme(listener) {
  let last = theme();
  settings.onChange(() => {
    if (theme() === last) return;
    last = theme();
    listener(last);
  });
}

/**
 * @returns {HTMLButtonElement}
 */
export function themeButton() {
  const word = h("span", null);
  const button = h(
    "button",
    {
      class: "pill theme-button",
      type: "button",
      on: { click: () => settings.set({ theme: CHOICES[settings.get().theme].next }) },
    },
    h("span", { "aria-hidden": "true" }, "◐"),
    h("span", { class: "visually-hidden" }, "Theme: "),
    word,
  );
  const show = () => {
    const choice = CHOICES[settings.get().theme];
    word.textContent = choice.word;
    button.title = `Theme: ${choice.label}`;
  };
  settings.onChange(show);
  show();
  return button;
}

applySettings();
