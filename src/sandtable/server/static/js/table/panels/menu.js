/**
 * What is not needed all the time: briefing, rules, standing orders, exports, settings, help.
 *
 * Exports: `menuButton`, `openBriefing`, `openHelp`.
 */

import { fill, h, paragraphs } from "../../dom.js";
import { save } from "../../lobby/files.js";
import { day } from "../../lobby/format.js";
import { hidePopover, openDialog, showPopover } from "../../popup.js";
import { openRuleSearch, ruleLink } from "../../rules.js";
import { settings } from "../../settings.js";
import { icon } from "../../svg.js";
import { holdsSeat, openSeat } from "../course/seat.js";
import { KEYS } from "../keys.js";

/** @typedef {import("../../people/roster.js").Roster} Roster */
/** @typedef {import("../store.js").Store} Store */

/**
 * @param {Store} store
 * @param {Roster} roster
 * @param {import("../../live.js").Live} live
 * @returns {HTMLButtonElement}
 */
export function menuButton(store, roster, live) {
  const { battle, seat, scenario } = store.welcome;
  const keep = (/** @type {import("../../lobby/files.js").FileName} */ file) =>
    void save(battle, file, { title: scenario.title, seat });
  /** @type {[string, () => void][]} */
  const items = [
    ["Briefing and options", () => openBriefing(store)],
    ["Search the rules", () => openRuleSearch(store.welcome.book.code)],
    ["Save the log as text", () => keep("log.txt")],
    ["Save a battle report", () => keep("report.html")],
    ...(holdsSeat(store)
      ? [/** @type {[string, () => void]} */ (["Your seat, other devices", () => openSeat(store, live)])]
      : []),
    ["Settings", () => openSettings()],
    ["Keys and help", () => openHelp()],
  ];
  const button = h(
    "button",
    {
      type: "button",
      class: "pill menu-button",
      "aria-haspopup": "menu",
      "aria-label": "Menu",
      on: { click: () => open() },
    },
    icon("M3 5h14M3 10h14M3 15h14"),
  );
  const open = () => {
    const people = menuItem("Characters", () => void roster.openList());
    people.hidden = !roster.any;
    // Whoever opens the menu in the first moment is not to miss what is not known by then.
    void roster.settled.then(() => (people.hidden = !roster.any));
    const others = items.map(([label, act]) => menuItem(label, act));
    const away = h("li", null, h("a", { class: "button quiet", href: "/" }, "To the lobby"));
    showPopover(button, [h("ul", { class: "menu" }, ...others, people, away)], {
      label: "Menu",
      class: "menu-popover",
      focus: true,
    });
  };
  return button;
}

/**
 * @param {string} label
 * @param {() => void} act
 */
function menuItem(label, act) {
  const pressed = () => {
    hidePopover();
    act();
  };
  return h(
    "li",
    null,
    h("button", { type: "button", class: "quiet", on: { click: pressed } }, label),
  );
}

/** @param {Store} store */
export function openBriefing(store) {
  const { scenario, book } = store.welcome;
  openDialog({
    title: scenario.title,
    body: [
      h(
        "p",
        { class: "muted" },
        [scenario.place, day(scenario.date), book.title].filter((part) => part).join(" · "),
      ),
      ...paragraphs(scenario.briefing ?? ""),
      h("h3", null, "Options"),
      h(
        "ul",
        { class: "options" },
        ...(book.options ?? []).map(({ id, text, rule, value }) =>
          h(
            "li",
            null,
            h("b", null, setting(id, value)),
            " ",
            text,
            " ",
            ruleLink(rule, "§"),
          ),
        ),
      ),
    ],
  });
}

/**
 * How a switch is set: yes or no, or its name with one of several words.
 *
 * @param {string} id
 * @param {string | boolean} value
 */
function setting(id, value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  const name = id.replaceAll("_", " ");
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${value.replaceAll("-", " ")}.`;
}

/** The keys of the page. */
export function openHelp() {
  openDialog({
    title: "Keys and help",
    body: [
      h(
        "p",
        null,
        "Select a piece, choose what it does, see what would come of it, and confirm. An enemy can be pressed directly as a target, and a piece dragged where it should go. Buttons show their keys; what is not possible now says why when it is pressed.",
      ),
      h(
        "table",
        { class: "keys" },
        h("caption", { class: "visually-hidden" }, "Keys"),
        h(
          "tbody",
          null,
          ...KEYS.map(([key, text]) =>
            h("tr", null, h("th", { scope: "row" }, h("kbd", null, key)), h("td", null, text)),
          ),
        ),
      ),
      h("p", { class: "muted" }, "Words underlined with dots open the rule behind them."),
    ],
  });
}

function openSettings() {
  const now = settings.get();
  const theme = h(
    "select",
    {
      id: "setting-theme",
      on: { change: () => settings.set({ theme: /** @type {"system"} */ (theme.value) }) },
    },
    ...[
      ["system", "as the system has it"],
      ["light", "day"],
      ["dark", "night"],
    ].map(([value, label]) => h("option", { value, selected: value === now.theme }, label)),
  );
  const pace = h(
    "select",
    {
      id: "setting-pace",
      on: { change: () => settings.set({ pace: /** @type {"normal"} */ (pace.value) }) },
    },
    ...[
      ["slow", "slowly"],
      ["normal", "at a normal pace"],
      ["fast", "fast"],
      ["off", "not at all"],
    ].map(([value, label]) => h("option", { value, selected: value === now.pace }, label)),
  );
  const volume = h("input", {
    id: "setting-volume",
    type: "range",
    min: 0,
    max: 1,
    step: 0.1,
    value: now.volume,
    on: { change: () => settings.set({ volume: Number(volume.value) }) },
  });
  const name = h("input", {
    id: "setting-name",
    type: "text",
    maxlength: 40,
    value: now.name,
    on: { change: () => settings.set({ name: name.value.trim() }) },
  });
  const box = (
    /** @type {string} */ label,
    /** @type {boolean} */ checked,
    /** @type {(on: boolean) => void} */ set,
  ) => {
    const input = h("input", {
      type: "checkbox",
      checked,
      on: { change: () => set(input.checked) },
    });
    return h("label", { class: "switch" }, input, label);
  };
  const body = h("div", { class: "stack" });
  fill(
    body,
    h("div", { class: "field" }, h("label", { for: "setting-theme" }, "Theme"), theme),
    h(
      "div",
      { class: "field" },
      h(
        "label",
        { for: "setting-name" },
        "Your name, as the others see it (from the next time you come in)",
      ),
      name,
    ),
    h(
      "div",
      { class: "field" },
      h("label", { for: "setting-pace" }, "Show what happens on the table"),
      pace,
    ),
    h(
      "div",
      { class: "field" },
      h("label", { for: "setting-volume" }, "Sounds (to the left: none)"),
      volume,
    ),
    box("Less motion", now.motion === "less", (on) =>
      settings.set({ motion: on ? "less" : "system" }),
    ),
    box("Show sight lines and arcs of the selected piece", now.sights, (sights) =>
      settings.set({ sights }),
    ),
    box("Single letters are keys", now.letters, (letters) => settings.set({ letters })),
    box(
      "We may see each other's table (no curtain between seats at this screen)",
      !now.curtain,
      (on) => settings.set({ curtain: !on }),
    ),
  );
  openDialog({ title: "Settings", body: [body] });
}
