/**
 * The panels beside the table, or below it on a phone: one at a time.
 *
 * Exports: `Panels`.
 */

import { byId, fill, h } from "../../dom.js";

/** @typedef {"orders" | "log" | "chat" | "pieces"} PanelName */

/** @type {[PanelName, string][]} */
const TABS = [
  ["orders", "Orders"],
  ["log", "Log"],
  ["chat", "Chat"],
  ["pieces", "Pieces"],
];

export class Panels {
  /** @param {{onOpen: (name: PanelName) => void}} parts */
  constructor({ onOpen }) {
    this.onOpen = onOpen;
    this.phone = window.matchMedia("(max-width: 640px), (max-height: 560px)");
    this.narrow = window.matchMedia("(max-width: 1100px)");
    /** @type {PanelName} */
    this.current = "log";
    /** How much was said unheard: on the tab, and on the button that opens the drawer with it. */
    this.badges = [0, 1].map(() => h("span", { class: "badge", hidden: true }));
    /** Whether something is to be decided, while the panel for that is out of sight. */
    this.mark = h(
      "span",
      { class: "badge wanted", hidden: true },
      h("span", { "aria-hidden": "true" }, "!"),
      h("span", { class: "visually-hidden" }, "you are asked"),
    );
    this.isWanted = false;
    this.tabs = new Map(
      TABS.map(([name, label]) => [
        name,
        h(
          "button",
          {
            type: "button",
            role: "tab",
            id: `tab-${name}`,
            class: `tab tab-${name}`,
            "aria-controls": name === "orders" ? "command" : `panel-${name}`,
            on: { click: () => this.open(name) },
          },
          label,
          name === "chat" ? this.badges[0] : name === "orders" ? this.mark : null,
        ),
      ]),
    );
    const list = byId("tabs");
    fill(list, ...this.tabs.values());
    list.addEventListener("keydown", (event) => this.#arrow(event));
    this.drawer = h(
      "button",
      {
        type: "button",
        class: "pill drawer-button",
        "aria-controls": "side",
        on: { click: () => this.toggle() },
      },
      "Log",
      this.badges[1],
    );
    this.changed = () => {};
    this.narrow.addEventListener("change", () => this.#fit());
    this.phone.addEventListener("change", () => this.#fit());
    this.#fit();
    this.#watchCommand();
  }

  /** Short messages come up above what is asked, however much room that takes. */
  #watchCommand() {
    const command = byId("command");
    new ResizeObserver(() => {
      document.body.style.setProperty("--command", `${command.offsetHeight}px`);
    }).observe(command);
  }

  /** @param {() => void} listener Called when there is another amount of room. */
  onChange(listener) {
    this.changed = listener;
  }

  /** Whether there is little room on the table, but a panel beside it. */
  get isDocked() {
    const isOpen = !document.body.classList.contains("side-closed");
    return this.narrow.matches && !this.phone.matches && isOpen && window.innerWidth > 900;
  }

  #fit() {
    if (this.phone.matches) this.open("orders");
    else this.open(this.current === "orders" ? "log" : this.current);
    this.toggle(!this.narrow.matches || this.phone.matches || window.innerWidth > 900);
  }

  /** @param {boolean} [open] */
  toggle(open = document.body.classList.contains("side-closed")) {
    document.body.classList.toggle("side-closed", !open);
    this.drawer.setAttribute("aria-expanded", String(open));
    this.changed();
    if (open) this.onOpen(this.current);
  }

  /**
   * Whether a panel is in sight.
   *
   * @param {PanelName} name
   */
  shows(name) {
    return this.current === name && !document.body.classList.contains("side-closed");
  }

  /** @param {PanelName} name */
  open(name) {
    this.current = name;
    document.body.dataset.panel = name;
    for (const [each, tab] of this.tabs) {
      const chosen = each === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      if (each !== "orders") byId(`panel-${each}`).hidden = !chosen;
    }
    this.want(this.isWanted);
    this.onOpen(name);
  }

  /** Brings a panel into view, and the drawer with it. @param {PanelName} name */
  show(name) {
    this.toggle(true);
    this.open(name);
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const names = TABS.map(([name]) => name).filter(
      (name) => this.phone.matches || name !== "orders",
    );
    const next = names.at((names.indexOf(this.current) + step) % names.length) ?? "log";
    this.open(next);
    this.tabs.get(next)?.focus();
    event.preventDefault();
  }

  /** @param {boolean} wanted Whether the battle waits for something from here. */
  want(wanted) {
    this.isWanted = wanted;
    this.mark.hidden = !wanted || this.current === "orders";
  }

  /** @param {number} count */
  unread(count) {
    for (const badge of this.badges) {
      badge.hidden = count === 0;
      badge.textContent = String(count);
      badge.setAttribute("aria-label", `${count} new`);
    }
  }
}
